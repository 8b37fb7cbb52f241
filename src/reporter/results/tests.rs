//! The table of few and of many puzzles, in a pipe and on wide and narrow terminals.

use aoc_solution::protocol::Phase;

use super::*;
use crate::error::failure;
use crate::runner::{PuzzleHeader, SourceKind};
use crate::terminal::{Screen, Verbosity, width};

const WIDE: Terminal = Terminal::wide(100);

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
        ..phase(which, 45, answer, Status::Wrong)
    }
}

fn result(
    year: u16,
    day: u8,
    source: SourceKind,
    phases: impl IntoIterator<Item = PhaseResult>,
) -> PuzzleResult {
    let mut result = PuzzleResult::new(PuzzleHeader {
        title: "Crab Combat".into(),
        source,
        ..PuzzleHeader::unknown(Puzzle::of(year, day))
    });
    result
        .phases
        .push(phase(Phase::Parse, 1310, "", Status::Ok));
    phases
        .into_iter()
        .for_each(|phase| result.phases.push(phase));
    result
}

fn successful(year: u16, day: u8) -> PuzzleResult {
    let one = phase(Phase::Part1, 702, "33400", Status::Accepted);
    let two = phase(Phase::Part2, 2_810_000, "149245887792", Status::Accepted);
    result(year, day, SourceKind::Input, [one, two])
}

fn example(name: &str, only: PhaseResult) -> PuzzleResult {
    let mut example = result(2020, 22, SourceKind::Example, [only]);
    example.header.name = Some(name.to_owned());
    example
}

/// A day with alternatives, checked examples and a file as input.
fn combat() -> Solved {
    let textbook = PhaseResult {
        alternative: Some("textbook".into()),
        ..phase(Phase::Part2, 34_500_000, "33745", Status::Matched)
    };
    let one = phase(Phase::Part1, 702, "33400", Status::Accepted);
    let two = phase(Phase::Part2, 2_810_000, "33745", Status::Unverified);
    let mut combat = result(2020, 22, SourceKind::Input, [one, two, textbook]);
    combat.header.input = Some("inputs/year2020/day22.txt".into());
    let mut refuting = example("2", wrong(Phase::Part1, "105", "104"));
    refuting.text = Some("Player 1:\n43\n19\n\nPlayer 2:\n2\n29\n14\n".into());
    let matched = example("1", phase(Phase::Part1, 7, "306", Status::Matched));
    Solved {
        examples: vec![matched, refuting].into(),
        ..combat.into()
    }
}

/// A day with a wrong answer and a panic.
fn failing_day() -> PuzzleResult {
    let panic = "index out of bounds: the len is 3 but the index is 7\nat day23.rs:12\u{1b}[2J";
    let panic = PhaseResult::new(Phase::Part2, Status::Panic, Some(panic.into()));
    let phases = [wrong(Phase::Part1, "33401", "33400"), panic];
    result(2020, 23, SourceKind::Stdin, phases)
}

/// A day whose answers have several lines.
fn pictures() -> PuzzleResult {
    let mut letters = phase(Phase::Part1, 45, "AH", Status::Unverified);
    letters.picture = Some(" ##  #  #\n#  # #  #\n".into());
    let phases = [letters, wrong(Phase::Part2, "#.\n##\n", "#.\n#.\n")];
    result(2020, 24, SourceKind::Input, phases)
}

/// The table of these jobs. Some of them could not run.
fn shown(
    kind: TableKind,
    terminal: Terminal,
    verbosity: Verbosity,
    jobs: &[OfPuzzle<Solved>],
) -> String {
    let screen = Screen::default();
    let puzzles: Vec<Puzzle> = jobs.iter().map(|job| job.header.puzzle).collect();
    let console = screen.console(terminal, verbosity);
    let mut table = results_reporter(kind, console, &puzzles, puzzles.clone());
    table.run_started(jobs.len());
    for job in jobs {
        let mut events = vec![RunEvent::JobStarted(job.header.puzzle)];
        for group in job.value.iter().flat_map(Solved::groups) {
            let examples = group.examples;
            let Some(result) = group.result else {
                events.extend(examples.iter().cloned().map(RunEvent::ExampleFinished));
                continue;
            };
            events.push(RunEvent::PuzzleStarted(result.header.clone()));
            if !examples.is_empty() {
                events.push(RunEvent::ExamplesChecked(examples.to_vec()));
            }
            events.extend(result.phases.iter().cloned().map(RunEvent::PhaseFinished));
        }
        for event in &events {
            table.event(event).unwrap();
        }
        table.job_finished(job).unwrap();
    }
    let elapsed = Duration::from_millis(3100);
    table.run_finished(jobs, elapsed).unwrap();
    let text = screen.text();
    let room = terminal.width.unwrap_or(usize::MAX);
    assert!(text.lines().all(|line| width(line) <= room), "{text}");
    text
}

#[test]
fn only_checked_puzzles_are_named_for_a_measurement() {
    for (checked, claim) in [
        (vec![], None),
        (
            vec![(2020, 25), (2020, 1), (2020, 2)],
            Some("`aoc bench 2020/1-2,25`"),
        ),
        (vec![(2020, 25), (2019, 1)], Some("`aoc bench`")),
    ] {
        let screen = Screen::default();
        let console = screen.console(Terminal::PLAIN, Verbosity::Normal);
        let checked = checked.into_iter().map(|(year, day)| Puzzle::of(year, day));
        let mut table = results_reporter(TableKind::Run, console, &[], checked.collect());
        let outcomes = [ran(successful(2019, 1)), ran(successful(2020, 25))];
        table.run_finished(&outcomes, Duration::ZERO).unwrap();
        let text = screen.text();
        let found = text
            .lines()
            .find_map(|line| line.strip_prefix("timed with overflow checks on: measure with "));
        assert_eq!(found, claim, "{text}");
    }
    // Without an answer there are no times.
    let jobs = [1, 2].map(|day| ran(result(2020, day, SourceKind::Input, [])));
    let text = shown(TableKind::Run, Terminal::PLAIN, Verbosity::Normal, &jobs);
    assert!(!text.contains("overflow"), "{text}");
}

fn run(terminal: Terminal, verbosity: Verbosity, results: Vec<Solved>) -> String {
    let jobs: Vec<OfPuzzle<Solved>> = results.into_iter().map(ran).collect();
    shown(TableKind::Run, terminal, verbosity, &jobs)
}

fn ran(solved: impl Into<Solved>) -> OfPuzzle<Solved> {
    let solved = solved.into();
    let first = solved.all().next().expect("a result");
    OfPuzzle::new(first.header.puzzle, Ok(solved))
}

fn all() -> Vec<Solved> {
    vec![
        successful(2020, 21).into(),
        combat(),
        failing_day().into(),
        pictures().into(),
        successful(2020, 25).into(),
    ]
}

#[test]
fn of_several_puzzles_those_that_fail_are_shown_whole() {
    insta::assert_snapshot!(run(WIDE, Verbosity::Normal, all()), @r"
    ✓ 2020/21  33400         149245887792  2.81 ms  Crab Combat

    2020/22 Crab Combat  inputs/year2020/day22.txt
      ✗ examples      1 of 2 matched
      ✗   example 2 part 1    45 ns  105               wrong: expected 104
        with the input
          Player 1:
          43
          19

          Player 2:
          2
          29
          14
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
          ▄▀▀▄ █  █
      ✗ part 2          45 ns  wrong: 1 of 2 lines differs
          - expected, + got
            #.
          - #.
          + ##

    ✓ 2020/25  33400         149245887792  2.81 ms  Crab Combat

    5 days, 12 results in 3.10 s: 5 accepted, 1 matched, 2 unverified, 3 wrong, 1 panic
    failed: 2020/22 part 1 (example 2), 2020/23 part 1, 2020/23 part 2, 2020/24 part 2
    timed with overflow checks on: measure with `aoc bench 2020/21-25`
    ");
}

#[test]
fn runs_and_tests_in_eighty_and_in_forty_columns() {
    let mut text = run(Terminal::wide(80), Verbosity::Normal, vec![combat()]);
    for columns in [80, 40] {
        let terminal = Terminal::wide(columns);
        let matched = phase(Phase::Part1, 7, "306", Status::Matched);
        let tested = |phase| Solved {
            examples: vec![example("1", matched.clone()), example("2", phase)].into(),
            ..Solved::default()
        };
        for only in [matched.clone(), wrong(Phase::Part1, "105", "104")] {
            let jobs = vec![ran(tested(only))];
            text += "\n";
            text += &shown(TableKind::Test, terminal, Verbosity::Normal, &jobs);
        }
    }
    insta::assert_snapshot!(text, @"
    2020/22 Crab Combat  inputs/year2020/day22.txt
      ✗ examples      1 of 2 matched
      ✗   example 2 part 1    45 ns  105               wrong: expected 104
        with the input
          Player 1:
          43
          19

          Player 2:
          2
          29
          14
        parse         1.31 µs
      ✓ part 1         702 ns  33400             accepted
      · part 2        2.81 ms  33745             unverified
      ✓   textbook    34.5 ms  33745             matched

    ✓ 2020/22  306                         1.32 µs  example 1  Crab Combat
    ✓ 2020/22  306                         1.32 µs  example 2  Crab Combat

    1 day, 2 answers in 3.10 s: 2 matched

    ✓ 2020/22  306                         1.32 µs  example 1  Crab Combat

    2020/22 Crab Combat  example 2
        parse         1.31 µs
      ✗ part 1          45 ns  105               wrong: expected 104

    1 day, 2 answers in 3.10 s: 1 matched, 1 wrong
    failed: 2020/22 part 1 (example 2)

    ✓ 2020/22  306    1.32 µs  example 1
    ✓ 2020/22  306    1.32 µs  example 2

    1 day, 2 answers in 3.10 s: 2 matched

    ✓ 2020/22  306    1.32 µs  example 1

    2020/22 Crab Combat  example 2
        parse   1.31 µs
      ✗ part 1    45 ns  105
          wrong: expected 104

    1 day, 2 answers in 3.10 s: 1 matched,
      1 wrong
    failed: 2020/22 part 1 (example 2)
    ");
}

#[test]
fn an_alternative_without_its_part_is_not_below_another_part() {
    for is_live in [true, false] {
        let mut day = combat().results.remove(0);
        let count = day.phases.len();
        day.phases.remove(count - 2);
        let text = if is_live {
            let mut last_primary = None;
            let phases = day.phases.iter();
            phases
                .map(|phase| phase_lines(Terminal::PLAIN, phase, &mut last_primary))
                .collect()
        } else {
            result_table(Terminal::PLAIN, &day, &[])
        };
        assert!(text.contains("part 2 textbook "), "{text}");
    }
    let mut instead = combat().results.remove(0);
    instead
        .phases
        .retain(|phase| phase.phase == Phase::Parse || phase.alternative.is_some());
    let text = result_table(Terminal::PLAIN, &instead, &[]);
    assert!(text.contains("\n  part 2 textbook "), "{text}");
}

#[test]
fn an_example_without_text_that_fails_has_an_empty_input() {
    for (text, heading) in [
        ("", "with an empty input\n"),
        ("5\n", "with the input\n      5\n"),
    ] {
        let mut combat = combat();
        combat.examples.results[1].text = Some(text.into());
        let shown = run(WIDE, Verbosity::Verbose, vec![combat]);
        assert!(shown.contains(heading), "{shown}");
        assert_eq!(shown.matches(" input\n").count(), 1, "{shown}");
    }
}

#[test]
fn one_puzzle_in_forty_columns() {
    let (narrow, mut combat) = (Terminal::wide(40), combat());
    let refuting = &mut combat.examples.results[1];
    refuting.header.input = Some("inputs/year2020/day22.examples.toml".into());
    insta::assert_snapshot!(run(narrow, Verbosity::Verbose, vec![combat]), @"
    2020/22 Crab Combat
      inputs/year2020/day22.txt
      ✗ examples  1 of 2 matched
      ✗   example 2 in day22.examples.toml
          part 1    45 ns  105
          wrong: expected 104
        with the input
          Player 1:
          43
          19

          Player 2:
          2
          29
          14
        parse   1.31 µs
      ✓ part 1   702 ns  33400  accepted
      · part 2  2.81 ms  33745  unverified
      ✓   textbook  34.5 ms  33745  matched
    timed with overflow checks on: measure
      with `aoc bench 2020/22`
    ");
    let names = "failed: 2020/22 part 1 (example 2),\n  2020/23 part 1, 2020/23 part 2,\n  2020/24 part 2\n";
    assert!(run(narrow, Verbosity::Normal, all()).contains(names));
    let line = puzzle_line(narrow, &successful(2020, 21));
    assert_eq!(line, "✓ 2020/21  33400  149245887792  2.81 ms\n");
    let long = "1234567890".repeat(8);
    let only = phase(Phase::Part2, 5, &long, Status::Matched);
    let mut lines = String::new();
    for columns in [40, 60, 80] {
        let terminal = Terminal::wide(columns);
        for example in [
            example("2", only.clone()),
            example("2", phase(Phase::Part1, 5, "1", Status::Matched)),
        ] {
            lines += &puzzle_line(terminal, &example);
        }
    }
    insta::assert_snapshot!(lines, @"
    ✓ 2020/22
        12345678901234567890123456789012345…
        1.31 µs  example 2  Crab Combat
    ✓ 2020/22  1    1.31 µs  example 2
    ✓ 2020/22
        12345678901234567890123456789012345…  1.31 µs  example 2
    ✓ 2020/22  1                           1.31 µs  example 2
    ✓ 2020/22                12345678901234567890123456789012345…  1.31 µs
        example 2  Crab Combat
    ✓ 2020/22  1                           1.31 µs  example 2  Crab Combat
    ");
    // In a pipe, `grep` finds the whole answer.
    let line = puzzle_line(Terminal::PLAIN, &example("2", only));
    assert!(
        line.contains(&format!("  {long}  1.31 µs  matched")),
        "{line}"
    );
    let part1 = phase(Phase::Part1, 1, &long, Status::Unverified);
    let lines = phase_lines(narrow, &part1, &mut None);
    let long = format!("  · part 1     1 ns\n      {long}\n      unverified\n");
    assert_eq!(lines, long);
}

#[test]
fn with_q_the_last_lines_are_left_out() {
    let quiet = run(Terminal::PLAIN, Verbosity::Quiet, all());
    let normal = run(Terminal::PLAIN, Verbosity::Normal, all());
    assert_eq!(quiet, normal.split_once("\n5 days").unwrap().0);
    // An output that is not a terminal gets words instead of symbols.
    let first = "2020/21  33400         149245887792  2.81 ms  accepted  Crab Combat\n";
    assert!(quiet.starts_with(first), "{quiet}");
}

#[test]
fn results_and_their_sums_fit_the_narrowest_terminal() {
    for kind in [TableKind::Run, TableKind::Verify] {
        let jobs = vec![ran(successful(2020, 1)), ran(successful(2020, 2))];
        let text = shown(kind, Terminal::wide(20), Verbosity::Normal, &jobs);
        assert!(text.contains("4 accepted"), "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 20, "{line:?} in {text}");
        }
    }
}

#[test]
fn the_sum_of_a_single_year_is_told_once() {
    let jobs = || vec![ran(successful(2020, 1)), ran(successful(2020, 2))];
    let normal = shown(TableKind::Verify, WIDE, Verbosity::Normal, &jobs());
    let [line] = normal.lines().collect::<Vec<_>>()[..] else {
        panic!("{normal}");
    };
    let (begin, end) = line.split_once(" in ").expect("the time");
    assert_eq!(begin, "✓ 2020  2 days, 4 answers");
    assert!(end.ends_with(": 4 accepted"), "{line}");
    let failed = shown(
        TableKind::Verify,
        WIDE,
        Verbosity::Normal,
        &[ran(successful(2020, 1)), ran(failing_day())],
    );
    assert!(
        failed.contains("\n\n✗ 2020  2 days, 4 results in "),
        "{failed}"
    );
    assert_eq!(failed.matches("4 results").count(), 1, "{failed}");
    assert_eq!(
        shown(TableKind::Verify, WIDE, Verbosity::Quiet, &jobs()),
        ""
    );
    let verbose = shown(TableKind::Verify, WIDE, Verbosity::Verbose, &jobs());
    assert!(verbose.contains("2020/1"), "{verbose}");
    // With details, each phase has a row.
    let verbose = shown(TableKind::Run, WIDE, Verbosity::Verbose, &jobs());
    assert_eq!(verbose.matches("part 1").count(), 2, "{verbose}");
    // A quiet run still shows its results.
    let days = (1..=25).map(|day| ran(successful(2019, day)));
    let many: Vec<_> = days.chain(jobs()).collect();
    let quiet = shown(TableKind::Run, WIDE, Verbosity::Quiet, &many);
    assert!(quiet.contains("2019  25 days"), "{quiet}");
}

#[test]
fn a_failed_parse_counts_as_one_answer() {
    let error = PhaseResult::new(Phase::Parse, Status::Error, Some("line 1".into()));
    let mut unparsed = PuzzleResult::new(PuzzleHeader::unknown(Puzzle::of(2020, 2)));
    unparsed.phases.push(error);
    let text = run(
        WIDE,
        Verbosity::Normal,
        vec![successful(2020, 1).into(), unparsed.into()],
    );
    assert!(
        text.contains("\n2 days, 3 results in 3.10 s: 2 accepted, 1 error\n"),
        "{text}"
    );
}

#[test]
fn a_failed_trace_is_named_and_counts_as_no_answer() {
    let mut traced = successful(2020, 2);
    let why = Some("the trace of part 2 failed: why".to_owned());
    let failed = PhaseResult::new(Phase::Part2, Status::Panic, why);
    traced.failed_traces.push(failed);
    let text = run(
        WIDE,
        Verbosity::Normal,
        vec![successful(2020, 1).into(), traced.into()],
    );
    let last = "\n2 days, 4 answers in 3.10 s: 4 accepted\nfailed: 2020/2 trace of part 2\n";
    assert!(text.contains(last), "{text}");
}

/// Days of three years. Some of them cannot run.
#[test]
fn verified_puzzles_have_a_line_for_each_year() {
    let failed = |year, day, said| {
        let error = failure(said);
        OfPuzzle::new(Puzzle::of(year, day), Err(error))
    };
    let none = [failed(2021, 1, "no input"), failed(2022, 1, "no input")];
    let none = shown(TableKind::Run, WIDE, Verbosity::Normal, &none);
    assert!(!none.contains("overflow checks"), "{none}");
    assert!(none.contains("\n2 days not run\n"), "{none}");
    let shown = |verbosity| {
        let error = "days/year2021/grid.rs:3:5: mismatched types";
        let jobs = vec![
            ran(successful(2019, 1)),
            ran(successful(2019, 2)),
            ran(failing_day()),
            ran(successful(2020, 25)),
            failed(2021, 1, error),
            failed(2021, 2, error),
            failed(2022, 1, "no input"),
        ];
        shown(TableKind::Verify, WIDE, verbosity, &jobs)
    };
    insta::assert_snapshot!(shown(Verbosity::Normal), @r"
    2020/23 Crab Combat  standard input
        parse         1.31 µs
      ✗ part 1          45 ns  33401             wrong: expected 33400
      ✗ part 2                 panic: index out of bounds: the len is 3 but the index is 7; at
          day23.rs:12\u{1b}[2J

    ✓ 2019  2 days, 4 answers: 4 accepted
    ✗ 2020  2 days, 4 results: 2 accepted, 1 wrong, 1 panic
    2021/1-2  error: days/year2021/grid.rs:3:5: mismatched types
    2022/1  error: no input

    7 days, 8 results in 3.10 s: 6 accepted, 1 wrong, 1 panic, 3 days not run
    failed: 2020/23 part 1, 2020/23 part 2, 2021/1-2, 2022/1
    ");
    let verbose = shown(Verbosity::Verbose);
    assert!(verbose.contains("2019/1   33400 "), "{verbose}");
    let quiet = shown(Verbosity::Quiet);
    assert!(!quiet.contains("2019") && quiet.contains("✗ 2020  2 days"));
}

/// Two inputs of 2020/1 cannot be read. The reasons stay in the order of the puzzles, whatever
/// their words.
#[test]
fn each_reason_why_an_input_or_a_day_did_not_run_is_shown() {
    let failed = |day, said| OfPuzzle::new(Puzzle::of(2020, day), Err(failure(said)));
    let jobs = vec![
        failed(1, "no input: no session"),
        failed(1, "input `torn`: line 1: no value"),
        ran(successful(2020, 1)),
        failed(2, "a session is missing"),
        failed(3, "no input: no session"),
    ];
    let shown = shown(TableKind::Verify, WIDE, Verbosity::Normal, &jobs);
    insta::assert_snapshot!(shown, @"
    2020/1,3  error: no input: no session
    2020/1  error: input `torn`: line 1: no value
    2020/2  error: a session is missing
    ✗ 2020  3 days, 2 answers in 3.10 s: 2 accepted, 2 days not run, 2 inputs not run
    failed: 2020/1-3
    ");
}

/// An error may begin with its puzzle, as it becomes the error of a command with one puzzle.
#[test]
fn days_that_cannot_run_for_the_same_reason_share_a_line() {
    let mut jobs = Vec::new();
    for day in [1, 2, 12] {
        let puzzle = Puzzle::of(2020, day);
        let error = failure("no example, unlike 2020/1").of_puzzle(puzzle);
        assert_eq!(
            error.to_string(),
            format!("{puzzle}: no example, unlike 2020/1")
        );
        jobs.push(OfPuzzle::new(puzzle, Err(error)));
    }
    let shown = shown(TableKind::Run, WIDE, Verbosity::Normal, &jobs);
    let line = "2020/1-2,12  error: no example, unlike 2020/1\n";
    assert!(shown.starts_with(line), "{shown}");
}
