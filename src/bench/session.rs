//! A puzzle while it is measured: the passes go on where the last one ended.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use aoc_solution::protocol::{Allocations, Call, DayInfo, Phase};

use super::baseline::{Baseline, BaselineName};
use super::cases::Cases;
use super::change::RatioTo;
use super::load::{Load, LoadMeter};
use super::measure::Measuring;
use super::plan::Budget;
use super::results::{BenchResult, Benched, BenchedPuzzle};
use super::schedule::Contender;
use super::warning::Warning;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Case, CaseClient, Client, Input, Limits, PhaseResult, RunEvent, SpawnOptions,
    Status,
};

/// What to measure of a puzzle.
#[derive(Clone, Debug)]
pub struct Subject {
    pub puzzle: Puzzle,
    /// The year's program.
    pub executable: PathBuf,
    pub input: BenchInput,
    pub phases: Vec<Phase>,
    pub alternatives: Alternatives,
    pub spawn_options: SpawnOptions,
    /// What one call of a phase may take.
    pub limits: Limits,
    /// What to compare the figures with, and how much slower they may be.
    pub against: Option<Arc<Against>>,
}

/// Saved figures to compare with.
#[derive(Clone, Debug)]
pub struct Against {
    pub name: BaselineName,
    pub baseline: Baseline,
    /// The share that a phase may be slower, such as 0.05; `None` for any.
    pub allowed: Option<f64>,
}

/// What a puzzle is measured over.
#[derive(Clone, Debug)]
pub enum BenchInput {
    /// Each of these; if there are none, a generated input or an example.
    Inputs(Vec<Input>),
    /// This many generated inputs together.
    Generated(u32),
}

/// A puzzle while it is measured.
pub struct Session {
    subject: Subject,
    state: State,
    /// During all passes; `None` where it is not known.
    load: Option<Load>,
}

enum State {
    New,
    Begun {
        info: DayInfo,
        cases: Vec<CaseSession>,
    },
    /// It cannot be measured, as was said.
    Failed,
}

/// One of its inputs.
pub(super) struct CaseSession {
    pub(super) case: Case,
    /// The first parse; `None` before the first pass.
    pub(super) parsed: Option<PhaseResult>,
    pub(super) phases: Vec<PhaseSession>,
}

/// One phase, with its alternatives.
#[derive(Default)]
pub(super) struct PhaseSession {
    pub(super) attempts: Vec<Attempt>,
    /// Those of the attempts that can be sampled.
    pub(super) contenders: Vec<Result<Contender, PhaseResult>>,
}

/// The first call of a function, and what else is known of it.
pub(super) struct Attempt {
    pub(super) call: Call,
    pub(super) result: PhaseResult,
    /// Its index among the contenders; `None` for a call that failed.
    pub(super) contender: Option<usize>,
    pub(super) allocations: Option<Allocations>,
    pub(super) answer_changes: bool,
}

impl Session {
    pub const fn new(subject: Subject) -> Self {
        Self {
            subject,
            state: State::New,
            load: None,
        }
    }

    /// Measures once more, in processes that have done nothing else.
    ///
    /// # Errors
    ///
    /// The puzzle cannot be measured. Further passes do nothing then.
    pub fn pass(
        &mut self,
        budget: &Budget,
        emit: &mut dyn FnMut(RunEvent),
    ) -> Result<(), CliError> {
        if matches!(self.state, State::New) {
            self.state = State::Failed;
            self.state = self.subject.begin(emit)?;
        }
        let State::Begun { info, cases } = &mut self.state else {
            return Ok(());
        };
        let meter = LoadMeter::start();
        for session in cases {
            if !session.wants_pass(budget) {
                continue;
            }
            let mut client = self.subject.client(session.case.inputs());
            emit(RunEvent::PuzzleStarted {
                header: session.case.header.clone(),
                alternatives: Vec::new(),
            });
            let worker = CaseClient::new(
                &mut client,
                self.subject.puzzle,
                &session.case,
                self.subject.limits.memory,
            );
            let measuring = Measuring {
                info,
                alternatives: &self.subject.alternatives,
                budget,
                worker,
                emit,
            };
            measuring.pass(session, &self.subject.phases);
        }
        self.load = Load::sum(self.load, meter.end());
        Ok(())
    }

    /// What was measured; `None` if nothing was.
    pub fn benched(&self) -> Option<Benched> {
        let State::Begun { cases, .. } = &self.state else {
            return None;
        };
        let puzzles = cases.iter().map(|session| BenchedPuzzle {
            header: session.case.header.clone(),
            results: self.subject.compared(session.results()),
        });
        let puzzles: Vec<_> = puzzles
            .filter(|puzzle| !puzzle.results.is_empty())
            .collect();
        (!puzzles.is_empty()).then_some(Benched {
            puzzles,
            load: self.load,
        })
    }
}

impl Subject {
    fn begin(&self, emit: &mut dyn FnMut(RunEvent)) -> Result<State, CliError> {
        let puzzle = self.puzzle;
        let mut client = self.client(1);
        let info = client.info(puzzle.day)?;
        self.alternatives.check(puzzle, &info)?;
        let mut maker = Cases {
            puzzle,
            info: &info,
            client: &mut client,
        };
        let mut cases = match &self.input {
            BenchInput::Generated(count) => vec![maker.generated(*count)?],
            BenchInput::Inputs(inputs) => maker.of_inputs(inputs),
        };
        if cases.is_empty() {
            let (case, note) = maker.stand_in()?;
            emit(RunEvent::Note(note));
            cases.push(case);
        }
        let cases = cases.into_iter().map(CaseSession::new).collect();
        Ok(State::Begun { info, cases })
    }

    /// The results with what they are compared with.
    fn compared(&self, mut results: Vec<BenchResult>) -> Vec<BenchResult> {
        if let Some(against) = &self.against {
            for result in &mut results {
                if let Some(change) = against.change(result) {
                    result.set_change(change, against.allowed);
                }
            }
        }
        results
    }

    /// A client whose worker handles this many inputs in one command.
    fn client(&self, inputs: u32) -> Client {
        let timeout = self.limits.timeout;
        let limits = Limits {
            timeout: timeout.map(|timeout| Duration::saturating_mul(timeout, inputs)),
            ..self.limits
        };
        Client::new(self.executable.clone(), self.spawn_options.clone(), limits)
    }
}

impl Against {
    fn change(&self, result: &BenchResult) -> Option<RatioTo> {
        let then = self.baseline.find(result)?.result.measured?.figures;
        let now = result.measured?.figures;
        RatioTo::of_figures(self.name.to_string(), &now, &then)
    }
}

impl CaseSession {
    const fn new(case: Case) -> Self {
        Self {
            case,
            parsed: None,
            phases: Vec::new(),
        }
    }

    fn wants_pass(&self, budget: &Budget) -> bool {
        let contenders = self.phases.iter().flat_map(|phase| &phase.contenders);
        let wants = |contender: &Contender| contender.wants_pass(budget);
        self.parsed.is_none() || contenders.flatten().any(wants)
    }

    fn results(&self) -> Vec<BenchResult> {
        if let Some(parsed) = &self.parsed
            && parsed.status.is_failure()
        {
            return vec![BenchResult::new(&self.case, parsed.clone())];
        }
        let phases = self.phases.iter();
        phases.flat_map(|phase| phase.results(&self.case)).collect()
    }
}

impl PhaseSession {
    fn results(&self, case: &Case) -> Vec<BenchResult> {
        let taken = |attempt: &Attempt| {
            let contender = self.contenders[attempt.contender?].as_ref().ok()?;
            Some(&contender.taken)
        };
        let is_primary = |attempt: &&Attempt| attempt.call.alternative.is_none();
        let primary = self.attempts.iter().find(is_primary).and_then(taken);
        let result = |attempt: &Attempt| {
            let mut result = BenchResult::new(case, attempt.result.clone());
            let Some(contender) = attempt.contender else {
                return result;
            };
            match &self.contenders[contender] {
                Ok(contender) => {
                    let against = primary.filter(|_| attempt.call.alternative.is_some());
                    result.set_measurement(&contender.taken, against);
                    result.allocations = attempt.allocations;
                    if attempt.answer_changes {
                        result.warnings.push(Warning::AnswerChanges);
                    }
                }
                Err(failure) => result.set_failure(failure.clone()),
            }
            result
        };
        let solved = |attempt: &&Attempt| attempt.result.status != Status::Unsolved;
        self.attempts.iter().filter(solved).map(result).collect()
    }
}
