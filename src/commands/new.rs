//! `aoc new`: creates the files of days.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::app::args::SelectionArgs;
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

/// What `aoc new --json` prints of each.
#[derive(Debug, Serialize)]
pub struct NewResult {
    year: Year,
    day: Day,
    path: PathBuf,
    /// `created`, or `exists` for a file that was there and is unchanged.
    status: &'static str,
    /// The title from the cached page, in a file that was created.
    title: Option<String>,
}

pub fn run(app: &App, args: &NewArgs) -> Result<Exit, CliError> {
    let puzzles = app.puzzles_to_create(&args.selection)?;
    // Before anything is written.
    let editor = args.edit.then(|| app.editor()).transpose()?;
    let results = create(app, &puzzles)?;
    if let [result] = &results[..]
        && args.selection.selectors.is_empty()
        && result.status == "exists"
    {
        say_next(app, result.year)?;
    }
    if let Some(editor) = editor {
        let paths: Vec<&Path> = results.iter().map(|result| &*result.path).collect();
        editor.open(&paths)?;
    }
    Ok(Exit::Done)
}

/// Creates the files that are missing, and prints all paths, for an editor.
pub fn create(app: &App, puzzles: &[Puzzle]) -> Result<Vec<NewResult>, CliError> {
    let results = app.new_days(puzzles)?.into_iter().map(|day| NewResult {
        year: day.puzzle.year,
        day: day.puzzle.day,
        path: app.shown(&day.path),
        status: if day.created { "created" } else { "exists" },
        title: day.title,
    });
    let results: Vec<NewResult> = results.collect();
    let document = Document {
        schema: "aoc-new/1",
        results: &results,
    };
    let paths = results
        .iter()
        .map(|result| format!("{}\n", result.path.display()));
    app.show(&document, || paths.collect())?;
    let there = results.iter().filter(|it| it.status == "exists");
    let count = there.clone().count();
    match there.clone().next() {
        Some(NewResult { year, day, .. }) if count == 1 => {
            app.note(&format!("{year}/{day} was there already, and is unchanged"));
        }
        Some(_) => app.note(&format!(
            "{count} days were there already, and are unchanged"
        )),
        None => {}
    }
    Ok(results)
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
