//! What is known of a puzzle while it is measured: one input, its phases, their
//! functions.

use aoc_solution::Part;
use aoc_solution::protocol::{Allocations, Call, DayInfo, Phase};

use super::compare::Ratio;
use super::measurement::Measurement;
use super::plan::Budget;
use super::results::BenchResult;
use super::schedule::Contender;
use super::warning::Warning;
use crate::runner::{Input, PhaseResult, Status};

/// What the workers have for the day.
pub(super) struct Infos {
    pub(super) own: DayInfo,
    /// That of the other revision; `None` without one.
    pub(super) other: Option<DayInfo>,
}

/// Whose function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Own,
    /// That of the other revision.
    Other,
}

impl Side {
    /// The index of its worker.
    pub(super) const fn worker(self) -> usize {
        match self {
            Self::Own => 0,
            Self::Other => 1,
        }
    }
}

/// One of its inputs.
pub(super) struct CaseSession {
    pub(super) case: Input,
    /// The first parse; `None` before the first pass.
    pub(super) parsed: Option<PhaseResult>,
    pub(super) phases: Vec<PhaseSession>,
}

/// One phase, with its alternatives.
#[derive(Default)]
pub(super) struct PhaseSession {
    pub(super) attempts: Vec<Attempt>,
    /// Those of the attempts that can be sampled.
    pub(super) contenders: Vec<Result<Contender, Box<PhaseResult>>>,
    /// Whether it runs in several threads, which it does not have while something
    /// else is measured.
    pub(super) is_multithreaded: bool,
}

/// The first call of a function, and what else is known of it.
pub(super) struct Attempt {
    pub(super) side: Side,
    pub(super) call: Call,
    pub(super) result: PhaseResult,
    /// Its index among the contenders; `None` for a call that failed.
    pub(super) contender: Option<usize>,
    pub(super) allocations: Option<Allocations>,
    /// What a call took after all samples; `None` of a parse, or if it was not
    /// called again.
    pub(super) again_ns: Option<u64>,
    pub(super) answer_changes: bool,
}

impl CaseSession {
    pub(super) const fn new(case: Input) -> Self {
        Self {
            case,
            parsed: None,
            phases: Vec::new(),
        }
    }

    pub(super) fn wants_pass(&self, budget: &Budget) -> bool {
        let contenders = self.phases.iter().flat_map(|phase| &phase.contenders);
        let wants = |contender: &Contender| contender.wants_pass(budget);
        self.parsed.is_none() || contenders.flatten().any(wants)
    }

    /// Those of `phases` that have no sample although nothing failed: an interrupt
    /// came before them.
    pub(super) fn not_reached(&self, phases: &[Phase]) -> Vec<Phase> {
        let Some(parsed) = &self.parsed else {
            return phases.to_vec();
        };
        if parsed.status.is_failure() {
            return Vec::new();
        }
        let has = |phase: &Phase| {
            phase
                .part()
                .is_none_or(|part| self.case.parts(&Part::BOTH).contains(&part))
        };
        let phases = phases.iter().copied().filter(has).enumerate();
        let reached = |index: usize| self.phases.get(index).is_some_and(PhaseSession::is_reached);
        phases
            .filter_map(|(index, phase)| (!reached(index)).then_some(phase))
            .collect()
    }

    pub(super) fn results(&self) -> Vec<BenchResult> {
        if let Some(parsed) = &self.parsed
            && parsed.status.is_failure()
        {
            return vec![BenchResult::new(&self.case, parsed.clone())];
        }
        let phases = self.phases.iter();
        phases.flat_map(|phase| phase.results(&self.case)).collect()
    }

    /// How many times longer the function takes than that of the other revision.
    pub(super) fn ratio_to_other(&self, result: &BenchResult) -> Option<Ratio> {
        let taken = |side: Side| {
            self.phases.iter().find_map(|phase| {
                let attempt = phase.attempts.iter().find(|attempt| {
                    attempt.side == side
                        && Some(attempt.call.phase) == result.phase
                        && attempt.call.alternative == result.alternative
                })?;
                phase.taken(attempt)
            })
        };
        Ratio::of(&taken(Side::Own)?, &taken(Side::Other)?)
    }
}

impl PhaseSession {
    /// What was measured of it; `None` if it failed.
    fn taken(&self, attempt: &Attempt) -> Option<Measurement> {
        let contender = self.contenders[attempt.contender?].as_ref().ok()?;
        Some(contender.taken.clone())
    }

    /// Whether the primary has a sample, failed, or is not written yet.
    fn is_reached(&self) -> bool {
        self.attempts.first().is_some_and(|attempt| {
            let contender = attempt.contender.map(|index| &self.contenders[index]);
            let is_sampled = |it: &Contender| !it.taken.processes.is_empty();
            contender.is_none_or(|contender| contender.as_ref().map_or(true, is_sampled))
        })
    }

    fn results(&self, case: &Input) -> Vec<BenchResult> {
        let is_primary = |attempt: &&Attempt| attempt.call.alternative.is_none();
        let primary = self.attempts.iter().find(is_primary);
        let primary = primary.and_then(|attempt| self.taken(attempt));
        let result = |attempt: &Attempt| {
            let mut result = BenchResult::new(case, attempt.result.clone());
            let Some(contender) = attempt.contender else {
                return result;
            };
            match &self.contenders[contender] {
                Ok(contender) => {
                    let against = primary
                        .as_ref()
                        .filter(|_| attempt.call.alternative.is_some());
                    let (taken, allocations) = (&contender.taken, attempt.allocations);
                    result.set_measurement(taken, against, allocations);
                    if attempt
                        .again_ns
                        .is_some_and(|ns| Warning::is_memo(taken.first_ns, ns, allocations))
                    {
                        result.warn(Warning::Memo);
                    }
                    if attempt.answer_changes {
                        result.warn(Warning::AnswerChanges);
                    }
                }
                Err(failure) => result.set_failure((**failure).clone()),
            }
            result
        };
        let is_shown = |attempt: &&Attempt| {
            // An interrupt came before its first sample.
            let is_empty = |index: usize| {
                let contender = self.contenders[index].as_ref();
                contender.is_ok_and(|contender| contender.taken.processes.is_empty())
            };
            attempt.side == Side::Own
                && attempt.result.status != Status::Unsolved
                && !attempt.contender.is_some_and(is_empty)
        };
        self.attempts.iter().filter(is_shown).map(result).collect()
    }
}
