//! `aoc gen`: a generated input on stdout.

use serde::Serialize;

use crate::app::{App, limits};
use crate::args;
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{Client, SpawnOptions, Stdout};
use crate::terminal;

/// Schema `aoc-gen/1`.
#[derive(Serialize)]
struct Generated {
    schema: &'static str,
    year: Year,
    day: Day,
    seed: u64,
    input: String,
}

pub fn run(app: &App, args: &args::Gen) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let &[puzzle] = puzzles.as_slice() else {
        let puzzles = puzzles.len();
        return Err(GenError::Many { puzzles }.into());
    };
    let workers = app.build(&puzzles, &args.build, Profile::Aoc)?;
    let built = workers.worker(puzzle).map_err(Clone::clone)?;
    let spawn_options = SpawnOptions {
        // The runner's stdout is for the input alone.
        stdout: Stdout::Stderr,
        ..app.spawn_options(false)
    };
    let limits = limits(&args.limits, None);
    let mut client = Client::new(built.executable.clone(), spawn_options, limits);
    let input = client.generate(puzzle, args.seed)?;
    let input = input.ok_or(GenError::NoGenerate { puzzle })?;
    if app.json {
        let generated = Generated {
            schema: "aoc-gen/1",
            year: puzzle.year,
            day: puzzle.day,
            seed: args.seed,
            input,
        };
        terminal::json(&mut app.console(), &generated)?;
    } else {
        app.console().print(&input)?;
    }
    Ok(Exit::Done)
}

/// Why there is no generated input.
#[derive(Debug, thiserror::Error)]
pub enum GenError {
    #[error("one puzzle's input at a time, but {puzzles} puzzles are selected: name one")]
    Many { puzzles: usize },
    #[error("{puzzle} has no `generate` function: write one to generate inputs")]
    NoGenerate { puzzle: Puzzle },
}

impl HasExit for GenError {
    fn exit(&self) -> Exit {
        match self {
            Self::Many { .. } => Exit::Usage,
            Self::NoGenerate { .. } => Exit::Failed,
        }
    }
}
