//! The job of `run`, `test`, `accept` and similar commands: solving one puzzle.
//!
//! The input and each example are solved in processes of their own, so that data in a
//! static variable cannot change another answer. The phases run one after the other in
//! one worker, or in a new one if a phase crashed it.

use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Command, DayInfo, Phase, Reply, Source};

use super::execute::{Job, JobResult, RunEvent};
use super::input::{Alternatives, Input, MissingInput, primary};
use super::results::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
use super::worker::{Client, SpawnOptions, Stdout, ran};
use crate::error::{CliError, Result};
use crate::inputs::Example;
use crate::puzzle::{Puzzle, is_last_star};

/// The time limit of a phase of an example that runs before the input, unless
/// `--timeout` sets another one. After an example that exceeds it, no other example is
/// checked, so an endless example delays the answer by no more than this.
const EXAMPLE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time for the examples that are not certain, less that of the certain ones.
const LIKELY_TIME: Duration = Duration::from_secs(2);

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

/// What a job solves.
pub enum SolvePlan {
    /// Each input is solved. The examples are checked before the first one.
    Inputs {
        inputs: Vec<Input>,
        /// `None` to check no examples.
        examples: Option<ExampleSources>,
    },
    /// Each example is solved like an input.
    Examples {
        examples: ExampleSources,
        /// The reason why there is no input; `None` if none was asked for.
        missing: Option<MissingInput>,
    },
    /// The examples are checked, and one result contains all of them.
    Test(ExampleSources),
}

/// The examples besides those in the code.
#[derive(Default)]
pub struct ExampleSources {
    /// The certain examples of the puzzle's file, which are added to those in the code.
    pub stored: Vec<Input>,
    /// Examples of the file that only the code has confirmed. Like `likely`, they run after
    /// the certain ones if these do not check their part, and can confirm the code, but not
    /// refute it: an answer that does not match is shown nowhere and counts nothing.
    pub confirmed: Vec<Input>,
    /// What may be an example on the puzzle's page.
    pub likely: Vec<Input>,
    /// Whether the puzzle's page was downloaded.
    pub has_page: bool,
    /// The part that is to be solved next, and what is shown if nothing checks it.
    pub hint: Option<(Part, String)>,
}

type Emit<'a> = &'a mut dyn FnMut(RunEvent);

impl Job for SolveJob {
    type Output = Vec<PuzzleResult>;

    fn run(self, emit: Emit<'_>) -> Result<Vec<PuzzleResult>> {
        // The worker that lists the day's functions also solves the first input.
        let mut client = Client::new(self.spawn_options.clone());
        let info = self.info(&mut client)?;
        if self.spawn_options.memory.is_some() && !client.counts_allocations()? {
            let why = "--memory goes by the size of the process alone, because the program has an \
                       allocator of its own";
            emit(RunEvent::Note(why.to_owned()));
        }
        let mut known = Vec::new();
        if let Some(examples) = self.sources() {
            known = Input::examples(self.puzzle, &examples.stored, &info);
        }
        match &self.plan {
            SolvePlan::Inputs { inputs, examples } => {
                let checked = examples.as_ref().map(|_| known.as_slice());
                Ok(self.solve_all(client, inputs, checked, &info, emit))
            }
            SolvePlan::Examples { missing, .. } => {
                if let Some(MissingInput { reason, exit }) = missing {
                    if known.is_empty() {
                        let puzzle = self.puzzle;
                        let why =
                            format!("{puzzle} has no example, and there is no input: {reason}");
                        return Err(CliError::new(*exit, why));
                    }
                    let warning = format!("running the example, as there is no input: {reason}");
                    emit(RunEvent::Warning(warning));
                }
                if known.is_empty() {
                    return Ok(vec![self.test(&known, &info, emit)]);
                }
                let results = self.solve_all(client, &known, None, &info, emit);
                self.tell_about_page(&known, &PuzzleResult::default(), emit);
                Ok(results)
            }
            SolvePlan::Test(_) => Ok(vec![self.test(&known, &info, emit)]),
        }
    }
}

impl SolveJob {
    /// Asks a worker what it has for the day. Fails if the requested alternative does
    /// not exist.
    pub fn info(&self, client: &mut Client) -> Result<DayInfo> {
        let mut info = client.info(self.puzzle.day)?;
        if let Some(title) = &self.title {
            info.title.clone_from(title);
        }
        self.alternatives.check(self.puzzle, &info)?;
        Ok(info)
    }

    /// The examples besides those in the code.
    const fn sources(&self) -> Option<&ExampleSources> {
        match &self.plan {
            SolvePlan::Inputs { examples, .. } => examples.as_ref(),
            SolvePlan::Examples { examples, .. } | SolvePlan::Test(examples) => Some(examples),
        }
    }

    /// Solves the inputs, and checks the examples before the first one.
    fn solve_all(
        &self,
        mut client: Client,
        inputs: &[Input],
        mut examples: Option<&[Input]>,
        info: &DayInfo,
        emit: Emit<'_>,
    ) -> Vec<PuzzleResult> {
        let mut results = Vec::new();
        for input in inputs {
            let examples = examples.take();
            results.push(self.solve(client, input, examples, self.trace, info, emit));
            client = Client::new(self.spawn_options.clone());
        }
        results
    }

    /// Checks only the examples.
    fn test(&self, examples: &[Input], info: &DayInfo, emit: Emit<'_>) -> PuzzleResult {
        let mut result = PuzzleResult::new(PuzzleHeader {
            title: info.title.clone(),
            ..PuzzleHeader::new(self.puzzle, SourceKind::Example, None)
        });
        self.check_all(examples, info, &mut result, emit);
        let has_hint = self.tell_about_page(examples, &result, emit);
        if result.examples.is_empty() && !has_hint {
            let has_page = self.sources().is_some_and(|sources| sources.has_page);
            let why = if !examples.is_empty() {
                "no example with an answer to compare with: add the answer to the example"
            } else if has_page {
                "no example: add one to its EXAMPLES"
            } else {
                "no example: fetch its page, or add one to its EXAMPLES"
            };
            emit(RunEvent::Note(why.to_owned()));
            result.message = Some(why.to_owned());
        }
        let failed = result.examples.iter().find(|example| example.is_failure());
        result.status = failed.map_or(Status::Ok, |example| example.status);
        result
    }

    /// Solves an input: first the examples, if they are to be checked, then its phases.
    fn solve(
        &self,
        mut client: Client,
        input: &Input,
        examples: Option<&[Input]>,
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
        if let Some(examples) = examples {
            self.check_all(examples, info, &mut result, emit);
            if !result.examples.is_empty() {
                emit(RunEvent::ExamplesChecked(result.examples.clone()));
            }
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
        // Notes are shown below the table.
        if let Some(examples) = examples {
            self.tell_about_page(examples, &result, emit);
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

    /// Checks the certain examples, then the others of parts that nothing checks.
    fn check_all(
        &self,
        examples: &[Input],
        info: &DayInfo,
        result: &mut PuzzleResult,
        emit: Emit<'_>,
    ) {
        let start = Instant::now();
        result.examples = self.check(examples, info, emit);
        let Some(sources) = self.sources() else {
            return;
        };
        for input in sources.confirmed.iter().chain(&sources.likely) {
            let left = LIKELY_TIME.saturating_sub(start.elapsed());
            let [part] = input.parts(&self.parts)[..] else {
                continue;
            };
            if left.is_zero() || is_checked(part, examples, result) {
                continue;
            }
            let checked = self.solve_in(left, input, info);
            let Some(answer) = matching_answer(&checked, part) else {
                continue;
            };
            if let Source::Text(text) = &input.source
                && !input.likely.is_empty()
            {
                result.confirmed = Some(Box::new(Example::confirmed(text, part, answer)));
            }
            emit(RunEvent::ExampleFinished(checked.clone()));
            result.examples.push(checked);
        }
    }

    /// Names the answer of the confirmed example, or gives the hint of a page without an
    /// example. Returns whether there was a hint.
    fn tell_about_page(&self, examples: &[Input], result: &PuzzleResult, emit: Emit<'_>) -> bool {
        if let Some(example) = &result.confirmed {
            for answer in example.part1.iter().chain(&example.part2) {
                let note = format!("a likely example gives {answer}, as its page: matched");
                emit(RunEvent::Note(note));
            }
            return false;
        }
        match self.sources().and_then(|sources| sources.hint.as_ref()) {
            Some((part, hint))
                if self.parts.contains(part) && !is_checked(*part, examples, result) =>
            {
                emit(RunEvent::Note(hint.clone()));
                true
            }
            _ => false,
        }
    }

    /// Solves an example quietly in the time that is left.
    fn solve_in(&self, left: Duration, input: &Input, info: &DayInfo) -> PuzzleResult {
        let timeout = self.spawn_options.timeout.unwrap_or(left).min(left);
        let client = Client::new(SpawnOptions {
            stdin: false,
            stdout: Stdout::Silent,
            timeout: Some(timeout),
            ..self.spawn_options.clone()
        });
        self.solve(client, input, None, false, info, &mut |_| {})
    }

    /// Runs the parts of each example whose answers are known, and emits an event at
    /// its end; events within an example are not emitted. If the input waits for the
    /// examples, their output is not shown, and no example runs after one that exceeded
    /// the time limit.
    fn check(&self, examples: &[Input], info: &DayInfo, emit: Emit<'_>) -> Vec<PuzzleResult> {
        let input_waits = !matches!(self.plan, SolvePlan::Test(_));
        let mut options = self.spawn_options.clone();
        if input_waits {
            options.stdin = false;
            options.stdout = Stdout::Silent;
            options.timeout = options.timeout.or(Some(EXAMPLE_TIMEOUT));
        }
        let mut results = Vec::new();
        let mut is_endless = false;
        for example in examples {
            if !self.parts.iter().any(|&part| example.checks(part)) {
                continue;
            }
            emit(RunEvent::ExampleStarted(example.header.clone()));
            let mut result = PuzzleResult::new(example.header.clone());
            if is_endless {
                let why = "not run, as the previous one took too long".to_owned();
                result.fail(Status::Timeout, why);
            } else {
                let client = Client::new(options.clone());
                result = self.solve(client, example, None, false, info, &mut |_| {});
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

/// True if a certain example checks the part, or another one has matched.
fn is_checked(part: Part, examples: &[Input], result: &PuzzleResult) -> bool {
    let mut results = result.examples.iter();
    examples.iter().any(|example| example.checks(part))
        || results.any(|example| matching_answer(example, part).is_some())
}

/// The expected answer to the part, if it was given and nothing failed.
fn matching_answer(result: &PuzzleResult, part: Part) -> Option<&str> {
    let mut phases = result.phases.iter();
    let phase =
        phases.find(|phase| phase.phase == part.into() && phase.status == Status::Matched)?;
    let answer = phase.expected.as_deref()?;
    (!result.is_failure()).then_some(answer)
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
