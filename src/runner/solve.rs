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
use super::worker::{Client, SpawnOptions, ran};
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
    /// The examples besides those in the code; `None` to run no examples.
    pub examples: Option<ExampleSources>,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// Whether the trace is written before the parts are timed.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
}

/// What a job solves.
pub enum SolvePlan {
    /// Each input is solved. The examples are checked before the first one.
    Inputs(Vec<Input>),
    /// Each example is solved like an input, for this reason; `None` if no input was asked
    /// for.
    Examples(Option<MissingInput>),
    /// The examples are checked, and one result contains all of them.
    Test,
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

    fn run(self, emit: Emit) -> Result<Vec<PuzzleResult>> {
        // The worker that lists the day's functions also solves the first input.
        let mut client = Client::new(self.spawn_options.clone());
        let mut info = client.info()?;
        self.alternatives.check(self.puzzle, &info)?;
        if let Some(title) = &self.title {
            info.title.clone_from(title);
        }
        let mut examples = Vec::new();
        if let Some(sources) = &self.examples {
            examples = Input::examples(self.puzzle, &sources.stored, &info);
        }
        let mut run = SolveRun {
            job: &self,
            info: &info,
            examples: &examples,
            emit,
        };
        if self.spawn_options.memory.is_some() && !client.counts_allocations()? {
            run.note(
                "--memory goes by the size of the process alone, because the program has an \
                 allocator of its own",
            );
        }
        if let SolvePlan::Examples(Some(MissingInput { reason, exit })) = &self.plan {
            if examples.is_empty() {
                let puzzle = self.puzzle;
                return Err(CliError::new(
                    *exit,
                    format!(
                        "{puzzle} builds and starts, but has neither input nor example: {reason}; or \
                         write an example into its file"
                    ),
                ));
            }
            (run.emit)(RunEvent::Warning(format!(
                "running the example, as there is no input: {reason}"
            )));
        }
        Ok(match &self.plan {
            SolvePlan::Inputs(inputs) => run.solve_all(client, inputs),
            SolvePlan::Examples(_) if !examples.is_empty() => {
                let results = run.solve_all(client, &examples);
                run.tell_about_page(&PuzzleResult::default());
                results
            }
            SolvePlan::Examples(_) | SolvePlan::Test => vec![run.test()],
        })
    }
}

/// A job that runs.
struct SolveRun<'a> {
    job: &'a SolveJob,
    info: &'a DayInfo,
    /// The certain examples.
    examples: &'a [Input],
    emit: Emit<'a>,
}

impl SolveRun<'_> {
    fn note(&mut self, text: &str) {
        (self.emit)(RunEvent::Note(text.to_owned()));
    }

    /// Solves the inputs, and checks the examples before the first one.
    fn solve_all(&mut self, mut client: Client, inputs: &[Input]) -> Vec<PuzzleResult> {
        let mut checks_examples = matches!(self.job.plan, SolvePlan::Inputs(_));
        let mut results = Vec::new();
        for input in inputs {
            results.push(self.solve_input(client, input, checks_examples));
            checks_examples = false;
            client = Client::new(self.job.spawn_options.clone());
        }
        results
    }

    /// Checks only the examples.
    fn test(&mut self) -> PuzzleResult {
        let header = PuzzleHeader::new(self.job.puzzle, SourceKind::Example, None);
        let mut result = self.result(header);
        self.check_examples(&mut result);
        let has_hint = self.tell_about_page(&result);
        if result.examples.is_empty() && !has_hint {
            let sources = self.job.examples.as_ref();
            let why = if !self.examples.is_empty() {
                "no example with an answer to compare with: add the answer to the example"
            } else if sources.is_some_and(|sources| sources.has_page) {
                "no example: add one to its EXAMPLES"
            } else {
                "no example: fetch its page, or add one to its EXAMPLES"
            };
            self.note(why);
            result.message = Some(why.to_owned());
        }
        result.status = result
            .examples
            .iter()
            .find(|example| example.is_failure())
            .map_or(Status::Ok, |example| example.status);
        result
    }

    /// A result to which phases are added.
    fn result(&self, header: PuzzleHeader) -> PuzzleResult {
        let title = self.info.title.clone();
        PuzzleResult::new(PuzzleHeader { title, ..header })
    }

    /// Solves an input: first the examples, if they are to be checked, then its phases.
    fn solve_input(
        &mut self,
        mut client: Client,
        input: &Input,
        checks_examples: bool,
    ) -> PuzzleResult {
        let mut result = self.result(input.header.clone());
        client.set_input(&input.source);
        // The trace is written above the table.
        if self.job.trace {
            self.trace(&mut client, input, &mut result);
        }
        (self.emit)(RunEvent::PuzzleStarted(result.header.clone()));
        if checks_examples {
            result.is_example = self.is_example(input);
            self.check_examples(&mut result);
            if !result.examples.is_empty() {
                (self.emit)(RunEvent::ExamplesChecked(result.examples.clone()));
            }
        }
        self.solve_phases(&mut client, input, &mut result);
        // Notes are shown below the table.
        if checks_examples {
            self.tell_about_page(&result);
        }
        result
    }

    fn solve_phases(&mut self, client: &mut Client, input: &Input, result: &mut PuzzleResult) {
        (self.emit)(RunEvent::PhaseStarted(primary(Phase::Parse)));
        let parsed = PhaseResult::of(Phase::Parse, client.open());
        let is_parsed = parsed.status == Status::Ok;
        self.finish(parsed, result);
        if is_parsed {
            for part in input.parts(&self.job.parts) {
                self.solve_part(client, input, part, result);
            }
        }
    }

    fn finish(&mut self, phase: PhaseResult, result: &mut PuzzleResult) {
        (self.emit)(RunEvent::PhaseFinished(phase.clone()));
        result.push(phase);
    }

    /// Calls the functions that answer a part, the primary first.
    fn solve_part(
        &mut self,
        client: &mut Client,
        input: &Input,
        part: Part,
        result: &mut PuzzleResult,
    ) {
        let mut first = None;
        for call in input.calls(&self.job.alternatives, self.info, part) {
            (self.emit)(RunEvent::PhaseStarted(call.clone()));
            let ran = client.call(Command::Run(call.clone()));
            let phase = input.result(&call, ran, first.as_deref());
            if phase.status == Status::Unsolved && is_last_star(self.job.puzzle, part) {
                if self.job.parts == [Part::Two] {
                    self.note("no part 2: the last star of an event is for having all others");
                }
                continue;
            }
            if call.alternative.is_none() {
                first.clone_from(&phase.answer);
            }
            self.finish(phase, result);
        }
    }

    /// Writes the trace of the parts, unless the input cannot be parsed. A failing trace is
    /// a failure of the puzzle; the parts still run.
    fn trace(&mut self, client: &mut Client, input: &Input, result: &mut PuzzleResult) {
        if PhaseResult::of(Phase::Parse, client.open()).status != Status::Ok {
            return;
        }
        for part in input.parts(&self.job.parts) {
            match client.ask(Command::Trace(part)) {
                Ok(Reply::Traced(true)) => (self.emit)(RunEvent::Traced),
                Ok(Reply::Traced(false)) => self.note(&format!("part {part} has no trace")),
                reply => {
                    let failure = PhaseResult::of(part.into(), reply.and_then(ran));
                    let why = failure.message.unwrap_or_default();
                    let message = format!("the trace of part {part} failed: {why}");
                    result.fail(failure.status, message.clone());
                    (self.emit)(RunEvent::Failure(message));
                }
            }
        }
    }

    /// True if the text is that of an example in the code or in the file.
    fn is_example(&self, input: &Input) -> bool {
        let mut digests = Vec::new();
        for example in &self.info.examples {
            digests.push(Some(example.digest));
        }
        if let Some(sources) = &self.job.examples {
            for example in sources.stored.iter().chain(&sources.confirmed) {
                digests.push(example.digest());
            }
        }
        digests.contains(&input.digest())
    }

    /// Checks the certain examples, then the others of parts that nothing checks.
    fn check_examples(&mut self, result: &mut PuzzleResult) {
        let start = Instant::now();
        result.examples = self.check_certain();
        let Some(sources) = &self.job.examples else {
            return;
        };
        for input in sources.confirmed.iter().chain(&sources.likely) {
            let left = LIKELY_TIME.saturating_sub(start.elapsed());
            let [part] = input.parts(&self.job.parts)[..] else {
                continue;
            };
            if left.is_zero() || self.is_checked(part, result) {
                continue;
            }
            let options = self.job.spawn_options.clone();
            let timeout = options.timeout.unwrap_or(left).min(left);
            let checked = self.solve_quietly(input, options.silent(timeout));
            let Some(answer) = matching_answer(&checked, part) else {
                continue;
            };
            if let Source::Text(text) = &input.source
                && !input.likely.is_empty()
            {
                let example = Example::kept(text, part, answer, Example::CONFIRMED);
                result.confirmed = Some(Box::new(example));
            }
            (self.emit)(RunEvent::ExampleFinished(checked.clone()));
            result.examples.push(checked);
        }
    }

    /// Runs the parts of each example whose answers are known, and emits an event at
    /// its end; events within an example are not emitted. If the input waits for the
    /// examples, their output is not shown.
    fn check_certain(&mut self) -> Vec<PuzzleResult> {
        let input_waits = !matches!(self.job.plan, SolvePlan::Test);
        let mut options = self.job.spawn_options.clone();
        if input_waits {
            let timeout = options.timeout.unwrap_or(EXAMPLE_TIMEOUT);
            options = options.silent(timeout);
        }
        let mut results = Vec::new();
        for example in self.examples {
            if !self.job.parts.iter().any(|&part| example.checks(part)) {
                continue;
            }
            (self.emit)(RunEvent::ExampleStarted(example.header.clone()));
            let result = self.solve_quietly(example, options.clone());
            let is_endless = input_waits && result.status == Status::Timeout;
            // The example may follow other rules than the requested alternative.
            if result.is_failure() || result.phases.len() > 1 {
                (self.emit)(RunEvent::ExampleFinished(result.clone()));
                results.push(result);
            }
            if is_endless {
                break;
            }
        }
        results
    }

    /// Solves an example without events.
    fn solve_quietly(&self, example: &Input, options: SpawnOptions) -> PuzzleResult {
        let mut client = Client::new(options);
        client.set_input(&example.source);
        let mut result = self.result(example.header.clone());
        let mut run = SolveRun {
            job: self.job,
            info: self.info,
            examples: self.examples,
            emit: &mut |_| {},
        };
        run.solve_phases(&mut client, example, &mut result);
        result
    }

    /// True if a certain example checks the part, or another one has matched.
    fn is_checked(&self, part: Part, result: &PuzzleResult) -> bool {
        self.examples.iter().any(|example| example.checks(part))
            || result
                .examples
                .iter()
                .any(|example| matching_answer(example, part).is_some())
    }

    /// Names the answer of the confirmed example, or gives the hint of a page without an
    /// example. Returns whether there was a hint.
    fn tell_about_page(&mut self, result: &PuzzleResult) -> bool {
        if let Some(example) = &result.confirmed {
            for answer in example.part1.iter().chain(&example.part2) {
                self.note(&format!(
                    "a likely example gives {answer}, as its page: matched"
                ));
            }
            return false;
        }
        match self
            .job
            .examples
            .as_ref()
            .and_then(|sources| sources.hint.as_ref())
        {
            Some((part, hint))
                if self.job.parts.contains(part) && !self.is_checked(*part, result) =>
            {
                self.note(hint);
                true
            }
            _ => false,
        }
    }
}

/// The expected answer to the part, if it was given and nothing failed.
fn matching_answer(result: &PuzzleResult, part: Part) -> Option<&str> {
    let phase = result
        .phases
        .iter()
        .find(|phase| phase.phase == part.into() && phase.status == Status::Matched)?;
    (!result.is_failure()).then_some(phase.expected.as_deref()?)
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
