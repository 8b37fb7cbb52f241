//! The job of `bench`: measures a puzzle with each of its inputs, in several passes
//! over its phases.
//!
//! In the first pass each function is called once before it is sampled, to check its
//! answer and to time the first call. Every pass uses new worker processes.

use std::path::Path;
use std::sync::Arc;

use aoc_solution::Part;
use aoc_solution::letters::same;
use aoc_solution::protocol::{Call, Command, DayInfo, Outcome, Phase, Reply};

use super::baselines::Against;
use super::host::running_threads;
use super::results::{BenchResult, MEMO, Measurements, Warning};
use super::schedule::{self, Function, PASSES};
use super::statistics::{RatioTo, Samples, Statistics};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Client, Input, Job, MissingInput, PuzzleHeader, RunEvent, SourceKind,
    SpawnOptions, WorkerError, no_generate, primary,
};

/// The job for one puzzle.
pub struct BenchJob {
    pub puzzle: Puzzle,
    /// The title on the puzzle's page, for code without its own title.
    pub title: Option<String>,
    pub inputs: BenchInputs,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    pub spawn_options: SpawnOptions,
    pub against: Option<Arc<Against>>,
    /// The share by which a phase may be slower in a comparison, such as 0.05; `None`
    /// for any.
    pub allowed: Option<f64>,
}

/// The inputs that a puzzle is measured with.
pub enum BenchInputs {
    Stored(Vec<Input>),
    /// This many generated inputs, with seeds from 0.
    Generated(u32),
    /// There is no input for this reason. A generated one is used, else the first
    /// example: one of the code, or one of these.
    Missing(MissingInput, Vec<Input>),
}

type Emit<'a> = &'a mut dyn FnMut(RunEvent);

/// The indexes of the project's worker and of the other revision's.
const OWN: usize = 0;
const OTHER: usize = 1;

impl Job for BenchJob {
    type Output = Measurements;

    fn run(self, emit: Emit<'_>) -> Result<Measurements, CliError> {
        let mut measurements = Measurements::default();
        let (info, inputs) = match self.prepare(emit) {
            Ok(prepared) => prepared,
            // An interrupt is not a failure of the puzzle.
            Err(_) if self.is_stopped() => return Ok(measurements),
            Err(error) => return Err(error),
        };
        let mut infos = vec![info];
        infos.extend(self.other_info(emit));
        for input in &inputs {
            let mut session = InputBench {
                job: &self,
                input,
                infos: &infos,
                clients: Vec::new(),
                load_samples: &mut measurements.load_samples,
            };
            for functions in session.measure(emit) {
                for function in functions.iter().filter(|function| function.worker == OWN) {
                    let result = self.result(input, &functions, function);
                    // After an interrupt, some functions have neither figures nor a failure.
                    if result.measured.is_some() || result.status.is_failure() {
                        measurements.results.push(result);
                    }
                }
            }
        }
        Ok(measurements)
    }
}

impl BenchJob {
    /// What the worker has for the day, and the inputs to measure with.
    fn prepare(&self, emit: Emit<'_>) -> Result<(DayInfo, Vec<Input>), CliError> {
        let mut client = self.client(&self.spawn_options.executable);
        let mut info = client.info(self.puzzle.day)?;
        self.alternatives.check(self.puzzle, &info)?;
        if let Some(title) = &self.title {
            info.title.clone_from(title);
        }
        if !client.counts_allocations()? {
            let why = "allocations are not counted, and --memory goes by the size of the process \
                       alone, because the program has an allocator of its own";
            emit(RunEvent::Note(why.to_owned()));
        }
        let mut inputs = Vec::new();
        match &self.inputs {
            BenchInputs::Stored(stored) => inputs.clone_from(stored),
            BenchInputs::Generated(count) => {
                for seed in 0..*count {
                    let input = self.generate(seed, &mut client)?;
                    inputs.push(input.ok_or_else(|| no_generate(self.puzzle))?);
                }
            }
            BenchInputs::Missing(missing, examples) => {
                let input = self.replacement(missing, examples, &info, &mut client)?;
                let replacement = match input.header.source {
                    SourceKind::Generated => "a generated input",
                    _ => "the example",
                };
                let reason = &missing.reason;
                let note = format!("benchmarking {replacement}, as there is no input: {reason}");
                emit(RunEvent::Note(note));
                inputs.push(input);
            }
        }
        for input in &mut inputs {
            input.header.title.clone_from(&info.title);
        }
        Ok((info, inputs))
    }

    fn generate(&self, seed: u32, client: &mut Client) -> Result<Option<Input>, CliError> {
        let Some(text) = client.generate(self.puzzle, seed.into())? else {
            return Ok(None);
        };
        let header = PuzzleHeader {
            source: SourceKind::Generated,
            name: Some(format!("seed {seed}")),
            ..PuzzleHeader::unknown(self.puzzle)
        };
        Ok(Some(Input::new(header, text)))
    }

    /// The input that is used in place of a missing one.
    fn replacement(
        &self,
        missing: &MissingInput,
        stored: &[Input],
        info: &DayInfo,
        client: &mut Client,
    ) -> Result<Input, CliError> {
        let puzzle = self.puzzle;
        if let Some(generated) = self.generate(0, client)? {
            return Ok(generated);
        }
        let examples = Input::examples(puzzle, stored, info);
        examples.into_iter().next().ok_or_else(|| {
            let reason = &missing.reason;
            let message = format!(
                "nothing to benchmark: {puzzle} has neither a `generate` function nor an \
                 example, and there is no input: {reason}"
            );
            CliError::new(missing.exit, message)
        })
    }

    /// The other revision's name, and its program for the puzzle.
    fn other(&self) -> Option<(&str, &Path)> {
        match self.against.as_deref()? {
            Against::Baseline(..) => None,
            Against::Revision(name, programs) => Some((name, programs.get(&self.puzzle)?)),
        }
    }

    /// What the other revision's worker has for the day.
    fn other_info(&self, emit: Emit<'_>) -> Option<DayInfo> {
        let (name, executable) = self.other()?;
        match self.client(executable).info(self.puzzle.day) {
            Ok(info) => Some(info),
            Err(error) => {
                let warning = format!("not compared with {name}: {error}");
                emit(RunEvent::Warning(warning));
                None
            }
        }
    }

    fn client(&self, executable: &Path) -> Client {
        Client::new(SpawnOptions {
            executable: executable.to_owned(),
            ..self.spawn_options.clone()
        })
    }

    /// A new worker of the project, and one of the other revision.
    fn clients(&self, input: &Input) -> Vec<Client> {
        let mut clients = vec![self.client(&self.spawn_options.executable)];
        if let Some((_, executable)) = self.other() {
            clients.push(self.client(executable));
        }
        for client in &mut clients {
            client.set_input(self.puzzle.day, &input.source);
        }
        clients
    }

    fn is_stopped(&self) -> bool {
        self.spawn_options.cancel.is_cancelled()
    }

    fn result(&self, input: &Input, functions: &[Function], function: &Function) -> BenchResult {
        let call = &function.call;
        let header = input.header.clone();
        let mut result = BenchResult::new(header, call.phase, call.alternative.clone());
        if !function.is_measurable() {
            result.status = function.result.status;
            result.message.clone_from(&function.result.message);
            return result;
        }
        let samples = &function.samples;
        if let Some(figures) = Statistics::of(samples) {
            let allocations = function.allocations;
            result.allocations = allocations;
            result.warnings = Warning::of(samples, &figures, allocations, function.again_ns);
            result.measured = Some(figures);
        }
        if function.answer_changes {
            result.warnings.push(Warning::AnswerChanges);
        }
        if call.alternative.is_some()
            && let Some(base) = samples_of(functions, OWN, &primary(call.phase))
        {
            result.ratio = RatioTo::of_samples(RatioTo::PRIMARY, samples, base);
        }
        if let Some(change) = self.change(functions, function, &result) {
            result.set_change(change, self.allowed);
        }
        result
    }

    /// The comparison of a function with the baseline or the other revision.
    fn change(
        &self,
        functions: &[Function],
        function: &Function,
        result: &BenchResult,
    ) -> Option<RatioTo> {
        match self.against.as_deref()? {
            Against::Baseline(name, baseline) => {
                let then = baseline.find(result)?.result.measured.as_ref()?;
                RatioTo::of_figures(name, result.measured.as_ref()?, then)
            }
            Against::Revision(name, _) => {
                let base = samples_of(functions, OTHER, &function.call)?;
                RatioTo::of_samples(name, &function.samples, base)
            }
        }
    }
}

/// The samples of a function that can be measured.
fn samples_of<'a>(functions: &'a [Function], worker: usize, call: &Call) -> Option<&'a Samples> {
    let function = functions
        .iter()
        .find(|function| function.worker == worker && function.call == *call)?;
    function.is_measurable().then_some(&function.samples)
}

/// The measuring of a puzzle with one input.
struct InputBench<'a> {
    job: &'a BenchJob,
    input: &'a Input,
    /// Each worker's description of the day.
    infos: &'a [DayInfo],
    /// The workers of the current pass.
    clients: Vec<Client>,
    load_samples: &'a mut Vec<u32>,
}

impl InputBench<'_> {
    /// Measures the functions of each phase, in all passes.
    fn measure(&mut self, emit: Emit<'_>) -> Vec<Vec<Function>> {
        let mut phases = self.first_pass(emit);
        for _ in 1..PASSES {
            self.clients = self.job.clients(self.input);
            for functions in &mut phases {
                if !self.job.is_stopped() && wants_pass(functions) {
                    self.begin(functions[0].call.phase, emit);
                    self.sample(functions);
                }
            }
        }
        phases
    }

    /// Calls the functions of each phase once, then samples them. If the input cannot be
    /// parsed, there is only that phase.
    fn first_pass(&mut self, emit: Emit<'_>) -> Vec<Vec<Function>> {
        let mut phases = vec![Phase::Parse];
        phases.extend(
            self.input
                .parts(&self.job.parts)
                .into_iter()
                .map(Phase::from),
        );
        self.clients = self.job.clients(self.input);
        let mut measured = Vec::new();
        for phase in phases {
            if self.job.is_stopped() {
                break;
            }
            self.begin(phase, emit);
            let mut functions = self.first_calls(phase, emit);
            let is_parsed = functions.first().is_some_and(Function::is_measurable);
            self.sample(&mut functions);
            for function in &mut functions {
                if function.worker == OWN {
                    self.examine(function);
                }
            }
            measured.push(functions);
            if phase == Phase::Parse && !is_parsed {
                break;
            }
        }
        measured
    }

    fn begin(&mut self, phase: Phase, emit: Emit<'_>) {
        emit(RunEvent::PhaseStarted(primary(phase)));
        self.load_samples.extend(running_threads());
    }

    /// The functions of a phase in one worker.
    fn calls(&self, worker: usize, phase: Phase) -> Vec<Call> {
        match (phase.part(), self.infos.get(worker)) {
            (_, None) => Vec::new(),
            (None, Some(_)) => vec![primary(phase)],
            (Some(part), Some(info)) => self.input.calls(&self.job.alternatives, info, part),
        }
    }

    /// Calls each function of the phase once. If the other revision has the function too,
    /// it is called there right afterwards.
    fn first_calls(&mut self, phase: Phase, emit: Emit<'_>) -> Vec<Function> {
        let other_calls = self.calls(OTHER, phase);
        let mut primary_answer = None;
        let mut functions = Vec::new();
        for call in self.calls(OWN, phase) {
            let workers = if other_calls.contains(&call) { 2 } else { 1 };
            for (worker, client) in self.clients.iter_mut().enumerate().take(workers) {
                let outcome = match phase {
                    Phase::Parse => client.open(),
                    Phase::Part1 | Phase::Part2 => client.call(Command::Run(call.clone())),
                };
                // An interrupted call is not a failure.
                if self.job.is_stopped() {
                    return functions;
                }
                let result = self.input.result(&call, outcome, primary_answer.as_deref());
                if worker == OWN && call.alternative.is_none() {
                    primary_answer.clone_from(&result.answer);
                }
                if worker == OTHER && result.status.is_failure() {
                    let reason = result.message.as_deref().unwrap_or("it failed");
                    let warning = format!("{phase} not compared with the other revision: {reason}");
                    emit(RunEvent::Warning(warning));
                }
                functions.push(Function::new(worker, call.clone(), result));
            }
        }
        functions
    }

    /// Samples the functions of a phase for one pass.
    fn sample(&mut self, functions: &mut [Function]) {
        let mut ask = |function: &Function, command: Command| {
            let outcome = match self.clients[function.worker].ask(command) {
                Ok(Reply::Ran { ns, outcome }) => Ok((ns, outcome)),
                Ok(reply @ (Reply::Warmed { .. } | Reply::Sampled(_) | Reply::Chained(_))) => {
                    return Ok(reply);
                }
                Ok(other) => Err(WorkerError::out_of_turn(&other)),
                Err(error) => Err(error),
            };
            Err(Box::new(self.input.result(&function.call, outcome, None)))
        };
        schedule::pass(functions, &mut ask, &|| self.job.is_stopped());
    }

    /// Measures the allocations of a call, and checks whether a call of a part after
    /// thousands of others is faster or gives another answer, because the solution stores
    /// something.
    fn examine(&mut self, function: &mut Function) {
        // Further calls of a very slow function would take too long.
        if !function.wants_pass() || self.job.is_stopped() {
            return;
        }
        let call = function.call.clone();
        let client = &mut self.clients[OWN];
        if let Ok(Reply::Allocated(allocations)) = client.ask(Command::Count(call.clone())) {
            function.allocations = allocations;
        }
        if call.phase == Phase::Parse {
            return;
        }
        match client.call(Command::Run(call.clone())) {
            Ok((ns, Outcome::Answered(answer))) => {
                function.again_ns = Some(ns);
                // One slow first call may be a coincidence, so another process repeats it.
                if ns.saturating_mul(MEMO) < function.samples.first_ns {
                    self.repeat_first_call(function);
                }
                let first = function.result.answer.as_deref().unwrap_or_default();
                function.answer_changes = same(first, &answer) != Some(true);
            }
            Ok((_, Outcome::Unsolved)) => function.answer_changes = true,
            Err(_) if self.job.is_stopped() => {}
            failed => function.result = self.input.result(&call, failed, None),
        }
    }

    /// Times the first call in another process as well; the shorter time counts.
    fn repeat_first_call(&self, function: &mut Function) {
        let mut clients = self.job.clients(self.input);
        let first_call = clients[OWN].call(Command::Run(function.call.clone()));
        if let Ok((ns, _)) = first_call {
            function.samples.first_ns = function.samples.first_ns.min(ns);
        }
    }
}

/// True if another pass would improve the figures of a phase. Functions that are
/// compared take all passes.
fn wants_pass(functions: &[Function]) -> bool {
    match functions {
        [single] => single.wants_pass() && !single.is_settled(),
        _ => functions
            .iter()
            .any(|function| function.worker == OWN && function.wants_pass()),
    }
}
