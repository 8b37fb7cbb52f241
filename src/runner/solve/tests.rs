//! Jobs with a scripted worker.

use std::{process, slice};

use aoc_solution::protocol::{AlternativeInfo, DayInfo, ExampleInfo, Phase};

use super::*;
use crate::error::{Exit, HasExit};
use crate::inputs::{Example, Trust};
use crate::pages::{LikelyExample, UnusablePage, likely_example as likely};
use crate::puzzle::{Puzzle, parts_in_calendar};
use crate::runner::day_examples::MissingExample;
use crate::runner::header::PuzzleHeader;
use crate::runner::results::ExampleNote;
use crate::runner::spawn_options::StdoutTarget;
use crate::runner::status::Status;
use crate::runner::testing::{options, plain_day, program};

/// The answer to part 1 says whether the output is shown. Part 2 is not solved.
const SCRIPT: &str = "\
    if [ /dev/stdout -ef /dev/null ] && [ /dev/stderr -ef /dev/null ]
    then output=silent; else output=shown; fi
    while ask; do
        case $command in
            open*) tell 'ran\\t1\\tparsed' ;;
            run*part1*) tell \"ran\\t1\\tanswered\\t$output\" ;;
            *) tell 'ran\\t1\\tunsolved' ;;
        esac
    done";

/// A day with an alternative, and with an example of part 1 that expects this output.
fn day(output: &str, has_own_function: bool) -> DayInfo {
    DayInfo {
        examples: vec![ExampleInfo {
            expected: [Some(output.to_owned()), None],
            has_own_function: [has_own_function, false],
            input: "1\n2".to_owned(),
        }],
        alternatives: vec![AlternativeInfo {
            name: "other".to_owned(),
            part: Part::One,
        }],
        ..plain_day()
    }
}

fn inputs() -> Vec<Input> {
    vec![input_of(Puzzle::of(2020, 1))]
}

fn input_of(puzzle: Puzzle) -> Input {
    let header = PuzzleHeader::unknown(puzzle);
    Input::new(header, "text".to_owned())
}

/// The job for these inputs, without an example outside of the code.
fn job(inputs: Vec<Input>, spawn_options: SpawnOptions) -> SolveJob {
    SolveJob::new(solving(inputs, DayExamples::default()), spawn_options)
}

/// Solves these inputs after the examples. Without any, each example is solved.
fn solving(inputs: Vec<Input>, examples: DayExamples) -> SolveInputs {
    if inputs.is_empty() {
        SolveInputs::EachExample(examples, None)
    } else {
        SolveInputs::Inputs(inputs, Some(examples))
    }
}

/// Solves these inputs after the examples. Without any, all examples are checked.
fn checking(inputs: Vec<Input>, examples: DayExamples) -> SolveInputs {
    if inputs.is_empty() {
        SolveInputs::AllExamples(examples, String::new())
    } else {
        solving(inputs, examples)
    }
}

/// The results, the events about examples, and the notes.
fn run(job: SolveJob) -> (Solved, Vec<String>) {
    let mut events = Vec::new();
    let solved = job
        .run(&mut |event| match event {
            RunEvent::ExampleFinished(_) => events.push("finished".to_owned()),
            RunEvent::ExamplesChecked(of) => events.push(format!("{} checked", of.len())),
            RunEvent::Note(text) | RunEvent::Failure(text) => events.push(text),
            RunEvent::ExampleNote(example) => events.push(gist(&example)),
            RunEvent::Traced => events.push("traced".to_owned()),
            _ => {}
        })
        .unwrap();
    (solved, events)
}

/// A summary such as `Likely Ok 5`, with the expected answer.
fn gist(example: &ExampleNote) -> String {
    let ExampleNote {
        result,
        part,
        expected,
    } = example;
    let given = match result.answer(*part) {
        Ok(Some(answer)) if answer != *expected => format!(" not {answer}"),
        _ => String::new(),
    };
    format!("{:?} {} {expected}{given}", result.trust, result.status())
}

/// The phases of an input or an example.
fn phases(result: &PuzzleResult) -> Vec<String> {
    result
        .phases
        .iter()
        .map(|phase| format!("{:?} {}", phase.phase, phase.status))
        .collect()
}

#[test]
fn only_the_examples_before_an_input_are_silent() {
    // The output of a test goes to stderr, which may be discarded.
    let is_discarded = process::Command::new("bash")
        .args(["-c", "[ /dev/stderr -ef /dev/null ]"])
        .status()
        .unwrap()
        .success();
    let shown = if is_discarded { "silent" } else { "shown" };
    for (inputs, output, expected) in [
        (inputs(), "silent", &["1 checked"][..]),
        (Vec::new(), shown, &["finished"]),
    ] {
        let (program, _folder) = program(day(output, false), true, SCRIPT);
        let (solved, events) = run(SolveJob::new(
            checking(inputs, DayExamples::default()),
            options(&program, None, None),
        ));
        assert_eq!(
            phases(&solved.examples.results[0])[1],
            "Part1 matched",
            "{output}"
        );
        assert_eq!(events, expected, "{output}");
    }
}

#[test]
fn each_example_runs_once() {
    for (inputs, solved_like_inputs, checked) in [
        (vec![input_of(Puzzle::of(2020, 1)); 2], 2, 1),
        (Vec::new(), 1, 0),
    ] {
        let (program, _folder) = program(day("silent", false), true, SCRIPT);
        let (solved, _) = run(job(inputs, options(&program, None, None)));
        assert_eq!(solved.results.len(), solved_like_inputs);
        assert_eq!(solved.examples.results.len(), checked);
    }
}

#[test]
fn without_examples_nothing_is_told_of_them() {
    let (program, _folder) = program(plain_day(), true, SCRIPT);
    let (_, events) = run(job(inputs(), options(&program, None, None)));
    assert_eq!(events, [""; 0]);
}

#[test]
fn an_example_that_the_alternative_cannot_solve_does_not_count() {
    for (has_own_function, count) in [(true, 0), (false, 1)] {
        let (program, _folder) = program(day("silent", has_own_function), true, SCRIPT);
        let instead = SolveJob {
            alternatives: Alternatives::Instead("other".to_owned()),
            ..job(inputs(), options(&program, None, None))
        };
        let (solved, _) = run(instead);
        assert_eq!(solved.examples.results.len(), count, "{has_own_function}");
    }
}

#[test]
fn unclear_names_of_alternatives_stop_only_what_calls_alternatives() {
    for (name, problem) in [
        (
            "other",
            "two alternatives of part 1 are called `other`: rename one",
        ),
        ("", "an alternative of part 1 has no name: give it one"),
    ] {
        let mut day = day("silent", false);
        day.alternatives.push(AlternativeInfo {
            name: name.to_owned(),
            part: Part::One,
        });
        let (program, _folder) = program(day, true, SCRIPT);
        let solve = |alternatives| {
            let job = SolveJob {
                alternatives,
                ..job(inputs(), options(&program, None, None))
            };
            job.run(&mut |_| ())
        };
        let solved = solve(Alternatives::None).unwrap();
        assert_eq!(phases(&solved.results[0])[1], "Part1 unverified");
        for alternatives in [
            Alternatives::All,
            Alternatives::Instead("other".to_owned()),
            Alternatives::Beside("other".to_owned()),
        ] {
            let error = solve(alternatives).expect_err("an error");
            assert_eq!(error.to_string(), format!("2020/1: {problem}"));
            assert_eq!(error.exit, Exit::Failed);
        }
    }
}

#[test]
fn how_memory_is_limited_is_said_where_nothing_is_counted() {
    for (counts, memory, is_said) in [
        (true, Some(1 << 40), false),
        (false, Some(1 << 40), true),
        (false, None, false),
    ] {
        let (program, _folder) = program(plain_day(), counts, SCRIPT);
        let (_, events) = run(job(inputs(), options(&program, None, memory)));
        let is_there = events.iter().any(|note| {
            note.starts_with("the memory limit applies only to the size of the process")
        });
        assert_eq!(is_there, is_said, "{counts} {memory:?}");
    }
}

#[test]
fn a_failing_trace_is_told_and_nothing_runs_on_what_cannot_be_parsed() {
    let parsed = "ran\\t1\\tparsed";
    let fails = "ran\\t1\\tpanic\\twhy";
    let traced = "traced\\ttrue";
    let none = "part 2 has no trace";
    let failed = "the trace of part 1 failed: why";
    let all = &["Parse ok", "Part1 unsolved", "Part2 unsolved"][..];
    for (opened, first, expected, status, phases_of, has_answers) in [
        (parsed, traced, &["traced", none][..], Status::Ok, all, true),
        // The parts are as they are without a trace.
        (parsed, fails, &[failed, none], Status::Panic, all, true),
        (fails, traced, &[], Status::Panic, &["Parse panic"], false),
    ] {
        let script = format!(
            "while ask; do case $command in open*) tell '{opened}' ;; trace*1) tell '{first}' \
             ;; trace*) tell 'traced\\tfalse' ;; *) tell 'ran\\t1\\tunsolved' ;; esac; done"
        );
        let (program, _folder) = program(plain_day(), true, &script);
        let (solved, events) = run(SolveJob {
            trace: true,
            ..job(inputs(), options(&program, None, None))
        });
        assert_eq!(events, expected);
        let [result] = &solved.results[..] else {
            panic!("{solved:?}");
        };
        let failure = result.first_failure();
        assert_eq!(failure.map_or(Status::Ok, |(status, _)| status), status);
        assert_eq!(result.is_failure(), status.is_failure());
        assert_eq!(phases(&solved.results[0]), phases_of);
        assert_eq!(result.has_answers(), has_answers);
    }
}

/// The second part and the other input could run for ever.
#[test]
fn nothing_more_is_called_once_nobody_reads_what_the_solution_prints() {
    let script = "while ask; do case $command in open*) tell 'ran\\t1\\tparsed' ;; \
                  *) number=0; tell stdout-closed; exit ;; esac; done";
    let (program, _folder) = program(plain_day(), true, script);
    let header = PuzzleHeader::unknown(Puzzle::of(2020, 1));
    let input = Input::new(header, "text".to_owned());
    let as_input = stored(&[example("3", "3"), example("4", "4")]);
    for (stdout, inputs, examples, exit) in [
        (
            StdoutTarget::Inherit,
            vec![input.clone(), input],
            DayExamples::default(),
            Exit::ClosedPipe,
        ),
        (
            StdoutTarget::Stderr,
            inputs(),
            DayExamples::default(),
            Exit::Failed,
        ),
        (
            StdoutTarget::Inherit,
            Vec::new(),
            as_input,
            Exit::ClosedPipe,
        ),
    ] {
        let options = SpawnOptions {
            stdout,
            ..options(&program, None, None)
        };
        let mut calls = Vec::new();
        let ended = SolveJob::new(solving(inputs, examples), options).run(&mut |event| {
            if let RunEvent::PhaseStarted(call) = event {
                calls.push(call.phase);
            }
        });
        assert_eq!(ended.unwrap_err().exit, exit);
        assert_eq!(calls, [Phase::Parse, Phase::Part1], "{exit:?}");
    }
}

#[test]
fn only_part_two_of_an_events_last_day_may_be_missing() {
    let unsolved = "while ask; do case $command in open*) tell 'ran\\t1\\tparsed' ;; \
                    *) tell 'ran\\t1\\tunsolved' ;; esac; done";
    let note = &["no part 2: the last star of an event requires all others"][..];
    let both = &["Parse ok", "Part1 unsolved", "Part2 unsolved"][..];
    // The answered parts are set if the page shows that part 2 has an answer.
    for (number, answered, parts, expected, expected_notes) in [
        (
            25,
            None,
            &Part::BOTH[..],
            &["Parse ok", "Part1 unsolved"][..],
            &[][..],
        ),
        (25, None, &[Part::Two], &["Parse ok"], note),
        (24, None, &Part::BOTH, both, &[]),
        (25, Some(&Part::BOTH[..]), &Part::BOTH, both, &[]),
    ] {
        let day = DayInfo {
            day: number,
            ..plain_day()
        };
        let (program, _folder) = program(day, true, unsolved);
        let puzzle = Puzzle::of(2020, number);
        let options = SpawnOptions {
            puzzle,
            parts_with_answer: answered.unwrap_or(parts_in_calendar(puzzle)),
            ..options(&program, None, None)
        };
        let mut job = job(vec![input_of(puzzle)], options);
        job.parts = parts.to_vec();
        let (solved, notes) = run(job);
        assert_eq!(phases(&solved.results[0]), expected);
        assert_eq!(notes, expected_notes, "{number} {parts:?}");
    }
}

/// Part 1 answers with the text of its input. It never ends with `endless`, panics with `panic`,
/// and is not solved with `unsolved`. Part 2 is not solved.
const ECHO: &str = "\
    while ask; do
        case $command in
            open*) IFS=$'\\t' read -r _ _ _ text _ <<< \"$command\"; tell 'ran\\t1\\tparsed' ;;
            run*part1*) case $text in
                *endless*) sleep 600 ;;
                *panic*) tell 'ran\\t1\\tpanic\\twhy' ;;
                *unsolved*) tell 'ran\\t1\\tunsolved' ;;
                *) tell \"ran\\t1\\tanswered\\t$text\" ;;
            esac ;;
            *) tell 'ran\\t1\\tunsolved' ;;
        esac
    done";

/// An example of the user with this answer to part 1.
fn example(text: &str, answer: &str) -> Example {
    Example::of_part(text, Part::One, answer, Trust::User)
}

/// An example with this answer to part 1. The solution gave the answer once.
fn once_confirmed(text: &str, answer: &str) -> Example {
    Example::of_part(text, Part::One, answer, Trust::Confirmed)
}

/// Solves the input `7`, after these examples.
fn solve(inputs: Vec<Input>, examples: DayExamples) -> (Solved, Vec<String>) {
    let (program, _folder) = program(plain_day(), true, ECHO);
    run(SolveJob::new(
        solving(inputs, examples),
        options(&program, None, None),
    ))
}

fn input(text: &str) -> Vec<Input> {
    let header = PuzzleHeader::unknown(Puzzle::of(2020, 1));
    vec![Input::new(header, text.to_owned())]
}

/// The examples in the file.
fn stored(examples: &[Example]) -> DayExamples {
    job_examples(examples, &[])
}

/// The examples in the file, and texts of the page that may be examples of part 1.
fn job_examples(stored: &[Example], likely: &[LikelyExample]) -> DayExamples {
    DayExamples {
        stored: stored.to_vec(),
        likely: likely.to_vec(),
        ..DayExamples::default()
    }
}

fn statuses(solved: &Solved) -> Vec<Status> {
    let examples = solved.examples.results.iter();
    examples.map(PuzzleResult::status).collect()
}

#[test]
fn without_an_input_the_examples_are_solved_and_without_these_a_result_says_so() {
    let (solved, _) = solve(Vec::new(), stored(&[example("3", "3")]));
    assert_eq!(phases(&solved.results[0]), ["Parse ok", "Part1 matched"]);
    let why = "no example: add one to the day's code";
    let (program, _folder) = program(plain_day(), true, ECHO);
    let without = SolveInputs::EachExample(DayExamples::default(), Some(why.to_owned()));
    let (solved, notes) = run(SolveJob::new(without, options(&program, None, None)));
    assert_eq!(
        (solved.examples.note.as_deref(), &notes[..]),
        (Some(why), &[why.to_owned()][..])
    );
    // The only example checks the other part, and cannot refute it.
    let examples = checking(Vec::new(), stored(&[once_confirmed("3", "3")]));
    let (solved, _) = run(SolveJob {
        parts: vec![Part::Two],
        ..SolveJob::new(examples, options(&program, None, None))
    });
    let why = "no example has an answer to part 2: add one to the example";
    assert_eq!(solved.examples.note.as_deref(), Some(why));
}

#[test]
fn a_missing_input_is_an_error_unless_the_file_has_an_example() {
    let confirmed = |text| stored(&[once_confirmed(text, "3")]);
    let ended = |examples| {
        let (program, _folder) = program(plain_day(), true, ECHO);
        let missing = MissingInput {
            reason: "no session".to_owned(),
            exit: Exit::Session,
        };
        let instead = SolveInputs::InsteadOf(missing, examples);
        SolveJob::new(instead, options(&program, None, None)).run(&mut |_| {})
    };
    assert_eq!(ended(stored(&[])).unwrap_err().exit, Exit::Session);
    let solved = ended(stored(&[example("3", "3")])).unwrap();
    assert_eq!(phases(&solved.results[0]), ["Parse ok", "Part1 matched"]);
    // An example that no user has checked replaces the input, too. It does not refute the code.
    let solved = ended(confirmed("3")).unwrap();
    assert_eq!(statuses(&solved), [Status::Ok]);
    let solved = ended(confirmed("4")).unwrap();
    assert_eq!(statuses(&solved), [Status::Wrong]);
    let mut counted = PuzzleResult::counted(&solved.examples.results);
    assert!(solved.exit() == Exit::Done && counted.next().is_none());
}

#[test]
fn an_input_that_equals_an_example_is_recognized() {
    let confirmed = stored(&[once_confirmed("3", "3")]);
    for (text, examples, is_example) in [
        ("3", stored(&[example("3", "3")]), true),
        ("7", stored(&[example("3", "3")]), false),
        ("3", confirmed, true),
    ] {
        assert_eq!(
            solve(input(text), examples).0.examples.input_is_example,
            is_example,
            "{text}"
        );
    }
}

/// The reason why an example was skipped.
fn why_skipped(example: &PuzzleResult) -> Option<&str> {
    example.skipped
}

#[test]
fn after_an_endless_example_no_other_delays_the_input() {
    let not_run = "skipped: the previous example timed out";
    let examples = ["endless", "2", "3"].map(|text| example(text, text));
    for (inputs, are_run) in [
        (input("7"), false),
        // `aoc test` waits for all examples.
        (Vec::new(), true),
    ] {
        let (program, _folder) = program(plain_day(), true, ECHO);
        let (solved, _) = run(SolveJob::new(
            checking(inputs, stored(&examples)),
            options(&program, Some(100), None),
        ));
        let [endless, others @ ..] = &solved.examples.results[..] else {
            panic!("{solved:?}");
        };
        assert_eq!((endless.status(), others.len()), (Status::Timeout, 2));
        for other in others {
            assert_eq!(why_skipped(other) != Some(not_run), are_run);
            assert!(are_run || other.status() == Status::Timeout);
        }
    }
}

#[test]
fn an_endless_part_after_a_wrong_one_delays_no_other_example() {
    let script = "while ask; do case $command in open*) tell 'ran\\t1\\tparsed' ;; \
                  *part2*) sleep 600 ;; *) tell 'ran\\t1\\tanswered\\t5' ;; esac; done";
    let (program, _folder) = program(plain_day(), true, script);
    let examples = ["1", "2"].map(|text| Example {
        part2: Some("5".to_owned()),
        ..example(text, "4")
    });
    let (solved, _) = run(SolveJob::new(
        solving(input("7"), stored(&examples)),
        options(&program, Some(1000), None),
    ));
    assert_eq!(statuses(&solved), [Status::Wrong, Status::Timeout]);
    let why = "skipped: the previous example timed out";
    assert_eq!(why_skipped(&solved.examples.results[1]), Some(why));
}

#[test]
fn what_may_be_an_example_confirms_but_never_refutes() {
    let of = |likely: &[LikelyExample], confirmed: &[Example], is_certain: bool| {
        let mut stored = confirmed.to_vec();
        if is_certain {
            stored.push(example("1", "1"));
        }
        let examples = job_examples(&stored, likely);
        let (mut solved, events) = solve(input("7"), examples);
        assert_eq!(solved.exit(), Exit::Done);
        let notes: Vec<String> = events
            .into_iter()
            .filter(|note| note != "finished" && !note.ends_with(" checked"))
            .collect();
        let confirmed = solved.examples.confirmed.take();
        (solved, notes, confirmed)
    };
    let kept = |answer: &str| format!("Likely ok {answer}");

    // The value that the code gives becomes the answer, and is stored.
    let (solved, notes, confirmed) = of(&[likely("5", &["4", "5"])], &[], false);
    assert_eq!(notes, [kept("5")]);
    let confirmed = confirmed.unwrap();
    assert_eq!(
        (&confirmed.input[..], confirmed.answer(Part::One)),
        ("5", Some("5"))
    );
    assert_eq!(confirmed.trust, Trust::Confirmed);
    assert_eq!(solved.examples.results.len(), 1);
    // JSON contains the mark that the file gets.
    assert_eq!(solved.examples.results[0].trust, Trust::Confirmed);
    // Another value and a panic are not mentioned.
    for text in ["6", "panic"] {
        let (solved, notes, confirmed) = of(&[likely(text, &["4", "5"])], &[], false);
        assert_eq!(notes, [""; 0]);
        assert!(solved.examples.results.is_empty() && confirmed.is_none());
    }
    // A part that one example has checked needs no other example.
    let two = [likely("5", &["5"]), likely("6", &["6"])];
    assert_eq!(of(&two, &[], false).1, [kept("5")]);
    assert_eq!(of(&two, &[], true).1, [""; 0]);
    // An example that does not end takes some time and gets a note.
    let endless = of(&[likely("endless", &["5"])], &[], false).1;
    assert_eq!(endless, ["Likely timeout 5"]);

    // The message has no fractions of a millisecond.
    let (solved, ..) = of(&[], &[once_confirmed("endless", "5")], false);
    let late = format!("{solved:?}");
    assert!(late.contains("no answer within 1s "), "{late}");
    assert!(!late.contains("us ") && !late.contains("ns\""), "{late}");

    // A confirmed example is not mentioned while it matches. It is never a failure.
    let (solved, notes, confirmed) = of(&[], &[once_confirmed("5", "5")], false);
    assert_eq!((statuses(&solved), notes), (vec![Status::Ok], Vec::new()));
    assert!(confirmed.is_none());
    for (text, given) in [
        ("6", "wrong 5 not 6"),
        ("panic", "panic 5"),
        ("unsolved", "ok 5"),
    ] {
        let (solved, notes, _) = of(&[], &[once_confirmed(text, "5")], false);
        assert_eq!(notes, [format!("Confirmed {given}")]);
        assert_eq!(PuzzleResult::counted(&solved.examples.results).count(), 0);
        // JSON contains the example.
        assert_eq!(solved.examples.results.len(), 1);
        // The example is also mentioned if another example can refute the code.
        let (solved, notes, _) = of(&[], &[once_confirmed(text, "5")], true);
        assert_eq!(notes, [format!("Confirmed {given}")]);
        assert_eq!(PuzzleResult::counted(&solved.examples.results).count(), 1);
    }
    // The example is not mentioned if the other one has the same text.
    let (_, notes, _) = of(&[], &[once_confirmed("1", "5")], true);
    assert_eq!(notes, [""; 0]);
}

#[test]
fn the_note_on_a_confirmed_example_is_of_the_part_that_fails() {
    let script = "while ask; do case $command in open*) tell 'ran\\t1\\tparsed' ;; \
                  *part1*) tell 'ran\\t1\\tanswered\\t5' ;; \
                  *) tell 'ran\\t1\\tanswered\\t9' ;; esac; done";
    let (program, _folder) = program(plain_day(), true, script);
    let both = Example {
        part2: Some("7".to_owned()),
        ..once_confirmed("3", "5")
    };
    // An example of the user may check only part 1 of the same text.
    let alone = [both.clone()];
    let beside_own = [example("3", "5"), both];
    for examples in [stored(&alone), stored(&beside_own)] {
        let job = SolveJob::new(
            checking(Vec::new(), examples),
            options(&program, None, None),
        );
        let mut notes = run(job).1;
        notes.retain(|note| note.starts_with("Confirmed"));
        assert_eq!(notes, ["Confirmed wrong 7 not 9"]);
    }
}

/// An endless example delays only one run of the same code.
#[test]
fn what_did_not_end_is_not_run_again_with_the_same_program() {
    let (program, _folder) = program(plain_day(), true, ECHO);
    let notes_of = |examples: DayExamples, timeout| {
        let (solved, mut notes) = run(SolveJob::new(
            solving(input("7"), examples),
            options(&program, timeout, None),
        ));
        notes.retain(|note| note.starts_with("Likely") || note.starts_with("Confirmed"));
        let example = solved.examples.results.first();
        let message = example.and_then(why_skipped).map(str::to_owned);
        (notes, message)
    };
    let likely = || job_examples(&[], &[likely("endless", &["5"])]);
    // A timeout with a short limit says nothing about the example.
    for timeout in [Some(100), None] {
        let (notes, _) = notes_of(likely(), timeout);
        assert_eq!(notes, ["Likely timeout 5"], "{timeout:?}");
    }
    assert_eq!(notes_of(likely(), None), (Vec::new(), None));
    // An example of the file is always mentioned.
    let (notes, message) = notes_of(stored(&[once_confirmed("endless", "5")]), None);
    assert_eq!(notes, ["Confirmed timeout 5"]);
    let why = "skipped: this code timed out on it before";
    assert_eq!(message.as_deref(), Some(why));
}

#[test]
fn only_a_function_that_did_not_end_is_not_run_again() {
    let script = "while ask; do case $command in open*) tell 'ran\\t1\\tparsed' ;; \
                  *part2* | *other*) sleep 600 ;; *) tell 'ran\\t1\\tanswered\\t5' ;; esac; done";
    let day = day("5", false);
    let mut confirmed = once_confirmed("3", "5");
    confirmed.part2 = Some("5".to_owned());
    let primary = Alternatives::None;
    let other = Alternatives::Instead("other".to_owned());
    for (slow, skipped, runs) in [
        (
            (&Part::BOTH[..], &primary),
            (&[Part::Two][..], &primary),
            (&[Part::One][..], &primary),
        ),
        (
            (&[Part::One], &other),
            (&[Part::One], &other),
            (&[Part::One], &primary),
        ),
    ] {
        let (program, _folder) = program(
            DayInfo {
                examples: Vec::new(),
                ..day.clone()
            },
            true,
            script,
        );
        let status_and_message = |(parts, alternatives): (&[Part], &Alternatives)| {
            let examples = stored(slice::from_ref(&confirmed));
            let job = SolveJob {
                parts: parts.to_vec(),
                alternatives: alternatives.clone(),
                ..SolveJob::new(
                    checking(Vec::new(), examples),
                    options(&program, Some(1000), None),
                )
            };
            let (solved, _) = run(job);
            let example = &solved.examples.results[0];
            (example.status(), why_skipped(example).map(str::to_owned))
        };
        assert_eq!(status_and_message(slow), (Status::Timeout, None));
        let why = "skipped: this code timed out on it before";
        let why = Some(why.to_owned());
        assert_eq!(status_and_message(skipped), (Status::Timeout, why));
        assert_eq!(status_and_message(runs), (Status::Ok, None), "{:?}", runs.0);
    }
}

#[test]
fn a_page_is_unclear_only_where_nothing_checks_the_part() {
    let certain = || vec![example("1", "1")];
    let wrong = || vec![once_confirmed("6", "5")];
    let of_part2 = Example::of_part("6", Part::Two, "5", Trust::Confirmed);
    let likely_of = MissingExample::Likely;
    let missing_of = MissingExample::NotFound;
    let bad_page = MissingExample::UnusablePage(Part::One, UnusablePage::Damaged);
    for (page, mut stored, confirmed, parts, is_said) in [
        (likely_of(Part::One), vec![], vec![], &Part::BOTH[..], true),
        (likely_of(Part::One), certain(), vec![], &Part::BOTH, false),
        // The note on the example says where it is.
        (likely_of(Part::One), vec![], wrong(), &Part::BOTH, false),
        (
            likely_of(Part::One),
            vec![],
            vec![of_part2],
            &Part::BOTH,
            true,
        ),
        (likely_of(Part::Two), certain(), vec![], &Part::BOTH, true),
        (likely_of(Part::Two), vec![], vec![], &[Part::One], false),
        (missing_of(Part::One), vec![], vec![], &Part::BOTH, true),
        (missing_of(Part::One), certain(), vec![], &Part::BOTH, false),
        (missing_of(Part::Two), vec![], vec![], &[Part::One], false),
        (bad_page, vec![], vec![], &Part::BOTH, true),
        (bad_page, certain(), vec![], &Part::BOTH, false),
    ] {
        stored.extend(confirmed);
        let mut examples = self::stored(&stored);
        examples.missing = Some(page);
        let (program, _folder) = program(plain_day(), true, ECHO);
        let (solved, _) = run(SolveJob {
            parts: parts.to_vec(),
            ..SolveJob::new(solving(input("7"), examples), options(&program, None, None))
        });
        assert_eq!(
            solved.examples.missing,
            is_said.then_some(page),
            "{page:?} {parts:?}"
        );
    }
}
