//! `aoc list`: the solved puzzles.

use std::path::PathBuf;

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{Store, StoreError};
use crate::puzzle::Puzzle;
use crate::reporter::{self, ListEntry};

/// List solutions with their inputs, accepted answers and last edit
///
/// Lists the days that have a solution, with their titles, inputs, accepted answers
/// and the age of the last edit. Nothing is built or run, and no request is made.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc list              list everything that is solved here
  aoc list 2020 --json  list a year for a script")]
pub struct ListArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
}

pub fn run(app: &App, args: &ListArgs) -> Result<Exit, CliError> {
    let puzzles = app.solutions_or_all(&args.selection)?;
    let store = app.store()?;
    let mut exit = Exit::Done;
    let mut entries = Vec::new();
    for &puzzle in &puzzles {
        let (entry, failures) = entry(app, &store, puzzle)?;
        for error in failures {
            // The other puzzles are shown all the same.
            exit = exit.or(error.exit());
            app.error(&CliError::from(error).context(puzzle.to_string()).source);
        }
        entries.push(entry);
    }
    let now = (app.environment.now)();
    reporter::list(&mut app.console(), app.json, &entries, now)?;
    Ok(exit)
}

/// What is known of a puzzle, and which of its files cannot be read.
fn entry(
    app: &App,
    store: &Store,
    puzzle: Puzzle,
) -> Result<(ListEntry, Vec<StoreError>), CliError> {
    let project = app.project()?;
    let mut failures = Vec::new();
    let inputs = inputs(app, store, puzzle).map_err(|error| failures.push(error));
    let accepted = accepted(store, puzzle).map_err(|error| failures.push(error));
    let entry = ListEntry {
        year: puzzle.year,
        day: puzzle.day,
        title: project.title(puzzle),
        inputs: inputs.unwrap_or_default(),
        accepted: accepted.ok(),
        edited: project.edited(puzzle).map(Into::into),
    };
    Ok((entry, failures))
}

fn inputs(app: &App, store: &Store, puzzle: Puzzle) -> Result<Vec<PathBuf>, StoreError> {
    let primary = store.has_input(puzzle, None)?.then_some(None);
    let named = store.paths.named_inputs(puzzle)?;
    let all = primary.into_iter().chain(named.iter().map(Some));
    Ok(all
        .map(|name| app.shown(&store.paths.input_path(puzzle, name)))
        .collect())
}

fn accepted(store: &Store, puzzle: Puzzle) -> Result<Vec<u8>, StoreError> {
    let answers = store.answers(puzzle, None)?;
    let parts = Part::BOTH.into_iter();
    let parts = parts.filter(|&part| answers.accepted(part).is_some());
    Ok(parts.map(u8::from).collect())
}
