//! The job of `bench`: measures a puzzle with each of its inputs, in several passes
//! over its phases.
//!
//! In the first pass each function is called once before it is sampled, to check its
//! answer and to time the first call. Every pass uses new worker processes.

use std::path::Path;

use aoc_solution::Part;
use aoc_solution::letters::same;
use aoc_solution::protocol::{Call, Command, DayInfo, Outcome, Phase, Reply};

use super::baselines::Against;
use super::host::running_threads;
use super::results::{BenchResult, MEMO, Measurements, Warning};
use super::schedule::{self, Function, PASSES};
use super::statistics::{RatioTo, Samples, Statistics};
use crate::error::{CliError, Result};
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Client, Input, Job, MissingInput, PuzzleHeader, RunEvent, SourceKind,
    SpawnOptions, no_generate, primary,
};

/// What is measured of each puzzle, and what it is compared with.
#[derive(Default)]
pub struct BenchPlan {
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    pub against: Option<Against>,
    /// The share by which a phase may be slower in a comparison, such as 0.05; `None`
    /// for any.
    pub allowed: Option<f64>,
}

/// The job for one puzzle.
pub struct BenchJob<'a> {
    pub plan: &'a BenchPlan,
    /// The title on the puzzle's page, for code without its own title.
    pub title: Option<String>,
    pub inputs: BenchInputs,
    pub spawn_options: SpawnOptions,
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

/// The indexes of the project's program and of the other revision's.
const OWN: usize = 0;
const OTHER: usize = 1;

/// A program that is measured, and what it has for the day.
struct Side {
    client: Client,
    info: DayInfo,
}

impl Job for BenchJob<'_> {
    type Output = Measurements;

    fn run(self, emit: Emit) -> Result<Measurements> {
        let mut measurements = Measurements::default();
        let (own, inputs) = match self.prepare(emit) {
            Ok(prepared) => prepared,
            // An interrupt is not a failure of the puzzle.
            Err(_) if self.is_stopped() => return Ok(measurements),
            Err(error) => return Err(error),
        };
        let mut sides = vec![own];
        sides.extend(self.other_side(emit));
        for input in &inputs {
            let mut session = InputBench {
                job: &self,
                input,
                sides: &mut sides,
                load_samples: &mut measurements.load_samples,
                emit: &mut *emit,
            };
            for functions in session.measure() {
                for function in &functions {
                    if function.worker == OTHER {
                        continue;
                    }
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

impl BenchJob<'_> {
    /// The project's program, and the inputs to measure with.
    fn prepare(&self, emit: Emit) -> Result<(Side, Vec<Input>)> {
        let puzzle = self.spawn_options.puzzle;
        let mut side = self.side(&self.spawn_options.executable)?;
        self.plan.alternatives.check(puzzle, &side.info)?;
        if let Some(title) = &self.title {
            side.info.title.clone_from(title);
        }
        if !side.client.counts_allocations()? {
            let why = "allocations are not counted, and --memory goes by the size of the process \
                       alone, because the program has an allocator of its own";
            emit(RunEvent::Note(why.to_owned()));
        }
        let mut inputs = Vec::new();
        match &self.inputs {
            BenchInputs::Stored(stored) => inputs.clone_from(stored),
            BenchInputs::Generated(count) => {
                for seed in 0..*count {
                    let input = side.generate(puzzle, seed)?;
                    inputs.push(input.ok_or_else(|| no_generate(puzzle))?);
                }
            }
            BenchInputs::Missing(MissingInput { reason, exit }, examples) => {
                let mut name = "a generated input";
                inputs.extend(side.generate(puzzle, 0)?);
                if inputs.is_empty() {
                    name = "the example";
                    inputs = Input::examples(puzzle, examples, &side.info);
                    inputs.truncate(1);
                }
                if inputs.is_empty() {
                    let message = format!(
                        "nothing to benchmark: {puzzle} has neither a `generate` function nor an \
                         example, and there is no input: {reason}"
                    );
                    return Err(CliError::new(*exit, message));
                }
                emit(RunEvent::Note(format!(
                    "benchmarking {name}, as there is no input: {reason}"
                )));
            }
        }
        for input in &mut inputs {
            input.header.title.clone_from(&side.info.title);
        }
        Ok((side, inputs))
    }

    /// The other revision's program, if it has the puzzle and can be asked.
    fn other_side(&self, emit: Emit) -> Option<Side> {
        let Some(Against::Revision(name, workers)) = &self.plan.against else {
            return None;
        };
        let puzzle = self.spawn_options.puzzle;
        if !workers.0.contains_key(&puzzle) {
            return None;
        }
        let program = workers.worker(puzzle);
        match program.and_then(|program| self.side(program)) {
            Ok(side) => Some(side),
            Err(error) => {
                emit(RunEvent::Warning(format!(
                    "not compared with {name}: {error}"
                )));
                None
            }
        }
    }

    fn side(&self, executable: &Path) -> Result<Side> {
        let mut client = Client::new(SpawnOptions {
            executable: executable.to_owned(),
            ..self.spawn_options.clone()
        });
        let info = client.info()?;
        Ok(Side { client, info })
    }

    fn is_stopped(&self) -> bool {
        self.spawn_options.cancel.is_cancelled()
    }

    fn result(&self, input: &Input, functions: &[Function], function: &Function) -> BenchResult {
        let Function { call, samples, .. } = function;
        let mut result = BenchResult {
            header: input.header.clone(),
            phase: Some(call.phase),
            alternative: call.alternative.clone(),
            ..BenchResult::default()
        };
        if !function.is_measurable() {
            result.status = function.result.status;
            result.message.clone_from(&function.result.message);
            return result;
        }
        result.measured = Statistics::of(samples);
        if let Some(figures) = &result.measured {
            result.allocations = function.allocations;
            result.warnings =
                Warning::of(samples, figures, function.allocations, function.again_ns);
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
            result.set_change(change, self.plan.allowed);
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
        match self.plan.against.as_ref()? {
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

impl Side {
    fn generate(&mut self, puzzle: Puzzle, seed: u32) -> Result<Option<Input>> {
        let Some(text) = self.client.generate(seed.into())? else {
            return Ok(None);
        };
        let mut header = PuzzleHeader::new(puzzle, SourceKind::Generated, None);
        header.name = Some(format!("seed {seed}"));
        Ok(Some(Input::new(header, text)))
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
    job: &'a BenchJob<'a>,
    input: &'a Input,
    /// The project's program, and the other revision's.
    sides: &'a mut [Side],
    load_samples: &'a mut Vec<u32>,
    emit: Emit<'a>,
}

impl InputBench<'_> {
    /// Measures the functions of each phase, in all passes.
    fn measure(&mut self) -> Vec<Vec<Function>> {
        let mut phases = self.first_pass();
        for _ in 1..PASSES {
            self.restart_workers();
            for functions in &mut phases {
                if !self.job.is_stopped() && wants_pass(functions) {
                    self.begin(functions[0].call.phase);
                    self.sample(functions);
                }
            }
        }
        phases
    }

    /// Calls the functions of each phase once, then samples them. If the input cannot be
    /// parsed, there is only that phase.
    fn first_pass(&mut self) -> Vec<Vec<Function>> {
        let phases = self.input.phases(&self.job.plan.parts);
        self.restart_workers();
        let mut measured = Vec::new();
        for phase in phases {
            if self.job.is_stopped() {
                break;
            }
            self.begin(phase);
            let mut functions = self.first_calls(phase);
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

    /// Each pass has new processes.
    fn restart_workers(&mut self) {
        for side in &mut *self.sides {
            side.client.restart();
        }
    }

    fn begin(&mut self, phase: Phase) {
        (self.emit)(RunEvent::PhaseStarted(primary(phase)));
        self.load_samples.extend(running_threads());
    }

    /// The functions of a phase in one of the programs.
    fn calls(&self, worker: usize, phase: Phase) -> Vec<Call> {
        let info = &self.sides[worker].info;
        self.input.calls(&self.job.plan.alternatives, info, phase)
    }

    /// Calls each function of the phase once. If the other revision has the function too,
    /// it is called there right afterwards.
    fn first_calls(&mut self, phase: Phase) -> Vec<Function> {
        let mut primary_answer = None;
        let mut functions = Vec::new();
        for call in self.calls(OWN, phase) {
            for worker in 0..self.sides.len() {
                if !self.calls(worker, phase).contains(&call) {
                    continue;
                }
                let client = &mut self.sides[worker].client;
                let reply = client.call(&self.input.source, &call);
                // An interrupted call is not a failure.
                if self.job.is_stopped() {
                    return functions;
                }
                let result = self.input.result(&call, reply, primary_answer.as_deref());
                if worker == OWN && call.alternative.is_none() {
                    primary_answer.clone_from(&result.answer);
                }
                if worker == OTHER && result.status.is_failure() {
                    let reason = result.message.as_deref().unwrap_or("it failed");
                    (self.emit)(RunEvent::Warning(format!(
                        "{phase} not compared with the other revision: {reason}"
                    )));
                }
                functions.push(Function::new(worker, call.clone(), result));
            }
        }
        functions
    }

    /// Samples the functions of a phase for one pass.
    fn sample(&mut self, functions: &mut [Function]) {
        let mut ask = |function: &mut Function, command: Command| {
            let client = &mut self.sides[function.worker].client;
            let reply = client.ask(command);
            if let Ok(Reply::Warmed { .. } | Reply::Sampled(_) | Reply::Chained(_)) = reply {
                return reply.ok();
            }
            // An interrupted call is not a failure.
            if !self.job.is_stopped() {
                function.result = self.input.result(&function.call, reply, None);
            }
            None
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
        let client = &mut self.sides[OWN].client;
        if let Ok(Reply::Allocated(allocations)) = client.ask(Command::Count(call.clone())) {
            function.allocations = allocations;
        }
        if call.phase == Phase::Parse {
            return;
        }
        match client.ask(Command::Run(call.clone())) {
            Ok(Reply::Ran {
                ns,
                outcome: Outcome::Answered(answer),
            }) => {
                function.again_ns = Some(ns);
                // One slow first call may be a coincidence, so another process repeats it.
                if ns.saturating_mul(MEMO) < function.samples.first_ns {
                    client.restart();
                    if let Ok(Reply::Ran { ns, .. }) = client.ask(Command::Run(call)) {
                        function.samples.first_ns = function.samples.first_ns.min(ns);
                    }
                }
                let first = function.result.answer.as_deref().unwrap_or_default();
                function.answer_changes = same(first, &answer) != Some(true);
            }
            Ok(Reply::Ran {
                outcome: Outcome::Unsolved,
                ..
            }) => function.answer_changes = true,
            Err(_) if self.job.is_stopped() => {}
            failed => function.result = self.input.result(&call, failed, None),
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
