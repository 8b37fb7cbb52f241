//! `aoc init --update`: brings the library up to date.

use std::path::Path;

use crate::app::App;
use crate::error::CliError;
use crate::project::templates::{self, Updated};
use crate::reporter::{InitResults, InitVersions};
use crate::terminal;

use super::shown;

pub fn update(app: &App, root: &Path, force: bool) -> Result<InitResults, CliError> {
    let done = templates::update_library(root, force)?;
    let Updated { from, to, .. } = &done;
    let results = InitResults {
        files: shown(app, root, &done.added),
        updated: shown(app, root, &done.replaced),
        removed: shown(app, root, &done.removed),
        library: Some(InitVersions {
            from: from.clone(),
            to: to.clone(),
        }),
        ..InitResults::default()
    };
    if !app.json {
        let lists = [
            ("added  ", &results.files),
            ("updated", &results.updated),
            ("removed", &results.removed),
        ];
        let lines = lists.into_iter().flat_map(|(verb, paths)| {
            let line = move |path: &String| format!("{verb} {path}\n");
            paths.iter().map(line)
        });
        terminal::raw(&mut app.console(), lines.collect::<String>().as_bytes())?;
    }
    let library = app.shown(&root.join(templates::LIBRARY));
    let library = library.display();
    let changed = [&done.added, &done.replaced, &done.removed];
    app.note(&match from {
        _ if changed.iter().all(|paths| paths.is_empty()) => {
            format!("{library} is up to date: version {to}")
        }
        Some(from) if from != to => format!("{library} is now version {to}; it was {from}"),
        _ => format!("{library} is now version {to}"),
    });
    Ok(results)
}
