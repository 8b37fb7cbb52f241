//! `aoc gen`: a generated input on stdout.

use std::io::{self, Write};

use serde::Serialize;

use crate::app::App;
use crate::args;
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};
use crate::reporter;
use crate::runner::{Client, Limits, SpawnOptions, Stdout};

/// Writes the input that a puzzle's solution makes from the seed.
pub fn run(app: &App, args: &args::Gen) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let &[puzzle] = puzzles.as_slice() else {
        let puzzles = puzzles.len();
        return Err(GenError::Many { puzzles }.into());
    };
    let workers = app.build(&puzzles, Profile::Aoc)?;
    let built = workers.worker(puzzle).map_err(Clone::clone)?;
    let spawn_options = SpawnOptions {
        environment: app.child_env().variables().to_vec(),
        folder: app.environment.current_dir.clone(),
        stdin: false,
        stdout: Stdout::Stderr,
    };
    let mut client = Client::new(built.executable.clone(), spawn_options, Limits::default());
    let input = client
        .generate(puzzle.day, args.seed)
        .map_err(|error| {
            CliError::from(error).context(format!("{puzzle}: no input from the seed {}", args.seed))
        })?
        .ok_or(GenError::None(puzzle))?;
    if app.json {
        let generated = Generated {
            schema: "aoc-gen/1",
            year: puzzle.year,
            day: puzzle.day,
            seed: args.seed,
            input,
        };
        reporter::json(&mut io::stdout(), &generated)?;
    } else {
        io::stdout().write_all(input.as_bytes())?;
    }
    Ok(Exit::Done)
}

/// What `gen --json` writes.
#[derive(Serialize)]
struct Generated {
    schema: &'static str,
    year: Year,
    day: Day,
    seed: u64,
    input: String,
}

/// Why there is no generated input.
#[derive(Debug, thiserror::Error)]
pub enum GenError {
    /// The day makes none.
    #[error("{0} makes no inputs: write its `fn generate`")]
    None(Puzzle),
    /// One at a time.
    #[error("one puzzle's input at a time, but {puzzles} puzzles are selected; name the one")]
    Many {
        /// How many.
        puzzles: usize,
    },
}

impl HasExit for GenError {
    fn exit(&self) -> Exit {
        match self {
            Self::None(_) => Exit::Failed,
            Self::Many { .. } => Exit::Usage,
        }
    }
}
