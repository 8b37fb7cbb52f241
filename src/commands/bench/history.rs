//! `bench --history`: saved figures over time.

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter;

pub fn run(app: &App, puzzles: &[Puzzle]) -> Result<Exit, CliError> {
    let baselines = app.baselines()?;
    let mut all = Vec::new();
    for &puzzle in puzzles {
        all.push((puzzle, baselines.history(puzzle)?));
    }
    reporter::bench_history(&mut app.console(), app.json, &all)?;
    Ok(Exit::Done)
}
