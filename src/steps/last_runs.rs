//! How the last run of each day ended, and the time that it took, in
//! `target/aoc-stamps/times.json`. Nothing depends on this file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use aoc_solution::protocol::Phase;
use chrono::{DateTime, Utc};
use xxhash_rust::xxh3::Xxh3Default;

use crate::app::Workspace;
use crate::bench::BenchReport;
use crate::cargo::stamps;
use crate::files::{MAX_INPUT, read_regular_file, replace_unflushed, source_files};
use crate::overview::{LastRun, LastTime};
use crate::puzzle::{Day, Puzzle, Year, part_count};
use crate::reporter::BenchGroup;
use crate::runner::{JobResult, PuzzleResult, SourceKind, Status};

/// The file has about 2 kB for each year.
const MAX_SIZE: u64 = 256 * 1024;

pub type LastRuns = BTreeMap<Year, BTreeMap<Day, LastRun>>;

/// Whether the times of a run are stored. They are if they are those of `aoc run`: of its build,
/// and of one day at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    Stored,
    NotStored,
}

/// What is known of the last runs of each day.
pub fn last(workspace: &Workspace) -> LastRuns {
    file(workspace)
        .as_deref()
        .map(read_last_runs)
        .unwrap_or_default()
}

/// The time of a day's last run, unless that was a run of other contents of its files.
pub fn last_time(workspace: &Workspace, puzzle: Puzzle) -> Option<LastTime> {
    let time = last(workspace).get(&puzzle.year)?.get(&puzzle.day)?.time?;
    let source = time.timed_source;
    let is_now = source.is_none() || source == source_digest(workspace, puzzle);
    is_now.then_some(time)
}

/// Changes the stored times. If that fails, the command does not fail.
fn update(workspace: &Workspace, change: impl FnOnce(&mut LastRuns)) {
    let Some(path) = file(workspace) else {
        return;
    };
    let _lock = workspace.locks().acquire(&path, || {});
    let old = read_last_runs(&path);
    let mut times = old.clone();
    change(&mut times);
    if times != old {
        let text = serde_json::to_string(&times).expect("plain data is JSON");
        let _ = replace_unflushed(&path, text + "\n");
    }
}

/// Stores how these results ended, and perhaps their times.
pub fn remember(
    workspace: &Workspace,
    now: DateTime<Utc>,
    results: &[JobResult<Vec<PuzzleResult>>],
    timing: Timing,
) {
    update(workspace, |runs| {
        for (puzzle, results) in results {
            for result in results.iter().flatten() {
                let last = last_run(runs, workspace, *puzzle);
                learn(last, result);
                if timing == Timing::Stored {
                    learn_time(last, result, now);
                }
            }
        }
    });
}

/// Stores how a run of a day's solution ended that is not timed.
pub fn remember_result(workspace: &Workspace, result: &PuzzleResult) {
    update(workspace, |runs| {
        learn(last_run(runs, workspace, result.header.puzzle), result);
    });
}

/// What is known of a day's last runs, without what was found out of other contents of its
/// files; their time stays until there is a new one.
fn last_run<'a>(runs: &'a mut LastRuns, workspace: &Workspace, puzzle: Puzzle) -> &'a mut LastRun {
    let days = runs.entry(puzzle.year).or_default();
    let last = days.entry(puzzle.day).or_default();
    let source = source_digest(workspace, puzzle);
    if last.source != source {
        *last = LastRun {
            time: last.time,
            source,
            ..LastRun::default()
        };
    }
    last
}

/// Takes the status of a run with the user's input, and that of examples.
fn learn(last: &mut LastRun, result: &PuzzleResult) {
    let examples = match result.header.source {
        SourceKind::Input => {
            last.status = result.status;
            result.counted_examples()
        }
        SourceKind::Example => vec![result.clone()],
        SourceKind::Named | SourceKind::File | SourceKind::Stdin | SourceKind::Generated => {
            return;
        }
    };
    if let Some(worst) = examples.iter().map(|example| example.status).max() {
        last.examples = worst;
    }
}

/// Takes the time of a complete run with the user's input.
fn learn_time(last: &mut LastRun, result: &PuzzleResult, now: DateTime<Utc>) {
    if result.header.source != SourceKind::Input {
        return;
    }
    if let Some(times) = whole_run(result) {
        set_time(last, result.header.puzzle, times, now);
    }
}

/// The times of a run.
#[derive(Clone, Copy)]
struct RunTimes {
    /// The sum, with parsing.
    ns: u64,
    parts: [Option<u64>; 2],
}

/// Sets the time of the contents that the day has now.
fn set_time(last: &mut LastRun, puzzle: Puzzle, times: RunTimes, now: DateTime<Utc>) {
    let RunTimes { ns, parts } = times;
    last.time = Some(LastTime {
        ns,
        is_partial: is_partial(puzzle, parts),
        time: now,
        parts,
        timed_source: last.source,
    });
}

/// Stores the time of one part that was run with the user's input alone, beside that of the
/// other part if it is of the same contents.
pub fn remember_part(workspace: &Workspace, now: DateTime<Utc>, result: &PuzzleResult, part: Part) {
    let puzzle = result.header.puzzle;
    update(workspace, |runs| {
        let last = last_run(runs, workspace, puzzle);
        learn(last, result);
        let Some(alone) = part_alone(result, part) else {
            return;
        };
        let mut parts = match last.time {
            Some(time) if time.timed_source == last.source => time.parts,
            _ => [None; 2],
        };
        parts[part.index()] = Some(alone.part);
        let ns = parts
            .iter()
            .flatten()
            .fold(alone.parse, |sum, ns| sum.saturating_add(*ns));
        set_time(last, puzzle, RunTimes { ns, parts }, now);
    });
}

struct PartAlone {
    parse: u64,
    part: u64,
}

/// The times of a part that gave an answer, and of parsing.
fn part_alone(result: &PuzzleResult, part: Part) -> Option<PartAlone> {
    let time_of = |phase| {
        let mut phases = result.phases.iter();
        let timed = phases.find(|timed| timed.phase == phase && timed.alternative.is_none())?;
        timed.ns
    };
    if result.status > Status::Wrong {
        return None;
    }
    Some(PartAlone {
        parse: time_of(Phase::Parse)?,
        part: time_of(part.into())?,
    })
}

/// The digest of a day's files, by which a run of other contents is known.
pub fn source_digest(workspace: &Workspace, puzzle: Puzzle) -> Option<u64> {
    let project = workspace.project().ok()?;
    let mut hasher = Xxh3Default::new();
    for path in project.day_paths(puzzle) {
        let mut files = source_files(&path);
        files.sort();
        for file in files {
            hasher.update(&read_regular_file(&file, MAX_INPUT).unwrap_or_default());
        }
    }
    Some(hasher.digest())
}

/// The sum of all phases, and the times of the parts; `None` unless both parts gave an
/// answer, which may be wrong. A part that is not written yet counts as zero.
fn whole_run(result: &PuzzleResult) -> Option<RunTimes> {
    let mut phases = result.phases.clone();
    phases.retain(|phase| phase.alternative.is_none());
    // A worker may send any time.
    let ns = phases
        .iter()
        .filter_map(|phase| phase.ns)
        .fold(0, u64::saturating_add);
    let mut parts = [None; 2];
    for part in Part::BOTH {
        for phase in &phases {
            if phase.phase == part.into() {
                parts[part.index()] = phase.ns;
            }
        }
    }
    let has_answers = result.status <= Status::Wrong;
    let is_whole = phases.len() == 1 + part_count(result.header.puzzle);
    if !has_answers || !is_whole || ns == 0 {
        return None;
    }
    Some(RunTimes { ns, parts })
}

/// True if a part of the puzzle has no time.
fn is_partial(puzzle: Puzzle, parts: [Option<u64>; 2]) -> bool {
    parts.iter().flatten().count() < part_count(puzzle)
}

/// Stores how the measured days ended with the user's input, and their times if these are to be
/// the usual ones. If a part failed, the time of the other is stored, unless there is a time of
/// the whole.
pub fn remember_bench(
    workspace: &Workspace,
    now: DateTime<Utc>,
    report: &BenchReport,
    timing: Timing,
) {
    update(workspace, |runs| {
        for day in BenchGroup::days(report) {
            if day.header.source != SourceKind::Input {
                continue;
            }
            let last = last_run(runs, workspace, day.header.puzzle);
            learn_bench(last, &day, now, timing);
        }
    });
}

/// Takes how a measured day ended, and its time.
fn learn_bench(last: &mut LastRun, day: &BenchGroup, now: DateTime<Utc>, timing: Timing) {
    let failed = day.missing().next();
    last.status = failed.map_or(Status::Ok, |failed| failed.status);
    let parts = [Phase::Part1, Phase::Part2].map(|phase| {
        let figures = day.phase(phase)?.measured.as_ref()?;
        Some(whole(figures.p10_ns))
    });
    if timing == Timing::NotStored {
        return;
    }
    let puzzle = day.header.puzzle;
    if is_partial(puzzle, parts) {
        let has_time_of_part = failed.is_some() && parts.iter().any(Option::is_some);
        let has_whole_time = last
            .time
            .is_some_and(|old| !old.is_partial && old.timed_source == last.source);
        if has_whole_time || !has_time_of_part {
            return;
        }
    }
    let ns = whole(day.ns);
    set_time(last, puzzle, RunTimes { ns, parts }, now);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time is positive, and it saturates"
)]
fn whole(ns: f64) -> u64 {
    ns.round() as u64
}

/// The file of times; `None` outside of a project.
fn file(workspace: &Workspace) -> Option<PathBuf> {
    let project = workspace.project().ok()?;
    Some(stamps(project).join("times.json"))
}

/// The times in the file; empty if it is missing or not understood.
fn read_last_runs(path: &Path) -> LastRuns {
    serde_json::from_slice(&read_regular_file(path, MAX_SIZE).unwrap_or_default())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{BenchResult, Statistics, test_report};
    use crate::runner::{PhaseResult, PuzzleHeader, Status};

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
            learn_bench(&mut last, day, DateTime::UNIX_EPOCH, Timing::NotStored);
            assert_eq!(last.time.map(|time| time.ns), last.time.map(|_| 300));
            learn_bench(&mut last, day, DateTime::UNIX_EPOCH, Timing::Stored);
            (
                last.status,
                last.time.map(|time| (time.ns, time.is_partial)),
            )
        };
        let none = LastRun::default();
        let timed = |is_partial, timed_source| LastRun {
            source: Some(1),
            time: Some(LastTime {
                ns: 300,
                is_partial,
                time: DateTime::UNIX_EPOCH,
                parts: [None; 2],
                timed_source,
            }),
            ..none
        };
        let timeout = Some((Status::Timeout, None));
        let whole = Some((Status::Ok, Some(100.0)));
        for (last, part2, expected) in [
            (none, whole, (Status::Ok, Some((121, false)))),
            (none, timeout, (Status::Timeout, Some((21, true)))),
            // A part that is not asked for is not missing.
            (none, None, (Status::Ok, None)),
            (
                timed(false, Some(1)),
                timeout,
                (Status::Timeout, Some((300, false))),
            ),
            (
                timed(false, Some(2)),
                timeout,
                (Status::Timeout, Some((21, true))),
            ),
            (
                timed(true, Some(1)),
                timeout,
                (Status::Timeout, Some((21, true))),
            ),
            (
                timed(true, Some(1)),
                whole,
                (Status::Ok, Some((121, false))),
            ),
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
            // Times of alternatives do not count.
            push(Phase::Part2, Some(4000), Status::Ok, Some("textbook"));
            let mut last = LastRun::default();
            learn_time(&mut last, &result, DateTime::UNIX_EPOCH);
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
            // A worker may send any time.
            (SourceKind::Input, 22, Some((most, Status::Accepted)), most),
        ] {
            assert_eq!(total_of(source, day, part2), ns, "{day}");
        }
    }
}
