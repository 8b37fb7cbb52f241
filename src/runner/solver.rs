//! Solves one case: the phases one after the other in one worker, and in a new
//! worker for the rest if a phase took it down.

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Phase, Reply};

use super::alternatives::Alternatives;
use super::case::Case;
use super::case_client::CaseClient;
use super::error::WorkerError;
use super::events::RunEvent;
use super::outcome::{phase_of_error, phase_of_outcome, phase_of_parse};
use super::results::{ExampleResult, PhaseResult, PuzzleResult, Status};
use crate::puzzle::has_part2;

/// A case and the worker that solves it.
pub struct Solver<'a> {
    pub info: &'a DayInfo,
    pub case: &'a Case,
    pub alternatives: &'a Alternatives,
    /// Whether to have the play-by-play written first.
    pub trace: bool,
    pub worker: CaseClient<'a>,
    pub emit: &'a mut dyn FnMut(RunEvent),
}

impl Solver<'_> {
    /// Runs all phases. `check` is called once the puzzle has been announced.
    pub fn solve(
        mut self,
        check: impl FnOnce(&mut dyn FnMut(RunEvent)) -> Vec<ExampleResult>,
    ) -> PuzzleResult {
        let mut result = PuzzleResult::new(self.case.header.clone());
        let parse = Call {
            phase: Phase::Parse,
            alternative: None,
        };
        let parsed = if self.trace {
            // The play-by-play comes before the table.
            self.started(&parse);
            let parsed = phase_of_parse(self.worker.open());
            if parsed.status == Status::Ok {
                self.trace(&mut result);
            }
            self.puzzle_started();
            result.examples = check(self.emit);
            parsed
        } else {
            self.puzzle_started();
            result.examples = check(self.emit);
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
                if phase.status == Status::Unsolved && self.is_complete_without(part) {
                    self.no_part2();
                    continue;
                }
                if call.alternative.is_none() {
                    primary.clone_from(&phase.answer);
                }
                self.finished(phase, &mut result);
            }
        }
        result
    }

    fn is_complete_without(&self, part: Part) -> bool {
        part == Part::Two && !has_part2(self.case.header.puzzle())
    }

    /// Says that the part does not exist, if it was asked for by itself.
    fn no_part2(&mut self) {
        if self.case.parts == [Part::Two] {
            let puzzle = self.case.header.puzzle();
            (self.emit)(RunEvent::Note(format!(
                "{puzzle} has no part 2: the second star of an event's last day is for all others"
            )));
        }
    }

    fn calls(&self, part: Part) -> Vec<Call> {
        self.case.calls(self.alternatives, self.info, part)
    }

    /// Has the play-by-play of the parts written. One that fails is a failure of
    /// the puzzle; the parts still run.
    fn trace(&mut self, result: &mut PuzzleResult) {
        let puzzle = self.case.header.puzzle();
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
