//! The job of `run`, `test`, `accept` and similar commands: solving one puzzle.
//!
//! The input and each example are solved in processes of their own, so that data in a
//! static variable cannot change another answer. The phases run one after the other in
//! one worker, or in a new one if a phase crashed it.

use std::mem;
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::protocol::{Command, DayInfo, Phase, Reply};

use super::execute::{Job, JobResult, RunEvent};
use super::input::{Alternatives, Input, MissingInput, primary};
use super::results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
use super::worker::{Client, SpawnOptions, Stdout, ran};
use crate::error::CliError;
use crate::puzzle::{Puzzle, is_last_star};

/// The time limit of a phase of an example that runs before the input, unless
/// `--timeout` sets another one. After an example that exceeds it, no other example is
/// checked, so an endless example delays the answer by no more than this.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

pub struct SolveJob {
    pub puzzle: Puzzle,
    /// The title on the puzzle's page, for code without its own title.
    pub title: Option<String>,
    /// If this is empty, each example is solved like an input.
    pub inputs: Vec<Input>,
    /// The reason why there is no input, if the examples are run instead.
    pub missing: Option<MissingInput>,
    /// Whether only the examples are checked, as `test` does: then one result contains
    /// all of them.
    pub is_test: bool,
    /// The examples of the puzzle's file, which are added to those in the code; `None`
    /// to check no examples before the first input.
    pub examples: Option<Vec<Input>>,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// Whether the trace is written before the parts are timed.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
    /// The client of the first worker, if its process was started ahead.
    pub client: Option<Client>,
}

type Emit<'a> = &'a mut dyn FnMut(RunEvent);

impl Job for SolveJob {
    type Output = Vec<PuzzleResult>;

    fn run(mut self, emit: Emit<'_>) -> Result<Vec<PuzzleResult>, CliError> {
        let puzzle = self.puzzle;
        let mut client = self.client.take().unwrap_or_else(|| self.new_client());
        let info = self.info(&mut client)?;
        if self.spawn_options.memory.is_some() && !client.counts_allocations()? {
            let why = "--memory goes by the size of the process alone, because the program has an \
                       allocator of its own";
            emit(RunEvent::Note(why.to_owned()));
        }
        let stored = self.examples.take();
        let examples = stored.map(|stored| Input::examples(puzzle, &stored, &info));
        let mut examples = examples.unwrap_or_default();
        let mut inputs = mem::take(&mut self.inputs);
        if inputs.is_empty() {
            if let Some(MissingInput { reason, exit }) = &self.missing {
                if examples.is_empty() {
                    let why = format!("{puzzle} has no example, and there is no input: {reason}");
                    return Err(CliError::new(*exit, why));
                }
                let warning = format!("running the example, as there is no input: {reason}");
                emit(RunEvent::Warning(warning));
            }
            if self.is_test || examples.is_empty() {
                return Ok(vec![self.test(&examples, info, emit)]);
            }
            inputs = mem::take(&mut examples);
        }
        // The worker that listed the day's functions also solves the first input.
        let mut client = Some(client);
        let solve = |input: Input| {
            let client = client.take().unwrap_or_else(|| self.new_client());
            let examples = mem::take(&mut examples);
            self.solve(client, &input, &examples, self.trace, &info, emit)
        };
        Ok(inputs.into_iter().map(solve).collect())
    }
}

impl SolveJob {
    /// Asks a worker what it has for the day. Fails if the requested alternative does
    /// not exist.
    pub fn info(&mut self, client: &mut Client) -> Result<DayInfo, CliError> {
        let mut info = client.info(self.puzzle.day)?;
        info.title = self.title.take().unwrap_or(info.title);
        self.alternatives.check(self.puzzle, &info)?;
        for input in &mut self.inputs {
            input.header.title.clone_from(&info.title);
        }
        Ok(info)
    }

    /// A client without a running worker.
    fn new_client(&self) -> Client {
        Client::new(self.spawn_options.clone())
    }

    /// Checks only the examples.
    fn test(&self, examples: &[Input], info: DayInfo, emit: Emit<'_>) -> PuzzleResult {
        let checked = self.check(examples, &info, emit);
        let mut result = PuzzleResult::new(PuzzleHeader {
            source: SourceKind::Example,
            title: info.title,
            ..PuzzleHeader::unknown(self.puzzle)
        });
        if checked.is_empty() {
            let why = if examples.is_empty() {
                "no example: fetch its page, or add one to its EXAMPLES"
            } else {
                "no example with an answer to compare with: add the answer to the example"
            };
            emit(RunEvent::Note(why.to_owned()));
            result.message = Some(why.to_owned());
        }
        let failed = checked.iter().find(|example| example.is_failure());
        result.status = failed.map_or(Status::Ok, |example| example.status);
        result.examples = checked;
        result
    }

    /// Solves an input: first the examples, then its phases.
    fn solve(
        &self,
        mut client: Client,
        input: &Input,
        examples: &[Input],
        trace: bool,
        info: &DayInfo,
        emit: Emit<'_>,
    ) -> PuzzleResult {
        let mut result = PuzzleResult::new(input.header.clone());
        client.set_input(input.header.puzzle.day, &input.source);
        let parts = input.parts(&self.parts);
        // The trace is written above the table.
        let traced = trace.then(|| Self::trace(&mut client, &parts, &mut result, emit));
        emit(RunEvent::PuzzleStarted(input.header.clone()));
        result.examples = self.check(examples, info, emit);
        if !result.examples.is_empty() {
            emit(RunEvent::ExamplesChecked(result.examples.clone()));
        }
        let parsed = traced.unwrap_or_else(|| parse(&mut client, emit));
        let is_parsed = parsed.status == Status::Ok;
        emit(RunEvent::PhaseFinished(parsed.clone()));
        result.push(parsed);
        for &part in parts.iter().filter(|_| is_parsed) {
            let mut first = None;
            for call in input.calls(&self.alternatives, info, part) {
                emit(RunEvent::PhaseStarted(call.clone()));
                let ran = client.call(Command::Run(call.clone()));
                let phase = input.result(&call, ran, first.as_deref());
                let is_unsolved = phase.status == Status::Unsolved;
                if is_unsolved && is_last_star(self.puzzle, part) {
                    if parts == [Part::Two] {
                        let why = "no part 2: the last star of an event is for having all others";
                        emit(RunEvent::Note(why.to_owned()));
                    }
                    continue;
                }
                if call.alternative.is_none() {
                    first.clone_from(&phase.answer);
                }
                emit(RunEvent::PhaseFinished(phase.clone()));
                result.push(phase);
            }
        }
        result
    }

    /// Parses the input and writes the trace of the parts. A failing trace is a failure
    /// of the puzzle; the parts still run.
    fn trace(
        client: &mut Client,
        parts: &[Part],
        result: &mut PuzzleResult,
        emit: Emit<'_>,
    ) -> PhaseResult {
        let parsed = parse(client, emit);
        for &part in parts.iter().filter(|_| parsed.status == Status::Ok) {
            emit(match client.ask(Command::Trace(part)) {
                Ok(Reply::Traced(true)) => RunEvent::Traced,
                Ok(Reply::Traced(false)) => RunEvent::Note(format!("part {part} has no trace")),
                reply => {
                    let failure = PhaseResult::of(part.into(), reply.and_then(ran));
                    let why = failure.message.unwrap_or_default();
                    let message = format!("the trace of part {part} failed: {why}");
                    result.fail(failure.status, message.clone());
                    RunEvent::Warning(message)
                }
            });
        }
        parsed
    }

    /// Runs the parts of each example whose answers are known, and emits an event at
    /// its end; events within an example are not emitted. If the input waits for the
    /// examples, their output is not shown, and no example runs after one that exceeded
    /// the time limit.
    fn check(&self, examples: &[Input], info: &DayInfo, emit: Emit<'_>) -> Vec<PuzzleResult> {
        let mut options = self.spawn_options.clone();
        let input_waits = !self.is_test;
        if input_waits {
            options.stdin = false;
            options.stdout = Stdout::Silent;
            options.timeout = options.timeout.or(Some(EXAMPLE_TIMEOUT));
        }
        let (mut results, mut is_endless) = (Vec::new(), false);
        for example in examples {
            let is_known = |part: &Part| example.expected[part.index()].is_some();
            if !self.parts.iter().any(is_known) {
                continue;
            }
            emit(RunEvent::ExampleStarted(example.header.clone()));
            let mut result = PuzzleResult::new(example.header.clone());
            if is_endless {
                let why = "not run, as the previous one took too long".to_owned();
                result.fail(Status::Timeout, why);
            } else {
                let client = Client::new(options.clone());
                result = self.solve(client, example, &[], false, info, &mut |_| {});
                is_endless = input_waits && result.status == Status::Timeout;
            }
            // The example may follow other rules than the requested alternative.
            if result.is_failure() || result.phases.len() > 1 {
                emit(RunEvent::ExampleFinished(result.clone()));
                results.push(result);
            }
        }
        results
    }
}

/// The results of all jobs. A job that could not run gets a result that says why.
pub fn all_results(ended: &[JobResult<Vec<PuzzleResult>>]) -> Vec<PuzzleResult> {
    let results = ended.iter().flat_map(|(puzzle, result)| match result {
        Ok(results) => results.clone(),
        Err(error) => {
            let mut result = PuzzleResult::new(PuzzleHeader::unknown(*puzzle));
            result.fail(Status::Error, format!("{error:#}"));
            vec![result]
        }
    });
    results.collect()
}

fn parse(client: &mut Client, emit: Emit<'_>) -> PhaseResult {
    emit(RunEvent::PhaseStarted(primary(Phase::Parse)));
    PhaseResult::of(Phase::Parse, client.open())
}
