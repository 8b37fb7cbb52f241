//! How `run` looks: in a pipe, on terminals wide and narrow, in colour.

use aoc_solution::protocol::Phase;

use super::*;
use crate::puzzle::{Day, Year};
use crate::runner::{PuzzleResult, SourceKind};
use crate::terminal::console::tests::{Said, Screen};

const WIDE: Terminal = Terminal {
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

fn header(day: u8, title: &str, source: SourceKind, name: Option<&str>) -> PuzzleHeader {
    PuzzleHeader {
        title: title.into(),
        source,
        name: name.map(str::to_owned),
        ..PuzzleHeader::unknown(Year(2020).day(Day(day)))
    }
}

fn phase(phase: Phase, ns: u64, answer: &str, status: Status) -> PhaseResult {
    PhaseResult {
        phase,
        ns: Some(ns),
        alternative: None,
        answer: (!answer.is_empty()).then(|| answer.into()),
        expected: None,
        picture: None,
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

const EXTENT: Extent = Extent {
    puzzles: 3,
    parallelism: 1,
};

fn result(header: PuzzleHeader, phases: Vec<PhaseResult>) -> PuzzleResult {
    let mut result = PuzzleResult::new(header);
    for phase in phases {
        result.push(phase);
    }
    result
}

/// Tells the table of a puzzle, as its job does.
fn tell(table: &mut RunTable, result: PuzzleResult, notes: &[&str]) {
    let header = result.header.clone();
    let names = result.phases.iter();
    let alternatives = names
        .filter_map(|phase| phase.alternative.clone())
        .collect();
    let mut events = vec![RunEvent::JobStarted(header.puzzle())];
    events.extend(notes.iter().map(|note| RunEvent::Note((*note).to_owned())));
    events.push(RunEvent::PuzzleStarted {
        header,
        alternatives,
    });
    let phases = result.phases.iter().cloned();
    events.extend(phases.map(RunEvent::PhaseFinished));
    for event in &events {
        table.event(event).unwrap();
    }
    table.job_finished(&Ok(vec![result])).unwrap();
}

fn shown(terminal: Terminal, verbosity: Verbosity, puzzles: Vec<PuzzleResult>) -> String {
    let screen = Screen::default();
    let mut table = RunTable::new(screen.console(terminal, verbosity), EXTENT);
    for puzzle in puzzles {
        tell(&mut table, puzzle, &[]);
    }
    table.run_finished(ELAPSED).unwrap();
    screen.text()
}

const ELAPSED: Duration = Duration::from_millis(3100);

fn combat() -> PuzzleResult {
    let mut header = header(22, "Crab Combat", SourceKind::Input, None);
    header.input = Some("inputs/year2020/day22.txt".into());
    let phases = vec![
        phase(Phase::Parse, 1310, "", Status::Ok),
        phase(Phase::Part1, 702, "33400", Status::Accepted),
        phase(Phase::Part2, 2_810_000, "33745", Status::Unverified),
        alternative(
            "textbook",
            phase(Phase::Part2, 34_500_000, "33745", Status::Matched),
        ),
    ];
    result(header, phases)
}

fn trouble() -> PuzzleResult {
    let mut wrong = phase(Phase::Part1, 45, "33401", Status::Wrong);
    wrong.message = Some("33400 is the accepted answer".into());
    let panic = "index out of bounds: the len is 3 but the index is 7\nat day23.rs:12\u{1b}[2J";
    let phases = vec![
        phase(Phase::Parse, 1310, "", Status::Ok),
        wrong,
        failed(Phase::Part2, Status::Panic, panic),
    ];
    result(
        header(23, "Crab Cups", SourceKind::Example, Some("1")),
        phases,
    )
}

fn picture() -> PuzzleResult {
    let phases = vec![
        phase(Phase::Part1, 45, "#..#\n#..#\n.##.\n", Status::Unverified),
        phase(Phase::Part2, 1, "", Status::Unsolved),
    ];
    result(header(24, "", SourceKind::Stdin, None), phases)
}

/// Letters that were read.
fn letters() -> PuzzleResult {
    let mut read = phase(Phase::Part2, 45, "AH", Status::Accepted);
    read.picture = Some(" ##  #  #\n#  # #  #\n".into());
    result(header(8, "", SourceKind::Stdin, None), vec![read])
}

fn all() -> Vec<PuzzleResult> {
    vec![combat(), trouble(), picture()]
}

#[test]
fn the_picture_of_letters_is_a_detail() {
    let [normal, verbose] = [Verbosity::Normal, Verbosity::Verbose]
        .map(|verbosity| shown(WIDE, verbosity, vec![letters()]));
    assert!(normal.contains("AH") && !normal.contains('#'), "{normal}");
    insta::assert_snapshot!(verbose, @"
    2020/8  standard input
      ✓ part 2        45 ns  AH                accepted
           ##  #  #
          #  # #  #
    times of the checked build; `aoc bench` measures
    ");
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

    3 days, 6 parts, 7 answers in 3.10 s: 1 accepted, 1 matched, 2 unverified, 1 unsolved, 1 wrong,
      1 panic: 2020/23 part 1 (example 1), 2020/23 part 2 (example 1)
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

    3 days, 6 parts, 7 answers in 3.10 s: 1 accepted, 1 matched, 2 unverified, 1 unsolved, 1 wrong, 1 panic: 2020/23 part 1 (example 1), 2020/23 part 2 (example 1)
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

    3 days, 6 parts, 7 answers
      in 3.10 s: 1 accepted,
      1 matched, 2 unverified,
      1 unsolved, 1 wrong,
      1 panic:
      2020/23 part 1 (example 1),
      2020/23 part 2 (example 1)
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

    \u{1b}[1m3 days, 6 parts, 7 answers\u{1b}[0m in 3.10 s: \u{1b}[32m1 accepted,\u{1b}[0m \u{1b}[32m1 matched,\u{1b}[0m 2 unverified, \u{1b}[2m1 unsolved,\u{1b}[0m \u{1b}[1m\u{1b}[31m1 wrong,\u{1b}[0m
      \u{1b}[1m\u{1b}[31m1 panic:\u{1b}[0m 2020/23 part 1 (example 1), 2020/23 part 2 (example 1)
    \u{1b}[2mtimes of the checked build; `aoc bench` measures\u{1b}[0m
    ");
}

#[test]
fn quiet_shows_the_results_alone() {
    let quiet = shown(WIDE, Verbosity::Quiet, vec![combat(), combat()]);
    let normal = shown(WIDE, Verbosity::Normal, vec![combat(), combat()]);
    let (results, _) = normal.split_once("\n1 day").unwrap();
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
    let shown = shown(
        NARROW,
        Verbosity::Normal,
        vec![result(header(1, "", SourceKind::Input, None), phases)],
    );
    assert!(shown.contains(&answer), "{shown}");
}

#[test]
fn a_note_stands_with_its_puzzle() {
    let screen = Screen::default();
    let mut table = RunTable::new(screen.console(Terminal::PLAIN, Verbosity::Normal), EXTENT);
    tell(&mut table, picture(), &["2020/24: running the example"]);
    tell(&mut table, picture(), &["2020/24: and again"]);
    insta::assert_snapshot!(screen.text(), @"
    note: 2020/24: running the example
    2020/24  standard input
      part 1        45 ns                    unverified
        #..#
        #..#
        .##.
      part 2                                 unsolved

    note: 2020/24: and again
    2020/24  standard input
      part 1        45 ns                    unverified
        #..#
        #..#
        .##.
      part 2                                 unsolved
    ");
}

#[test]
fn what_cannot_run_is_a_line() {
    let screen = Screen::default();
    let mut table = RunTable::new(screen.console(Terminal::PLAIN, Verbosity::Normal), EXTENT);
    let failure = |day, message: &'static str| {
        let error = Said(message);
        Err(JobFailure::new(Year(2021).day(Day(day)), error))
    };
    tell(&mut table, picture(), &[]);
    for (day, message) in [
        (1, "days/year2021/grid.rs:3:5: mismatched types"),
        (2, "days/year2021/grid.rs:3:5: mismatched types"),
        (3, "no input"),
    ] {
        let started = RunEvent::JobStarted(Year(2021).day(Day(day)));
        table.event(&started).unwrap();
        table.job_finished(&failure(day, message)).unwrap();
    }
    tell(&mut table, picture(), &[]);
    table.run_finished(ELAPSED).unwrap();
    insta::assert_snapshot!(screen.text(), @"
    2020/24  standard input
      part 1        45 ns                    unverified
        #..#
        #..#
        .##.
      part 2                                 unsolved

    2021/1-2  error: days/year2021/grid.rs:3:5: mismatched types
    2021/3  error: no input

    2020/24  standard input
      part 1        45 ns                    unverified
        #..#
        #..#
        .##.
      part 2                                 unsolved

    4 days, 2 parts, 4 answers in 3.10 s: 2 unverified, 2 unsolved, 3 days not run: 2021/1-3
    times of the checked build; `aoc bench` measures
    ");
}

#[test]
fn two_examples_of_a_puzzle_are_one_day() {
    let example = |name| {
        let phases = vec![phase(Phase::Part1, 45, "3", Status::Matched)];
        let name = Some(name);
        result(header(1, "Length", SourceKind::Example, name), phases)
    };
    let shown = shown(
        Terminal::PLAIN,
        Verbosity::Normal,
        vec![example("1"), example("2")],
    );
    assert!(
        shown.contains("\n1 day, 1 part, 2 answers in 3.10 s: 2 matched\n"),
        "{shown}"
    );
}

#[test]
fn a_single_failure_is_named() {
    let mut wrong = phase(Phase::Part2, 45, "1", Status::Wrong);
    wrong.message = Some("expected 2".into());
    let second = result(
        header(7, "", SourceKind::Input, None),
        vec![phase(Phase::Part1, 45, "1", Status::Accepted), wrong],
    );
    let shown = shown(Terminal::PLAIN, Verbosity::Normal, vec![combat(), second]);
    assert!(
        shown.contains(
            "\n2 days, 4 parts, 5 answers in 3.10 s: 2 accepted, 1 matched, 1 unverified, 1 \
             wrong: 2020/7 part 2\n"
        ),
        "{shown}"
    );
}

#[test]
fn without_unicode_it_is_ascii() {
    let ascii = Terminal {
        unicode: false,
        ..WIDE
    };
    let shown = shown(ascii, Verbosity::Normal, all());
    assert!(shown.is_ascii(), "{shown}");
    assert!(shown.contains("  + part 1 ") && shown.contains("1.31 us"));
}
