//! Decides what the examples mean for an answer. [`Consequence::of_failure`] is the table for
//! `submit` in `docs/examples.md`, with the rule below it for the keys of `watch`.

use std::cmp::Reverse;

use super::find_answer::AnswerToSubmit;
use crate::app::DecidesBy;
use crate::inputs::Trust;
use crate::render::source_name;
use crate::runner::PuzzleResult;

/// The consequence of the examples for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    Note,
    Question,
    /// The answer is not submitted.
    Refusal,
}

impl Consequence {
    /// The consequence of a failed example that can refute the solution. `has_own` is true if the
    /// code has an example of its own. The key of `watch` that submits does not ask; another key
    /// submits in spite of failed examples.
    fn of_failure(trust: Trust, decides_by: DecidesBy, has_own: bool) -> Self {
        match (trust, decides_by) {
            (Trust::User, _) | (_, DecidesBy::Key) => Self::Refusal,
            (_, DecidesBy::Question) => Self::Question,
            (Trust::Page, DecidesBy::Nothing) if !has_own => Self::Refusal,
            (_, DecidesBy::Nothing) => Self::Note,
        }
    }
}

/// A reason to doubt an answer, from the examples.
#[derive(Debug, PartialEq, Eq)]
pub struct Caveat {
    pub consequence: Consequence,
    /// Says which example fails, or that no example checks the part.
    pub text: String,
}

/// Checks the results of the examples. The failed example with the gravest consequence decides.
/// `None` if there is nothing to tell the user.
pub fn check_examples(found: &AnswerToSubmit, decides_by: DecidesBy) -> Option<Caveat> {
    // Only examples of this part were run.
    let checked = found.examples()?;
    let examples = &checked.results;
    // If an example is missing, the run has said so.
    if examples.is_empty() && checked.missing.is_none() {
        return Some(Caveat {
            consequence: Consequence::Note,
            text: "no example checks this part".to_owned(),
        });
    }
    let failing = examples
        .iter()
        .filter(|example| example.is_failure())
        .min_by_key(|example| Reverse(example.trust))?;
    let has_own = examples.iter().any(is_in_code);
    Some(Caveat {
        consequence: Consequence::of_failure(failing.trust, decides_by, has_own),
        text: describe_failure(failing),
    })
}

/// True if the example and its answer are in the code. Other examples are in a file.
fn is_in_code(example: &PuzzleResult) -> bool {
    example.trust == Trust::User && example.header.input.is_none()
}

/// Describes the failure of an example: where the example is, and what to edit if the example
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

    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::runner::{PhaseResult, PuzzleHeader, SourceKind, Status};
    use crate::submit::testing::solved_with;

    fn failed_example(trust: Trust) -> PuzzleResult {
        let file = Path::new("inputs/year2020/day22.examples.toml");
        PuzzleResult {
            trust,
            phases: vec![PhaseResult::new(Phase::Part1, Status::Wrong, None)],
            ..PuzzleResult::new(PuzzleHeader::new(
                Puzzle::of(2020, 22),
                SourceKind::Example,
                Some(file),
            ))
        }
    }

    /// The consequence for an answer. `None` if only the run mentions the example.
    fn consequence(trust: Trust, decides_by: DecidesBy, has_own: bool) -> Option<Consequence> {
        let mut examples = vec![failed_example(trust)];
        if has_own {
            let header = PuzzleHeader::new(Puzzle::of(2020, 22), SourceKind::Example, None);
            examples.push(PuzzleResult::new(header));
        }
        let found = solved_with(examples);
        Some(check_examples(&found, decides_by)?.consequence)
    }

    /// The table, row by row. Its columns are run and test, submit on a terminal, submit by a key
    /// of `watch`, submit elsewhere, and submit elsewhere with an own example.
    #[test]
    fn who_answers_for_an_example_decides_what_its_failure_does() {
        use Consequence::{Note, Question, Refusal};
        for (trust, fails, consequences) in [
            (Trust::User, true, [Some(Refusal); 4]),
            (
                Trust::Page,
                true,
                [Question, Refusal, Refusal, Note].map(Some),
            ),
            (
                Trust::Taken,
                true,
                [Question, Refusal, Note, Note].map(Some),
            ),
            // The run shows a note about the example.
            (Trust::Confirmed, false, [None; 4]),
            // The failure is not shown.
            (Trust::Likely, false, [None; 4]),
            (Trust::OtherRules, false, [None; 4]),
        ] {
            let in_submit = [
                (DecidesBy::Question, false),
                (DecidesBy::Key, false),
                (DecidesBy::Nothing, false),
                (DecidesBy::Nothing, true),
            ]
            .map(|(decides_by, has_own)| consequence(trust, decides_by, has_own));
            assert_eq!(failed_example(trust).is_failure(), fails, "{trust:?}");
            assert_eq!(in_submit, consequences, "{trust:?}");
        }
    }

    /// The table's words for each consequence.
    #[test]
    fn the_table_of_the_document_says_the_same() {
        let table = include_str!("../../docs/examples.md");
        let cells = |trust: Trust| {
            let mark = match trust.mark() {
                Some(mark) => format!("| `{mark}` |"),
                None => "| none |".to_owned(),
            };
            let row = table.lines().find(|line| line.contains(&mark));
            let (_, cells) = row.expect("a row").split_once(&mark).expect("its mark");
            let cells: Vec<String> = cells
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect();
            cells
        };
        let word = |consequence| match consequence {
            // The note of the run.
            None | Some(Consequence::Note) => "a note",
            Some(Consequence::Question) => "asks",
            Some(Consequence::Refusal) => "refuses",
        };
        for trust in [Trust::User, Trust::Page, Trust::Taken, Trust::Confirmed] {
            let cells = cells(trust);
            let fails = failed_example(trust).is_failure();
            let run = if fails { "exit code 1" } else { "a note" };
            assert_eq!(cells[0], run, "{trust:?}");
            let terminal = consequence(trust, DecidesBy::Question, false);
            assert_eq!(cells[1], word(terminal), "{trust:?}");
            let [without, with] =
                [false, true].map(|has_own| word(consequence(trust, DecidesBy::Nothing, has_own)));
            let elsewhere = if without == with {
                with.to_owned()
            } else {
                format!("{with}; {without} if the code has none of its own")
            };
            assert_eq!(cells[2], elsewhere, "{trust:?}");
        }
    }

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
