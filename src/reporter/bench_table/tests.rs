//! How `bench` looks: in a pipe, on terminals wide and narrow, in colour.

use aoc_solution::protocol::{Allocations, Phase};

use super::*;
use crate::bench::Verdict;
use crate::bench::{BenchResult, Warning};
use crate::bench::{Measured, RatioTo, Statistics};
use crate::puzzle::{Day, Year};
use crate::runner::PuzzleHeader;
use crate::runner::{SourceKind, Status};
use crate::terminal::console::tests::{Said, Screen};
use crate::terminal::screen::Terminal;
use crate::terminal::width;

fn terminal(width: usize) -> Terminal {
    Terminal {
        width: Some(width),
        ..Terminal::PLAIN
    }
}

fn header(day: u8, title: &str) -> PuzzleHeader {
    PuzzleHeader {
        title: title.into(),
        ..PuzzleHeader::unknown(Year(2020).day(Day(day)))
    }
}

fn result(phase: Phase, ns: f64) -> BenchResult {
    let measured = Measured {
        figures: Statistics {
            p10_ns: ns,
            median_ns: ns * 1.01,
            p10_ci95_ns: Some([ns * 0.996, ns * 1.004]),
            ci95_ns: [ns * 1.008, ns * 1.014],
            ..Statistics::default()
        },
        ..Measured::default()
    };
    BenchResult {
        year: Year(2020),
        day: Day(22),
        title: String::new(),
        phase: Some(phase),
        alternative: None,
        source: SourceKind::Input,
        name: None,
        status: Status::Ok,
        message: None,
        measured: Some(measured),
        allocations: Some(Allocations {
            count: 12,
            bytes: 4_000_000,
            peak: 1_100_000,
        }),
        ratio: None,
        change: None,
        regressed: false,
        warnings: Vec::new(),
    }
}

fn combat() -> BenchedPuzzle {
    let mut textbook = result(Phase::Part2, 34_500_000.0);
    textbook.alternative = Some("textbook".into());
    textbook.allocations = Some(Allocations {
        count: 1_203_400,
        bytes: 1 << 30,
        peak: 3_600_000,
    });
    textbook.ratio = Some(RatioTo {
        of: "own".into(),
        ratio: 12.28,
        ci95: Some([12.11, 12.52]),
        pairs: 30,
        verdict: Verdict::Slower,
    });
    textbook.warnings = vec![Warning::Noisy];
    let mut own = result(Phase::Part2, 2_810_000.0);
    own.warnings = vec![Warning::Noisy, Warning::Memo];
    let results = vec![
        result(Phase::Parse, 45.1),
        result(Phase::Part1, 702.0),
        own,
        textbook,
    ];
    let mut header = header(22, "Crab Combat");
    header.input = Some("inputs/year2020/day22.txt".into());
    BenchedPuzzle {
        header,
        results,
        not_reached: Vec::new(),
    }
}

fn trouble() -> BenchedPuzzle {
    let mut parse = result(Phase::Parse, 45.1);
    parse.allocations = None;
    let mut failed = result(Phase::Part1, 0.0);
    failed.measured = None;
    failed.status = Status::Panic;
    failed.message = Some("index out of bounds: the len is 3 but the index is 7".into());
    let mut unsolved = result(Phase::Part2, 0.0);
    unsolved.measured = None;
    unsolved.status = Status::Unsolved;
    let mut header = header(23, "Crab Cups");
    header.source = SourceKind::Generated;
    header.name = Some("seed 0".into());
    BenchedPuzzle {
        header,
        results: vec![parse, failed, unsolved],
        not_reached: Vec::new(),
    }
}

const EXTENT: Extent = Extent {
    puzzles: 2,
    parallelism: 1,
};

fn table(screen: &Screen, terminal: Terminal, verbosity: Verbosity) -> BenchTable {
    BenchTable::new(screen.console(terminal, verbosity), EXTENT, 3, true)
}

fn tell(table: &mut BenchTable, puzzle: BenchedPuzzle) {
    table
        .job_finished(&Ok(Some(Benched {
            puzzles: vec![puzzle],
            load: None,
        })))
        .unwrap();
}

fn shown(terminal: Terminal, verbosity: Verbosity) -> String {
    let screen = Screen::default();
    let mut table = table(&screen, terminal, verbosity);
    tell(&mut table, combat());
    tell(&mut table, trouble());
    table.run_finished(Duration::from_secs(1)).unwrap();
    screen.text()
}

#[test]
fn in_a_hundred_columns() {
    let shown = shown(terminal(100), Verbosity::Normal);
    assert!(shown.lines().all(|line| width(line) <= 100));
    insta::assert_snapshot!(shown, @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
                      p10          median  allocs      peak   |100 ns |100 µs
      parse       45.1 ns ±0.4%   45.6 ns      12  1.05 MiB  ▉
      part 1       702 ns ±0.4%    709 ns      12  1.05 MiB  ███▉
      part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB  █████████████▏
        textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  ███████████████▉  12.3x slower [12.1, 12.5]

    2020/23 Crab Cups  generated input, seed 0
                      p10          median  allocs      peak      |100 ns|1 µs  |10 µs |100 µs|1 ms
      parse       45.1 ns ±0.4%   45.6 ns                    ██▍
      part 1      panic: index out of bounds: the len is 3 but the index is 7
      part 2      unsolved

    2020  2 days in 2.81 ms ±0.4%  without 2020/23 part 1 (generated)
    note: 2020/22 part 2, 2020/22 part 2 textbook: noisy machine: the median is more than 1.2 times the
      10th percentile
    note: 2020/22 part 2: the first call took more than 20 times longer: are results remembered?
    ");
}

#[test]
fn in_eighty_columns() {
    let shown = shown(terminal(80), Verbosity::Normal);
    assert!(shown.lines().all(|line| width(line) <= 80));
    insta::assert_snapshot!(shown, @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
                      p10          median  allocs      peak    |100 ns|10 µs  |1 ms
      parse       45.1 ns ±0.4%   45.6 ns      12  1.05 MiB  █▎
      part 1       702 ns ±0.4%    709 ns      12  1.05 MiB  █████▋
      part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB  ██████████████████▊
        textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  ██████████████████████▊
          12.3x slower [12.1, 12.5]

    2020/23 Crab Cups  generated input, seed 0
      parse       45.1 ns ±0.4%   45.6 ns                    █▎
      part 1      panic: index out of bounds: the len is 3 but the index is 7
      part 2      unsolved

    2020  2 days in 2.81 ms ±0.4%  without 2020/23 part 1 (generated)
    note: 2020/22 part 2, 2020/22 part 2 textbook: noisy machine: the median is more
      than 1.2 times the 10th percentile
    note: 2020/22 part 2: the first call took more than 20 times longer: are results
      remembered?
    ");
}

#[test]
fn in_forty_columns() {
    let shown = shown(terminal(40), Verbosity::Normal);
    assert!(shown.lines().all(|line| width(line) <= 40));
    insta::assert_snapshot!(shown, @"
    2020/22 Crab Combat  …year2020/day22.txt
      parse       45.1 ns ±0.4%   ▌
        median 45.6 ns  12 allocs,
        peak 1.05 MiB
      part 1       702 ns ±0.4%   ██▌
        median 709 ns  12 allocs,
        peak 1.05 MiB
      part 2      2.81 ms ±0.4%   ████████▏
        median 2.84 ms  12 allocs,
        peak 1.05 MiB
        textbook  34.5 ms ±0.4%   █████████▉
        median 34.8 ms  1.20M allocs,
        peak 3.43 MiB
        12.3x slower [12.1, 12.5]

    2020/23 Crab Cups  …erated input, seed 0
      parse       45.1 ns ±0.4%   ▌
        median 45.6 ns
      part 1      panic: index out of
        bounds: the len is 3 but the index
        is 7
      part 2      unsolved

    2020  2 days in 2.81 ms ±0.4%  without
      2020/23 part 1 (generated)
    note: 2020/22 part 2, 2020/22 part 2
      textbook: noisy machine: the median is
      more than 1.2 times the 10th
      percentile
    note: 2020/22 part 2: the first call
      took more than 20 times longer: are
      results remembered?
    ");
}

#[test]
fn in_thirty_columns() {
    let shown = shown(terminal(30), Verbosity::Normal);
    let long: Vec<&str> = shown.lines().filter(|line| width(line) > 30).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn in_a_pipe() {
    insta::assert_snapshot!(shown(Terminal::PLAIN, Verbosity::Normal), @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
                      p10          median  allocs      peak
      parse       45.1 ns ±0.4%   45.6 ns      12  1.05 MiB
      part 1       702 ns ±0.4%    709 ns      12  1.05 MiB
      part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB
        textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  12.3x slower [12.1, 12.5]

    2020/23 Crab Cups  generated input, seed 0
      parse       45.1 ns ±0.4%   45.6 ns
      part 1      panic: index out of bounds: the len is 3 but the index is 7
      part 2      unsolved

    2020  2 days in 2.81 ms ±0.4%  without 2020/23 part 1 (generated)
    note: 2020/22 part 2, 2020/22 part 2 textbook: noisy machine: the median is more than 1.2 times the 10th percentile
    note: 2020/22 part 2: the first call took more than 20 times longer: are results remembered?
    ");
}

#[test]
fn in_colour() {
    let colour = Terminal {
        color: true,
        ..terminal(100)
    };
    insta::assert_snapshot!(shown(colour, Verbosity::Normal), @"
    \u{1b}[1m2020/22\u{1b}[0m Crab Combat  \u{1b}[2minputs/year2020/day22.txt\u{1b}[0m
                      \u{1b}[2mp10\u{1b}[0m          \u{1b}[2mmedian\u{1b}[0m  \u{1b}[2mallocs\u{1b}[0m      \u{1b}[2mpeak\u{1b}[0m  \u{1b}[2m |100 ns |100 µs\u{1b}[0m
      parse       \u{1b}[1m45.1 ns\u{1b}[0m \u{1b}[2m±0.4%\u{1b}[0m   45.6 ns      12  1.05 MiB  \u{1b}[36m▉\u{1b}[0m
      part 1       \u{1b}[1m702 ns\u{1b}[0m \u{1b}[2m±0.4%\u{1b}[0m    709 ns      12  1.05 MiB  \u{1b}[36m███▉\u{1b}[0m
      part 2      \u{1b}[1m2.81 ms\u{1b}[0m \u{1b}[2m±0.4%\u{1b}[0m   2.84 ms      12  1.05 MiB  \u{1b}[36m█████████████▏\u{1b}[0m
        textbook  \u{1b}[1m34.5 ms\u{1b}[0m \u{1b}[2m±0.4%\u{1b}[0m   34.8 ms   1.20M  3.43 MiB  \u{1b}[36m███████████████▉\u{1b}[0m  \u{1b}[31m12.3x slower\u{1b}[0m \u{1b}[2m[12.1, 12.5]\u{1b}[0m

    \u{1b}[1m2020/23\u{1b}[0m Crab Cups  \u{1b}[2mgenerated input, seed 0\u{1b}[0m
                      \u{1b}[2mp10\u{1b}[0m          \u{1b}[2mmedian\u{1b}[0m  \u{1b}[2mallocs\u{1b}[0m      \u{1b}[2mpeak\u{1b}[0m  \u{1b}[2m    |100 ns|1 µs  |10 µs |100 µs|1 ms\u{1b}[0m
      parse       \u{1b}[1m45.1 ns\u{1b}[0m \u{1b}[2m±0.4%\u{1b}[0m   45.6 ns                    \u{1b}[36m██▍\u{1b}[0m
      part 1      \u{1b}[1m\u{1b}[31mpanic:\u{1b}[0m index out of bounds: the len is 3 but the index is 7
      part 2      \u{1b}[2munsolved\u{1b}[0m

    \u{1b}[1m2020\u{1b}[0m  2 days in \u{1b}[1m2.81 ms\u{1b}[0m \u{1b}[2m±0.4%\u{1b}[0m  \u{1b}[33mwithout 2020/23 part 1 (generated)\u{1b}[0m
    \u{1b}[2mnote:\u{1b}[0m 2020/22 part 2, 2020/22 part 2 textbook: noisy machine: the median is more than 1.2 times the
      10th percentile
    \u{1b}[2mnote:\u{1b}[0m 2020/22 part 2: the first call took more than 20 times longer: are results remembered?
    ");
}

#[test]
fn quiet_shows_the_results_alone() {
    let quiet = shown(terminal(80), Verbosity::Quiet);
    let normal = shown(terminal(80), Verbosity::Normal);
    assert!(
        quiet.contains("2020/22") && quiet.contains("2020/23"),
        "{quiet}"
    );
    assert!(
        normal.contains("note: ") && !quiet.contains("note: "),
        "{quiet}"
    );
    assert!(!quiet.contains("days in"), "{quiet}");
}

#[test]
fn years_have_a_total_each() {
    let screen = Screen::default();
    let mut table = table(&screen, Terminal::PLAIN, Verbosity::Normal);
    for year in [2020, 2021] {
        let mut header = header(1, "");
        header.year = Year(year);
        let results = vec![result(Phase::Part1, 1000.0)];
        let puzzle = BenchedPuzzle {
            header,
            results,
            not_reached: Vec::new(),
        };
        tell(&mut table, puzzle);
    }
    let before = screen.text().len();
    table.run_finished(Duration::from_secs(1)).unwrap();
    insta::assert_snapshot!(screen.text()[before..], @"
    2020/1
                      p10          median  allocs      peak
      part 1      1.00 µs ±0.4%   1.01 µs      12  1.05 MiB

    2021/1
      part 1      1.00 µs ±0.4%   1.01 µs      12  1.05 MiB

    2020  1 day in 1.00 µs ±0.4%
    2021  1 day in 1.00 µs ±0.4%
    all   2 days in 2.00 µs ±0.3%
    ");
}

#[test]
fn what_cannot_be_measured_is_a_line() {
    let screen = Screen::default();
    let mut table = table(&screen, Terminal::PLAIN, Verbosity::Normal);
    tell(&mut table, trouble());
    let error = Said("days/year2020/day01.rs:3:5: mismatched types");
    let failure = JobFailure::new(Year(2020).day(Day(1)), error);
    table.job_finished(&Err(failure)).unwrap();
    table.run_finished(Duration::from_secs(1)).unwrap();
    let text = screen.text();
    let (_, end) = text.split_once("unsolved\n").unwrap();
    insta::assert_snapshot!(end, @"

    2020/1  error: days/year2020/day01.rs:3:5: mismatched types

    2020  2 days in 45.1 ns ±0.4%  without 2020/1, 2020/23 part 1 (generated)
    ");
}

#[test]
fn an_interrupt_leaves_days_and_phases_out() {
    let screen = Screen::default();
    let console = screen.console(Terminal::PLAIN, Verbosity::Normal);
    let mut table = BenchTable::new(console, EXTENT, 3, false);
    for puzzle in [(2020, 1), (2020, 2), (2020, 3), (2021, 1)] {
        let puzzle = Year(puzzle.0).day(Day(puzzle.1));
        table.event(&RunEvent::JobStarted(puzzle)).unwrap();
    }
    for (day, not_reached) in [(1, vec![]), (2, vec![Phase::Part2])] {
        let puzzle = BenchedPuzzle {
            header: header(day, "Sums"),
            results: vec![result(Phase::Part1, 1000.0)],
            not_reached,
        };
        tell(&mut table, puzzle);
    }
    table.run_finished(Duration::from_secs(1)).unwrap();
    insta::assert_snapshot!(screen.text(), @"
    2020             parse    part 1    part 2       all
      1 Sums             –   1.00 µs         –   1.00 µs ±0.4%
      2 Sums             –   1.00 µs         –   1.00 µs ±0.4%

    2020  2 of 3 days in 2.00 µs ±0.3%  without 2020/2 part 2
    2021  0 of 1 day
    all   2 of 4 days in 2.00 µs ±0.3%  without 2020/2 part 2
    ");
}

#[test]
fn the_same_failure_is_told_once() {
    let screen = Screen::default();
    let console = screen.console(Terminal::PLAIN, Verbosity::Normal);
    let mut table = BenchTable::new(console, EXTENT, 3, false);
    for day in 1..=4 {
        let puzzle = Year(2020).day(Day(day));
        let error = Said(match day {
            4 => "2020/4: no input from the seed 3",
            _ => "days/year2020/day01.rs:3:5: mismatched types",
        });
        let failure = JobFailure::new(puzzle, error);
        table.job_finished(&Err(failure)).unwrap();
    }
    table.run_finished(Duration::from_secs(1)).unwrap();
    insta::assert_snapshot!(screen.text(), @"
    2020/1-3  error: days/year2020/day01.rs:3:5: mismatched types
    2020/4  error: no input from the seed 3

    2020  4 days  without 2020/1-4
    ");
}

#[test]
fn the_same_note_is_told_once() {
    let screen = Screen::default();
    let console = screen.console(Terminal::PLAIN, Verbosity::Normal);
    let mut table = BenchTable::new(console, EXTENT, 3, false);
    for day in 1..=3 {
        let puzzle = Year(2020).day(Day(day));
        table.event(&RunEvent::JobStarted(puzzle)).unwrap();
        let note = format!("{puzzle}: benchmarking the example, as there is no input");
        table.event(&RunEvent::Note(note)).unwrap();
    }
    table.run_finished(Duration::from_secs(1)).unwrap();
    insta::assert_snapshot!(screen.text(), @"
    note: 2020/1: benchmarking the example, as there is no input
    note: 2020/2-3: as 2020/1

    2020  0 of 3 days
    ");
}

/// In the row of a primary, below the table of an alternative, whose row compares
/// it with the primary.
#[test]
fn what_regressed_is_marked() {
    let mut puzzle = combat();
    let slower = RatioTo {
        of: "main".into(),
        ratio: 1.2,
        ci95: Some([1.1, 1.3]),
        pairs: 30,
        verdict: Verdict::Slower,
    };
    for result in &mut puzzle.results[2..] {
        result.warnings.clear();
        result.change = Some(slower.clone());
        result.regressed = true;
    }
    puzzle.results[2].ratio = Some(slower);
    let screen = Screen::default();
    let mut table = table(&screen, Terminal::PLAIN, Verbosity::Normal);
    tell(&mut table, puzzle);
    table.run_finished(Duration::from_secs(1)).unwrap();
    insta::assert_snapshot!(screen.text(), @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
                      p10          median  allocs      peak
      parse       45.1 ns ±0.4%   45.6 ns      12  1.05 MiB
      part 1       702 ns ±0.4%    709 ns      12  1.05 MiB
      part 2      2.81 ms ±0.4%   2.84 ms      12  1.05 MiB  1.20x slower [1.10, 1.30]  too much
        textbook  34.5 ms ±0.4%   34.8 ms   1.20M  3.43 MiB  12.3x slower [12.1, 12.5]

    against main
      2020/22 part 2 textbook  1.20x slower [1.10, 1.30]  too much
    ");
}

#[test]
fn several_days_have_a_line_each() {
    let mut all = String::new();
    for width in [120, 80, 60, 40, 24] {
        let screen = Screen::default();
        let mut table = BenchTable::new(
            screen.console(terminal(width), Verbosity::Normal),
            EXTENT,
            3,
            false,
        );
        tell(&mut table, combat());
        tell(&mut table, trouble());
        table.run_finished(Duration::from_secs(1)).unwrap();
        let shown = screen.text();
        let days = shown.lines().take_while(|line| !line.is_empty());
        let days: Vec<&str> = days.collect();
        assert!(
            days.iter()
                .all(|line| crate::terminal::width(line) <= width),
            "{shown}"
        );
        all.push_str(&(days.join("\n") + "\n\n"));
    }
    insta::assert_snapshot!(all, @"
    2020                          parse    part 1    part 2       all               |100 ns  |1 µs    |10 µs  |100 µs  |1 ms
     22 Crab Combat             45.1 ns    702 ns   2.81 ms   2.81 ms ±0.4%   █████████████████████████████████████████████▊
     23 Crab Cups (generated)   45.1 ns     panic  unsolved   45.1 ns ±0.4%   ███▏
        part 1  panic: index out of bounds: the len is 3 but the index is 7

    2020                      parse    part 1    part 2       all         log
     22 Crab Combat         45.1 ns    702 ns   2.81 ms   2.81 ms ±0.4%   ██████████
     23 Crab Cups (gener…   45.1 ns     panic  unsolved   45.1 ns ±0.4%   ▋
        part 1  panic: index out of bounds: the len is 3 but the index is 7

    2020                            all         log
     22 Crab Combat             2.81 ms ±0.4%   ███████████████▉
     23 Crab Cups (generated)   45.1 ns ±0.4%   █▏
        part 1  panic: index out of bounds: the len is 3 but the
          index is 7

    2020               all         log
     22 Crab Co…   2.81 ms ±0.4%   █████████
     23 Crab Cu…   45.1 ns ±0.4%   ▋
        part 1  panic: index out of bounds:
          the len is 3 but the index is 7

    2020                 all
     22 Crab Comb…   2.81 ms
     23 Crab Cups…   45.1 ns
        part 1
          panic: index out
          of bounds: the len
          is 3 but the index
          is 7
    ");
}
