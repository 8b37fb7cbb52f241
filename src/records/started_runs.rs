//! Records the files and inputs of a command's runs before they begin, and stores the results as
//! the last runs of their days.
//!
//! A run belongs to the files that its program was built from, and to the input, the accepted
//! answers and the examples that existed when it began. Any of these may be saved while it runs.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use aoc_solution::Part;
use aoc_solution::protocol::{Phase, Source};
use chrono::{DateTime, Utc};

use super::last_run::{LastRun, LastTime, Refutation};
use super::last_runs::LastRuns;
use super::run_basis::RunBasis;
use crate::bench::{BenchGroup, BenchInputs, BenchJob, BenchReport};
use crate::cargo::{DayPrograms, FileHashes, Profile};
use crate::files::{hash, slashed};
use crate::inputs::Answers;
use crate::project::{LIBRARY, Project};
use crate::puzzle::{Puzzle, part_count};
use crate::runner::{
    Input, JobResult, PreparedJob, PuzzleResult, SolveJob, Solved, SourceKind, Status, own_input,
};

/// The files and inputs of a command's runs, recorded before they begin.
pub struct StartedRuns {
    runs: BTreeMap<Puzzle, StartedRun>,
}

struct StartedRun {
    basis: RunBasis,
    /// The files of the code, with `/`, relative to the project's root.
    files: Vec<String>,
    parts: Vec<Part>,
    /// Whether the program is built like those of `aoc run`, whose times are stored.
    is_run_build: bool,
}

impl StartedRun {
    /// A run of both parts with this input, without examples. `None` if the program was not built.
    fn new(
        project: &Project,
        programs: &DayPrograms,
        puzzle: Puzzle,
        own_input: Option<&Input>,
    ) -> Option<Self> {
        let (files, code) = code_of(project, puzzle, programs.files(puzzle)?);
        let basis = match own_input {
            Some(Input {
                source: Source::Text(text),
                judged,
                ..
            }) => RunBasis::new(code, Some(text), judged),
            _ => RunBasis::new(code, None, &Answers::default()),
        };
        Some(Self {
            basis,
            files,
            parts: Part::BOTH.to_vec(),
            is_run_build: programs.profile == Profile::Aoc,
        })
    }
}

impl StartedRuns {
    /// Records the files and inputs of these jobs, whose programs are in `programs`.
    pub fn of_jobs(
        project: &Project,
        programs: &DayPrograms,
        jobs: &[PreparedJob<SolveJob>],
    ) -> Self {
        let mut runs = BTreeMap::new();
        for (puzzle, job) in jobs {
            let Ok(job) = job else {
                continue;
            };
            let own = job.plan.own_input();
            // Of several jobs for a puzzle, that with the user's input counts.
            if own.is_none() && runs.contains_key(puzzle) {
                continue;
            }
            if let Some(mut run) = StartedRun::new(project, programs, *puzzle, own) {
                run.parts.clone_from(&job.parts);
                if let Some(digest) = job.examples.as_ref().and_then(|examples| examples.digest) {
                    run.basis.examples = digest;
                }
                runs.insert(*puzzle, run);
            }
        }
        Self { runs }
    }

    /// Records the files and inputs of these measurements, whose programs are in `programs`.
    pub fn of_bench_jobs(
        project: &Project,
        programs: &DayPrograms,
        jobs: &[PreparedJob<BenchJob>],
    ) -> Self {
        let mut runs = BTreeMap::new();
        for (puzzle, job) in jobs {
            let own = match job.as_ref().map(|job| &job.inputs) {
                Ok(BenchInputs::Stored(inputs)) => own_input(inputs),
                _ => None,
            };
            let run = StartedRun::new(project, programs, *puzzle, own);
            runs.extend(run.map(|run| (*puzzle, run)));
        }
        Self { runs }
    }

    /// Stores the status of these results, and the times of the usual build.
    pub fn remember(&self, project: &Project, now: DateTime<Utc>, results: &[JobResult<Solved>]) {
        LastRuns::update(project, |runs| {
            for (puzzle, results) in results {
                let Some(run) = self.runs.get(puzzle) else {
                    continue;
                };
                for result in results.iter().flatten() {
                    let last = runs.entry(*puzzle);
                    record_status(last, result, run);
                    if run.is_run_build {
                        record_time(last, result, run, now);
                    }
                }
            }
        });
    }

    /// Stores the status of the measured days with the user's input, and their times for the
    /// README.
    pub fn remember_bench(
        &self,
        project: &Project,
        now: DateTime<Utc>,
        report: &BenchReport,
        timing: Timing,
    ) {
        LastRuns::update(project, |runs| {
            for day in BenchGroup::days(report) {
                if day.header.source != SourceKind::Input {
                    continue;
                }
                if let Some(run) = self.runs.get(&day.header.puzzle) {
                    let last = runs.entry(day.header.puzzle);
                    record_bench(last, &day, run, now, timing);
                }
            }
        });
    }
}

/// The files of a day's code with `/`, relative to the project's root, and the digest of their
/// contents.
fn code_of(project: &Project, puzzle: Puzzle, built: &FileHashes) -> (Vec<String>, u64) {
    let root = project.root();
    let generated_main = project
        .is_generated(puzzle.year)
        .then(|| project.main_rs(puzzle.year));
    let mut contents = Vec::new();
    for (path, content) in built {
        let is_of_other_day = project.puzzle_of(path).is_some_and(|day| day != puzzle);
        let is_main = generated_main.as_ref() == Some(path);
        if content.is_some() && !is_of_other_day && !is_main && is_code(root, path) {
            let shown = slashed(path.strip_prefix(root).unwrap_or(path));
            contents.push((shown, *content));
        }
    }
    contents.sort();
    let digest = hash(&contents);
    let files = contents.into_iter().map(|(file, _)| file).collect();
    (files, digest)
}

/// True if a file that a program was built from is the user's code. A new year or an update of
/// `aoc` changes only manifests, the lock file and the copy of the library.
fn is_code(root: &Path, path: &Path) -> bool {
    const CARGO_FILES: [&str; 4] = [
        "Cargo.toml",
        "Cargo.lock",
        "rust-toolchain",
        "rust-toolchain.toml",
    ];
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let folder = path.parent().and_then(Path::file_name);
    let is_setting = CARGO_FILES.contains(&name) || folder == Some(OsStr::new(".cargo"));
    let is_output = path.starts_with(root.join("target"));
    !is_setting && !is_output && !path.starts_with(root.join(LIBRARY))
}

/// Records the status of a run with the user's input, and of examples.
fn record_status(last: &mut LastRun, result: &PuzzleResult, run: &StartedRun) {
    let StartedRun { basis, files, .. } = run;
    let examples = match result.header.source {
        SourceKind::Input => {
            last.status = result.status;
            last.source = Some(basis.of_input());
            let wrong = result
                .phases
                .iter()
                .filter(|phase| phase.status == Status::Wrong);
            last.refutation = refutation(wrong.map(|phase| phase.phase), basis);
            result.counted_examples()
        }
        SourceKind::Example => vec![result.clone()],
        SourceKind::Named | SourceKind::File | SourceKind::Stdin | SourceKind::Generated => {
            return;
        }
    };
    last.files.clone_from(files);
    if let Some(worst) = examples.iter().map(|example| example.status).max() {
        last.examples = worst;
        last.examples_source = Some(basis.of_examples());
    }
}

/// The hashes of the accepted answers that the wrong phases contradict.
fn refutation(wrong: impl Iterator<Item = Phase>, basis: &RunBasis) -> Refutation {
    let mut refutation = Refutation::default();
    for phase in wrong {
        for part in Part::BOTH {
            if phase == part.into() {
                refutation.0[part.index()] = basis.answers[part.index()];
            }
        }
    }
    refutation
}

/// Records the time of a run with the user's input. The time of a part that ran alone is combined
/// with that of the other part, if both belong to the same code and input.
fn record_time(last: &mut LastRun, result: &PuzzleResult, run: &StartedRun, now: DateTime<Utc>) {
    if result.header.source != SourceKind::Input {
        return;
    }
    let times = match run.parts[..] {
        [part] => part_alone(result, part).map(|alone| {
            let mut parts = match last.time {
                Some(time) if time.timed_source == Some(run.basis.of_input()) => time.parts,
                _ => [None; 2],
            };
            parts[part.index()] = Some(alone.part);
            let ns = parts
                .iter()
                .flatten()
                .fold(alone.parse, |sum, ns| sum.saturating_add(*ns));
            RunTimes { ns, parts }
        }),
        _ => whole_run(result),
    };
    if let Some(times) = times {
        last.time = Some(times.at(result.header.puzzle, &run.basis, now));
        last.bench = None;
    }
}

/// The times of a run.
#[derive(Clone, Copy)]
struct RunTimes {
    /// The sum of all phases, including parsing.
    ns: u64,
    parts: [Option<u64>; 2],
}

impl RunTimes {
    /// The time of a run with this code and input.
    fn at(self, puzzle: Puzzle, basis: &RunBasis, now: DateTime<Utc>) -> LastTime {
        let Self { ns, parts } = self;
        LastTime {
            ns,
            is_partial: is_partial(puzzle, parts),
            measured_at: now,
            parts,
            timed_source: Some(basis.of_input()),
        }
    }
}

struct PartAlone {
    parse: u64,
    part: u64,
}

/// The times of a part that gave an answer, and of parsing.
fn part_alone(result: &PuzzleResult, part: Part) -> Option<PartAlone> {
    if !result.has_answers() {
        return None;
    }
    Some(PartAlone {
        parse: time_of(result, Phase::Parse)?,
        part: time_of(result, part.into())?,
    })
}

/// The sum of all phases and the times of the parts. `None` unless both parts gave an answer,
/// which may be wrong. A part that is not written yet counts as zero.
fn whole_run(result: &PuzzleResult) -> Option<RunTimes> {
    let phases = result
        .phases
        .iter()
        .filter(|phase| phase.alternative.is_none());
    let is_whole = phases.clone().count() == 1 + part_count(result.header.puzzle);
    // A worker may send any number, so the sum saturates.
    let ns = phases
        .filter_map(|phase| phase.ns)
        .fold(0, u64::saturating_add);
    if !result.has_answers() || !is_whole || ns == 0 {
        return None;
    }
    let parts = Part::BOTH.map(|part| time_of(result, part.into()));
    Some(RunTimes { ns, parts })
}

/// The time of a phase, without its alternatives.
fn time_of(result: &PuzzleResult, phase: Phase) -> Option<u64> {
    let timed = result
        .phases
        .iter()
        .find(|timed| timed.phase == phase && timed.alternative.is_none())?;
    timed.ns
}

/// True if a part of the puzzle has no time.
fn is_partial(puzzle: Puzzle, parts: [Option<u64>; 2]) -> bool {
    parts.iter().flatten().count() < part_count(puzzle)
}

/// Whether the times of `aoc bench` are stored, which the README shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    Stored,
    NotStored,
}

/// Records the status of a measured day, and its time for the README. If a part failed, the time
/// of the other part is recorded, unless the time of both is known.
fn record_bench(
    last: &mut LastRun,
    day: &BenchGroup,
    run: &StartedRun,
    now: DateTime<Utc>,
    timing: Timing,
) {
    let StartedRun { basis, files, .. } = run;
    let failed = day.missing().next();
    last.status = failed.map_or(Status::Ok, |failed| failed.status);
    last.source = Some(basis.of_input());
    let wrong = day
        .missing()
        .filter(|result| result.status == Status::Wrong);
    last.refutation = refutation(wrong.filter_map(|result| result.phase), basis);
    last.files.clone_from(files);
    let parts = [Phase::Part1, Phase::Part2].map(|phase| {
        let figures = day.phase(phase)?.measured.as_ref()?;
        Some(rounded(figures.p10_ns))
    });
    if timing == Timing::NotStored {
        return;
    }
    let puzzle = day.header.puzzle;
    if is_partial(puzzle, parts) {
        let has_time_of_part = failed.is_some() && parts.iter().any(Option::is_some);
        let has_whole_time = last
            .for_readme()
            .is_some_and(|old| !old.is_partial && old.timed_source == Some(basis.of_input()));
        if has_whole_time || !has_time_of_part {
            return;
        }
    }
    let ns = rounded(day.ns);
    last.bench = Some(RunTimes { ns, parts }.at(puzzle, basis, now));
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time is positive, and it saturates"
)]
fn rounded(ns: f64) -> u64 {
    ns.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{BenchResult, Statistics, test_report};
    use crate::runner::{PhaseResult, PuzzleHeader, Status};

    /// A run of both parts.
    fn started() -> StartedRun {
        StartedRun {
            basis: RunBasis::default(),
            files: Vec::new(),
            parts: Part::BOTH.to_vec(),
            is_run_build: true,
        }
    }

    #[test]
    fn a_part_that_ran_alone_has_its_time_and_that_of_parsing() {
        for (status, ns, expected) in [
            (Status::Unverified, Some(20), Some((1, 20))),
            (Status::Wrong, Some(20), Some((1, 20))),
            (Status::Panic, None, None),
            (Status::Unsolved, None, None),
        ] {
            let mut result = PuzzleResult::new(PuzzleHeader::unknown(Puzzle::of(2020, 22)));
            for (phase, status, ns) in [
                (Phase::Parse, Status::Ok, Some(1)),
                (Phase::Part2, status, ns),
            ] {
                result.push(PhaseResult {
                    ns,
                    ..PhaseResult::new(phase, status, None)
                });
            }
            let alone = part_alone(&result, Part::Two);
            assert_eq!(alone.map(|alone| (alone.parse, alone.part)), expected);
            assert!(part_alone(&result, Part::One).is_none());
        }
    }

    #[test]
    fn a_benchmark_stores_the_time_of_a_part_unless_there_is_one_of_the_whole() {
        let now = DateTime::UNIX_EPOCH;
        let figures = |p10_ns| Statistics {
            p10_ns,
            ..Statistics::default()
        };
        let measured = |phase, status, p10_ns: Option<f64>| BenchResult {
            header: PuzzleHeader::unknown(Puzzle::of(2020, 22)),
            phase: Some(phase),
            status,
            measured: p10_ns.map(figures),
            ..BenchResult::default()
        };
        let stored = |mut last: LastRun, part2: Option<(Status, Option<f64>)>| {
            let mut results = vec![
                measured(Phase::Parse, Status::Ok, Some(1.0)),
                measured(Phase::Part1, Status::Ok, Some(20.0)),
            ];
            results.extend(part2.map(|(status, ns)| measured(Phase::Part2, status, ns)));
            let report = BenchReport {
                results,
                ..test_report()
            };
            let day = &BenchGroup::days(&report)[0];
            let run = started();
            record_bench(&mut last, day, &run, now, Timing::NotStored);
            assert!(last.bench.is_none());
            let before = last.time.map(|time| time.ns);
            record_bench(&mut last, day, &run, now, Timing::Stored);
            // The time of the last run stays.
            assert_eq!(last.time.map(|time| time.ns), before);
            let shown = last.for_readme();
            (last.status, shown.map(|time| (time.ns, time.is_partial)))
        };
        let none = LastRun::default;
        let of_now = Some(RunBasis::default().of_input());
        let timed = |is_partial, timed_source| LastRun {
            time: Some(LastTime {
                ns: 300,
                is_partial,
                measured_at: DateTime::UNIX_EPOCH,
                parts: [None; 2],
                timed_source,
            }),
            ..none()
        };
        let timeout = Some((Status::Timeout, None));
        let whole = Some((Status::Ok, Some(100.0)));
        for (last, part2, expected) in [
            (none(), whole, (Status::Ok, Some((121, false)))),
            (none(), timeout, (Status::Timeout, Some((21, true)))),
            // A part that was not requested is not missing.
            (none(), None, (Status::Ok, None)),
            (
                timed(false, of_now),
                timeout,
                (Status::Timeout, Some((300, false))),
            ),
            (
                timed(false, Some(2)),
                timeout,
                (Status::Timeout, Some((21, true))),
            ),
            (
                timed(true, of_now),
                timeout,
                (Status::Timeout, Some((21, true))),
            ),
            (timed(true, of_now), whole, (Status::Ok, Some((121, false)))),
        ] {
            assert_eq!(stored(last, part2), expected, "{part2:?}");
        }
    }

    #[test]
    fn only_whole_runs_on_the_input_have_a_time() {
        let total_of = |source, day, part2: Option<(Option<u64>, Status)>| {
            let mut result = PuzzleResult::new(PuzzleHeader {
                source,
                ..PuzzleHeader::unknown(Puzzle::of(2020, day))
            });
            let mut push = |phase, ns, status, alternative: Option<&str>| {
                let alternative = alternative.map(str::to_owned);
                let phase = PhaseResult::new(phase, status, None);
                result.push(PhaseResult {
                    ns,
                    alternative,
                    ..phase
                });
            };
            push(Phase::Parse, Some(1), Status::Ok, None);
            push(Phase::Part1, Some(20), Status::Accepted, None);
            if let Some((ns, status)) = part2 {
                push(Phase::Part2, ns, status, None);
            }
            // Times of alternatives are ignored.
            push(Phase::Part2, Some(4000), Status::Ok, Some("textbook"));
            let mut last = LastRun::default();
            record_time(&mut last, &result, &started(), DateTime::UNIX_EPOCH);
            Some(last.time?.ns)
        };
        let (done, most) = (Some((Some(300), Status::Accepted)), Some(u64::MAX));
        for (source, day, part2, ns) in [
            (SourceKind::Input, 22, done, Some(321)),
            (SourceKind::Example, 22, done, None),
            (SourceKind::Named, 22, done, None),
            (SourceKind::Input, 22, None, None),
            (SourceKind::Input, 25, None, Some(21)),
            (
                SourceKind::Input,
                22,
                Some((None, Status::Unsolved)),
                Some(21),
            ),
            (SourceKind::Input, 22, Some((None, Status::Panic)), None),
            // A worker may send any number.
            (SourceKind::Input, 22, Some((most, Status::Accepted)), most),
        ] {
            assert_eq!(total_of(source, day, part2), ns, "{day}");
        }
    }
    #[test]
    fn a_benchmark_of_another_answer_depends_on_the_accepted_one() {
        for (status, refuting) in [(Status::Wrong, Some(5)), (Status::Timeout, None)] {
            let part = BenchResult {
                header: PuzzleHeader::unknown(Puzzle::of(2020, 22)),
                phase: Some(Phase::Part2),
                status,
                ..BenchResult::default()
            };
            let report = BenchReport {
                results: vec![part],
                ..test_report()
            };
            let mut run = started();
            run.basis.answers = [Some(4), Some(5)];
            let mut last = LastRun::default();
            let day = &BenchGroup::days(&report)[0];
            record_bench(&mut last, day, &run, DateTime::UNIX_EPOCH, Timing::Stored);
            assert_eq!(last.refutation, Refutation([None, refuting]), "{status}");
        }
    }
}
