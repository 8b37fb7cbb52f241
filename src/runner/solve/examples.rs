//! The examples that a job checks: certain ones, which can refute the solution, and others,
//! which can only confirm it.

use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::Source;

use super::{SolvePlan, SolveRun};
use crate::inputs::{Example, ExampleOrigin};
use crate::runner::client::Client;
use crate::runner::execute::RunEvent;
use crate::runner::input::{Input, InputKind};
use crate::runner::results::{MissingExample, PuzzleResult, UncertainExample};
use crate::runner::spawn_options::SpawnOptions;
use crate::runner::status::Status;

/// The time limit of a phase of an example that runs before the input, unless
/// `--timeout` sets another one. After an example that exceeds it, no other example is
/// run, so an endless example delays the answer by no more than this.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for the examples that are not certain, less that of the certain ones.
const LIKELY_TIME: Duration = Duration::from_secs(2);

impl SolveRun<'_> {
    /// Checks the certain examples, then the others of parts that nothing checks.
    pub(super) fn check_examples(&mut self, result: &mut PuzzleResult) {
        let start = Instant::now();
        self.check_certain(result);
        for input in self.sources.confirmed.iter().chain(&self.sources.likely) {
            let left = LIKELY_TIME.saturating_sub(start.elapsed());
            let mut parts = self.job.parts.iter().copied();
            let part = parts.find(|&part| input.checks(part));
            if let Some(part) = part
                && !left.is_zero()
                && !self.is_checked(part, result)
            {
                self.check_uncertain(input, part, left, result);
            }
        }
    }

    /// Runs what may be an example of a part. It counts if the solution gives its answer, or one
    /// of the likely ones; then it is kept as an example.
    fn check_uncertain(
        &mut self,
        input: &Input,
        part: Part,
        left: Duration,
        result: &mut PuzzleResult,
    ) {
        let options = self.job.spawn_options.clone();
        let timeout = options.timeout.unwrap_or(left).min(left);
        (self.emit)(RunEvent::ExampleStarted(input.header.clone()));
        let example_result = self.solve_quietly(input, options.silent(timeout));
        if example_result.status == Status::Timeout {
            self.uncertain.push(UncertainExample::TimedOut);
        }
        let Some(answer) = matching_answer(&example_result, part) else {
            if matches!(input.kind, InputKind::Confirmed) {
                self.uncertain
                    .push(contradicted(input, part, &example_result));
            }
            return;
        };
        if let Source::Text(text) = &input.source
            && matches!(input.kind, InputKind::Likely { .. })
        {
            let example = Example::of_part(text, part, answer, ExampleOrigin::Confirmed);
            result.confirmed = Some(Box::new(example));
            self.uncertain.push(UncertainExample::Confirmed {
                answer: answer.to_owned(),
            });
        }
        (self.emit)(RunEvent::ExampleFinished(example_result.clone()));
        result.examples.push(example_result);
    }

    /// Runs the parts of each example whose answers are known, and emits an event at
    /// its end; events within an example are not emitted. If the input waits for the
    /// examples, their output is not shown, and no example runs after one that exceeded the
    /// time limit: it counts as not matched.
    fn check_certain(&mut self, result: &mut PuzzleResult) {
        let input_waits = !matches!(self.job.plan, SolvePlan::Test);
        let mut options = self.job.spawn_options.clone();
        if input_waits {
            let timeout = options.timeout.unwrap_or(EXAMPLE_TIMEOUT);
            options = options.silent(timeout);
        }
        let mut is_endless = false;
        for example in self.examples {
            if !self.job.parts.iter().any(|&part| example.checks(part)) {
                continue;
            }
            (self.emit)(RunEvent::ExampleStarted(example.header.clone()));
            let example_result = if is_endless {
                self.not_run(example)
            } else {
                self.solve_quietly(example, options.clone())
            };
            is_endless |= input_waits && example_result.status == Status::Timeout;
            // The example may follow other rules than the requested alternative.
            if example_result.is_failure() || example_result.phases.len() > 1 {
                (self.emit)(RunEvent::ExampleFinished(example_result.clone()));
                result.examples.push(example_result);
            }
        }
    }

    /// The result of an example after one that exceeded the time limit.
    fn not_run(&self, example: &Input) -> PuzzleResult {
        let mut result = self.result(&example.header);
        result.add_status(Status::Timeout);
        result.message = Some("not run, as the previous one took too long".to_owned());
        result.origin = example.origin(&self.job.parts);
        result
    }

    /// Solves an example without events.
    fn solve_quietly(&self, example: &Input, options: SpawnOptions) -> PuzzleResult {
        let mut result = self.result(&example.header);
        let mut run = SolveRun {
            emit: &mut |_| {},
            uncertain: Vec::new(),
            ..*self
        };
        run.solve(&mut Client::new(options), example, &mut result);
        result.origin = example.origin(&self.job.parts);
        result
    }

    /// True if a certain example checks the part, or another one has matched.
    fn is_checked(&self, part: Part, result: &PuzzleResult) -> bool {
        if self.examples.iter().any(|example| example.checks(part)) {
            return true;
        }
        let mut checked = result.examples.iter();
        checked.any(|example| matching_answer(example, part).is_some())
    }

    /// What is missing for a part that was asked for, unless an example was checked instead.
    pub(super) fn missing_example(&self, result: &PuzzleResult) -> Option<MissingExample> {
        let missing = self.sources.missing?;
        let has_other = match missing {
            MissingExample::Likely(part) => {
                // The note of one that does not match says where it is.
                let mut confirmed = self.sources.confirmed.iter();
                self.is_checked(part, result) || confirmed.any(|example| example.checks(part))
            }
            MissingExample::NotFound(_) => !result.examples.is_empty(),
        };
        if !self.job.parts.contains(&missing.part()) || has_other {
            return None;
        }
        Some(missing)
    }
}

/// What is told of an example that the solution does not confirm now.
fn contradicted(input: &Input, part: Part, checked: &PuzzleResult) -> UncertainExample {
    UncertainExample::Contradicted {
        expected: input.expected[part.index()].clone().unwrap_or_default(),
        given: checked.answer(part).ok().flatten(),
        file: input.header.input.clone().unwrap_or_default(),
    }
}

/// The expected answer to the part, if it was given and nothing failed.
fn matching_answer(result: &PuzzleResult, part: Part) -> Option<&str> {
    let mut phases = result.phases.iter();
    let matched =
        phases.find(|phase| phase.phase == part.into() && phase.status == Status::Matched);
    if result.is_failure() {
        return None;
    }
    matched?.expected.as_deref()
}
