//! The job of `run` and its kin: the phases one after the other in a worker of
//! its own, and a new worker for the rest where a phase took the worker down.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, ExampleInfo, Outcome, Phase, Reply, Source};

use super::alternatives::Alternatives;
use super::client::Client;
use super::compare::compare;
use super::error::WorkerError;
use super::events::RunEvent;
use super::failure::JobError;
use super::input::{Input, MissingInput, StoredExample};
use super::job::Job;
use super::outcome::{phase_of, phase_of_error, phase_of_outcome};
use super::process::{Limits, SpawnOptions};
use super::results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
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
        let texts = self.texts(&info);
        if texts.is_empty() {
            let puzzle = self.puzzle;
            return Err(match self.missing_input {
                Some(missing) => JobError::NoInput { puzzle, missing }.into(),
                None => JobError::NoExample { puzzle }.into(),
            });
        }
        let mut solver = Solver {
            job: &self,
            info: &info,
            client,
            emit,
        };
        let results = texts.iter().map(|text| solver.solve(text)).collect();
        Ok(Solved(results))
    }
}

/// A text to solve, and what is known of it.
struct Text {
    header: PuzzleHeader,
    source: Source,
    /// The answers that are known, and the status of an answer that is equal.
    expected: [Option<(String, Status)>; 2],
    /// Parts that follow rules of the example's own, which alternatives do not
    /// know.
    own_rules: [bool; 2],
    parts: Vec<Part>,
}

impl SolveJob {
    /// The texts to solve; none if there is no example.
    fn texts(&self, info: &DayInfo) -> Vec<Text> {
        let header = PuzzleHeader {
            title: info.title.clone().into_owned(),
            ..PuzzleHeader::unknown(self.puzzle)
        };
        match &self.input {
            Input::Text {
                kind,
                name,
                path,
                text,
                accepted,
            } => vec![Text {
                header: PuzzleHeader {
                    source: *kind,
                    name: name.clone(),
                    input: path.clone(),
                    ..header
                },
                source: Source::Texts(vec![text.clone()]),
                expected: accepted
                    .clone()
                    .map(|answer| answer.map(|answer| (answer, Status::Accepted))),
                own_rules: [false; 2],
                parts: self.parts.clone(),
            }],
            Input::Examples(stored) => {
                let count = info.examples.len() + stored.len();
                let in_code = info.examples.iter().enumerate();
                in_code
                    .map(|(index, example)| self.example(Source::Example(index), example))
                    .chain(stored.iter().map(|example| self.stored_example(example)))
                    .zip(1..)
                    .map(|(mut text, number)| {
                        text.header = PuzzleHeader {
                            source: SourceKind::Example,
                            name: (count > 1).then(|| i32::to_string(&number)),
                            ..header.clone()
                        };
                        text
                    })
                    .collect()
            }
        }
    }

    fn stored_example(&self, example: &StoredExample) -> Text {
        let known = ExampleInfo {
            expected: example
                .expected
                .clone()
                .map(|answer| answer.map(Into::into)),
            own_rules: [false; 2],
        };
        self.example(Source::Texts(vec![example.input.clone()]), &known)
    }

    /// Of an example, the parts whose answers it knows; an example that knows
    /// none is run for what it prints.
    fn example(&self, source: Source, example: &ExampleInfo) -> Text {
        let known = |part: Part| example.expected(part).is_some();
        let knows_any = Part::BOTH.into_iter().any(known);
        let parts = self.parts.iter().copied();
        Text {
            header: PuzzleHeader::unknown(self.puzzle),
            source,
            expected: Part::BOTH.map(|part| {
                let answer = example.expected(part)?;
                Some((answer.to_owned(), Status::Matched))
            }),
            own_rules: Part::BOTH.map(|part| example.has_own_rules(part)),
            parts: parts.filter(|&part| known(part) || !knows_any).collect(),
        }
    }
}

/// A job and the worker that does it.
struct Solver<'a> {
    job: &'a SolveJob,
    info: &'a DayInfo,
    client: Client,
    emit: &'a mut dyn FnMut(RunEvent),
}

impl Solver<'_> {
    /// Solves one text, all phases.
    fn solve(&mut self, text: &Text) -> PuzzleResult {
        let mut result = PuzzleResult::new(text.header.clone());
        let parse = Call {
            phase: Phase::Parse,
            alternative: None,
        };
        let parsed = if self.job.trace {
            // The play-by-play comes before the table.
            self.started(&parse);
            let parsed = self.parse(text);
            if parsed.status == Status::Ok {
                self.trace(&text.parts, &mut result);
            }
            self.puzzle_started(text);
            parsed
        } else {
            self.puzzle_started(text);
            self.started(&parse);
            self.parse(text)
        };
        let goes_on = parsed.status == Status::Ok;
        self.finished(parsed, &mut result);
        if !goes_on {
            return result;
        }
        for &part in &text.parts {
            let mut primary = None;
            for call in self.calls(text, part) {
                self.started(&call);
                let phase = self.answer(text, part, &call, primary.as_deref());
                if call.alternative.is_none() {
                    primary.clone_from(&phase.answer);
                }
                self.finished(phase, &mut result);
            }
        }
        result
    }

    /// The calls that answer a part.
    fn calls(&self, text: &Text, part: Part) -> Vec<Call> {
        let mut calls = self.job.alternatives.calls(self.info, part);
        if text.own_rules[part.index()] {
            calls.retain(|call| call.alternative.is_none());
        }
        calls
    }

    fn open(&mut self, text: &Text) -> Result<(u64, Outcome), WorkerError> {
        self.client.call(&Command::Open {
            day: self.job.puzzle.day.0,
            source: text.source.clone(),
            memory: self.job.limits.memory,
        })
    }

    fn parse(&mut self, text: &Text) -> PhaseResult {
        match self.open(text) {
            Ok((ns, Outcome::Parsed)) => PhaseResult {
                ns: Some(ns),
                ..phase_of(Phase::Parse, Status::Ok, None)
            },
            Ok((_, outcome)) => phase_of_outcome(Phase::Parse, outcome),
            Err(error) => phase_of_error(Phase::Parse, &error),
        }
    }

    /// Runs one call, in a new worker if the last one died.
    fn answer(
        &mut self,
        text: &Text,
        part: Part,
        call: &Call,
        primary: Option<&str>,
    ) -> PhaseResult {
        let opened = if self.client.is_alive() {
            Ok(())
        } else {
            self.open(text).map(drop)
        };
        let ran = opened.and_then(|()| self.client.call(&Command::Run(call.clone())));
        let mut result = match ran {
            Ok((ns, Outcome::Answered(answer))) => {
                let expected = text.expected[part.index()].as_ref();
                let expected = expected.map(|(answer, status)| (answer.as_str(), *status));
                let (status, message) = compare(part, &answer, expected, primary);
                PhaseResult {
                    ns: Some(ns),
                    answer: Some(answer),
                    ..phase_of(call.phase, status, message)
                }
            }
            Ok((_, outcome)) => phase_of_outcome(call.phase, outcome),
            Err(error) => phase_of_error(call.phase, &error),
        };
        result.alternative.clone_from(&call.alternative);
        result
    }

    /// Has the play-by-play of the parts written. One that fails is a failure of
    /// the puzzle; the parts run all the same.
    fn trace(&mut self, parts: &[Part], result: &mut PuzzleResult) {
        let puzzle = self.job.puzzle;
        for &part in parts {
            let phase = Phase::from(part);
            let failure = match self.client.ask(&Command::Trace(part)) {
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
            if !self.client.is_alive() {
                // The part itself may die of the same; it gets a new worker.
                return;
            }
        }
    }

    fn puzzle_started(&mut self, text: &Text) {
        let parts = text.parts.iter();
        let calls = parts.flat_map(|&part| self.calls(text, part));
        let alternatives = calls.filter_map(|call| call.alternative).collect();
        (self.emit)(RunEvent::PuzzleStarted {
            header: text.header.clone(),
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
