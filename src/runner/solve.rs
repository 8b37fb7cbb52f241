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

use super::error::{MissingInput, WorkerError};
use super::execute::{Job, RunEvent};
use super::input::{Alternatives, Input};
use super::process::{Client, Limits, SpawnOptions, Stdout};
use super::results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};

use crate::error::CliError;
use crate::puzzle::{Puzzle, has_part2};

/// The longest time of a phase of an example before the input runs, unless
/// `--timeout` gives another one. An endless example holds the answer back for
/// no longer than this, since no other one is checked after it.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub struct SolveJob {
    pub puzzle: Puzzle,
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

impl Job for SolveJob {
    type Output = Vec<PuzzleResult>;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Vec<PuzzleResult>, CliError> {
        let mut client = self.client();
        let info = client.info(self.puzzle.day)?;
        self.alternatives.check(self.puzzle, &info)?;
        let mut result = PuzzleResult::new(PuzzleHeader {
            source: SourceKind::Example,
            ..PuzzleHeader::new(self.puzzle, &info)
        });
        let inputs = match &self.task {
            SolveTask::Input { input, .. } => {
                let mut input = input.clone();
                input.header.title.clone_from(&info.title);
                vec![input]
            }
            SolveTask::Examples { examples, missing } => {
                let inputs = Input::examples(self.puzzle, examples, &info);
                match missing {
                    Some(missing) if inputs.is_empty() => {
                        let (puzzle, why) = (self.puzzle, &missing.reason);
                        let why = format!("{puzzle} has no example, and there is no input: {why}");
                        return Err(CliError::new(missing.exit, why));
                    }
                    Some(missing) => emit(RunEvent::Warning(missing.warning(self.puzzle))),
                    None if inputs.is_empty() => {
                        let why = "no example: fetch its page, or add one to its EXAMPLES";
                        result.message = Some(why.to_owned());
                        return Ok(vec![result]);
                    }
                    None => {}
                }
                inputs
            }
            SolveTask::Test { examples } => {
                drop(client);
                result.examples = self.check_examples(examples, &info, emit);
                let failed = result.examples.iter().find(|example| example.is_failure());
                result.status = failed.map_or(Status::Ok, |example| example.status);
                return Ok(vec![result]);
            }
        };
        let mut results = Vec::new();
        for input in &inputs {
            results.push(self.solve(client, input, &info, emit));
            client = self.client();
        }
        Ok(results)
    }
}

impl SolveJob {
    /// Starts nothing yet.
    fn client(&self) -> Client {
        Client::new(
            self.executable.clone(),
            self.spawn_options.clone(),
            self.limits,
        )
    }

    /// Solves an input: the examples before it, then its phases.
    fn solve(
        &self,
        client: Client,
        input: &Input,
        info: &DayInfo,
        emit: &mut dyn FnMut(RunEvent),
    ) -> PuzzleResult {
        let mut solving = Solving::new(client, input, &self.alternatives, info, &self.parts);
        // The play-by-play comes before the table.
        let parsed = self.trace.then(|| solving.trace(emit));
        emit(RunEvent::PuzzleStarted {
            header: input.header.clone(),
            alternatives: solving.alternatives(),
        });
        if let SolveTask::Input {
            examples: Some(examples),
            ..
        } = &self.task
        {
            let checked = self.before_input().check_examples(examples, info, emit);
            if !checked.is_empty() {
                emit(RunEvent::ExamplesChecked(checked.clone()));
            }
            solving.result.examples = checked;
        }
        solving.solve(parsed, emit)
    }

    /// The job that checks the examples before the input. What is printed
    /// belongs to the input.
    fn before_input(&self) -> Self {
        Self {
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
        info: &DayInfo,
        emit: &mut dyn FnMut(RunEvent),
    ) -> Vec<PuzzleResult> {
        let input_waits = matches!(self.task, SolveTask::Input { .. });
        let mut results: Vec<PuzzleResult> = Vec::new();
        for example in Input::examples(self.puzzle, stored, info) {
            let mut parts = self.parts.clone();
            parts.retain(|part| example.expected[part.index()].is_some());
            if input_waits && parts.is_empty() {
                continue;
            }
            let is_slow = |result: &PuzzleResult| result.status == Status::Timeout;
            let slow = results.iter().any(is_slow);
            emit(RunEvent::ExampleStarted(example.header.clone()));
            let result = if slow && input_waits {
                let mut result = PuzzleResult::new(example.header);
                let why = "not run, as the one before took too long";
                result.fail(Status::Timeout, why.to_owned());
                result
            } else {
                let client = self.client();
                Solving::new(client, &example, &self.alternatives, info, &parts)
                    .solve(None, &mut |_| {})
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

/// An input while it is solved.
struct Solving<'a> {
    client: Client,
    input: &'a Input,
    parts: Vec<Part>,
    /// The calls that answer them.
    calls: Vec<Call>,
    result: PuzzleResult,
}

impl<'a> Solving<'a> {
    fn new(
        mut client: Client,
        input: &'a Input,
        alternatives: &Alternatives,
        info: &DayInfo,
        parts: &[Part],
    ) -> Self {
        client.set_input(input);
        let parts = input.parts(parts);
        let calls = |&part: &Part| input.calls(alternatives, info, part);
        Self {
            client,
            input,
            calls: parts.iter().flat_map(calls).collect(),
            parts,
            result: PuzzleResult::new(input.header.clone()),
        }
    }

    fn puzzle(&self) -> Puzzle {
        self.input.header.puzzle()
    }

    fn alternatives(&self) -> Vec<String> {
        let calls = self.calls.iter();
        calls.filter_map(|call| call.alternative.clone()).collect()
    }

    fn parse(&mut self, emit: &mut dyn FnMut(RunEvent)) -> PhaseResult {
        emit(RunEvent::PhaseStarted {
            phase: Phase::Parse,
            alternative: None,
        });
        PhaseResult::of(Phase::Parse, self.client.open())
    }

    /// Runs all phases; `parsed` is the first one, if it was run already.
    fn solve(
        mut self,
        parsed: Option<PhaseResult>,
        emit: &mut dyn FnMut(RunEvent),
    ) -> PuzzleResult {
        let parsed = match parsed {
            Some(parsed) => parsed,
            None => self.parse(emit),
        };
        let goes_on = parsed.status == Status::Ok;
        self.finished(parsed, emit);
        let mut primary = (Phase::Parse, None);
        for call in self.calls.clone() {
            if !goes_on {
                break;
            }
            emit(RunEvent::PhaseStarted {
                phase: call.phase,
                alternative: call.alternative.clone(),
            });
            let ran = self.client.call(&Command::Run(call.clone()));
            let known = primary.1.as_deref().filter(|_| primary.0 == call.phase);
            let phase = self.input.result(&call, ran, known);
            let unsolved = phase.status == Status::Unsolved;
            if unsolved && call.phase == Phase::Part2 && !has_part2(self.puzzle()) {
                if self.parts == [Part::Two] {
                    let puzzle = self.puzzle();
                    emit(RunEvent::Note(format!(
                        "{puzzle} has no part 2: the second star of an event's last day is for \
                         all others"
                    )));
                }
                continue;
            }
            if call.alternative.is_none() {
                primary = (call.phase, phase.answer.clone());
            }
            self.finished(phase, emit);
        }
        self.result
    }

    /// Parses the input and has the play-by-play of the parts written. One that
    /// fails is a failure of the puzzle; the parts still run.
    fn trace(&mut self, emit: &mut dyn FnMut(RunEvent)) -> PhaseResult {
        let parsed = self.parse(emit);
        let puzzle = self.puzzle();
        for &part in &self.parts {
            if parsed.status != Status::Ok {
                break;
            }
            let phase = Phase::from(part);
            let failure = match self.client.ask(&Command::Trace(part)) {
                Ok(Reply::Traced(true)) => {
                    emit(RunEvent::Traced);
                    continue;
                }
                Ok(Reply::Traced(false)) => {
                    let note = format!("{puzzle} part {part} has no play-by-play");
                    emit(RunEvent::Note(note));
                    continue;
                }
                Ok(Reply::Ran { ns, outcome }) => PhaseResult::of(phase, Ok((ns, outcome))),
                Ok(other) => PhaseResult::of(phase, Err(WorkerError::out_of_turn(&other))),
                Err(error) => PhaseResult::of(phase, Err(error)),
            };
            let why = failure.message.unwrap_or_default();
            let message = format!("the play-by-play of part {part} failed: {why}");
            emit(RunEvent::Warning(format!("{puzzle}: {message}")));
            self.result.fail(failure.status, message);
            if !self.client.is_alive() {
                // The part itself may die of the same cause, in a new worker.
                break;
            }
        }
        parsed
    }

    fn finished(&mut self, phase: PhaseResult, emit: &mut dyn FnMut(RunEvent)) {
        emit(RunEvent::PhaseFinished(phase.clone()));
        self.result.push(phase);
    }
}
