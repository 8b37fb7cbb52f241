//! Solves one input or one example of a day.

use aoc_solution::protocol::{Call, DayInfo, Phase, Reply, WorkerCommand};
use aoc_solution::{Part, Trace};

use super::{NEEDS_ALL_STARS, SolveJob};
use crate::error::{CliError, Exit, Result};
use crate::runner::error::{STDOUT_CLOSED, WorkerError};
use crate::runner::execute::{Emit, RunEvent};
use crate::runner::header::{PuzzleHeader, SourceKind};
use crate::runner::input::Input;
use crate::runner::phase_result::PhaseResult;
use crate::runner::restarting_worker::RestartingWorker;
use crate::runner::results::PuzzleResult;
use crate::runner::spawn_options::StdoutTarget;
use crate::runner::status::Status;

/// The functions of a day that a job calls for each input and each example.
pub struct InputSolver<'a> {
    pub job: &'a SolveJob,
    pub info: &'a DayInfo,
}

impl InputSolver<'_> {
    /// A worker for one input or one example.
    pub fn worker(&self) -> RestartingWorker {
        RestartingWorker::new(self.job.spawn_options.clone())
    }

    /// The result of an input or an example that has not run.
    pub fn empty_result(&self, input: &Input) -> PuzzleResult {
        let header = PuzzleHeader {
            title: self.info.title.clone(),
            ..input.header.clone()
        };
        PuzzleResult {
            trust: input.trust_of(&self.job.parts),
            ..PuzzleResult::new(header)
        }
    }

    /// Solves an input, and emits its events. If it is an example that fails, its text is added to
    /// the result.
    pub fn solve(
        &self,
        worker: &mut RestartingWorker,
        input: &Input,
        emit: Emit,
    ) -> Result<PuzzleResult> {
        let mut result = self.empty_result(input);
        self.call_phases(worker, input, &mut result.phases, emit)?;
        if input.header.source == SourceKind::Example && result.status().is_failure() {
            let text = input.text(self.info);
            emit(RunEvent::ExampleFailed(text.to_owned()));
            result.text = Some(text.into());
        }
        Ok(result)
    }

    /// Parses the input and calls the functions that answer its parts. The primary is called first.
    fn call_phases(
        &self,
        worker: &mut RestartingWorker,
        input: &Input,
        results: &mut Vec<PhaseResult>,
        emit: Emit,
    ) -> Result<()> {
        let answered = self.job.spawn_options.parts_with_answer;
        for phase in input.phases(&self.job.parts) {
            let part = phase.part();
            let is_last_star = part.is_some_and(|part| !answered.contains(&part));
            let mut primary = None;
            for call in input.calls(&self.job.alternatives, self.info, phase) {
                let ran = self.call(worker, input, &call, primary.as_deref(), emit)?;
                if is_last_star && ran.status == Status::Unsolved {
                    if self.job.parts == [Part::Two] {
                        emit(RunEvent::Note(NEEDS_ALL_STARS.to_owned()));
                    }
                    continue;
                }
                if call.alternative.is_none() {
                    primary.clone_from(&ran.answer);
                }
                let is_unparsed = phase == Phase::Parse && ran.status.is_failure();
                emit(RunEvent::PhaseFinished(ran.clone()));
                results.push(ran);
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
            self.job.spawn_options.cancel.check()?;
            return Err(unread_error(self.job.spawn_options.stdout));
        }
        Ok(input.result(call, reply, primary))
    }

    /// Writes the traces of the parts, if the input can be parsed. Returns those that failed.
    pub fn trace(
        &self,
        worker: &mut RestartingWorker,
        input: &Input,
        emit: Emit,
    ) -> Vec<PhaseResult> {
        let mut failed = Vec::new();
        let reply = worker.open(&input.opened);
        let parsed = PhaseResult::of(Phase::Parse, reply);
        if parsed.status.is_failure() {
            return failed;
        }
        for phase in input.phases(&self.job.parts) {
            let Some(part) = phase.part() else {
                continue;
            };
            match worker.send(WorkerCommand::Trace(part)) {
                Ok(Reply::Traced(Trace::Written)) => emit(RunEvent::Traced),
                Err(error) if error.is_stdout_closed() => emit(RunEvent::Traced),
                Ok(Reply::Traced(Trace::None)) => {
                    emit(RunEvent::Note(format!("part {part} has no trace")));
                }
                reply => {
                    let mut failure = PhaseResult::of(phase, reply);
                    let why = failure.message.unwrap_or_default();
                    let message = format!("the trace of part {part} failed: {why}");
                    failure.message = Some(message.clone());
                    failed.push(failure);
                    emit(RunEvent::Failure(message));
                }
            }
        }
        failed
    }
}

/// The error of a solution whose output nobody reads any more. It is a failure if the output goes
/// to stderr, because the results may still have a reader.
fn unread_error(output: StdoutTarget) -> CliError {
    let exit = match output {
        StdoutTarget::Inherit => Exit::ClosedPipe,
        StdoutTarget::Stderr | StdoutTarget::Discard | StdoutTarget::DiscardWithStderr => {
            Exit::Failed
        }
    };
    CliError::new(exit, STDOUT_CLOSED)
}
