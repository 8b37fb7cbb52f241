//! The decision about a day whose runs are a function of the test.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;

use aoc_solution::Part;

use super::decision::{DecidedDay, decide_day};
use super::protocol::Task;
use super::runs::{DayRuns, RunCandidate, RunEnd, TrialStop};
use super::state::tests::day_of;
use super::state::{Step, TrialDay};
use crate::import::candidates::{Candidate, Rank};
use crate::import::compare::{KnownFacts, Proof};
use crate::import::left_out::reason::Reason;
use crate::import::repository::day_decision::{Certainty, TakenWiring};
use crate::import::tests::with_request;
use crate::import::{Import, ImportRequest};
use crate::processes::ExceededLimit;
use crate::testing::write;

/// The runs of a day: a function from the number of a candidate, the text and the task to the end
/// of the run.
struct Script<F>(F);

impl<F: Fn(usize, &str, Task) -> RunEnd> RunCandidate for Script<F> {
    fn run(&self, candidate: usize, text: &str, task: Task) -> Result<RunEnd, TrialStop> {
        Ok(self.0(candidate, text, task))
    }
}

/// The end of a run that wrote `output` to its output file.
fn wrote(output: impl Into<String>) -> RunEnd {
    RunEnd {
        output: output.into(),
        exceeded: None,
    }
}

/// The lines of a run whose call printed this text. `has_read` says whether the call read the
/// input.
fn printed_lines(text: &str, has_read: bool) -> String {
    let reads = if has_read { "reads\tinput\n" } else { "" };
    format!("{reads}output\t{}\n", text.replace('\n', "\\n"))
}

/// The end of a run that took too long, after it had written `output`.
fn timed_out(output: &str) -> RunEnd {
    stopped(output, ExceededLimit::Time)
}

/// The end of a run that printed too much.
fn prints_too_much() -> RunEnd {
    stopped("", ExceededLimit::Output(64 << 20))
}

fn stopped(output: &str, limit: ExceededLimit) -> RunEnd {
    RunEnd {
        exceeded: Some(limit),
        ..wrote(output)
    }
}

/// An input without whitespace at its ends.
const INPUT: Option<&str> = Some("abcde");
/// An input that ends with a line break.
const WITH_BREAK: Option<&str> = Some("abcde\n");
const NO_INPUT: Option<&str> = None;

/// A trial of a day with this input and code.
fn decide_on(
    input: Option<&str>,
    code: &str,
    known: KnownFacts,
    runs: &dyn RunCandidate,
) -> DecidedDay {
    let day = day_of("2020/day01.rs", code);
    let input = input.map(str::to_owned);
    decide_day(DayRuns::new(&day, input, known, runs)).expect("a decision")
}

fn decide(
    input: Option<&str>,
    code: &str,
    known: KnownFacts,
    script: impl Fn(usize, &str, Task) -> RunEnd,
) -> DecidedDay {
    decide_on(input, code, known, &Script(script))
}

/// A trial of a day whose calls for both parts print: their runs have these lines, and the runs of
/// the other candidates have the lines `others`.
fn decide_printing(
    input: Option<&str>,
    code: &str,
    known: KnownFacts,
    printing: &str,
    others: &str,
) -> DecidedDay {
    let day = day_of("2020/day01.rs", code);
    decide(input, code, known, |candidate, _, _| {
        wrote(if day.prints_both_parts(candidate) {
            printing
        } else {
            others
        })
    })
}

/// A trial of a day with an input and without known answers.
fn decide_on_input(day: &TrialDay, runs: &dyn RunCandidate) -> DecidedDay {
    let input = Some("abcde".to_owned());
    decide_day(DayRuns::new(day, input, nothing_known(), runs)).expect("a decision")
}

/// The calls that are taken, or the reason why it is not clear how the day is called.
fn outcome(decided: DecidedDay) -> Result<Vec<String>, String> {
    match decided.decision {
        Ok(taken) => Ok(taken.wiring.shown_calls()),
        Err(why) => {
            assert!(why.is_unclear(), "it is tried, and can be copied: {why}");
            Err(why.to_string())
        }
    }
}

/// The calls of an outcome.
fn calls(calls: &[&str]) -> Vec<String> {
    calls.iter().map(|call| (*call).to_owned()).collect()
}

/// The outcome with this reason.
fn unclear(why: &str) -> Result<Vec<String>, String> {
    Err(why.to_owned())
}

/// The wiring of a day that is taken.
fn taken(decided: DecidedDay) -> TakenWiring {
    match decided.decision {
        Ok(taken) => *taken,
        Err(why) => panic!("no call is taken: {why}"),
    }
}

fn nothing_known() -> KnownFacts {
    KnownFacts::default()
}

/// The facts about a day with these right answers.
fn known(answers: &[(Part, &str)]) -> KnownFacts {
    let answers = answers.iter();
    KnownFacts {
        answers: answers
            .map(|(part, text)| (*part, (*text).to_owned()))
            .collect(),
        ..nothing_known()
    }
}

/// The candidates whose calls have this text.
fn candidates_with(code: &str, text: &str) -> BTreeSet<usize> {
    let day = day_of("2020/day01.rs", code);
    let is_called = |number: &usize| {
        let shown = day.candidate(*number).wiring.shown_calls();
        shown.iter().any(|call| call.contains(text))
    };
    day.remaining.iter().copied().filter(is_called).collect()
}

/// The candidates that name this function for a part.
fn candidates_naming(code: &str, part: Part, function: &str) -> BTreeSet<usize> {
    let day = day_of("2020/day01.rs", code);
    let is_named = |number: &usize| {
        let functions = day.candidate(*number).wiring.functions_for(part);
        functions.contains(&function)
    };
    day.remaining.iter().copied().filter(is_named).collect()
}

#[test]
fn an_output_of_the_old_program_that_is_not_about_the_input_is_no_evidence() {
    let code =
        "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
    for (output, old, proves) in [
        // `main` has printed the same value without the input.
        (printed_lines("700\n", false), "700\n", vec![]),
        (printed_lines("", false), "700\n", vec![Proof::Confirms]),
        (
            printed_lines("800\n", false),
            "700\n",
            vec![Proof::Confirms],
        ),
        (printed_lines("500\n", true), "500\n", vec![Proof::Refutes]),
    ] {
        let old = KnownFacts::printed(old, Proof::Refutes);
        let decided = decide_printing(INPUT, code, old, &output, "1\t500\n");
        let outputs = decided.outputs.iter().map(|output| output.proves);
        assert!(outputs.eq(proves), "{output}");
        assert_eq!(outcome(decided), Ok(calls(&["part1(input)"])), "{output}");
    }
}

/// In the copy, `main` gets the input in place of both files.
#[test]
fn the_output_of_a_main_that_names_several_files_is_no_evidence() {
    let code = "fn part1(i: &str) -> usize { i.len() } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let wrong = "every call gives a wrong answer, such as 500 for part 1, but its program prints \
                 another value";
    for (names_several_files, expected) in [
        (true, Ok(calls(&["part1(input)"]))),
        (false, unclear(wrong)),
    ] {
        let mut day = day_of("2020/day01.rs", code);
        day.day_file.names_several_files = names_several_files;
        let runs = Script(|candidate, _: &str, _| {
            wrote(if day.prints_both_parts(candidate) {
                printed_lines("700\n", true)
            } else {
                "1\t500\n".to_owned()
            })
        });
        let decided = decide_on_input(&day, &runs);
        assert_eq!(outcome(decided), expected, "{names_several_files}");
    }
}

#[test]
fn the_reason_of_a_day_without_answers_names_the_files_that_a_copy_lacks() {
    let mut day = day_of("2020/day01.rs", "fn part1(i: &str) -> u8 { 1 }");
    for (names_several_files, end) in [
        (false, ": call it with `--part1` and `--part2`"),
        (
            true,
            ", and in a copy each file that it names is the day's input: put the text of any other \
             file into the code",
        ),
    ] {
        day.day_file.names_several_files = names_several_files;
        let decided = decide_on_input(&day, &Script(|_, _: &str, _| wrote("")));
        let why = decided.decision.expect_err("no answer").to_string();
        assert_eq!(why, format!("no call of it gives an answer{end}"));
    }
}

/// `main` may call `part1` for each line. A text of one line would not show this.
#[test]
fn without_an_input_a_text_of_the_tests_shows_whether_main_calls_the_parts_with_the_input() {
    let code = "fn part1(i: &str) -> usize { 1 } fn part2(i: &str) -> usize { 2 } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); } \
                #[test] fn ends() { assert_eq!(part1(\"1abc2\"), 12); } \
                #[test] fn other() { assert_eq!(value(\"one of many\"), 1); }";
    let day = day_of("2020/day01.rs", code);
    let of_part2 = candidates_with(code, "part2(input)");
    let functions = calls(&["part1(input)", "part2(input)"]);
    for (printed, expected) in [
        ("Part 1: 12\nPart 2: 700\n", functions.clone()),
        (
            "Part 1: 24\nPart 2: 700\n",
            calls(&[
                "printed(input, 1, || main())",
                "printed(input, 2, || main())",
            ]),
        ),
        // Nothing that `main` prints tells the answers.
        ("", functions),
    ] {
        let decided = decide(NO_INPUT, code, nothing_known(), |candidate, text, _| {
            if day.prints_both_parts(candidate) {
                assert_eq!(text, "1abc2\n1abc2\n");
                return wrote(printed_lines(printed, true));
            }
            wrote(if of_part2.contains(&candidate) {
                "2\t700\n"
            } else {
                "1\t12\n"
            })
        });
        let taken = taken(decided);
        assert_eq!(taken.wiring.shown_calls(), expected, "{printed}");
        // The answers to the input are not known.
        assert_eq!(taken.certainty, Certainty::Tried);
        assert_eq!(taken.answers, [None, None]);
    }
}

#[test]
fn a_text_on_which_nothing_has_run_is_trimmed_if_main_trims() {
    let part = "fn part1(i: &str) -> usize { i.len() }";
    let printing = "fn part1(i: &str) { println!(\"{}\", i.len()); }";
    let test = "#[test] fn one() { assert_eq!(part1(\"ab\"), 2); }";
    let other = "#[test] fn other() { assert_eq!(value(\"ab\"), 2); }";
    let returned = &["part1(input)"][..];
    let printed = &["shown(input, || part1(input))"][..];
    let of_main = &[
        "printed(input, 1, || main())",
        "printed(input, 2, || main())",
    ][..];
    for (part, main, tests, expected_calls, expected) in [
        (
            part,
            "part1(read().trim_end())",
            other,
            returned,
            Some("input.trim_end()"),
        ),
        (
            part,
            "part1(read().trim())",
            other,
            returned,
            Some("input.trim_end()"),
        ),
        (part, "part1(read())", other, returned, None),
        (part, "part1(read().trim())", test, returned, None),
        (
            printing,
            "part1(read().trim())",
            other,
            printed,
            Some("input.trim_end()"),
        ),
        (printing, "part1(read())", other, printed, None),
        // `main` trims its text itself.
        (
            "",
            "println!(\"{}\", std::fs::read_to_string(\"a\").unwrap().trim())",
            "",
            of_main,
            None,
        ),
    ] {
        let code = format!("{part} fn main() {{ {main}; }} {tests}");
        let output = printed_lines("", true);
        let decided = decide_printing(NO_INPUT, &code, nothing_known(), &output, "1\t2\n");
        let taken = taken(decided);
        assert_eq!(taken.wiring.shown_calls(), calls(expected_calls), "{code}");
        assert_eq!(taken.wiring.text(), expected, "{code}");
    }
}

#[test]
fn the_output_of_a_call_without_the_input_is_evidence_only_if_its_code_reads() {
    let code =
        "fn part1(i: &str) -> usize { i.len() } fn run(is_test: bool) { println!(\"700\"); }";
    let wrong = "every call gives a wrong answer, such as 500 for part 1, but its program prints \
                 another value";
    for (output, expected) in [
        (printed_lines("700\n", false), Ok(calls(&["part1(input)"]))),
        (printed_lines("700\n", true), unclear(wrong)),
    ] {
        let decided = decide_printing(INPUT, code, nothing_known(), &output, "1\t500\n");
        assert_eq!(outcome(decided), expected, "{output}");
    }
    // A number in an output may equal the known answer by chance.
    let code = "fn part1(is_test: bool) { println!(\"5\"); }";
    for (output, is_taken) in [("1\t5\n", false), ("reads\tinput\n1\t5\n", true)] {
        let known = known(&[(Part::One, "5")]);
        let decided = decide(INPUT, code, known, |_, _, _| wrote(output));
        assert_eq!(outcome(decided).is_ok(), is_taken, "{output}");
    }
}

#[test]
fn a_copy_with_part_2_alone_says_that_part_1_is_missing() {
    let code = "fn count(i: &str) -> usize { 4 } fn part2(i: &str) -> usize { 5 }";
    for input in [INPUT, NO_INPUT] {
        let decided = decide(input, code, nothing_known(), |_, _, _| wrote("2\t5\n"));
        let not_called = taken(decided).not_called.map(Reason::from);
        let why = not_called.map(|why| why.to_string());
        let expected = "part 1: no name says which function answers it: use `--part1`";
        assert_eq!(why.as_deref(), Some(expected), "{input:?}");
    }
}

/// The old program may call `part1` on a different `A`, which holds the input.
#[test]
fn an_answer_without_the_input_counts_only_if_its_code_reads() {
    let code = "struct A(u8); impl A { fn new() -> A { A(0) } fn part1(&self) -> u8 { self.0 } }";
    let taken = Ok(calls(&["A::part1(A::new())"]));
    for (reads, known, expected) in [
        ("reads\tinput\n", nothing_known(), &taken),
        ("", nothing_known(), &Err(())),
        ("", known(&[(Part::One, "6")]), &Err(())),
        // The input may be in the code.
        ("", known(&[(Part::One, "5")]), &taken),
    ] {
        let without_input = candidates_with(code, "A::new()");
        let decided = decide(INPUT, code, known, |candidate, _, _| {
            let is_tried = without_input.contains(&candidate);
            let output = format!("{reads}1\t5\n");
            wrote(if is_tried { &*output } else { "" })
        });
        assert_eq!(&outcome(decided).map_err(|_| ()), expected, "{reads}");
    }
    for code in [
        "fn part1() -> u8 { 5 }",
        "impl A { fn part1() -> u8 { 5 } }",
        "fn part1(is_test: bool) -> u8 { 5 }",
    ] {
        let decided = decide(INPUT, code, nothing_known(), |_, _, _| wrote("1\t5\n"));
        assert!(outcome(decided).is_ok(), "{code}");
    }
    // The same rule holds for a call that answers both parts.
    for (code, call, is_taken) in [
        (
            "struct A; impl A { fn solve(&self) -> (u8, u8) { (5, 6) } }",
            "A::solve(&A {})",
            false,
        ),
        ("fn solve() -> (u8, u8) { (5, 6) }", "solve()", true),
    ] {
        let without_input = candidates_with(code, call);
        let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
            let is_tried = without_input.contains(&candidate);
            wrote(if is_tried { "1\t5\n2\t6\n" } else { "" })
        });
        assert_eq!(outcome(decided).is_ok(), is_taken, "{code}");
    }
    // A call that gets the input but gives no answer has another reason.
    let decided = decide(
        INPUT,
        "fn part1(i: &str) -> Option<u8> { None }",
        nothing_known(),
        |_, _, _| wrote(""),
    );
    assert_eq!(
        outcome(decided),
        unclear("no call of it gives an answer: call it with `--part1` and `--part2`")
    );
    // Only the calls without the input compile.
    let mut day = day_of(
        "2020/day01.rs",
        "struct A(u8); impl A { fn part1(&self) -> u8 { self.0 } }",
    );
    let without_input = |number: &usize| day.candidate(*number).wiring.counts_only_if_read();
    day.remaining = day
        .remaining
        .iter()
        .copied()
        .filter(without_input)
        .collect();
    let runs = Script(|_, _: &str, _| wrote("1\t5\n"));
    let decided = decide_on_input(&day, &runs);
    let lacks_input = unclear(
        "no call of it gets or reads the input: if the input is in its code, call it with \
         `--part1` and `--part2`",
    );
    assert_eq!(outcome(decided), lacks_input);
    let code = "fn main() { println!(\"part1: {}\", 5); }";
    let output = printed_lines("part1: 5\n", false);
    let decided = decide(INPUT, code, nothing_known(), |_, _, _| wrote(&*output));
    assert_eq!(outcome(decided), lacks_input);
}

#[test]
fn an_output_that_is_cut_off_refutes_nothing() {
    let code =
        "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
    let day = day_of("2020/day01.rs", code);
    let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
        if day.prints_both_parts(candidate) {
            timed_out("reads\tinput\noutput\t50")
        } else {
            wrote("1\t500\n")
        }
    });
    assert_eq!(outcome(decided), Ok(calls(&["part1(input)"])));
}

#[test]
fn calls_that_disagree_are_shown_with_their_answers() {
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    let of_part1 = candidates_with(code, "part1(");
    let decided = decide(
        INPUT,
        code,
        KnownFacts::printed("147\n637\n", Proof::Confirms),
        |candidate, _, _| {
            wrote(if of_part1.contains(&candidate) {
                "1\t5\n"
            } else {
                "1\t6\n"
            })
        },
    );
    let expected = "its calls disagree: `part1(input)` gave 5, `solve1(input)` gave 6; choose \
                    with `--part1`, because its output does not say which part it answers";
    assert_eq!(outcome(decided), unclear(expected));
}

#[test]
fn a_day_whose_calls_take_too_long_is_left_to_the_user() {
    struct OutOfTime;
    impl RunCandidate for OutOfTime {
        fn run(&self, _: usize, _: &str, _: Task) -> Result<RunEnd, TrialStop> {
            Err(Reason::out_of_time(&Part::BOTH, Duration::from_mins(2)).into())
        }
    }
    let code = "fn part1(i: &str) -> usize { i.len() }";
    let in_time = decide(INPUT, code, nothing_known(), |_, _, _| wrote("1\t5\n"));
    assert_eq!(outcome(in_time), Ok(calls(&["part1(input)"])));
    let decided = decide_on(INPUT, code, nothing_known(), &OutOfTime);
    let expected = "not all of its calls ran within 120 seconds: choose with `--part1` and \
                    `--part2`";
    assert_eq!(outcome(decided), unclear(expected));
}

#[test]
fn a_known_answer_to_one_part_says_nothing_of_the_blanks_that_matter_for_the_other() {
    let code = "fn part1(i: &str) -> usize { i.lines().count() } \
                fn part2(i: &str) -> usize { i.len() } \
                fn other(i: &str) -> usize { part2(i.trim()) }";
    let refused = "its answers depend on whitespace at the end of the input: `part1(input)` and \
                   `part2(input)` gave 1 and 6, and 1 and 5 with `--text 'input.trim_end()'`; \
                   choose with `--text`, or compare with `--run-old`";
    for (answers, is_taken) in [
        (vec![], false),
        (vec![(Part::One, "1")], false),
        (vec![(Part::Two, "6")], true),
        (vec![(Part::One, "1"), (Part::Two, "6")], true),
    ] {
        let decided = decide(WITH_BREAK, code, known(&answers), |_, text, _| {
            wrote(format!("1\t1\n2\t{}\n", text.len()))
        });
        let expected = if is_taken {
            Ok(calls(&["part1(input)", "part2(input)"]))
        } else {
            unclear(refused)
        };
        assert_eq!(outcome(decided), expected, "{answers:?}");
    }
}

#[test]
fn a_known_answer_that_depends_on_blanks_says_whether_the_input_is_trimmed() {
    let code = "fn part1(i: &str) -> usize { i.len() } \
                fn part2(i: &str) -> usize { i.len() * 2 } \
                fn other(i: &str) -> usize { part2(i.trim()) }";
    let [at_end, at_both_ends] = ["abcde\n", " abcde\n"];
    for (input, answers, expected) in [
        (
            at_end,
            vec![],
            Err(
                "the end of the input: `part1(input)` and `part2(input)` gave 6 and 12, and 5 and \
                 10 with `--text 'input.trim_end()'`",
            ),
        ),
        (at_end, vec![(Part::One, "6")], Ok(None)),
        (at_end, vec![(Part::Two, "12")], Ok(None)),
        (at_end, vec![(Part::One, "6"), (Part::Two, "12")], Ok(None)),
        (
            at_end,
            vec![(Part::One, "5"), (Part::Two, "10")],
            Ok(Some("input.trim_end()")),
        ),
        (
            at_end,
            vec![(Part::One, "5")],
            Err(
                "the end of the input: `part1(input.trim_end())` and `part2(input)` gave 5 and 12, \
                 and 5 and 10 with `--text 'input.trim_end()'`",
            ),
        ),
        (at_both_ends, vec![(Part::One, "7")], Ok(None)),
        (
            at_both_ends,
            vec![(Part::One, "5")],
            Err(
                "both ends of the input: `part1(input.trim())` and `part2(input)` gave 5 and 14, \
                 and 5 and 10 with `--text 'input.trim()'`",
            ),
        ),
    ] {
        let day = day_of("2020/day01.rs", code);
        let of_part1: BTreeSet<usize> = day.candidates_in(Step::OnePart(Part::One)).collect();
        let decided = decide(Some(input), code, known(&answers), |candidate, text, _| {
            wrote(if of_part1.contains(&candidate) {
                format!("1\t{}\n", text.len())
            } else {
                format!("2\t{}\n", 2 * text.len())
            })
        });
        match expected {
            Ok(text) => {
                let wiring = taken(decided).wiring;
                let expected = ["part1(input)", "part2(input)"];
                assert_eq!(wiring.shown_calls(), expected, "{input:?} {answers:?}");
                assert_eq!(wiring.text(), text, "{input:?} {answers:?}");
            }
            Err(of_which) => {
                let expected = format!(
                    "its answers depend on whitespace at {of_which}; choose with `--text`, or compare \
                     with `--run-old`"
                );
                assert_eq!(outcome(decided), Err(expected), "{input:?} {answers:?}");
            }
        }
    }
}

/// The code cannot read a number if a line break follows it.
#[test]
fn an_answer_that_only_the_trimmed_input_gives_is_taken() {
    let code = "fn solve(i: &str) -> (usize, Option<u8>) { (i.len(), i.parse().ok()) } \
                fn main() { solve(include_str!(\"a\").trim()); }";
    for (untrimmed, answers, uncompared) in [
        ("", vec![], &Part::BOTH[..]),
        ("1\t5\n", vec![(Part::Two, "7")], &[Part::One]),
    ] {
        let taken = taken(decide(WITH_BREAK, code, known(&answers), |_, text, _| {
            wrote(if text.len() == 6 {
                untrimmed
            } else {
                "1\t5\n2\t7\n"
            })
        }));
        assert_eq!(taken.wiring.text(), Some("input.trim_end()"));
        assert_eq!(taken.uncompared, uncompared);
    }
}

#[test]
fn a_day_that_reads_its_input_gets_it_with_its_blanks() {
    let code = "fn part1(i: &str) -> usize { i.trim().len() }";
    // The copy of an `impl` that includes the input reads it, even if the run does not show this.
    let including =
        format!("struct D; impl D {{ const IN: &str = include_str!(\"inputs/01.txt\"); }} {code}");
    for (code, reads) in [(code, "reads\tinput\n"), (&including, "")] {
        let taken = taken(decide(WITH_BREAK, code, nothing_known(), |_, text, _| {
            wrote(format!("{reads}1\t{}\n", text.len()))
        }));
        assert!(taken.wiring.redirects_reads(), "{code}");
        assert_eq!(taken.wiring.text(), None, "{code}");
    }
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
            vec![],
            format!("text = |input| input.trim_end(),\n    part1 = |&input| {reading},\n"),
        ),
        // The other part takes the whole text, and does not read.
        (
            format!("{parsing} {counting}"),
            vec![(Part::One, "8"), (Part::Two, "6")],
            format!(
                "part1 = |&input| {{ let input = input.trim_end(); {reading} }},\n    \
                 part2 = part2,\n"
            ),
        ),
    ] {
        let of_part1 = candidates_with(&code, "part1(");
        let taken = taken(decide(
            WITH_BREAK,
            &code,
            known(&answers),
            |candidate, text, _| {
                if !of_part1.contains(&candidate) {
                    wrote(format!("2\t{}\n", text.len()))
                } else if text.len() == 6 {
                    wrote("")
                } else {
                    wrote("reads\tinput\n1\t8\n")
                }
            },
        ));
        let rendered = taken.wiring.render("D", "T", &[]);
        assert!(rendered.contains(&expected), "{rendered}");
    }
}

#[test]
fn blanks_matter_for_a_part_although_the_other_one_reads() {
    let code = "fn part1() -> usize { std::fs::read_to_string(\"a\").unwrap().lines().count() } \
                fn part2(i: &str) -> usize { i.len() } \
                fn other(i: &str) -> usize { part2(i.trim()) }";
    let of_part1 = candidates_with(code, "part1(");
    let count = Cell::new(0);
    let decided = decide(WITH_BREAK, code, nothing_known(), |candidate, text, _| {
        if of_part1.contains(&candidate) {
            count.update(|count| count + 1);
            wrote("reads\tinput\n1\t1\n")
        } else {
            wrote(format!("2\t{}\n", text.len()))
        }
    });
    let expected = "its answers depend on whitespace at the end of the input: `part1()` and \
                    `part2(input)` gave 1 and 6, and 1 and 5 with `--text 'input.trim_end()'`; \
                    choose with `--text`, or compare with `--run-old`";
    assert_eq!(outcome(decided), unclear(expected));
    assert_eq!(count.get(), 1, "the part that reads gets the whole text");
}

#[test]
fn a_part_runs_again_on_the_text_on_which_it_has_answered() {
    let code = "fn part1(i: &str) -> u32 { i.parse().unwrap() } \
                fn part2(i: &str) -> usize { i.len() } \
                fn run(i: &str) -> (u32, usize) { (i.trim().parse::<u32>().unwrap() + 1, 9) }";
    let of_part1 = candidates_with(code, "part1(");
    let of_part2 = candidates_with(code, "part2(");
    let decided = decide(WITH_BREAK, code, nothing_known(), |candidate, text, _| {
        if of_part1.contains(&candidate) {
            wrote(if text.len() == 6 { "" } else { "1\t7\n" })
        } else if of_part2.contains(&candidate) {
            wrote(format!("2\t{}\n", text.len()))
        } else {
            wrote("1\t8\n2\t9\n")
        }
    });
    let expected = "its calls disagree: `part1(input.trim_end())` and `part2(input)` gave 7 and 6, \
                    `run(input)` gave 8 and 9; choose with `--part1` and `--part2`";
    assert_eq!(outcome(decided), unclear(expected));
}

#[test]
fn a_part_that_fails_beside_the_other_one_is_answered_by_another_function() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                fn part2(v: &[u8]) -> usize { 2 } fn solve2(v: &[u8]) -> usize { 3 }";
    let of_solve2 = candidates_naming(code, Part::Two, "solve2");
    let of_part1 = candidates_naming(code, Part::One, "part1");
    let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
        wrote(if of_solve2.contains(&candidate) {
            "2\t6\n"
        } else if of_part1.contains(&candidate) {
            "1\t5\n"
        } else {
            ""
        })
    });
    let expected = ["part1(parse(input))", "solve2(parse(input))"];
    assert_eq!(outcome(decided), Ok(calls(&expected)));
}

/// `main` asserts an answer to a text, as a test does.
#[test]
fn a_call_that_a_test_refutes_is_no_choice_beside_one_that_does_not_end() {
    for (assertion, expected) in [
        (
            "",
            "part 1: `part1(input)` did not end within 20 seconds, and `solve1(input)` gave 5: \
             choose with `--part1`",
        ),
        (
            "fn main() { assert_eq!(solve1(\"ab\"), 9); }",
            "no call of it gives an answer, and one did not end within 20 seconds: call it with \
             `--part1` and `--part2`",
        ),
    ] {
        let code = format!(
            "fn part1(i: &str) -> usize {{ 1 }} fn solve1(i: &str) -> usize {{ 2 }} {assertion}"
        );
        let of_part1 = candidates_with(&code, "part1(");
        let of_solve1 = candidates_with(&code, "solve1(");
        let decided = decide(INPUT, &code, nothing_known(), |candidate, _, _| {
            if of_part1.contains(&candidate) {
                timed_out("")
            } else if of_solve1.contains(&candidate) {
                wrote("1\t5\n")
            } else {
                wrote("")
            }
        });
        assert_eq!(outcome(decided), unclear(expected), "{code}");
    }
}

/// The trimmed text is no choice if a test refutes its answers.
#[test]
fn blanks_that_a_test_wants_are_not_in_question() {
    for (assertion, is_taken) in [
        ("", false),
        ("fn main() { assert_eq!(part2(\"ab\\n\"), 3); }", true),
    ] {
        let code = format!(
            "fn part2(i: &str) -> usize {{ i.len() }} \
             fn other(i: &str) -> usize {{ part2(i.trim()) }} {assertion}"
        );
        let of_part2 = candidates_with(&code, "part2(");
        let decided = decide(WITH_BREAK, &code, nothing_known(), |candidate, text, _| {
            wrote(if of_part2.contains(&candidate) {
                format!("2\t{}\n", text.len())
            } else {
                String::new()
            })
        });
        let found = outcome(decided);
        assert_eq!(found.is_ok(), is_taken, "{code}: {found:?}");
    }
}

#[test]
fn a_call_that_does_not_end_is_not_replaced_by_one_that_does() {
    let two = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    for (code, expected) in [
        (
            two,
            "part 1: `part1(input)` did not end within 20 seconds, and `solve1(input)` gave 5: \
             choose with `--part1`",
        ),
        (
            "fn part1(i: &str) -> usize { 1 }",
            "no call of it gives an answer, and one did not end within 20 seconds: call it with \
             `--part1` and `--part2`",
        ),
        (
            "struct D(u8); impl D { fn part1(&self, i: &str) -> u8 { 1 } fn solve1(&self, i: &str) -> u8 { 2 } }",
            "part 1: `D::part1(D::default(), input)` did not end within 20 seconds, and \
             `D::solve1(D::default(), input)` gave 5: choose with `--part1`",
        ),
    ] {
        let of_part1 = candidates_with(code, "part1(");
        let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
            if of_part1.contains(&candidate) {
                timed_out("")
            } else {
                wrote("1\t5\n")
            }
        });
        assert_eq!(outcome(decided), unclear(expected));
    }
    // The old program has printed the answer of the call that ends.
    let of_part1 = candidates_with(two, "part1(");
    let old = KnownFacts::printed("12 lines\n5007\n", Proof::Refutes);
    let decided = decide(INPUT, two, old, |candidate, _, _| {
        if of_part1.contains(&candidate) {
            timed_out("")
        } else {
            wrote("1\t5007\n")
        }
    });
    assert_eq!(outcome(decided), Ok(calls(&["solve1(input)"])));
}

#[test]
fn an_output_that_names_no_part_may_have_the_answer_to_the_other_part_only() {
    let code = "fn part1(i: &str) -> usize { 1 } fn part2(i: &str) -> usize { 2 }";
    let of_part1 = candidates_with(code, "part1(");
    let old = KnownFacts::printed("7007\n", Proof::Refutes);
    let decided = decide(INPUT, code, old, |candidate, _, _| {
        wrote(if of_part1.contains(&candidate) {
            "1\t6006\n"
        } else {
            "2\t7007\n"
        })
    });
    let expected = ["part1(input)", "part2(input)"];
    assert_eq!(outcome(decided), Ok(calls(&expected)));
}

#[test]
fn a_call_that_does_not_end_runs_once() {
    let code = "fn part1(i: &str) -> usize { i.trim().len() }";
    assert_eq!(day_of("2020/day01.rs", code).remaining.len(), 2);
    let with_parser = "fn parse(i: &str) -> Vec<u8> { i.trim().into() } \
                       fn part1(v: &[u8]) -> usize { 1 }";
    for (code, ends_untrimmed, count) in [
        (code, false, 1),
        (code, true, 1),
        // Three calls: the input is parsed once for both parts, for this part, or not at all.
        (with_parser, false, 3),
    ] {
        let endless_runs = Cell::new(0);
        let decided = decide(WITH_BREAK, code, nothing_known(), |_, text, _| {
            if ends_untrimmed && text.len() == 6 {
                return wrote("");
            }
            endless_runs.update(|count| count + 1);
            timed_out("")
        });
        let expected = "no call of it gives an answer, and one did not end within 20 seconds: call it with \
             `--part1` and `--part2`";
        assert_eq!(outcome(decided), unclear(expected));
        assert_eq!(endless_runs.get(), count, "{code} {ends_untrimmed}");
    }
}

#[test]
fn without_an_input_a_call_that_does_not_end_in_a_test_runs_once() {
    let test = "#[test] fn one() { assert_eq!(part1(\"ab\"), 5); }";
    for (functions, call) in [
        ("fn part1(i: &str) -> usize { 1 }", "part1(input)"),
        (
            "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &Vec<u8>) -> usize { 1 }",
            "part1(parse(input))",
        ),
    ] {
        let code = format!("{functions} {test}");
        let endless_runs = Cell::new(0);
        let decided = decide(NO_INPUT, &code, nothing_known(), |_, _, _| {
            endless_runs.update(|count| count + 1);
            timed_out("")
        });
        assert_eq!(outcome(decided), Ok(calls(&[call])));
        assert_eq!(endless_runs.get(), 1, "{functions}");
    }
}

#[test]
fn a_wrong_answer_is_not_offered_in_place_of_a_call_that_does_not_end() {
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    let of_part1 = candidates_with(code, "part1(");
    for known in [
        known(&[(Part::One, "700")]),
        KnownFacts::printed("Part 1: 700\n", Proof::Refutes),
    ] {
        let decided = decide(INPUT, code, known, |candidate, _, _| {
            if of_part1.contains(&candidate) {
                timed_out("")
            } else {
                wrote("1\t500\n")
            }
        });
        let expected = "no call of it gives a right answer, and one did not end within 20 \
                        seconds: call it with `--part1` and `--part2`";
        assert_eq!(outcome(decided), unclear(expected));
    }
}

#[test]
fn a_call_that_attributes_say_is_not_replaced_if_it_does_not_end() {
    let code = "#[aoc_generator(day1)] fn gen(i: &str) -> Data { Data } \
                #[aoc(day1, part1)] fn one(d: &Data) -> usize { 1 } \
                #[aoc(day1, part2)] fn two(d: &Data) -> usize { 2 } \
                struct Data; impl FromStr for Data { fn from_str(i: &str) -> Result<Self, ()> { Ok(Data) } }";
    let of_generator = candidates_with(code, "gen(");
    let of_text = candidates_with(code, "one(input)");
    let of_part1 = candidates_naming(code, Part::One, "one");
    let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
        if !of_part1.contains(&candidate) {
            wrote("2\t6\n")
        } else if of_generator.contains(&candidate) {
            timed_out("")
        } else if of_text.contains(&candidate) {
            wrote("")
        } else {
            wrote("1\t5\n")
        }
    });
    assert_eq!(
        outcome(decided),
        Ok(calls(&["one(gen(input))", "two(gen(input))"]))
    );
}

#[test]
fn if_no_call_ends_on_the_input_names_and_tests_decide() {
    let code = "fn parse(i: &str) -> Data { Data } struct Data; \
                impl FromStr for Data { fn from_str(i: &str) -> Result<Self, ()> { Ok(Data) } } \
                fn part1(d: &Data) -> usize { 1 } fn part2(d: &Data) -> usize { 2 } \
                #[test] fn two() { assert_eq!(part2(&parse(\"ab\")), 8); }";
    let day = day_of("2020/day01.rs", code);
    let of_part1 = candidates_with(code, "part1(");
    let of_part2 = candidates_with(code, "part2(");
    let runs = Script(|candidate, text: &str, _| {
        let answer = if of_part1.contains(&candidate) {
            "1\t5\n"
        } else {
            ""
        };
        if text == "ab" {
            wrote(format!("{answer}2\t8\n"))
        } else if of_part2.contains(&candidate) {
            timed_out(answer)
        } else {
            wrote(answer)
        }
    });
    let taken = taken(decide_on_input(&day, &runs));
    let expected = ["part1(parse(input))", "part2(parse(input))"];
    assert_eq!(taken.wiring.shown_calls(), calls(&expected));
    assert_eq!(taken.uncompared, [Part::One]);
}

#[test]
fn a_part_that_never_ends_does_not_depend_on_blanks() {
    let code = "fn part1(i: &str) -> usize { i.trim().len() } fn part2(i: &str) -> usize { 2 }";
    let of_part1 = candidates_with(code, "part1(");
    let decided = decide(WITH_BREAK, code, nothing_known(), |candidate, _, _| {
        if of_part1.contains(&candidate) {
            wrote("1\t5\n")
        } else {
            timed_out("")
        }
    });
    assert_eq!(
        outcome(decided),
        Ok(calls(&["part1(input)", "part2(input)"]))
    );
}

#[test]
fn a_call_that_prints_too_much_is_not_said_to_take_too_long() {
    let two = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    for (code, expected) in [
        (
            two,
            "part 1: `part1(input)` printed more than 64.0 MiB, and `solve1(input)` gave 5: \
             choose with `--part1`",
        ),
        (
            "fn part1(i: &str) -> usize { 1 }",
            "no call of it gives an answer, and one printed more than 64.0 MiB: call it with \
             `--part1` and `--part2`",
        ),
        (
            "fn part1(i: &str) { print!(\"1\") }",
            "no call of it gives an answer, and one printed more than 64.0 MiB: call it with \
             `--part1` and `--part2`",
        ),
    ] {
        let of_solve1 = candidates_with(code, "solve1(");
        let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
            if of_solve1.contains(&candidate) {
                wrote("1\t5\n")
            } else {
                prints_too_much()
            }
        });
        assert_eq!(outcome(decided), unclear(expected));
    }
}

#[test]
fn a_call_that_does_not_end_is_not_replaced_by_one_that_parses_once() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                fn part2(v: &[u8]) -> usize { 2 } fn solve1(v: &[u8]) -> usize { 3 }";
    let of_solve1 = candidates_naming(code, Part::One, "solve1");
    let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
        if of_solve1.contains(&candidate) {
            timed_out("")
        } else {
            wrote("1\t5\n2\t6\n")
        }
    });
    let expected = "part 1: `solve1(parse(input))` did not end within 20 seconds, and \
                    `part1(parse(input))` and `part2(parse(input))` gave 5 and 6: choose with \
                    `--part1`";
    assert_eq!(outcome(decided), unclear(expected));
}

#[test]
fn a_function_for_both_parts_that_does_not_end_loses_no_day_and_runs_once() {
    let code = "fn parse(i: &str) -> Vec<u8> { i.trim().into() } fn part1(v: &[u8]) -> usize { 1 } \
                fn part2(v: &[u8]) -> usize { 2 } fn run(i: &str) -> (usize, usize) { loop {} }";
    let of_run = candidates_with(code, "run(input)");
    assert!(of_run.len() > 1, "{of_run:?}");
    let count = Cell::new(0);
    let decided = decide(WITH_BREAK, code, nothing_known(), |candidate, _, _| {
        if of_run.contains(&candidate) {
            count.update(|count| count + 1);
            timed_out("")
        } else {
            wrote("1\t5\n2\t6\n")
        }
    });
    let expected = ["part1(parse(input))", "part2(parse(input))"];
    assert_eq!(outcome(decided), Ok(calls(&expected)));
    assert_eq!(count.get(), 1);
}

#[test]
fn all_calls_must_agree_with_those_that_parse_once_if_no_answer_is_known() {
    let parts = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                 fn part2(v: &[u8]) -> usize { 2 }";
    // The other calls of these functions only convert the input in another way.
    let day = day_of("2020/day01.rs", parts);
    assert_eq!(day.rivals_of(&day.candidate(0).wiring), []);
    for (rival, name, answers, refused) in [
        (
            "fn solve(i: &str) -> (usize, usize) { (3, 4) }",
            "solve",
            "1\t7\n2\t8\n",
            "`solve(input)` gave 7 and 8; choose with `--part1` and `--part2`",
        ),
        (
            "struct D(u8); impl D { fn new(i: &str) -> Self { D(1) } \
             fn part1(&mut self) -> usize { 3 } }",
            "D::part1",
            "1\t7\n",
            "`D::part1(D::new(input))` gave 7; choose with `--part1`",
        ),
    ] {
        let code = format!("{parts} {rival}");
        let rivals = candidates_with(&code, name);
        for (given, is_taken) in [("1\t5\n2\t6\n", true), (answers, false)] {
            let decided = decide(INPUT, &code, nothing_known(), |candidate, _, _| {
                wrote(if rivals.contains(&candidate) {
                    given
                } else {
                    "1\t5\n2\t6\n"
                })
            });
            let expected = if is_taken {
                Ok(calls(&["part1(parse(input))", "part2(parse(input))"]))
            } else {
                unclear(&format!(
                    "its calls disagree: `part1(parse(input))` and `part2(parse(input))` gave 5 \
                     and 6, {refused}"
                ))
            };
            assert_eq!(outcome(decided), expected, "{code}");
        }
    }
}

#[test]
fn a_call_that_does_not_end_on_the_trimmed_input_does_not_agree() {
    let code = "fn part1(i: &str) -> usize { i.trim().len() }";
    let decided = decide(WITH_BREAK, code, nothing_known(), |_, _, _| wrote("1\t5\n"));
    assert_eq!(outcome(decided), Ok(calls(&["part1(input)"])));
    let decided = decide(WITH_BREAK, code, nothing_known(), |_, text, _| {
        if text.len() == 6 {
            wrote("1\t5\n")
        } else {
            timed_out("")
        }
    });
    let expected = "its answers may depend on whitespace at the end of the input: `part1(input)` \
                    gave 5, and did not end within 20 seconds with `--text \
                    'input.trim_end()'`; choose with `--text`, or compare with `--run-old`";
    assert_eq!(outcome(decided), unclear(expected));
}

#[test]
fn a_wrong_answer_does_not_dispute_a_printed_one() {
    let code = "fn solve(i: &str) -> (u8, u8) { (5, 6) } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let known = known(&[(Part::One, "7")]);
    let output = printed_lines("7\n8\n", true);
    let taken = taken(decide_printing(INPUT, code, known, &output, "1\t5\n2\t6\n"));
    assert!(taken.wiring.captures_output());
}

#[test]
fn without_an_input_a_call_that_its_test_refutes_does_not_replace_one_without_tests() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 5 } \
                fn run(i: &str) -> (usize, usize) { (1, 2) } \
                #[test] fn one() { assert_eq!(part1(&parse(\"ab\")), 7); }";
    let decided = decide(NO_INPUT, code, nothing_known(), |_, _, _| wrote("1\t5\n"));
    assert_eq!(outcome(decided), Ok(calls(&["run(input)"])));
}

#[test]
fn a_call_is_sure_only_if_the_answers_to_all_parts_are_known_to_be_right() {
    let of_part2 = "fn part2(i: &str) -> usize { i.len() }";
    let both = format!("fn part1(i: &str) -> usize {{ i.len() }} {of_part2}");
    let test = "#[test] fn one() { assert_eq!(part2(\"ab\"), 5); }";
    for (input, code, known_parts, certainty) in [
        (INPUT, both.clone(), &Part::BOTH[..], Certainty::Sure),
        (INPUT, both.clone(), &[Part::Two], Certainty::Tried),
        (INPUT, of_part2.to_owned(), &[Part::Two], Certainty::Tried),
        (NO_INPUT, of_part2.to_owned() + test, &[], Certainty::Tried),
    ] {
        let calling = candidates_with(&code, "part2(");
        let answers: Vec<(Part, &str)> = known_parts.iter().map(|part| (*part, "5")).collect();
        let taken = taken(decide(input, &code, known(&answers), |candidate, _, _| {
            wrote(if calling.contains(&candidate) {
                "2\t5\n"
            } else {
                "1\t5\n"
            })
        }));
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
    let day = day_of("2020/day01.rs", &code);
    let count = day.remaining.len();
    assert!(count > 16, "{count}");
    let last = count - 1;
    let decided = decide(
        INPUT,
        &code,
        known(&[(Part::One, "5")]),
        |candidate, _, _| {
            wrote(if candidate == last {
                "1\t5\n"
            } else {
                "1\t6\n"
            })
        },
    );
    let expected = day.candidate(last).wiring.shown_calls();
    assert_eq!(outcome(decided), Ok(expected));
}

#[test]
fn nothing_runs_after_a_call_that_gives_both_known_answers() {
    let shared = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                  fn part2(v: &[u8]) -> usize { 2 }";
    let both = "fn solve(i: &str) -> (usize, usize) { (1, 2) }";
    let other = "fn run(i: &str) -> (usize, usize) { (3, 4) }";
    let printing = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    for (code, expected) in [
        (format!("{both} {other}"), vec!["solve(input)"]),
        (format!("{both} {printing}"), vec!["solve(input)"]),
        (
            format!("{shared} {other}"),
            vec!["part1(parse(input))", "part2(parse(input))"],
        ),
    ] {
        let right = known(&[(Part::One, "5"), (Part::Two, "6")]);
        let day = day_of("2020/day01.rs", &code);
        let decided = decide(INPUT, &code, right, |candidate, _, _| {
            if day.prints_both_parts(candidate) {
                // The output of `main` may be a known fact.
                return wrote("");
            }
            assert_eq!(candidate, 0, "the first one is right");
            wrote("1\t5\n2\t6\n")
        });
        assert_eq!(outcome(decided), Ok(calls(&expected)), "{code}");
    }
}

#[test]
fn a_call_for_both_parts_does_not_run_after_two_for_one_part_that_are_right() {
    let code = "fn part1(i: &str) -> usize { 1 } fn part2(i: &str) -> usize { 2 } \
                fn run(i: &str) -> (usize, usize) { (3, 4) }";
    let of_run = candidates_with(code, "run(");
    let right = known(&[(Part::One, "5"), (Part::Two, "6")]);
    let decided = decide(INPUT, code, right, |candidate, _, _| {
        assert!(!of_run.contains(&candidate), "both answers are found");
        wrote("1\t5\n2\t6\n")
    });
    let expected = ["part1(input)", "part2(input)"];
    assert_eq!(outcome(decided), Ok(calls(&expected)));
}

#[test]
fn a_helper_is_not_better_than_a_call_that_may_lack_a_parser() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                fn count_one(i: &str) -> usize { 1 } fn part2(i: &str) -> usize { 2 }";
    let day = day_of("2020/day01.rs", code);
    let mut of_part1 = day.candidates_in(Step::OnePart(Part::One));
    let first_fallback = of_part1.find(|number| day.candidate(*number).rank == Rank::Fallback);
    let decided = decide(
        INPUT,
        code,
        known(&[(Part::Two, "9")]),
        |candidate, _, _| {
            let Candidate { part, rank, .. } = day.candidate(candidate);
            wrote(match (part, rank) {
                // No puzzle has such an answer, so the helper runs.
                _ if Some(candidate) == first_fallback => "1\tno answer\n",
                (Some(Part::One), Rank::Fallback) => "1\t8\n",
                (Some(Part::One), Rank::Helper) => "1\t6\n",
                (Some(Part::Two), _) => "2\t9\n",
                _ => "",
            })
        },
    );
    let why = "its calls disagree: `part1(input)` gave 8, `count_one(input)` gave 6; choose with `--part1`";
    assert_eq!(outcome(decided), unclear(why));
}

#[test]
fn a_helper_runs_only_if_the_function_for_the_part_gives_a_wrong_answer() {
    let code = "fn part1(i: &str) -> usize { 1 } fn count_one(i: &str) -> usize { 2 }";
    let of_helper = candidates_with(code, "count_one(");
    for (answers, expected) in [
        (vec![], "part1(input)"),
        (vec![(Part::One, "5")], "part1(input)"),
        (vec![(Part::One, "6")], "count_one(input)"),
    ] {
        let has_run = Cell::new(false);
        let decided = decide(INPUT, code, known(&answers), |candidate, _, _| {
            let is_helper = of_helper.contains(&candidate);
            has_run.set(has_run.get() || is_helper);
            wrote(if is_helper { "1\t6\n" } else { "1\t5\n" })
        });
        assert_eq!(outcome(decided), Ok(calls(&[expected])), "{answers:?}");
        assert_eq!(has_run.get(), expected.starts_with("count"), "{answers:?}");
    }
}

#[test]
fn printed_answers_and_those_of_functions_must_agree_unless_the_output_names_its_parts() {
    let code = "fn solve(i: &str) -> (usize, usize) { (1, 2) } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let printed = [
        "printed(input, 1, || main())",
        "printed(input, 2, || main())",
    ];
    let [one, two] = printed;
    let refused = format!(
        "its calls disagree: `solve(input)` gave 700 and 800, `{one}` and `{two}` gave 500 and \
         600; choose with `--part1` and `--part2`, because its output does not say which part it \
         answers"
    );
    for (output, of_solve, expected) in [
        (
            String::new(),
            "1\t500\n2\t600\n",
            Ok(calls(&["solve(input)"])),
        ),
        (
            printed_lines("500\n600\n", true),
            "1\t500\n2\t600\n",
            Ok(calls(&["solve(input)"])),
        ),
        // The order of two values in two lines does not say their parts.
        (
            printed_lines("500\n600\n", true),
            "1\t700\n2\t800\n",
            unclear(&refused),
        ),
        (
            printed_lines("Part 1: 500\nPart 2: 600\n", true),
            "1\t700\n2\t800\n",
            Ok(calls(&printed)),
        ),
    ] {
        let decided = decide_printing(INPUT, code, nothing_known(), &output, of_solve);
        assert_eq!(outcome(decided), expected, "{output} {of_solve}");
    }
}

/// The old program runs the same `main`.
#[test]
fn what_main_prints_proves_nothing_of_a_copy_that_calls_it() {
    let code = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let output = "Part 1: 500\nPart 2: 600\n";
    let lines = printed_lines(output, true);
    let recorded = known(&[(Part::One, "500"), (Part::Two, "600")]);
    let of_old_program = KnownFacts::printed(output, Proof::Refutes);
    for (facts, uncompared, certainty) in [
        (nothing_known(), &Part::BOTH[..], Certainty::Tried),
        (of_old_program, &Part::BOTH, Certainty::Tried),
        (known(&[(Part::Two, "600")]), &[Part::One], Certainty::Tried),
        (recorded, &[], Certainty::Sure),
    ] {
        let taken = taken(decide(INPUT, code, facts, |_, _, _| wrote(&*lines)));
        assert!(taken.wiring.calls_main());
        assert_eq!(taken.uncompared, uncompared);
        assert_eq!(taken.certainty, certainty);
    }
}

/// The copy of an earlier import may stay, and is then compared with the output.
#[test]
fn what_the_old_program_printed_is_known_even_if_no_call_is_taken() {
    let old = KnownFacts::printed("Part 1: 500\nPart 2: 600\n", Proof::Refutes);
    let parts = "pub fn part1(i: &str) -> usize { 7 } pub fn part2(i: &str) -> usize { 8 }";
    let main = "fn main() { println!(\"{}\", part1(&std::fs::read_to_string(\"a\").unwrap())); }";
    // A copy that stays may print the answers itself, by its own `main`.
    for (code, is_known) in [(parts.to_owned(), true), (format!("{parts} {main}"), false)] {
        let decided = decide(INPUT, &code, old.clone(), |_, _, _| {
            wrote("1\t700\n2\t800\n")
        });
        assert!(decided.decision.is_err(), "{code}");
        let texts: Vec<&str> = decided.outputs.iter().map(|output| &*output.text).collect();
        let expected = ["Part 1: 500\nPart 2: 600\n"];
        assert_eq!(texts, expected[..usize::from(is_known)], "{code}");
    }
}

/// `main` prints the number of lines, for example, and the answer to one part.
#[test]
fn a_long_answer_in_the_place_of_the_other_part_is_not_compared_and_has_no_rival_that_is_printed() {
    let code = "fn solve(i: &str) -> (usize, usize) { (1, 2) } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    for (printed, solved, is_taken) in [
        (["200", "700"], ["700", "800"], true),
        (["800", "200"], ["700", "800"], true),
        (["5", "7"], ["6", "5"], false),
        // The output refutes the answer to part 1.
        (["900", "800"], ["700", "800"], false),
        (["500", "600"], ["700", "800"], false),
        // `main` prints the answers in the other order.
        (["800", "700"], ["700", "800"], false),
    ] {
        let output = printed_lines(&format!("{}\n", printed.join("\n")), true);
        let [one, two] = solved;
        let solved = format!("1\t{one}\n2\t{two}\n");
        let decided = decide_printing(INPUT, code, nothing_known(), &output, &solved);
        if is_taken {
            let taken = taken(decided);
            assert_eq!(taken.wiring.shown_calls(), ["solve(input)"], "{printed:?}");
            assert_eq!(taken.uncompared, Part::BOTH, "{printed:?}");
        } else {
            let why = outcome(decided).expect_err("its calls disagree");
            assert!(why.starts_with("its calls disagree: "), "{why}");
        }
    }
}

#[test]
fn printed_values_do_not_dispute_a_function_whose_answer_is_known() {
    let code = "fn solve(i: &str) -> (usize, usize) { (1, 2) } \
                fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let mut day = day_of("2020/day01.rs", code);
    day.day_file.names_several_files = true;
    let runs = Script(|candidate, _: &str, _| {
        wrote(if day.prints_both_parts(candidate) {
            printed_lines("Part 2: 600\n", true)
        } else {
            "1\t700\n2\t800\n".to_owned()
        })
    });
    let known = known(&[(Part::One, "700")]);
    let trial = DayRuns::new(&day, Some("abcde".to_owned()), known, &runs);
    let decided = decide_day(trial).expect("a decision");
    assert_eq!(outcome(decided), Ok(calls(&["solve(input)"])));
}

#[test]
fn a_part_without_an_answer_is_shown_only_if_the_day_prints_its_answers() {
    let printing = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let function = "fn solve(i: &str) -> (usize, Option<usize>) { (1, None) }";
    let why = "part 2: its output has no answer to it, or several: use `--part2`";
    let parts =
        "fn part1(i: &str) { println!(\"{i}\") } fn part2(i: &str) { println!(\"7 of 8\") }";
    for (input, code, expected) in [
        (INPUT, printing, Some(why)),
        (INPUT, parts, Some(why)),
        (INPUT, function, None),
        (NO_INPUT, printing, None),
    ] {
        let output = printed_lines("Part 1: 500\n", true);
        let others = "reads\tinput\n1\t500\n";
        let taken = taken(decide_printing(
            input,
            code,
            nothing_known(),
            &output,
            others,
        ));
        assert!(!taken.wiring.answers(Part::Two) || expected.is_none());
        let not_called = taken.not_called.map(|part| Reason::from(part).to_string());
        assert_eq!(not_called.as_deref(), expected, "{input:?} {code}");
    }
}

#[test]
fn a_printed_part_that_a_limit_ended_stays_in_the_copy() {
    let code = "fn part1(i: &str) { println!(\"{i}\") } fn part2(i: &str) { println!(\"{i}\") }";
    let of_part2 = candidates_with(code, "part2(");
    let taken = taken(decide(INPUT, code, nothing_known(), |candidate, _, _| {
        if of_part2.contains(&candidate) {
            timed_out("")
        } else {
            wrote("1\t500\n")
        }
    }));
    assert!(taken.wiring.prints(Part::Two) && taken.not_called.is_none());
}

#[test]
fn main_runs_once_for_its_output_and_the_answers_to_both_parts() {
    let code = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let runs = Cell::new(0);
    let taken = taken(decide(INPUT, code, nothing_known(), |_, _, _| {
        runs.set(runs.get() + 1);
        wrote(printed_lines("500\n600\n", true))
    }));
    assert_eq!(
        taken.answers,
        ["500", "600"].map(|one| Some(one.to_owned()))
    );
    assert_eq!(runs.get(), 1);
}

#[test]
fn a_main_that_does_not_end_needs_a_function() {
    let code = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let decided = decide(INPUT, code, known(&[(Part::One, "700")]), |_, _, _| {
        timed_out("reads\tinput\n")
    });
    let expected = "it did not end within 20 seconds: move the code of a part into a function that \
                    takes the input as `&str`";
    assert_eq!(outcome(decided), unclear(expected));
}

#[test]
fn a_day_that_prints_something_without_an_answer_is_told_apart_from_one_that_prints_nothing() {
    let code = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let unnamed = "its output does not say which part it answers: move the code of a part into a \
                   function that takes the input as `&str`";
    let unclear_values = "it is not clear which values in its output are the answers: move the \
                          code of a part into a function that takes the input as `&str`";
    let nothing = "no call of it gives an answer: call it with `--part1` and `--part2`";
    for (output, expected) in [
        ("7 8 9\n", unnamed),
        ("Part 1: abc, rounds: 9\n", unclear_values),
        ("", nothing),
    ] {
        let lines = printed_lines(output, true);
        let decided = decide(INPUT, code, nothing_known(), |_, _, _| wrote(&*lines));
        assert_eq!(outcome(decided), unclear(expected), "{output}");
    }
}

#[test]
fn the_program_of_a_day_with_one_part_need_not_name_the_part() {
    let code = "fn main() { println!(\"{}\", std::fs::read_to_string(\"a\").unwrap()); }";
    let unclear_values = "it is not clear which values in its output are the answers: move the \
                          code of a part into a function that takes the input as `&str`";
    for (output, answer, expected) in [
        (
            "6000\n",
            "1\t6000\n",
            Ok(calls(&["shown(input, || main())"])),
        ),
        ("6000 7000\n", "", unclear(unclear_values)),
    ] {
        let day = day_of("2020/day25.rs", code);
        let [Step::Printing, Step::Printing] = *day
            .candidates_to_run()
            .map(|number| Step::of(day.candidate(number)))
            .collect::<Vec<_>>()
        else {
            panic!("the output may have one answer or answers with names");
        };
        let runs = Script(|candidate, _: &str, _| {
            wrote(if day.prints_both_parts(candidate) {
                printed_lines(output, true)
            } else {
                format!("reads\tinput\n{answer}")
            })
        });
        assert_eq!(outcome(decide_on_input(&day, &runs)), expected, "{output}");
    }
}

/// A function may panic on the day's input, for example because it solves something else.
#[test]
fn a_call_without_an_answer_does_not_replace_a_wrong_one() {
    let of_text = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 } \
                   fn part2(i: &str) -> usize { 3 }";
    let of_parsed = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                     fn solve1(i: &str) -> usize { 2 } fn part2(v: &[u8]) -> usize { 3 }";
    let why = "part 1: every call gives a wrong answer, such as 5, but the known answer is 7";
    for (code, call) in [
        (of_text, "part2(input)"),
        (of_parsed, "part2(parse(input))"),
    ] {
        let [of_solve1, of_part2] = ["solve1(", "part2("].map(|call| candidates_with(code, call));
        let recorded = known(&[(Part::One, "7"), (Part::Two, "3")]);
        let taken = taken(decide(INPUT, code, recorded, |candidate, _, _| {
            wrote(if of_solve1.contains(&candidate) {
                "1\t5\n"
            } else if of_part2.contains(&candidate) {
                "failed\t1\n2\t3\n"
            } else {
                "failed\t1\n"
            })
        }));
        assert_eq!(taken.wiring.shown_calls(), calls(&[call]));
        let not_called = taken.not_called.map(|part| Reason::from(part).to_string());
        assert_eq!(not_called.as_deref(), Some(why));
    }
}

/// A day whose part 1 the user calls with this expression.
fn day_with_expression(code: &str, part1: &str) -> TrialDay {
    let temp = tempfile::tempdir().expect("a folder");
    write(&temp.path().join("old"), "2020/day01.rs", code);
    with_request(temp.path(), Some("old"), |request| {
        let request = ImportRequest {
            expressions: &[(Part::One, part1.to_owned())],
            ..*request
        };
        let import = Import::read(&request).expect("a folder");
        let file = import.repository.day_files().next().expect("a day");
        TrialDay::new(&import.repository, file)
    })
}

/// A later trial, for example with another toolchain, can compile the expression.
#[test]
fn an_expression_that_was_not_compiled_is_not_sure_and_one_that_does_not_compile_is_not_taken() {
    let code = "fn part1(i: &str) -> usize { 1 } fn other(i: &str) -> usize { 3 }";
    let user = "other(input)";
    for (is_dropped, call, note) in [
        (false, user, None),
        (
            true,
            "part1(input)",
            Some("`--part1` does not compile here: mismatched types"),
        ),
    ] {
        let mut day = day_with_expression(code, user);
        let of_user: Vec<usize> = day.remaining.iter().copied().collect();
        for number in of_user {
            if is_dropped && day.candidate(number).is_of_user() {
                day.drop_candidate(number, "mismatched types");
            }
        }
        day.own_code_fails("it does not compile");
        let (_, (_, decision)) = day.into_decision().expect("a decision");
        let taken = decision.expect("a copy");
        assert_eq!(taken.wiring.shown_calls(), calls(&[call]));
        assert_eq!(taken.broken_call.as_deref(), note);
        assert!(taken.certainty <= Certainty::Tried);
    }
}

#[test]
fn a_part_whose_calls_do_not_end_has_this_reason_beside_the_users_expression() {
    let code = "fn part1(i: &str) -> usize { 1 } fn part2(i: &str) -> usize { 3 }";
    let mut day = day_with_expression(code, "part1(input) + 1");
    day.take_expressions();
    let taken = taken(decide_on_input(
        &day,
        &Script(|_, _: &str, _| timed_out("")),
    ));
    assert_eq!(taken.wiring.parts(), [Part::One]);
    let expected = "part 2: no call of it gives an answer, and one did not end within 20 seconds: call \
                    it with `--part2`";
    let not_called = taken.not_called.map(|part| Reason::from(part).to_string());
    assert_eq!(not_called.as_deref(), Some(expected));
}

#[test]
fn a_call_that_has_answered_before_a_limit_ended_it_is_taken() {
    let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
    let of_part1 = candidates_with(code, "part1(");
    let decided = decide(INPUT, code, nothing_known(), |candidate, _, _| {
        if of_part1.contains(&candidate) {
            timed_out("1\t5\n")
        } else {
            wrote("1\t5\n")
        }
    });
    assert_eq!(outcome(decided), Ok(calls(&["part1(input)"])));
}

#[test]
fn without_an_input_a_call_is_taken_only_if_no_test_refutes_all_calls_of_the_other_part() {
    let code = "fn part1(i: &str) -> usize { 5 } fn part2(i: &str) -> usize { 6 } \
                #[test] fn one() { assert_eq!(part1(\"ab\"), 7); }";
    let wrong = "every call gives a wrong answer, such as 5 for part 1 in a test that expects 7";
    for (given, expected) in [
        ("1\t5\n", unclear(wrong)),
        ("1\t7\n", Ok(calls(&["part1(input)", "part2(input)"]))),
    ] {
        let decided = decide(NO_INPUT, code, nothing_known(), |_, _, _| wrote(given));
        assert_eq!(outcome(decided), expected, "{given}");
    }
    let other_tests = code.replace("part1(\"ab\")", "2 + 5");
    let decided = decide(NO_INPUT, &other_tests, nothing_known(), |_, _, _| wrote(""));
    let expected = ["part1(input)", "part2(input)"];
    assert_eq!(outcome(decided), Ok(calls(&expected)));
}

#[test]
fn a_call_for_both_parts_that_may_lack_a_parser_does_not_compete_with_one_that_has_it() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } \
                fn solve(v: &[u8]) -> (usize, usize) { (1, 2) }";
    let day = day_of("2020/day01.rs", code);
    let other = "1\t5\n2\t6\n";
    let call = "solve(parse(input))";
    for (of_parser, known, expected) in [
        // The other calls need not run.
        (other, nothing_known(), call),
        ("", nothing_known(), "solve(input)"),
        (other, known(&[(Part::One, "7")]), "solve(input)"),
        // No part of this output shows which call is right.
        (other, KnownFacts::printed("1 2 3\n", Proof::Confirms), call),
    ] {
        let is_needless = known.is_empty() && expected == call;
        let decided = decide(INPUT, code, known, |candidate, _, _| {
            wrote(if day.candidate(candidate).rank == Rank::Fallback {
                assert!(!is_needless);
                "1\t7\n2\t8\n"
            } else {
                of_parser
            })
        });
        assert_eq!(outcome(decided), Ok(calls(&[expected])));
    }
}

#[test]
fn a_call_that_may_lack_a_parser_is_taken_if_an_output_refutes_the_call_with_one() {
    let code = "fn parse(i: &str) -> Vec<u8> { vec![] } \
                fn solve(v: &[u8]) -> (usize, usize) { (1, 2) }";
    let day = day_of("2020/day01.rs", code);
    let known = KnownFacts::printed("700\n8\n9\n", Proof::Refutes);
    let decided = decide(INPUT, code, known, |candidate, _, _| {
        wrote(if day.candidate(candidate).rank == Rank::Fallback {
            "1\t700\n2\t8\n"
        } else {
            "1\t999\n2\t56\n"
        })
    });
    assert_eq!(outcome(decided), Ok(calls(&["solve(input)"])));
}
