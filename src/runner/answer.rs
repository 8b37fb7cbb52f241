//! What an answer of a solution says, and how it compares with what is known of the right one.

use aoc_solution::Part;
use aoc_solution::letters::{self, Reading, typed};

use super::status::Status;

/// An answer as it is recorded and submitted.
pub enum AnswerText {
    /// As it would be typed into the site.
    Plain(String),
    /// The letters that a picture shows.
    Letters { text: String, picture: String },
    /// A picture of letters, some of which `aoc` does not know: they are `?`.
    UnknownLetters { picture: String, letters: String },
}

impl AnswerText {
    /// Reads an answer as a solution returned it.
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

    /// What to do with a picture that cannot be read.
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

/// How an answer compares with what is known of the right one.
pub enum AnswerCheck {
    /// It is the accepted answer.
    Accepted,
    /// It is the answer of the example, or of the primary.
    Matched,
    /// Nothing is known.
    Unverified,
    /// It is a picture with unknown letters, which may be this answer.
    MayBe(String),
    /// It is not this accepted answer, or that of the example.
    Unexpected(String),
    /// The primary gave another answer.
    DiffersFromPrimary { part: Part, primary: String },
    /// The site's verdict on an earlier answer says that it cannot be right.
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

    /// Why the answer is wrong, or what it may be.
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
