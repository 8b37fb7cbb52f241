//! The job of `bench`: a puzzle is measured, with each of its inputs, in several
//! passes over its phases.
//!
//! In the first pass each function is called once before anything is sampled:
//! whether it answers, whether rightly, and how long the first call takes. Every
//! pass is in worker processes that have done nothing else.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aoc_solution::Part;
use aoc_solution::letters::same;
use aoc_solution::protocol::{Allocations, Call, Command, DayInfo, Outcome, Phase, Reply};

use super::baselines::{Baseline, BaselineName};
use super::cases::{BenchInput, Inputs};
use super::change::RatioTo;
use super::host::running_threads;
use super::results::{BenchResult, Benched, Warning};
use super::schedule::{self, PASSES, Sampled, Sampler, Warmed};
use super::statistics::{Ratio, Samples, float};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Client, Input, Job, Limits, PhaseResult, RunEvent, SpawnOptions, Status,
    WorkerError,
};

/// What to measure of a puzzle.
#[derive(Clone, Debug)]
pub struct BenchJob {
    pub puzzle: Puzzle,
    /// The program that has it.
    pub executable: PathBuf,
    pub input: BenchInput,
    pub phases: Vec<Phase>,
    pub alternatives: Alternatives,
    pub spawn_options: SpawnOptions,
    /// What one call of a phase may take.
    pub limits: Limits,
    pub against: Option<Against>,
    /// The share that a phase may be slower than what it is compared with, such
    /// as 0.05; `None` for any.
    pub allowed: Option<f64>,
}

/// What to compare the figures with.
#[derive(Clone, Debug)]
pub enum Against {
    /// Saved figures.
    Baseline(BaselineName, Arc<Baseline>),
    /// The same puzzle as another revision solves it, sampled in turn.
    Revision {
        name: String,
        /// The program that has it.
        executable: PathBuf,
    },
}

impl Job for BenchJob {
    type Output = Benched;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Benched, CliError> {
        let mut client = self.client(&self.executable);
        let (info, inputs) = match self.inputs(&mut client, emit) {
            // An interrupt is no failure of the puzzle.
            Err(_) if self.is_stopped() => return Ok(Benched::default()),
            prepared => prepared?,
        };
        drop(client);
        let other = self.other_info(emit);
        let mut benched = Benched::default();
        for (index, input) in inputs.iter().enumerate() {
            emit(RunEvent::PuzzleStarted {
                header: input.header.clone(),
                alternatives: Vec::new(),
            });
            let mut measuring = Measuring {
                job: &self,
                infos: (&info, other.as_ref()),
                input,
                inputs: (index, inputs.len()),
                phases: Vec::new(),
                seen: Vec::new(),
                emit,
            };
            measuring.all_passes();
            benched.results.extend(measuring.results());
            benched.seen.extend(measuring.seen);
        }
        // After an interrupt, a puzzle without any figure is left out.
        if self.is_stopped() && benched.results.iter().all(|it| it.figures().is_none()) {
            benched.results.retain(|it| it.status.is_failure());
        }
        Ok(benched)
    }
}

impl BenchJob {
    fn inputs(
        &self,
        client: &mut Client,
        emit: &mut dyn FnMut(RunEvent),
    ) -> Result<(DayInfo, Vec<Input>), CliError> {
        let puzzle = self.puzzle;
        let info = client.info(puzzle.day)?;
        self.alternatives.check(puzzle, &info)?;
        let mut maker = Inputs {
            puzzle,
            info: &info,
            client,
        };
        let inputs = match &self.input {
            BenchInput::Generated(count) => {
                emit(started(Phase::Parse));
                let mut tell = |share| emit(RunEvent::PhaseProgress(share));
                maker.generated(*count, &mut tell)?
            }
            BenchInput::Inputs(inputs) => maker.titled(inputs),
            BenchInput::StandIn { missing, examples } => {
                let (input, note) = maker.stand_in(missing, examples)?;
                emit(RunEvent::Note(note));
                vec![input]
            }
        };
        Ok((info, inputs))
    }

    /// What the other revision has for the day.
    fn other_info(&self, emit: &mut dyn FnMut(RunEvent)) -> Option<DayInfo> {
        let Some(Against::Revision { name, executable }) = &self.against else {
            return None;
        };
        let info = self.client(executable).info(self.puzzle.day);
        info.inspect_err(|error| {
            let puzzle = self.puzzle;
            let text = format!("{puzzle}: not compared with {name}: {error}");
            emit(RunEvent::Warning(text));
        })
        .ok()
    }

    /// A client for the project, and one for the other revision.
    fn clients(&self) -> Vec<Client> {
        let other = match &self.against {
            Some(Against::Revision { executable, .. }) => Some(executable),
            Some(Against::Baseline(..)) | None => None,
        };
        let executables = iter::once(&self.executable).chain(other);
        executables.map(|it| self.client(it)).collect()
    }

    fn client(&self, executable: &Path) -> Client {
        let executable = executable.to_owned();
        Client::new(executable, self.spawn_options.clone(), self.limits)
    }

    fn is_stopped(&self) -> bool {
        self.spawn_options.cancel.is_cancelled()
    }
}

fn started(phase: Phase) -> RunEvent {
    RunEvent::PhaseStarted {
        phase,
        alternative: None,
    }
}

/// The index of the project's worker, and of that of the other revision.
const OWN: usize = 0;
const OTHER: usize = 1;

/// A puzzle and one of its inputs while it is measured.
struct Measuring<'a> {
    job: &'a BenchJob,
    /// What the project has for the day, and what the other revision has.
    infos: (&'a DayInfo, Option<&'a DayInfo>),
    input: &'a Input,
    /// Which of how many inputs it is.
    inputs: (usize, usize),
    phases: Vec<Measured>,
    /// How many other threads were running.
    seen: Vec<u32>,
    emit: &'a mut dyn FnMut(RunEvent),
}

/// One phase with its alternatives, in the project and in the other revision.
struct Measured {
    functions: Vec<Function>,
    /// As many; an error is why a function has no figures.
    sampled: Vec<Result<Sampled, Box<PhaseResult>>>,
}

/// One of the functions of a phase, and what else is known of it.
struct Function {
    worker: usize,
    call: Call,
    answer: Option<String>,
    allocations: Option<Allocations>,
    /// What a call took after all samples; `None` of a parse, or if it was not
    /// called again.
    again_ns: Option<u64>,
    answer_changes: bool,
}

impl Measured {
    /// Whether another pass would make the figures better. Functions that are
    /// compared take all passes.
    fn wants_pass(&self) -> bool {
        let mut sampled = self.sampled.iter().flatten();
        match &self.sampled[..] {
            [Ok(single)] => single.wants_pass() && !single.is_settled(),
            _ => sampled.any(Sampled::wants_pass),
        }
    }

    /// The samples of a function, unless it failed.
    fn samples(&self, worker: usize, alternative: Option<&String>) -> Option<&Samples> {
        let same =
            |it: &Function| it.worker == worker && it.call.alternative.as_ref() == alternative;
        let index = self.functions.iter().position(same)?;
        Some(&self.sampled[index].as_ref().ok()?.samples)
    }
}

impl Measuring<'_> {
    fn all_passes(&mut self) {
        let job = self.job;
        let phases = self.wanted();
        for pass in 0..PASSES {
            if pass > 0 && !self.phases.iter().any(Measured::wants_pass) {
                break;
            }
            let mut clients = job.clients();
            clients.iter_mut().for_each(|it| it.set_input(self.input));
            for (index, &phase) in phases.iter().enumerate() {
                if job.is_stopped() {
                    return;
                }
                (self.emit)(started(phase));
                self.seen.extend(running_threads());
                if pass == 0 {
                    let begun = self.begin(phase, &mut clients);
                    self.phases.push(begun);
                }
                let measured = &mut self.phases[index];
                if pass == 0 || measured.wants_pass() {
                    let done = float((pass * phases.len() + index) as u64);
                    let total = float((PASSES * phases.len()) as u64);
                    let (input, inputs) =
                        (float(self.inputs.0 as u64), float(self.inputs.1 as u64));
                    let emit = &mut *self.emit;
                    let mut progress = |share: f64| {
                        let share = (input + (done + share) / total) / inputs;
                        emit(RunEvent::PhaseProgress(share));
                    };
                    measured.sample(job, &mut clients, &mut progress);
                }
                if pass == 0 {
                    self.examine(index, &mut clients);
                    if phase == Phase::Parse && self.phases[index].sampled[OWN].is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// The phases that can be measured with the input.
    fn wanted(&self) -> Vec<Phase> {
        let parts = self.input.parts(&Part::BOTH);
        let phases = self.job.phases.iter().copied();
        let has = |phase: &Phase| phase.part().is_none_or(|part| parts.contains(&part));
        phases.filter(has).collect()
    }

    /// Calls each function of the phase once.
    fn begin(&mut self, phase: Phase, clients: &mut [Client]) -> Measured {
        let mut measured = Measured {
            functions: Vec::new(),
            sampled: Vec::new(),
        };
        let mut primary = None;
        for (worker, call) in self.calls(phase) {
            let client = &mut clients[worker];
            let result = match phase {
                Phase::Parse => PhaseResult::of(phase, client.open()),
                Phase::Part1 | Phase::Part2 => {
                    let ran = client.call(&Command::Run(call.clone()));
                    self.input.result(&call, ran, primary.as_deref())
                }
            };
            if call.alternative.is_none() && worker == OWN {
                primary.clone_from(&result.answer);
            }
            if worker == OTHER && result.status.is_failure() && !self.job.is_stopped() {
                self.warn_of_other(&result);
            }
            measured.functions.push(Function {
                worker,
                call,
                answer: result.answer.clone(),
                allocations: None,
                again_ns: None,
                answer_changes: false,
            });
            let sampled = result.ns.filter(|_| !result.status.is_failure());
            let sampled = sampled.map(Sampled::new);
            measured
                .sampled
                .push(sampled.ok_or_else(|| Box::new(result)));
        }
        measured
    }

    /// Says that there is nothing to compare a function with.
    fn warn_of_other(&mut self, result: &PhaseResult) {
        let puzzle = self.job.puzzle;
        let why = result.message.as_deref().unwrap_or("it failed");
        let phase = match result.phase.part() {
            Some(part) => format!("part {part}"),
            None => result.phase.to_string(),
        };
        (self.emit)(RunEvent::Warning(format!(
            "{puzzle} {phase}: not compared with the other revision: {why}"
        )));
    }

    /// Whose functions answer the phase: those of the other revision after each of
    /// the project's that it has too.
    fn calls(&self, phase: Phase) -> Vec<(usize, Call)> {
        let of = |info: &DayInfo| match phase.part() {
            Some(part) => self.input.calls(&self.job.alternatives, info, part),
            None => vec![Call {
                phase,
                alternative: None,
            }],
        };
        let others = self.infos.1.map(of).unwrap_or_default();
        let mut calls = Vec::new();
        for call in of(self.infos.0) {
            let other = others.contains(&call).then(|| (OTHER, call.clone()));
            calls.push((OWN, call));
            calls.extend(other);
        }
        calls
    }

    /// Learns what else there is to know of the project's functions: what a call
    /// allocates, and of a part whether a call after thousands of others is faster,
    /// or answers differently, because the solution keeps something.
    fn examine(&mut self, phase: usize, clients: &mut [Client]) {
        let Measured { functions, sampled } = &mut self.phases[phase];
        for (function, slot) in functions.iter_mut().zip(sampled) {
            // Of one that is very slow each call counts.
            let examines = slot.as_ref().is_ok_and(Sampled::wants_pass);
            if function.worker == OTHER || !examines || self.job.is_stopped() {
                continue;
            }
            let call = &function.call;
            if let Ok(Reply::Allocated(all)) = clients[OWN].ask(&Command::Count(call.clone())) {
                function.allocations = all;
            }
            if call.phase == Phase::Parse {
                continue;
            }
            let first = function.answer.as_deref();
            let failure = match clients[OWN].call(&Command::Run(call.clone())) {
                Ok((ns, Outcome::Answered(answer))) => {
                    function.again_ns = Some(ns);
                    let same = first.is_some_and(|first| same(first, &answer) == Some(true));
                    function.answer_changes = !same;
                    continue;
                }
                Ok((_, Outcome::Unsolved)) => {
                    function.answer_changes = true;
                    continue;
                }
                Err(_) if self.job.is_stopped() => continue,
                failed => PhaseResult::of(call.phase, failed),
            };
            *slot = Err(Box::new(failure));
        }
    }

    /// The results of the project's functions. Of those that an interrupt came
    /// before, the primaries have one without figures.
    fn results(&self) -> Vec<BenchResult> {
        let header = &self.input.header;
        let mut results = Vec::new();
        for measured in &self.phases {
            let functions = measured.functions.iter().zip(&measured.sampled);
            for (function, sampled) in functions.filter(|(it, _)| it.worker == OWN) {
                let Call { phase, alternative } = function.call.clone();
                let mut result = BenchResult::new(header.clone(), phase, alternative);
                match sampled {
                    Err(failure) if failure.status == Status::Unsolved => continue,
                    Err(failure) => {
                        result.status = failure.status;
                        result.message.clone_from(&failure.message);
                    }
                    Ok(sampled) => self.fill_in(&mut result, measured, function, sampled),
                }
                if result.figures().is_some() || result.status.is_failure() {
                    results.push(result);
                } else if result.alternative.is_none() {
                    results.push(not_reached(result));
                }
            }
        }
        let parsed = |parse: &Measured| parse.sampled[OWN].is_ok();
        let reached = self.phases.len();
        let missing = self.wanted().into_iter().skip(reached);
        let missing = missing.filter(|_| self.phases.first().is_none_or(parsed));
        let missing =
            missing.map(|phase| not_reached(BenchResult::new(header.clone(), phase, None)));
        results.extend(missing);
        results
    }

    fn fill_in(
        &self,
        result: &mut BenchResult,
        measured: &Measured,
        function: &Function,
        sampled: &Sampled,
    ) {
        let samples = &sampled.samples;
        result.measure(samples, function.allocations, function.again_ns);
        if function.answer_changes {
            result.warnings.push(Warning::AnswerChanges);
        }
        let alternative = function.call.alternative.as_ref();
        if alternative.is_some() {
            let primary = measured.samples(OWN, None);
            let ratio = primary.and_then(|primary| Ratio::of(samples, primary));
            result.ratio = result.ratio_to("own", ratio);
        }
        let change = match &self.job.against {
            None => None,
            Some(Against::Baseline(name, baseline)) => baseline.find(result).and_then(|saved| {
                let (now, then) = (result.figures()?, saved.result.figures()?);
                RatioTo::of_figures(name.to_string(), now, then)
            }),
            Some(Against::Revision { name, .. }) => {
                let other = measured.samples(OTHER, alternative);
                let ratio = other.and_then(|other| Ratio::of(samples, other));
                result.ratio_to(name, ratio)
            }
        };
        result.set_change(change, self.job.allowed);
    }
}

/// A result for what an interrupt came before.
fn not_reached(result: BenchResult) -> BenchResult {
    BenchResult {
        message: Some("interrupted before its first sample".to_owned()),
        ..result
    }
}

impl Measured {
    fn sample(&mut self, job: &BenchJob, clients: &mut [Client], progress: &mut dyn FnMut(f64)) {
        let mut asker = Asker {
            job,
            clients,
            functions: &self.functions,
        };
        schedule::pass(&mut self.sampled, &mut asker, progress);
    }
}

/// Asks the workers for samples of the functions of a phase.
struct Asker<'a> {
    job: &'a BenchJob,
    clients: &'a mut [Client],
    functions: &'a [Function],
}

impl Asker<'_> {
    /// Sends a command, and takes from its reply what `read` finds there.
    fn ask<T>(
        &mut self,
        function: usize,
        command: &Command,
        read: impl FnOnce(Reply) -> Result<T, Reply>,
    ) -> Result<T, Box<PhaseResult>> {
        let Function { worker, call, .. } = &self.functions[function];
        let failure = match self.clients[*worker].ask(command) {
            Ok(Reply::Ran { ns, outcome }) => Ok((ns, outcome)),
            Ok(reply) => match read(reply) {
                Ok(found) => return Ok(found),
                Err(other) => Err(WorkerError::out_of_turn(&other)),
            },
            Err(error) => Err(error),
        };
        Err(Box::new(PhaseResult::of(call.phase, failure)))
    }
}

impl Sampler for Asker<'_> {
    type Error = Box<PhaseResult>;

    fn warm(&mut self, function: usize, ns: u64) -> Result<Warmed, Box<PhaseResult>> {
        let call = self.functions[function].call.clone();
        self.ask(function, &Command::Warm { call, ns }, |reply| match reply {
            Reply::Warmed { call_ns, grain_ns } => Ok(Warmed { call_ns, grain_ns }),
            other => Err(other),
        })
    }

    fn sample(
        &mut self,
        function: usize,
        batch: u64,
        ns: u64,
    ) -> Result<Vec<u64>, Box<PhaseResult>> {
        let call = self.functions[function].call.clone();
        let command = Command::Sample { call, batch, ns };
        self.ask(function, &command, |reply| match reply {
            Reply::Sampled(batches_ns) => Ok(batches_ns),
            other => Err(other),
        })
    }

    fn is_stopped(&self) -> bool {
        self.job.is_stopped()
    }
}
