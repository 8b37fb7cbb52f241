//! Measures a puzzle: every phase sampled, its ways to be solved in turn.

mod turns;

use std::path::PathBuf;

use aoc_solution::protocol::{Allocations, Call, Command, DayInfo, Outcome, Phase, Reply, Source};

use super::plan::Budget;
use super::results::BenchResult;
use super::schedule;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Client, Limits, PhaseResult, SourceKind, SpawnOptions, Status, WorkerError,
};
use crate::runner::{compare, failed, refused};
use turns::Turns;

/// What is to be measured of one puzzle.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The worker that solves it.
    pub executable: PathBuf,
    /// The kind of input.
    pub kind: SourceKind,
    /// What to read.
    pub source: Source,
    /// The answers that are known of the first text.
    pub known: [Option<String>; 2],
    /// The phases.
    pub phases: Vec<Phase>,
    /// The other ways to measure beside the day's own.
    pub alternatives: Alternatives,
    /// How the worker is started.
    pub spawn_options: SpawnOptions,
}

/// Is told how far a measurement is.
pub trait Progress {
    /// A phase begins.
    fn phase(&mut self, phase: Phase);
    /// So much of the phase is done, from 0 to 1.
    fn at(&mut self, share: f64);
}

/// Measures, in a worker of its own, what the worker has as `info`. What a
/// solution does wrong is in the results; an unsolved part has none.
pub fn measure(
    measuring: &Measuring,
    info: &DayInfo,
    progress: &mut dyn Progress,
) -> Vec<BenchResult> {
    let client = Client::new(
        measuring.executable.clone(),
        measuring.spawn_options.clone(),
        Limits::default(),
    );
    let mut bench = Bench {
        measuring,
        info,
        client,
        parse_ns: 0,
    };
    let failure = match bench.open() {
        Ok((ns, Outcome::Parsed)) => {
            bench.parse_ns = ns;
            let phases = measuring.phases.iter();
            return phases
                .flat_map(|&phase| bench.phase(phase, progress))
                .collect();
        }
        Ok((_, outcome)) => refused(Phase::Parse, outcome),
        Err(error) => failed(Phase::Parse, &error),
    };
    vec![bench.result(failure)]
}

/// A measurement and the worker that is at it.
struct Bench<'a> {
    measuring: &'a Measuring,
    info: &'a DayInfo,
    client: Client,
    /// How long the very first parse took.
    parse_ns: u64,
}

impl Bench<'_> {
    fn open(&mut self) -> Result<(u64, Outcome), WorkerError> {
        self.client.call(&Command::Open {
            day: self.measuring.puzzle.day.0,
            source: self.measuring.source.clone(),
            memory: None,
        })
    }

    /// Measures one phase, all its contenders in turn.
    fn phase(&mut self, phase: Phase, progress: &mut dyn Progress) -> Vec<BenchResult> {
        progress.phase(phase);
        let mut attempts = Vec::new();
        let mut own_answer = None;
        for call in self.calls(phase) {
            let tried = self.attempt(&call, own_answer.as_deref());
            if call.alternative.is_none() {
                own_answer.clone_from(&tried.answer);
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
        let mut turns = Turns {
            bench: self,
            calls: &calls,
        };
        let measured =
            schedule::measure(calls.len(), &mut turns, &Budget::default(), &mut |share| {
                progress.at(share);
            });
        let own = calls
            .iter()
            .position(|call| call.alternative.is_none())
            .and_then(|own| measured[own].as_ref().ok().cloned());
        let mut measured = measured.into_iter();
        let mut results = Vec::new();
        for (call, tried) in attempts {
            let measured = if tried.status.is_failure() {
                None
            } else {
                measured.next()
            };
            let first_ns = tried.ns.unwrap_or_default();
            let mut result = self.result(tried);
            match measured {
                None => {}
                Some(Ok(mut measurement)) => {
                    measurement.warmed.first_ns = first_ns;
                    let against = own.as_ref().filter(|_| call.alternative.is_some());
                    result.set_measurement(&measurement, against);
                    result.allocations = self.count(&call);
                }
                Some(Err(failure)) => {
                    result.status = failure.status;
                    result.message = failure.message;
                }
            }
            results.push(result);
        }
        results
    }

    fn calls(&self, phase: Phase) -> Vec<Call> {
        let own = vec![Call {
            phase,
            alternative: None,
        }];
        let Some(part) = phase.part() else { return own };
        match self.measuring.source {
            Source::Example(index) if self.info.examples[index].has_own_rules(part) => own,
            _ => self.measuring.alternatives.calls(self.info, part),
        }
    }

    /// Calls once, before the clock counts: whether it answers, whether rightly,
    /// and how long the first call takes.
    fn attempt(&mut self, call: &Call, own: Option<&str>) -> PhaseResult {
        let blank = PhaseResult {
            phase: call.phase,
            ns: Some(self.parse_ns),
            alternative: call.alternative.clone(),
            answer: None,
            status: Status::Ok,
            message: None,
        };
        let Some(part) = call.phase.part() else {
            return blank;
        };
        let reopened = if self.client.is_alive() {
            Ok(())
        } else {
            self.open().map(drop)
        };
        let ran = reopened.and_then(|()| self.client.call(&Command::Run(call.clone())));
        let tried = match ran {
            Ok((ns, Outcome::Answered(answer))) => {
                let known = self.measuring.known[part.index()].as_deref();
                let known = known.map(|answer| (answer, Status::Accepted));
                let (status, message) = compare(&answer, known, own);
                PhaseResult {
                    ns: Some(ns),
                    answer: Some(answer),
                    status,
                    message,
                    ..blank
                }
            }
            Ok((_, Outcome::Unsolved)) => PhaseResult {
                status: Status::Unsolved,
                ..blank
            },
            Ok((_, outcome)) => refused(call.phase, outcome),
            Err(error) => failed(call.phase, &error),
        };
        PhaseResult {
            alternative: call.alternative.clone(),
            ..tried
        }
    }

    /// What one call allocates, the mean over all inputs.
    fn count(&mut self, call: &Call) -> Option<Allocations> {
        let inputs = self.inputs();
        match self.client.ask(&Command::Count(call.clone())) {
            Ok(Reply::Allocated(Some(all))) => Some(Allocations {
                count: all.count / inputs,
                bytes: all.bytes / inputs,
                peak: all.peak,
            }),
            _ => None,
        }
    }

    fn inputs(&self) -> u64 {
        match &self.measuring.source {
            Source::Texts(texts) => texts.len() as u64,
            Source::Example(_) => 1,
        }
    }

    /// A result without figures.
    fn result(&self, phase: PhaseResult) -> BenchResult {
        BenchResult {
            year: self.measuring.puzzle.year,
            day: self.measuring.puzzle.day,
            title: self.info.title.clone().into_owned(),
            phase: phase.phase,
            alternative: phase.alternative,
            source: self.measuring.kind,
            inputs: usize::try_from(self.inputs()).unwrap_or(usize::MAX),
            status: phase.status,
            message: phase.message,
            measured: None,
            allocations: None,
            ratio: None,
            warnings: Vec::new(),
        }
    }
}
