//! How `run` shows several puzzles: in a pipe, on terminals wide and narrow.

use aoc_solution::protocol::Phase;

use super::*;
use crate::puzzle::{Day, Puzzle};
use crate::runner::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
use crate::terminal::Verbosity;
use crate::terminal::console::tests::{Said, Screen};
use crate::terminal::screen::Terminal;
use crate::terminal::width;

const WIDE: Terminal = Terminal {
    width: Some(80),
    ..Terminal::PLAIN
};

fn phase(phase: Phase, answer: Option<&str>, status: Status) -> PhaseResult {
    PhaseResult {
        phase,
        ns: Some(1_400),
        alternative: None,
        answer: answer.map(str::to_owned),
        expected: None,
        picture: None,
        status,
        message: None,
    }
}

/// A day of 2020 or, from 100 on, of the years after it.
fn puzzle(number: u16) -> Puzzle {
    Year(2020 + number / 100).day(Day(u8::try_from(number % 100).unwrap()))
}

/// A puzzle with these answers of its parts.
fn result(number: u16, title: &str, parts: [(Option<&str>, Status); 2]) -> PuzzleResult {
    let mut result = PuzzleResult::new(PuzzleHeader {
        title: title.into(),
        ..PuzzleHeader::unknown(puzzle(number))
    });
    result.push(phase(Phase::Parse, None, Status::Ok));
    for (which, (answer, status)) in [Phase::Part1, Phase::Part2].into_iter().zip(parts) {
        result.push(phase(which, answer, status));
    }
    result
}

fn good(number: u16, title: &str) -> PuzzleResult {
    let answer = |answer| (Some(answer), Status::Accepted);
    result(number, title, [answer("33400"), answer("149245887792")])
}

fn wrong(number: u16) -> PuzzleResult {
    let mut result = good(number, "Crab Cups");
    result.phases[2].status = Status::Wrong;
    result.phases[2].message = Some("expected 7".into());
    result.status = Status::Wrong;
    result
}

type Shown = Result<PuzzleResult, (u16, &'static str)>;

fn shown(terminal: Terminal, by_year: bool, results: Vec<Shown>) -> String {
    let screen = Screen::default();
    let extent = Extent {
        puzzles: results.len(),
        parallelism: 1,
    };
    let console = screen.console(terminal, Verbosity::Normal);
    let mut summary = RunSummary::new(console, extent, by_year);
    for shown in results {
        let puzzle = match &shown {
            Ok(result) => result.header.puzzle(),
            Err((number, _)) => puzzle(*number),
        };
        let mut events = vec![RunEvent::JobStarted(puzzle)];
        if let Ok(result) = &shown {
            events.push(RunEvent::PuzzleStarted {
                header: result.header.clone(),
                alternatives: Vec::new(),
            });
            let phases = result.phases.iter().cloned();
            events.extend(phases.map(RunEvent::PhaseFinished));
        }
        for event in &events {
            summary.event(event).unwrap();
        }
        let result = match shown {
            Ok(result) => Ok(vec![result]),
            Err((_, message)) => Err(JobFailure::new(puzzle, Said(message))),
        };
        summary.job_finished(&result).unwrap();
    }
    summary.run_finished(Duration::from_millis(3100)).unwrap();
    screen.text()
}

const BROKEN: &str = "days/year2021/grid.rs:3:5: mismatched types";

fn days() -> Vec<Shown> {
    let part1 = (Some("33400"), Status::Accepted);
    let letters = "####.\n#....\n###..\n";
    vec![
        Ok(good(
            1,
            "A Title That Is Much Longer Than All The Others, And Then Some",
        )),
        Ok(result(
            2,
            "カニの戦い",
            [part1, (Some("7"), Status::Unverified)],
        )),
        Ok(result(3, "Rust", [part1, (None, Status::Unsolved)])),
        Ok(wrong(4)),
        Err((5, BROKEN)),
        Err((6, BROKEN)),
        Ok(result(
            7,
            "Letters",
            [part1, (Some(letters), Status::Unverified)],
        )),
        Ok(result(
            25,
            "",
            [
                (Some("5"), Status::Unverified),
                (Some("6"), Status::Unverified),
            ],
        )),
    ]
}

#[test]
fn what_is_well_is_a_line() {
    insta::assert_snapshot!(shown(WIDE, false, days()), @"
    ✓ 2020/1   33400            149245887792     4.20 µs  A Title That Is Much Long…
    · 2020/2   33400            7                4.20 µs  part 2 unverified
    ✓ 2020/3   33400            –                4.20 µs  part 2 unsolved  Rust

    2020/4 Crab Cups
        parse       1.40 µs
      ✓ part 1      1.40 µs  33400             accepted
      ✗ part 2      1.40 µs  149245887792      wrong: expected 7

    2020/5-6  error: days/year2021/grid.rs:3:5: mismatched types
    · 2020/7   33400            below            4.20 µs  part 2 unverified  Letters
        ####.
        #....
        ###..
    · 2020/25  5                6                4.20 µs  unverified

    8 days, 12 parts in 3.10 s: 6 accepted, 4 unverified, 1 unsolved, 1 wrong,
      2 days not run: 2020/4 part 2, 2020/5-6
    times of the checked build; `aoc bench` measures
    ");
}

#[test]
fn in_a_pipe_words_take_the_place_of_symbols() {
    insta::assert_snapshot!(shown(Terminal::PLAIN, false, days()), @"
    2020/1   33400            149245887792     4.20 µs  accepted  A Title That Is Much Longer Than All The Others, And Then Some
    2020/2   33400            7                4.20 µs  part 2 unverified  カニの戦い
    2020/3   33400            –                4.20 µs  part 2 unsolved  Rust

    2020/4 Crab Cups
      parse       1.40 µs
      part 1      1.40 µs  33400             accepted
      part 2      1.40 µs  149245887792      wrong: expected 7

    2020/5-6  error: days/year2021/grid.rs:3:5: mismatched types
    2020/7   33400            below            4.20 µs  part 2 unverified  Letters
        ####.
        #....
        ###..
    2020/25  5                6                4.20 µs  unverified

    8 days, 12 parts in 3.10 s: 6 accepted, 4 unverified, 1 unsolved, 1 wrong, 2 days not run: 2020/4 part 2, 2020/5-6
    times of the checked build; `aoc bench` measures
    ");
}

#[test]
fn narrow_terminals_have_no_columns() {
    let narrow = Terminal {
        width: Some(50),
        ..WIDE
    };
    let shown = shown(narrow, false, days());
    assert!(shown.lines().all(|line| width(line) <= 50), "{shown}");
    insta::assert_snapshot!(shown, @"
    ✓ 2020/1   33400  149245887792  4.20 µs
    · 2020/2   33400  7  4.20 µs  part 2 unverified
    ✓ 2020/3   33400  –  4.20 µs  part 2 unsolved

    2020/4 Crab Cups
        parse   1.40 µs
      ✓ part 1  1.40 µs  33400  accepted
      ✗ part 2  1.40 µs  149245887792
          wrong: expected 7

    2020/5-6  error: days/year2021/grid.rs:3:5:
        mismatched types
    · 2020/7   33400  below  4.20 µs
        part 2 unverified
        ####.
        #....
        ###..
    · 2020/25  5  6  4.20 µs  unverified

    8 days, 12 parts in 3.10 s: 6 accepted,
      4 unverified, 1 unsolved, 1 wrong,
      2 days not run: 2020/4 part 2, 2020/5-6
    times of the checked build; `aoc bench` measures
    ");
}

#[test]
fn many_years_have_a_line_each() {
    let years = vec![
        Ok(good(1, "One")),
        Ok(good(2, "Two")),
        Err((101, BROKEN)),
        Err((102, BROKEN)),
        Err((201, BROKEN)),
        Ok(good(301, "Three")),
        Ok(wrong(302)),
        Ok(good(401, "Four")),
    ];
    insta::assert_snapshot!(shown(WIDE, true, years), @"
    ✓ 2020  2 days, 4 parts: 4 accepted
    ✗ 2021  2 days not run
    ✗ 2022  1 day not run
    2021/1-2, 2022/1  error: days/year2021/grid.rs:3:5: mismatched types

    2023/2 Crab Cups
        parse       1.40 µs
      ✓ part 1      1.40 µs  33400             accepted
      ✗ part 2      1.40 µs  149245887792      wrong: expected 7

    ✗ 2023  2 days, 4 parts: 3 accepted, 1 wrong
    ✓ 2024  1 day, 2 parts: 2 accepted

    8 days, 10 parts in 3.10 s: 9 accepted, 1 wrong, 3 days not run: 2023/2 part 2,
      2021/1-2, 2022/1
    times of the checked build; `aoc bench` measures
    ");
}

/// Numbers are never cut, however long.
#[test]
fn long_answers_are_whole() {
    let answer = "1234567890".repeat(12);
    let long = result(
        1,
        "",
        [(Some(&*answer), Status::Accepted), (None, Status::Unsolved)],
    );
    for terminal in [Terminal::PLAIN, WIDE] {
        assert!(shown(terminal, false, vec![Ok(long.clone())]).contains(&answer));
    }
}

#[test]
fn a_named_input_is_named() {
    let mut named = good(1, "Crab Combat");
    named.header.source = SourceKind::Named;
    named.header.name = Some("bob".into());
    let shown = shown(WIDE, false, vec![Ok(named)]);
    assert!(shown.contains(" µs  bob  Crab Combat\n"), "{shown}");
}

#[test]
fn an_alternative_in_place_of_the_primary_has_its_answer_shown() {
    let mut instead = good(1, "Crab Combat");
    instead.phases[1].alternative = Some("textbook".into());
    let mut beside = instead.phases[2].clone();
    beside.alternative = Some("slow".into());
    beside.answer = Some("hidden".into());
    instead.phases.push(beside);
    let shown = shown(WIDE, false, vec![Ok(instead)]);
    assert!(shown.starts_with("✓ 2020/1   33400 "), "{shown}");
    assert!(!shown.contains("hidden"), "{shown}");
}

#[test]
fn an_answer_beside_a_picture_is_as_strong_as_others() {
    let letters = "####.\n#....\n###..\n";
    let answers = [letters, "33745"].map(|answer| (Some(answer), Status::Accepted));
    let colored = Terminal {
        color: true,
        ..WIDE
    };
    let shown = shown(colored, false, vec![Ok(result(7, "Letters", answers))]);
    assert!(shown.contains("\u{1b}[2mbelow\u{1b}[0m"), "{shown:?}");
    assert!(shown.contains("\u{1b}[1m33745\u{1b}[0m"), "{shown:?}");
}
