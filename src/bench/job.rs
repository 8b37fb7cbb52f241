//! The job of `bench`: measures a puzzle with each of its inputs, in several passes over its
//! phases.
//!
//! The first pass calls each function once before it samples it. This call is timed, and its answer
//! is checked. Every pass uses new worker processes.

use std::iter;
use std::path::Path;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo, Phase, Reply, WorkerCommand};

use super::baselines::ComparedWith;
use super::host::running_threads;
use super::results::{BenchResult, BenchWarning, Measurements, is_first_call_slow};
use super::schedule::{MeasuredFunction, PASSES, Side, pass};
use super::statistics::{PRIMARY, Ratio, Samples, Statistics};
use crate::error::{CliError, Result};
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Emit, Input, Job, JobExamples, MissingInput, PhaseResult, PuzzleHeader,
    RestartingWorker, RunEvent, SourceKind, SpawnOptions, Status, function_name, with_input,
};

/// If this many seeds fail before one has an input, no further seed is tried.
const MAX_FAILED_SEEDS: u32 = 3;

/// The options for measuring and comparing a puzzle.
#[derive(Default)]
pub struct BenchPlan {
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    pub against: Option<ComparedWith>,
    /// The share by which a phase may be slower in a comparison, such as 0.05. `None` means no
    /// limit.
    pub allowed: Option<f64>,
}

/// The job that measures one puzzle.
pub struct BenchJob<'a> {
    pub plan: &'a BenchPlan,
    pub inputs: BenchInputs,
    pub spawn_options: SpawnOptions,
}

/// The inputs with which a puzzle is measured.
pub enum BenchInputs {
    Stored(Vec<Input>),
    /// This many generated inputs. Their seeds begin at 0.
    Generated(u32),
    /// The input is missing for this reason. A generated input replaces it, or else the first
    /// example of the code or of the file.
    Missing(MissingInput, JobExamples),
}

/// A program to measure, and its description of the day.
struct MeasuredProgram {
    worker: RestartingWorker,
    info: DayInfo,
}

/// The programs of both sides of a comparison.
struct ComparedPrograms {
    current: MeasuredProgram,
    /// The program of the other revision, if there is one.
    other: Option<MeasuredProgram>,
}

impl ComparedPrograms {
    fn of(&mut self, side: Side) -> &mut MeasuredProgram {
        match side {
            Side::Current => &mut self.current,
            Side::Other => self.other.as_mut().expect("its functions are measured"),
        }
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = (Side, &mut MeasuredProgram)> {
        let current = (Side::Current, &mut self.current);
        let other = self.other.as_mut().map(|other| (Side::Other, other));
        iter::once(current).chain(other)
    }
}

impl Job for BenchJob<'_> {
    type Output = Measurements;

    fn run(self, emit: Emit) -> Result<Measurements> {
        let puzzle = self.spawn_options.puzzle;
        let mut current = self.start(&self.spawn_options.executable)?;
        self.plan
            .alternatives
            .check(puzzle, &current.info, &self.plan.parts)?;
        if !current.worker.counts_allocations()? {
            let why = "allocations are not counted, and --memory limits only the size of the \
                       process, because the program has its own allocator";
            emit(RunEvent::Note(why.to_owned()));
        }
        let mut measurements = Measurements::default();
        let inputs = self.inputs(&mut current, emit)?;
        let other = self.other_program(&mut measurements, emit);
        let mut programs = ComparedPrograms { current, other };
        for input in inputs {
            match input {
                Ok(input) => self.measure(&input, &mut programs, &mut measurements, emit),
                Err(failed) => measurements.results.push(failed),
            }
        }
        Ok(measurements)
    }
}

impl BenchJob<'_> {
    /// The inputs with which the program is measured. An input that cannot be generated has its
    /// result instead.
    fn inputs(
        &self,
        program: &mut MeasuredProgram,
        emit: Emit,
    ) -> Result<Vec<Result<Input, BenchResult>>> {
        let puzzle = self.spawn_options.puzzle;
        let mut inputs = match &self.inputs {
            BenchInputs::Stored(stored) => stored.iter().cloned().map(Ok).collect(),
            BenchInputs::Generated(count) => program.generate_all(puzzle, *count)?,
            BenchInputs::Missing(missing, examples) => {
                let (name, input) = substitute(puzzle, program, missing, examples)?;
                let reason = &missing.reason;
                emit(RunEvent::Note(format!(
                    "benchmarking {name}, as there is no input: {reason}"
                )));
                vec![Ok(input)]
            }
        };
        for input in inputs.iter_mut().flatten() {
            input.header.title.clone_from(&program.info.title);
        }
        Ok(inputs)
    }

    /// Measures the programs with an input, and adds the results.
    fn measure(
        &self,
        input: &Input,
        programs: &mut ComparedPrograms,
        measurements: &mut Measurements,
        emit: Emit,
    ) {
        let mut bench = InputBench {
            job: self,
            input,
            programs,
            load_samples: &mut measurements.load_samples,
            emit: &mut *emit,
        };
        let mut results = Vec::new();
        for PhaseBench { functions, .. } in bench.measure() {
            for function in &functions {
                match function.side {
                    Side::Current => results.push(self.result(input, &functions, function)),
                    Side::Other if function.result.status.is_failure() => {
                        let message = difference(&input.header, &functions, function);
                        self.tell_not_compared(message, measurements, emit);
                    }
                    Side::Other => {}
                }
            }
        }
        results.retain(|result| result.status != Status::Unsolved);
        // An interrupt may have come before anything of this input was measured.
        if results
            .iter()
            .any(|result| result.status != Status::Interrupted)
        {
            measurements.results.extend(results);
        }
    }

    /// The program of the other revision. `None` if there is no other revision, if it does not
    /// solve this puzzle, or if its program cannot be started. A message says why it cannot be
    /// started.
    fn other_program(
        &self,
        measurements: &mut Measurements,
        emit: Emit,
    ) -> Option<MeasuredProgram> {
        let Some(ComparedWith::Revision(name, programs)) = &self.plan.against else {
            return None;
        };
        let puzzle = self.spawn_options.puzzle;
        if !programs.contain(puzzle) {
            return None;
        }
        let program = programs.program(puzzle);
        match program.and_then(|program| self.start(program)) {
            Ok(other) => Some(other),
            Err(error) => {
                let message = format!("not compared with {name}: {error:#}");
                self.tell_not_compared(message, measurements, emit);
                None
            }
        }
    }

    /// Tells that something both revisions have is not compared. With `--fail-on` it is a failure,
    /// because the check would pass without a comparison.
    fn tell_not_compared(&self, message: String, measurements: &mut Measurements, emit: Emit) {
        if self.plan.allowed.is_some() {
            measurements.is_check_incomplete = true;
            emit(RunEvent::Failure(message));
        } else {
            emit(RunEvent::Warning(message));
        }
    }

    fn start(&self, executable: &Path) -> Result<MeasuredProgram> {
        let mut worker = RestartingWorker::new(SpawnOptions {
            executable: executable.to_owned(),
            ..self.spawn_options.clone()
        });
        let info = worker.info()?;
        Ok(MeasuredProgram { worker, info })
    }

    fn is_stopped(&self) -> bool {
        self.spawn_options.cancel.is_cancelled()
    }

    fn result(
        &self,
        input: &Input,
        functions: &[MeasuredFunction],
        function: &MeasuredFunction,
    ) -> BenchResult {
        let MeasuredFunction { call, samples, .. } = function;
        let mut result = BenchResult {
            header: input.header.clone(),
            input_digest: Some(input.digest),
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
            let interrupted = interrupted(call);
            result.status = interrupted.status;
            result.message = interrupted.message;
            return result;
        };
        result.allocations = function.allocations;
        result.warnings = BenchWarning::of(function, &figures);
        if call.alternative.is_some()
            && let Some(base) = samples_of(functions, Side::Current, &Call::primary(call.phase))
        {
            result.ratio = Ratio::of_samples(PRIMARY, samples, base);
        }
        let change = match &self.plan.against {
            Some(ComparedWith::Baseline(name, baseline)) => {
                let then = baseline.find(&result);
                then.and_then(|then| {
                    Ratio::of_figures(name, &figures, then.result.measured.as_ref()?)
                })
            }
            Some(ComparedWith::Revision(name, _)) => {
                let base = samples_of(functions, Side::Other, call);
                base.and_then(|base| Ratio::of_samples(name, samples, base))
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

impl MeasuredProgram {
    /// The input of a seed. `None` if `generate` returns none.
    fn generate(&mut self, puzzle: Puzzle, seed: u32) -> Result<Option<Input>> {
        let text = self.worker.generate(seed.into())?;
        let header = self.generated_header(puzzle, seed);
        Ok(text.map(|text| Input::new(header, text)))
    }

    fn generated_header(&self, puzzle: Puzzle, seed: u32) -> PuzzleHeader {
        PuzzleHeader {
            title: self.info.title.clone(),
            name: Some(format!("seed {seed}")),
            ..PuzzleHeader::new(puzzle, SourceKind::Generated, None)
        }
    }

    /// The inputs of this many seeds. A seed without an input has its result instead. Fails if no
    /// seed has an input, or none of the first [`MAX_FAILED_SEEDS`].
    fn generate_all(
        &mut self,
        puzzle: Puzzle,
        count: u32,
    ) -> Result<Vec<Result<Input, BenchResult>>> {
        let mut inputs = Vec::new();
        for seed in 0..count {
            let error = match self.generate(puzzle, seed) {
                Ok(Some(input)) => {
                    inputs.push(Ok(input));
                    continue;
                }
                Ok(None) => self.worker.no_generated_input(seed.into()),
                Err(error) if error.is_interrupted() => return Err(error),
                Err(error) => error,
            };
            // Each of the seeds might fail, and each of them might take the whole time limit.
            if inputs.iter().all(Result::is_err) && seed + 1 >= MAX_FAILED_SEEDS.min(count) {
                return Err(error);
            }
            let header = self.generated_header(puzzle, seed);
            inputs.push(Err(BenchResult::not_measured(header, &error)));
        }
        Ok(inputs)
    }
}

/// The input that replaces a missing one, with its description.
fn substitute(
    puzzle: Puzzle,
    program: &mut MeasuredProgram,
    missing: &MissingInput,
    examples: &JobExamples,
) -> Result<(&'static str, Input)> {
    if let Some(input) = program.generate(puzzle, 0)? {
        return Ok(("a generated input", input));
    }
    let stored = examples.stored_inputs(puzzle);
    let examples = Input::examples(puzzle, &stored, &program.info);
    if let Some(input) = examples.into_iter().next() {
        return Ok(("the example", input));
    }
    let MissingInput { reason, exit } = missing;
    let message = format!(
        "nothing to benchmark: {puzzle} has neither a `generate` function nor an example, and \
         there is no input: {reason}"
    );
    Err(CliError::new(*exit, message))
}

/// The result of a call that did not end before an interrupt.
fn interrupted(call: &Call) -> PhaseResult {
    let message = Some("not measured".to_owned());
    PhaseResult {
        alternative: call.alternative.clone(),
        ..PhaseResult::new(call.phase, Status::Interrupted, message)
    }
}

/// The samples of a function. `None` if it was not called or has failed.
fn samples_of<'a>(
    functions: &'a [MeasuredFunction],
    side: Side,
    call: &Call,
) -> Option<&'a Samples> {
    for function in functions {
        if function.side == side && function.call == *call && function.is_measurable() {
            return Some(&function.samples);
        }
    }
    None
}

/// The message about a function that failed in the other revision or gave another answer there.
fn difference(
    header: &PuzzleHeader,
    functions: &[MeasuredFunction],
    other: &MeasuredFunction,
) -> String {
    let Call { phase, alternative } = &other.call;
    let name = function_name(Some(*phase), alternative.as_deref());
    let name = with_input(&name, header);
    let current = functions
        .iter()
        .find(|function| function.side == Side::Current && function.call == other.call);
    let here = current.and_then(|current| current.result.answer.as_ref());
    let message = other.result.message.as_deref().unwrap_or("it failed");
    let reason = match (&other.result.answer, here) {
        (Some(there), Some(here)) if there != here => {
            format!("it gave {there} there, and {here} in the current files")
        }
        (Some(there), _) => format!("it gave {there} there, {message}"),
        (None, _) => message.to_owned(),
    };
    format!("{name} not compared with the other revision: {reason}")
}

/// The measurement of a puzzle with one input.
struct InputBench<'a> {
    job: &'a BenchJob<'a>,
    input: &'a Input,
    programs: &'a mut ComparedPrograms,
    load_samples: &'a mut Vec<u32>,
    emit: Emit<'a>,
}

/// The functions of a phase. Each was called at least once.
struct PhaseBench {
    phase: Phase,
    functions: Vec<MeasuredFunction>,
}

impl PhaseBench {
    /// True if another pass would not make an interval narrower.
    fn is_done(&self) -> bool {
        match &self.functions[..] {
            [single] => !single.is_measurable() || single.is_settled(),
            // A comparison needs all passes.
            _ => false,
        }
    }
}

impl InputBench<'_> {
    /// Measures the functions of each phase in all passes.
    fn measure(&mut self) -> Vec<PhaseBench> {
        let mut phases = self.first_pass();
        for _ in 1..PASSES {
            self.restart_workers();
            for phase in &mut phases {
                if !phase.is_done() && !self.job.is_stopped() {
                    self.begin(phase.phase);
                    self.sample(&mut phase.functions);
                }
            }
        }
        phases
    }

    /// Calls, samples and examines each function. A `parse` that only returns the text is called and
    /// left out. If the input cannot be parsed, only `parse` is called.
    fn first_pass(&mut self) -> Vec<PhaseBench> {
        let mut phases = Vec::new();
        self.restart_workers();
        for phase in self.input.phases(&self.job.plan.parts) {
            if !self.job.is_stopped() {
                self.begin(phase);
            }
            let mut functions = self.first_calls(phase);
            let is_parse = phase == Phase::Parse;
            let is_parsed = functions
                .first()
                .is_some_and(MeasuredFunction::is_measurable);
            if is_parse && is_parsed && self.programs.current.info.takes_text {
                continue;
            }
            self.sample(&mut functions);
            for function in &mut functions {
                self.examine(function);
            }
            phases.push(PhaseBench { phase, functions });
            if is_parse && !is_parsed {
                break;
            }
        }
        phases
    }

    /// Begins a pass with new processes.
    fn restart_workers(&mut self) {
        for (_, program) in self.programs.iter_mut() {
            program.worker.restart();
        }
    }

    /// Begins a phase of a pass.
    fn begin(&mut self, phase: Phase) {
        (self.emit)(RunEvent::PhaseStarted(Call::primary(phase)));
        self.load_samples.extend(running_threads());
    }

    /// Calls each function of the phase once. A function that both revisions have is called in the
    /// other revision directly afterwards.
    fn first_calls(&mut self, phase: Phase) -> Vec<MeasuredFunction> {
        let alternatives = &self.job.plan.alternatives;
        let mut primary_answer = None;
        let mut functions = Vec::new();
        for call in self
            .input
            .calls(alternatives, &self.programs.current.info, phase)
        {
            for (side, program) in self.programs.iter_mut() {
                let calls = self.input.calls(alternatives, &program.info, phase);
                if !calls.contains(&call) {
                    continue;
                }
                let reply = program.worker.call(&self.input.opened, &call);
                // An interrupted call has not failed.
                let result = if self.job.is_stopped() {
                    interrupted(&call)
                } else {
                    self.input.result(&call, reply, primary_answer.as_deref())
                };
                if side == Side::Current && call.alternative.is_none() {
                    primary_answer.clone_from(&result.answer);
                }
                functions.push(MeasuredFunction::new(side, call.clone(), result));
            }
        }
        functions
    }

    /// Samples the functions of a phase for one pass.
    fn sample(&mut self, functions: &mut [MeasuredFunction]) {
        pass(functions, &mut |function, command| {
            let reply = self.programs.of(function.side).worker.ask(command);
            if let Ok(Reply::Warmed { .. } | Reply::Sampled(_) | Reply::Chained(_)) = reply {
                return reply.ok();
            }
            // An interrupted call has not failed.
            if !self.job.is_stopped() {
                function.result = self.input.result(&function.call, reply, None);
            }
            None
        });
    }

    /// Measures the allocations of a call. Also calls a part again after thousands of calls. If
    /// this call is faster or gives another answer, the solution stores something. A slow first call
    /// is repeated in another process, because it may be a coincidence.
    fn examine(&mut self, function: &mut MeasuredFunction) {
        if function.side != Side::Current || !function.is_measurable() || self.job.is_stopped() {
            return;
        }
        let call = &function.call;
        let opened = &self.input.opened;
        let worker = &mut self.programs.current.worker;
        let counted = worker.ask(WorkerCommand::Count(call.clone()));
        if self.job.is_stopped() {
            return;
        }
        // Counting makes a call slower, so a very slow function may reach the time limit now. Its
        // figures stay.
        let is_slow = !function.wants_pass();
        match counted {
            Ok(Reply::Allocated(allocations)) => function.allocations = allocations,
            _ if is_slow => {}
            failed => function.result = self.input.result(call, failed, None),
        }
        // Further calls of a very slow function would take too long.
        if is_slow || !function.is_measurable() {
            return;
        }
        if call.phase != Phase::Parse {
            let again = self.input.result(call, worker.call(opened, call), None);
            if self.job.is_stopped() {
                return;
            }
            if again.ns.is_none() && again.status.is_failure() {
                function.result = again;
                return;
            }
            function.again_ns = again.ns;
            function.answer_changes = again.answer != function.result.answer;
        }
        if let Some(figures) = Statistics::of(&function.samples)
            && is_first_call_slow(function, &figures)
        {
            worker.restart();
            let first = PhaseResult::of(call.phase, worker.call(opened, call));
            let first_ns = &mut function.samples.first_ns;
            *first_ns = first.ns.unwrap_or(*first_ns).min(*first_ns);
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::time::Duration;
    use std::{fs, thread};

    use aoc_solution::protocol::Allocations;

    use super::*;
    use crate::error::{Exit, HasExit};
    use crate::runner::testing::{options, plain_day, program};

    /// A worker whose parts take 700 ms. `COUNTED` is replaced by its reply to a count of
    /// allocations.
    const SLOW: &str = r"
        while ask; do
            case $command in
                open*) tell 'ran\t5\tparsed' ;;
                run*) tell 'ran\t700000000\tanswered\t6' ;;
                chain*) tell 'chained\t100' ;;
                count*) COUNTED ;;
            esac
        done";

    /// The results of part 1 of [`SLOW`], with this reply to a count of allocations.
    fn slow_part(reply: &str) -> Vec<BenchResult> {
        let day = DayInfo {
            takes_text: true,
            ..plain_day()
        };
        let (executable, _folder) = program(day, true, &SLOW.replace("COUNTED", reply));
        let options = options(&executable, None, None);
        let plan = BenchPlan {
            parts: vec![Part::One],
            ..BenchPlan::default()
        };
        let header = PuzzleHeader::unknown(options.puzzle);
        let job = BenchJob {
            plan: &plan,
            inputs: BenchInputs::Stored(vec![Input::new(header, "1\n".to_owned())]),
            spawn_options: options,
        };
        job.run(&mut |_| ()).expect("results").results
    }

    #[test]
    fn allocations_of_a_slow_part_are_counted() {
        let [count, bytes, peak] = [3, 4096, 1024];
        let allocations = Allocations { count, bytes, peak };
        // If the call fails only while it is counted, the figures stay.
        for (reply, allocations) in [
            (r"tell 'allocated\tsome\t3\t4096\t1024'", Some(allocations)),
            ("exit 1", None),
        ] {
            let results = slow_part(reply);
            let [part1] = &results[..] else {
                panic!("{results:?}");
            };
            assert_eq!(part1.allocations, allocations, "{reply}");
            let samples = part1.measured.as_ref().map(|figures| figures.samples);
            assert_eq!(samples, Some(1), "{reply}");
        }
    }

    /// Each seed fails, and might take the whole time limit.
    #[test]
    fn no_further_seed_is_tried_after_three_that_failed() {
        let fails = r"
            while ask; do
                case $command in
                    generate*) echo x >> seeds; exit 1 ;;
                esac
            done";
        let (executable, folder) = program(plain_day(), true, fails);
        let mut options = options(&executable, None, None);
        options.folder = folder.path().to_owned();
        let job = BenchJob {
            plan: &BenchPlan::default(),
            inputs: BenchInputs::Generated(1000),
            spawn_options: options,
        };
        assert!(job.run(&mut |_| ()).is_err());
        let seeds = fs::read_to_string(folder.path().join("seeds")).expect("seeds");
        assert_eq!(seeds.lines().count(), 3);
    }

    /// A worker that measures part 1, and hangs while it takes the samples of part 2.
    const ENDLESS_SAMPLES: &str = r"
        while ask; do
            case $command in
                open*) tell 'ran\t5\tparsed' ;;
                run*) tell 'ran\t5\tanswered\t6' ;;
                warm*) tell 'warmed\t5\t1' ;;
                sample*part1*) tell 'sampled\t2\t5\t5' ;;
                sample*) touch ${0%/*}/sampling; sleep 600 ;;
                chain*) tell 'chained\t100' ;;
                count*) tell 'allocated\tnone' ;;
            esac
        done";

    /// A worker whose `parse` is slow at its first call in `SLOW` processes.
    const SLOW_FIRST_PARSE: &str = r"
        while ask; do
            case $command in
                open*)
                    first=100000000
                    mkdir ${0%/*}/1 2> /dev/null || mkdir ${0%/*}/2 2> /dev/null || first=5
                    tell ran\\t$first\\tparsed ;;
                warm*) tell 'warmed\t5\t1' ;;
                sample*) tell 'sampled\t2\t5\t5' ;;
                chain*) tell 'chained\t100' ;;
                count*) tell 'allocated\tnone' ;;
            esac
        done";

    /// The system may delay any single call.
    #[test]
    fn a_slow_first_call_of_parse_counts_only_if_it_is_slow_again() {
        let has_warning = |slow_processes: usize| {
            let (executable, folder) = program(plain_day(), true, SLOW_FIRST_PARSE);
            for number in slow_processes..2 {
                fs::create_dir(folder.path().join((number + 1).to_string())).expect("a folder");
            }
            let options = options(&executable, None, None);
            let header = PuzzleHeader::unknown(options.puzzle);
            let job = BenchJob {
                plan: &BenchPlan::default(),
                inputs: BenchInputs::Stored(vec![Input::new(header, "1\n".to_owned())]),
                spawn_options: options,
            };
            let results = job.run(&mut |_| ()).expect("results").results;
            let [parse] = &results[..] else {
                panic!("{results:?}");
            };
            assert!(parse.measured.is_some(), "{parse:?}");
            parse.warnings.contains(&BenchWarning::Memo)
        };
        assert_eq!([0, 1, 2].map(has_warning), [false, false, true]);
    }

    #[test]
    fn an_interrupt_while_samples_are_taken_is_not_a_failure() {
        let day = DayInfo {
            takes_text: true,
            ..plain_day()
        };
        let (executable, folder) = program(day, true, ENDLESS_SAMPLES);
        let options = options(&executable, None, None);
        let plan = BenchPlan {
            parts: Part::BOTH.to_vec(),
            ..BenchPlan::default()
        };
        let header = PuzzleHeader::unknown(options.puzzle);
        let job = BenchJob {
            plan: &plan,
            inputs: BenchInputs::Stored(vec![Input::new(header, "1\n".to_owned())]),
            spawn_options: options.clone(),
        };
        let mark = folder.path().join("sampling");
        let interrupt = thread::spawn(move || {
            while !mark.exists() {
                thread::sleep(Duration::from_millis(2));
            }
            options.cancel.cancel();
        });
        let measurements = job.run(&mut |_| ()).expect("results");
        interrupt.join().expect("an interrupt");
        assert_eq!(measurements.exit(), Exit::Done);
        let measured: Vec<_> = measurements
            .results
            .iter()
            .filter(|result| result.status == Status::Ok)
            .map(|result| (result.phase, result.measured.is_some()))
            .collect();
        assert_eq!(measured, [(Some(Phase::Part1), true)]);
        // The part that has no samples is missing in sums.
        let [_, missing] = &measurements.results[..] else {
            panic!("{:?}", measurements.results);
        };
        assert_eq!(missing.phase, Some(Phase::Part2));
        assert_eq!(missing.status, Status::Interrupted);
        assert_eq!(missing.measured, None);
    }
}
