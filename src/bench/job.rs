//! The job of `bench`: measures a puzzle with each of its inputs, and compares its functions.
//! `inputs.rs` collects the inputs, and `input_bench.rs` measures the puzzle with one of them.

mod input_bench;
mod inputs;

use std::collections::BTreeSet;
use std::iter;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo, Phase};

use self::input_bench::{InputBench, PhaseBench};
use super::baselines::ComparedWith;
use super::host::Load;
use super::results::{BenchResult, BenchWarning, Measurements};
use super::schedule::{MeasuredFunction, Side};
use super::statistics::{PRIMARY, Ratio, Samples, Statistics};
use crate::error::Result;
use crate::runner::{
    Alternatives, DayExamples, Emit, Input, Job, MissingInput, NEEDS_ALL_STARS, PhaseResult,
    PuzzleHeader, RestartingWorker, RunEvent, SpawnOptions, Status, function_name, with_input_name,
};

/// The options for measuring and comparing a puzzle.
#[derive(Default)]
pub struct BenchPlan {
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// The other side of the comparison. `None` if nothing is compared.
    pub compared_with: Option<ComparedWith>,
    /// The share by which a phase may be slower in a comparison, such as 0.05. `None` means no
    /// limit.
    pub allowed_slowdown: Option<f64>,
}

/// The inputs of a measurement.
pub enum BenchInputs {
    Inputs(Vec<Input>),
    /// A generated input replaces the missing one. If the day generates none, an example replaces
    /// it: one in the code or one of these.
    InsteadOf(MissingInput, DayExamples),
    /// This many generated inputs, with seeds from 0.
    Generated(u32),
}

/// The job that measures one puzzle.
pub struct BenchJob<'a> {
    pub plan: &'a BenchPlan,
    pub inputs: BenchInputs,
    /// True if no other job runs at the same time. The workers of another job would count as load.
    pub is_alone: bool,
    pub spawn_options: SpawnOptions,
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
            Side::Other => self.other.as_mut().expect("the side is measured"),
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
        let mut current = Self::start(self.spawn_options.clone())?;
        self.plan
            .alternatives
            .check(puzzle, &current.info, &self.plan.parts)?;
        if !current.worker.counts_allocations()? {
            let why = "allocations are not counted, and --memory limits only the size of the \
                       process, because the program does not install \
                       `aoc_solution::CountingAllocator`";
            emit(RunEvent::Note(why.to_owned()));
        }
        let mut measurements = Measurements::default();
        let inputs = self.inputs(&mut current, emit)?;
        let other = self.other_program(&mut measurements, emit);
        let mut programs = ComparedPrograms { current, other };
        let mut unsolved = BTreeSet::new();
        for input in inputs {
            match input {
                Ok(input) => {
                    unsolved.extend(self.measure(&input, &mut programs, &mut measurements, emit));
                }
                Err(failed) => measurements.results.push(failed),
            }
        }
        let mut phases = measurements.results.iter().map(|result| result.phase);
        if phases.all(|phase| phase == Some(Phase::Parse)) {
            let answered = self.spawn_options.parts_with_answer;
            if !unsolved.is_empty() {
                let names = Vec::from_iter(unsolved).join(", ");
                let note = format!("not measured, because unsolved: {names}");
                emit(RunEvent::Note(note));
            } else if self.plan.parts == [Part::Two] && !answered.contains(&Part::Two) {
                emit(RunEvent::Note(NEEDS_ALL_STARS.to_owned()));
            }
        }
        Ok(measurements)
    }
}

impl BenchJob<'_> {
    /// Measures the programs with an input, and adds the results. Returns the names of the
    /// functions that are unsolved, without those of the last star, which needs no code.
    fn measure(
        &self,
        input: &Input,
        programs: &mut ComparedPrograms,
        measurements: &mut Measurements,
        emit: Emit,
    ) -> Vec<String> {
        let mut bench = InputBench {
            job: self,
            input,
            programs,
            load_samples: Vec::new(),
            emit: &mut *emit,
        };
        let mut results = Vec::new();
        let phases = bench.measure();
        let load = measurements.add_load(&bench.load_samples);
        for PhaseBench { functions, .. } in phases {
            for function in &functions {
                match function.side {
                    Side::Current => results.push(self.result(input, &functions, function, load)),
                    Side::Other if function.result.status.is_failure() => {
                        let message = not_compared_message(&input.header, &functions, function);
                        self.report_not_compared(message, measurements, emit);
                    }
                    Side::Other => {}
                }
            }
        }
        let unsolved = results
            .extract_if(.., |result| result.status == Status::Unsolved)
            .filter(|result| {
                let part = result.phase.and_then(Phase::part);
                part.is_some_and(|part| self.spawn_options.parts_with_answer.contains(&part))
            })
            .map(|result| function_name(result.phase, result.alternative.as_deref()))
            .collect();
        // An interrupt may have come before anything was measured with this input.
        if results
            .iter()
            .any(|result| result.status != Status::Interrupted)
        {
            measurements.results.extend(results);
        }
        unsolved
    }

    /// The program of the other revision. `None` if there is no other revision, if that revision
    /// does not solve this puzzle, or if its program cannot be started, which is reported.
    fn other_program(
        &self,
        measurements: &mut Measurements,
        emit: Emit,
    ) -> Option<MeasuredProgram> {
        let Some(ComparedWith::Revision(name, programs)) = &self.plan.compared_with else {
            return None;
        };
        let puzzle = self.spawn_options.puzzle;
        if !programs.contains(puzzle) {
            return None;
        }
        let program = programs.program(puzzle).and_then(|executable| {
            Self::start(SpawnOptions {
                executable: executable.to_owned(),
                environment: programs.environment(&self.spawn_options.environment, puzzle),
                ..self.spawn_options.clone()
            })
        });
        match program {
            Ok(other) => Some(other),
            Err(error) => {
                // A hint would be about the current files.
                let error = error.without_hint();
                let message = format!("not compared with {name}: {error}");
                self.report_not_compared(message, measurements, emit);
                None
            }
        }
    }

    /// Reports that a function or a program of both revisions is not compared. With `--fail-on`
    /// this is a failure, because otherwise the check would pass without a comparison.
    fn report_not_compared(&self, message: String, measurements: &mut Measurements, emit: Emit) {
        if self.plan.allowed_slowdown.is_some() {
            measurements.is_check_incomplete = true;
            emit(RunEvent::Failure(message));
        } else {
            emit(RunEvent::Warning(message));
        }
    }

    fn start(options: SpawnOptions) -> Result<MeasuredProgram> {
        let mut worker = RestartingWorker::new(options);
        let info = worker.info()?;
        Ok(MeasuredProgram { worker, info })
    }

    fn is_cancelled(&self) -> bool {
        self.spawn_options.cancel.is_cancelled()
    }

    /// The result of a function of the current program. `functions` are all functions of its phase.
    fn result(
        &self,
        input: &Input,
        functions: &[MeasuredFunction],
        function: &MeasuredFunction,
        load: Option<Load>,
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
        let Some(figures) = Statistics::of(samples).map(|figures| Statistics { load, ..figures })
        else {
            let interrupted = interrupted_result(call);
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
        let change = self.change(&result, &figures, functions, function);
        result.measured = Some(figures);
        if let Some(change) = change {
            result.set_change(change, self.plan.allowed_slowdown);
        }
        result
    }

    /// The comparison of a function with the baseline or the other revision.
    fn change(
        &self,
        result: &BenchResult,
        figures: &Statistics,
        functions: &[MeasuredFunction],
        function: &MeasuredFunction,
    ) -> Option<Ratio> {
        match self.plan.compared_with.as_ref()? {
            ComparedWith::Baseline(name, baseline) => {
                let then = baseline.find(result)?;
                Ratio::of_figures(name, figures, then.result.measured.as_ref()?)
            }
            ComparedWith::Revision(name, _) => {
                let base = samples_of(functions, Side::Other, &function.call)?;
                Ratio::of_samples(name, &function.samples, base)
            }
        }
    }
}

/// The result of a call that did not end before an interrupt.
fn interrupted_result(call: &Call) -> PhaseResult {
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
    find(functions, side, call)
        .filter(|function| function.is_measurable())
        .map(|function| &function.samples)
}

fn find<'a>(
    functions: &'a [MeasuredFunction],
    side: Side,
    call: &Call,
) -> Option<&'a MeasuredFunction> {
    functions
        .iter()
        .find(|function| function.side == side && function.call == *call)
}

/// The message about a function that failed in the other revision, or gave another answer there.
fn not_compared_message(
    header: &PuzzleHeader,
    functions: &[MeasuredFunction],
    other: &MeasuredFunction,
) -> String {
    let Call { phase, alternative } = &other.call;
    let name = function_name(Some(*phase), alternative.as_deref());
    let name = with_input_name(&name, header);
    let current = find(functions, Side::Current, &other.call);
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::time::Duration;
    use std::{fs, thread};

    use aoc_solution::protocol::Allocations;

    use super::*;
    use crate::error::{Exit, HasExit};
    use crate::puzzle::Puzzle;
    use crate::runner::testing::{options, plain_day, program};

    /// Measures a worker that runs this script, with one input. `prepare` may change the job before
    /// it runs.
    fn measure(
        takes_text: bool,
        parts: &[Part],
        script: &str,
        prepare: impl FnOnce(&mut BenchJob),
    ) -> Result<Measurements> {
        let day = DayInfo {
            takes_text,
            ..plain_day()
        };
        let (executable, _folder) = program(day, true, script);
        let plan = BenchPlan {
            parts: parts.to_vec(),
            ..BenchPlan::default()
        };
        let spawn_options = options(&executable, None, None);
        let header = PuzzleHeader::unknown(spawn_options.puzzle);
        let mut job = BenchJob {
            plan: &plan,
            is_alone: true,
            inputs: BenchInputs::Inputs(vec![Input::new(header, "1\n".to_owned())]),
            spawn_options,
        };
        prepare(&mut job);
        job.run(&mut |_| ())
    }

    /// A worker whose parts take 700 ms. `COUNTED` stands for its reply to the command that counts
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

    #[test]
    fn allocations_of_a_slow_part_are_counted() {
        let [count, bytes, peak] = [3, 4096, 1024];
        let allocations = Allocations { count, bytes, peak };
        // A call that fails only while its allocations are counted keeps its figures.
        for (reply, allocations) in [
            (r"tell 'allocated\tsome\t3\t4096\t1024'", Some(allocations)),
            ("exit 1", None),
        ] {
            let script = SLOW.replace("COUNTED", reply);
            let measured = measure(true, &[Part::One], &script, |_| ()).expect("results");
            let [part1] = &measured.results[..] else {
                panic!("{:?}", measured.results);
            };
            assert_eq!(part1.allocations, allocations, "{reply}");
            let samples = part1.measured.as_ref().map(|figures| figures.samples);
            assert_eq!(samples, Some(1), "{reply}");
        }
    }

    #[test]
    fn the_reason_why_a_function_is_not_compared_is_named() {
        let phase = Phase::from(Part::One);
        let call = |alternative: Option<&str>| Call {
            phase,
            alternative: alternative.map(str::to_owned),
        };
        let function = |side, alternative, answer: Option<&str>, why: Option<&str>| {
            let result = PhaseResult {
                answer: answer.map(str::to_owned),
                ..PhaseResult::new(phase, Status::Wrong, why.map(str::to_owned))
            };
            MeasuredFunction::new(side, call(alternative), result)
        };
        let header = PuzzleHeader::unknown(Puzzle::of(2020, 22));
        for (here, there, why, reason) in [
            (
                Some("7"),
                Some("4"),
                Some("expected 7"),
                "it gave 4 there, and 7 in the current files",
            ),
            // The current files fail, too, or gave the same answer.
            (
                None,
                Some("4"),
                Some("expected 7"),
                "it gave 4 there, expected 7",
            ),
            (
                Some("4"),
                Some("4"),
                Some("expected 7"),
                "it gave 4 there, expected 7",
            ),
            (Some("7"), None, Some("no input"), "no input"),
            (Some("7"), None, None, "it failed"),
        ] {
            for (alternative, name) in [(None, "part 1"), (Some("slow"), "part 1 slow")] {
                let functions = [
                    function(Side::Current, Some("fast"), Some("5"), None),
                    function(Side::Current, alternative, here, None),
                    function(Side::Other, alternative, there, why),
                ];
                let message = not_compared_message(&header, &functions, &functions[2]);
                let expected = format!("{name} not compared with the other revision: {reason}");
                assert!(message.ends_with(&expected), "{message}");
            }
        }
    }

    /// Each seed fails, and each could take the whole time limit.
    #[test]
    fn no_further_seed_is_tried_after_three_that_failed() {
        let fails = r"
            while ask; do
                case $command in
                    generate*) echo x >> seeds; exit 1 ;;
                esac
            done";
        let folder = tempfile::tempdir().expect("a folder");
        let measured = measure(false, &[], fails, |job| {
            job.inputs = BenchInputs::Generated(1000);
            job.spawn_options.working_dir = folder.path().to_owned();
        });
        assert!(measured.is_err());
        let seeds = fs::read_to_string(folder.path().join("seeds")).expect("seeds");
        assert_eq!(seeds.lines().count(), 3);
    }

    /// A worker whose parts are measured, except for what replaces `COUNT`, `AGAIN` (the call after
    /// all samples) and `SAMPLE2` (the samples of part 2).
    const SAMPLED: &str = r"
        calls=0
        while ask; do
            case $command in
                open*) tell 'ran\t5\tparsed' ;;
                run*)
                    if [ $((++calls)) = 1 ]; then tell 'ran\t5\tanswered\t6'; else AGAIN; fi ;;
                warm*) tell 'warmed\t5\t1' ;;
                sample*part2*) SAMPLE2 ;;
                sample*) tell 'sampled\t2\t5\t5' ;;
                chain*) tell 'chained\t100' ;;
                count*) COUNT ;;
            esac
        done";

    fn sampled(count: &str, again: &str, sample2: &str) -> String {
        SAMPLED
            .replace("COUNT", count)
            .replace("AGAIN", again)
            .replace("SAMPLE2", sample2)
    }

    const COUNTED: &str = r"tell 'allocated\tnone'";
    const ANSWERED: &str = r"tell 'ran\t5\tanswered\t6'";
    const HANGS: &str = "touch ${0%/*}/hanging; sleep 600";

    /// Cancels the job when the worker hangs.
    fn cancel_when_hanging(job: &mut BenchJob) {
        let cancel = job.spawn_options.cancel.clone();
        let mark = job.spawn_options.executable.with_file_name("hanging");
        thread::spawn(move || {
            while !mark.exists() {
                thread::sleep(Duration::from_millis(2));
            }
            cancel.cancel();
        });
    }

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
            let measured = measure(false, &[], SLOW_FIRST_PARSE, |job| {
                for number in slow_processes..2 {
                    let name = (number + 1).to_string();
                    let folder = job.spawn_options.executable.with_file_name(name);
                    fs::create_dir(folder).expect("a folder");
                }
            });
            let results = measured.expect("results").results;
            let [parse] = &results[..] else {
                panic!("{results:?}");
            };
            assert!(parse.measured.is_some(), "{parse:?}");
            parse.warnings.contains(&BenchWarning::Memo)
        };
        assert_eq!([0, 1, 2].map(has_warning), [false, false, true]);
    }

    #[test]
    fn a_failure_after_the_samples_is_the_result() {
        for (count, again, status) in [
            ("exit 1", ANSWERED, Status::Crash),
            (
                COUNTED,
                r"tell 'ran\t5\tpanic\tat the second call'",
                Status::Panic,
            ),
        ] {
            let script = sampled(count, again, "");
            let measured = measure(true, &[Part::One], &script, |_| ()).expect("results");
            let [part1] = &measured.results[..] else {
                panic!("{:?}", measured.results);
            };
            assert_eq!(part1.status, status);
            assert_eq!(part1.measured, None);
        }
    }

    /// The first call took what the solution keeps between calls.
    #[test]
    fn a_part_that_is_unsolved_at_a_later_call_gives_another_answer() {
        let script = sampled(COUNTED, r"tell 'ran\t5\tunsolved'", "");
        let measured = measure(true, &[Part::One], &script, |_| ()).expect("results");
        let [part1] = &measured.results[..] else {
            panic!("{:?}", measured.results);
        };
        assert!(part1.measured.is_some(), "{part1:?}");
        assert!(
            part1.warnings.contains(&BenchWarning::AnswerChanges),
            "{part1:?}"
        );
    }

    #[test]
    fn an_interrupt_while_samples_are_taken_is_not_a_failure() {
        for (again, sample2) in [(ANSWERED, HANGS), (HANGS, "")] {
            let script = sampled(COUNTED, again, sample2);
            let measured = measure(true, &Part::BOTH, &script, cancel_when_hanging);
            let measurements = measured.expect("results");
            assert_eq!(measurements.exit(), Exit::Done);
            let measured: Vec<_> = measurements
                .results
                .iter()
                .filter(|result| result.status == Status::Ok)
                .map(|result| (result.phase, result.measured.is_some()))
                .collect();
            assert_eq!(measured, [(Some(Phase::Part1), true)]);
            // Sums do not include the part without samples.
            let [_, missing] = &measurements.results[..] else {
                panic!("{:?}", measurements.results);
            };
            assert_eq!(missing.phase, Some(Phase::Part2));
            assert_eq!(missing.status, Status::Interrupted);
            assert_eq!(missing.measured, None);
        }
    }

    #[test]
    fn an_interrupt_while_inputs_are_generated_ends_the_job() {
        let generates = r"
            while ask; do
                case $command in
                    generate*0) tell 'generated\tsome\t1' ;;
                    generate*) HANGS ;;
                esac
            done";
        let script = generates.replace("HANGS", HANGS);
        let measured = measure(true, &[], &script, |job| {
            job.inputs = BenchInputs::Generated(4);
            cancel_when_hanging(job);
        });
        assert!(measured.err().expect("an error").is_interrupted());
    }
}
