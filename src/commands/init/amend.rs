//! What `aoc init` would add to files that are there: only with consent.

use std::path::Path;

use crate::app::App;
use crate::error::CliError;
use crate::files;
use crate::files::Readers;
use crate::project::templates::{self, MARKERS, TemplateError};
use crate::terminal;

/// A file that lacks something.
struct Amendment {
    question: String,
    /// What to say where it is not added, and whether that is a warning.
    skipped: String,
    is_warning: bool,
    /// The whole file with it.
    text: String,
}

/// What became of files that lack something.
#[derive(Default)]
pub struct Amended {
    /// The files that were added to.
    pub changed: Vec<String>,
    /// The files of which was said that they are unchanged.
    pub skipped: Vec<String>,
}

/// Asks for what is missing in the files that are there, and adds it. Says what
/// was skipped.
pub fn amend(
    app: &App,
    root: &Path,
    kept: &[String],
    inputs: Option<&str>,
) -> Result<Amended, CliError> {
    let mut done = Amended::default();
    for path in kept {
        let file = root.join(path);
        let shown = app.shown(&file).display().to_string();
        let Some(amendment) = missing(path, &file, &shown, inputs) else {
            continue;
        };
        // A link would be replaced by a file.
        let answer = if file.is_symlink() {
            None
        } else {
            terminal::ask(app.stderr, &amendment.question)
        };
        if answer == Some(true) {
            // It may have been edited while the question stood there.
            let amendment = missing(path, &file, &shown, inputs);
            let text = amendment
                .map(|amendment| amendment.text)
                .unwrap_or_default();
            if !text.is_empty() {
                files::replace(&file, text, Readers::Usual).map_err(|why| {
                    let path = file.clone();
                    TemplateError::Write { path, why }
                })?;
                done.changed.push(path.clone());
            }
        } else {
            done.skipped.push(path.clone());
            if amendment.is_warning {
                app.warning(&amendment.skipped);
            } else {
                app.note(&amendment.skipped);
            }
        }
    }
    Ok(done)
}

/// What a file lacks; `None` if nothing, or if it cannot be read.
fn missing(path: &str, file: &Path, shown: &str, inputs: Option<&str>) -> Option<Amendment> {
    let text = files::read_text_file(file).ok()?;
    match path {
        ".gitignore" => {
            let lacking = templates::gitignore::lacking(&text, inputs)?;
            let folders = lacking.folders.join(" and ");
            let lines = lacking.folders.iter().map(|folder| match folder.as_str() {
                "target" => "`/target`".to_owned(),
                folder => format!("`/{folder}/*`"),
            });
            let lines = lines.collect::<Vec<_>>().join(" and ");
            Some(Amendment {
                question: format!("add lines to {shown}, so that git ignores {folders}?"),
                skipped: format!(
                    "{shown} is unchanged and does not ignore {folders}{}: add {lines}",
                    if lacking.folders.iter().any(|folder| folder != "target") {
                        "; inputs must not be published"
                    } else {
                        ""
                    }
                ),
                is_warning: true,
                text: lacking.text,
            })
        }
        "README.md" => Some(Amendment {
            question: format!("add a section to {shown} for the table of `aoc bench`?"),
            skipped: format!(
                "{shown} is unchanged and has no place for the table of `aoc bench`: the lines \
                 `{}` and `{}`",
                MARKERS[0], MARKERS[1]
            ),
            is_warning: false,
            text: templates::readme_with_markers(&text)?,
        }),
        "Cargo.toml" if templates::manifest_lacks_days(&text) => Some(Amendment {
            skipped: format!(
                "{shown} is unchanged and does not have the years as members of a workspace, \
                 without which they cannot be built: add `members = [\"days/year*\"]` to its \
                 table `[workspace]`"
            ),
            question: format!("make the years members of the workspace in {shown}?"),
            is_warning: true,
            text: templates::manifest_with_days(&text).unwrap_or_default(),
        }),
        _ => None,
    }
}
