//! The guards: an answer that cannot be right, or that the site would not take
//! now, is not sent.

use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::{Reading, read};

use super::known::Known;
use super::number::Number;
use crate::error::{Exit, HasExit};
use crate::inputs::{Guess, Verdict};
use crate::puzzle::Puzzle;
use crate::terminal::span;

/// Why an answer is not submitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("not submitted: the answer is empty")]
    Empty,
    #[error("not submitted: the answer has several lines; give it with --answer")]
    ManyLines,
    #[error(
        "not submitted: the answer is a picture whose letters are not known; read them, and give \
         them with --answer"
    )]
    Picture,
    /// With `?` for the letters that are not known.
    #[error(
        "not submitted: the answer is a picture that reads {0}, where ? is a letter that aoc does \
         not know; give the letters with --answer"
    )]
    UnknownLetters(String),
    #[error("not submitted: the answer contains the control character {0:?}")]
    ControlCharacter(char),
    #[error("not submitted: the site judged {} {} on {}", .0.answer, .0.verdict, date(.0))]
    AlreadyJudged(Guess),
    #[error(
        "not submitted: {answer} cannot be right, as the site judged {} {} on {}",
        .bound.answer, .bound.verdict, date(.bound)
    )]
    BeyondBound { answer: String, bound: Guess },
    #[error(
        "not submitted: `{answer}` is not a whole number, as the right answer is: the site judged \
         {} {} on {}",
        .bound.answer, .bound.verdict, date(.bound)
    )]
    NotANumber { answer: String, bound: Guess },
    #[error("not submitted: {answer} is the answer to part {part}")]
    OtherPart { answer: String, part: Part },
    #[error("not submitted: the site takes the next answer in {}; --wait waits for it", span(*.left))]
    TooEarly { left: Duration },
    /// By another process, while this one was at work.
    #[error(
        "not submitted: another aoc has just submitted it, and it is not known whether it was \
         graded"
    )]
    JustSubmitted,
    #[error("not submitted: {example}; --force submits {answer} anyway")]
    Example { example: String, answer: String },
    /// The last star of an event, without having been asked for.
    #[error(
        "not submitted: the last star of {} has no puzzle, it is for those who have all others; \
         `aoc submit {puzzle} --part 2` claims it",
        .puzzle.year
    )]
    LastStar { puzzle: Puzzle },
}

impl HasExit for Refusal {
    fn exit(&self) -> Exit {
        Exit::Refused
    }
}

/// Whether the answer has the form of one, but for white space around it.
pub fn check_form(answer: &str) -> Result<(), Refusal> {
    let line = answer.trim();
    if line.is_empty() {
        return Err(Refusal::Empty);
    }
    if line.contains(['\n', '\r']) {
        return Err(match read(answer) {
            Reading::Unknown { letters, .. } => {
                letters.map_or(Refusal::Picture, Refusal::UnknownLetters)
            }
            Reading::Text | Reading::Letters(_) => Refusal::ManyLines,
        });
    }
    match line.chars().find(|c| c.is_control()) {
        Some(control) => Err(Refusal::ControlCharacter(control)),
        None => Ok(()),
    }
}

/// Whether the answer may be right, by what is known.
pub fn check_answer(known: &Known, part: Part, answer: &str) -> Result<(), Refusal> {
    if let Some(guess) = known.answers.judged_wrong(part, answer) {
        return Err(Refusal::AlreadyJudged(guess.clone()));
    }
    let of_part = |guess: &&Guess| guess.part == part;
    for bound in known.answers.guesses.iter().filter(of_part) {
        check_bound(bound, answer)?;
    }
    let other = match part {
        Part::One => Part::Two,
        Part::Two => Part::One,
    };
    let others = known.accepted(other).and_then(|accepted| accepted.answer);
    if others.as_deref() == Some(answer) {
        let (answer, part) = (answer.to_owned(), other);
        return Err(Refusal::OtherPart { answer, part });
    }
    Ok(())
}

/// Whether a guess that was too high or too low rules the answer out.
fn check_bound(bound: &Guess, answer: &str) -> Result<(), Refusal> {
    let is_high = match bound.verdict {
        Verdict::TooHigh => true,
        Verdict::TooLow => false,
        _ => return Ok(()),
    };
    let Some(limit) = Number::parse(&bound.answer) else {
        return Ok(());
    };
    let (answer, bound) = (answer.to_owned(), bound.clone());
    let Some(number) = Number::parse(&answer) else {
        return Err(Refusal::NotANumber { answer, bound });
    };
    let is_beyond = if is_high {
        number >= limit
    } else {
        number <= limit
    };
    if is_beyond {
        return Err(Refusal::BeyondBound { answer, bound });
    }
    Ok(())
}

fn date(guess: &Guess) -> String {
    guess.time.format("%Y-%m-%d").to_string()
}
