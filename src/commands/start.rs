//! `aoc start`: all that comes before the first line of a solution, by the
//! commands that do each of it.

mod choice;

use crate::app::{Access, App, Editor};
use crate::args;
use crate::commands::{fetch, new, open, watch};
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
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
        let fetch = args::Fetch {
            selection: selection.clone(),
            wait: true,
            ..args::Fetch::default()
        };
        exit = fetch::run(app, &fetch)?;
        if matches!(exit, Exit::Session | Exit::Locked) {
            app.note("--no-fetch starts without the input");
            return Ok(exit);
        }
    }
    if !args.no_new {
        let new = args::New {
            selection: selection.clone(),
            ..args::New::default()
        };
        exit = exit.or(new::run(app, &new)?);
    }
    if !args.no_open {
        let open = args::Open {
            selection: selection.clone(),
            ..args::Open::default()
        };
        exit = exit.or(open::run(app, &open)?);
    }
    // There may be a crate of the year now.
    let access = Access::after(&app.access);
    let mut app = app.again();
    app.access = access;
    if let Some(Ok(editor)) = editor {
        exit = exit.or(edit(&app, &editor, puzzle, !args.no_watch)?);
    }
    if !args.no_watch {
        let watch = args::Watch {
            selection,
            ..args::Watch::default()
        };
        exit = watch::run(&app, &watch)?.or(exit);
    }
    Ok(exit)
}

/// Opens the day's file, if there is one. With an editor that fails the solution
/// can still be written.
fn edit(app: &App, editor: &Editor, puzzle: Puzzle, watches: bool) -> Result<Exit, CliError> {
    let Some(file) = app.project()?.day_file(puzzle) else {
        return Ok(Exit::Done);
    };
    if watches && !editor.has_window() {
        app.note(&format!(
            "the editor has this terminal, and `aoc watch {puzzle}` follows it; meanwhile it can \
             run in another one"
        ));
    }
    match editor.start(&[&file]) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => {
            let error = CliError::from(error);
            app.error(&error.source);
            Ok(error.exit)
        }
    }
}
