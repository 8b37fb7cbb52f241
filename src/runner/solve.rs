//! The job of `run`, `test`, `accept` and similar commands: what happens in one
//! puzzle.
//!
//! The input and each example have a process of their own, so that what one
//! leaves behind in a static cannot change the answer of another. The phases
//! follow each other in one worker, and in a new one if a phase took it down.

use std::path::PathBuf;
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Phase, Reply};

use super::execute::{Job, RunEvent};
use super::input::{Alternatives, Input, MissingInput};
use super::results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
use super::worker::{Client, Limits, SpawnOptions, Stdout, WorkerError};
use crate::error::CliError;
use crate::puzzle::{Puzzle, has_part2};

/// The longest time of a phase of an example before the input runs, unless
/// `--timeout` gives another one. An endless example holds the answer back for
/// no longer than this, since no other one is checked after it.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub struct SolveJob {
    pub puzzle: Puzzle,
    /// The title of its page, while the code has none of its own.
    pub title: Option<String>,
    /// The year's program.
    pub executable: PathBuf,
    pub task: SolveTask,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// The play-by-play is written first.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
    pub limits: Limits,
}

/// The inputs that a puzzle is solved for. The examples are those of its file,
/// which join those in its code.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for each job")]
pub enum SolveTask {
    Input {
        input: Input,
        /// Checked before the input; `None` to check none.
        examples: Option<Vec<Input>>,
    },
    /// Each example like an input.
    Examples {
        examples: Vec<Input>,
        /// The reason why there is no input, if they stand in for it.
        missing: Option<MissingInput>,
    },
    /// The examples alone, as `test` checks them: one result with all of them.
    Test { examples: Vec<Input> },
}

type Emit<'a> = &'a mut dyn FnMut(RunEvent);

impl Job for SolveJob {
    type Output = Vec<PuzzleResult>;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: Emit<'_>) -> Result<Vec<PuzzleResult>, CliError> {
        let mut client = self.client();
        let (puzzle, mut info) = (self.puzzle, client.info(self.puzzle.day)?);
        info.title = self.title.clone().unwrap_or(info.title);
        self.alternatives.check(puzzle, &info)?;
        let mut result = PuzzleResult::new(PuzzleHeader {
            source: SourceKind::Example,
            ..PuzzleHeader::new(puzzle, &info)
        });
        match &self.task {
            SolveTask::Input { input, .. } => {
                let mut input = input.clone();
                input.header.title.clone_from(&info.title);
                // The worker that told of the day solves its input.
                return Ok(vec![self.solve(client, &input, &self.parts, &info, emit)]);
            }
            SolveTask::Examples { examples, missing } => {
                let examples = Input::examples(puzzle, examples, &info);
                match missing {
                    Some(missing) if examples.is_empty() => {
                        let why = &missing.reason;
                        let why = format!("{puzzle} has no example, and there is no input: {why}");
                        return Err(CliError::new(missing.exit, why));
                    }
                    Some(missing) => emit(RunEvent::Warning(missing.warning(puzzle))),
                    None if !examples.is_empty() => {}
                    None => {
                        let why = "no example: fetch its page, or add one to its EXAMPLES";
                        result.message = Some(why.to_owned());
                        return Ok(vec![result]);
                    }
                }
                let solve = |it| self.solve(self.client(), it, &self.parts, &info, emit);
                return Ok(examples.iter().map(solve).collect());
            }
            SolveTask::Test { examples } => {
                drop(client);
                result.examples = self.check_examples(examples, false, &info, emit);
            }
        }
        let failed = result.examples.iter().find(|example| example.is_failure());
        result.status = failed.map_or(Status::Ok, |example| example.status);
        Ok(vec![result])
    }
}

impl SolveJob {
    /// Starts nothing yet.
    fn client(&self) -> Client {
        let options = self.spawn_options.clone();
        Client::new(self.executable.clone(), options, self.limits)
    }

    /// Solves an input: the examples before it, then its phases.
    fn solve(
        &self,
        mut client: Client,
        input: &Input,
        parts: &[Part],
        info: &DayInfo,
        emit: Emit<'_>,
    ) -> PuzzleResult {
        let mut result = PuzzleResult::new(input.header.clone());
        client.set_input(input);
        let parts = input.parts(parts);
        let calls = parts.iter();
        let calls = calls.flat_map(|&part| input.calls(&self.alternatives, info, part));
        let calls: Vec<Call> = calls.collect();
        // The play-by-play comes before the table.
        let traced = self
            .trace
            .then(|| self.trace(&mut client, &parts, &mut result, emit));
        let alternatives = calls.iter().filter_map(|call| call.alternative.clone());
        emit(RunEvent::PuzzleStarted {
            header: input.header.clone(),
            alternatives: alternatives.collect(),
        });
        if let SolveTask::Input {
            examples: Some(examples),
            ..
        } = &self.task
        {
            result.examples = self
                .before_input()
                .check_examples(examples, true, info, emit);
            if !result.examples.is_empty() {
                emit(RunEvent::ExamplesChecked(result.examples.clone()));
            }
        }
        let parsed = traced.unwrap_or_else(|| parse(&mut client, emit));
        let is_parsed = parsed.status == Status::Ok;
        emit(RunEvent::PhaseFinished(parsed.clone()));
        result.push(parsed);
        let mut primary = (Phase::Parse, None);
        for call in calls.iter().filter(|_| is_parsed) {
            emit(RunEvent::PhaseStarted {
                phase: call.phase,
                alternative: call.alternative.clone(),
            });
            let ran = client.call(&Command::Run(call.clone()));
            let known = primary.1.as_deref().filter(|_| primary.0 == call.phase);
            let phase = input.result(call, ran, known);
            let is_unsolved = phase.status == Status::Unsolved;
            if is_unsolved && call.phase == Phase::Part2 && !has_part2(self.puzzle) {
                if parts == [Part::Two] {
                    emit(RunEvent::Note(format!(
                        "{} has no part 2: the second star of an event's last day is for all \
                         others",
                        self.puzzle
                    )));
                }
                continue;
            }
            if call.alternative.is_none() {
                primary = (call.phase, phase.answer.clone());
            }
            emit(RunEvent::PhaseFinished(phase.clone()));
            result.push(phase);
        }
        result
    }

    /// Parses the input and has the play-by-play of the parts written. One that
    /// fails is a failure of the puzzle; the parts still run.
    fn trace(
        &self,
        client: &mut Client,
        parts: &[Part],
        result: &mut PuzzleResult,
        emit: Emit<'_>,
    ) -> PhaseResult {
        let parsed = parse(client, emit);
        for &part in parts.iter().filter(|_| parsed.status == Status::Ok) {
            let ran = match client.ask(&Command::Trace(part)) {
                Ok(Reply::Traced(true)) => {
                    emit(RunEvent::Traced);
                    continue;
                }
                Ok(Reply::Traced(false)) => {
                    let puzzle = self.puzzle;
                    let note = format!("{puzzle} part {part} has no trace");
                    emit(RunEvent::Note(note));
                    continue;
                }
                Ok(Reply::Ran { ns, outcome }) => Ok((ns, outcome)),
                Ok(other) => Err(WorkerError::out_of_turn(&other)),
                Err(error) => Err(error),
            };
            let failure = PhaseResult::of(part.into(), ran);
            let why = failure.message.unwrap_or_default();
            let message = format!("the trace of part {part} failed: {why}");
            emit(RunEvent::Warning(format!("{}: {message}", self.puzzle)));
            result.fail(failure.status, message);
            if !client.is_running() {
                // The part itself may die of the same cause, in a new worker.
                break;
            }
        }
        parsed
    }

    /// The job that checks the examples before the input. What is printed
    /// belongs to the input.
    fn before_input(&self) -> Self {
        Self {
            task: SolveTask::Test {
                examples: Vec::new(),
            },
            trace: false,
            spawn_options: SpawnOptions {
                stdin: false,
                stdout: Stdout::Silent,
                ..self.spawn_options.clone()
            },
            limits: Limits {
                timeout: self.limits.timeout.or(Some(EXAMPLE_TIMEOUT)),
                ..self.limits
            },
            ..self.clone()
        }
    }

    /// Runs each example with the parts whose answers are known, and tells
    /// which. What happens within one is not told. If the input waits for them,
    /// those that would say nothing are left out, and none is run after one that
    /// exceeded the time limit.
    fn check_examples(
        &self,
        stored: &[Input],
        input_waits: bool,
        info: &DayInfo,
        emit: Emit<'_>,
    ) -> Vec<PuzzleResult> {
        let mut results: Vec<PuzzleResult> = Vec::new();
        for example in Input::examples(self.puzzle, stored, info) {
            let mut parts = self.parts.clone();
            parts.retain(|part| example.expected[part.index()].is_some());
            if input_waits && parts.is_empty() {
                continue;
            }
            emit(RunEvent::ExampleStarted(example.header.clone()));
            let result = if input_waits && results.iter().any(|it| it.status == Status::Timeout) {
                let mut result = PuzzleResult::new(example.header);
                let why = "not run, as the one before took too long";
                result.fail(Status::Timeout, why.to_owned());
                result
            } else {
                self.solve(self.client(), &example, &parts, info, &mut |_| {})
            };
            // Its rules may be others than those of the alternative that is
            // asked for.
            let says_nothing = !result.is_failure() && result.phases.len() < 2;
            if !(says_nothing && input_waits) {
                emit(RunEvent::ExampleFinished(result.clone()));
                results.push(result);
            }
        }
        results
    }
}

fn parse(client: &mut Client, emit: Emit<'_>) -> PhaseResult {
    emit(RunEvent::PhaseStarted {
        phase: Phase::Parse,
        alternative: None,
    });
    PhaseResult::of(Phase::Parse, client.open())
}
