//! How `run` looks: in a pipe, on terminals wide and narrow, in colour.

use aoc_solution::protocol::Phase;

use super::*;
use crate::puzzle::{Day, Puzzle, Year};

pub(in crate::reporter) const WIDE: Terminal = Terminal {
    width: Some(100),
    color: false,
    interactive: false,
    unicode: true,
};
const NARROW: Terminal = Terminal {
    width: Some(30),
    ..WIDE
};
const COLOUR: Terminal = Terminal {
    color: true,
    ..WIDE
};

fn head(day: u8, title: &str, source: &str) -> Head {
    Head {
        puzzle: Puzzle {
            year: Year(2020),
            day: Day(day),
        },
        title: title.into(),
        source: source.into(),
    }
}

fn phase(phase: Phase, ns: u64, answer: &str, status: Status) -> PhaseResult {
    PhaseResult {
        phase,
        ns: Some(ns),
        alternative: None,
        answer: (!answer.is_empty()).then(|| answer.into()),
        status,
        message: None,
    }
}

fn alternative(name: &str, mut phase: PhaseResult) -> PhaseResult {
    phase.alternative = Some(name.into());
    phase
}

fn failed(which: Phase, status: Status, message: &str) -> PhaseResult {
    let mut phase = phase(which, 0, "", status);
    phase.ns = None;
    phase.message = Some(message.into());
    phase
}

fn shown(
    terminal: Terminal,
    verbosity: Verbosity,
    puzzles: Vec<(Head, Vec<PhaseResult>)>,
) -> String {
    let mut report = RunReport::new(Vec::new(), terminal, verbosity);
    for (head, phases) in puzzles {
        let names = phases
            .iter()
            .filter_map(|phase| phase.alternative.as_deref());
        report.puzzle_started(&head, names).unwrap();
        for phase in &phases {
            report.phase_finished(phase).unwrap();
        }
    }
    report.summary().unwrap();
    String::from_utf8(report.out).unwrap()
}

fn combat() -> (Head, Vec<PhaseResult>) {
    let head = head(22, "Crab Combat", "inputs/year2020/day22.txt");
    let phases = vec![
        phase(Phase::Parse, 1310, "", Status::Ok),
        phase(Phase::Part1, 702, "33400", Status::Accepted),
        phase(Phase::Part2, 2_810_000, "33745", Status::Unverified),
        alternative(
            "textbook",
            phase(Phase::Part2, 34_500_000, "33745", Status::Matched),
        ),
    ];
    (head, phases)
}

fn trouble() -> (Head, Vec<PhaseResult>) {
    let mut wrong = phase(Phase::Part1, 45, "33401", Status::Wrong);
    wrong.message = Some("33400 is the accepted answer".into());
    let panic = "index out of bounds: the len is 3 but the index is 7\nat day23.rs:12\u{1b}[2J";
    let phases = vec![
        phase(Phase::Parse, 1310, "", Status::Ok),
        wrong,
        failed(Phase::Part2, Status::Panic, panic),
    ];
    (head(23, "Crab Cups", "example 1"), phases)
}

fn picture() -> (Head, Vec<PhaseResult>) {
    let phases = vec![
        phase(Phase::Part1, 45, "#..#\n#..#\n.##.\n", Status::Unverified),
        phase(Phase::Part2, 1, "", Status::Unsolved),
    ];
    (head(24, "", "standard input"), phases)
}

fn all() -> Vec<(Head, Vec<PhaseResult>)> {
    vec![combat(), trouble(), picture()]
}

#[test]
fn one_on_a_terminal() {
    insta::assert_snapshot!(shown(WIDE, Verbosity::Normal, vec![combat()]), @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
        parse       1.31 µs
      ✓ part 1       702 ns  33400             accepted
      · part 2      2.81 ms  33745             unverified
      ✓   textbook  34.5 ms  33745             matched
    ");
}

#[test]
fn several_on_a_terminal() {
    insta::assert_snapshot!(shown(WIDE, Verbosity::Normal, all()), @r"
    2020/22 Crab Combat  inputs/year2020/day22.txt
        parse       1.31 µs
      ✓ part 1       702 ns  33400             accepted
      · part 2      2.81 ms  33745             unverified
      ✓   textbook  34.5 ms  33745             matched

    2020/23 Crab Cups  example 1
        parse       1.31 µs
      ✗ part 1        45 ns  33401             wrong: 33400 is the accepted answer
      ✗ part 2               panic: index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    2020/24  standard input
      · part 1        45 ns                    unverified
          #..#
          #..#
          .##.
      – part 2                                 unsolved

    3 puzzles in 2.81 ms: 1 accepted, 1 matched, 2 unverified, 1 unsolved, 1 wrong, 1 panic
    times of the checked build; `aoc bench` measures
    ");
}

#[test]
fn several_in_a_pipe() {
    insta::assert_snapshot!(shown(Terminal::PLAIN, Verbosity::Normal, all()), @r"
    2020/22 Crab Combat  inputs/year2020/day22.txt
      parse       1.31 µs
      part 1       702 ns  33400             accepted
      part 2      2.81 ms  33745             unverified
        textbook  34.5 ms  33745             matched

    2020/23 Crab Cups  example 1
      parse       1.31 µs
      part 1        45 ns  33401             wrong: 33400 is the accepted answer
      part 2               panic: index out of bounds: the len is 3 but the index is 7; at day23.rs:12\u{1b}[2J

    2020/24  standard input
      part 1        45 ns                    unverified
        #..#
        #..#
        .##.
      part 2                                 unsolved

    3 puzzles in 2.81 ms: 1 accepted, 1 matched, 2 unverified, 1 unsolved, 1 wrong, 1 panic
    times of the checked build; `aoc bench` measures
    ");
}

#[test]
fn several_in_thirty_columns() {
    let shown = shown(NARROW, Verbosity::Normal, all());
    assert!(shown.lines().all(|line| width(line) <= 30));
    insta::assert_snapshot!(shown, @r"
    2020/22 Crab Combat
      inputs/year2020/day22.txt
        parse       1.31 µs
      ✓ part 1       702 ns  33400
          accepted
      · part 2      2.81 ms  33745
          unverified
      ✓   textbook  34.5 ms  33745
          matched

    2020/23 Crab Cups  example 1
        parse   1.31 µs
      ✗ part 1    45 ns  33401
          wrong: 33400 is the
          accepted answer
      ✗ part 2
          panic: index out of
          bounds: the len is 3 but
          the index is 7; at
          day23.rs:12\u{1b}[2J

    2020/24  standard input
      · part 1    45 ns
          unverified
          #..#
          #..#
          .##.
      – part 2           unsolved

    3 puzzles in 2.81 ms:
      1 accepted, 1 matched,
      2 unverified, 1 unsolved,
      1 wrong, 1 panic
    times of the checked build;
      `aoc bench` measures
    ");
}

#[test]
fn in_colour() {
    insta::assert_snapshot!(shown(COLOUR, Verbosity::Normal, all()), @"
    \u{1b}[1m2020/22\u{1b}[0m Crab Combat  \u{1b}[2minputs/year2020/day22.txt\u{1b}[0m
        parse       1.31 µs
      \u{1b}[32m✓\u{1b}[0m part 1       702 ns  \u{1b}[1m33400\u{1b}[0m             \u{1b}[32maccepted\u{1b}[0m
      · part 2      2.81 ms  \u{1b}[1m33745\u{1b}[0m             unverified
      \u{1b}[32m✓\u{1b}[0m   textbook  34.5 ms  \u{1b}[1m33745\u{1b}[0m             \u{1b}[32mmatched\u{1b}[0m

    \u{1b}[1m2020/23\u{1b}[0m Crab Cups  \u{1b}[2mexample 1\u{1b}[0m
        parse       1.31 µs
      \u{1b}[1m\u{1b}[31m✗\u{1b}[0m part 1        45 ns  \u{1b}[1m33401\u{1b}[0m             \u{1b}[1m\u{1b}[31mwrong:\u{1b}[0m 33400 is the accepted answer
      \u{1b}[1m\u{1b}[31m✗\u{1b}[0m part 2               \u{1b}[1m\u{1b}[31mpanic:\u{1b}[0m index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\\u{1b}[2J

    \u{1b}[1m2020/24\u{1b}[0m  \u{1b}[2mstandard input\u{1b}[0m
      · part 1        45 ns                    unverified
          \u{1b}[1m#..#\u{1b}[0m
          \u{1b}[1m#..#\u{1b}[0m
          \u{1b}[1m.##.\u{1b}[0m
      \u{1b}[2m–\u{1b}[0m part 2                                 \u{1b}[2munsolved\u{1b}[0m

    \u{1b}[1m3 puzzles\u{1b}[0m in 2.81 ms: \u{1b}[32m1 accepted,\u{1b}[0m \u{1b}[32m1 matched,\u{1b}[0m 2 unverified, \u{1b}[2m1 unsolved,\u{1b}[0m \u{1b}[1m\u{1b}[31m1 wrong,\u{1b}[0m \u{1b}[1m\u{1b}[31m1 panic\u{1b}[0m
    \u{1b}[2mtimes of the checked build; `aoc bench` measures\u{1b}[0m
    ");
}

#[test]
fn quiet_shows_the_results_alone() {
    let quiet = shown(WIDE, Verbosity::Quiet, vec![combat(), combat()]);
    let normal = shown(WIDE, Verbosity::Normal, vec![combat(), combat()]);
    let (results, _) = normal.split_once("\n2 puzzles").unwrap();
    assert_eq!(quiet, results);
}

#[test]
fn verbose_says_what_the_times_are() {
    let shown = shown(WIDE, Verbosity::Verbose, vec![combat()]);
    assert!(
        shown.ends_with("times of the checked build; `aoc bench` measures\n"),
        "{shown}"
    );
}

/// Numbers are never cut, however long.
#[test]
fn a_long_answer_is_whole() {
    let answer = "1234567890".repeat(8);
    let phases = vec![phase(Phase::Part1, 45, &answer, Status::Unverified)];
    let shown = shown(NARROW, Verbosity::Normal, vec![(head(1, "", ""), phases)]);
    assert!(shown.contains(&answer), "{shown}");
}
