//! The reasons why days and parts are not imported. A reason has a sentence, and says whether an
//! expression of the user could help. Most sentences about calls are in this file. The sentences
//! about code that cannot be copied or compiled are where such code is found.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use aoc_solution::Part;
use serde::{Serialize, Serializer};

use super::candidates::{Callable, callables, is_text};
use super::compare::{Expected, WrongAnswer};
use super::names::says_both_parts;
use super::source::Source;
use crate::terminal::{cut_end, one_line};

/// The maximum width of an answer in a reason, in columns. A right answer is shorter.
const MAX_ANSWER: usize = 200;

/// An answer, as reasons show it.
pub fn shown_answer(text: &str) -> String {
    cut_end(&one_line(text), MAX_ANSWER)
}

/// The reason why something is not imported, or why a part is not called in the copy of its day.
#[derive(Clone, Debug)]
pub enum Reason {
    /// It is not clear how to call the code, for this reason. An expression of the user can help.
    Unclear(String),
    /// The code cannot be copied, built or called, for this reason. No expression can help, or the
    /// user's own expression is the reason.
    Unfit(String),
}

impl Reason {
    /// True if an expression of the user could help.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::Unclear(_))
    }

    pub fn text(&self) -> &str {
        let (Self::Unclear(why) | Self::Unfit(why)) = self;
        why
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl From<String> for Reason {
    fn from(why: String) -> Self {
        Self::Unfit(why)
    }
}

impl From<&str> for Reason {
    fn from(why: &str) -> Self {
        why.to_owned().into()
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

/// A part that a copy does not answer, although the day has a function or the user has an
/// expression for it.
#[derive(Clone, Debug)]
pub struct PartNotCalled {
    pub part: Part,
    pub why: Reason,
}

impl From<PartNotCalled> for Reason {
    fn from(PartNotCalled { part, why }: PartNotCalled) -> Self {
        match why {
            Self::Unclear(why) => Self::Unclear(format!("part {part}: {why}")),
            Self::Unfit(why) => Self::Unfit(format!("part {part}: {why}")),
        }
    }
}

/// The reasons for not calling code.
impl Reason {
    /// Names do not tell how a day is called. The sentence says what they lack.
    pub fn unclear_names(source: &Source) -> Self {
        if source.has("main")
            && source
                .functions()
                .all(|function| function.sig.ident == "main")
        {
            return Self::needs_function("it has only `main`");
        }
        let mut items = source.items.iter();
        if callables(source).is_empty() && items.any(|item| item.called_macro().is_some()) {
            return Self::needs_function("it has no function");
        }
        Self::names_without_part(source).unwrap_or_else(|| {
            let why = "no function answers a part: use `--part1` and `--part2`";
            Self::Unclear(why.to_owned())
        })
    }

    /// Functions may be solutions, but their names do not say their part. `None` if there are no
    /// such functions.
    pub fn names_without_part(source: &Source) -> Option<Self> {
        let callables = callables(source);
        let takes_text: Vec<&str> = callables
            .iter()
            .filter(|callable| callable.may_solve())
            .map(|callable| &*callable.name)
            .collect();
        let printing = callables.iter().find(|callable| {
            let takes_nothing = callable.signature.inputs.is_empty();
            takes_nothing && callable.returns_nothing() && says_both_parts(&callable.name)
        });
        let why = match (&*takes_text, printing) {
            ([only], _) => format!("`{only}` takes the text, and no name says its part"),
            ([one, other, ..], _) => {
                format!("`{one}` and `{other}` take the text, and no names say their parts")
            }
            ([], Some(Callable { name, .. })) => {
                return Some(Self::needs_function(&format!(
                    "`{name}` prints its answers"
                )));
            }
            ([], None) => {
                let mut callables = callables.iter();
                let callable = callables.find(|callable| takes_unknown(source, callable))?;
                return Some(Self::takes_more(&callable.name, Part::One));
            }
        };
        Some(Self::Unclear(format!("{why}: use `--part1` and `--part2`")))
    }

    /// A day needs a function that can be called. `why` says why none of its functions can be.
    pub fn needs_function(why: &str) -> Self {
        Self::Unclear(format!(
            "{why}: put what answers a part into a function that takes the input as `&str`"
        ))
    }

    /// The function for the part has further arguments, and their values are not known.
    pub fn takes_more(function: &str, part: Part) -> Self {
        Self::Unclear(format!(
            "`{function}` takes more than the text: say what, such as `--part{part} '{function}(input, ...)'`"
        ))
    }

    /// Nothing is compiled, and names do not say how to call `what`. The user can say it with
    /// `options`.
    pub fn needs_trial(what: &str, options: &str) -> Self {
        Self::Unclear(format!(
            "names do not say how to call {what}: let `aoc import` build and run it, or use {options}"
        ))
    }

    /// No call of the function for the part gives an answer.
    pub fn no_answer_of(function: &str, part: Part) -> Self {
        Self::Unclear(format!(
            "no call of `{function}` gives an answer: use `--part{part}`"
        ))
    }

    /// No candidate gives an answer. If a limit `stopped` a run, and an answer is known, other
    /// calls may have given wrong answers.
    pub fn no_answer(stopped: Option<&str>, is_any_known: bool) -> Self {
        let answer = if stopped.is_some() && is_any_known {
            "a right answer"
        } else {
            "an answer"
        };
        let stopped = stopped.map(|stopped| format!(", and one {stopped}"));
        Self::Unclear(format!(
            "no call of it gives {answer}{}: call it with `--part1` and `--part2`",
            stopped.unwrap_or_default()
        ))
    }

    /// No call gets the input, and no code that the calls run reads it.
    pub fn lacks_input() -> Self {
        let why = "its calls neither get nor read the input: if the code has it, call it with \
                   `--part1` and `--part2`";
        Self::Unclear(why.to_owned())
    }

    /// All answers to a part are wrong, such as this one. `part` is `None` if the part is named
    /// beside the reason.
    pub fn all_wrong(wrong: &WrongAnswer, part: Option<Part>) -> Self {
        let known = match &wrong.expected {
            Expected::OfTest(answer) => format!(" in a test that expects {}", shown_answer(answer)),
            Expected::Answer(known) => format!(", but the known answer is {}", shown_answer(known)),
            Expected::InOutput => ", which its program does not print".to_owned(),
        };
        let given = shown_answer(&wrong.given);
        let of_part = part.map_or(String::new(), |part| format!(" for part {part}"));
        Self::Unclear(format!(
            "every call gives a wrong answer, such as {given}{of_part}{known}"
        ))
    }

    /// The calls give different answers to these parts, and the right answer is not known. `given`
    /// has each call with its answers.
    pub fn calls_disagree(given: &[[String; 2]], parts: &[Part]) -> Self {
        let given = given
            .iter()
            .map(|[calls, answers]| format!("{calls} gave {answers}"));
        let given = given.collect::<Vec<_>>().join(", ");
        let options = parts.iter().map(|part| format!("`--part{part}`"));
        let options = options.collect::<Vec<_>>().join(" and ");
        Self::Unclear(format!(
            "its calls disagree: {given}; choose with {options}"
        ))
    }

    /// The answers of these calls depend on whitespace at the ends of the input, and it is not
    /// known whether the old program removed the whitespace. `trimmed` has the answers to the text
    /// of `expression`, or the message about the limit that stopped that run. In that case, it
    /// is only possible that the answers depend on the whitespace.
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
            "its answers {depend} on blanks at {ends} of the input: {calls} gave {answers}, and {trimmed} \
             with `--text '{expression}'`; choose with `--text`, or compare with `--run-old`"
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
    pub fn out_of_time(limit: Duration) -> Self {
        Self::Unclear(format!(
            "not all of its calls ran within {} seconds: choose with `--part1` and `--part2`",
            limit.as_secs()
        ))
    }
}

/// True for a free function that takes the text and further arguments with unknown values, and that
/// no other function calls.
fn takes_unknown(source: &Source, callable: &Callable) -> bool {
    let takes_text = callable
        .arguments
        .first()
        .is_some_and(|first| is_text(first));
    let is_solver = !callable.is_parser() && !source.is_called(&callable.name);
    callable.is_free()
        && takes_text
        && callable.further_arguments.is_none()
        && !callable.returns_nothing()
        && is_solver
}
