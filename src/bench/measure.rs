//! Measures the phases of a puzzle, a phase's contenders in turn.

use aoc_solution::letters::same;
use aoc_solution::protocol::{Allocations, Call, Command, DayInfo, Outcome, Phase, Reply};

use super::plan::Budget;
use super::results::BenchResult;
use super::sampler::Contenders;
use super::schedule::{self, Measurement};
use super::warning::Warning;
use crate::runner::{
    Alternatives, Case, CaseClient, PhaseResult, RunEvent, Status, phase_of_error,
    phase_of_outcome, phase_of_parse,
};

/// A case and the worker that measures it.
pub(super) struct Measuring<'a> {
    pub(super) info: &'a DayInfo,
    pub(super) case: &'a Case,
    pub(super) alternatives: &'a Alternatives,
    pub(super) worker: CaseClient<'a>,
    pub(super) emit: &'a mut dyn FnMut(RunEvent),
}

impl Measuring<'_> {
    /// Measures the phases. What a solution does wrong is in the results; an
    /// unsolved part has none.
    pub(super) fn run(mut self, phases: &[Phase]) -> Vec<BenchResult> {
        self.started(Phase::Parse);
        let parsed = phase_of_parse(self.worker.open());
        if parsed.status.is_failure() {
            return vec![BenchResult::new(self.case, parsed)];
        }
        let case = self.case;
        let has = |phase: &&Phase| phase.part().is_none_or(|part| case.parts.contains(&part));
        let phases = phases.iter().filter(has);
        phases
            .flat_map(|&phase| self.phase(phase, &parsed))
            .collect()
    }

    /// Measures one phase. `parsed` is the first parse.
    fn phase(&mut self, phase: Phase, parsed: &PhaseResult) -> Vec<BenchResult> {
        self.started(phase);
        let mut attempts = Vec::new();
        let mut primary = None;
        for call in self.calls(phase) {
            let tried = self.attempt(&call, primary.as_deref(), parsed);
            if call.alternative.is_none() {
                primary.clone_from(&tried.answer);
            }
            if tried.status != Status::Unsolved {
                attempts.push((call, tried));
            }
        }
        let calls: Vec<Call> = attempts
            .iter()
            .filter(|(_, tried)| !tried.status.is_failure())
            .map(|(call, _)| call.clone())
            .collect();
        let measured = self.sample(&calls);
        let primary = calls
            .iter()
            .position(|call| call.alternative.is_none())
            .and_then(|primary| measured[primary].as_ref().ok().cloned());
        let mut measured = measured.into_iter();
        let mut results = Vec::new();
        for (call, tried) in attempts {
            let measured = if tried.status.is_failure() {
                None
            } else {
                measured.next()
            };
            let (first_ns, first_answer) = (tried.ns.unwrap_or_default(), tried.answer.clone());
            let mut result = BenchResult::new(self.case, tried);
            match measured {
                None => {}
                Some(Ok(mut measurement)) => {
                    measurement.warmed.first_ns = first_ns;
                    let against = primary.as_ref().filter(|_| call.alternative.is_some());
                    result.set_measurement(&measurement, against);
                    result.allocations = self.count(&call);
                    self.call_again(&call, first_answer.as_deref(), &mut result);
                }
                Some(Err(failure)) => result.set_failure(failure),
            }
            results.push(result);
        }
        results
    }

    fn sample(&mut self, calls: &[Call]) -> Vec<Result<Measurement, PhaseResult>> {
        let mut contenders = Contenders {
            worker: &mut self.worker,
            calls,
            inputs: self.case.inputs().into(),
        };
        let emit = &mut *self.emit;
        let mut progress = |share| emit(RunEvent::PhaseProgress(share));
        schedule::measure(
            calls.len(),
            &mut contenders,
            &Budget::default(),
            &mut progress,
        )
    }

    fn calls(&self, phase: Phase) -> Vec<Call> {
        match phase.part() {
            Some(part) => self.case.calls(self.alternatives, self.info, part),
            None => vec![Call {
                phase,
                alternative: None,
            }],
        }
    }

    /// Calls once before anything is sampled: whether it answers, whether
    /// rightly, and how long the first call takes.
    fn attempt(&mut self, call: &Call, primary: Option<&str>, parsed: &PhaseResult) -> PhaseResult {
        let Some(part) = call.phase.part() else {
            return parsed.clone();
        };
        let ran = self.worker.call(&Command::Run(call.clone()));
        self.case.result(part, call, ran, primary)
    }

    /// Calls a part once more, after thousands of calls: a solution that keeps
    /// something between calls may answer differently by now.
    fn call_again(&mut self, call: &Call, first: Option<&str>, result: &mut BenchResult) {
        if call.phase.part().is_none() {
            return;
        }
        let is_first = |answer: &str| first.is_some_and(|first| same(first, answer) == Some(true));
        match self.worker.call(&Command::Run(call.clone())) {
            Ok((_, Outcome::Answered(answer))) if is_first(&answer) => {}
            Ok((_, Outcome::Answered(_) | Outcome::Unsolved)) => {
                result.warnings.push(Warning::AnswerChanges);
            }
            Ok((_, outcome)) => result.set_failure(phase_of_outcome(call.phase, outcome)),
            Err(error) => result.set_failure(phase_of_error(call.phase, &error)),
        }
    }

    /// What one call allocates, the mean over all inputs.
    fn count(&mut self, call: &Call) -> Option<Allocations> {
        let inputs = u64::from(self.case.inputs());
        match self.worker.ask(&Command::Count(call.clone())) {
            Ok(Reply::Allocated(Some(all))) => Some(Allocations {
                count: all.count / inputs,
                bytes: all.bytes / inputs,
                peak: all.peak,
            }),
            _ => None,
        }
    }

    fn started(&mut self, phase: Phase) {
        (self.emit)(RunEvent::PhaseStarted {
            phase,
            alternative: None,
        });
    }
}
