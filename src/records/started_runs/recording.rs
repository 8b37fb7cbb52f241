//! Records the results of a run or of a measurement among the last runs of a day: their status, and
//! their times if they hold for the whole day or for a part.

use aoc_solution::Part;
use aoc_solution::protocol::Phase;
use chrono::{DateTime, Utc};

use super::StartedRun;
use crate::bench::BenchGroup;
use crate::puzzle::part_count;
use crate::records::last_run::{LastRun, RefutingAnswers};
use crate::runner::{PuzzleResult, SourceKind, Status};

/// Records the status of a run with the user's input, and of examples.
pub fn record_status(last: &mut LastRun, results: &[PuzzleResult], run: &StartedRun) {
    let parts = parts_of_primaries(run, results);
    let mut examples = Vec::new();
    for result in results {
        match result.header.source {
            SourceKind::Input => {
                record_parts(last, run, &parts, &failures(result));
                examples.extend(result.counted_examples());
            }
            // The result of `aoc test` contains the examples.
            SourceKind::Example if !result.examples.is_empty() => {
                examples.extend(result.counted_examples());
            }
            SourceKind::Example => examples.push(result.clone()),
            SourceKind::Named | SourceKind::File | SourceKind::Stdin | SourceKind::Generated => {}
        }
    }
    if !examples.is_empty() {
        record_examples(last, run, &parts, &examples);
    }
}

/// A failure, and its phase. `None` means that it was outside of the phases.
type Failure = (Option<Phase>, Status);

/// The failures of the day's own solution, without its alternatives.
fn failures(result: &PuzzleResult) -> Vec<Failure> {
    let failed = result
        .phases
        .iter()
        .filter(|phase| phase.status.is_failure());
    if failed.clone().next().is_none() && result.status.is_failure() {
        return vec![(None, result.status)];
    }
    failed
        .filter(|phase| phase.alternative.is_none())
        .map(|phase| (Some(phase.phase), phase.status))
        .collect()
}

/// The parts of a run, without those that an alternative solved instead of the primary.
fn parts_of_primaries(run: &StartedRun, results: &[PuzzleResult]) -> Vec<Part> {
    let mut parts = run.parts.clone();
    parts.retain(|&part| {
        let mut calls = results
            .iter()
            .flat_map(PuzzleResult::all_phases)
            .filter(|phase| phase.phase == part.into())
            .peekable();
        calls.peek().is_none() || calls.any(|call| call.alternative.is_none())
    });
    parts
}

/// The failures of a part, of parsing, and outside of the phases.
fn failures_of_part(failures: &[Failure], part: Part) -> impl Iterator<Item = Status> {
    let phases = [None, Some(Phase::Parse), Some(part.into())];
    failures
        .iter()
        .filter(move |(phase, _)| phases.contains(phase))
        .map(|(_, status)| *status)
}

/// Records how these parts of a run ended. Any other part keeps its status, if that belongs to the
/// same code and input.
fn record_parts(last: &mut LastRun, run: &StartedRun, parts: &[Part], failures: &[Failure]) {
    let basis = &run.basis;
    let of_input = Some(basis.of_input());
    if last.basis != of_input {
        last.basis = of_input;
        last.statuses = [Status::Ok; 2];
        last.refuting = RefutingAnswers::default();
    }
    last.files.clone_from(&run.files);
    for &part in parts {
        let status = failures_of_part(failures, part).next().unwrap_or_default();
        last.statuses[part.index()] = status;
        last.refuting.0[part.index()] = match status {
            Status::Wrong => basis.answers[part.index()],
            _ => None,
        };
    }
}

/// Records how the examples of these parts of a run ended. Those of any other part keep their
/// status, if that belongs to the same code and examples.
fn record_examples(
    last: &mut LastRun,
    run: &StartedRun,
    parts: &[Part],
    examples: &[PuzzleResult],
) {
    let of_examples = Some(run.basis.of_examples());
    if last.examples_basis != of_examples {
        last.examples_basis = of_examples;
        last.example_statuses = [Status::Ok; 2];
    }
    last.examples_files.clone_from(&run.files);
    let failures: Vec<Failure> = examples.iter().flat_map(failures).collect();
    for &part in parts {
        let worst = failures_of_part(&failures, part).max();
        last.example_statuses[part.index()] = worst.unwrap_or_default();
    }
}

/// Records the time of a run with the user's input, unless a part did not run or failed without an
/// answer. The time of a part that ran alone is combined with that of the other part, if both belong
/// to the same code and input.
pub fn record_time(
    last: &mut LastRun,
    result: &PuzzleResult,
    run: &StartedRun,
    now: DateTime<Utc>,
) {
    if result.header.source != SourceKind::Input || !result.has_answers() {
        return;
    }
    let parse = time_of(result, Phase::Parse);
    let mut parts = Part::BOTH.map(|part| time_of(result, part.into()));
    if let [part] = run.parts[..] {
        if parse.is_none() || parts[part.index()].is_none() {
            return;
        }
        if let Some(time) = &last.time
            && time.basis == run.basis.of_input()
        {
            for part in Part::BOTH.map(Part::index) {
                parts[part] = parts[part].or(time.parts[part]);
            }
        }
    } else if !has_all_phases(result) {
        return;
    }
    // A worker may send any number, so the sum saturates.
    let ns = [parse, parts[0], parts[1]]
        .into_iter()
        .flatten()
        .fold(0, u64::saturating_add);
    if ns > 0 {
        last.time = Some(run.timed(result.header.puzzle, ns, parts, now));
        last.bench = None;
    }
}

/// Whether parsing and all parts of the puzzle ran, or said that they are not written yet.
fn has_all_phases(result: &PuzzleResult) -> bool {
    let phases = result
        .phases
        .iter()
        .filter(|phase| phase.alternative.is_none());
    phases.count() == 1 + part_count(result.header.puzzle)
}

/// The time of a phase, without its alternatives.
fn time_of(result: &PuzzleResult, phase: Phase) -> Option<u64> {
    let timed = result
        .phases
        .iter()
        .find(|timed| timed.phase == phase && timed.alternative.is_none())?;
    timed.ns
}

/// Records the status of a measured day.
pub fn record_bench_status(last: &mut LastRun, day: &BenchGroup, run: &StartedRun) {
    let failures: Vec<Failure> = day
        .sum
        .missing
        .iter()
        .filter(|result| result.status.is_failure())
        .map(|result| (result.phase, result.status))
        .collect();
    record_parts(last, run, &run.parts, &failures);
}

/// Records the time of a measured day for the README. If a part failed, the time of the other part
/// is recorded, unless the time of both is known.
pub fn record_bench_time(
    last: &mut LastRun,
    day: &BenchGroup,
    run: &StartedRun,
    now: DateTime<Utc>,
) {
    let parts = [Phase::Part1, Phase::Part2].map(|phase| {
        let figures = day.phase(phase)?.measured.as_ref()?;
        Some(rounded(figures.p10_ns))
    });
    let time = run.timed(day.header.puzzle, rounded(day.sum.ns), parts, now);
    if time.is_partial {
        let has_time_of_part = !day.sum.missing.is_empty() && parts.iter().any(Option::is_some);
        let has_whole_time = last
            .for_readme()
            .is_some_and(|old| !old.is_partial && old.basis == time.basis);
        if has_whole_time || !has_time_of_part {
            return;
        }
    }
    last.bench = Some(time);
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
    use crate::bench::{BenchReport, BenchResult, Statistics, test_report};
    use crate::cargo::Profile;
    use crate::puzzle::Puzzle;
    use crate::records::last_run::LastTime;
    use crate::records::run_basis::RunBasis;
    use crate::runner::{PhaseResult, PuzzleHeader, Status};

    /// A run of both parts.
    fn started() -> StartedRun {
        StartedRun {
            basis: RunBasis::default(),
            files: Vec::new(),
            parts: Part::BOTH.to_vec(),
            profile: Profile::Aoc,
            has_features: false,
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
            let mut result = PuzzleResult::new(PuzzleHeader {
                source: SourceKind::Input,
                ..PuzzleHeader::unknown(Puzzle::of(2020, 22))
            });
            for (phase, status, ns) in [
                (Phase::Parse, Status::Ok, Some(1)),
                (Phase::Part2, status, ns),
            ] {
                result.push(PhaseResult {
                    ns,
                    ..PhaseResult::new(phase, status, None)
                });
            }
            let time_alone = |part| {
                let run = StartedRun {
                    parts: vec![part],
                    ..started()
                };
                let mut last = LastRun::default();
                record_time(&mut last, &result, &run, DateTime::UNIX_EPOCH);
                last.time
            };
            let alone = time_alone(Part::Two);
            let times = alone.and_then(|time| {
                let part = time.parts[1]?;
                Some((time.ns - part, part))
            });
            assert_eq!(times, expected);
            assert!(time_alone(Part::One).is_none());
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
            record_bench_status(&mut last, day, &run);
            assert!(last.bench.is_none());
            let before = last.time.as_ref().map(|time| time.ns);
            record_bench_time(&mut last, day, &run, now);
            // The time of the last run stays.
            assert_eq!(last.time.as_ref().map(|time| time.ns), before);
            let shown = last.for_readme();
            (last.status(), shown.map(|time| (time.ns, time.is_partial)))
        };
        let none = LastRun::default;
        let of_now = RunBasis::default().of_input();
        let timed = |is_partial, basis| LastRun {
            time: Some(LastTime {
                ns: 300,
                is_partial,
                measured_at: DateTime::UNIX_EPOCH,
                parts: [None; 2],
                basis,
                files: Vec::new(),
                is_old: false,
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
                timed(false, 2),
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
    fn an_alternative_leaves_the_status_of_the_day() {
        const ALTERNATIVE: Option<&str> = Some("textbook");
        let result_of = |source, calls: &[(Phase, Option<&str>, Status)]| {
            let mut result = PuzzleResult::new(PuzzleHeader {
                source,
                ..PuzzleHeader::unknown(Puzzle::of(2020, 22))
            });
            for &(phase, alternative, status) in calls {
                result.push(PhaseResult {
                    alternative: alternative.map(str::to_owned),
                    ..PhaseResult::new(phase, status, None)
                });
            }
            result
        };
        let wrong_part2 = [Status::Ok, Status::Wrong];
        let parse_failed = (Phase::Parse, None, Status::Panic);
        let primary = |status| (Phase::Part2, None, status);
        let alternative = |status| (Phase::Part2, ALTERNATIVE, status);
        for (before, calls, after) in [
            // Only the alternative ran.
            (
                wrong_part2,
                vec![alternative(Status::Accepted)],
                wrong_part2,
            ),
            (
                [Status::Ok; 2],
                vec![alternative(Status::Wrong)],
                [Status::Ok; 2],
            ),
            (wrong_part2, vec![parse_failed], [Status::Panic; 2]),
            // Both ran, as in `aoc verify`.
            (
                [Status::Ok; 2],
                vec![primary(Status::Accepted), alternative(Status::Wrong)],
                [Status::Ok; 2],
            ),
            (
                [Status::Ok; 2],
                vec![primary(Status::Wrong), alternative(Status::Accepted)],
                wrong_part2,
            ),
        ] {
            let run = started();
            let example = result_of(SourceKind::Example, &calls);
            let result = PuzzleResult {
                examples: vec![example],
                ..result_of(SourceKind::Input, &calls)
            };
            let mut last = LastRun {
                basis: Some(run.basis.of_input()),
                examples_basis: Some(run.basis.of_examples()),
                statuses: before,
                example_statuses: before,
                ..LastRun::default()
            };
            record_status(&mut last, &[result], &run);
            assert_eq!(last.statuses, after, "{calls:?}");
            assert_eq!(last.example_statuses, after, "{calls:?}");
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
            record_bench_status(&mut last, day, &run);
            assert_eq!(last.refuting, RefutingAnswers([None, refuting]), "{status}");
        }
    }
}
