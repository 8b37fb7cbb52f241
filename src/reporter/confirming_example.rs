//! Notes about examples that can confirm a solution but cannot refute it.

use crate::inputs::Trust;
use crate::runner::{ExampleNote, Status};
use crate::terminal::excerpt;

/// The largest number of characters of an answer in a note.
const MAX_SHOWN: usize = 40;

pub fn note(example: &ExampleNote) -> String {
    let ExampleNote {
        result,
        part,
        expected,
    } = example;
    let input = result.header.input.clone().unwrap_or_default();
    let file = input.display();
    if result.trust == Trust::Likely {
        if result.status() == Status::Timeout {
            return format!(
                "a likely example of the page took too long and is skipped until the code \
                 changes; if it is not an example, remove its comment from {file}"
            );
        }
        return format!(
            "matched: a likely example of the page gives {expected}; kept as an example"
        );
    }
    let gives = match result.answer(*part) {
        Ok(Some(answer)) => {
            format!("gives {}, not {expected},", excerpt(&answer, MAX_SHOWN))
        }
        Ok(None) | Err(_) => format!("does not give {expected}"),
    };
    format!(
        "the code {gives} for an example of the page that nobody has checked: you can still \
         submit; if it is not an example, remove its entry from {file}"
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use aoc_solution::Part;
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::runner::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind};

    #[test]
    fn notes_say_what_was_kept_and_how_to_leave_out_what_is_none() {
        let file = Path::new("day01.examples.toml");
        let header = PuzzleHeader::new(Puzzle::of(2020, 1), SourceKind::Example, Some(file));
        let ended = |trust, status, answer: Option<&str>| {
            let mut result = PuzzleResult::new(header.clone());
            result.trust = trust;
            result.phases.push(PhaseResult {
                answer: answer.map(str::to_owned),
                ..PhaseResult::new(Phase::Part1, status, None)
            });
            note(&ExampleNote {
                result,
                part: Part::One,
                expected: "5".to_owned(),
            })
        };
        let contradicted = |answer| ended(Trust::Confirmed, Status::Wrong, answer);
        let unseen = |gives: &str| {
            format!(
                "the code {gives} for an example of the page that nobody has checked: you can still \
                 submit; if it is not an example, remove its entry from day01.examples.toml"
            )
        };
        assert_eq!(
            ended(Trust::Likely, Status::Matched, Some("5")),
            "matched: a likely example of the page gives 5; kept as an example"
        );
        assert_eq!(contradicted(Some("6")), unseen("gives 6, not 5,"));
        assert_eq!(contradicted(None), unseen("does not give 5"));
        assert_eq!(
            ended(Trust::Confirmed, Status::Timeout, None),
            unseen("does not give 5")
        );
        assert_eq!(
            ended(Trust::Likely, Status::Timeout, None),
            "a likely example of the page took too long and is skipped until the code changes; \
             if it is not an example, remove its comment from day01.examples.toml"
        );
    }
}
