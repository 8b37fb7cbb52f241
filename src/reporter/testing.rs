//! Invented `bench` reports for the unit tests of this folder.

use aoc_solution::protocol::{Allocations, Phase};

use crate::bench::{
    BenchReport, BenchResult, BenchWarning, Load, Ratio, RatioVerdict, Statistics, test_report,
};
use crate::puzzle::Puzzle;
use crate::runner::{PuzzleHeader, SourceKind, Status};

pub fn result(year: u16, day: u8, title: &str, phase: Phase, ns: f64) -> BenchResult {
    let header = PuzzleHeader {
        title: title.into(),
        input: Some(format!("inputs/year{year}/day{day:02}.txt").into()),
        ..PuzzleHeader::unknown(Puzzle::of(year, day))
    };
    BenchResult {
        measured: Some(Statistics {
            p10_ns: ns,
            median_ns: ns * 1.01,
            p10_ci95_ns: Some([ns * 0.996, ns * 1.004]),
            ..Statistics::default()
        }),
        allocations: Some(Allocations {
            count: 12,
            bytes: 4_000_000,
            peak: 1_100_000,
        }),
        header,
        phase: Some(phase),
        ..BenchResult::default()
    }
}

pub fn ratio(of: &str, ratio: f64, verdict: RatioVerdict) -> Ratio {
    Ratio {
        of: of.to_owned(),
        value: ratio,
        ci95: Some([ratio * 0.99, ratio * 1.01]),
        pairs: 20,
        verdict,
    }
}

/// A day that has an alternative.
pub fn combat() -> Vec<BenchResult> {
    let of = |phase, ns| result(2020, 22, "Crab Combat", phase, ns);
    let mut textbook = of(Phase::Part2, 34.5e6);
    textbook.alternative = Some("textbook".into());
    textbook.ratio = Some(ratio("own", 12.28, RatioVerdict::Slower));
    textbook.warnings = vec![BenchWarning::Noisy];
    vec![
        of(Phase::Parse, 45.1),
        of(Phase::Part1, 702.0),
        of(Phase::Part2, 2.81e6),
        textbook,
    ]
}

/// Days of two years. One day has an alternative, one has a failing part and a title with markup,
/// and one cannot be measured.
pub fn report() -> BenchReport {
    let title = "</script><b>|*`羊";
    let mut results = combat();
    results.push(result(2021, 5, title, Phase::Parse, 1000.0));
    let panic = "at days/year2021/day05.rs:7:9: =\"oh\"\n<no>";
    let header = results[4].header.clone();
    results.push(BenchResult {
        status: Status::Panic,
        message: Some(panic.into()),
        header,
        phase: Some(Phase::Part1),
        ..BenchResult::default()
    });
    let mut named = result(2021, 5, title, Phase::Parse, 2000.0);
    named.header.source = SourceKind::Named;
    named.header.name = Some("bob".into());
    results.push(named);
    results.push(BenchResult {
        header: PuzzleHeader::unknown(Puzzle::of(2021, 6)),
        status: Status::Error,
        message: Some("it does not compile".into()),
        ..BenchResult::default()
    });
    BenchReport {
        command: "aoc bench 'a`b' --all-alts".into(),
        results,
        load: Some(Load { others: 1.5 }),
        ..test_report()
    }
}
