//! A puzzle while it is measured: the passes go on where the last one ended.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aoc_solution::protocol::{DayInfo, Phase};

use super::baseline::{Baseline, BaselineName};
use super::cases::Cases;
use super::change::RatioTo;
use super::load::{Load, LoadMeter};
use super::measure::Measuring;
use super::plan::Budget;
use super::processors::Processors;
use super::record::{CaseSession, Infos};
use super::results::{BenchResult, Benched, BenchedPuzzle};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{Alternatives, Client, Input, Limits, MissingInput, RunEvent, SpawnOptions};

/// What to measure of a puzzle.
#[derive(Clone, Debug)]
pub struct Subject {
    pub puzzle: Puzzle,
    /// The program that has it.
    pub executable: PathBuf,
    pub input: BenchInput,
    pub phases: Vec<Phase>,
    pub alternatives: Alternatives,
    pub spawn_options: SpawnOptions,
    /// What one call of a phase may take.
    pub limits: Limits,
    pub processors: Processors,
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
        /// The program that has it.
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
        if self.subject.spawn_options.cancel.is_cancelled() {
            return;
        }
        if matches!(self.state, State::New) {
            let permit = self.subject.processors.shared();
            let begun = self.subject.begin(emit);
            drop(permit);
            self.state = match begun {
                Ok(begun) => begun,
                // An interrupt is no failure of the puzzle.
                Err(_) if self.subject.spawn_options.cancel.is_cancelled() => return,
                Err(error) => State::Failed(Some(error)),
            };
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
            for client in &mut clients {
                client.set_input(&session.case);
            }
            let measuring = Measuring {
                infos,
                alternatives: &self.subject.alternatives,
                budget,
                workers: clients,
                processors: &self.subject.processors,
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
            not_reached: session.not_reached(&self.subject.phases),
        });
        let puzzles: Vec<_> = puzzles
            .filter(|puzzle| !puzzle.results.is_empty())
            .collect();
        Ok((!puzzles.is_empty()).then_some(Benched {
            puzzles,
            load: self.load.map(Load::total),
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
                    .zip(result.figures())
                    .map(|(ratio, now)| RatioTo::of_samples(name.clone(), ratio).at(now.p10_ns)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::processes::CancelToken;
    use crate::puzzle::{Day, Year};
    use crate::runner::Stdout;

    #[test]
    fn an_interrupt_before_the_first_pass_is_no_failure() {
        let cancel = CancelToken::default();
        let mut session = Session::new(Subject {
            puzzle: Year(2020).day(Day(22)),
            executable: "/no/such/program".into(),
            input: BenchInput::Inputs(Vec::new()),
            phases: Vec::new(),
            alternatives: Alternatives::None,
            spawn_options: SpawnOptions {
                environment: Vec::new(),
                folder: "/".into(),
                stdin: false,
                stdout: Stdout::Discard,
                cancel: cancel.clone(),
            },
            limits: Limits::default(),
            processors: Processors::new(1),
            against: Against::Nothing,
            allowed: None,
        });
        cancel.cancel();
        session.pass(&Budget::default(), &mut |_| {});
        assert!(matches!(session.benched(), Ok(None)));
    }
}
