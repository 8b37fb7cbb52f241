//! `bench --history`: saved figures over time.

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter;

pub fn run(app: &App, puzzles: &[Puzzle]) -> Result<Exit, CliError> {
    let all = app.baselines()?.all()?;
    for error in &all.unreadable {
        app.warning(&format!("not in the history: {error}"));
    }
    let of_puzzle = |&puzzle: &Puzzle| (puzzle, all.history(puzzle));
    let history: Vec<_> = puzzles.iter().map(of_puzzle).collect();
    reporter::bench_history(&mut app.console(), app.json, &history)?;
    Ok(Exit::Done)
}
