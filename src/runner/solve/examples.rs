//! Checks the examples of a job. Some examples can refute the solution, and others can only confirm
//! it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Phase};

use super::SolveJob;
use super::solver::InputSolver;
use crate::error::Result;
use crate::files::{replace_unflushed, value_hash};
use crate::inputs::{Example, Trust};
use crate::runner::day_examples::MissingExample;
use crate::runner::example_inputs::ExampleInputs;
use crate::runner::execute::{Emit, RunEvent};
use crate::runner::input::{ExpectedAnswer, Input};
use crate::runner::limits::{CONFIRMING_TIME, EXAMPLE_TIMEOUT};
use crate::runner::restarting_worker::RestartingWorker;
use crate::runner::results::{CheckedExamples, ExampleNote, PuzzleResult};
use crate::runner::spawn_options::SpawnOptions;
use crate::runner::status::Status;

/// A timeout says something about an example only if the time limit was at least this long.
const MIN_TIME: Duration = Duration::from_secs(1);

/// The checks of the examples that are not solved like inputs.
pub struct ExampleChecks<'a> {
    job: &'a SolveJob,
    solver: &'a InputSolver<'a>,
    examples: &'a ExampleInputs,
    /// The notes on examples that cannot refute the solution. They are shown after the results.
    notes: Vec<ExampleNote>,
    checked: CheckedExamples,
}

impl<'a> ExampleChecks<'a> {
    pub fn new(solver: &'a InputSolver, examples: &'a ExampleInputs) -> Self {
        Self {
            job: solver.job,
            solver,
            examples,
            notes: Vec::new(),
            checked: CheckedExamples::default(),
        }
    }

    /// Checks all examples before the first input.
    pub fn check_before(&mut self, input: &Input, emit: Emit) -> Result<()> {
        self.checked.input_is_example = self.examples.contain(input);
        self.check(&self.examples.refuting, emit)?;
        let results = &self.checked.results;
        let counted: Vec<_> = PuzzleResult::counted(results).cloned().collect();
        if !counted.is_empty() {
            emit(RunEvent::ExamplesChecked(counted));
        }
        Ok(())
    }

    /// Checks the examples after the first ones, which were `solved` like inputs. Adds a note if
    /// there is no answer and nothing else says why. `without_example` is the note if there is no
    /// example.
    pub fn check_others(
        &mut self,
        solved: &[Input],
        without_example: Option<&str>,
        emit: Emit,
    ) -> Result<()> {
        self.check(&self.examples.refuting[solved.len()..], emit)?;
        let has_answer = !self.checked.results.is_empty()
            || solved
                .iter()
                .any(|example| example.phases(&self.job.parts) != [Phase::Parse]);
        let is_explained = self.still_missing().is_some() || !self.notes.is_empty();
        if has_answer || is_explained {
            return Ok(());
        }
        let note = if self.examples.of_code_and_file().next().is_some() {
            Some(self.no_answer_in_examples())
        } else {
            without_example.map(str::to_owned)
        };
        if let Some(note) = &note {
            emit(RunEvent::Note(note.clone()));
        }
        self.checked.note = note;
        Ok(())
    }

    /// Shows the notes. Returns the results.
    pub fn finish(self, emit: Emit) -> CheckedExamples {
        let missing = self.still_missing();
        for note in self.notes {
            emit(RunEvent::ExampleNote(note));
        }
        CheckedExamples {
            missing,
            ..self.checked
        }
    }

    /// The note if no example has an answer to a requested part.
    fn no_answer_in_examples(&self) -> String {
        let of_part = match self.job.parts[..] {
            [part] => format!(" to part {part}"),
            _ => String::new(),
        };
        format!("no example has an answer{of_part}: add one to the example")
    }

    /// Checks the examples in the order of [`ExampleInputs`]. `refuting` are the refuting examples
    /// that the job does not solve like inputs. A confirming example does not run if refuting
    /// examples have the same text and answers to the same parts. A likely example does not run if
    /// another example has checked its part. Keeps the results of examples that count or have a
    /// note.
    fn check(&mut self, refuting: &[Input], emit: Emit) -> Result<()> {
        let start = Instant::now();
        let examples = self.examples;
        let parts = &self.job.parts[..];
        for (example, ..) in first_checks(refuting, parts) {
            let ran = self.run_refuting(example, emit)?;
            // The requested alternative may not follow the special rules of the example, so nothing
            // was called.
            if ran.is_failure() || ran.phases.len() > 1 {
                self.finish_example(ran, emit);
            }
        }
        for (example, part, expected) in first_checks(&examples.confirming, parts) {
            let mut own_parts = parts.iter().filter(|&&part| example.has_answer_to(part));
            let can_refute = own_parts.all(|&part| {
                let mut refuting = examples.refuting.iter();
                refuting.any(|other| other.has_answer_to(part) && other.digest == example.digest)
            });
            if can_refute {
                continue;
            }
            let Some(left) = time_left(start) else {
                break;
            };
            let ran = self.run_confirming(example, left, emit)?;
            if !ran.counts() {
                self.note_failure(&ran, part, expected);
            }
            self.finish_example(ran, emit);
        }
        for (example, part, expected) in first_checks(&examples.likely, parts) {
            let is_checked = examples
                .refuting
                .iter()
                .any(|other| other.has_answer_to(part));
            if is_checked || self.has_match(part) {
                continue;
            }
            let Some(left) = time_left(start) else {
                break;
            };
            let ran = self.run_confirming(example, left, emit)?;
            self.conclude_likely(example, part, expected, ran, emit);
        }
        Ok(())
    }

    /// Runs an example that can refute the solution.
    ///
    /// If an input follows the examples, their output is not shown, and each has a time limit.
    /// After an example has exceeded the limit, the others are skipped and count as timed out.
    fn run_refuting(&mut self, example: &Input, emit: Emit) -> Result<PuzzleResult> {
        let options = self.job.spawn_options.clone();
        if !self.job.inputs.wait_for_examples() {
            return self.solve_quietly(example, options, emit);
        }
        if self
            .checked
            .results
            .iter()
            .any(|other| timed_out_call(other).is_some())
        {
            return Ok(self.skipped(example, "skipped: the previous example timed out"));
        }
        let limits = options.limits.or_timeout(EXAMPLE_TIMEOUT);
        self.solve_quietly(example, options.silent(limits), emit)
    }

    /// Runs an example that cannot refute the solution. Skips it if one of its calls timed out
    /// before in this build.
    fn run_confirming(
        &mut self,
        example: &Input,
        left: Duration,
        emit: Emit,
    ) -> Result<PuzzleResult> {
        let is_endless = example.phases(&self.job.parts).into_iter().any(|phase| {
            let calls = example.calls(&self.job.alternatives, self.solver.info, phase);
            calls
                .iter()
                .any(|call| self.timeout_mark(example, call).exists())
        });
        if is_endless {
            return Ok(self.skipped(example, "skipped: this code timed out on it before"));
        }
        let options = self.job.spawn_options.clone();
        let limits = options.limits.at_most(left);
        let result = self.solve_quietly(example, options.silent(limits), emit)?;
        if limits.timeout >= Some(MIN_TIME)
            && let Some(call) = timed_out_call(&result)
        {
            // Without the mark, the next run waits again.
            let _ = replace_unflushed(&self.timeout_mark(example, &call), "");
        }
        Ok(result)
    }

    /// The file beside the program that marks a call as timed out with this example. Each build has
    /// its own folder, so the mark is gone after a change.
    fn timeout_mark(&self, example: &Input, call: &Call) -> PathBuf {
        let name = format!("endless-{:016x}", value_hash(&(example.digest, call)));
        self.job.spawn_options.executable.with_file_name(name)
    }

    /// The result of an example that does not run because of a time limit.
    fn skipped(&self, example: &Input, why: &'static str) -> PuzzleResult {
        PuzzleResult {
            skipped: Some(why),
            ..self.solver.empty_result(example)
        }
    }

    /// Solves an example. Of its events, only the beginning is shown.
    fn solve_quietly(
        &self,
        example: &Input,
        options: SpawnOptions,
        emit: Emit,
    ) -> Result<PuzzleResult> {
        emit(RunEvent::ExampleStarted {
            header: example.header.clone(),
            then_input: self.job.inputs.wait_for_examples(),
        });
        let mut worker = RestartingWorker::new(options);
        self.solver.solve(&mut worker, example, &mut |_| {})
    }

    /// Adds the note on a confirmed example that fails. `part` is the first part that it checks.
    fn note_failure(&mut self, ran: &PuzzleResult, part: Part, expected: &ExpectedAnswer) {
        let failed = ran.failed_phases().next();
        // Part 1 may have matched, and part 2 failed.
        let (part, expected) = failed
            .and_then(|phase| Some((phase.phase.part()?, phase.expected.clone()?)))
            .unwrap_or_else(|| (part, expected.answer.clone()));
        self.notes.push(ExampleNote {
            result: ran.clone(),
            part,
            expected,
        });
    }

    /// Decides from the result of a likely example whether the text is really an example. If not,
    /// the result says nothing about the solution.
    fn conclude_likely(
        &mut self,
        example: &Input,
        part: Part,
        expected: &ExpectedAnswer,
        mut ran: PuzzleResult,
        emit: Emit,
    ) {
        let text = example.text(self.solver.info);
        let matched = matching_answer(&ran, part).map(str::to_owned);
        let note = ExampleNote {
            result: ran.clone(),
            part,
            expected: matched.clone().unwrap_or_else(|| expected.answer.clone()),
        };
        let Some(answer) = matched else {
            if matches!(ran.answer(part), Ok(Some(_))) {
                self.checked.contradicted.push(text.to_owned());
            }
            if timed_out_call(&ran).is_some() {
                self.notes.push(note);
            }
            return;
        };
        // The solution gives a possible answer of the page, so the text is an example.
        let confirmed = Example::of_part(text, part, &answer, Trust::Confirmed);
        self.checked.confirmed = Some(confirmed);
        self.notes.push(note);
        ran.trust = Trust::Confirmed;
        self.finish_example(ran, emit);
    }

    /// Keeps the result of an example. Shows it if it counts and no input follows.
    fn finish_example(&mut self, example: PuzzleResult, emit: Emit) {
        if example.counts() && !self.job.inputs.wait_for_examples() {
            emit(RunEvent::ExampleFinished(example.clone()));
        }
        self.checked.results.push(example);
    }

    /// The reason why a requested part still has no example after the examples have run. `None` if
    /// another example was checked instead.
    fn still_missing(&self) -> Option<MissingExample> {
        let missing = self.job.inputs.examples()?.missing?;
        let has_other = match missing {
            MissingExample::Likely(part) => {
                // Examples that do not match count, too. They have a note, which says where they
                // are.
                self.examples
                    .of_code_and_file()
                    .any(|example| example.has_answer_to(part))
                    || self.has_match(part)
            }
            MissingExample::NotFound(_) | MissingExample::UnusablePage(..) => {
                self.checked.results.iter().any(PuzzleResult::counts)
            }
        };
        if !self.job.parts.contains(&missing.part()) || has_other {
            return None;
        }
        Some(missing)
    }

    /// True if a checked example has the expected answer to the part.
    fn has_match(&self, part: Part) -> bool {
        self.checked
            .results
            .iter()
            .any(|example| matching_answer(example, part).is_some())
    }
}

/// The examples that check one of the parts. Each has the first such part, with the expected
/// answer.
fn first_checks<'e>(
    examples: &'e [Input],
    parts: &'e [Part],
) -> impl Iterator<Item = (&'e Input, Part, &'e ExpectedAnswer)> {
    examples.iter().filter_map(|example| {
        parts
            .iter()
            .find_map(|&part| Some((example, part, example.expected_of(part)?)))
    })
}

/// The remaining time for examples that can only confirm. `None` if no time is left.
fn time_left(start: Instant) -> Option<Duration> {
    let left = CONFIRMING_TIME.saturating_sub(start.elapsed());
    // The message about a timeout shows this time, so it is in whole milliseconds.
    let left = Duration::from_millis(left.as_millis().try_into().ok()?);
    (!left.is_zero()).then_some(left)
}

/// The first call that timed out.
fn timed_out_call(result: &PuzzleResult) -> Option<Call> {
    let timed_out = result
        .phases
        .iter()
        .find(|phase| phase.status == Status::Timeout)?;
    Some(Call {
        phase: timed_out.phase,
        alternative: timed_out.alternative.clone(),
    })
}

/// The expected answer to the part. `None` if the solution did not give it, or if something failed.
fn matching_answer(result: &PuzzleResult, part: Part) -> Option<&str> {
    let matched = result
        .phases
        .iter()
        .find(|phase| phase.phase == part.into() && phase.status == Status::Matched);
    if result.status().is_failure() {
        return None;
    }
    matched?.expected.as_deref()
}
