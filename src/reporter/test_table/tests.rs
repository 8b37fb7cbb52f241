//! How `test` looks: of one puzzle, of several, of several years.

use aoc_solution::protocol::Phase;

use super::*;
use crate::puzzle::Day;
use crate::runner::{JobFailure, PhaseResult, PuzzleHeader, PuzzleResult, SourceKind};
use crate::terminal::console::tests::{Said, Screen};

const TERMINAL: Terminal = Terminal {
    width: Some(60),
    color: false,
    interactive: false,
    unicode: true,
};
const ELAPSED: Duration = Duration::from_millis(3100);

fn phase(phase: Phase, answer: Option<&str>, expected: &str, status: Status) -> PhaseResult {
    PhaseResult {
        phase,
        ns: Some(1),
        alternative: None,
        answer: answer.map(str::to_owned),
        expected: Some(expected.to_owned()),
        picture: None,
        status,
        message: None,
    }
}

fn matched() -> PhaseResult {
    phase(Phase::Part1, Some("306"), "306", Status::Matched)
}

fn wrong() -> PhaseResult {
    phase(Phase::Part2, Some("290"), "291", Status::Wrong)
}

fn unsolved() -> PhaseResult {
    phase(Phase::Part2, None, "291", Status::Unsolved)
}

fn example(name: Option<&str>, phases: Vec<PhaseResult>) -> PuzzleResult {
    let mut result = PuzzleResult::new(PuzzleHeader {
        source: SourceKind::Example,
        name: name.map(str::to_owned),
        ..PuzzleHeader::unknown(Year(2020).day(Day(22)))
    });
    let mut parsed = phase(Phase::Parse, None, "", Status::Ok);
    parsed.expected = None;
    result.push(parsed);
    for phase in phases {
        result.push(phase);
    }
    result
}

fn result(year: u16, day: u8, examples: Vec<PuzzleResult>) -> Vec<PuzzleResult> {
    let failed = examples.iter().find(|example| example.is_failure());
    let mut result = PuzzleResult::new(PuzzleHeader {
        title: "Crab Combat".to_owned(),
        ..PuzzleHeader::unknown(Year(year).day(Day(day)))
    });
    result.status = failed.map_or(Status::Ok, |example| example.status);
    result.examples = examples;
    vec![result]
}

fn shown(
    terminal: Terminal,
    verbosity: Verbosity,
    results: Vec<JobResult<Vec<PuzzleResult>>>,
) -> String {
    let puzzles: Vec<Puzzle> = results
        .iter()
        .map(|result| match result {
            Ok(result) => result[0].header.puzzle(),
            Err(failure) => failure.puzzle,
        })
        .collect();
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: 1,
    };
    let screen = Screen::default();
    let mut table = TestTable::new(screen.console(terminal, verbosity), extent, &puzzles);
    for result in results {
        for example in result.iter().flatten().flat_map(|result| &result.examples) {
            let header = PuzzleHeader {
                title: "Crab Combat".to_owned(),
                ..PuzzleHeader::unknown(puzzles[0])
            };
            let started = RunEvent::ExampleStarted(header);
            table.event(&started).unwrap();
            let finished = RunEvent::ExampleFinished(example.clone());
            table.event(&finished).unwrap();
        }
        table.job_finished(&result).unwrap();
    }
    table.run_finished(ELAPSED).unwrap();
    screen.text()
}

#[test]
fn each_example_of_one_puzzle_has_a_line() {
    let examples = vec![
        example(Some("1"), vec![matched(), unsolved()]),
        example(Some("2"), vec![wrong()]),
        example(Some("3"), vec![unsolved()]),
        example(Some("4"), vec![]),
    ];
    let text = shown(
        TERMINAL,
        Verbosity::Normal,
        vec![Ok(result(2020, 22, examples))],
    );
    insta::assert_snapshot!(text, @r"
    2020/22 Crab Combat
      ✓ example 1  matched  part 1: 306
      ✗ example 2  wrong
          part 2  wrong: expected 291, got 290
      – example 3  unsolved
      · example 4  parsed; it has no answer to compare with

    1 day, 4 examples in 3.10 s: 1 matched, 2 unsolved, 1 wrong
    ");
}

#[test]
fn letters_that_are_not_known_are_not_unsolved() {
    let mut unknown = phase(Phase::Part1, Some("#\n."), "BH", Status::Unverified);
    unknown.message = Some("may be BH; reads ?H".to_owned());
    let results = |day| {
        let examples = vec![
            example(Some("1"), vec![matched()]),
            example(Some("2"), vec![unknown.clone()]),
        ];
        Ok(result(2020, day, examples))
    };
    let text = shown(TERMINAL, Verbosity::Normal, vec![results(22)]);
    insta::assert_snapshot!(text, @r"
    2020/22 Crab Combat
      ✓ example 1  matched  part 1: 306
      · example 2  unverified
          part 1  unverified: may be BH; reads ?H

    1 day, 2 examples in 3.10 s: 1 matched, 1 unverified
    ");
    let two = shown(TERMINAL, Verbosity::Normal, vec![results(1), results(2)]);
    let line = "✓ 2020/1  1 of 2 matched, 1 unverified  Crab Combat\n";
    assert!(two.starts_with(line), "{two}");
}

#[test]
fn where_nothing_ran_there_is_no_time() {
    let failed = |day| {
        let puzzle = Year(2020).day(Day(day));
        Err(JobFailure::new(puzzle, Said("days do not compile")))
    };
    let text = shown(TERMINAL, Verbosity::Normal, vec![failed(1), failed(2)]);
    assert!(text.ends_with("\n\n2 days not run: 2020/1-2\n"), "{text}");
}

#[test]
fn of_several_puzzles_what_is_well_has_a_line() {
    let failure = |day| {
        let puzzle = Year(2020).day(Day(day));
        Err(JobFailure::new(puzzle, Said("days do not compile")))
    };
    let results = || {
        vec![
            Ok(result(2020, 1, vec![example(None, vec![matched()])])),
            Ok(result(
                2020,
                2,
                vec![
                    example(Some("1"), vec![matched()]),
                    example(Some("2"), vec![matched(), wrong()]),
                ],
            )),
            Ok(result(2020, 3, vec![])),
            Ok(result(2020, 4, vec![example(None, vec![unsolved()])])),
            failure(5),
            failure(6),
        ]
    };
    insta::assert_snapshot!(shown(TERMINAL, Verbosity::Normal, results()), @r"
    ✓ 2020/1  1 of 1 matched  Crab Combat
    2020/2 Crab Combat
      ✓ example 1  matched  part 1: 306
      ✗ example 2  wrong  part 1: 306
          part 2  wrong: expected 291, got 290
    – 2020/3  no example      Crab Combat
    – 2020/4  unsolved        Crab Combat
    2020/5-6  error: days do not compile

    5 days, 4 examples in 3.10 s: 3 matched, 1 unsolved,
      1 wrong, 2 days not run: 2020/2 part 2 (example 2),
      2020/5-6
    1 day without examples: 2020/3
    ");
    insta::assert_snapshot!(shown(Terminal::PLAIN, Verbosity::Quiet, results()), @r"
    2020/2 Crab Combat
      example 1  matched  part 1: 306
      example 2  wrong  part 1: 306
          part 2  wrong: expected 291, got 290
    2020/5-6  error: days do not compile
    ");
}

#[test]
fn of_many_puzzles_a_year_has_a_line() {
    let mut results = Vec::new();
    for year in [2019, 2020] {
        for day in 1..=13 {
            let mut phases = vec![matched()];
            if (year, day) == (2020, 7) {
                phases.push(wrong());
            }
            let examples = vec![example(None, phases)];
            results.push(Ok(result(year, day, examples)));
        }
    }
    insta::assert_snapshot!(shown(TERMINAL, Verbosity::Normal, results), @r"
    ✓ 2019  13 days, 13 examples: 13 matched
    2020/7 Crab Combat
      ✗ example  wrong  part 1: 306
          part 2  wrong: expected 291, got 290
    ✗ 2020  13 days, 13 examples: 13 matched, 1 wrong

    26 days, 26 examples in 3.10 s: 26 matched, 1 wrong:
      2020/7 part 2
    ");
}
