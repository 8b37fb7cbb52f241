//! Runs a job: its phases one after the other in a worker of its own, and a
//! new worker for the rest where a phase took the worker down.

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Outcome, Phase, Reply, Source};

use super::client::Client;
use super::compare::{compare, failed, phase, refused};
use super::error::WorkerError;
use super::job::{Input, Job, JobError};
use super::results::{PhaseResult, PuzzleResult, Status};

/// Is told what happens while a job runs.
pub trait RunEvents {
    /// A puzzle begins; the result has no phases yet. These alternatives will
    /// run as well.
    fn begun(&mut self, head: &PuzzleResult, alternatives: &[String]);
    /// A phase begins.
    fn running(&mut self, call: &Call);
    /// A phase is over.
    fn finished(&mut self, result: &PhaseResult);
    /// A part's play-by-play was written.
    fn traced(&mut self);
    /// There is something to say beside the results.
    fn note(&mut self, note: &str);
}

/// Runs the job. What a solution does wrong is in the results; there is one
/// for an input, and one for each example.
pub fn run(job: &Job, events: &mut dyn RunEvents) -> Result<Vec<PuzzleResult>, JobError> {
    let mut running = Running {
        job,
        client: Client::new(
            job.executable.clone(),
            job.spawn_options.clone(),
            job.limits,
        ),
    };
    let first = match &job.text {
        Input::Input { text, .. } => Source::Texts(vec![text.clone()]),
        Input::Examples => Source::Example(0),
    };
    let info = match running.client.info(job.puzzle.day) {
        Ok(info) => info,
        Err(error) => {
            let mut result = job.head("", None);
            events.begun(&result, &[]);
            result.phases.push(failed(Phase::Parse, &error));
            events.finished(&result.phases[0]);
            return Ok(vec![result]);
        }
    };
    job.alternatives.check(job.puzzle, &info)?;
    if let Source::Texts(_) = first {
        return Ok(vec![running.solve(&info, &first, None, events)]);
    }
    if info.examples.is_empty() {
        return Err(JobError::NoExample(job.puzzle));
    }
    Ok((0..info.examples.len())
        .map(|index| running.solve(&info, &Source::Example(index), Some(index), events))
        .collect())
}

/// A job and the worker that is at it.
struct Running<'a> {
    job: &'a Job,
    client: Client,
}

impl Running<'_> {
    fn open(&mut self, source: &Source) -> Result<(u64, Outcome), WorkerError> {
        self.client.call(&Command::Open {
            day: self.job.puzzle.day.0,
            source: source.clone(),
            memory: self.job.limits.memory,
        })
    }

    /// Solves one text, all phases.
    fn solve(
        &mut self,
        info: &DayInfo,
        source: &Source,
        example: Option<usize>,
        events: &mut dyn RunEvents,
    ) -> PuzzleResult {
        let mut result = self
            .job
            .head(&info.title, example.filter(|_| info.examples.len() > 1));
        // Of an example, the parts that it knows; an example that knows none
        // is run for what it prints.
        let parts: Vec<Part> = match example.map(|index| &info.examples[index]) {
            Some(example)
                if Part::BOTH
                    .iter()
                    .any(|&part| example.expected(part).is_some()) =>
            {
                let known = |part: &&Part| example.expected(**part).is_some();
                self.job.parts.iter().filter(known).copied().collect()
            }
            _ => self.job.parts.clone(),
        };

        let opened = self.open(source);
        if self.job.trace && matches!(opened, Ok((_, Outcome::Parsed))) {
            self.trace(&parts, events);
        }
        let calls = parts
            .iter()
            .flat_map(|&part| self.job.alternatives.calls(info, part));
        let names: Vec<String> = calls.filter_map(|call| call.alternative).collect();
        events.begun(&result, &names);
        let parsed = match opened {
            Ok((ns, Outcome::Parsed)) => PhaseResult {
                ns: Some(ns),
                ..phase(Phase::Parse, Status::Ok, None)
            },
            Ok((_, outcome)) => refused(Phase::Parse, outcome),
            Err(error) => failed(Phase::Parse, &error),
        };
        events.finished(&parsed);
        let goes_on = parsed.status == Status::Ok;
        result.phases.push(parsed);
        if !goes_on {
            return result;
        }

        for part in parts {
            let mut own = None;
            for call in self.job.alternatives.calls(info, part) {
                let own_rules =
                    example.is_some_and(|index| info.examples[index].has_own_rules(part));
                if own_rules && call.alternative.is_some() {
                    continue;
                }
                events.running(&call);
                let known = self.job.known(info, example, part);
                let phase = self.answer(source, &call, known, own.as_deref());
                if call.alternative.is_none() {
                    own.clone_from(&phase.answer);
                }
                events.finished(&phase);
                result.phases.push(phase);
            }
        }
        result
    }

    /// Runs one call, in a new worker if the last one died.
    fn answer(
        &mut self,
        source: &Source,
        call: &Call,
        known: Option<(&str, Status)>,
        own: Option<&str>,
    ) -> PhaseResult {
        let reopened = if self.client.is_alive() {
            Ok(())
        } else {
            self.open(source).map(drop)
        };
        let ran = reopened.and_then(|()| self.client.call(&Command::Run(call.clone())));
        let mut result = match ran {
            Ok((ns, Outcome::Answered(answer))) => {
                let (status, message) = compare(&answer, known, own);
                PhaseResult {
                    ns: Some(ns),
                    answer: Some(answer),
                    ..phase(call.phase, status, message)
                }
            }
            Ok((_, Outcome::Unsolved)) => phase(call.phase, Status::Unsolved, None),
            Ok((_, outcome)) => refused(call.phase, outcome),
            Err(error) => failed(call.phase, &error),
        };
        result.alternative.clone_from(&call.alternative);
        result
    }

    /// Has the play-by-play of the parts written.
    fn trace(&mut self, parts: &[Part], events: &mut dyn RunEvents) {
        for &part in parts {
            let failure = match self.client.ask(&Command::Trace(part)) {
                Ok(Reply::Traced(true)) => {
                    events.traced();
                    continue;
                }
                Ok(Reply::Traced(false)) => {
                    let puzzle = self.job.puzzle;
                    events.note(&format!("{puzzle} part {part} has no play-by-play"));
                    continue;
                }
                Ok(Reply::Ran { outcome, .. }) => refused(part.into(), outcome),
                Ok(other) => failed(part.into(), &WorkerError::out_of_turn(&other)),
                Err(error) => failed(part.into(), &error),
            };
            let why = failure.message.unwrap_or_default();
            events.note(&format!(
                "{} part {part}: its play-by-play failed: {why}",
                self.job.puzzle
            ));
            if !self.client.is_alive() {
                // What it died of, the part itself may die of too.
                return;
            }
        }
    }
}
