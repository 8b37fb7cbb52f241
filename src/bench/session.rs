//! The job of `bench`: measures a puzzle with each of its inputs, in several passes
//! over its phases.
//!
//! In the first pass each function is called once before it is sampled, to check its
//! answer and to time the first call. Every pass uses new worker processes.

use std::path::Path;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Phase, Reply};

use super::baselines::Against;
use super::host::running_threads;
use super::results::{BenchResult, MEMO, Measurements, Warning};
use super::schedule::{Function, PASSES, pass};
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
        let puzzle = self.spawn_options.puzzle;
        let mut own = self.side(&self.spawn_options.executable)?;
        self.plan.alternatives.check(puzzle, &own.info)?;
        if let Some(title) = &self.title {
            own.info.title.clone_from(title);
        }
        if !own.client.counts_allocations()? {
            let why = "allocations are not counted, and --memory goes by the size of the process \
                       alone, because the program has an allocator of its own";
            emit(RunEvent::Note(why.to_owned()));
        }
        let inputs = self.inputs(&mut own, emit)?;
        let mut sides = vec![own];
        if let Some(Against::Revision(name, workers)) = &self.plan.against
            && workers.0.contains_key(&puzzle)
        {
            let program = workers.worker(puzzle);
            match program.and_then(|program| self.side(program)) {
                Ok(other) => sides.push(other),
                Err(error) => emit(RunEvent::Warning(format!(
                    "not compared with {name}: {error}"
                ))),
            }
        }
        let mut measurements = Measurements::default();
        for input in &inputs {
            let mut session = InputBench {
                job: &self,
                input,
                sides: &mut sides,
                load_samples: &mut measurements.load_samples,
                emit: &mut *emit,
            };
            for (_, functions) in session.measure() {
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

impl BenchJob<'_> {
    /// The inputs to measure with.
    fn inputs(&self, side: &mut Side, emit: Emit) -> Result<Vec<Input>> {
        let puzzle = self.spawn_options.puzzle;
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
        Ok(inputs)
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
        let Some(figures) = Statistics::of(samples) else {
            return result;
        };
        result.allocations = function.allocations;
        result.warnings = Warning::of(samples, &figures, function.allocations, function.again_ns);
        if function.answer_changes {
            result.warnings.push(Warning::AnswerChanges);
        }
        if call.alternative.is_some()
            && let Some(base) = samples_of(functions, OWN, &primary(call.phase))
        {
            result.ratio = RatioTo::of_samples(RatioTo::PRIMARY, samples, base);
        }
        let change = match &self.plan.against {
            Some(Against::Baseline(name, baseline)) => {
                let then = baseline.find(&result);
                then.and_then(|then| {
                    RatioTo::of_figures(name, &figures, then.result.measured.as_ref()?)
                })
            }
            Some(Against::Revision(name, _)) => {
                let base = samples_of(functions, OTHER, call);
                base.and_then(|base| RatioTo::of_samples(name, samples, base))
            }
            None => None,
        };
        result.measured = Some(figures);
        if let Some(change) = change {
            result.set_change(change, self.plan.allowed);
        }
        result
    }
}

impl Side {
    fn generate(&mut self, puzzle: Puzzle, seed: u32) -> Result<Option<Input>> {
        let text = self.client.generate(seed.into())?;
        let header = PuzzleHeader {
            name: Some(format!("seed {seed}")),
            ..PuzzleHeader::new(puzzle, SourceKind::Generated, None)
        };
        Ok(text.map(|text| Input::new(header, text)))
    }
}

/// The samples of a function that can be measured.
fn samples_of<'a>(functions: &'a [Function], worker: usize, call: &Call) -> Option<&'a Samples> {
    for function in functions {
        if function.worker == worker && function.call == *call && function.is_measurable() {
            return Some(&function.samples);
        }
    }
    None
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
    /// Measures the functions of each phase, in all passes. If the input cannot be parsed,
    /// the parts have no functions. Where the input is the text itself, `parse` is called
    /// once, as it may fail, and not sampled.
    fn measure(&mut self) -> Vec<(Phase, Vec<Function>)> {
        let mut measured: Vec<(Phase, Vec<Function>)> = self
            .input
            .phases(&self.job.plan.parts)
            .into_iter()
            .map(|phase| (phase, Vec::new()))
            .collect();
        let takes_text = self.sides[OWN].info.takes_text;
        for _ in 0..PASSES {
            // Each pass has new processes.
            for side in &mut *self.sides {
                side.client.restart();
            }
            for (phase, functions) in &mut measured {
                let is_first = functions.is_empty();
                let is_unsampled = takes_text && *phase == Phase::Parse;
                let is_done = match &functions[..] {
                    [] => false,
                    _ if is_unsampled => true,
                    [single] => single.is_settled(),
                    // Functions that are compared take all passes.
                    _ => false,
                };
                if is_done || self.job.is_stopped() {
                    continue;
                }
                (self.emit)(RunEvent::PhaseStarted(primary(*phase)));
                self.load_samples.extend(running_threads());
                if is_first {
                    *functions = self.first_calls(*phase);
                    let is_measurable = functions.first().is_some_and(Function::is_measurable);
                    if *phase == Phase::Parse && !is_measurable {
                        return measured;
                    }
                }
                if is_unsampled {
                    continue;
                }
                self.sample(functions);
                if is_first {
                    for function in functions {
                        self.examine(function);
                    }
                }
            }
        }
        measured
    }

    /// Calls each function of the phase once. If the other revision has the function too,
    /// it is called there right afterwards.
    fn first_calls(&mut self, phase: Phase) -> Vec<Function> {
        let alternatives = &self.job.plan.alternatives;
        let mut primary_answer = None;
        let mut functions = Vec::new();
        for call in self.input.calls(alternatives, &self.sides[OWN].info, phase) {
            for (worker, side) in self.sides.iter_mut().enumerate() {
                let calls = self.input.calls(alternatives, &side.info, phase);
                if !calls.contains(&call) {
                    continue;
                }
                let reply = side.client.call(&self.input.source, &call);
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
        pass(functions, &mut |function, command| {
            let reply = self.sides[function.worker].client.ask(command);
            if let Ok(Reply::Warmed { .. } | Reply::Sampled(_) | Reply::Chained(_)) = reply {
                return reply.ok();
            }
            // An interrupted call is not a failure.
            if !self.job.is_stopped() {
                function.result = self.input.result(&function.call, reply, None);
            }
            None
        });
    }

    /// Measures the allocations of a call, and checks whether a call of a part after
    /// thousands of others is faster or gives another answer, because the solution stores
    /// something.
    fn examine(&mut self, function: &mut Function) {
        // Further calls of a very slow function would take too long.
        if function.worker != OWN || !function.wants_pass() || self.job.is_stopped() {
            return;
        }
        let call = &function.call;
        let source = &self.input.source;
        let client = &mut self.sides[OWN].client;
        if let Ok(Reply::Allocated(allocations)) = client.ask(Command::Count(call.clone())) {
            function.allocations = allocations;
        }
        if call.phase == Phase::Parse {
            return;
        }
        let again = self.input.result(call, client.call(source, call), None);
        if self.job.is_stopped() {
            return;
        }
        if again.ns.is_none() && again.status.is_failure() {
            function.result = again;
            return;
        }
        function.again_ns = again.ns;
        function.answer_changes = again.answer != function.result.answer;
        // One slow first call may be a coincidence, so another process repeats it.
        if let Some(ns) = again.ns
            && ns.saturating_mul(MEMO) < function.samples.first_ns
        {
            client.restart();
            if let Ok(Reply::Ran { ns, .. }) = client.call(source, call) {
                function.samples.first_ns = function.samples.first_ns.min(ns);
            }
        }
    }
}
