//! The table in a pipe, on terminals wide and narrow, of one puzzle and of many.

use aoc_solution::protocol::Phase::{self, Parse, Part1, Part2};

use super::*;
use crate::error::Exit;
use crate::runner::Status::{Accepted, Matched, Ok as Parsed, Panic, Unverified, Wrong};
use crate::runner::{JobFailure, PuzzleHeader, SourceKind};
use crate::terminal::console::Screen;
use crate::terminal::style::{BAD, GOOD};
use crate::terminal::width;

const WIDE: Terminal = Terminal::wide(100);
const NARROW: Terminal = Terminal::wide(40);

fn puzzle(year: u16, day: u8) -> Puzzle {
    Year(year).day(Day(day))
}

fn result(puzzle: Puzzle, source: SourceKind, phases: &[PhaseResult]) -> PuzzleResult {
    let mut result = PuzzleResult::new(PuzzleHeader {
        title: "Crab Combat".into(),
        source,
        ..PuzzleHeader::unknown(puzzle)
    });
    result.push(phase(Parse, 1310, "", Parsed));
    for phase in phases {
        result.push(phase.clone());
    }
    result
}

fn phase(phase: Phase, ns: u64, answer: &str, status: Status) -> PhaseResult {
    PhaseResult {
        ns: Some(ns),
        answer: (!answer.is_empty()).then(|| answer.into()),
        ..PhaseResult::new(phase, status, None)
    }
}

fn wrong(which: Phase, answer: &str, expected: &str) -> PhaseResult {
    PhaseResult {
        expected: Some(expected.into()),
        message: Some(format!("expected {expected}")),
        ..phase(which, 45, answer, Wrong)
    }
}

fn well(year: u16, day: u8) -> PuzzleResult {
    let one = phase(Part1, 702, "33400", Accepted);
    let two = phase(Part2, 2_810_000, "149245887792", Accepted);
    result(puzzle(year, day), SourceKind::Input, &[one, two])
}

fn example(name: &str, only: PhaseResult) -> PuzzleResult {
    let mut example = result(puzzle(2020, 22), SourceKind::Example, &[only]);
    example.header.name = Some(name.to_owned());
    example
}

/// Alternatives, examples that were checked, a file.
fn combat() -> PuzzleResult {
    let textbook = PhaseResult {
        alternative: Some("textbook".into()),
        ..phase(Part2, 34_500_000, "33745", Matched)
    };
    let one = phase(Part1, 702, "33400", Accepted);
    let two = phase(Part2, 2_810_000, "33745", Unverified);
    let mut combat = result(puzzle(2020, 22), SourceKind::Input, &[one, two, textbook]);
    combat.header.input = Some("inputs/year2020/day22.txt".into());
    combat.examples = vec![
        example("1", phase(Part1, 7, "306", Matched)),
        example("2", wrong(Part1, "105", "104")),
    ];
    combat
}

/// A wrong answer and a panic.
fn trouble() -> PuzzleResult {
    let panic = "index out of bounds: the len is 3 but the index is 7\nat day23.rs:12\u{1b}[2J";
    let panic = PhaseResult::new(Part2, Panic, Some(panic.into()));
    let phases = [wrong(Part1, "33401", "33400"), panic];
    result(puzzle(2020, 23), SourceKind::Stdin, &phases)
}

/// Answers of several lines.
fn pictures() -> PuzzleResult {
    let mut letters = phase(Part1, 45, "AH", Unverified);
    letters.picture = Some(" ##  #  #\n#  # #  #\n".into());
    let phases = [letters, wrong(Part2, "#.\n##\n", "#.\n#.\n")];
    result(puzzle(2020, 24), SourceKind::Input, &phases)
}

/// The table of these jobs: a result, or why there is none.
fn shown(
    results: Results,
    terminal: Terminal,
    verbosity: Verbosity,
    told: Vec<Result<PuzzleResult, (Puzzle, &str)>>,
) -> String {
    let screen = Screen::default();
    let puzzle = |told: &Result<PuzzleResult, (Puzzle, &str)>| match told {
        Ok(result) => result.header.puzzle,
        Err((puzzle, _)) => *puzzle,
    };
    let mut puzzles: Vec<Puzzle> = told.iter().map(puzzle).collect();
    puzzles.dedup();
    let console = screen.console(terminal, verbosity);
    let mut table = results_reporter(results, console, &puzzles);
    let mut ended = Vec::new();
    for told in told {
        let mut events = vec![RunEvent::JobStarted(puzzle(&told))];
        let result = match told {
            Err((puzzle, said)) => Err(JobFailure {
                puzzle,
                error: CliError::new(Exit::Failed, said),
            }),
            Ok(result) if results == Results::Test => {
                events.push(RunEvent::ExampleFinished(result.clone()));
                let mut test = PuzzleResult::new(result.header.clone());
                test.status = result.status;
                test.examples = vec![result];
                Ok(vec![test])
            }
            Ok(result) => {
                let phases = result.phases.iter();
                events.push(RunEvent::PuzzleStarted(result.header.clone()));
                if !result.examples.is_empty() {
                    events.push(RunEvent::ExamplesChecked(result.examples.clone()));
                }
                events.extend(phases.cloned().map(RunEvent::PhaseFinished));
                Ok(vec![result])
            }
        };
        for event in &events {
            table.event(event).unwrap();
        }
        table.job_finished(&result).unwrap();
        ended.push(result);
    }
    let time = Duration::from_millis(3100);
    table.run_finished(&ended, time).unwrap();
    let text = screen.text();
    let room = terminal.width.unwrap_or(usize::MAX);
    let fits = |line: &str| terminal.color || width(line) <= room;
    assert!(text.lines().all(fits), "{text}");
    text
}

fn run(terminal: Terminal, verbosity: Verbosity, results: Vec<PuzzleResult>) -> String {
    let told = results.into_iter().map(Ok).collect();
    shown(Results::Run, terminal, verbosity, told)
}

fn all() -> Vec<PuzzleResult> {
    vec![
        well(2020, 21),
        combat(),
        trouble(),
        pictures(),
        well(2020, 25),
    ]
}

#[test]
fn one_puzzle() {
    insta::assert_snapshot!(run(Terminal::PLAIN, Verbosity::Verbose, vec![pictures()]), @"
    2020/24 Crab Combat
      parse         1.31 µs
      part 1          45 ns  AH                unverified
         ##  #  #
        #  # #  #
      part 2          45 ns  wrong: 1 of 2 lines differ
        - expected, + got
          #.
        - #.
        + ##
    timed with overflow checks on: measure with `aoc bench`
    ");
}

#[test]
fn several_puzzles() {
    insta::assert_snapshot!(run(WIDE, Verbosity::Normal, all()), @r"
    ✓ 2020/21  33400            149245887792     2.81 ms  Crab Combat

    2020/22 Crab Combat  inputs/year2020/day22.txt
      ✗ examples      1 of 2 matched
      ✗   example 2 part 1    45 ns  105               wrong: expected 104
        parse         1.31 µs
      ✓ part 1         702 ns  33400             accepted
      · part 2        2.81 ms  33745             unverified
      ✓   textbook    34.5 ms  33745             matched

    2020/23 Crab Combat  standard input
        parse         1.31 µs
      ✗ part 1          45 ns  33401             wrong: expected 33400
      ✗ part 2                 panic: index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    2020/24 Crab Combat
        parse         1.31 µs
      · part 1          45 ns  AH                unverified
           ##  #  #
          #  # #  #
      ✗ part 2          45 ns  wrong: 1 of 2 lines differ
          - expected, + got
            #.
          - #.
          + ##

    ✓ 2020/25  33400            149245887792     2.81 ms  Crab Combat

    5 days, 12 answers in 3.10 s: 5 accepted, 1 matched, 2 unverified, 3 wrong, 1 panic
    failed: 2020/22 part 1 (example 2), 2020/23 part 1, 2020/23 part 2, 2020/24 part 2
    timed with overflow checks on: measure with `aoc bench`
    ");
}

#[test]
fn several_in_forty_columns() {
    let some = vec![well(2020, 21), combat(), trouble()];
    insta::assert_snapshot!(run(NARROW, Verbosity::Normal, some), @r"
    ✓ 2020/21  33400  149245887792  2.81 ms

    2020/22 Crab Combat
      inputs/year2020/day22.txt
      ✗ examples  1 of 2 matched
      ✗   example 2 part 1    45 ns  105
          wrong: expected 104
        parse   1.31 µs
      ✓ part 1   702 ns  33400  accepted
      · part 2  2.81 ms  33745  unverified
      ✓   textbook  34.5 ms  33745  matched

    2020/23 Crab Combat  standard input
        parse   1.31 µs
      ✗ part 1    45 ns  33401
          wrong: expected 33400
      ✗ part 2
          panic: index out of bounds: the
          len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    3 days, 8 answers in 3.10 s: 3 accepted,
      1 matched, 1 unverified, 2 wrong,
      1 panic
    failed: 2020/22 part 1 (example 2),
      2020/23 part 1, 2020/23 part 2
    timed with overflow checks on: measure
      with `aoc bench`
    ");
}

#[test]
fn quiet_colour_and_ascii() {
    let quiet = run(Terminal::PLAIN, Verbosity::Quiet, all());
    let normal = run(Terminal::PLAIN, Verbosity::Normal, all());
    assert_eq!(quiet, normal.split_once("\n5 days").unwrap().0);
    // In a pipe there is no symbol that says it.
    let first = "2020/21  33400            149245887792     2.81 ms  accepted  Crab Combat\n";
    assert!(quiet.starts_with(first), "{quiet}");
    let mut terminal = WIDE;
    terminal.color = true;
    let shown = run(terminal, Verbosity::Normal, vec![combat()]);
    for (text, style) in [("accepted", GOOD), ("wrong:", BAD), ("2020/22", STRONG)] {
        assert!(shown.contains(&terminal.paint(style, text)), "{shown}");
    }
    let mut terminal = WIDE;
    terminal.unicode = false;
    let shown = run(terminal, Verbosity::Normal, all());
    assert!(shown.is_ascii() && shown.contains("  + part 1 "), "{shown}");
}

/// More than an event has, and two days of a year that does not compile.
#[test]
fn many_puzzles_have_a_line_for_each_year() {
    let good = (1..=25).map(|day| Ok(well(2019, day)));
    let mut told: Vec<_> = good.chain([Ok(trouble()), Ok(well(2020, 25))]).collect();
    let error = "days/year2021/grid.rs:3:5: mismatched types";
    told.extend([1, 2].map(|day| Err((puzzle(2021, day), error))));
    told.push(Err((puzzle(2022, 1), "no input")));
    let many = shown(Results::Run, WIDE, Verbosity::Normal, told);
    insta::assert_snapshot!(many, @r"
    2020/23 Crab Combat  standard input
        parse         1.31 µs
      ✗ part 1          45 ns  33401             wrong: expected 33400
      ✗ part 2                 panic: index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    ✓ 2019  25 days, 50 answers: 50 accepted
    ✗ 2020  2 days, 4 answers: 2 accepted, 1 wrong, 1 panic
    2021/1-2  error: days/year2021/grid.rs:3:5: mismatched types
    2022/1  error: no input

    30 days, 54 answers in 3.10 s: 52 accepted, 1 wrong, 1 panic, 3 days not run
    failed: 2020/23 part 1, 2020/23 part 2, 2021/1-2, 2022/1
    timed with overflow checks on: measure with `aoc bench`
    ");
}

#[test]
fn a_test_has_a_line_for_each_example() {
    let given = "co,de,ka,ta,aa,bb,cc,dd,ee";
    let two = wrong(Part2, given, &given.replace("aa", "az"));
    let one = || Ok(example("1", phase(Part1, 45, "3", Matched)));
    let told = vec![one(), Ok(example("2", two))];
    insta::assert_snapshot!(shown(Results::Test, WIDE, Verbosity::Normal, told), @"
    ✓ 2020/22  3                                 1.35 µs  example 1  Crab Combat

    2020/22 Crab Combat  example 2
        parse         1.31 µs
      ✗ part 2          45 ns  wrong: differs from column 14 on
          - expected, + got
          - co,de,ka,ta,az,bb,cc,dd,ee
          + co,de,ka,ta,aa,bb,cc,dd,ee

    1 day, 2 answers in 3.10 s: 1 matched, 1 wrong
    failed: 2020/22 part 2 (example 2)
    ");
    let quiet = shown(Results::Test, WIDE, Verbosity::Quiet, vec![one()]);
    assert_eq!(quiet, "");
}

#[test]
fn verified_puzzles_have_a_line_for_each_year() {
    let told = || vec![Ok(well(2020, 21)), Ok(trouble()), Ok(well(2021, 1))];
    let normal = shown(Results::Verify, WIDE, Verbosity::Normal, told());
    let (_, years) = normal.split_once("\n\n").unwrap();
    insta::assert_snapshot!(years, @"
    ✗ 2020  2 days, 4 answers: 2 accepted, 1 wrong, 1 panic
    ✓ 2021  1 day, 2 answers: 2 accepted

    3 days, 6 answers in 3.10 s: 4 accepted, 1 wrong, 1 panic
    failed: 2020/23 part 1, 2020/23 part 2
    ");
    let verbose = shown(Results::Verify, WIDE, Verbosity::Verbose, told());
    assert!(verbose.contains("2020/21  33400 "), "{verbose}");
}

#[test]
fn a_long_answer_is_whole() {
    let long = "1234567890".repeat(8);
    let lines = phase_lines(NARROW, &phase(Part1, 1, &long, Unverified));
    let expected = format!("  · part 1     1 ns\n      {long}\n      unverified\n");
    assert_eq!(lines, expected);
}
