//! The table in a pipe, on terminals wide and narrow, of one puzzle and of many.

use aoc_solution::protocol::Phase;

use super::*;
use crate::error::Exit;
use crate::runner::{JobFailure, PuzzleHeader, SourceKind};
use crate::terminal::console::Screen;
use crate::terminal::style::{BAD, GOOD};

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

fn failed(phase: Phase, status: Status, message: &str) -> PhaseResult {
    PhaseResult::new(phase, status, Some(message.into()))
}

fn wrong(which: Phase, answer: &str, expected: &str) -> PhaseResult {
    PhaseResult {
        expected: Some(expected.into()),
        message: Some(format!("expected {expected}")),
        ..phase(which, 45, answer, Status::Wrong)
    }
}

fn parsed() -> PhaseResult {
    phase(Phase::Parse, 1310, "", Status::Ok)
}

fn well(year: u16, day: u8) -> PuzzleResult {
    let phases = [
        parsed(),
        phase(Phase::Part1, 702, "33400", Status::Accepted),
        phase(Phase::Part2, 2_810_000, "149245887792", Status::Accepted),
    ];
    result(puzzle(year, day), SourceKind::Input, &phases)
}

/// Alternatives, examples that were checked, a file.
fn combat() -> PuzzleResult {
    let textbook = PhaseResult {
        alternative: Some("textbook".into()),
        ..phase(Phase::Part2, 34_500_000, "33745", Status::Matched)
    };
    let phases = [
        parsed(),
        phase(Phase::Part1, 702, "33400", Status::Accepted),
        phase(Phase::Part2, 2_810_000, "33745", Status::Unverified),
        textbook,
    ];
    let mut combat = result(puzzle(2020, 22), SourceKind::Input, &phases);
    combat.header.input = Some("inputs/year2020/day22.txt".into());
    let matched = phase(Phase::Part1, 7, "306", Status::Matched);
    combat.examples = vec![
        example("1", &[parsed(), matched]),
        example("2", &[parsed(), wrong(Phase::Part1, "105", "104")]),
    ];
    combat
}

fn example(name: &str, phases: &[PhaseResult]) -> PuzzleResult {
    let mut example = result(puzzle(2020, 22), SourceKind::Example, phases);
    example.header.name = Some(name.to_owned());
    example
}

/// A wrong answer, a panic, answers of several lines.
fn trouble() -> PuzzleResult {
    let panic = "index out of bounds: the len is 3 but the index is 7\nat day23.rs:12\u{1b}[2J";
    let phases = [
        parsed(),
        wrong(Phase::Part1, "33401", "33400"),
        failed(Phase::Part2, Status::Panic, panic),
    ];
    result(puzzle(2020, 23), SourceKind::Stdin, &phases)
}

fn pictures() -> PuzzleResult {
    let mut letters = phase(Phase::Part1, 45, "AH", Status::Unverified);
    letters.picture = Some(" ##  #  #\n#  # #  #\n".into());
    let phases = [letters, wrong(Phase::Part2, "#.\n##\n", "#.\n#.\n")];
    result(puzzle(2020, 24), SourceKind::Input, &phases)
}

/// What a job tells, and its result or why there is none.
type Told = (Puzzle, Result<PuzzleResult, &'static str>);

fn shown(results: Results, terminal: Terminal, verbosity: Verbosity, told: Vec<Told>) -> String {
    let screen = Screen::default();
    let puzzles: BTreeSet<Puzzle> = told.iter().map(|(puzzle, _)| *puzzle).collect();
    let puzzles: Vec<Puzzle> = puzzles.into_iter().collect();
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: 1,
    };
    let console = screen.console(terminal, verbosity);
    let mut table = results_reporter(results, console, extent, &puzzles);
    for (puzzle, told) in told {
        let mut events = vec![RunEvent::JobStarted(puzzle)];
        let result = match told {
            Err(said) => Err(JobFailure {
                puzzle,
                error: CliError::new(Exit::Failed, said),
            }),
            Ok(result) if results == Results::Test => {
                events.push(RunEvent::ExampleFinished(result.clone()));
                let mut test = PuzzleResult::new(PuzzleHeader::unknown(puzzle));
                test.status = result.status;
                test.examples = vec![result];
                Ok(vec![test])
            }
            Ok(result) => {
                let names = result.phases.iter();
                let alternatives = names.filter_map(|it| it.alternative.clone()).collect();
                events.push(RunEvent::PuzzleStarted {
                    header: result.header.clone(),
                    alternatives,
                });
                events.push(RunEvent::ExamplesChecked(result.examples.clone()));
                let phases = result.phases.iter().cloned();
                events.extend(phases.map(RunEvent::PhaseFinished));
                if result.examples.is_empty() {
                    events.remove(2);
                }
                Ok(vec![result])
            }
        };
        for event in &events {
            table.event(event).unwrap();
        }
        table.job_finished(&result).unwrap();
    }
    table.run_finished(Duration::from_millis(3100)).unwrap();
    let text = screen.text();
    let room = terminal.width.unwrap_or(usize::MAX);
    let fits = |line: &str| terminal.color || width(line) <= room;
    assert!(text.lines().all(fits), "{text}");
    text
}

fn run(terminal: Terminal, verbosity: Verbosity, results: Vec<PuzzleResult>) -> String {
    let told = results
        .into_iter()
        .map(|result| (result.header.puzzle(), Ok(result)));
    shown(Results::Run, terminal, verbosity, told.collect())
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
      part 1        45 ns  AH                unverified
         ##  #  #
        #  # #  #
      part 2        45 ns  wrong: 1 of 2 lines differ
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
      ✗ examples    1 of 2 matched
          example 2 part 1  wrong: expected 104, got 105
        parse       1.31 µs
      ✓ part 1       702 ns  33400             accepted
      · part 2      2.81 ms  33745             unverified
      ✓   textbook  34.5 ms  33745             matched

    2020/23 Crab Combat  standard input
        parse       1.31 µs
      ✗ part 1        45 ns  33401             wrong: expected 33400
      ✗ part 2               panic: index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    2020/24 Crab Combat
      · part 1        45 ns  AH                unverified
      ✗ part 2        45 ns  wrong: 1 of 2 lines differ
          - expected, + got
            #.
          - #.
          + ##

    ✓ 2020/25  33400            149245887792     2.81 ms  Crab Combat

    5 days, 10 parts, 11 answers in 3.10 s: 5 accepted, 1 matched, 2 unverified, 2 wrong, 1 panic,
      1 example failed: 2020/22 example 2, 2020/23 part 1, 2020/23 part 2, 2020/24 part 2
    timed with overflow checks on: measure with `aoc bench`
    ");
}

#[test]
fn quiet_leaves_the_results() {
    let quiet = run(Terminal::PLAIN, Verbosity::Quiet, all());
    let normal = run(Terminal::PLAIN, Verbosity::Normal, all());
    let (results, _) = normal.split_once("\n5 days").unwrap();
    assert_eq!(quiet, results);
    // In a pipe there is no symbol that says it.
    let first = "2020/21  33400            149245887792     2.81 ms  accepted  Crab Combat\n";
    assert!(quiet.starts_with(first), "{quiet}");
}

#[test]
fn several_in_forty_columns() {
    let some = vec![well(2020, 21), combat(), trouble()];
    insta::assert_snapshot!(run(NARROW, Verbosity::Normal, some), @r"
    ✓ 2020/21  33400  149245887792  2.81 ms

    2020/22 Crab Combat  …year2020/day22.txt
      ✗ examples    1 of 2 matched
          example 2 part 1
            wrong: expected 104, got 105
        parse       1.31 µs
      ✓ part 1       702 ns  33400  accepted
      · part 2      2.81 ms  33745
          unverified
      ✓   textbook  34.5 ms  33745  matched

    2020/23 Crab Combat  standard input
        parse   1.31 µs
      ✗ part 1    45 ns  33401
          wrong: expected 33400
      ✗ part 2
          panic: index out of bounds: the
          len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    3 days, 6 parts, 7 answers in 3.10 s:
      3 accepted, 1 matched, 1 unverified,
      1 wrong, 1 panic, 1 example failed:
      2020/22 example 2, 2020/23 part 1,
      2020/23 part 2
    timed with overflow checks on: measure
      with `aoc bench`
    ");
}

#[test]
fn colours_are_those_of_the_verdicts_and_symbols_have_ascii_forms() {
    let colour = Terminal {
        color: true,
        ..WIDE
    };
    let shown = run(colour, Verbosity::Normal, vec![combat()]);
    for (text, style) in [("accepted", GOOD), ("wrong:", BAD), ("2020/22", STRONG)] {
        let painted = colour.paint(style, text).to_string();
        assert!(shown.contains(&painted), "{shown}");
    }
    let ascii = Terminal {
        unicode: false,
        ..WIDE
    };
    let shown = run(ascii, Verbosity::Normal, all());
    assert!(shown.is_ascii() && shown.contains("  + part 1 "), "{shown}");
}

/// More than an event has, and two days of a year that does not compile.
#[test]
fn many_puzzles_have_a_line_for_each_year() {
    let good = (1..=25).map(|day| well(2019, day));
    let results = good.chain([trouble(), well(2020, 25)]);
    let told = results.map(|result| (result.header.puzzle(), Ok(result)));
    let mut told: Vec<Told> = told.collect();
    let error = "days/year2021/grid.rs:3:5: mismatched types";
    told.extend([1, 2].map(|day| (puzzle(2021, day), Err(error))));
    told.push((puzzle(2022, 1), Err("no input")));
    let many = shown(Results::Run, WIDE, Verbosity::Normal, told);
    insta::assert_snapshot!(many, @r"
    ✓ 2019  25 days, 50 parts: 50 accepted

    2020/23 Crab Combat  standard input
        parse       1.31 µs
      ✗ part 1        45 ns  33401             wrong: expected 33400
      ✗ part 2               panic: index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    ✗ 2020  2 days, 4 parts: 2 accepted, 1 wrong, 1 panic
    2021/1-2  error: days/year2021/grid.rs:3:5: mismatched types
    2022/1  error: no input

    30 days, 54 parts in 3.10 s: 52 accepted, 1 wrong, 1 panic, 3 days not run: 2020/23 part 1,
      2020/23 part 2, 2021/1-2, 2022/1
    timed with overflow checks on: measure with `aoc bench`
    ");
}

#[test]
fn a_test_has_a_line_for_each_example() {
    let two = wrong(
        Phase::Part2,
        "co,de,ka,ta,aa,bb,cc,dd,ee",
        "co,de,ka,ta,az,bb,cc,dd,ee",
    );
    let one = || {
        let phases = [parsed(), phase(Phase::Part1, 45, "3", Status::Matched)];
        example("1", &phases)
    };
    let of = |example: PuzzleResult| (puzzle(2020, 22), Ok(example));
    let told = vec![of(one()), of(example("2", &[parsed(), two]))];
    insta::assert_snapshot!(shown(Results::Test, WIDE, Verbosity::Normal, told), @"
    ✓ 2020/22  3                                 1.35 µs  example 1  Crab Combat

    2020/22 Crab Combat  example 2
        parse       1.31 µs
      ✗ part 2        45 ns  wrong: differs from column 14 on
          - expected, + got
          - co,de,ka,ta,az,bb,cc,dd,ee
          + co,de,ka,ta,aa,bb,cc,dd,ee
                         ^

    1 day, 2 examples in 3.10 s: 1 matched, 1 wrong: 2020/22 part 2 (example 2)
    ");
    let quiet = shown(Results::Test, WIDE, Verbosity::Quiet, vec![of(one())]);
    assert_eq!(quiet, "");
}

#[test]
fn verified_puzzles_have_a_line_for_each_year() {
    let told = || {
        let results = [well(2020, 21), trouble(), well(2021, 1)].into_iter();
        results
            .map(|result| (result.header.puzzle(), Ok(result)))
            .collect()
    };
    let normal = shown(Results::Verify, WIDE, Verbosity::Normal, told());
    let (_, years) = normal.split_once("\n\n").unwrap();
    insta::assert_snapshot!(years, @r"
    ✗ 2020  2 days, 4 parts: 2 accepted, 1 wrong, 1 panic
    ✓ 2021  1 day, 2 parts: 2 accepted

    3 days, 6 parts in 3.10 s: 4 accepted, 1 wrong, 1 panic: 2020/23 part 1, 2020/23 part 2
    ");
    let verbose = shown(Results::Verify, WIDE, Verbosity::Verbose, told());
    assert!(verbose.contains("2020/21  33400 "), "{verbose}");
}

#[test]
fn a_note_stands_with_its_puzzle_and_answers_are_whole() {
    let screen = Screen::default();
    let console = screen.console(NARROW, Verbosity::Normal);
    let extent = Extent {
        puzzles: 1,
        parallelism: 1,
    };
    let mut table = results_reporter(Results::Run, console, extent, &[puzzle(2020, 1)]);
    let long = "1234567890".repeat(8);
    for event in [
        RunEvent::JobStarted(puzzle(2020, 1)),
        RunEvent::Note("2020/1: round 1".to_owned()),
        RunEvent::PuzzleStarted {
            header: PuzzleHeader::unknown(puzzle(2020, 1)),
            alternatives: Vec::new(),
        },
        RunEvent::PhaseFinished(phase(Phase::Part1, 1, &long, Status::Unverified)),
    ] {
        table.event(&event).unwrap();
    }
    insta::assert_snapshot!(screen.text(), @"
    note: 2020/1: round 1
    2020/1
      · part 1     1 ns
          12345678901234567890123456789012345678901234567890123456789012345678901234567890
          unverified
    ");
}
