//! The reasons why a trial takes no candidate: what ran, and what it answered.

use std::time::Duration;

use aoc_solution::Part;

use crate::import::compare::{Expected, WrongAnswer};
use crate::import::left_out::reason::{Reason, options_for};
use crate::terminal::{cut_end, one_line};

/// The maximum width of an answer in a reason, in columns. A right answer is shorter.
const MAX_SHOWN_ANSWER: usize = 200;

/// An answer, as reasons show it.
pub fn shown_answer(text: &str) -> String {
    cut_end(&one_line(text), MAX_SHOWN_ANSWER)
}

impl Reason {
    /// No call of the function for the part gives an answer.
    pub fn no_answer_of(function: &str, part: Part) -> Self {
        Self::Unclear(format!(
            "no call of `{function}` gives an answer: use `--part{part}`"
        ))
    }

    /// No candidate gives an answer. If a limit `stopped` a run, and an answer is known, other
    /// calls may have given wrong answers.
    pub fn no_answer(parts: &[Part], stopped: Option<&str>, is_any_known: bool) -> Self {
        let answer = if stopped.is_some() && is_any_known {
            "a right answer"
        } else {
            "an answer"
        };
        let stopped = stopped.map_or(String::new(), |stopped| format!(", and one {stopped}"));
        Self::Unclear(format!(
            "no call of it gives {answer}{stopped}: call it with {}",
            options_for(parts)
        ))
    }

    /// No call gets the input, and no code that the calls run reads it.
    pub fn lacks_input(parts: &[Part]) -> Self {
        let options = options_for(parts);
        Self::Unclear(format!(
            "no call of it gets or reads the input: if the input is in its code, call it with {options}"
        ))
    }

    /// No candidate gives an answer, perhaps because another file has the text of the input.
    pub fn reads_several_files() -> Self {
        Self::Unfit(
            "no call of it gives an answer, and in a copy each file that it names is the day's \
             input: put the text of any other file into the code"
                .to_owned(),
        )
    }

    /// All answers to a part are wrong, such as this one. `part` is `None` if the part is named
    /// beside the reason.
    pub fn all_wrong(wrong: &WrongAnswer, part: Option<Part>) -> Self {
        let known = match &wrong.expected {
            Expected::OfTest(answer) => format!(" in a test that expects {}", shown_answer(answer)),
            Expected::Answer(known) => format!(", but the known answer is {}", shown_answer(known)),
            Expected::InOutput => ", but its program prints another value".to_owned(),
            Expected::OtherForm(why) => format!(", but {why}"),
        };
        let given = shown_answer(&wrong.given);
        let of_part = part.map_or(String::new(), |part| format!(" for part {part}"));
        Self::Unclear(format!(
            "every call gives a wrong answer, such as {given}{of_part}{known}"
        ))
    }

    /// The calls give different answers to these parts, and the right answer is not known. `given`
    /// has each call with its answers. `lacks_names` is true if a program's output is known, and
    /// names no part.
    pub fn calls_disagree(given: &[[String; 2]], parts: &[Part], lacks_names: bool) -> Self {
        let given = given
            .iter()
            .map(|[calls, answers]| format!("{calls} gave {answers}"))
            .collect::<Vec<_>>()
            .join(", ");
        let options = options_for(parts);
        let hint = if lacks_names {
            ", because its output does not say which part it answers"
        } else {
            ""
        };
        Self::Unclear(format!(
            "its calls disagree: {given}; choose with {options}{hint}"
        ))
    }

    /// The answers of these calls depend on whitespace at the ends of the input, and it is not
    /// known whether the old program removed the whitespace. `trimmed` has the answers to the
    /// trimmed text, which `expression` gives. If a limit stopped that run, `trimmed` has the
    /// message about the limit, and it is not certain that the answers depend on the whitespace.
    pub fn blanks_matter(
        [calls, answers]: [String; 2],
        trimmed: Result<String, String>,
        ends: &str,
        expression: &str,
    ) -> Self {
        let depend = if trimmed.is_ok() {
            "depend"
        } else {
            "may depend"
        };
        let (Ok(trimmed) | Err(trimmed)) = trimmed;
        Self::Unclear(format!(
            "its answers {depend} on whitespace at {ends} of the input: {calls} gave {answers}, and \
             {trimmed} with `--text '{expression}'`; choose with `--text`, or compare with `--run-old`"
        ))
    }

    /// A call for the part was `stopped` by a limit and may be right, while another call has
    /// answered the part.
    pub fn did_not_end(part: Part, call: &str, stopped: &str, other: [String; 2]) -> Self {
        let [other, answer] = other;
        Self::Unclear(format!(
            "part {part}: {call} {stopped}, and {other} gave {answer}: choose with `--part{part}`"
        ))
    }

    /// The calls of a day were ended, because together they took too long.
    pub fn out_of_time(parts: &[Part], limit: Duration) -> Self {
        Self::Unclear(format!(
            "not all of its calls ran within {} seconds: choose with {}",
            limit.as_secs(),
            options_for(parts)
        ))
    }
}
