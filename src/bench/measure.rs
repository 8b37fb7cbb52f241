//! One pass over a puzzle with one input: each phase's contenders in turn.

use std::iter;
use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::letters::same;
use aoc_solution::protocol::{Allocations, Call, Command, DayInfo, Outcome, Phase, Reply};

use super::plan::Budget;
use super::processors::{Permit, Processors, is_multithreaded};
use super::record::{Attempt, CaseSession, Infos, PhaseSession, Side};
use super::sampler::Contenders;
use super::schedule::{self, Contender};
use crate::processes::CancelToken;
use crate::processes::Times;
use crate::runner::{Alternatives, Client, Input, PhaseResult, RunEvent};

/// The worker of a pass, and what it is asked for.
pub(super) struct Measuring<'a> {
    pub(super) infos: &'a Infos,
    pub(super) alternatives: &'a Alternatives,
    pub(super) budget: &'a Budget,
    /// That of the project, then that of the other revision.
    pub(super) workers: Vec<Client>,
    pub(super) processors: &'a Processors,
    /// Ends the workers; what was measured is kept.
    pub(super) cancel: &'a CancelToken,
    pub(super) emit: &'a mut dyn FnMut(RunEvent),
}

/// A function's time on the processors.
struct Turn<'a> {
    permit: Permit<'a>,
    start: Instant,
    /// What the workers had done by then; `None` of one that did not run.
    before: Vec<Option<Times>>,
}

impl<'a> Measuring<'a> {
    /// Measures the phases. What a solution does wrong is in the results; an
    /// unsolved part has none.
    pub(super) fn pass(mut self, session: &mut CaseSession, phases: &[Phase]) {
        self.started(Phase::Parse);
        let mut opening = Some(self.turn(session.phases.first()));
        let parsed = PhaseResult::of(Phase::Parse, self.workers[Side::Own.worker()].open());
        if self.cancel.is_cancelled() {
            return;
        }
        let is_first = session.parsed.is_none();
        let CaseSession {
            case,
            parsed: first_parsed,
            phases: sessions,
        } = session;
        let parsed = first_parsed.get_or_insert(parsed);
        if parsed.status.is_failure() {
            return;
        }
        let has = |phase: &&Phase| {
            phase
                .part()
                .is_none_or(|part| case.parts(&Part::BOTH).contains(&part))
        };
        for (index, &phase) in phases.iter().filter(has).enumerate() {
            // The first phase is to parse, which has begun.
            let turn = opening.take().unwrap_or_else(|| {
                self.started(phase);
                self.turn(sessions.get(index))
            });
            if is_first {
                sessions.push(self.first(phase, case, parsed, turn));
            } else if let Some(session) = sessions.get_mut(index) {
                self.sample(session);
            }
            if self.cancel.is_cancelled() {
                return;
            }
        }
    }

    /// Waits for the processors that a function needs, as far as that is known of
    /// an earlier pass.
    fn turn(&self, session: Option<&PhaseSession>) -> Turn<'a> {
        let alone = session.is_some_and(|session| session.is_multithreaded);
        Turn {
            permit: self.processors.permit(alone),
            start: Instant::now(),
            before: self.workers.iter().map(Client::times).collect(),
        }
    }

    /// The first pass over a phase: once more, in other processes, if it turns out
    /// to be one that must be measured alone.
    fn first(
        &mut self,
        phase: Phase,
        case: &Input,
        parsed: &PhaseResult,
        turn: Turn<'_>,
    ) -> PhaseSession {
        let mut session = self.begin(phase, case, parsed);
        self.sample(&mut session);
        let beside = self.beside_one_thread(&turn.before);
        let mut permit = turn.permit;
        if permit.is_shared()
            && is_multithreaded(beside, turn.start.elapsed())
            && !self.cancel.is_cancelled()
        {
            drop(permit);
            permit = self.processors.exclusive();
            // Of a function that remembers its results, only the first call in a
            // process tells.
            self.workers.iter_mut().for_each(Client::end);
            let parsed = PhaseResult::of(Phase::Parse, self.workers[Side::Own.worker()].open());
            session = self.begin(phase, case, &parsed);
            self.sample(&mut session);
            session.is_multithreaded = true;
        }
        if !self.cancel.is_cancelled() {
            self.examine(&mut session);
        }
        drop(permit);
        self.warn_of_other(case, &session);
        session
    }

    /// How long processors were busy since then with other threads than the one of
    /// each worker that calls the solution.
    fn beside_one_thread(&self, before: &[Option<Times>]) -> Duration {
        let beside = |(worker, before): (&Client, &Option<Times>)| {
            let now = worker.times()?;
            Some(match before {
                Some(before) => now.beside_one_thread(before),
                None => now.beside_busiest(),
            })
        };
        self.workers.iter().zip(before).filter_map(beside).sum()
    }

    /// Says which functions of the other revision there is nothing to compare with.
    fn warn_of_other(&mut self, case: &Input, session: &PhaseSession) {
        for Attempt {
            side, call, result, ..
        } in &session.attempts
        {
            if *side == Side::Own || !result.status.is_failure() {
                continue;
            }
            let puzzle = case.header.puzzle();
            let why = result.message.as_deref().unwrap_or("it failed");
            let phase = match call.phase.part() {
                Some(part) => format!("part {part}"),
                None => call.phase.to_string(),
            };
            (self.emit)(RunEvent::Warning(format!(
                "{puzzle} {phase}: not compared with the other revision: {why}"
            )));
        }
    }

    /// Calls each function of the phase once before anything is sampled: whether
    /// it answers, whether rightly, and how long the first call takes.
    fn begin(&mut self, phase: Phase, case: &Input, parsed: &PhaseResult) -> PhaseSession {
        let mut session = PhaseSession::default();
        let mut primary = None;
        for (side, call) in self.calls(phase, case) {
            let worker = &mut self.workers[side.worker()];
            let result = match (call.phase.part(), side) {
                (None, Side::Own) => parsed.clone(),
                (None, Side::Other) => PhaseResult::of(Phase::Parse, worker.open()),
                (Some(_), _) => {
                    let ran = worker.call(&Command::Run(call.clone()));
                    case.result(&call, ran, primary.as_deref())
                }
            };
            if self.cancel.is_cancelled() {
                break;
            }
            if call.alternative.is_none() && side == Side::Own {
                primary.clone_from(&result.answer);
            }
            let sampled = result.ns.filter(|_| !result.status.is_failure());
            let contender = sampled.map(|ns| {
                session.contenders.push(Ok(Contender::new(ns)));
                session.contenders.len() - 1
            });
            session.attempts.push(Attempt {
                side,
                call,
                result,
                contender,
                allocations: None,
                again_ns: None,
                answer_changes: false,
            });
        }
        session
    }

    fn sample(&mut self, session: &mut PhaseSession) {
        let attempts = session.attempts.iter();
        let calls: Vec<(usize, Call)> = attempts
            .filter(|attempt| attempt.contender.is_some())
            .map(|attempt| (attempt.side.worker(), attempt.call.clone()))
            .collect();
        let mut sampler = Contenders {
            workers: &mut self.workers,
            calls: &calls,
            cancel: self.cancel,
        };
        let emit = &mut *self.emit;
        let mut progress = |share| emit(RunEvent::PhaseProgress(share));
        schedule::pass(
            &mut session.contenders,
            &mut sampler,
            self.budget,
            &mut progress,
        );
    }

    /// What else there is to know, once for each function that was sampled.
    fn examine(&mut self, session: &mut PhaseSession) {
        let own = |attempt: &&mut Attempt| attempt.side == Side::Own;
        for attempt in session.attempts.iter_mut().filter(own) {
            let Some(slot) = attempt
                .contender
                .map(|index| &mut session.contenders[index])
            else {
                continue;
            };
            let Ok(contender) = slot else { continue };
            if !contender.wants_pass(self.budget) {
                // So slow that each call counts.
                continue;
            }
            attempt.allocations = self.count(&attempt.call);
            match self.call_again(&attempt.call, attempt.result.answer.as_deref()) {
                Ok((ns, changes)) => {
                    attempt.again_ns = ns;
                    attempt.answer_changes = changes;
                }
                Err(_) if self.cancel.is_cancelled() => return,
                Err(failure) => *slot = Err(failure),
            }
        }
    }

    /// Whose functions answer the phase: those of the other revision after each
    /// of the project's that it has too.
    fn calls(&self, phase: Phase, case: &Input) -> Vec<(Side, Call)> {
        let of = |info: &DayInfo| match phase.part() {
            Some(part) => case.calls(self.alternatives, info, part),
            None => vec![Call {
                phase,
                alternative: None,
            }],
        };
        let others = self.infos.other.as_ref().map(of).unwrap_or_default();
        let own = of(&self.infos.own).into_iter();
        own.flat_map(|call| {
            let other = others.contains(&call).then(|| (Side::Other, call.clone()));
            iter::once((Side::Own, call)).chain(other)
        })
        .collect()
    }

    /// Calls a part once more, after thousands of calls: a solution that keeps
    /// something between calls may be faster by now, or answer differently. How
    /// long it took, and whether the answer is another.
    fn call_again(
        &mut self,
        call: &Call,
        first: Option<&str>,
    ) -> Result<(Option<u64>, bool), Box<PhaseResult>> {
        if call.phase.part().is_none() {
            return Ok((None, false));
        }
        let is_first = |answer: &str| first.is_some_and(|first| same(first, answer) == Some(true));
        match self.workers[Side::Own.worker()].call(&Command::Run(call.clone())) {
            Ok((ns, Outcome::Answered(answer))) => Ok((Some(ns), !is_first(&answer))),
            Ok((_, Outcome::Unsolved)) => Ok((None, true)),
            Ok((ns, outcome)) => Err(Box::new(PhaseResult::of(call.phase, Ok((ns, outcome))))),
            Err(error) => Err(Box::new(PhaseResult::of(call.phase, Err(error)))),
        }
    }

    /// What one call allocates.
    fn count(&mut self, call: &Call) -> Option<Allocations> {
        match self.workers[Side::Own.worker()].ask(&Command::Count(call.clone())) {
            Ok(Reply::Allocated(allocations)) => allocations,
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
