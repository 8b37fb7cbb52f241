//! Reports of very different shapes, all invented: what is well drawn for one
//! of them may be cut or empty for another.

use super::*;
use crate::bench::{RatioTo, Verdict};

mod odd;

/// A name for its files, and the report.
type Shape = (&'static str, fn() -> BenchReport);

pub(super) const SHAPES: [Shape; 11] = [
    ("puzzle", || of("aoc bench 22", vec![day(2020, 22)])),
    ("year", || of("aoc bench 2020", year(2020, 25))),
    ("years", years),
    ("baseline", baseline),
    ("against", against),
    ("alternatives", alternatives),
    ("failures", odd::failures),
    ("inputs", odd::inputs),
    ("generated", odd::generated),
    ("titles", odd::titles),
    ("extremes", odd::extremes),
];

pub(super) fn shape(name: &str) -> BenchReport {
    let shape = SHAPES.iter().find(|(it, _)| *it == name);
    shape.expect("a known shape").1()
}

fn of(command: &str, puzzles: Vec<BenchedPuzzle>) -> BenchReport {
    BenchReport {
        command: command.to_owned(),
        puzzles,
        ..report()
    }
}

/// A number from 0 to 1 that looks random.
fn noise(seed: u64) -> f64 {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    f64::from(u32::try_from(mixed >> 40).unwrap()) / f64::from(1 << 24)
}

fn seed(year: u16, day: u8) -> u64 {
    u64::from(year) * 100 + u64::from(day)
}

/// A day whose times lie between some nanoseconds and a second.
fn day(year: u16, day: u8) -> BenchedPuzzle {
    const TITLES: [&str; 8] = [
        "Lanterns in a Row",
        "The Goat's Ledger",
        "Tides",
        "A Map of All Wells",
        "Counting Again",
        "Seven Keys and a Door",
        "The Longest Way to the Lighthouse",
        "Snow",
    ];
    let seed = seed(year, day);
    let ns = 10_f64.powf(3.0 + 5.5 * noise(seed).powi(2));
    let share = |n: u64| 10_f64.powf(-2.0 * noise(seed * 7 + n));
    let title = TITLES[usize::try_from(seed % 8).unwrap()];
    let mut puzzle = puzzle(year, day, title, [ns * share(1) / 9.0, ns * share(2), ns]);
    for (result, n) in puzzle.results.iter_mut().zip(0..) {
        vary(result.measured.as_mut().unwrap(), seed * 3 + n);
    }
    puzzle
}

/// Gives the samples a spread and a shape of their own: a tail, two humps, or
/// processes that disagree.
fn vary(measured: &mut Measured, seed: u64) {
    let ns = measured.figures.p10_ns;
    let (spread, tail) = (0.003 + 0.03 * noise(seed + 11).powi(3), noise(seed + 12));
    for (quantile, step) in measured.quantiles_ns.iter_mut().zip(0..) {
        let share = f64::from(step) / 20.0;
        let hump = if seed.is_multiple_of(3) && share > 0.6 {
            0.04
        } else {
            0.0
        };
        *quantile = ns * (0.995 + spread * share + hump + tail * share.powi(9) / 4.0);
    }
    for (process, n) in measured.process_p10_ns.iter_mut().zip(0..) {
        *process = ns * (1.0 + spread * (noise(seed * 5 + n) - 0.5));
    }
    measured.figures.p10_ns = measured.quantiles_ns[2];
    measured.figures.p10_ci95_ns = Some([1.0 - spread, 1.0 + spread].map(|it| it * ns));
    measured.figures.median_ns = measured.quantiles_ns[10];
}

fn year(year: u16, days: u8) -> Vec<BenchedPuzzle> {
    (1..=days).map(|it| day(year, it)).collect()
}

/// All days of ten years and of a short one.
fn years() -> BenchReport {
    let mut puzzles: Vec<_> = (2015..2025).flat_map(|it| year(it, 25)).collect();
    puzzles.extend(year(2025, 12));
    let mut report = of("aoc bench all --html bench.html", puzzles);
    report.load = Some(Load {
        seconds: 300.0,
        others: 1.31,
        stolen: 0.2,
    });
    report
}

fn ratio_to(of: &str, ratio: f64, reach: f64) -> RatioTo {
    let verdict = if ratio * (1.0 - reach) > 1.0 {
        Verdict::Slower
    } else if ratio * (1.0 + reach) < 1.0 {
        Verdict::Faster
    } else {
        Verdict::Same
    };
    RatioTo {
        of: of.to_owned().into(),
        ratio,
        ci95: (reach > 0.0).then_some([ratio * (1.0 - reach), ratio * (1.0 + reach)]),
        pairs: 30,
        verdict,
    }
}

/// A year of which few phases changed since a baseline.
fn baseline() -> BenchReport {
    let mut report = of(
        "aoc bench 2020 --baseline before --fail-on 5%",
        year(2020, 25),
    );
    let results = report.puzzles.iter_mut().flat_map(|it| &mut it.results);
    for (result, n) in results.zip(0_u64..) {
        let ratio = match n {
            7 => 1.31,
            20 => 0.12,
            31 => 1.034,
            50 => 0.93,
            51 => 3.4,
            _ => 0.99 + 0.02 * noise(n),
        };
        let to = ratio_to("before", ratio, 0.015 + 0.01 * noise(n + 100));
        result.regressed = ratio > 1.05;
        result.ratio = Some(to.clone());
        result.change = Some(to);
    }
    report
}

/// One puzzle and another revision; nothing differs.
fn against() -> BenchReport {
    let mut report = of("aoc bench 22 --against HEAD~1", vec![day(2020, 22)]);
    for (result, ratio) in report.puzzles[0]
        .results
        .iter_mut()
        .zip([1.004, 0.998, 1.0])
    {
        let to = ratio_to("HEAD~1", ratio, 0.006);
        result.ratio = Some(to.clone());
        result.change = Some(to);
    }
    report
}

/// Two days with other ways to solve their parts, and the doubts that there can
/// be about figures.
fn alternatives() -> BenchReport {
    let mut puzzles = vec![day(2020, 22), day(2021, 21)];
    for (puzzle, ratio) in puzzles.iter_mut().zip([930.0, 0.7]) {
        let primary = puzzle.results[2].clone();
        let more = [
            ("textbook", ratio),
            ("a bit set in place of a hash set", 1.002),
            ("without_the_cache_that_the_other_one_has", 12.0),
        ];
        puzzle.results.extend(more.map(|(name, ratio)| {
            let mut result = primary.clone();
            result.alternative = Some(name.to_owned());
            result.measured = Some(measured(primary.figures().unwrap().p10_ns * ratio));
            result.ratio = Some(ratio_to("own", ratio, 0.02));
            result
        }));
    }
    let results = puzzles.iter_mut().flat_map(|it| &mut it.results);
    let doubts = [
        Warning::Noisy,
        Warning::Memo,
        Warning::FewSamples,
        Warning::BelowClock,
        Warning::AnswerChanges,
    ];
    for (result, doubt) in results.step_by(2).zip(doubts) {
        result.warnings = vec![doubt];
    }
    of("aoc bench 2020/22 2021/21 --all-alts", puzzles)
}
