//! Decides what the examples mean for an answer.

use std::cmp::Reverse;

use super::find_answer::AnswerToSubmit;
use crate::app::DecidesBy;
use crate::inputs::{Consequence, FailureJudge, Trust};
use crate::render::source_name;
use crate::runner::PuzzleResult;

/// What the examples have against an answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Caveat {
    pub consequence: Consequence,
    /// Says which example fails, or that there is none.
    pub text: String,
}

/// Checks the results of the examples. The failed example with the gravest consequence decides.
/// `None` if nothing is to be said.
pub fn check_examples(found: &AnswerToSubmit, decides_by: DecidesBy) -> Option<Caveat> {
    // Only examples of this part were run.
    let examples = &found.solved.as_ref()?.examples;
    if examples.is_empty() && !found.lacks_example {
        return Some(Caveat {
            consequence: Consequence::Note,
            text: "no example checks it".to_owned(),
        });
    }
    let failing = examples
        .iter()
        .filter(|example| example.is_failure())
        .min_by_key(|example| Reverse(example.trust))?;
    let judge = match decides_by {
        DecidesBy::Question => FailureJudge::User,
        DecidesBy::Key => FailureJudge::Nobody,
        DecidesBy::Nothing => FailureJudge::Submit {
            has_own: examples.iter().any(is_in_code),
        },
    };
    let caveat = Caveat {
        consequence: failing.trust.on_failure(judge),
        text: describe_failure(failing),
    };
    (caveat.consequence != Consequence::Nothing).then_some(caveat)
}

/// True if the example is in the code, with its answer. Other examples are in a file.
fn is_in_code(example: &PuzzleResult) -> bool {
    example.trust == Trust::User && example.header.input.is_none()
}

/// Describes the failure of an example. Says where the example is, and what to edit if the example
/// itself is wrong.
fn describe_failure(example: &PuzzleResult) -> String {
    let name = source_name(&example.header);
    let article = match example.header.name {
        Some(_) => "",
        None => "the ",
    };
    let (origin, edit) = match example.trust {
        Trust::User if is_in_code(example) => (" in the code", "correct it in the code"),
        Trust::User => ("", "correct its entry"),
        Trust::Taken => (", which you took from the page,", "remove its entry"),
        Trust::Page | Trust::Confirmed | Trust::Likely | Trust::OtherRules => {
            (", which was found on the page,", "remove its entry")
        }
    };
    format!("{article}{name}{origin} fails (compare it with the page, and {edit} if it is wrong)")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::runner::{PuzzleHeader, SourceKind};

    #[test]
    fn a_failed_example_is_named_with_its_place_and_what_to_edit() {
        let file = Path::new("inputs/year2020/day22.examples.toml");
        for (trust, file, number, words) in [
            (
                Trust::User,
                None,
                None,
                "the example in the code fails (compare it with the page, and correct it in the \
                 code if it is wrong)",
            ),
            (
                Trust::User,
                Some(file),
                Some("2"),
                "example 2 in day22.examples.toml fails (compare it with the page, and correct its \
                 entry if it is wrong)",
            ),
            (
                Trust::Taken,
                Some(file),
                None,
                "the example in day22.examples.toml, which you took from the page, fails (compare \
                 it with the page, and remove its entry if it is wrong)",
            ),
            (
                Trust::Page,
                Some(file),
                Some("3"),
                "example 3 in day22.examples.toml, which was found on the page, fails (compare it \
                 with the page, and remove its entry if it is wrong)",
            ),
        ] {
            let header = PuzzleHeader::new(Puzzle::of(2020, 22), SourceKind::Example, file);
            let example = PuzzleResult {
                trust,
                ..PuzzleResult::new(PuzzleHeader {
                    name: number.map(str::to_owned),
                    ..header
                })
            };
            assert_eq!(describe_failure(&example), words);
        }
    }
}
