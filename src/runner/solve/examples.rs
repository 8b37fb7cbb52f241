//! Checks the examples of a job. Some can refute the solution, others can only confirm it.

use std::fs;
use std::time::{Duration, Instant};

use aoc_solution::Part;

use super::{SolvePlan, SolveState};
use crate::inputs::{Example, Trust};
use crate::runner::execute::RunEvent;
use crate::runner::input::Input;
use crate::runner::restarting_worker::RestartingWorker;
use crate::runner::results::{ConfirmingExample, ExampleFindings, MissingExample, PuzzleResult};
use crate::runner::spawn_options::SpawnOptions;
use crate::runner::status::Status;

/// The time limit of a phase of an example that runs before the input, unless `--timeout` sets
/// another one. After an example that exceeds it, no other example runs, so an endless example
/// delays the answer by no more than this.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for examples that can only confirm. The time that the others took is subtracted.
const CONFIRMING_TIME: Duration = Duration::from_secs(2);

/// If there was less time than this, a timeout says nothing about the example.
const MIN_TIME: Duration = Duration::from_secs(1);

impl SolveState<'_> {
    /// Checks the examples that can refute the code, then the examples of the file that can
    /// confirm it, then texts that may be examples of a part that nothing else checks.
    pub(super) fn check_examples(&mut self, result: &mut PuzzleResult) {
        let start = Instant::now();
        self.check_refuting(result);
        for input in self.confirming.iter().chain(&self.sources.likely) {
            let left = CONFIRMING_TIME.saturating_sub(start.elapsed());
            // The message about a timeout shows the time, so it has whole milliseconds.
            let left = Duration::new(left.as_secs(), left.subsec_millis() * 1_000_000);
            let Some(part) = self
                .job
                .parts
                .iter()
                .copied()
                .find(|&part| input.checks(part))
            else {
                continue;
            };
            let is_needed = match input.trust_of(&[part]) {
                Trust::Confirmed => !self.is_checked_by_refuting(input, part),
                _ => !self.is_checked(part, result),
            };
            if is_needed && !left.is_zero() {
                self.check_confirming(input, part, left, result);
            }
        }
    }

    /// Runs an example that cannot refute the solution. If the example was only likely and
    /// the solution gives its answer, it becomes confirmed.
    fn check_confirming(
        &mut self,
        input: &Input,
        part: Part,
        left: Duration,
        result: &mut PuzzleResult,
    ) {
        let (mut ran, has_timed_out) = self.run_confirming(input, left);
        let is_likely = ran.trust == Trust::Likely;
        let mut confirming = ConfirmingExample {
            expected: input.expected[part.index()].clone().unwrap_or_default(),
            result: ran.clone(),
            part,
        };
        match matching_answer(&ran, part) {
            Some(answer) => {
                if is_likely {
                    let text = input.text(self.info);
                    let example = Example::of_part(text, part, answer, Trust::Confirmed);
                    self.findings.confirmed = Some(example);
                    answer.clone_into(&mut confirming.expected);
                    self.noted.push(confirming);
                    ran.trust = Trust::Confirmed;
                }
                (self.emit)(RunEvent::ExampleFinished(ran.clone()));
                result.examples.push(ran);
            }
            None if is_likely => {
                if !matches!(ran.answer(part), Ok(Some(_))) {
                    let text = input.text(self.info).to_owned();
                    self.findings.unanswered.push(text);
                }
                if has_timed_out {
                    self.noted.push(confirming);
                }
            }
            None => {
                self.noted.push(confirming);
                result.examples.push(ran);
            }
        }
    }

    /// Runs an example that cannot refute the solution, unless this program timed out on it
    /// before. Also returns whether it timed out now.
    fn run_confirming(&mut self, input: &Input, left: Duration) -> (PuzzleResult, bool) {
        let options = self.job.spawn_options.clone();
        let timeout = options.timeout.unwrap_or(left).min(left);
        let mark = options
            .executable
            .with_file_name(format!("endless-{:016x}", input.digest));
        if mark.exists() {
            let why = "skipped: this code timed out on it before";
            return (self.skipped(input, why), false);
        }
        (self.emit)(RunEvent::ExampleStarted(input.header.clone()));
        let result = self.solve_quietly(input, options.silent(timeout));
        let has_timed_out = result.status == Status::Timeout;
        if has_timed_out && timeout >= MIN_TIME {
            // If the mark cannot be written, the next run waits again.
            let _ = fs::write(mark, "");
        }
        (result, has_timed_out)
    }

    /// Runs the parts of each example whose answers are known, and emits an event after each
    /// example, but none within it. If the input waits for the examples, their output is not
    /// shown. Then no example runs after one that exceeded the time limit, and these count as not
    /// matched.
    fn check_refuting(&mut self, result: &mut PuzzleResult) {
        let input_waits = !matches!(self.job.plan, SolvePlan::Test);
        let mut options = self.job.spawn_options.clone();
        if input_waits {
            let timeout = options.timeout.unwrap_or(EXAMPLE_TIMEOUT);
            options = options.silent(timeout);
        }
        let mut is_endless = false;
        for example in self.refuting {
            if !self.job.parts.iter().any(|&part| example.checks(part)) {
                continue;
            }
            (self.emit)(RunEvent::ExampleStarted(example.header.clone()));
            let example_result = if is_endless {
                self.skipped(example, "skipped: the previous example timed out")
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

    /// The result of an example that is not run because of a time limit.
    fn skipped(&self, example: &Input, why: &str) -> PuzzleResult {
        let mut result = self.result_of(example);
        result.add_status(Status::Timeout);
        result.message = Some(why.to_owned());
        result
    }

    /// Solves an example without emitting events.
    fn solve_quietly(&self, example: &Input, options: SpawnOptions) -> PuzzleResult {
        let mut result = self.result_of(example);
        let mut run = SolveState {
            emit: &mut |_| {},
            noted: Vec::new(),
            findings: ExampleFindings::default(),
            ..*self
        };
        run.solve(&mut RestartingWorker::new(options), example, &mut result);
        result
    }

    /// True if an example that can refute the code has this text and checks the part.
    fn is_checked_by_refuting(&self, input: &Input, part: Part) -> bool {
        self.refuting
            .iter()
            .any(|example| example.digest == input.digest && example.checks(part))
    }

    /// True if an example that can refute the code checks the part, or another example has
    /// matched.
    fn is_checked(&self, part: Part, result: &PuzzleResult) -> bool {
        if self.refuting.iter().any(|example| example.checks(part)) {
            return true;
        }
        result
            .examples
            .iter()
            .any(|example| matching_answer(example, part).is_some())
    }

    /// The kind of example that a requested part lacks. `None` if another example was checked
    /// instead.
    pub(super) fn missing_example(&self, result: &PuzzleResult) -> Option<MissingExample> {
        let missing = self.sources.missing?;
        let has_other = match missing {
            MissingExample::Likely(part) => {
                // An example that does not match gets a note, which says where it is.
                self.is_checked(part, result)
                    || self.confirming.iter().any(|example| example.checks(part))
            }
            MissingExample::NotFound(_) | MissingExample::BadPage(_) => {
                !result.counted_examples().is_empty()
            }
        };
        if !self.job.parts.contains(&missing.part()) || has_other {
            return None;
        }
        Some(missing)
    }
}

/// The expected answer to the part, if the solution gave it and nothing failed.
fn matching_answer(result: &PuzzleResult, part: Part) -> Option<&str> {
    let matched = result
        .phases
        .iter()
        .find(|phase| phase.phase == part.into() && phase.status == Status::Matched);
    if result.status.is_failure() {
        return None;
    }
    matched?.expected.as_deref()
}
