//! The text of a solution's answer, as it is recorded and submitted.

use aoc_solution::Part;
use aoc_solution::letters::{self, Reading, typed};

use crate::puzzle::Puzzle;

/// An answer as `aoc` records and submits it.
pub struct AnswerText {
    /// The text that a user would type into the site. A picture stays a picture if `aoc` does not
    /// know its letters.
    pub text: String,
    /// The picture of letters from which the text was read.
    pub picture: Option<String>,
    /// Advice for a picture whose letters `aoc` does not know.
    pub hint: Option<String>,
}

impl AnswerText {
    /// Reads an answer that the solution of a part returned.
    pub fn read(puzzle: Puzzle, part: Part, answer: &str) -> Self {
        let (text, picture, hint) = match letters::read(answer) {
            Reading::Letters(text) => (text, Some(answer.to_owned()), None),
            Reading::SomeLetters(letters) => {
                let hint = format!(
                    "reads {letters}; ? marks a letter that aoc does not know: submit the whole \
                     word with `aoc submit {puzzle} -p {part} --answer WORD`"
                );
                (answer.to_owned(), None, Some(hint))
            }
            Reading::OtherHeight | Reading::Text => (typed(answer).into_owned(), None, None),
        };
        Self {
            text,
            picture,
            hint,
        }
    }
}
