//! `aoc new`: creates the files of days.

use std::path::Path;

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{CliError, Exit};
use crate::puzzle::{self, Day, Year};
use crate::reporter::{self, NewResult, NewResults, NewStatus};

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
    let days = app.new_days(&puzzles)?;
    let results = days.iter().map(|day| NewResult {
        year: day.puzzle.year,
        day: day.puzzle.day,
        path: app.shown(&day.path),
        status: if day.created {
            NewStatus::Created
        } else {
            NewStatus::Exists
        },
        title: day.title.clone(),
    });
    let results = NewResults::new(results.collect());
    reporter::new_days(&mut app.console(), app.json, &results)?;
    if let ([day], true) = (&days[..], args.selection.selectors.is_empty())
        && !day.created
    {
        say_next(app, day.puzzle.year)?;
    }
    if let Some(editor) = editor {
        let paths = results.results.iter().map(|result| &*result.path);
        editor.open(&paths.collect::<Vec<&Path>>())?;
    }
    Ok(Exit::Done)
}

/// Without a selector, a day that is there is not what was meant: names the next
/// one.
fn say_next(app: &App, year: Year) -> Result<(), CliError> {
    let there = app.project()?.days_of(year)?;
    let mut missing = (1..=puzzle::days(year))
        .map(Day)
        .filter(|day| !there.contains(day));
    if let Some(day) = missing.next() {
        app.note(&format!(
            "name the day to create, such as `aoc new {}`",
            year.day(day)
        ));
    }
    Ok(())
}
