//! Notes on examples of a page that can confirm a solution, but not refute it.

use crate::runner::UncertainExample;
use crate::terminal::excerpt;

/// The longest answer in a note.
const MAX_SHOWN: usize = 40;

pub fn note(example: &UncertainExample) -> String {
    match example {
        UncertainExample::Confirmed { answer } => {
            format!("matched: a likely example of the page gives {answer}; kept as an example")
        }
        UncertainExample::Contradicted {
            expected,
            given,
            file,
        } => {
            let gives = match given {
                Some(answer) => format!("gives {}, not {expected}", excerpt(answer, MAX_SHOWN)),
                None => format!("does not give {expected}"),
            };
            format!(
                "an example of the page that nobody has checked {gives}: it holds nothing back; if \
                 it is none, remove its entry from {}",
                file.display()
            )
        }
        UncertainExample::TimedOut => "what may be an example of the page did not end in time: \
                                       `--no-examples` leaves it out"
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_say_what_was_kept_and_how_to_leave_out_what_is_none() {
        let contradicted = |given: Option<&str>| UncertainExample::Contradicted {
            expected: "5".to_owned(),
            given: given.map(str::to_owned),
            file: "day01.examples.toml".into(),
        };
        let unseen = |gives: &str| {
            format!(
                "an example of the page that nobody has checked {gives}: it holds nothing back; if \
                 it is none, remove its entry from day01.examples.toml"
            )
        };
        let confirmed = UncertainExample::Confirmed {
            answer: "5".to_owned(),
        };
        assert_eq!(
            note(&confirmed),
            "matched: a likely example of the page gives 5; kept as an example"
        );
        assert_eq!(note(&contradicted(Some("6"))), unseen("gives 6, not 5"));
        assert_eq!(note(&contradicted(None)), unseen("does not give 5"));
        assert_eq!(
            note(&UncertainExample::TimedOut),
            "what may be an example of the page did not end in time: `--no-examples` leaves it out"
        );
    }
}
