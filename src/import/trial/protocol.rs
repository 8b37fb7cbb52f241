//! The protocol between a trial and the program of a year, which runs one candidate. The protocol
//! consists of the arguments of the program and the lines in its output file.
//!
//! The arguments are the candidate (`day01/3`), the file with the text, the output file, and the
//! word of the task. The program is generated from `program.template`, in which words between `%`
//! stand for the constants of this file and for the arms of the candidates.

use aoc_solution::{Part, imported};

use crate::puzzle::Day;

const TEMPLATE: &str = include_str!("program.template");

/// The key of the line for the output of a call, which has the answers to both parts.
const OUTPUT: &str = "output";

/// The key of the line that says that the code has read the input.
const READS: &str = "reads";

/// The key of the line for a part that failed.
const FAILED: &str = "failed";

/// The escapes of a backslash and of a line break in a value.
const BACKSLASH: &str = "\\\\";
const LINE_BREAK: &str = "\\n";

/// The task of a run.
#[derive(Clone, Copy, PartialEq)]
pub enum Task {
    /// Call the parts once. A call that prints the answers to both parts is made once for both.
    Answers,
    /// Call the parts in the order 1 1 2 2, and then on a new input in the order 2 1. This shows
    /// whether a call changes the next one.
    AnswersInAllOrders,
}

impl Task {
    /// The last argument of a run.
    pub fn word(self) -> &'static str {
        match self {
            Self::Answers => "answers",
            Self::AnswersInAllOrders => "orders",
        }
    }
}

/// The first argument of a run.
pub fn name_of(day: Day, candidate: usize) -> String {
    format!("{}/{candidate}", day.module())
}

/// The arm of the program's `match` over the candidate. In `code`, `input` is the text.
pub fn arm(candidate: &str, code: &str) -> String {
    format!("{candidate:?} => {code},\n")
}

/// The end of a year's program, with these arms.
pub fn program(arms: &str) -> String {
    let mut program = TEMPLATE.replace("%ARMS%", arms);
    for (name, word) in [
        ("%ORDERS%", Task::AnswersInAllOrders.word()),
        ("%OUTPUT%", OUTPUT),
        ("%READS%", READS),
        ("%FAILED%", FAILED),
        ("%BACKSLASH%", BACKSLASH),
        ("%LINE_BREAK%", LINE_BREAK),
    ] {
        program = program.replace(name, &format!("{word:?}"));
    }
    program
}

/// The results of the calls, in their order. `None` for a call that failed, or whose answer is not
/// in the printed text.
pub fn answers(output: &str) -> impl Iterator<Item = (Part, Option<String>)> {
    lines(output).flat_map(|(key, value)| match key {
        OUTPUT => Part::BOTH
            .into_iter()
            .zip(imported::answers(&value))
            .collect(),
        FAILED => Vec::from_iter(value.parse().ok().map(|part| (part, None))),
        part => Vec::from_iter(part.parse().ok().map(|part| (part, Some(value)))),
    })
}

/// The text that a call for both parts printed. `None` if the run has no such call, or if the call
/// did not return.
pub fn printed(output: &str) -> Option<String> {
    lines(output).find_map(|(key, value)| (key == OUTPUT).then_some(value))
}

/// True if the code read the text itself.
pub fn reads(output: &str) -> bool {
    lines(output).any(|(key, _)| key == READS)
}

/// The keys and values of the complete lines of an output file. If a limit ended the run, the last
/// line may be cut off.
fn lines(output: &str) -> impl Iterator<Item = (&str, String)> {
    let end = output.rfind('\n').map_or(0, |at| at + 1);
    let lines = output[..end].lines();
    let pairs = lines.filter_map(|line| line.split_once('\t'));
    pairs.map(|(key, value)| (key, unescaped(value)))
}

/// The value that was escaped.
fn unescaped(value: &str) -> String {
    value
        .split(BACKSLASH)
        .map(|piece| piece.replace(LINE_BREAK, "\n"))
        .collect::<Vec<_>>()
        .join("\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_has_the_words_and_the_arms() {
        let arm = arm("day01/0", "run(input)");
        let program = program(&arm);
        assert!(program.contains(&arm), "{program}");
        assert!(program.contains("line(\"output\", "), "{program}");
        assert!(!program.contains('%'), "{program}");
        // Backslashes are escaped first, because an escaped line break contains one.
        let escaping = r#".replace('\\', "\\\\").replace('\n', "\\n")"#;
        assert!(program.contains(escaping), "{program}");
    }

    #[test]
    fn a_line_that_is_cut_off_is_no_answer() {
        let output = "reads\tinput\nfailed\t1\n2\ta\\nb\n1";
        assert!(reads(output) && !reads("1\treads\n"));
        let expected = [(Part::One, None), (Part::Two, Some("a\nb".to_owned()))];
        assert!(answers(output).eq(expected));
        assert_eq!(printed(output), None);
        let output = "output\t5\\n\t6\\n\n1";
        let expected = [(Part::One, "5"), (Part::Two, "6")];
        let expected = expected.map(|(part, answer)| (part, Some(answer.to_owned())));
        assert!(answers(output).eq(expected));
        assert_eq!(printed(output).as_deref(), Some("5\n\t6\n"));
        // An answer may have a backslash of its own.
        let answer = answers("1\ta\\\\nb\\\\\\n\\n\\\\\n").next();
        let expected = "a\\nb\\\n\n\\".to_owned();
        assert_eq!(answer, Some((Part::One, Some(expected))));
        // A part of an answer may look like a whole answer.
        for (output, expected) in [
            ("1\t12", 0),
            ("1\t5\n2\t12", 1),
            ("1\t5\n", 1),
            ("output\t5\\n", 0),
            ("output\t\n", 1),
        ] {
            assert_eq!(lines(output).count(), expected, "{output:?}");
        }
    }
}
