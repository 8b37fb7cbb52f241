//! A puzzle while it is measured: the passes go on where the last one ended.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aoc_solution::protocol::{Allocations, Call, DayInfo, Phase};

use super::baseline::{Baseline, BaselineName};
use super::cases::Cases;
use super::change::RatioTo;
use super::compare::Ratio;
use super::load::{Load, LoadMeter};
use super::measure::Measuring;
use super::measurement::Measurement;
use super::plan::Budget;
use super::results::{BenchResult, Benched, BenchedPuzzle};
use super::schedule::Contender;
use super::warning::Warning;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Case, CaseClient, Client, Input, Limits, MissingInput, PhaseResult, RunEvent,
    SpawnOptions, Status,
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
    pub against: Against,
    /// The share that a phase may be slower than what it is compared with, such
    /// as 0.05; `None` for any.
    pub allowed: Option<f64>,
}

/// What to compare the figures with.
#[derive(Clone, Debug)]
pub enum Against {
    Nothing,
    /// Saved figures.
    Baseline(BaselineName, Arc<Baseline>),
    /// The same puzzle as another revision solves it, sampled in turn.
    Revision {
        name: String,
        /// The year's program.
        executable: PathBuf,
    },
}

/// What a puzzle is measured over.
#[derive(Clone, Debug)]
pub enum BenchInput {
    Inputs(Vec<Input>),
    /// A generated input, else one of these examples.
    StandIn {
        missing: MissingInput,
        examples: Vec<Input>,
    },
    /// The median and the worst of this many generated inputs.
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
        infos: Infos,
        cases: Vec<CaseSession>,
    },
    /// It cannot be measured; `None` once that was said.
    Failed(Option<CliError>),
}

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
    pub(super) contenders: Vec<Result<Contender, Box<PhaseResult>>>,
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

impl Session {
    pub const fn new(subject: Subject) -> Self {
        Self {
            subject,
            state: State::New,
            load: None,
        }
    }

    /// Measures once more, in processes that have done nothing else.
    pub fn pass(&mut self, budget: &Budget, emit: &mut dyn FnMut(RunEvent)) {
        if matches!(self.state, State::New) {
            let begun = self.subject.begin(emit);
            self.state = begun.unwrap_or_else(|error| State::Failed(Some(error)));
        }
        let State::Begun { infos, cases } = &mut self.state else {
            return;
        };
        let cancel = &self.subject.spawn_options.cancel;
        let meter = LoadMeter::start();
        for session in cases {
            if cancel.is_cancelled() || !session.wants_pass(budget) {
                continue;
            }
            emit(RunEvent::PuzzleStarted {
                header: session.case.header.clone(),
                alternatives: Vec::new(),
            });
            let mut clients = self.subject.clients();
            let open = |client| {
                let memory = self.subject.limits.memory;
                CaseClient::new(client, self.subject.puzzle, &session.case, memory)
            };
            let workers = clients.iter_mut().map(open).collect();
            let measuring = Measuring {
                infos,
                alternatives: &self.subject.alternatives,
                budget,
                workers,
                cancel,
                emit,
            };
            measuring.pass(session, &self.subject.phases);
        }
        self.load = Load::sum(self.load, meter.end());
    }

    /// What was measured; `None` if nothing was.
    ///
    /// # Errors
    ///
    /// The puzzle cannot be measured, which is said once.
    pub fn benched(&mut self) -> Result<Option<Benched>, CliError> {
        let cases = match &mut self.state {
            State::New => return Ok(None),
            State::Failed(error) => return error.take().map_or(Ok(None), Err),
            State::Begun { cases, .. } => cases,
        };
        let puzzles = cases.iter().map(|session| BenchedPuzzle {
            header: session.case.header.clone(),
            results: self.subject.compared(session),
        });
        let puzzles: Vec<_> = puzzles
            .filter(|puzzle| !puzzle.results.is_empty())
            .collect();
        Ok((!puzzles.is_empty()).then_some(Benched {
            puzzles,
            load: self.load,
        }))
    }
}

impl Subject {
    fn begin(&self, emit: &mut dyn FnMut(RunEvent)) -> Result<State, CliError> {
        let puzzle = self.puzzle;
        let mut client = self.client(&self.executable);
        let info = client.info(puzzle.day)?;
        self.alternatives.check(puzzle, &info)?;
        let mut maker = Cases {
            puzzle,
            info: &info,
            client: &mut client,
        };
        let cases = match &self.input {
            BenchInput::Generated(count) => {
                emit(RunEvent::PhaseStarted {
                    phase: Phase::Parse,
                    alternative: None,
                });
                let mut tell = |share| emit(RunEvent::PhaseProgress(share));
                maker.generated(*count, &mut tell)?
            }
            BenchInput::Inputs(inputs) => maker.of_inputs(inputs),
            BenchInput::StandIn { missing, examples } => {
                let (case, note) = maker.stand_in(missing, examples)?;
                emit(RunEvent::Note(note));
                vec![case]
            }
        };
        let cases = cases.into_iter().map(CaseSession::new).collect();
        let other = self.other_info(emit);
        let infos = Infos { own: info, other };
        Ok(State::Begun { infos, cases })
    }

    /// What the other revision has for the day.
    fn other_info(&self, emit: &mut dyn FnMut(RunEvent)) -> Option<DayInfo> {
        let Against::Revision { name, .. } = &self.against else {
            return None;
        };
        let info = self.clients().pop()?.info(self.puzzle.day);
        info.inspect_err(|error| {
            let puzzle = self.puzzle;
            emit(RunEvent::Warning(format!(
                "{puzzle}: not compared with {name}: {error}"
            )));
        })
        .ok()
    }

    /// The results with what they are compared with.
    fn compared(&self, session: &CaseSession) -> Vec<BenchResult> {
        let mut results = session.results();
        for result in &mut results {
            let change = match &self.against {
                Against::Nothing => None,
                Against::Baseline(name, baseline) => baseline
                    .find(result)
                    .and_then(|saved| result.change_since(name.to_string(), &saved.result)),
                Against::Revision { name, .. } => session
                    .ratio_to_other(result)
                    .map(|ratio| RatioTo::of_samples(name.clone(), ratio)),
            };
            if let Some(change) = change {
                result.set_change(change, self.allowed);
            }
        }
        results
    }

    /// A client for the project, and one for the other revision.
    fn clients(&self) -> Vec<Client> {
        let other = match &self.against {
            Against::Revision { executable, .. } => Some(executable),
            Against::Nothing | Against::Baseline(..) => None,
        };
        let executables = iter::once(&self.executable).chain(other);
        executables
            .map(|executable| self.client(executable))
            .collect()
    }

    fn client(&self, executable: &Path) -> Client {
        let executable = executable.to_owned();
        Client::new(executable, self.spawn_options.clone(), self.limits)
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

    /// How many times longer the function takes than that of the other revision.
    fn ratio_to_other(&self, result: &BenchResult) -> Option<Ratio> {
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
        Ratio::of(taken(Side::Own)?, taken(Side::Other)?)
    }
}

impl PhaseSession {
    /// What was measured of it; `None` if it failed.
    fn taken(&self, attempt: &Attempt) -> Option<&Measurement> {
        let contender = self.contenders[attempt.contender?].as_ref().ok()?;
        Some(&contender.taken)
    }

    fn results(&self, case: &Case) -> Vec<BenchResult> {
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
                    let against = primary.filter(|_| attempt.call.alternative.is_some());
                    result.set_measurement(&contender.taken, against);
                    result.allocations = attempt.allocations;
                    let first_ns = contender.taken.first_ns;
                    if attempt
                        .again_ns
                        .is_some_and(|ns| Warning::is_memo(first_ns, ns))
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
            let is_empty = |taken: &Measurement| taken.processes.is_empty();
            attempt.side == Side::Own
                && attempt.result.status != Status::Unsolved
                && !self.taken(attempt).is_some_and(is_empty)
        };
        self.attempts.iter().filter(is_shown).map(result).collect()
    }
}
