//! `aoc new`: creates the files of days.

use std::path::Path;

use clap::Args;

use crate::app::args::SelectionArgs;
use crate::app::{App, NewDay, NewStatus};
use crate::error::{CliError, Exit};
use crate::puzzle::{self, Day, Puzzle, Year};
use crate::terminal::Document;

/// Create the files of days, from a template
///
/// Creates the file of each day that has none, from templates/day.rs or a built-in
/// template, and the crate of a year that has none. The title is taken from the
/// stored page. What is there stays as it is.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  aoc new                 create today's file, while an event runs
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
    let puzzles = app.puzzles_to_create(&args.selection)?;
    // Before anything is written.
    let editor = args.edit.then(|| app.editor()).transpose()?;
    let days = create(app, &puzzles)?;
    if let [day] = &days[..]
        && args.selection.selectors.is_empty()
        && day.status == NewStatus::Exists
    {
        say_next(app, day.puzzle.year)?;
    }
    if let Some(editor) = editor {
        let paths: Vec<&Path> = days.iter().map(|day| &*day.path).collect();
        editor.open(&paths)?;
    }
    Ok(Exit::Done)
}

/// Creates the files that are missing, and prints all paths, for an editor.
pub fn create(app: &App, puzzles: &[Puzzle]) -> Result<Vec<NewDay>, CliError> {
    let days = app.new_days(puzzles)?;
    let document = Document {
        schema: "aoc-new/1",
        results: &days,
    };
    let paths = days.iter().map(|day| format!("{}\n", day.path.display()));
    app.show(&document, || paths.collect())?;
    let there = days.iter().filter(|day| day.status == NewStatus::Exists);
    match there.map(|day| day.puzzle).collect::<Vec<_>>()[..] {
        [] => {}
        [puzzle] => app.note(&format!("{puzzle} was there already, and is unchanged")),
        ref many => app.note(&format!(
            "{} days were there already, and are unchanged",
            many.len()
        )),
    }
    Ok(days)
}

/// Without a selector, a day that is there is not what was meant: names the next
/// one.
fn say_next(app: &App, year: Year) -> Result<(), CliError> {
    let there = app.project()?.days_of(year)?;
    let mut days = (1..=puzzle::days(year)).map(Day);
    if let Some(day) = days.find(|day| !there.contains(day)) {
        app.note(&format!(
            "name the day to create, such as `aoc new {}`",
            year.day(day)
        ));
    }
    Ok(())
}
