//! The job of `run`, `test`, `accept` and similar commands: solving one puzzle.
//!
//! The input and each example are solved in processes of their own, so that data in a
//! static variable cannot change another answer. The phases run one after the other in
//! one worker, or in a new one if a phase crashed it.

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
    pub plan: SolvePlan,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// Whether the trace is written before the parts are timed.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
}

/// What a job solves. The `stored` examples are those of the puzzle's file; the ones in
/// the code are added to them.
pub enum SolvePlan {
    /// Each input is solved. The examples are checked before the first one.
    Inputs {
        inputs: Vec<Input>,
        check: ExampleCheck,
    },
    /// Each example is solved like an input.
    Examples {
        stored: Vec<Input>,
        /// The reason why there is no input; `None` if none was asked for.
        missing: Option<MissingInput>,
    },
    /// The examples are checked, and one result contains all of them.
    Test { stored: Vec<Input> },
}

/// Whether examples are checked before an input.
pub enum ExampleCheck {
    Skip,
    Stored(Vec<Input>),
}

type Emit<'a> = &'a mut dyn FnMut(RunEvent);

impl Job for SolveJob {
    type Output = Vec<PuzzleResult>;

    fn run(self, emit: Emit<'_>) -> Result<Vec<PuzzleResult>, CliError> {
        // The worker that lists the day's functions also solves the first input.
        let mut client = Client::new(self.spawn_options.clone());
        let info = self.info(&mut client)?;
        if self.spawn_options.memory.is_some() && !client.counts_allocations()? {
            let why = "--memory goes by the size of the process alone, because the program has an \
                       allocator of its own";
            emit(RunEvent::Note(why.to_owned()));
        }
        match &self.plan {
            SolvePlan::Inputs { inputs, check } => {
                let examples = match check {
                    ExampleCheck::Skip => Vec::new(),
                    ExampleCheck::Stored(stored) => Input::examples(self.puzzle, stored, &info),
                };
                Ok(self.solve_all(client, inputs, &examples, &info, emit))
            }
            SolvePlan::Examples { stored, missing } => {
                let examples = Input::examples(self.puzzle, stored, &info);
                if let Some(MissingInput { reason, exit }) = missing {
                    if examples.is_empty() {
                        let puzzle = self.puzzle;
                        let why =
                            format!("{puzzle} has no example, and there is no input: {reason}");
                        return Err(CliError::new(*exit, why));
                    }
                    let warning = format!("running the example, as there is no input: {reason}");
                    emit(RunEvent::Warning(warning));
                }
                if examples.is_empty() {
                    return Ok(vec![self.test(&[], &info, emit)]);
                }
                Ok(self.solve_all(client, &examples, &[], &info, emit))
            }
            SolvePlan::Test { stored } => {
                let examples = Input::examples(self.puzzle, stored, &info);
                Ok(vec![self.test(&examples, &info, emit)])
            }
        }
    }
}

impl SolveJob {
    /// Asks a worker what it has for the day. Fails if the requested alternative does
    /// not exist.
    pub fn info(&self, client: &mut Client) -> Result<DayInfo, CliError> {
        let mut info = client.info(self.puzzle.day)?;
        if let Some(title) = &self.title {
            info.title.clone_from(title);
        }
        self.alternatives.check(self.puzzle, &info)?;
        Ok(info)
    }

    /// Solves the inputs, and checks the examples before the first one.
    fn solve_all(
        &self,
        mut client: Client,
        inputs: &[Input],
        mut examples: &[Input],
        info: &DayInfo,
        emit: Emit<'_>,
    ) -> Vec<PuzzleResult> {
        let mut results = Vec::new();
        for input in inputs {
            results.push(self.solve(client, input, examples, self.trace, info, emit));
            client = Client::new(self.spawn_options.clone());
            examples = &[];
        }
        results
    }

    /// Checks only the examples.
    fn test(&self, examples: &[Input], info: &DayInfo, emit: Emit<'_>) -> PuzzleResult {
        let mut result = PuzzleResult::new(PuzzleHeader {
            source: SourceKind::Example,
            title: info.title.clone(),
            ..PuzzleHeader::unknown(self.puzzle)
        });
        result.examples = self.check(examples, info, emit);
        if result.examples.is_empty() {
            let why = if examples.is_empty() {
                "no example: fetch its page, or add one to its EXAMPLES"
            } else {
                "no example with an answer to compare with: add the answer to the example"
            };
            emit(RunEvent::Note(why.to_owned()));
            result.message = Some(why.to_owned());
        }
        let failed = result.examples.iter().find(|example| example.is_failure());
        result.status = failed.map_or(Status::Ok, |example| example.status);
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
        let mut result = PuzzleResult::new(PuzzleHeader {
            title: info.title.clone(),
            ..input.header.clone()
        });
        client.set_input(self.puzzle.day, &input.source);
        let parts = input.parts(&self.parts);
        // The trace is written above the table.
        let mut parsed = None;
        if trace {
            parsed = Some(trace_parts(&mut client, &parts, &mut result, emit));
        }
        emit(RunEvent::PuzzleStarted(result.header.clone()));
        result.examples = self.check(examples, info, emit);
        if !result.examples.is_empty() {
            emit(RunEvent::ExamplesChecked(result.examples.clone()));
        }
        let parsed = parsed.unwrap_or_else(|| parse(&mut client, emit));
        let is_parsed = parsed.status == Status::Ok;
        emit(RunEvent::PhaseFinished(parsed.clone()));
        result.push(parsed);
        if is_parsed {
            for &part in &parts {
                self.solve_part(&mut client, input, part, info, &mut result, emit);
            }
        }
        result
    }

    /// Calls the functions that answer a part, the primary first.
    fn solve_part(
        &self,
        client: &mut Client,
        input: &Input,
        part: Part,
        info: &DayInfo,
        result: &mut PuzzleResult,
        emit: Emit<'_>,
    ) {
        let mut first = None;
        for call in input.calls(&self.alternatives, info, part) {
            emit(RunEvent::PhaseStarted(call.clone()));
            let ran = client.call(Command::Run(call.clone()));
            let phase = input.result(&call, ran, first.as_deref());
            if phase.status == Status::Unsolved && is_last_star(self.puzzle, part) {
                if self.parts == [Part::Two] {
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

    /// Runs the parts of each example whose answers are known, and emits an event at
    /// its end; events within an example are not emitted. If the input waits for the
    /// examples, their output is not shown, and no example runs after one that exceeded
    /// the time limit.
    fn check(&self, examples: &[Input], info: &DayInfo, emit: Emit<'_>) -> Vec<PuzzleResult> {
        let input_waits = !matches!(self.plan, SolvePlan::Test { .. });
        let mut options = self.spawn_options.clone();
        if input_waits {
            options.stdin = false;
            options.stdout = Stdout::Silent;
            options.timeout = options.timeout.or(Some(EXAMPLE_TIMEOUT));
        }
        let mut results = Vec::new();
        let mut is_endless = false;
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
    let mut all = Vec::new();
    for (puzzle, result) in ended {
        match result {
            Ok(results) => all.extend_from_slice(results),
            Err(error) => {
                let mut result = PuzzleResult::new(PuzzleHeader::unknown(*puzzle));
                result.fail(Status::Error, format!("{error:#}"));
                all.push(result);
            }
        }
    }
    all
}

fn parse(client: &mut Client, emit: Emit<'_>) -> PhaseResult {
    emit(RunEvent::PhaseStarted(primary(Phase::Parse)));
    PhaseResult::of(Phase::Parse, client.open())
}

/// Parses the input and writes the trace of the parts. A failing trace is a failure of
/// the puzzle; the parts still run.
fn trace_parts(
    client: &mut Client,
    parts: &[Part],
    result: &mut PuzzleResult,
    emit: Emit<'_>,
) -> PhaseResult {
    let parsed = parse(client, emit);
    if parsed.status != Status::Ok {
        return parsed;
    }
    for &part in parts {
        match client.ask(Command::Trace(part)) {
            Ok(Reply::Traced(true)) => emit(RunEvent::Traced),
            Ok(Reply::Traced(false)) => {
                emit(RunEvent::Note(format!("part {part} has no trace")));
            }
            reply => {
                let failure = PhaseResult::of(part.into(), reply.and_then(ran));
                let why = failure.message.unwrap_or_default();
                let message = format!("the trace of part {part} failed: {why}");
                result.fail(failure.status, message.clone());
                emit(RunEvent::Failure(message));
            }
        }
    }
    parsed
}
