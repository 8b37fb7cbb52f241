//! Checks the examples of a job. Some can refute the solution, others can only confirm it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo};

use super::{ExampleSources, SolvePlan, SolveState};
use crate::files::hash;
use crate::inputs::{Example, Trust};
use crate::puzzle::Puzzle;
use crate::runner::day_examples::MissingExample;
use crate::runner::execute::RunEvent;
use crate::runner::input::{ExpectedAnswer, Input};
use crate::runner::restarting_worker::RestartingWorker;
use crate::runner::results::{ConfirmingExample, ExampleFindings, PuzzleResult};
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

/// The examples of a job, by what they can show.
#[derive(Default)]
pub struct JobExamples {
    /// The examples in the code and the file that can refute the code.
    pub refuting: Vec<Input>,
    /// The examples in the file that can only confirm the code.
    pub confirming: Vec<Input>,
    /// The texts on the page that may be examples of the next part to solve.
    likely: Vec<Input>,
}

impl JobExamples {
    pub fn new(puzzle: Puzzle, sources: &ExampleSources, info: &DayInfo) -> Self {
        let (refuting, confirming): (Vec<Input>, Vec<Input>) = sources
            .stored_inputs(puzzle)
            .into_iter()
            .partition(|example| example.trust_of(&Part::BOTH).refutes());
        let likely = sources.found.likely.iter();
        Self {
            refuting: Input::examples(puzzle, &refuting, info),
            confirming,
            likely: likely
                .filter_map(|example| Input::of_likely(sources.header(puzzle), example))
                .collect(),
        }
    }

    /// True if an input has the text of an example in the code or the file.
    pub fn contain(&self, input: &Input) -> bool {
        self.refuting
            .iter()
            .chain(&self.confirming)
            .any(|example| example.digest == input.digest)
    }
}

impl SolveState<'_> {
    /// Checks the examples that can refute the code, then the examples of the file that can
    /// confirm it, then texts that may be examples of a part that nothing else checks.
    pub(super) fn check_examples(&mut self, result: &mut PuzzleResult) {
        let start = Instant::now();
        self.check_refuting(result);
        let examples = self.examples;
        for example in &examples.confirming {
            if let Some((part, expected)) = self.first_check(example)
                && !self.is_checked_by_refuting(example, part)
                && let Some(left) = time_left(start)
            {
                self.check_confirming(example, part, expected, left, result);
            }
        }
        for example in &examples.likely {
            if let Some((part, expected)) = self.first_check(example)
                && !self.is_checked(part, result)
                && let Some(left) = time_left(start)
            {
                self.check_likely(example, part, expected, left, result);
            }
        }
    }

    /// The first requested part that an example checks, with the expected answer.
    fn first_check<'e>(&self, example: &'e Input) -> Option<(Part, &'e ExpectedAnswer)> {
        let mut parts = self.job.parts.iter();
        parts.find_map(|&part| Some((part, example.expected_of(part)?)))
    }

    /// Runs an example of the file that cannot refute the solution. A note tells if the solution
    /// does not give its answer.
    fn check_confirming(
        &mut self,
        example: &Input,
        part: Part,
        expected: &ExpectedAnswer,
        left: Duration,
        result: &mut PuzzleResult,
    ) {
        let (ran, _) = self.run_confirming(example, left);
        if matching_answer(&ran, part).is_some() {
            (self.emit)(RunEvent::ExampleFinished(ran.clone()));
        } else {
            self.noted.push(ConfirmingExample {
                result: ran.clone(),
                part,
                expected: expected.answer.clone(),
            });
        }
        result.examples.push(ran);
    }

    /// Runs a text that may be an example. If the solution gives a value that may be its answer, it
    /// becomes a confirmed example. Otherwise it does not count.
    fn check_likely(
        &mut self,
        example: &Input,
        part: Part,
        expected: &ExpectedAnswer,
        left: Duration,
        result: &mut PuzzleResult,
    ) {
        let (mut ran, has_timed_out) = self.run_confirming(example, left);
        let text = example.text(self.info);
        let mut note = ConfirmingExample {
            result: ran.clone(),
            part,
            expected: expected.answer.clone(),
        };
        if let Some(answer) = matching_answer(&ran, part) {
            let confirmed = Example::of_part(text, part, answer, Trust::Confirmed);
            self.findings.confirmed = Some(confirmed);
            answer.clone_into(&mut note.expected);
            self.noted.push(note);
            ran.trust = Trust::Confirmed;
            (self.emit)(RunEvent::ExampleFinished(ran.clone()));
            result.examples.push(ran);
            return;
        }
        if !matches!(ran.answer(part), Ok(Some(_))) {
            self.findings.unanswered.push(text.to_owned());
        }
        if has_timed_out {
            self.noted.push(note);
        }
    }

    /// Runs an example that cannot refute the solution, unless one of its calls timed out in this
    /// build before. Also returns whether one timed out now.
    fn run_confirming(&mut self, input: &Input, left: Duration) -> (PuzzleResult, bool) {
        let mut phases = input.phases(&self.job.parts).into_iter();
        let is_endless = phases.any(|phase| {
            let calls = input.calls(&self.job.alternatives, self.info, phase);
            calls
                .iter()
                .any(|call| self.timeout_mark(input, call).exists())
        });
        if is_endless {
            let why = "skipped: this code timed out on it before";
            return (self.skipped(input, why), false);
        }
        (self.emit)(RunEvent::ExampleStarted(input.header.clone()));
        let options = self.job.spawn_options.clone();
        let timeout = options.timeout.unwrap_or(left).min(left);
        let result = self.solve_quietly(input, options.silent(timeout));
        let timed_out = timed_out_call(&result);
        if let Some(call) = &timed_out
            && timeout >= MIN_TIME
        {
            // If the mark cannot be written, the next run waits again.
            let _ = fs::write(self.timeout_mark(input, call), "");
        }
        (result, timed_out.is_some())
    }

    /// The file that marks a call that timed out with this example. It is beside the program. Each
    /// build of that has a folder of its own, so the mark is gone after a change.
    fn timeout_mark(&self, input: &Input, call: &Call) -> PathBuf {
        let name = format!("endless-{:016x}", hash(&(input.digest, call)));
        self.job.spawn_options.executable.with_file_name(name)
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
        for example in &self.examples.refuting {
            if self.first_check(example).is_none() {
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
        let mut refuting = self.examples.refuting.iter();
        refuting.any(|example| example.digest == input.digest && example.checks(part))
    }

    /// True if an example that can refute the code checks the part, or another example has
    /// matched.
    fn is_checked(&self, part: Part, result: &PuzzleResult) -> bool {
        let mut refuting = self.examples.refuting.iter();
        let mut ran = result.examples.iter();
        refuting.any(|example| example.checks(part))
            || ran.any(|example| matching_answer(example, part).is_some())
    }

    /// The kind of example that a requested part lacks. `None` if another example was checked
    /// instead.
    pub(super) fn missing_example(&self, result: &PuzzleResult) -> Option<MissingExample> {
        let missing = self.job.examples.as_ref()?.found.missing?;
        let has_other = match missing {
            MissingExample::Likely(part) => {
                // An example that does not match gets a note, which says where it is.
                let mut confirming = self.examples.confirming.iter();
                self.is_checked(part, result) || confirming.any(|example| example.checks(part))
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

/// The time that is left for an example that can only confirm. `None` if there is none.
fn time_left(start: Instant) -> Option<Duration> {
    let left = CONFIRMING_TIME.saturating_sub(start.elapsed());
    // The message about a timeout shows the time, so it has whole milliseconds.
    let left = Duration::from_millis(left.as_millis().try_into().ok()?);
    (!left.is_zero()).then_some(left)
}

/// The first call that timed out.
fn timed_out_call(result: &PuzzleResult) -> Option<Call> {
    let mut phases = result.phases.iter();
    let timed_out = phases.find(|phase| phase.status == Status::Timeout)?;
    Some(Call {
        phase: timed_out.phase,
        alternative: timed_out.alternative.clone(),
    })
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
