//! The job of `run`, `accept` and similar commands.
//!
//! The input and each example have a process of their own, so that what one
//! leaves behind in a static cannot change the answer of another.

use std::path::PathBuf;
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::DayInfo;

use super::alternatives::Alternatives;
use super::case::cases;
use super::case_client::CaseClient;
use super::client::Client;
use super::events::RunEvent;
use super::example_check::ExampleCheck;
use super::failure::{JobError, MissingInput};
use super::input::{Input, StoredExample};
use super::job::Job;
use super::limits::Limits;
use super::results::{ExampleResult, PuzzleResult};
use super::solver::Solver;
use super::spawn_options::{SpawnOptions, Stdout};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;

/// Solves a puzzle for one input, or for each of its examples.
#[derive(Clone, Debug)]
pub struct SolveJob {
    pub puzzle: Puzzle,
    /// The year's program.
    pub executable: PathBuf,
    pub input: Input,
    /// The examples of the file, to check with those in the code before the
    /// input; `None` to check none.
    pub examples: Option<Vec<StoredExample>>,
    /// Why there is no input, if examples stand in for it.
    pub missing_input: Option<MissingInput>,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// Whether to have the play-by-play written first.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
    pub limits: Limits,
}

/// A result for the input, or one for each example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved(pub Vec<PuzzleResult>);

impl HasExit for Solved {
    fn exit(&self) -> Exit {
        if self.0.iter().any(PuzzleResult::is_failure) {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

impl Job for SolveJob {
    type Output = Solved;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Solved, CliError> {
        let puzzle = self.puzzle;
        let mut client = self.client();
        let info = client.info(puzzle.day)?;
        self.alternatives.check(puzzle, &info)?;
        let cases = cases(&self.input, puzzle, &self.parts, &info);
        if let Some(missing) = &self.missing_input {
            if cases.is_empty() {
                let missing = missing.clone();
                return Err(JobError::NoInput { puzzle, missing }.into());
            }
            emit(RunEvent::Warning(missing.warning(puzzle)));
        }
        if cases.is_empty() {
            return Ok(Solved(vec![PuzzleResult::without_examples(puzzle, &info)]));
        }
        let mut results = Vec::new();
        for case in &cases {
            let solver = Solver {
                info: &info,
                case,
                alternatives: &self.alternatives,
                trace: self.trace,
                worker: CaseClient::new(&mut client, puzzle, case, self.limits.memory),
                emit: &mut *emit,
            };
            results.push(solver.solve(|emit| self.check_examples(&info, emit)));
            client = self.client();
        }
        Ok(Solved(results))
    }
}

/// How long a phase of an example may take before the input runs, unless
/// `--timeout` gives another time. An endless example holds the answer back for
/// no longer than this, since no other one is checked after it.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

impl SolveJob {
    /// Starts nothing yet.
    fn client(&self) -> Client {
        Client::new(
            self.executable.clone(),
            self.spawn_options.clone(),
            self.limits,
        )
    }

    fn check_examples(&self, info: &DayInfo, emit: &mut dyn FnMut(RunEvent)) -> Vec<ExampleResult> {
        let (Some(stored), Input::Text { .. }) = (&self.examples, &self.input) else {
            return Vec::new();
        };
        let check = ExampleCheck {
            puzzle: self.puzzle,
            executable: &self.executable,
            stored,
            parts: &self.parts,
            alternatives: &self.alternatives,
            // What is printed belongs to the input.
            spawn_options: SpawnOptions {
                stdin: false,
                stdout: Stdout::Silent,
                ..self.spawn_options.clone()
            },
            limits: Limits {
                timeout: self.limits.timeout.or(Some(EXAMPLE_TIMEOUT)),
                ..self.limits
            },
            before_input: true,
        };
        let results = check.run(info, emit);
        if !results.is_empty() {
            emit(RunEvent::ExamplesChecked(results.clone()));
        }
        results
    }
}
