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

use super::baselines::Baseline;
use super::cases::{self, BenchInput};
use super::change::RatioTo;
use super::host::running_threads;
use super::results::{BenchResult, Benched, Warning};
use super::schedule::{self, PASSES, Sampled};
use super::statistics::{Samples, float};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Client, Input, Job, Limits, PhaseResult, RunEvent, SpawnOptions, WorkerError,
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
    Baseline(String, Arc<Baseline>),
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
        let (puzzle, mut benched) = (self.puzzle, Benched::default());
        let prepared = client.info(puzzle.day).map_err(CliError::from);
        let prepared = prepared.and_then(|info| {
            self.alternatives.check(puzzle, &info)?;
            let inputs = cases::inputs(&self.input, puzzle, &info, &mut client, emit)?;
            Ok((info, inputs))
        });
        let (info, inputs) = match prepared {
            // An interrupt is no failure of the puzzle.
            Err(_) if self.is_stopped() => return Ok(benched),
            prepared => prepared?,
        };
        drop(client);
        let mut other_info = None;
        if let Some(Against::Revision { name, executable }) = &self.against {
            match self.client(executable).info(puzzle.day) {
                Ok(info) => other_info = Some(info),
                Err(error) => emit(RunEvent::Warning(format!(
                    "{puzzle}: not compared with {name}: {error}"
                ))),
            }
        }
        for (index, input) in inputs.iter().enumerate() {
            emit(RunEvent::PuzzleStarted {
                header: input.header.clone(),
                alternatives: Vec::new(),
            });
            let of_whole = (index, inputs.len());
            let mut measuring = Measuring {
                job: &self,
                infos: (&info, other_info.as_ref()),
                input,
                phases: Vec::new(),
            };
            measuring.all_passes(of_whole, &mut benched.seen, emit);
            benched.results.extend(measuring.results());
        }
        Ok(benched)
    }
}

impl BenchJob {
    /// A client for the project, and one for the other revision.
    fn clients(&self) -> Vec<Client> {
        let mut clients = vec![self.client(&self.executable)];
        if let Some(Against::Revision { executable, .. }) = &self.against {
            clients.push(self.client(executable));
        }
        clients
    }

    fn client(&self, executable: &Path) -> Client {
        let executable = executable.to_owned();
        Client::new(executable, self.spawn_options.clone(), self.limits)
    }

    fn is_stopped(&self) -> bool {
        self.spawn_options.cancel.is_cancelled()
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
    phases: Vec<PhaseSamples>,
}

/// One phase with its alternatives, in the project and in the other revision.
struct PhaseSamples {
    functions: Vec<BenchFunction>,
    /// As many; an error is why a function has no figures.
    sampled: Vec<Result<Sampled, Box<PhaseResult>>>,
}

/// One of the functions of a phase, and what else is known of it.
struct BenchFunction {
    worker: usize,
    call: Call,
    answer: Option<String>,
    allocations: Option<Allocations>,
    /// What a call took after all samples; `None` of a parse, or if it was not
    /// called again.
    again_ns: Option<u64>,
    answer_changes: bool,
}

impl Measuring<'_> {
    /// `of_whole` is the index of the input, and how many there are. What else runs is
    /// added to `seen`.
    fn all_passes(
        &mut self,
        of_whole: (usize, usize),
        seen: &mut Vec<u32>,
        emit: &mut dyn FnMut(RunEvent),
    ) {
        let parts = self.input.parts(&Part::BOTH);
        let has = |phase: &Phase| phase.part().is_none_or(|part| parts.contains(&part));
        let phases: Vec<Phase> = self.job.phases.iter().copied().filter(has).collect();
        let total = PASSES * phases.len();
        for pass in 0..PASSES {
            let mut clients = self.job.clients();
            for client in &mut clients {
                client.set_input(self.input);
            }
            for (index, &phase) in phases.iter().enumerate() {
                let is_wanted = self.phases.get(index).is_none_or(PhaseSamples::wants_pass);
                if self.job.is_stopped() || !is_wanted {
                    continue;
                }
                emit(RunEvent::PhaseStarted {
                    phase,
                    alternative: None,
                });
                let done = of_whole.0 * total + pass * phases.len() + index;
                let share = float(done as u64) / float((of_whole.1 * total) as u64);
                emit(RunEvent::PhaseProgress(share));
                seen.extend(running_threads());
                if pass > 0 {
                    self.phases[index].sample(self.job, &mut clients);
                    continue;
                }
                let mut measured = self.begin(phase, &mut clients, emit);
                let is_parsed = phase != Phase::Parse || measured.sampled[OWN].is_ok();
                measured.sample(self.job, &mut clients);
                measured.examine(self.job, &mut clients[OWN]);
                self.phases.push(measured);
                if !is_parsed {
                    return;
                }
            }
        }
    }

    /// Calls each function of the phase once.
    fn begin(
        &self,
        phase: Phase,
        clients: &mut [Client],
        emit: &mut dyn FnMut(RunEvent),
    ) -> PhaseSamples {
        let (mut functions, mut sampled) = (Vec::new(), Vec::new());
        let mut primary = None;
        for (worker, call) in self.calls(phase) {
            let client = &mut clients[worker];
            let result = if phase == Phase::Parse {
                PhaseResult::of(phase, client.open())
            } else {
                let ran = client.call(&Command::Run(call.clone()));
                self.input.result(&call, ran, primary.as_deref())
            };
            if call.alternative.is_none() && worker == OWN {
                primary.clone_from(&result.answer);
            }
            if worker == OTHER && result.status.is_failure() && !self.job.is_stopped() {
                let puzzle = self.job.puzzle;
                let part = phase.part();
                let phase = part.map_or_else(|| phase.to_string(), |part| format!("part {part}"));
                let why = result.message.as_deref().unwrap_or("it failed");
                emit(RunEvent::Warning(format!(
                    "{puzzle} {phase}: not compared with the other revision: {why}"
                )));
            }
            functions.push(BenchFunction {
                worker,
                call,
                answer: result.answer.clone(),
                allocations: None,
                again_ns: None,
                answer_changes: false,
            });
            let ns = result.ns.filter(|_| !result.status.is_failure());
            sampled.push(ns.map(Sampled::new).ok_or_else(|| Box::new(result)));
        }
        PhaseSamples { functions, sampled }
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
        let own = of(self.infos.0).into_iter();
        own.flat_map(|call| {
            let other = others.contains(&call).then(|| (OTHER, call.clone()));
            iter::once((OWN, call)).chain(other)
        })
        .collect()
    }

    /// The results of the project's functions, but of those that an interrupt came
    /// before.
    fn results(&self) -> Vec<BenchResult> {
        let mut results = Vec::new();
        for measured in &self.phases {
            let functions = measured.functions.iter().zip(&measured.sampled);
            for (function, sampled) in functions.filter(|(it, _)| it.worker == OWN) {
                let Call { phase, alternative } = function.call.clone();
                let header = self.input.header.clone();
                let mut result = BenchResult::new(header, phase, alternative);
                match sampled {
                    Ok(it) => self.fill_in(&mut result, measured, function, &it.samples),
                    Err(failure) => {
                        result.status = failure.status;
                        result.message.clone_from(&failure.message);
                    }
                }
                if result.figures().is_some() || result.status.is_failure() {
                    results.push(result);
                }
            }
        }
        results
    }

    fn fill_in(
        &self,
        result: &mut BenchResult,
        measured: &PhaseSamples,
        function: &BenchFunction,
        samples: &Samples,
    ) {
        result.measure(samples, function.allocations, function.again_ns);
        if function.answer_changes {
            result.warnings.push(Warning::AnswerChanges);
        }
        let alternative = function.call.alternative.as_ref();
        let ratio_to = |of: &str, worker, alternative| {
            RatioTo::of_samples(of, samples, measured.samples(worker, alternative)?)
        };
        if alternative.is_some() {
            result.ratio = ratio_to("own", OWN, None);
        }
        let change = match &self.job.against {
            None => None,
            Some(Against::Baseline(name, baseline)) => baseline.find(result).and_then(|saved| {
                let (now, then) = (result.figures()?, saved.result.figures()?);
                RatioTo::of_figures(name, now, then)
            }),
            Some(Against::Revision { name, .. }) => ratio_to(name, OTHER, alternative),
        };
        result.set_change(change, self.job.allowed);
    }
}

impl PhaseSamples {
    /// Whether another pass would make the figures better. Functions that are
    /// compared take all passes.
    fn wants_pass(&self) -> bool {
        match &self.sampled[..] {
            [Ok(single)] => single.wants_pass() && !single.is_settled(),
            sampled => sampled.iter().flatten().any(Sampled::wants_pass),
        }
    }

    /// The samples of a function, unless it failed.
    fn samples(&self, worker: usize, alternative: Option<&String>) -> Option<&Samples> {
        let mut functions = self.functions.iter();
        let index = functions
            .position(|it| it.worker == worker && it.call.alternative.as_ref() == alternative)?;
        Some(&self.sampled[index].as_ref().ok()?.samples)
    }

    fn sample(&mut self, job: &BenchJob, clients: &mut [Client]) {
        let functions = &self.functions;
        let mut ask = |index: usize, command: &dyn Fn(Call) -> Command| {
            let BenchFunction { worker, call, .. } = &functions[index];
            let ran = match clients[*worker].ask(&command(call.clone())) {
                Ok(Reply::Ran { ns, outcome }) => Ok((ns, outcome)),
                Ok(reply @ (Reply::Warmed { .. } | Reply::Sampled(_))) => return Ok(reply),
                Ok(other) => Err(WorkerError::out_of_turn(&other)),
                Err(error) => Err(error),
            };
            Err(Box::new(PhaseResult::of(call.phase, ran)))
        };
        schedule::pass(&mut self.sampled, &mut ask, &|| job.is_stopped());
    }

    /// Learns what else there is to know of the project's functions: what a call
    /// allocates, and of a part whether a call after thousands of others is faster,
    /// or answers differently, because the solution keeps something.
    fn examine(&mut self, job: &BenchJob, client: &mut Client) {
        for (function, slot) in self.functions.iter_mut().zip(&mut self.sampled) {
            // Of one that is very slow each call counts.
            let examines = slot.as_ref().is_ok_and(Sampled::wants_pass);
            if function.worker == OTHER || !examines || job.is_stopped() {
                continue;
            }
            let call = &function.call;
            if let Ok(Reply::Allocated(all)) = client.ask(&Command::Count(call.clone())) {
                function.allocations = all;
            }
            if call.phase == Phase::Parse {
                continue;
            }
            match client.call(&Command::Run(call.clone())) {
                Ok((ns, Outcome::Answered(answer))) => {
                    function.again_ns = Some(ns);
                    let first = function.answer.as_deref().unwrap_or_default();
                    function.answer_changes = same(first, &answer) != Some(true);
                }
                Ok((_, Outcome::Unsolved)) => function.answer_changes = true,
                Err(_) if job.is_stopped() => {}
                failed => *slot = Err(Box::new(PhaseResult::of(call.phase, failed))),
            }
        }
    }
}
