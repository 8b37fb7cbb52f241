//! The job of `run`, `accept` and similar commands: the phases one after the
//! other in one worker, and a new worker for the rest if a phase took it down.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Phase, Reply};

use super::alternatives::Alternatives;
use super::case::{Case, cases};
use super::case_client::CaseClient;
use super::client::Client;
use super::error::WorkerError;
use super::events::RunEvent;
use super::failure::{JobError, MissingInput};
use super::input::Input;
use super::job::Job;
use super::limits::Limits;
use super::outcome::{phase_of_error, phase_of_outcome, phase_of_parse};
use super::results::{PhaseResult, PuzzleResult, Status};
use super::spawn_options::SpawnOptions;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;

/// Solves a puzzle for one input, or for each of its examples.
#[derive(Clone, Debug)]
pub struct SolveJob {
    pub puzzle: Puzzle,
    /// The year's program.
    pub executable: PathBuf,
    pub input: Input,
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
        let mut client = Client::new(
            self.executable.clone(),
            self.spawn_options.clone(),
            self.limits,
        );
        let info = client.info(self.puzzle.day)?;
        self.alternatives.check(self.puzzle, &info)?;
        let cases = cases(&self.input, self.puzzle, &self.parts, &info);
        if cases.is_empty() {
            let puzzle = self.puzzle;
            return Err(match self.missing_input {
                Some(missing) => JobError::NoInput { puzzle, missing }.into(),
                None => JobError::NoExample { puzzle }.into(),
            });
        }
        let solve = |case: &Case| {
            let solver = Solver {
                job: &self,
                info: &info,
                case,
                worker: CaseClient::new(&mut client, self.puzzle, case, self.limits.memory),
                emit: &mut *emit,
            };
            solver.solve()
        };
        Ok(Solved(cases.iter().map(solve).collect()))
    }
}

/// One case of a job, and the worker that solves it.
struct Solver<'a> {
    job: &'a SolveJob,
    info: &'a DayInfo,
    case: &'a Case,
    worker: CaseClient<'a>,
    emit: &'a mut dyn FnMut(RunEvent),
}

impl Solver<'_> {
    /// Runs all phases.
    fn solve(mut self) -> PuzzleResult {
        let mut result = PuzzleResult::new(self.case.header.clone());
        let parse = Call {
            phase: Phase::Parse,
            alternative: None,
        };
        let parsed = if self.job.trace {
            // The play-by-play comes before the table.
            self.started(&parse);
            let parsed = phase_of_parse(self.worker.open());
            if parsed.status == Status::Ok {
                self.trace(&mut result);
            }
            self.puzzle_started();
            parsed
        } else {
            self.puzzle_started();
            self.started(&parse);
            phase_of_parse(self.worker.open())
        };
        let goes_on = parsed.status == Status::Ok;
        self.finished(parsed, &mut result);
        if !goes_on {
            return result;
        }
        for &part in &self.case.parts {
            let mut primary = None;
            for call in self.calls(part) {
                self.started(&call);
                let ran = self.worker.call(&Command::Run(call.clone()));
                let phase = self.case.result(part, &call, ran, primary.as_deref());
                if call.alternative.is_none() {
                    primary.clone_from(&phase.answer);
                }
                self.finished(phase, &mut result);
            }
        }
        result
    }

    fn calls(&self, part: Part) -> Vec<Call> {
        self.case.calls(&self.job.alternatives, self.info, part)
    }

    /// Has the play-by-play of the parts written. One that fails is a failure of
    /// the puzzle; the parts still run.
    fn trace(&mut self, result: &mut PuzzleResult) {
        let puzzle = self.job.puzzle;
        for &part in &self.case.parts {
            let phase = Phase::from(part);
            let failure = match self.worker.ask(&Command::Trace(part)) {
                Ok(Reply::Traced(true)) => {
                    (self.emit)(RunEvent::Traced);
                    continue;
                }
                Ok(Reply::Traced(false)) => {
                    let note = format!("{puzzle} part {part} has no play-by-play");
                    (self.emit)(RunEvent::Note(note));
                    continue;
                }
                Ok(Reply::Ran { outcome, .. }) => phase_of_outcome(phase, outcome),
                Ok(other) => phase_of_error(phase, &WorkerError::out_of_turn(&other)),
                Err(error) => phase_of_error(phase, &error),
            };
            let why = failure.message.unwrap_or_default();
            let message = format!("the play-by-play of part {part} failed: {why}");
            (self.emit)(RunEvent::Warning(format!("{puzzle}: {message}")));
            result.fail(failure.status, message);
            if !self.worker.is_alive() {
                // The part itself may die of the same cause, in a new worker.
                return;
            }
        }
    }

    fn puzzle_started(&mut self) {
        let parts = self.case.parts.iter();
        let calls = parts.flat_map(|&part| self.calls(part));
        let alternatives = calls.filter_map(|call| call.alternative).collect();
        (self.emit)(RunEvent::PuzzleStarted {
            header: self.case.header.clone(),
            alternatives,
        });
    }

    fn started(&mut self, call: &Call) {
        (self.emit)(RunEvent::PhaseStarted {
            phase: call.phase,
            alternative: call.alternative.clone(),
        });
    }

    fn finished(&mut self, phase: PhaseResult, result: &mut PuzzleResult) {
        (self.emit)(RunEvent::PhaseFinished(phase.clone()));
        result.push(phase);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::CancelToken;
    use crate::puzzle::{Day, Year};
    use crate::runner::spawn_options::Stdout;

    #[test]
    fn a_worker_that_cannot_start_is_a_matter_of_files() {
        let job = SolveJob {
            puzzle: Year(2020).day(Day(22)),
            executable: "/no/such/program".into(),
            input: Input::Examples(Vec::new()),
            missing_input: None,
            parts: Part::BOTH.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options: SpawnOptions {
                environment: Vec::new(),
                folder: "/".into(),
                stdin: false,
                stdout: Stdout::Discard,
                cancel: CancelToken::default(),
            },
            limits: Limits::default(),
        };
        let mut events = Vec::new();
        let ran = job.run(&mut |event| events.push(event));
        assert_eq!(ran.unwrap_err().exit, Exit::Files);
        assert_eq!(events, []);
    }
}
