//! The job of `test`: the examples of a puzzle. Its results are plain data, and
//! the JSON of `test --json`.

use std::borrow::Cow;
use std::path::PathBuf;

use aoc_solution::Part;
use serde::{Deserialize, Serialize};

use super::alternatives::Alternatives;
use super::client::Client;
use super::events::RunEvent;
use super::example_check::ExampleCheck;
use super::failure::JobFailure;
use super::input::StoredExample;
use super::job::Job;
use super::limits::Limits;
use super::results::{ExampleResult, Status};
use super::spawn_options::SpawnOptions;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};

#[derive(Clone, Debug)]
pub struct TestJob {
    pub puzzle: Puzzle,
    /// The year's program.
    pub executable: PathBuf,
    /// The examples of the file, which run after those in the code.
    pub stored: Vec<StoredExample>,
    pub parts: Vec<Part>,
    pub spawn_options: SpawnOptions,
    pub limits: Limits,
}

/// All results of one `test`: schema `aoc-test/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResults {
    pub schema: Cow<'static, str>,
    /// In the order in which the puzzles were selected.
    pub results: Vec<TestResult>,
}

impl TestResults {
    pub const SCHEMA: &'static str = "aoc-test/1";

    pub const fn new(results: Vec<TestResult>) -> Self {
        Self {
            schema: Cow::Borrowed(Self::SCHEMA),
            results,
        }
    }
}

/// A puzzle and its examples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResult {
    pub year: Year,
    pub day: Day,
    /// Empty where the worker could not be asked.
    pub title: String,
    /// [`Status::Ok`] if nothing failed, else the status of what failed first.
    pub status: Status,
    /// Why the puzzle was not tested.
    pub message: Option<String>,
    /// None is no failure.
    pub examples: Vec<ExampleResult>,
}

impl TestResult {
    fn new(puzzle: Puzzle, title: String, examples: Vec<ExampleResult>) -> Self {
        let failed = examples.iter().find(|example| example.is_failure());
        Self {
            year: puzzle.year,
            day: puzzle.day,
            title,
            status: failed.map_or(Status::Ok, |example| example.status),
            message: None,
            examples,
        }
    }

    /// The result of a puzzle that was not tested.
    pub fn failed(failure: &JobFailure) -> Self {
        Self {
            status: Status::Error,
            message: Some(failure.to_string()),
            ..Self::new(failure.puzzle, String::new(), Vec::new())
        }
    }

    pub const fn puzzle(&self) -> Puzzle {
        Puzzle {
            year: self.year,
            day: self.day,
        }
    }
}

impl HasExit for TestResult {
    fn exit(&self) -> Exit {
        if self.status.is_failure() {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

impl Job for TestJob {
    type Output = TestResult;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<TestResult, CliError> {
        let options = self.spawn_options.clone();
        let mut client = Client::new(self.executable.clone(), options, self.limits);
        let info = client.info(self.puzzle.day)?;
        drop(client);
        let check = ExampleCheck {
            puzzle: self.puzzle,
            executable: &self.executable,
            stored: &self.stored,
            parts: &self.parts,
            alternatives: &Alternatives::All,
            spawn_options: self.spawn_options,
            limits: self.limits,
            before_input: false,
        };
        let examples = check.run(&info, emit);
        Ok(TestResult::new(
            self.puzzle,
            info.title.into_owned(),
            examples,
        ))
    }
}
