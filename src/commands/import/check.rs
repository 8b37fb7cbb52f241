//! Builds and runs the copied days, and shows how their answers compare with all known facts.

mod outcome;

use std::collections::BTreeSet;

use tempfile::tempdir_in;

use self::outcome::compare_days;
pub use self::outcome::{DayComparison, Outcome};
use crate::app::{App, Workspace};
use crate::download::InputRequest;
use crate::error::{CliError, Result};
use crate::examples;
use crate::execution::{BuildArgs, BuildMode, build, execute_jobs, run_day_tests, table_reporter};
use crate::import::Plan;
use crate::import::compare::FactsByPuzzle;
use crate::import::trial::MAX_MEMORY;
use crate::processes::processor_count;
use crate::puzzle::{Puzzle, lists_by_year, puzzle_list};
use crate::reporter::TableKind;
use crate::runner::{
    DEFAULT_TIMEOUT, DayTests, Input, Limits, OfPuzzle, PuzzleResult, SolveInputs, SolveJob,
    Solved, SpawnOptions, Status, StdoutTarget,
};
use crate::terminal::plural;

/// The days that were built and run.
#[derive(Default)]
pub struct CheckedDays {
    pub results: Vec<OfPuzzle<Solved>>,
    pub comparisons: Vec<DayComparison>,
    pub tests: Vec<DayTests>,
}

/// Builds and runs the days of a plan, and prints a summary of how they compare with the known
/// facts.
pub fn build_and_run(app: &App, plan: &Plan, known: &FactsByPuzzle) -> Result<CheckedDays> {
    let ui = &app.ui;
    let days = &*plan.days();
    let args = BuildArgs::default();
    let programs = build(app, days, &args, BuildMode::IMPORTED)?;
    let mut built: BTreeSet<Puzzle> = days.iter().copied().collect();
    built.retain(|day| programs.days.program(*day).is_ok());
    if !ui.json {
        let count = plural(days.len(), "day");
        let line = format!("\nbuilt {} of {count}\n", built.len());
        ui.print(&line)?;
    }
    let limits = Limits {
        timeout: Some(DEFAULT_TIMEOUT),
        memory: Some(MAX_MEMORY),
    };
    let tests = run_day_tests(app, built.iter().copied(), &args, limits, processor_count())?;
    // A day may write files, which must not replace those of the user.
    let target = app.workspace.project()?.target_dir();
    let scratch = tempdir_in(&target).map_err(|error| CliError::cannot_write(&target, error))?;
    let jobs = programs.jobs(&InputRequest::Stored, limits, |inputs, spawn_options| {
        // Nothing is downloaded, so no input is missing.
        let inputs = inputs.unwrap_or_default();
        let inputs = inputs_of_job(&app.workspace, &tests, spawn_options.puzzle, inputs)?;
        let spawn_options = SpawnOptions {
            working_dir: scratch.path().to_owned(),
            // The outputs of many solutions would be interleaved, and `dbg!` may print many pages.
            stdout: StdoutTarget::DiscardWithStderr,
            ..spawn_options
        };
        Ok(SolveJob::new(inputs, spawn_options))
    });
    let reporter = table_reporter(&programs, TableKind::Verify);
    let results = execute_jobs(&programs, processor_count(), jobs, reporter)?;
    let comparisons = compare_days(&results, &plan.copied, known, &tests);
    if !ui.json {
        let store = app.workspace.store()?;
        let lines = year_lines(days, &built, &results, &comparisons, |puzzle| {
            // `aoc fetch` decides in the same way.
            app.site.unlock_state(Some(store), puzzle).is_unlocked()
        });
        ui.print(&lines)?;
    }
    Ok(CheckedDays {
        results,
        comparisons,
        tests,
    })
}

/// The inputs and examples on which the job of a day runs. Fails if the examples cannot be read.
fn inputs_of_job(
    workspace: &Workspace,
    tests: &[DayTests],
    puzzle: Puzzle,
    inputs: Vec<Input>,
) -> Result<SolveInputs> {
    let examples = examples::find_in_file(workspace, puzzle)?;
    if !inputs.is_empty() {
        return Ok(SolveInputs::Inputs(inputs, Some(examples)));
    }
    // The row of the tests already says that the tests replace examples.
    let is_tested = tests.iter().any(|tests| tests.puzzle == puzzle);
    let note = if is_tested {
        None
    } else {
        Some(examples::no_example_note(workspace, puzzle)?)
    };
    Ok(SolveInputs::EachExample(examples, note))
}

/// True if a phase panicked because of an arithmetic overflow.
fn overflows(result: &PuzzleResult) -> bool {
    let phases = result.phases.iter();
    // Only the message shows that the panic comes from an overflow check of rustc.
    phases
        .filter(|phase| phase.status == Status::Panic)
        .filter_map(|phase| phase.message.as_ref())
        .any(|message| message.contains("with overflow"))
}

/// The summary: first a line for each year, then lists of the days that were not compared or
/// compared in only one part, that differ, or that failed, then the wrong answers that the table
/// does not show, and last a hint about days in which numbers overflow. The site has the inputs of
/// unlocked puzzles only.
fn year_lines(
    days: &[Puzzle],
    built: &BTreeSet<Puzzle>,
    results: &[OfPuzzle<Solved>],
    comparisons: &[DayComparison],
    is_unlocked: impl Fn(Puzzle) -> bool,
) -> String {
    let mut lines = String::new();
    let mut days = days.to_vec();
    days.sort_unstable();
    let mut compared: Vec<&DayComparison> = comparisons.iter().collect();
    compared.sort_by(|one, other| one.outcome.cmp(&other.outcome));
    for days in days.chunk_by(|one, next| one.year == next.year) {
        lines += &year_line(days, built, &compared);
    }
    for days in compared.chunk_by(|one, next| one.outcome.heading() == next.outcome.heading()) {
        let Some(heading) = days[0].outcome.heading() else {
            continue;
        };
        let puzzles = days.iter().map(|day| day.puzzle);
        let list = puzzle_list(puzzles.clone());
        lines += &format!("{heading}: {list}\n");
        let unlocked = puzzles.filter(|puzzle| is_unlocked(*puzzle));
        let words = lists_by_year(unlocked).join(" ");
        if days[0].outcome.lacks_input() && !words.is_empty() {
            lines += &format!("get their inputs with `aoc fetch {words}`, and import again\n");
        }
    }
    lines + &other_wrong_answers(comparisons) + &overflow_line(results)
}

/// The numbers of a year's days that were copied and built, and for each outcome the number of days
/// that ran. `compared` is sorted by outcome.
fn year_line(days: &[Puzzle], built: &BTreeSet<Puzzle>, compared: &[&DayComparison]) -> String {
    let year = days[0].year;
    let mut ran = compared.to_vec();
    ran.retain(|day| day.puzzle.year == year);
    let equal = ran.partition_point(|day| day.outcome == Outcome::Equal);
    let built = days.iter().filter(|day| built.contains(day)).count();
    let copied = days.len();
    let mut line =
        format!("{year}: {copied} copied, {built} built, {equal} equal to what is known");
    for same in ran[equal..].chunk_by(|one, next| one.outcome.words() == next.outcome.words()) {
        line += &format!(", {} {}", same.len(), same[0].outcome.words());
    }
    line + "\n"
}

/// The wrong answers that the table does not show.
fn other_wrong_answers(comparisons: &[DayComparison]) -> String {
    let mut lines = String::new();
    for day in comparisons {
        if let Outcome::Different { wrong } = &day.outcome {
            for wrong in wrong {
                lines += &format!("  {}: {wrong}\n", day.puzzle);
            }
        }
    }
    lines
}

/// The days in which numbers overflow, with a remedy. Empty if there are none.
fn overflow_line(results: &[OfPuzzle<Solved>]) -> String {
    let overflowing = results.iter().filter(|job| {
        job.value
            .iter()
            .flat_map(|solved| &solved.results)
            .any(overflows)
    });
    let overflowing: Vec<Puzzle> = overflowing.map(|job| job.header.puzzle).collect();
    if overflowing.is_empty() {
        return String::new();
    }
    format!(
        "numbers overflow in {}; a release build of the old repository does not check that: use \
         methods such as `wrapping_add` in these days, or set `overflow-checks = false` in \
         `[profile.aoc]` of Cargo.toml\n",
        puzzle_list(overflowing)
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::hint::black_box;
    use std::panic::catch_unwind;

    use aoc_solution::Part;
    use aoc_solution::protocol::Phase;

    use super::outcome::{NO_ANSWERS, outcome};
    use super::*;
    use crate::import::CopiedDay;
    use crate::import::compare::{KnownFacts, Proof};
    use crate::inputs::Trust;
    use crate::puzzle::Year;
    use crate::runner::{PhaseResult, PuzzleHeader, SourceKind};

    /// The summary of a day whose part 1 panics with this message.
    fn summary_of_panic(message: &str) -> String {
        let day = Puzzle::of(2020, 1);
        let mut result = PuzzleResult::new(PuzzleHeader::unknown(day));
        let message = Some(format!("src/day01.rs:3:5: {message}"));
        result
            .phases
            .push(PhaseResult::new(Phase::Part1, Status::Panic, message));
        lines_of(
            &[day],
            &[OfPuzzle::new(day, Ok(result.into()))],
            &FactsByPuzzle::new(),
        )
    }

    /// The lines for days that were all built.
    fn lines_of(days: &[Puzzle], results: &[OfPuzzle<Solved>], known: &FactsByPuzzle) -> String {
        let built = days.iter().copied().collect();
        let is_unlocked = |puzzle: Puzzle| puzzle.year == Year::of(2020);
        let comparisons = compare_days(results, &BTreeMap::new(), known, &[]);
        year_lines(days, &built, results, &comparisons, is_unlocked)
    }

    #[test]
    fn a_day_with_a_part_that_panics_is_not_equal() {
        let day = Puzzle::of(2020, 1);
        let mut result = result(SourceKind::Input, [(Some("5"), Some("5")), (None, None)]);
        let message = Some("days/year2020/day01.rs:3:5: no entry".to_owned());
        result.phases[1] = PhaseResult::new(Phase::Part2, Status::Panic, message);
        let results = [OfPuzzle::new(day, Ok(result.into()))];
        let outcomes = compare_days(&results, &BTreeMap::new(), &FactsByPuzzle::new(), &[]);
        assert_eq!(outcomes[0].outcome, Outcome::Failed);
    }

    fn outcome_alone(solved: &Solved) -> Outcome {
        outcome_of(solved, KnownFacts::default())
    }

    /// The outcome of a day, without its wrong answers.
    fn outcome_of(solved: &Solved, known: KnownFacts) -> Outcome {
        match outcome(Puzzle::of(2020, 1), solved, &NO_ANSWERS, known, None) {
            Outcome::Different { .. } => DIFFERENT,
            other => other,
        }
    }

    const PASSED: Outcome = Outcome::TestsPassed { has_input: false };
    const DIFFERENT: Outcome = Outcome::Different { wrong: Vec::new() };

    #[test]
    fn an_overflow_is_explained_and_no_other_panic() {
        let overflow = catch_unwind(|| black_box(u8::MAX) + black_box(1)).unwrap_err();
        let message = overflow.downcast_ref::<&str>().expect("rustc's message");
        let counts = "2020: 1 copied, 1 built, 0 equal to what is known, 1 failed\n\
                      failed, as shown above: 2020/1\n";
        let explained = summary_of_panic(message);
        let hint = explained
            .strip_prefix(counts)
            .expect("the counts come first");
        assert!(hint.starts_with("numbers overflow in 2020/1; "), "{hint}");
        assert!(hint.contains("`overflow-checks = false`"), "{hint}");
        assert_eq!(summary_of_panic("index out of bounds"), counts);
    }

    /// A result with these answers and expected answers.
    fn result(source: SourceKind, parts: [(Option<&str>, Option<&str>); 2]) -> PuzzleResult {
        let header = PuzzleHeader::new(Puzzle::of(2020, 1), source, None);
        let mut result = PuzzleResult::new(header);
        for (part, (answer, expected)) in Part::BOTH.into_iter().zip(parts) {
            let status = match (answer, expected) {
                (None, _) => Status::Unsolved,
                (_, None) => Status::Unverified,
                (answer, expected) if answer == expected => Status::Accepted,
                _ => Status::Wrong,
            };
            result.phases.push(PhaseResult {
                answer: answer.map(str::to_owned),
                expected: expected.map(str::to_owned),
                ..PhaseResult::new(part.into(), status, None)
            });
        }
        result
    }

    #[test]
    fn a_day_is_equal_only_to_what_is_known() {
        let unsolved = (None, None);
        let unknown = (Some("2"), None);
        let equal = (Some("5"), Some("5"));
        let wrong = (Some("5"), Some("6"));
        for (source, parts, expected) in [
            (SourceKind::Input, [equal, equal], Outcome::Equal),
            (SourceKind::Input, [equal, unsolved], Outcome::Equal),
            (
                SourceKind::Input,
                [equal, unknown],
                Outcome::PartlyEqual { part: Part::Two },
            ),
            (SourceKind::Input, [unknown, unknown], Outcome::NotCompared),
            (SourceKind::Input, [equal, wrong], DIFFERENT),
            (SourceKind::Input, [unsolved, unsolved], Outcome::NoAnswer),
            // The answers to the input are not known.
            (SourceKind::Example, [equal, unsolved], PASSED),
            (SourceKind::Example, [wrong, unsolved], DIFFERENT),
            (SourceKind::Example, [equal, (None, Some("7"))], PASSED),
            (SourceKind::Named, [equal, unknown], PASSED),
            (SourceKind::Named, [equal, wrong], DIFFERENT),
            (SourceKind::Named, [unknown, unsolved], Outcome::NotCompared),
        ] {
            assert_eq!(
                outcome_alone(&result(source, parts).into()),
                expected,
                "{parts:?}"
            );
        }
        // An example that runs before the input counts, too, if its answers are certain.
        let mut example = result(SourceKind::Example, [wrong, unsolved]);
        for (trust, expected) in [
            (Trust::User, DIFFERENT),
            (Trust::Confirmed, Outcome::NotCompared),
        ] {
            example.trust = trust;
            let solved = Solved {
                examples: vec![example.clone()].into(),
                ..result(SourceKind::Input, [unknown, unknown]).into()
            };
            assert_eq!(outcome_alone(&solved), expected, "{trust:?}");
        }
    }

    #[test]
    fn right_tests_are_told_apart_from_right_answers_to_the_input() {
        let day = Puzzle::of(2020, 1);
        let equal = (Some("5"), Some("5"));
        let example = result(SourceKind::Example, [equal, (None, None)]);
        let of_input = |one, two| Solved {
            examples: vec![example.clone()].into(),
            ..result(SourceKind::Input, [one, two]).into()
        };
        let unknown = (Some("700"), None);
        for (solved, expected) in [
            (
                example.clone().into(),
                "0 equal to what is known, 1 with passing tests\n\
                 tests passed, but without an input: 2020/1\n\
                 get their inputs with `aoc fetch 2020/1`, and import again\n",
            ),
            (
                of_input(unknown, unknown),
                "0 equal to what is known, 1 with passing tests\n\
                 tests passed, but answers to the input not compared: 2020/1\n",
            ),
            (of_input(equal, equal), "1 equal to what is known\n"),
            (
                of_input(unknown, equal),
                "0 equal to what is known, 1 equal in the only part that is known\n\
                 part 1 not compared, as its answer is not known: 2020/1\n",
            ),
        ] {
            let results = [OfPuzzle::new(day, Ok(solved))];
            let lines = lines_of(&[day], &results, &FactsByPuzzle::new());
            assert_eq!(lines, format!("2020: 1 copied, 1 built, {expected}"));
        }
    }

    #[test]
    fn an_output_that_is_the_source_of_the_answers_is_told() {
        let day = Puzzle::of(2020, 1);
        let solved = result(SourceKind::Input, [(Some("5"), None), (Some("6"), None)]);
        let known = KnownFacts {
            has_own_output: true,
            ..KnownFacts::default()
        };
        let results = [OfPuzzle::new(day, Ok(solved.into()))];
        assert_eq!(
            lines_of(&[day], &results, &FactsByPuzzle::from([(day, known)])),
            "2020: 1 copied, 1 built, 0 equal to what is known, 1 not compared\n\
             not compared, as they take their answers from what the old program prints: 2020/1\n"
        );
    }

    #[test]
    fn a_day_that_had_nothing_to_run_on_did_not_run() {
        let days = [1, 2].map(|day| Puzzle::of(2020, day));
        let equal = result(SourceKind::Input, [(Some("5"), Some("5")), (None, None)]);
        let results = [
            OfPuzzle::new(days[0], Ok(Solved::default())),
            OfPuzzle::new(days[1], Ok(equal.into())),
        ];
        assert_eq!(
            lines_of(&days, &results, &FactsByPuzzle::new()),
            "2020: 2 copied, 2 built, 1 equal to what is known, 1 had neither an input nor an \
             example to run on\nnot compared, without an input or an example: 2020/1\n\
             get their inputs with `aoc fetch 2020/1`, and import again\n"
        );
        let locked = Puzzle::of(2021, 1);
        let results = [OfPuzzle::new(locked, Ok(Solved::default()))];
        assert_eq!(
            lines_of(&[locked], &results, &FactsByPuzzle::new()),
            "2021: 1 copied, 1 built, 0 equal to what is known, 1 had neither an input nor an \
             example to run on\nnot compared, without an input or an example: 2021/1\n"
        );
    }

    #[test]
    fn a_year_tells_what_was_compared_and_what_was_not() {
        let days = [1, 2, 3].map(|day| Puzzle::of(2020, day));
        let of_input = |part| result(SourceKind::Input, [part, (None, None)]);
        let results = [
            OfPuzzle::new(days[0], Ok(of_input((Some("5"), Some("5"))).into())),
            OfPuzzle::new(days[1], Ok(of_input((Some("5"), None)).into())),
            OfPuzzle::new(days[2], Ok(of_input((Some("5"), Some("6"))).into())),
        ];
        assert_eq!(
            lines_of(&days, &results, &FactsByPuzzle::new()),
            "2020: 3 copied, 3 built, 1 equal to what is known, 1 not compared, 1 different\n\
             not compared, as no answer is known: 2020/2\n\
             different from what is known: 2020/3\n"
        );
    }

    #[test]
    fn each_day_of_a_year_that_ran_is_in_one_number() {
        let days = [1, 2, 3].map(|day| Puzzle::of(2020, day));
        let unsolved = result(SourceKind::Input, [(None, None), (None, None)]);
        let equal = result(SourceKind::Input, [(Some("5"), Some("5")), (None, None)]);
        let results = [
            OfPuzzle::new(days[0], Ok(unsolved.into())),
            OfPuzzle::new(days[1], Ok(equal.into())),
            OfPuzzle::new(days[2], Ok(Solved::default())),
        ];
        assert_eq!(
            lines_of(&days, &results, &FactsByPuzzle::new()),
            "2020: 3 copied, 3 built, 1 equal to what is known, 1 gave no answer, 1 had neither an \
             input nor an example to run on\nnot compared, without an input or an example: 2020/3\n\
             get their inputs with `aoc fetch 2020/3`, and import again\n"
        );
    }

    #[test]
    fn a_day_without_a_known_answer_is_not_equal() {
        let day = Puzzle::of(2020, 1);
        for (parts, text, expected) in [
            (
                [None, Some("507")],
                "Part 1: 205\nPart 2: 507\n",
                Outcome::PartlyAnswered { part: Part::One },
            ),
            (
                [Some("205"), None],
                "205 507\n",
                Outcome::PartlyAnswered { part: Part::Two },
            ),
            (
                [Some("205"), None],
                "Part 1: 205\nPart 2: todo\n",
                Outcome::Equal,
            ),
            ([Some("206"), None], "Part 1: 205\nPart 2: 507\n", DIFFERENT),
            (
                [None, None],
                "Part 1: 205\nPart 2: 507\n",
                Outcome::NoAnswer,
            ),
        ] {
            let result = result(SourceKind::Input, parts.map(|answer| (answer, None)));
            let known = KnownFacts::printed(text, Proof::Refutes);
            assert_eq!(
                outcome_of(&result.into(), known),
                expected,
                "{parts:?} {text}"
            );
        }
        // The last day has no part 2, even if a program prints an answer for it.
        let last = Puzzle::of(2020, 25);
        let known = KnownFacts::printed("Part 1: 205\nPart 2: 0\n", Proof::Refutes);
        let solved = result(SourceKind::Input, [(Some("205"), None), (None, None)]);
        assert_eq!(
            outcome(last, &solved.into(), &NO_ANSWERS, known, None),
            Outcome::Equal
        );
        // In the trial, each part may have run in a process of its own.
        for (given, shown) in [(Some("507"), "507"), (None, "no answer")] {
            let parts = [(Some("205"), None), (given, None)];
            let solved: Solved = result(SourceKind::Input, parts).into();
            let copied = CopiedDay {
                in_trial: [Some("205".to_owned()), Some("302".to_owned())],
                ..CopiedDay::default()
            };
            let results = [OfPuzzle::new(day, Ok(solved))];
            let copied = BTreeMap::from([(day, copied)]);
            let comparisons = compare_days(&results, &copied, &FactsByPuzzle::new(), &[]);
            let why = format!(
                "  2020/1: part 2 gave {shown}, but 302 in the trial: it may depend on chance, or on \
                 what ran before\n"
            );
            assert_eq!(other_wrong_answers(&comparisons), why);
            let heading = comparisons[0].outcome.heading();
            assert_eq!(heading.as_deref(), Some("different from what is known"));
        }
        let solved: Solved = result(SourceKind::Input, [(Some("205"), None), (None, None)]).into();
        let answers =
            BTreeMap::from([(Part::One, "205".to_owned()), (Part::Two, "507".to_owned())]);
        let known = KnownFacts {
            answers,
            ..KnownFacts::default()
        };
        assert_eq!(
            outcome(day, &solved, &NO_ANSWERS, known.clone(), None),
            Outcome::PartlyAnswered { part: Part::Two }
        );
        let results = [OfPuzzle::new(day, Ok(solved))];
        let lines = lines_of(&[day], &results, &FactsByPuzzle::from([(day, known)]));
        assert!(
            lines.ends_with("\nwithout an answer to part 2: 2020/1\n"),
            "{lines}"
        );
    }

    #[test]
    fn the_output_of_the_old_program_is_compared_as_well() {
        let day = Puzzle::of(2020, 1);
        let unknown = |answer| (Some(answer), None);
        for (text, shown) in [
            ("Part 1: 205\nPart 2: 507\n", "1 equal to what is known\n"),
            (
                "Part 1: 205\n",
                "0 equal to what is known, 1 equal in the only part that is known\n\
                 part 2 not compared, as its answer is not known: 2020/1\n",
            ),
            (
                "Part 1: 205\nPart 2: 508\n",
                "0 equal to what is known, 1 different\n\
                 different from what is known: 2020/1\n  \
                 2020/1: part 2 gave 507, but the old program prints another value\n",
            ),
        ] {
            let answers = [unknown("205"), unknown("507")];
            let results = [OfPuzzle::new(
                day,
                Ok(result(SourceKind::Input, answers).into()),
            )];
            let known = KnownFacts::printed(text, Proof::Refutes);
            let lines = lines_of(&[day], &results, &FactsByPuzzle::from([(day, known)]));
            assert_eq!(lines, format!("2020: 1 copied, 1 built, {shown}"));
        }
    }
}
