//! The meaning of a solution's answer, and its comparison with what is known about the right one.

use aoc_solution::Part;
use aoc_solution::letters::{self, Reading, typed};

use super::status::Status;

/// An answer in the form in which it is recorded and submitted.
pub enum AnswerText {
    /// The text that would be typed into the site.
    Plain(String),
    /// The letters in a picture, and the picture.
    Letters { text: String, picture: String },
    /// A picture of letters. Letters that `aoc` does not know are `?`.
    UnknownLetters { picture: String, letters: String },
}

impl AnswerText {
    /// Reads an answer that a solution returned.
    pub fn read(answer: &str) -> Self {
        let picture = answer.to_owned();
        match letters::read(answer) {
            Reading::Letters(text) => Self::Letters { text, picture },
            Reading::Unknown {
                letters: Some(letters),
                ..
            } => Self::UnknownLetters { picture, letters },
            Reading::Unknown { letters: None, .. } | Reading::Text => {
                Self::Plain(typed(answer).into_owned())
            }
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Letters { text, .. } => text,
            Self::UnknownLetters { picture, .. } => picture,
        }
    }

    /// The picture that the text was read from.
    pub fn picture(&self) -> Option<&str> {
        match self {
            Self::Letters { picture, .. } => Some(picture),
            Self::Plain(_) | Self::UnknownLetters { .. } => None,
        }
    }

    /// Advice on a picture that cannot be read.
    pub fn hint(&self) -> Option<String> {
        let Self::UnknownLetters { letters, .. } = self else {
            return None;
        };
        Some(format!(
            "reads {letters}, where ? is a letter that aoc does not know: give it with `aoc \
             submit --answer`"
        ))
    }
}

/// The result of comparing an answer with what is known about the right one.
pub enum AnswerCheck {
    /// The answer equals the accepted one.
    Accepted,
    /// The answer equals that of the example or of the primary.
    Matched,
    /// The right answer is not known.
    Unverified,
    /// The answer is a picture with unknown letters, and may be this text.
    MayBe(String),
    /// The answer differs from this one, which was accepted or belongs to the example.
    Unexpected(String),
    /// The primary has given another answer.
    DiffersFromPrimary { part: Part, primary: String },
    /// A verdict of the site on an earlier answer rules it out.
    RuledOut(String),
}

impl AnswerCheck {
    pub fn status(&self) -> Status {
        match self {
            Self::Accepted => Status::Accepted,
            Self::Matched => Status::Matched,
            Self::Unverified | Self::MayBe(_) => Status::Unverified,
            Self::Unexpected(_) | Self::DiffersFromPrimary { .. } | Self::RuledOut(_) => {
                Status::Wrong
            }
        }
    }

    /// The reason why the answer is wrong, or the text that it may be.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Accepted | Self::Matched | Self::Unverified => None,
            Self::MayBe(answer) => Some(format!("may be {answer}")),
            Self::Unexpected(expected) => Some(format!("expected {expected}")),
            Self::DiffersFromPrimary { part, primary } => {
                Some(format!("part {part} gave {primary}"))
            }
            Self::RuledOut(why) => Some(why.clone()),
        }
    }
}
