//! The job of `gen`: an input from a seed.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::client::Client;
use super::events::RunEvent;
use super::failure::JobError;
use super::job::Job;
use super::limits::Limits;
use super::spawn_options::SpawnOptions;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};

#[derive(Clone, Debug)]
pub struct GenerateJob {
    pub puzzle: Puzzle,
    /// The year's program.
    pub executable: PathBuf,
    pub seed: u64,
    pub spawn_options: SpawnOptions,
    pub limits: Limits,
}

/// A generated input: schema `aoc-gen/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratedInput {
    pub schema: Cow<'static, str>,
    pub year: Year,
    pub day: Day,
    pub seed: u64,
    pub input: String,
}

impl GeneratedInput {
    pub const SCHEMA: &'static str = "aoc-gen/1";
}

impl HasExit for GeneratedInput {
    fn exit(&self) -> Exit {
        Exit::Done
    }
}

/// The input that the puzzle makes from the seed; `Ok(None)` if it has no
/// `generate`. An error names the puzzle and the seed.
pub fn generate(
    client: &mut Client,
    puzzle: Puzzle,
    seed: u64,
) -> Result<Option<String>, CliError> {
    let generated = client.generate(puzzle.day, seed);
    generated.map_err(|error| {
        CliError::from(error).context(format!("{puzzle}: no input from the seed {seed}"))
    })
}

impl Job for GenerateJob {
    type Output = GeneratedInput;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, _: &mut dyn FnMut(RunEvent)) -> Result<GeneratedInput, CliError> {
        let Self { puzzle, seed, .. } = self;
        let mut client = Client::new(self.executable, self.spawn_options, self.limits);
        let generated = generate(&mut client, puzzle, seed)?;
        Ok(GeneratedInput {
            schema: Cow::Borrowed(GeneratedInput::SCHEMA),
            year: puzzle.year,
            day: puzzle.day,
            seed,
            input: generated.ok_or(JobError::NoGenerate { puzzle })?,
        })
    }
}
