//! The job of `bench`: measures a puzzle with each of its inputs, in several passes
//! over its phases.
//!
//! In the first pass each function is called once before it is sampled, to check its
//! answer and to time the first call. Every pass uses new worker processes.

use std::iter;
use std::path::Path;
use std::sync::Arc;

use aoc_solution::letters::same;
use aoc_solution::protocol::{Command, DayInfo, Outcome, Phase, Reply};

use super::baselines::Against;
use super::host::running_threads;
use super::results::{BenchResult, MEMO, Measurements, Warning};
use super::schedule::{self, Function, PASSES};
use super::statistics::{RatioTo, Samples, Statistics};
use crate::error::CliError;
use crate::runner::{
    Client, Input, Job, MissingInput, PuzzleHeader, RunEvent, SolveJob, SolvePlan, SourceKind,
    SpawnOptions, WorkerError, no_generate, primary,
};

/// The job for one puzzle.
pub struct BenchJob {
    /// The inputs and functions to measure. If there is no input, a generated one is
    /// used, else the first example.
    pub solve: SolveJob,
    /// Measures this many generated inputs instead, with seeds from 0.
    pub generated: Option<u32>,
    pub against: Option<Arc<Against>>,
    /// The share by which a phase may be slower in a comparison, such as 0.05; `None`
    /// for any.
    pub allowed: Option<f64>,
}

/// The indexes of the project's worker and of the other revision's.
const OWN: usize = 0;
const OTHER: usize = 1;

impl Job for BenchJob {
    type Output = Measurements;

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Measurements, CliError> {
        let mut measurements = Measurements::default();
        let mut client = self.client(&self.solve.spawn_options.executable);
        let info = self.solve.info(&mut client);
        let prepared = info.and_then(|info| Ok((self.inputs(&info, &mut client, emit)?, info)));
        let (inputs, info) = match prepared {
            // An interrupt is not a failure of the puzzle.
            Err(_) if self.is_stopped() => return Ok(measurements),
            prepared => prepared?,
        };
        drop(client);
        let mut infos = vec![info];
        if let Some((name, executable)) = self.other() {
            match self.client(executable).info(self.solve.puzzle.day) {
                Ok(info) => infos.push(info),
                Err(error) => emit(RunEvent::Warning(format!(
                    "not compared with {name}: {error}"
                ))),
            }
        }
        for input in &inputs {
            for functions in self.measure(input, &infos, &mut measurements.load_samples, emit) {
                let own = functions.iter().filter(|it| it.worker == OWN);
                let results = own.map(|function| self.result(input, &functions, function));
                // After an interrupt, some functions have neither figures nor a failure.
                let is_known = |it: &BenchResult| it.measured.is_some() || it.status.is_failure();
                measurements.results.extend(results.filter(is_known));
            }
        }
        Ok(measurements)
    }
}

impl BenchJob {
    /// The inputs to measure with. A note tells if another input replaces a missing one.
    fn inputs(
        &self,
        info: &DayInfo,
        client: &mut Client,
        emit: &mut dyn FnMut(RunEvent),
    ) -> Result<Vec<Input>, CliError> {
        let puzzle = self.solve.puzzle;
        let mut generated = |seed: u32| {
            let text = client.generate(puzzle, seed.into())?;
            let header = PuzzleHeader {
                source: SourceKind::Generated,
                name: Some(format!("seed {seed}")),
                title: info.title.clone(),
                ..PuzzleHeader::unknown(puzzle)
            };
            Ok::<_, CliError>(text.map(|text| Input::new(header, text)))
        };
        if let Some(count) = self.generated {
            let input = |seed| generated(seed)?.ok_or_else(|| no_generate(puzzle));
            return (0..count).map(input).collect();
        }
        let (stored, MissingInput { reason, exit }) = match &self.solve.plan {
            SolvePlan::Examples {
                stored,
                missing: Some(missing),
            } => (stored, missing),
            SolvePlan::Inputs { inputs, .. } => {
                let mut inputs = inputs.clone();
                for input in &mut inputs {
                    input.header.title.clone_from(&info.title);
                }
                return Ok(inputs);
            }
            _ => return Ok(Vec::new()),
        };
        let mut examples = Input::examples(puzzle, stored, info).into_iter();
        let input = generated(0)?.or_else(|| examples.next()).ok_or_else(|| {
            let message = format!(
                "nothing to benchmark: {puzzle} has neither a `generate` function nor an \
                 example, and there is no input: {reason}"
            );
            CliError::new(*exit, message)
        })?;
        let replacement = match input.header.source {
            SourceKind::Generated => "a generated input",
            _ => "the example",
        };
        let note = format!("benchmarking {replacement}, as there is no input: {reason}");
        emit(RunEvent::Note(note));
        Ok(vec![input])
    }

    /// The other revision's name, and its program for the puzzle.
    fn other(&self) -> Option<(&str, &Path)> {
        match self.against.as_deref()? {
            Against::Baseline(..) => None,
            Against::Revision(name, programs) => Some((name, programs.get(&self.solve.puzzle)?)),
        }
    }

    fn client(&self, executable: &Path) -> Client {
        Client::new(SpawnOptions {
            executable: executable.to_owned(),
            ..self.solve.spawn_options.clone()
        })
    }

    fn is_stopped(&self) -> bool {
        self.solve.spawn_options.cancel.is_cancelled()
    }

    /// Measures the functions of each phase with an input, in all passes. `infos` has each
    /// worker's description of the day.
    fn measure(
        &self,
        input: &Input,
        infos: &[DayInfo],
        load_samples: &mut Vec<u32>,
        emit: &mut dyn FnMut(RunEvent),
    ) -> Vec<Vec<Function>> {
        let parts = input.parts(&self.solve.parts);
        let phases = parts.into_iter().map(Phase::from);
        let phases: Vec<Phase> = iter::once(Phase::Parse).chain(phases).collect();
        let mut measured: Vec<Vec<Function>> = Vec::new();
        for pass in 0..PASSES {
            let other = self.other().map(|(_, executable)| executable);
            let mut clients = vec![self.client(&self.solve.spawn_options.executable)];
            clients.extend(other.map(|executable| self.client(executable)));
            for client in &mut clients {
                client.set_input(input.header.puzzle.day, &input.source);
            }
            for (index, &phase) in phases.iter().enumerate() {
                let needs_pass = measured.get(index).is_none_or(|it| wants_pass(it));
                if self.is_stopped() || !needs_pass {
                    continue;
                }
                emit(RunEvent::PhaseStarted(primary(phase)));
                load_samples.extend(running_threads());
                if pass > 0 {
                    self.sample(&mut measured[index], input, &mut clients);
                    continue;
                }
                let mut functions = self.first_calls(phase, input, infos, &mut clients, emit);
                let is_parsed = functions.first().is_some_and(Function::is_measurable);
                self.sample(&mut functions, input, &mut clients);
                for function in functions.iter_mut().filter(|it| it.worker == OWN) {
                    self.examine(function, input, &mut clients[OWN]);
                }
                measured.push(functions);
                if phase == Phase::Parse && !is_parsed {
                    return measured;
                }
            }
        }
        measured
    }

    /// Calls each function of the phase once. If the other revision has the function too,
    /// it is called there right afterwards.
    fn first_calls(
        &self,
        phase: Phase,
        input: &Input,
        infos: &[DayInfo],
        clients: &mut [Client],
        emit: &mut dyn FnMut(RunEvent),
    ) -> Vec<Function> {
        let calls = |info| match phase.part() {
            Some(part) => input.calls(&self.solve.alternatives, info, part),
            None => vec![primary(phase)],
        };
        let others = infos.get(OTHER).map(calls).unwrap_or_default();
        let mut primary = None;
        let mut functions = Vec::new();
        for call in calls(&infos[OWN]) {
            let workers = if others.contains(&call) { 2 } else { 1 };
            for (worker, client) in clients.iter_mut().enumerate().take(workers) {
                let outcome = match phase {
                    Phase::Parse => client.open(),
                    _ => client.call(Command::Run(call.clone())),
                };
                // An interrupted call is not a failure.
                if self.is_stopped() {
                    return functions;
                }
                let result = input.result(&call, outcome, primary.as_deref());
                if worker == OWN && call.alternative.is_none() {
                    primary.clone_from(&result.answer);
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
    fn sample(&self, functions: &mut [Function], input: &Input, clients: &mut [Client]) {
        let mut ask = |function: &Function, command: Command| {
            let outcome = match clients[function.worker].ask(command) {
                Ok(reply @ (Reply::Warmed { .. } | Reply::Sampled(_))) => return Ok(reply),
                Ok(Reply::Ran { ns, outcome }) => Ok((ns, outcome)),
                Ok(other) => Err(WorkerError::out_of_turn(&other)),
                Err(error) => Err(error),
            };
            Err(Box::new(input.result(&function.call, outcome, None)))
        };
        schedule::pass(functions, &mut ask, &|| self.is_stopped());
    }

    /// Measures the allocations of a call, and checks whether a call of a part after
    /// thousands of others is faster or gives another answer, because the solution stores
    /// something.
    fn examine(&self, function: &mut Function, input: &Input, client: &mut Client) {
        // Further calls of a very slow function would take too long.
        if !function.wants_pass() || self.is_stopped() {
            return;
        }
        let call = function.call.clone();
        if let Ok(Reply::Allocated(all)) = client.ask(Command::Count(call.clone())) {
            function.allocations = all;
        }
        if call.phase == Phase::Parse {
            return;
        }
        match client.call(Command::Run(call.clone())) {
            Ok((ns, Outcome::Answered(answer))) => {
                function.again_ns = Some(ns);
                // One slow first call may be a coincidence, so another process repeats it.
                if ns.saturating_mul(MEMO) < function.samples.first_ns {
                    let mut fresh = self.client(&self.solve.spawn_options.executable);
                    fresh.set_input(input.header.puzzle.day, &input.source);
                    if let Ok((first, _)) = fresh.call(Command::Run(call)) {
                        let first_ns = &mut function.samples.first_ns;
                        *first_ns = first.min(*first_ns);
                    }
                }
                let first = function.result.answer.as_deref().unwrap_or_default();
                function.answer_changes = same(first, &answer) != Some(true);
            }
            Ok((_, Outcome::Unsolved)) => function.answer_changes = true,
            Err(_) if self.is_stopped() => {}
            failed => function.result = input.result(&call, failed, None),
        }
    }

    fn result(&self, input: &Input, all: &[Function], function: &Function) -> BenchResult {
        let (header, call) = (input.header.clone(), &function.call);
        let mut result = BenchResult::new(header, call.phase, call.alternative.clone());
        if !function.is_measurable() {
            result.status = function.result.status;
            result.message.clone_from(&function.result.message);
            return result;
        }
        let (samples, allocations) = (&function.samples, function.allocations);
        if let Some(figures) = Statistics::of(samples) {
            result.allocations = allocations;
            result.warnings = Warning::of(samples, &figures, allocations, function.again_ns);
            result.measured = Some(figures);
        }
        if function.answer_changes {
            result.warnings.push(Warning::AnswerChanges);
        }
        let base = |worker: usize, alternative: Option<&String>| -> Option<&Samples> {
            let is_base =
                |it: &&Function| it.worker == worker && it.call.alternative.as_ref() == alternative;
            let base = all.iter().find(is_base).filter(|it| it.is_measurable())?;
            Some(&base.samples)
        };
        let alternative = call.alternative.as_ref();
        let own = alternative.and_then(|_| base(OWN, None));
        result.ratio = own.and_then(|own| RatioTo::of_samples("own", samples, own));
        let change = self.against.as_deref().and_then(|against| match against {
            Against::Baseline(name, baseline) => {
                let then = baseline.find(&result)?.result.measured.as_ref()?;
                RatioTo::of_figures(name, result.measured.as_ref()?, then)
            }
            Against::Revision(name, _) => {
                RatioTo::of_samples(name, samples, base(OTHER, alternative)?)
            }
        });
        result.set_change(change, self.allowed);
        result
    }
}

/// True if another pass would improve the figures of a phase. Functions that are
/// compared take all passes.
fn wants_pass(functions: &[Function]) -> bool {
    let is_settled = matches!(functions, [single] if single.is_settled());
    !is_settled && functions.iter().any(Function::wants_pass)
}
