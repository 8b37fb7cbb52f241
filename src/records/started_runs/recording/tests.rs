use super::*;
use crate::bench::{BenchReport, BenchResult, Statistics, test_report};
use crate::cargo::Profile;
use crate::puzzle::{Puzzle, parts_in_calendar};
use crate::records::last_run::MeasuredTime;
use crate::records::run_basis::{ContentHashes, RunBasis};
use crate::runner::{PhaseResult, PuzzleHeader, Status};

/// A run of both parts.
fn started() -> StartedRun {
    StartedRun {
        basis: RunBasis::default(),
        files: Vec::new(),
        contents: ContentHashes::default(),
        parts: Part::BOTH.to_vec(),
        parts_with_answer: &Part::BOTH,
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
            result.phases.push(PhaseResult {
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
        // The time of the last run does not change.
        assert_eq!(last.time.as_ref().map(|time| time.ns), before);
        let shown = last.for_readme();
        (
            last.parts_status(),
            shown.map(|time| (time.ns, time.is_partial)),
        )
    };
    let none = LastRun::default;
    let of_now = RunBasis::default().of_input();
    let timed = |is_partial, basis| LastRun {
        time: Some(MeasuredTime {
            ns: 300,
            is_partial,
            measured_at: DateTime::UNIX_EPOCH,
            parts: [None; 2],
            digest: basis,
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
        // A part that was not requested does not count as missing.
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
            result.phases.push(PhaseResult {
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
        let run = StartedRun {
            parts_with_answer: parts_in_calendar(result.header.puzzle),
            ..started()
        };
        record_time(&mut last, &result, &run, DateTime::UNIX_EPOCH);
        Some(last.time?.ns)
    };
    let (done, most) = (Some((Some(300), Status::Accepted)), Some(u64::MAX));
    for (source, day, part2, ns) in [
        (SourceKind::Input, 22, done, Some(321)),
        (SourceKind::Example, 22, done, None),
        (SourceKind::Named, 22, done, None),
        (SourceKind::Input, 22, None, None),
        (SourceKind::Input, 25, None, Some(21)),
        (SourceKind::Input, 25, done, Some(321)),
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
            result.phases.push(PhaseResult {
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
        // Only the alternative has run.
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
        // Both have run, as in `aoc verify`.
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
        let solved = Solved {
            examples: vec![example].into(),
            ..result_of(SourceKind::Input, &calls).into()
        };
        let mut last = LastRun {
            digest: Some(run.basis.of_input()),
            examples_digest: Some(run.basis.of_examples()),
            statuses: before,
            example_statuses: before,
            ..LastRun::default()
        };
        record_status(&mut last, &solved, &run);
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
        assert_eq!(last.refuted_by, [None, refuting], "{status}");
    }
}
