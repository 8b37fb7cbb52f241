//! Runs the examples of a day and compares their answers.

use std::path::Path;

use aoc_solution::Part;
use aoc_solution::protocol::DayInfo;

use super::alternatives::Alternatives;
use super::case::{Case, cases};
use super::case_client::CaseClient;
use super::client::Client;
use super::events::RunEvent;
use super::input::{Input, StoredExample};
use super::limits::Limits;
use super::results::{ExampleResult, PuzzleResult, Status};
use super::solver::Solver;
use super::spawn_options::SpawnOptions;
use crate::puzzle::Puzzle;

/// The examples to run. Only parts whose answers are known are run.
pub struct ExampleCheck<'a> {
    pub puzzle: Puzzle,
    pub executable: &'a Path,
    /// Those of the file.
    pub stored: &'a [StoredExample],
    pub parts: &'a [Part],
    pub alternatives: &'a Alternatives,
    pub spawn_options: SpawnOptions,
    pub limits: Limits,
    /// Whether the input waits for them: then those that know no answer are left
    /// out, and none is run after one that exceeded the time limit.
    pub before_input: bool,
}

impl ExampleCheck<'_> {
    /// Runs each in a worker of its own, and tells which. What happens within
    /// one is not told.
    pub fn run(&self, info: &DayInfo, emit: &mut dyn FnMut(RunEvent)) -> Vec<ExampleResult> {
        let input = Input::Examples(self.stored.to_vec());
        let mut results: Vec<ExampleResult> = Vec::new();
        for mut case in cases(&input, self.puzzle, self.parts, info) {
            let expected = &case.expected;
            case.parts.retain(|part| expected[part.index()].is_some());
            if self.before_input && case.parts.is_empty() {
                continue;
            }
            let slow = results
                .iter()
                .any(|result| result.status == Status::Timeout);
            emit(RunEvent::ExampleStarted(case.header.clone()));
            let result = if slow && self.before_input {
                let mut result = PuzzleResult::new(case.header);
                let why = "not run, as the one before took too long";
                result.fail(Status::Timeout, why.to_owned());
                result
            } else {
                self.solve(&case, info)
            };
            let result = ExampleResult::from(result);
            // Its rules may be others than those of the alternative that is asked for.
            let says_nothing = !result.is_failure() && result.phases.len() < 2;
            if !(says_nothing && self.before_input) {
                emit(RunEvent::ExampleFinished(result.clone()));
                results.push(result);
            }
        }
        results
    }

    fn solve(&self, case: &Case, info: &DayInfo) -> PuzzleResult {
        let mut client = Client::new(
            self.executable.to_owned(),
            self.spawn_options.clone(),
            self.limits,
        );
        let solver = Solver {
            info,
            case,
            alternatives: self.alternatives,
            trace: false,
            worker: CaseClient::new(&mut client, self.puzzle, case, self.limits.memory),
            emit: &mut |_| {},
        };
        solver.solve(|_| Vec::new())
    }
}
