//! The decision about a day whose program is a script.

use std::collections::BTreeMap;
use std::fs::set_permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;

use super::decision::DecidedDay;
use super::state::tests::day_of;
use super::*;
use crate::error::{Exit, Result};
use crate::files::write_source;
use crate::import::compare::{Known, ProgramOutput};
use crate::import::day_decision::{Certainty, DayDecision, NotCopied};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::testing::{no_variables, write};

/// The decision about a day with `part1`, within this time. The day's program gives 5.
fn decision_within(longest: Duration) -> DayDecision {
    let code = "fn part1(i: &str) -> usize { i.len() }";
    let script = "printf '1\\t5\\n' > \"$3\"";
    day_with(code, script, Known::of(Puzzle::of(2020, 1)), longest).decision
}

/// The decision about a day with this code. Its program is a script.
fn day_with(code: &str, script: &str, known: Known, longest: Duration) -> DecidedDay {
    day_within(code, script, known, [LONGEST_RUN, longest])
}

/// The decision about a day. The limits are of a run and of all runs.
fn day_within(code: &str, script: &str, known: Known, limits: [Duration; 2]) -> DecidedDay {
    let temp = tempfile::tempdir().expect("a folder");
    day_of_script(temp.path(), code, script, known, limits)
}

/// The decision about a day. Its program is a script, which runs in `temp`.
fn day_of_script(
    temp: &Path,
    code: &str,
    script: &str,
    known: Known,
    limits: [Duration; 2],
) -> DecidedDay {
    let program = temp.join("program");
    write_source(&program, format!("#!/bin/sh\n{script}\n")).expect("a file");
    set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a file");
    decided_in(temp, temp, code, known, limits).expect("a result")
}

/// The decision about a day. Its program is the file `program` in `temp`, and runs in `folder`.
fn decided_in(
    temp: &Path,
    folder: &Path,
    code: &str,
    known: Known,
    limits: [Duration; 2],
) -> Result<DecidedDay> {
    let input = if code.contains("trim_start") {
        " abcde\n"
    } else if code.contains("trim") {
        "abcde\n"
    } else {
        "abcde"
    };
    let program = temp.join("program");
    let settings = RunSettings {
        environment: &no_variables(),
        folder,
        cancel: &CancelToken::default(),
        longest_run: limits[0],
        longest: limits[1],
    };
    let facts = DayFacts {
        day: &day_of("2020/day01.rs", code),
        program: &program,
        // A day with tests has no input.
        input: (!code.contains("#[test]")).then(|| input.to_owned()),
        known,
    };
    decide_day(DayRuns::start(&settings, facts))
}

#[test]
fn an_output_of_the_old_program_that_is_not_about_the_input_is_no_evidence() {
    let code =
        "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
    for (printed, old, can_refute) in [
        // `main` has printed the same value without the input.
        ("not read\\n700\\n", "700\n", vec![]),
        ("not read\\n", "700\n", vec![false]),
        ("not read\\n800\\n", "700\n", vec![false]),
        ("read\\n500\\n", "500\n", vec![true]),
    ] {
        let script = format!(
            "case $1 in */output) printf '{printed}' > \"$3\";; *) printf '1\\t500\\n' > \"$3\";; esac"
        );
        let output = ProgramOutput {
            text: old.to_owned(),
            can_refute: true,
        };
        let known = Known {
            outputs: vec![output],
            ..Known::of(Puzzle::of(2020, 1))
        };
        let decided = day_with(code, &script, known, Duration::from_mins(2));
        let outputs = decided.outputs.iter().map(|output| output.can_refute);
        assert!(outputs.eq(can_refute), "{printed}");
        let is_taken = decided.decision.is_ok();
        assert!(is_taken, "{printed}");
    }
}

#[test]
fn the_output_of_a_call_without_the_input_is_evidence_only_if_its_code_reads() {
    let code =
        "fn part1(i: &str) -> usize { i.len() } fn run(is_test: bool) { println!(\"700\"); }";
    for (printed, is_taken) in [("not read\\n700\\n", true), ("read\\n700\\n", false)] {
        let script = format!(
            "case $1 in */output) printf '{printed}' > \"$3\";; *) printf '1\\t500\\n' > \"$3\";; esac"
        );
        let decided = day_with(code, &script, Known::of(Puzzle::of(2020, 1)), LONGEST_TRIAL);
        let taken = decided.decision.is_ok();
        assert_eq!(taken, is_taken, "{printed}");
    }
}

#[test]
fn an_output_that_is_cut_off_refutes_nothing() {
    let code =
        "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
    let script = "case $1 in */output) printf 'read\\n50' > \"$3\"; sleep 60;; \
                  *) printf '1\\t500\\n' > \"$3\";; esac";
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    let decided = day_within(code, script, Known::of(Puzzle::of(2020, 1)), limits);
    assert!(decided.decision.is_ok());
}

#[test]
fn the_output_of_the_old_program_is_shown_beside_calls_that_disagree() {
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    let script =
        "case $1 in */0|*/1) printf '1\\t5\\n' > \"$3\";; *) printf '1\\t6\\n' > \"$3\";; esac";
    let output = ProgramOutput {
        text: "147\n637\n".to_owned(),
        can_refute: false,
    };
    let known = Known {
        outputs: vec![output],
        ..Known::of(Puzzle::of(2020, 1))
    };
    let decided = day_with(code, script, known, Duration::from_mins(2));
    let Err(NotCopied::Unclear(why)) = decided.decision else {
        panic!("a call is taken");
    };
    let expected = "its calls disagree: `part1(input)` gave 5, `solve1(input)` gave 6; choose \
                    with `--part1`; the old program printed `147; 637`";
    assert_eq!(why, expected);
}

#[test]
fn a_day_whose_calls_take_too_long_is_left_to_the_user() {
    let in_time = decision_within(Duration::from_mins(2));
    assert!(in_time.is_ok());
    let Err(NotCopied::Unclear(why)) = decision_within(Duration::ZERO) else {
        panic!("a call is taken");
    };
    let expected = "not all of its calls ran within 0 seconds: choose with `--part1` and \
                    `--part2`";
    assert_eq!(why, expected);
}

#[test]
fn a_run_that_cannot_start_is_an_error_and_no_property_of_the_day() {
    let temp = tempfile::tempdir().expect("a folder");
    let code = "fn part1(i: &str) -> usize { i.len() }";
    let limits = [LONGEST_RUN, LONGEST_TRIAL];
    write(temp.path(), "file", "");
    for (folder, expected) in [
        (temp.path().to_owned(), "cannot start "),
        (temp.path().join("file"), "cannot write "),
    ] {
        let decided = decided_in(
            temp.path(),
            &folder,
            code,
            Known::of(Puzzle::of(2020, 1)),
            limits,
        );
        let Err(error) = decided else {
            panic!("the day is decided: {expected}");
        };
        assert_eq!(error.exit, Exit::Files, "{error}");
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn a_known_answer_to_one_part_says_nothing_of_the_blanks_that_matter_for_the_other() {
    let code = "fn part1(i: &str) -> usize { i.lines().count() } \
                fn part2(i: &str) -> usize { i.len() } \
                fn other(i: &str) -> usize { part2(i.trim()) }";
    // The script is told the text by a file.
    let script = "printf '1\\t1\\n' > \"$3\"; printf '2\\t%d\\n' $(wc -c < \"$2\") >> \"$3\"";
    for (answers, is_taken) in [
        (vec![], false),
        (vec![(Part::One, "1")], false),
        (vec![(Part::Two, "6")], true),
        (vec![(Part::One, "1"), (Part::Two, "6")], true),
    ] {
        let answers = answers.iter();
        let known = Known {
            answers: answers
                .map(|(part, text)| (*part, (*text).to_owned()))
                .collect(),
            ..Known::of(Puzzle::of(2020, 1))
        };
        let shown = format!("{known:?}");
        match day_with(code, script, known, LONGEST_TRIAL).decision {
            Ok(_) => assert!(is_taken, "{shown}"),
            Err(NotCopied::Unclear(why)) => {
                let expected = "its answers depend on blanks at the end of the input: \
                                `part1(input)` and `part2(input)` gave 1 and 6, and 1 and 5 with";
                assert!(!is_taken && why.starts_with(expected), "{shown}: {why}");
            }
            Err(NotCopied::Unfit(_)) => panic!("it is tried: {shown}"),
        }
    }
}

#[test]
fn a_known_answer_that_depends_on_blanks_says_whether_the_input_is_trimmed() {
    let at_end = "fn part1(i: &str) -> usize { i.len() } \
                  fn part2(i: &str) -> usize { i.len() * 2 } \
                  fn other(i: &str) -> usize { part2(i.trim()) }";
    let at_both_ends = at_end.replace("trim()", "trim_start()");
    for (code, answers, refused) in [
        (
            at_end,
            vec![],
            Some(
                "the end of the input: `part1(input)` and `part2(input)` gave 6 and 12, and 5 and \
                 10 with `--text 'input.trim_end()'`",
            ),
        ),
        (at_end, vec![(Part::One, "6")], None),
        (at_end, vec![(Part::Two, "12")], None),
        (at_end, vec![(Part::One, "6"), (Part::Two, "12")], None),
        (at_end, vec![(Part::One, "5"), (Part::Two, "10")], None),
        (
            at_end,
            vec![(Part::One, "5")],
            Some(
                "the end of the input: `part1(input.trim_end())` and `part2(input)` gave 5 and 12, \
                 and 5 and 10 with `--text 'input.trim_end()'`",
            ),
        ),
        (&*at_both_ends, vec![(Part::One, "7")], None),
        (
            &at_both_ends,
            vec![(Part::One, "5")],
            Some(
                "both ends of the input: `part1(input.trim())` and `part2(input)` gave 5 and 14, \
                 and 5 and 10 with `--text 'input.trim()'`",
            ),
        ),
    ] {
        let day = day_of("2020/day01.rs", code);
        let numbers = day.candidates_for(Some(Part::One));
        let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
        let script = format!(
            "length=$(wc -c < \"$2\"); case $1 in {}) printf '1\\t%d\\n' $length > \"$3\";; \
             *) printf '2\\t%d\\n' $((2 * length)) > \"$3\";; esac",
            patterns.join("|")
        );
        let shown = format!("{code} {answers:?}");
        let answers = answers.into_iter();
        let known = Known {
            answers: answers
                .map(|(part, text)| (part, text.to_owned()))
                .collect(),
            ..Known::of(Puzzle::of(2020, 1))
        };
        let why = match day_with(code, &script, known, LONGEST_TRIAL).decision {
            Ok(_) => None,
            Err(NotCopied::Unclear(why)) => Some(why),
            Err(NotCopied::Unfit(_)) => panic!("it is tried: {shown}"),
        };
        let refused = refused.map(|of_which| {
            format!(
                "its answers depend on blanks at {of_which}; choose with `--text`, or compare with \
                 `--run-old`"
            )
        });
        assert_eq!(why, refused, "{shown}");
    }
}

/// The code cannot read a number if a line break follows it.
#[test]
fn an_answer_that_only_the_trimmed_input_gives_is_taken() {
    let code = "fn solve(i: &str) -> (usize, Option<u8>) { (i.len(), i.parse().ok()) } \
                fn main() { solve(include_str!(\"a\").trim()); }";
    let known = [(Part::Two, "7".to_owned())];
    for (untrimmed, answers, uncompared) in [
        ("", BTreeMap::new(), &Part::BOTH[..]),
        ("1\\t5\\n", BTreeMap::from(known), &[Part::One]),
    ] {
        let script = format!(
            "if [ $(wc -c < \"$2\") = 6 ]; then printf '{untrimmed}' > \"$3\"; \
             else printf '1\\t5\\n2\\t7\\n' > \"$3\"; fi"
        );
        let known = Known {
            answers,
            ..Known::of(Puzzle::of(2020, 1))
        };
        let decided = day_with(code, &script, known, LONGEST_TRIAL);
        let Ok(taken) = decided.decision else {
            panic!("no call is taken: {untrimmed}");
        };
        assert_eq!(taken.wiring.text(), Some("input.trim_end()"));
        assert_eq!(taken.uncompared, uncompared);
    }
}

#[test]
fn a_day_that_reads_its_input_gets_it_with_its_blanks() {
    let code = "fn part1(i: &str) -> usize { i.trim().len() }";
    let script = "printf 'reads\\tinput\\n1\\t%d\\n' $(wc -c < \"$2\") > \"$3\"";
    let decided = day_with(code, script, Known::of(Puzzle::of(2020, 1)), LONGEST_TRIAL);
    let Ok(taken) = decided.decision else {
        panic!("no call is taken");
    };
    assert!(taken.wiring.reads());
    assert_eq!(taken.wiring.text(), None);
}

/// The patterns of a script for the candidates that call this function.
fn candidates_calling(code: &str, function: &str) -> String {
    let day = day_of("2020/day01.rs", code);
    let is_called = |number: &usize| {
        let shown = day.candidate(*number).wiring.shown_calls();
        shown
            .iter()
            .any(|call| call.contains(&format!("{function}(")))
    };
    let numbers = day.remaining.iter().copied().filter(is_called);
    let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
    patterns.join("|")
}

#[test]
fn a_code_that_reads_only_the_trimmed_text_reads_in_its_copy_too() {
    let parsing = "fn offset() -> usize { std::fs::read_to_string(\"a\").unwrap().trim().len() } \
                   fn part1(i: &str) -> usize { i.parse::<usize>().unwrap() + offset() }";
    let counting = "fn part2(i: &str) -> usize { i.len() }";
    let reading = "aoc_solution::imported::reading(input, || \
                   aoc_solution::imported::call!(input, part1))";
    for (code, answers, expected) in [
        (
            parsing.to_owned(),
            BTreeMap::new(),
            format!("text = |input| input.trim_end(),\n    part1 = |&input| {reading},\n"),
        ),
        // The other part takes the whole text, and does not read.
        (
            format!("{parsing} {counting}"),
            BTreeMap::from([(Part::One, "8".to_owned()), (Part::Two, "6".to_owned())]),
            format!(
                "part1 = |&input| {{ let input = input.trim_end(); {reading} }},\n    \
                 part2 = part2,\n"
            ),
        ),
    ] {
        let script = format!(
            "length=$(wc -c < \"$2\"); case $1 in {}) \
             [ $length = 6 ] || printf 'reads\\tinput\\n1\\t8\\n' > \"$3\";; \
             *) printf '2\\t%d\\n' $length > \"$3\";; esac",
            candidates_calling(&code, "part1")
        );
        let known = Known {
            answers,
            ..Known::of(Puzzle::of(2020, 1))
        };
        let Ok(taken) = day_with(&code, &script, known, LONGEST_TRIAL).decision else {
            panic!("no call is taken: {code}");
        };
        let rendered = taken.wiring.render("D", "T", &[]);
        assert!(rendered.contains(&expected), "{rendered}");
    }
}

#[test]
fn blanks_matter_for_a_part_although_the_other_one_reads() {
    let code = "fn part1() -> usize { std::fs::read_to_string(\"a\").unwrap().lines().count() } \
                fn part2(i: &str) -> usize { i.len() } \
                fn other(i: &str) -> usize { part2(i.trim()) }";
    let script = format!(
        "case $1 in {}) printf 'reads\\tinput\\n1\\t1\\n' > \"$3\"; echo >> calls;; \
         *) printf '2\\t%d\\n' $(wc -c < \"$2\") > \"$3\";; esac",
        candidates_calling(code, "part1")
    );
    let temp = tempfile::tempdir().expect("a folder");
    let known = Known::of(Puzzle::of(2020, 1));
    let limits = [LONGEST_RUN, LONGEST_TRIAL];
    let decided = day_of_script(temp.path(), code, &script, known, limits);
    let Err(NotCopied::Unclear(why)) = decided.decision else {
        panic!("a call is taken");
    };
    let expected = "its answers depend on blanks at the end of the input: `part1(input)` and \
                    `part2(input)` gave 1 and 6, and 1 and 5 with `--text 'input.trim_end()'`; \
                    choose with `--text`, or compare with `--run-old`";
    assert_eq!(why, expected);
    let calls = std::fs::read(temp.path().join("calls")).expect("the calls");
    assert_eq!(calls.len(), 1, "the part that reads gets the whole text");
}

#[test]
fn a_part_runs_again_on_the_text_on_which_it_has_answered() {
    let code = "fn part1(i: &str) -> u32 { i.parse().unwrap() } \
                fn part2(i: &str) -> usize { i.len() } \
                fn run(i: &str) -> (u32, usize) { (i.trim().parse::<u32>().unwrap() + 1, 9) }";
    let script = format!(
        "length=$(wc -c < \"$2\"); case $1 in \
         {}) [ $length = 6 ] || printf '1\\t7\\n' > \"$3\";; \
         {}) printf '2\\t%d\\n' $length > \"$3\";; \
         *) printf '1\\t8\\n2\\t9\\n' > \"$3\";; esac",
        candidates_calling(code, "part1"),
        candidates_calling(code, "part2")
    );
    let known = Known::of(Puzzle::of(2020, 1));
    let decided = day_with(code, &script, known, LONGEST_TRIAL);
    let Err(NotCopied::Unclear(why)) = decided.decision else {
        panic!("a call is taken");
    };
    let expected = "its calls disagree: `part1(input.trim_end())` and `part2(input)` gave 7 and 6, \
                    `run(input)` gave 8 and 9; choose with `--part1` and `--part2`";
    assert_eq!(why, expected);
}

#[test]
fn a_part_that_fails_beside_the_other_one_is_answered_by_another_function() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                fn part2(v: &[u8]) -> usize { 2 } fn solve2(v: &[u8]) -> usize { 3 }";
    let day = day_of("2020/day01.rs", code);
    let calling = |part: Part, name: &str| {
        let numbers = day.remaining.iter().filter(|number| {
            let functions = day.candidate(**number).wiring.functions_for(part);
            functions.contains(&name)
        });
        let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
        patterns.join("|")
    };
    let script = format!(
        "case $1 in {}) printf '2\\t6\\n' > \"$3\";; {}) printf '1\\t5\\n' > \"$3\";; esac",
        calling(Part::Two, "solve2"),
        calling(Part::One, "part1")
    );
    let known = Known::of(Puzzle::of(2020, 1));
    let Ok(taken) = day_with(code, &script, known, LONGEST_TRIAL).decision else {
        panic!("no call is taken");
    };
    let expected = ["part1(parse(input))", "solve2(parse(input))"];
    assert_eq!(taken.wiring.shown_calls(), expected);
}

#[test]
fn a_call_that_does_not_end_is_not_replaced_by_one_that_does() {
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    let ends = "printf '1\\t5\\n' > \"$3\"";
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    for (code, script, expected) in [
        (
            code,
            format!("case $1 in */0|*/1) sleep 60;; *) {ends};; esac"),
            "part 1: `part1(input)` did not end within 1 second, and `solve1(input)` gave 5: \
             choose with `--part1`",
        ),
        (
            "fn part1(i: &str) -> usize { 1 }",
            "sleep 60".to_owned(),
            "no call of it ended within 1 second: call it with `--part1` and `--part2`",
        ),
    ] {
        let decided = day_within(code, &script, Known::of(Puzzle::of(2020, 1)), limits);
        let Err(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        assert_eq!(why, expected);
    }
}

#[test]
fn a_call_that_does_not_end_runs_once() {
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    // The input ends with a line break.
    let code = "fn part1(i: &str) -> usize { i.trim().len() }";
    assert_eq!(day_of("2020/day01.rs", code).remaining.len(), 2);
    let with_parser = "fn parse(i: &str) -> Vec<u8> { i.trim().into() } \
                       fn part1(v: &[u8]) -> usize { 1 }";
    let sleeps = "echo >> calls; sleep 60";
    let only_trimmed = "[ $(wc -c < \"$2\") = 6 ] && exit 1; echo >> calls; sleep 60";
    for (code, script, count) in [
        (code, sleeps, 1),
        (code, only_trimmed, 1),
        // It is parsed once, for this part, and not at all.
        (with_parser, sleeps, 3),
    ] {
        let temp = tempfile::tempdir().expect("a folder");
        let known = Known::of(Puzzle::of(2020, 1));
        let decided = day_of_script(temp.path(), code, script, known, limits);
        let Err(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        let expected = "no call of it ended within 1 second: call it with `--part1` and `--part2`";
        assert_eq!(why, expected);
        let calls = std::fs::read(temp.path().join("calls")).expect("the calls");
        assert_eq!(calls.len(), count, "{script}");
    }
}

#[test]
fn a_wrong_answer_is_not_offered_in_place_of_a_call_that_does_not_end() {
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    let script = "case $1 in */0|*/1) sleep 60;; *) printf '1\\t500\\n' > \"$3\";; esac";
    let by_answer = Known {
        answers: BTreeMap::from([(Part::One, "700".to_owned())]),
        ..Known::of(Puzzle::of(2020, 1))
    };
    let output = ProgramOutput {
        text: "Part 1: 700\n".to_owned(),
        can_refute: true,
    };
    let by_output = Known {
        outputs: vec![output],
        ..Known::of(Puzzle::of(2020, 1))
    };
    for known in [by_answer, by_output] {
        let decided = day_within(code, script, known, limits);
        let Err(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        assert!(!why.contains("500"), "{why}");
        let expected = "no call of it gave a right answer within 1 second: call it with `--part1` \
                        and `--part2`";
        assert_eq!(why, expected);
    }
}

#[test]
fn a_call_that_prints_too_much_is_not_said_to_take_too_long() {
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    for (code, script, expected) in [
        (
            code,
            "case $1 in */0|*/1) yes;; *) printf '1\\t5\\n' > \"$3\";; esac",
            "part 1: `part1(input)` printed more than 64.0 MiB, and `solve1(input)` gave 5: \
             choose with `--part1`",
        ),
        (
            "fn part1(i: &str) -> usize { 1 }",
            "yes",
            "no call of it gives an answer, and one printed more than 64.0 MiB: call it with \
             `--part1` and `--part2`",
        ),
        // Captured output goes to the output file.
        (
            "fn part1(i: &str) { print!(\"1\") }",
            "dd if=/dev/zero of=\"$3\" bs=1 count=1 seek=67108864",
            "no call of it gives an answer, and one printed more than 64.0 MiB: call it with \
             `--part1` and `--part2`",
        ),
    ] {
        let decided = day_with(code, script, Known::of(Puzzle::of(2020, 1)), LONGEST_TRIAL);
        let Err(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        assert_eq!(why, expected);
    }
}

#[test]
fn a_call_that_does_not_end_is_not_replaced_by_one_that_parses_once() {
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                fn part2(v: &[u8]) -> usize { 2 } fn solve1(v: &[u8]) -> usize { 3 }";
    let day = day_of("2020/day01.rs", code);
    let calls_other = |number: &usize| {
        let functions = day.candidate(*number).wiring.functions_for(Part::One);
        functions.contains(&"solve1")
    };
    let numbers = day.remaining.iter().copied().filter(calls_other);
    let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
    let script = format!(
        "case $1 in {}) sleep 60;; *) printf '1\\t5\\n2\\t6\\n' > \"$3\";; esac",
        patterns.join("|")
    );
    let decided = day_within(code, &script, Known::of(Puzzle::of(2020, 1)), limits);
    let Err(NotCopied::Unclear(why)) = decided.decision else {
        panic!("a call is taken");
    };
    let expected = "part 1: `solve1(parse(input))` did not end within 1 second, and \
                    `part1(parse(input))` and `part2(parse(input))` gave 5 and 6: choose with \
                    `--part1`";
    assert_eq!(why, expected);
}

#[test]
fn a_function_for_both_parts_that_does_not_end_loses_no_day_and_runs_once() {
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    let code = "fn parse(i: &str) -> Vec<u8> { i.trim().into() } fn part1(v: &[u8]) -> usize { 1 } \
                fn part2(v: &[u8]) -> usize { 2 } fn run(i: &str) -> (usize, usize) { loop {} }";
    let day = day_of("2020/day01.rs", code);
    let calls_run = |number: &usize| {
        let shown = day.candidate(*number).wiring.shown_calls();
        shown.iter().any(|call| call.contains("run("))
    };
    let numbers = day.remaining.iter().copied().filter(calls_run);
    let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
    assert!(patterns.len() > 1, "{patterns:?}");
    let script = format!(
        "case $1 in {}) echo >> calls; sleep 60;; *) printf '1\\t5\\n2\\t6\\n' > \"$3\";; esac",
        patterns.join("|")
    );
    let temp = tempfile::tempdir().expect("a folder");
    let known = Known::of(Puzzle::of(2020, 1));
    let decided = day_of_script(temp.path(), code, &script, known, limits);
    let Ok(taken) = decided.decision else {
        panic!("no call is taken");
    };
    let expected = ["part1(parse(input))", "part2(parse(input))"];
    assert_eq!(taken.wiring.shown_calls(), expected);
    let calls = std::fs::read(temp.path().join("calls")).expect("the calls");
    assert_eq!(calls.len(), 1);
}

#[test]
fn all_calls_must_agree_with_those_that_parse_once_if_no_answer_is_known() {
    let parts = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                 fn part2(v: &[u8]) -> usize { 2 }";
    for (rival, name, answers) in [
        (
            "fn solve(i: &str) -> (usize, usize) { (3, 4) }",
            "solve",
            "1\\t7\\n2\\t8\\n",
        ),
        (
            "struct D(u8); impl D { fn new(i: &str) -> Self { D(1) } \
             fn part1(&mut self) -> usize { 3 } }",
            "D::part1",
            "1\\t7\\n",
        ),
    ] {
        let code = format!("{parts} {rival}");
        let day = day_of("2020/day01.rs", &code);
        let is_rival = |number: &usize| {
            let shown = day.candidate(*number).wiring.shown_calls();
            shown.iter().any(|call| call.contains(name))
        };
        let numbers = day.remaining.iter().copied().filter(is_rival);
        let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
        for (given, is_taken) in [("1\\t5\\n2\\t6\\n", true), (answers, false)] {
            let script = format!(
                "case $1 in {}) printf '{given}' > \"$3\";; \
                 *) printf '1\\t5\\n2\\t6\\n' > \"$3\";; esac",
                patterns.join("|")
            );
            let known = Known::of(Puzzle::of(2020, 1));
            match day_with(&code, &script, known, LONGEST_TRIAL).decision {
                Ok(_) => assert!(is_taken, "{code}"),
                Err(NotCopied::Unclear(why)) => {
                    let expected = "its calls disagree: `part1(parse(input))` and \
                                    `part2(parse(input))` gave 5 and 6, `";
                    let is_said = why.starts_with(expected);
                    assert!(!is_taken && is_said, "{code}: {why}");
                }
                Err(NotCopied::Unfit(_)) => panic!("it is tried: {code}"),
            }
        }
    }
}

#[test]
fn a_call_that_does_not_end_on_the_trimmed_input_does_not_agree() {
    let limits = [Duration::from_secs(1), Duration::from_mins(2)];
    let code = "fn part1(i: &str) -> usize { i.trim().len() }";
    let answer = "printf '1\\t5\\n' > \"$3\"";
    let decided = day_within(code, answer, Known::of(Puzzle::of(2020, 1)), limits);
    assert!(decided.decision.is_ok());
    let sleeps = format!("if [ $(wc -c < \"$2\") = 6 ]; then {answer}; else sleep 60; fi");
    let decided = day_within(code, &sleeps, Known::of(Puzzle::of(2020, 1)), limits);
    let Err(NotCopied::Unclear(why)) = decided.decision else {
        panic!("a call is taken");
    };
    let expected = "its answers may depend on blanks at the end of the input: `part1(input)` \
                    gave 5, and did not end within 1 second with `--text \
                    'input.trim_end()'`; choose with `--text`, or compare with `--run-old`";
    assert_eq!(why, expected);
}

#[test]
fn a_wrong_answer_does_not_dispute_a_printed_one() {
    let code = "fn solve(i: &str) -> (u8, u8) { (5, 6) } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let day = day_of("2020/day01.rs", code);
    let printing = day.remaining.iter().copied();
    let printing = printing.filter(|number| day.prints_both_parts(*number));
    let patterns: Vec<String> = printing.map(|number| format!("*/{number}")).collect();
    let script = format!(
        "case $1 in */output) ;; {}) printf 'reads\\tinput\\n1\\t7\\n2\\t8\\n' > \"$3\";; \
         *) printf '1\\t5\\n2\\t6\\n' > \"$3\";; esac",
        patterns.join("|")
    );
    let known = Known {
        answers: BTreeMap::from([(Part::One, "7".to_owned())]),
        ..Known::of(Puzzle::of(2020, 1))
    };
    let Ok(taken) = day_with(code, &script, known, LONGEST_TRIAL).decision else {
        panic!("no call is taken");
    };
    assert!(taken.wiring.prints());
}

#[test]
fn without_an_input_a_call_that_its_test_refutes_does_not_replace_one_without_tests() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 5 } \
                fn run(i: &str) -> (usize, usize) { (1, 2) } \
                #[test] fn one() { assert_eq!(part1(&parse(\"ab\")), 7); }";
    let script = "printf '1\\t5\\n' > \"$3\"";
    let known = Known::of(Puzzle::of(2020, 1));
    let Ok(taken) = day_with(code, script, known, LONGEST_TRIAL).decision else {
        panic!("no call is taken");
    };
    assert_eq!(taken.wiring.shown_calls(), ["run(input)"]);
}

#[test]
fn a_call_is_sure_only_if_the_answers_to_all_parts_are_known_to_be_right() {
    let of_part2 = "fn part2(i: &str) -> usize { i.len() }";
    let both = format!("fn part1(i: &str) -> usize {{ i.len() }} {of_part2}");
    let test = "#[test] fn one() { assert_eq!(part2(\"ab\"), 5); }";
    for (code, known_parts, is_sure) in [
        (both.clone(), &Part::BOTH[..], true),
        (both.clone(), &[Part::Two], false),
        (of_part2.to_owned(), &[Part::Two], false),
        (of_part2.to_owned() + test, &[], false),
    ] {
        let script = format!(
            "case $1 in {}) printf '2\\t5\\n' > \"$3\";; *) printf '1\\t5\\n' > \"$3\";; esac",
            candidates_calling(&code, "part2")
        );
        let answers = known_parts.iter().map(|part| (*part, "5".to_owned()));
        let known = Known {
            answers: answers.collect(),
            ..Known::of(Puzzle::of(2020, 1))
        };
        let Ok(taken) = day_with(&code, &script, known, LONGEST_TRIAL).decision else {
            panic!("no call is taken: {code}");
        };
        let certainty = if is_sure {
            Certainty::Sure
        } else {
            Certainty::Tried
        };
        assert_eq!(taken.certainty, certainty, "{code} {known_parts:?}");
    }
}

#[test]
fn each_candidate_that_compiles_is_run_until_one_is_right() {
    let functions = ["part1", "part1_b", "part1_c", "solve_1"];
    let parsers = ["parse", "parse_b", "read", "load"];
    let mut code = String::new();
    for name in functions {
        code += &format!("fn {name}(v: Vec<u8>) -> usize {{ 1 }}\n");
    }
    for name in parsers {
        code += &format!("fn {name}(i: &str) -> Vec<u8> {{ vec![] }}\n");
    }
    let count = day_of("2020/day01.rs", &code).remaining.len();
    assert!(count > 16, "{count}");
    let last = count - 1;
    let script = format!(
        "case $1 in */{last}) printf '1\\t5\\n' > \"$3\";; *) printf '1\\t6\\n' > \"$3\";; esac"
    );
    let known = Known {
        answers: BTreeMap::from([(Part::One, "5".to_owned())]),
        ..Known::of(Puzzle::of(2020, 1))
    };
    let decided = day_with(&code, &script, known, Duration::from_mins(2));
    assert!(decided.decision.is_ok());
}

#[test]
fn nothing_runs_after_a_call_that_gives_both_known_answers() {
    let code = "fn solve(i: &str) -> (usize, usize) { (1, 2) } \
                fn run(i: &str) -> (usize, usize) { (3, 4) }";
    let script = "case $1 in */0) printf '1\\t5\\n2\\t6\\n' > \"$3\";; *) sleep 60;; esac";
    let known = Known {
        answers: BTreeMap::from([(Part::One, "5".to_owned()), (Part::Two, "6".to_owned())]),
        ..Known::of(Puzzle::of(2020, 1))
    };
    let decided = day_with(code, script, known, Duration::from_secs(5));
    assert!(decided.decision.is_ok());
}

#[test]
fn a_call_for_both_parts_that_may_lack_a_parser_does_not_compete_with_one_that_has_it() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } \
                fn solve(v: &[u8]) -> (usize, usize) { (1, 2) }";
    let day = day_of("2020/day01.rs", code);
    let numbers = day.remaining.iter();
    let fallbacks = numbers.filter(|number| day.candidate(**number).is_fallback());
    let patterns: Vec<String> = fallbacks.map(|number| format!("*/{number}")).collect();
    let fallbacks = patterns.join("|");
    let other = "printf '1\\t5\\n2\\t6\\n' > \"$3\"";
    let known = [(Part::One, "7".to_owned())];
    for (of_parser, answers, expected) in [
        (other, BTreeMap::new(), "call!(input, parse, solve)"),
        ("true", BTreeMap::new(), "solve(input)"),
        (other, BTreeMap::from(known), "solve(input)"),
    ] {
        let script = format!(
            "case $1 in {fallbacks}) printf '1\\t7\\n2\\t8\\n' > \"$3\";; *) {of_parser};; esac"
        );
        let known = Known {
            answers,
            ..Known::of(Puzzle::of(2020, 1))
        };
        let decided = day_with(code, &script, known, Duration::from_mins(2));
        let Ok(taken) = decided.decision else {
            panic!("no call is taken: {expected}");
        };
        assert_eq!(taken.wiring.shown_calls(), [expected]);
    }
}
