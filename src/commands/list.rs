//! `aoc list`: the solved puzzles.

use aoc_solution::Part;

use crate::app::App;
use crate::args;
use crate::error::{CliError, Exit};
use crate::inputs::Store;
use crate::puzzle::Puzzle;
use crate::reporter::{self, ListEntry};

pub fn run(app: &App, args: &args::List) -> Result<Exit, CliError> {
    let puzzles = app.solutions_or_all(&args.selection)?;
    let store = app.store()?;
    let entries = puzzles.iter().map(|&puzzle| entry(app, &store, puzzle));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let now = (app.environment.now)();
    reporter::list(&mut app.console(), app.json, &entries, now)?;
    Ok(Exit::Done)
}

fn entry(app: &App, store: &Store, puzzle: Puzzle) -> Result<ListEntry, CliError> {
    let project = app.project()?;
    let primary = store.has_input(puzzle, None)?.then_some(None);
    let named = store.paths.named_inputs(puzzle)?;
    let inputs = primary.into_iter().chain(named.iter().map(Some));
    let answers = store.answers(puzzle, None)?;
    let accepted = Part::BOTH.into_iter();
    Ok(ListEntry {
        year: puzzle.year,
        day: puzzle.day,
        title: project.title(puzzle),
        inputs: inputs
            .map(|name| app.shown(&store.paths.input_path(puzzle, name)))
            .collect(),
        accepted: accepted
            .filter(|&part| answers.accepted(part).is_some())
            .map(u8::from)
            .collect(),
        edited: project.edited(puzzle).map(Into::into),
    })
}
