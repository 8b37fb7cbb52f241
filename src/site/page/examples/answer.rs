//! The answer to an example: the last emphasised code in the text behind it.

use super::super::document::{Span, text};
use super::codes::codes;
use super::pieces::{Piece, prose, said};
use super::shape::are_alike;

/// A longer answer is none.
const LONGEST: usize = 48;

/// A value, and why it may not be the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub value: String,
    /// `None` if there is no reason.
    pub doubt: Option<String>,
}

impl Candidate {
    /// Adds a reason, if there is none yet.
    pub fn doubted(mut self, doubt: Option<String>) -> Self {
        self.doubt = self.doubt.or(doubt);
        self
    }
}

/// A value and where it stands.
struct Found {
    value: String,
    /// The index of its piece.
    at: usize,
    doubt: Option<&'static str>,
}

/// The answer in the text behind `input`; `None` if there is no value at all.
pub fn answer(input: &str, behind: &[Piece<'_>]) -> Option<Candidate> {
    let Some(last) = last_value(behind) else {
        let value = prose(behind).filter_map(any_value).last()?;
        let doubt = "no code is emphasised".to_owned();
        return Some(Candidate {
            value,
            doubt: Some(doubt),
        });
    };
    let doubt = last
        .doubt
        .or_else(|| odd(&last.value))
        .or_else(|| odd_paragraph(&behind[last.at]))
        .or_else(|| more_behind(&behind[last.at + 1..]))
        .or_else(|| another_input(input, &behind[..last.at]));
    Some(Candidate {
        value: last.value,
        doubt: doubt
            .map(str::to_owned)
            .or_else(|| other_rules(&behind[..=last.at], behind)),
    })
}

/// How many values are emphasised.
pub fn count(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| values_of(piece).len()).sum()
}

fn last_value(behind: &[Piece<'_>]) -> Option<Found> {
    let mut found = behind.iter().enumerate().filter_map(|(at, piece)| {
        let values = values_of(piece);
        let value = values.last()?.clone();
        let doubt = match piece {
            Piece::List { .. } => Some("the last emphasised value is in a list"),
            _ if values.iter().any(|other| *other != value) => {
                Some("several values are emphasised in one paragraph")
            }
            _ => None,
        };
        Some(Found { value, at, doubt })
    });
    found.next_back()
}

fn values_of(piece: &Piece<'_>) -> Vec<String> {
    match piece {
        Piece::Prose(spans) => values(spans),
        Piece::List { items, .. } => items
            .iter()
            .flatten()
            .flat_map(|spans| values(spans))
            .collect(),
        Piece::Pre { .. } => Vec::new(),
    }
}

fn values(spans: &[Span]) -> Vec<String> {
    codes(spans)
        .into_iter()
        .filter_map(|code| code.value)
        .collect()
}

/// What may be an answer where no code is emphasised: an emphasised number, else
/// a code.
fn any_value(spans: &[Span]) -> Option<String> {
    let number = spans.iter().rev().find(|span| is_number(span));
    number
        .map(|span| span.text.clone())
        .or_else(|| Some(codes(spans).pop()?.text))
}

/// Whether this is an emphasised number outside of code.
fn is_number(span: &Span) -> bool {
    span.emphasis
        && !span.code
        && !span.text.is_empty()
        && span.text.chars().all(|c| c.is_ascii_digit())
}

fn odd(value: &str) -> Option<&'static str> {
    let odd = value.chars().count() > LONGEST
        || value.contains(|c: char| c.is_whitespace() || c.is_control());
    odd.then_some("the value does not look like an answer")
}

/// Why a value in this paragraph may be about something else.
fn odd_paragraph(piece: &Piece<'_>) -> Option<&'static str> {
    let Piece::Prose(spans) = piece else {
        return None;
    };
    let text = text(spans).to_lowercase();
    let starts = ["however", "unfortunately", "of course"];
    let says = [
        "your puzzle input",
        "your actual",
        "instead",
        "alternatively",
    ];
    if text.contains('?') {
        Some("the value stands beside the question")
    } else if starts.iter().any(|start| text.starts_with(start))
        || says.iter().any(|phrase| text.contains(phrase))
        || text.contains("if ") && (text.contains(" were ") || text.contains(" had "))
    {
        Some("the value may be about another input")
    } else {
        None
    }
}

/// Why what follows may have the answer.
fn more_behind(behind: &[Piece<'_>]) -> Option<&'static str> {
    let has_number = |spans: &[Span]| {
        let text = text(spans);
        !text.contains('?') && text.contains(|c: char| c.is_ascii_digit())
    };
    if prose(behind).any(|spans| spans.iter().any(is_number) || has_number(spans)) {
        Some("more numbers follow the value")
    } else {
        None
    }
}

/// Why the answer may be that of another input: there are several values, and a
/// text before the last that looks like an input.
fn another_input(input: &str, between: &[Piece<'_>]) -> Option<&'static str> {
    let is_input =
        |piece: &Piece<'_>| matches!(piece, Piece::Pre { text, .. } if are_alike(text, input));
    let several = count(between) > 0 && between.iter().any(is_input);
    several.then_some("there are several values and several texts")
}

/// Why the example may have other rules than the input, such as fewer steps: the
/// question has a number that the example's own text has not, or the text says
/// so. The last of `example` has the answer.
fn other_rules(example: &[Piece<'_>], part: &[Piece<'_>]) -> Option<String> {
    let said_there = said(example);
    let lower = said_there.to_lowercase();
    let says = |phrase: &str| {
        lower
            .split(['.', '?', '!'])
            .any(|sentence| sentence.contains("example") && sentence.contains(phrase))
    };
    if ["instead of", "rather than", "smaller", "fewer"]
        .iter()
        .any(|phrase| says(phrase))
    {
        return Some("the example seems to have rules of its own".to_owned());
    }
    let asked = asked(part)?;
    let last = example
        .last()
        .map(|piece| said(std::slice::from_ref(piece)));
    let several = count(example) > 1;
    let (near, there) = (numbers(&last.unwrap_or_default()), numbers(&said_there));
    let new = numbers(&asked).into_iter().find(|number| {
        let is_far = several && there.contains(number) && !near.contains(number);
        is_far || number.len() > 1 && !there.contains(number)
    })?;
    Some(format!(
        "the question has the number {new}, and the answer's text has not"
    ))
}

/// What is emphasised in the last question.
fn asked(part: &[Piece<'_>]) -> Option<String> {
    let question = prose(part)
        .filter(|spans| text(spans).contains('?'))
        .last()?;
    let emphasised = question.iter().filter(|span| span.emphasis);
    Some(emphasised.map(|span| &*span.text).collect())
}

fn numbers(text: &str) -> Vec<String> {
    let text = text.replace(',', "");
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(str::to_owned)
        .collect()
}
