//! Decides what the examples mean for an answer.

use std::cmp::Reverse;

use super::find_answer::AnswerToSubmit;
use crate::app::DecidesBy;
use crate::inputs::{Consequence, FailurePlace, Trust};
use crate::reporter::source_name;
use crate::runner::PuzzleResult;

/// A fact about the examples that the user must know before an answer is sent.
#[derive(Debug, PartialEq, Eq)]
pub enum Caveat {
    NoExample,
    /// An example fails. The text says which one.
    Fails(String),
    /// An example fails. The text says which one. The user is asked whether to submit the answer.
    Asks(String),
}

/// Checks the results of the examples. The failed example with the gravest consequence decides.
/// `Err` is the reason why the answer is refused.
pub fn check_examples(
    found: &AnswerToSubmit,
    decides_by: DecidesBy,
) -> Result<Option<Caveat>, String> {
    let Some(solved) = &found.solved else {
        return Ok(None);
    };
    // Only examples of this part were run.
    let examples = &solved.examples;
    if examples.is_empty() && !found.lacks_example {
        return Ok(Some(Caveat::NoExample));
    }
    let failing = examples
        .iter()
        .filter(|example| example.is_failure())
        .min_by_key(|example| Reverse(example.trust));
    let Some(failing) = failing else {
        return Ok(None);
    };
    let place = match decides_by {
        DecidesBy::Question => FailurePlace::SubmitOnTerminal,
        DecidesBy::Key => FailurePlace::SubmitByKey,
        DecidesBy::Nothing => FailurePlace::Submit {
            has_own: examples.iter().any(|example| example.trust == Trust::User),
        },
    };
    let words = describe_failure(failing);
    match failing.trust.on_failure(place) {
        Consequence::Nothing => Ok(None),
        Consequence::Note => Ok(Some(Caveat::Fails(words))),
        Consequence::Question => Ok(Some(Caveat::Asks(words))),
        Consequence::Failure => Err(words),
    }
}

/// Describes the failure of an example. If `aoc` wrote the example, also says how to remove it.
fn describe_failure(example: &PuzzleResult) -> String {
    let name = source_name(&example.header);
    let place = match example.header.name {
        Some(_) => name,
        None => format!("the {name}"),
    };
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.trust {
        Trust::User if example.header.input.is_none() => format!("{place} in the code fails"),
        Trust::User => format!("{place} fails"),
        Trust::Taken => format!("{place}, which you took from the page, fails ({remedy})"),
        Trust::Page | Trust::Confirmed | Trust::Likely | Trust::OtherRules => {
            format!("{place}, which was found on the page, fails ({remedy})")
        }
    }
}
