//! `aoc gen`: a generated input on stdout.

use std::io::{self, Write};

use anyhow::Context as _;
use serde::Serialize;

use super::args;
use super::desk::Desk;
use crate::exit::Exit;
use crate::puzzle::{Day, Puzzle, Year};
use crate::report;
use crate::worker::{Client, Limits, Profile, Stdout, Surroundings};

/// Writes the input that a puzzle's solution makes from the seed.
pub fn generate(desk: &Desk, args: &args::Gen) -> anyhow::Result<Exit> {
    let puzzles = desk.solutions(&args.selection)?;
    let &[puzzle] = puzzles.as_slice() else {
        let puzzles = puzzles.len();
        return Err(GenError::Many { puzzles }.into());
    };
    let built = desk.build(&puzzles, Profile::Aoc, false)?;
    let built = built.into_values().next().expect("one year")?;
    let surroundings = Surroundings {
        environment: desk.environment().variables().to_vec(),
        folder: desk.context.current_dir.clone(),
        stdin: false,
        stdout: Stdout::Stderr,
    };
    let mut client = Client::new(built.executable, surroundings, Limits::default());
    let input = client
        .generate(puzzle.day, args.seed)
        .with_context(|| format!("{puzzle}: no input from the seed {}", args.seed))?
        .ok_or(GenError::None(puzzle))?;
    if desk.context.json {
        let generated = Generated {
            schema: "aoc-gen/1",
            year: puzzle.year,
            day: puzzle.day,
            seed: args.seed,
            input,
        };
        report::json(&mut io::stdout(), &generated)?;
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

impl GenError {
    /// The exit code.
    pub const fn exit(&self) -> Exit {
        match self {
            Self::None(_) => Exit::Failed,
            Self::Many { .. } => Exit::Usage,
        }
    }
}
