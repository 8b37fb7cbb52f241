//! The job of `run`, `test`, `accept` and similar commands: solving one puzzle.
//!
//! The input and each example have separate processes, so a static variable cannot carry data from
//! one answer to another. The phases run one after the other in one worker. If a phase crashes the
//! worker, the next phase gets a new one.

mod examples;

use aoc_solution::protocol::{Call, DayInfo, Phase, Reply, WorkerCommand};
use aoc_solution::{Part, Trace};

pub use self::examples::ExampleInputs;
use super::alternatives::Alternatives;
use super::day_examples::DayExamples;
use super::error::{STDOUT_CLOSED, WorkerError};
use super::execute::{Emit, Job, RunEvent};
use super::header::{PuzzleHeader, SourceKind};
use super::input::{Input, MissingInput};
use super::phase_result::PhaseResult;
use super::restarting_worker::RestartingWorker;
use super::results::{CheckedExamples, ExampleNote, PuzzleResult, Solved};
use super::spawn_options::{SpawnOptions, StdoutTarget};
use super::status::Status;
use crate::error::{CliError, Exit, Result};

/// The note about part 2 of the last day of an event.
pub const NEEDS_ALL_STARS: &str = "no part 2: the last star of an event requires all others";

/// The texts that a job solves or checks. A [`DayExamples`] has the examples that are not in the
/// code.
pub enum SolveInputs {
    /// The inputs are solved, and the examples are checked before the first one. `None` means that
    /// no examples run, not even those in the code.
    Inputs(Vec<Input>, Option<DayExamples>),
    /// The examples replace the user's input. A warning says so, and the job fails if there is no
    /// example. Otherwise they run like [`Self::EachExample`].
    InsteadOf(MissingInput, DayExamples),
    /// Each example that can refute the solution is solved like an input, with a result of its own.
    /// The others are checked. The string is the note if there is no example.
    EachExample(DayExamples, Option<String>),
    /// All examples are checked, and one result contains all of them. The string is the note if
    /// there is no example.
    AllExamples(DayExamples, String),
}

impl SolveInputs {
    /// True if inputs wait for the examples.
    fn wait_for_examples(&self) -> bool {
        matches!(self, Self::Inputs(..))
    }

    /// The inputs. Empty if only examples run.
    pub fn inputs(&self) -> &[Input] {
        match self {
            Self::Inputs(inputs, _) => inputs,
            _ => &[],
        }
    }

    /// The examples that are not in the code. `None` means that no examples run.
    pub fn examples(&self) -> Option<&DayExamples> {
        match self {
            Self::Inputs(_, examples) => examples.as_ref(),
            Self::InsteadOf(_, examples)
            | Self::EachExample(examples, _)
            | Self::AllExamples(examples, _) => Some(examples),
        }
    }
}

pub struct SolveJob {
    pub inputs: SolveInputs,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// True if the parts write their traces before they are timed.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
}

impl SolveJob {
    /// A job for both parts, without alternatives and trace.
    pub fn new(inputs: SolveInputs, spawn_options: SpawnOptions) -> Self {
        Self {
            inputs,
            parts: Part::BOTH.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options,
        }
    }

    /// Solves an input, and emits its events. If it is an example that fails, its text is added to
    /// the result.
    fn solve(
        &self,
        info: &DayInfo,
        worker: &mut RestartingWorker,
        input: &Input,
        result: &mut PuzzleResult,
        emit: Emit,
    ) -> Result<()> {
        self.call_phases(info, worker, input, result, emit)?;
        if input.header.source == SourceKind::Example && result.status().is_failure() {
            let text = input.text(info);
            emit(RunEvent::ExampleFailed(text.to_owned()));
            result.text = Some(text.into());
        }
        Ok(())
    }

    /// Parses the input and calls the functions that answer its parts. The primary is called first.
    fn call_phases(
        &self,
        info: &DayInfo,
        worker: &mut RestartingWorker,
        input: &Input,
        result: &mut PuzzleResult,
        emit: Emit,
    ) -> Result<()> {
        let answered = self.spawn_options.parts_with_answer;
        for phase in input.phases(&self.parts) {
            let part = phase.part();
            let is_last_star = part.is_some_and(|part| !answered.contains(&part));
            let mut primary = None;
            for call in input.calls(&self.alternatives, info, phase) {
                let ran = self.call(worker, input, &call, primary.as_deref(), emit)?;
                if is_last_star && ran.status == Status::Unsolved {
                    if self.parts == [Part::Two] {
                        emit(RunEvent::Note(NEEDS_ALL_STARS.to_owned()));
                    }
                    continue;
                }
                if call.alternative.is_none() {
                    primary.clone_from(&ran.answer);
                }
                let is_unparsed = phase == Phase::Parse && ran.status.is_failure();
                emit(RunEvent::PhaseFinished(ran.clone()));
                result.phases.push(ran);
                if is_unparsed {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Calls a function. `primary` is the answer of the primary, if it was called before. Fails if
    /// nobody reads the output of the solution.
    fn call(
        &self,
        worker: &mut RestartingWorker,
        input: &Input,
        call: &Call,
        primary: Option<&str>,
        emit: Emit,
    ) -> Result<PhaseResult> {
        emit(RunEvent::PhaseStarted(call.clone()));
        let reply = worker.call(&input.opened, call);
        if reply.as_ref().is_err_and(WorkerError::is_stdout_closed) {
            self.spawn_options.cancel.check()?;
            return Err(unread_error(&self.spawn_options.stdout));
        }
        Ok(input.result(call, reply, primary))
    }
}

impl Job for SolveJob {
    type Output = Solved;

    fn run(self, emit: Emit) -> Result<Solved> {
        let puzzle = self.spawn_options.puzzle;
        // One worker lists the day's functions and solves the first input.
        let mut worker = RestartingWorker::new(self.spawn_options.clone());
        let info = worker.info()?;
        self.alternatives.check(puzzle, &info, &self.parts)?;
        let examples = match self.inputs.examples() {
            Some(examples) => ExampleInputs::new(puzzle, examples, &info),
            None => ExampleInputs::default(),
        };
        let mut state = SolveState {
            job: &self,
            info: &info,
            examples: &examples,
            emit,
            notes: Vec::new(),
            checked: CheckedExamples::default(),
        };
        if self.spawn_options.limits.memory.is_some() && !worker.counts_allocations()? {
            state.note(
                "the memory limit applies only to the size of the process, because the program has \
                 its own allocator",
            );
        }
        let results = match &self.inputs {
            SolveInputs::Inputs(inputs, _) => state.solve_all(worker, inputs)?,
            SolveInputs::InsteadOf(missing, _) => {
                state.replace_input(missing)?;
                state.solve_examples(worker, &examples.refuting, None)?
            }
            SolveInputs::EachExample(_, note) => {
                state.solve_examples(worker, &examples.refuting, note.as_deref())?
            }
            SolveInputs::AllExamples(_, note) => state.solve_examples(worker, &[], Some(note))?,
        };
        // A phase that an interrupt has ended says nothing about the solution.
        self.spawn_options.cancel.check()?;
        state.checked.missing = state.still_missing();
        for note in state.notes {
            (state.emit)(RunEvent::ExampleNote(note));
        }
        Ok(Solved {
            title: info.title.clone(),
            results,
            examples: state.checked,
        })
    }
}

/// The state of a running job.
struct SolveState<'a> {
    job: &'a SolveJob,
    info: &'a DayInfo,
    examples: &'a ExampleInputs,
    emit: Emit<'a>,
    /// The notes on examples that cannot refute the solution. They are shown after the results.
    notes: Vec<ExampleNote>,
    /// The examples that were not solved like inputs.
    checked: CheckedExamples,
}

impl SolveState<'_> {
    fn note(&mut self, text: impl Into<String>) {
        (self.emit)(RunEvent::Note(text.into()));
    }

    /// Warns that an example replaces the missing input. Fails if there is no example.
    fn replace_input(&mut self, missing: &MissingInput) -> Result<()> {
        if self.examples.of_code_and_file().next().is_none() {
            let puzzle = self.job.spawn_options.puzzle;
            return Err(missing.without_example_error(puzzle));
        }
        let message = missing.replaced_message("running the example");
        (self.emit)(RunEvent::Warning(message));
        Ok(())
    }

    /// Solves the first examples like inputs, and checks the others. `without_example` is the note
    /// if there is no example.
    fn solve_examples(
        &mut self,
        worker: RestartingWorker,
        solved: &[Input],
        without_example: Option<&str>,
    ) -> Result<Vec<PuzzleResult>> {
        let results = self.solve_all(worker, solved)?;
        self.check_examples(&self.examples.refuting[solved.len()..])?;
        self.explain_no_answer(solved, without_example);
        Ok(results)
    }

    /// Solves the inputs, or examples like inputs. The examples are checked before the first input.
    fn solve_all(
        &mut self,
        mut worker: RestartingWorker,
        inputs: &[Input],
    ) -> Result<Vec<PuzzleResult>> {
        let mut checks_examples = self.job.inputs.wait_for_examples();
        let mut results = Vec::new();
        for input in inputs {
            let mut result = self.empty_result(input);
            // The trace appears above the table.
            if self.job.trace {
                self.trace(&mut worker, input, &mut result);
            }
            (self.emit)(RunEvent::PuzzleStarted(result.header.clone()));
            if checks_examples {
                self.checked.input_is_example = self.examples.contain(input);
                self.check_examples(&self.examples.refuting)?;
                let counted: Vec<PuzzleResult> = self.checked.counted().cloned().collect();
                if !counted.is_empty() {
                    (self.emit)(RunEvent::ExamplesChecked(counted));
                }
                checks_examples = false;
            }
            self.job
                .solve(self.info, &mut worker, input, &mut result, self.emit)?;
            results.push(result);
            worker = RestartingWorker::new(self.job.spawn_options.clone());
        }
        Ok(results)
    }

    /// Adds a note if there is no answer and nothing else says why. `solved` are the examples that
    /// were solved like inputs. `without_example` is the note if there is no example.
    fn explain_no_answer(&mut self, solved: &[Input], without_example: Option<&str>) {
        let has_answer = !self.checked.results.is_empty()
            || solved
                .iter()
                .any(|example| example.phases(&self.job.parts) != [Phase::Parse]);
        let is_explained = self.still_missing().is_some() || !self.notes.is_empty();
        if has_answer || is_explained {
            return;
        }
        let note = if self.examples.of_code_and_file().next().is_some() {
            Some(self.no_answer_in_examples())
        } else {
            without_example.map(str::to_owned)
        };
        if let Some(note) = &note {
            self.note(note);
        }
        self.checked.note = note;
    }

    /// The note if no example has an answer to a requested part.
    fn no_answer_in_examples(&self) -> String {
        let of_part = match self.job.parts[..] {
            [part] => format!(" to part {part}"),
            _ => String::new(),
        };
        format!("no example has an answer{of_part}: add one to the example")
    }

    /// The result of an input or an example. Phases are added later.
    fn empty_result(&self, input: &Input) -> PuzzleResult {
        let header = PuzzleHeader {
            title: self.info.title.clone(),
            ..input.header.clone()
        };
        PuzzleResult {
            trust: input.trust_of(&self.job.parts),
            ..PuzzleResult::new(header)
        }
    }

    /// Writes the trace of the parts, if the input can be parsed. The parts also run if a trace
    /// failed.
    fn trace(&mut self, worker: &mut RestartingWorker, input: &Input, result: &mut PuzzleResult) {
        let reply = worker.open(&input.opened);
        let parsed = PhaseResult::of(Phase::Parse, reply);
        if parsed.status.is_failure() {
            return;
        }
        for phase in input.phases(&self.job.parts) {
            let Some(part) = phase.part() else {
                continue;
            };
            match worker.send(WorkerCommand::Trace(part)) {
                Ok(Reply::Traced(Trace::Written)) => (self.emit)(RunEvent::Traced),
                Err(error) if error.is_stdout_closed() => (self.emit)(RunEvent::Traced),
                Ok(Reply::Traced(Trace::None)) => self.note(format!("part {part} has no trace")),
                reply => {
                    let mut failure = PhaseResult::of(phase, reply);
                    let why = failure.message.unwrap_or_default();
                    let message = format!("the trace of part {part} failed: {why}");
                    failure.message = Some(message.clone());
                    result.failed_traces.push(failure);
                    (self.emit)(RunEvent::Failure(message));
                }
            }
        }
    }
}

/// The error of a solution whose output nobody reads any more. It is a failure if the output goes
/// to stderr, because the results may still have a reader.
fn unread_error(output: &StdoutTarget) -> CliError {
    let exit = match output {
        StdoutTarget::Inherit => Exit::ClosedPipe,
        StdoutTarget::Stderr | StdoutTarget::Discard | StdoutTarget::DiscardWithStderr => {
            Exit::Failed
        }
    };
    CliError::new(exit, STDOUT_CLOSED)
}

#[cfg(unix)]
#[cfg(test)]
mod tests;
