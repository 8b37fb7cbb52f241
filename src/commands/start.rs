//! `aoc start`: all that comes before the first line of a solution, by the
//! commands that do each of it.

mod choice;

use choice::choose;
use clap::Args;

use crate::app::args::SelectionArgs;
use crate::app::{Access, App, Editor};
use crate::commands::fetch::FetchArgs;
use crate::commands::new::NewArgs;
use crate::commands::open::OpenArgs;
use crate::commands::watch::WatchArgs;
use crate::commands::{fetch, new, open, watch};
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;

/// Wait for the unlock, fetch, create the day's file, open it, and watch
///
/// Does everything that comes before the first line of a solution: waits for the
/// unlock, downloads the input and the page, creates the day's file, opens the
/// puzzle in the browser and the file in the editor, and watches the file. Without
/// a selector it starts the puzzle that unlocks soon, else today's. Each step has a
/// flag that leaves it out.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
#[command(after_help = "\
Examples:
  aoc start                       wait for the next puzzle, or start today's
  aoc start 2020/22 --no-open     leave the browser alone
  aoc start --no-edit --no-watch  fetch and create the file")]
pub struct StartArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Do not wait for the unlock and download nothing
    #[arg(long)]
    pub no_fetch: bool,
    /// Do not create the day's file
    #[arg(long)]
    pub no_new: bool,
    /// Do not open the puzzle in the browser
    #[arg(long)]
    pub no_open: bool,
    /// Do not open the day's file in the editor that VISUAL or EDITOR names
    #[arg(long)]
    pub no_edit: bool,
    /// End when everything is ready
    #[arg(long)]
    pub no_watch: bool,
}

pub fn run(app: &App, args: &StartArgs) -> Result<Exit, CliError> {
    let puzzle = choose(app, &args.selection)?;
    let selection = SelectionArgs {
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
        let fetch = FetchArgs {
            selection: selection.clone(),
            wait: true,
            ..FetchArgs::default()
        };
        exit = fetch::run(app, &fetch)?;
        if matches!(exit, Exit::Session | Exit::Locked) {
            app.note("--no-fetch starts without the input");
            return Ok(exit);
        }
    }
    if !args.no_new {
        let new = NewArgs {
            selection: selection.clone(),
            ..NewArgs::default()
        };
        exit = exit.or(new::run(app, &new)?);
    }
    if !args.no_open {
        let open = OpenArgs {
            selection: selection.clone(),
            ..OpenArgs::default()
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
        let watch = WatchArgs {
            selection,
            ..WatchArgs::default()
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
