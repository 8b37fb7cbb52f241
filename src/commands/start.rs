//! `aoc start`: all that comes before the first line of a solution, by the
//! commands that do each of it.

mod choice;

use crate::app::{Access, App};
use crate::args;
use crate::commands::{fetch, new, open, watch};
use crate::error::{CliError, Exit};
use choice::choose;

pub fn run(app: &App, args: &args::Start) -> Result<Exit, CliError> {
    let puzzle = choose(app, &args.selection)?;
    let selection = args::Selection {
        selectors: vec![puzzle.to_string()],
        year: None,
    };
    // Before the countdown: what is missing is said while there is time.
    let editor = (!args.no_edit).then(|| app.editor());
    if let Some(Err(error)) = &editor {
        app.note(&format!("{error}; --no-edit opens none"));
    }
    let mut exit = Exit::Done;
    if !args.no_fetch {
        exit = fetch::run(
            app,
            &args::Fetch {
                selection: selection.clone(),
                force: false,
                wait: true,
                account: None,
            },
        )?;
        if matches!(exit, Exit::Session | Exit::Locked) {
            app.note("--no-fetch starts without the input");
            return Ok(exit);
        }
    }
    if !args.no_new {
        let selection = selection.clone();
        exit = exit.or(new::run(
            app,
            &args::New {
                selection,
                edit: false,
            },
        )?);
    }
    if !args.no_open {
        let (selection, print) = (selection.clone(), false);
        exit = exit.or(open::run(app, &args::Open { selection, print })?);
    }
    // There may be a crate of the year now.
    let access = Access::after(&app.access);
    let mut app = app.again();
    app.access = access;
    let file = app.project()?.day_file(puzzle);
    if let (Some(Ok(editor)), Some(file)) = (editor, file) {
        if !editor.has_window() && !args.no_watch {
            app.note(&format!(
                "the editor has this terminal, and `aoc watch {puzzle}` follows it; meanwhile it \
                 can run in another one"
            ));
        }
        if let Err(error) = editor.start(&[&file]) {
            // The solution can still be written.
            let error = CliError::from(error);
            exit = exit.or(error.exit);
            app.error(&error.source);
        }
    }
    if !args.no_watch {
        let args = args::Watch {
            selection,
            ..args::Watch::default()
        };
        exit = watch::run(&app, &args)?.or(exit);
    }
    Ok(exit)
}
