//! `aoc new`: creates the files of days.

use std::path::Path;

use clap::Args;

use crate::app::args::SelectionArgs;
use crate::app::{App, NewDay, NewDayStatus, selection};
use crate::error::{CliError, Exit};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::reporter::puzzle_list;
use crate::terminal::ResultList;

/// Create the files of days, from a template
///
/// Creates the file of each day that has none, from templates/day.rs or a built-in
/// template, and the crate of a year that has none. The title is taken from the
/// stored page. Existing files stay as they are.
#[derive(Args, Debug, Default)]
#[command(add = PuzzleKind::NewFiles, after_help = "\
Examples:
  aoc new 2020/22 --edit  create a day's file and open it
  aoc new 2015-2016       create the files of two years")]
pub struct NewArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Open the files in the editor that VISUAL or EDITOR names
    #[arg(short, long)]
    pub edit: bool,
}

pub fn run(app: &App, args: &NewArgs) -> Result<Exit, CliError> {
    let puzzles = selection::select(app, &args.selection, PuzzleKind::NewFiles)?;
    // Checked before anything is written.
    let editor = args.edit.then(|| app.editor()).transpose()?;
    let days = create(app, &puzzles)?;
    if args.selection.is_empty() && days.iter().all(|day| day.status == NewDayStatus::Exists) {
        app.note("name the day to create, as in `aoc new 2020/22`");
    }
    if let Some(editor) = editor {
        let paths: Vec<&Path> = days.iter().map(|day| &*day.path).collect();
        app.edit(&editor, &paths)?;
    }
    Ok(Exit::Done)
}

/// Creates the missing files, and prints the paths of all files.
pub fn create(app: &App, puzzles: &[Puzzle]) -> Result<Vec<NewDay>, CliError> {
    let days = app.new_days(puzzles)?;
    let paths = days.iter().map(|day| format!("{}\n", day.path.display()));
    app.show("new", &ResultList { results: &days }, || paths.collect())?;
    let existing = days.iter().filter(|day| day.status == NewDayStatus::Exists);
    let existing = puzzle_list(existing.map(|day| day.puzzle));
    if !existing.is_empty() {
        app.note(&format!("there already, and unchanged: {existing}"));
    }
    Ok(days)
}
