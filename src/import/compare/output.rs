//! Compares the answers of a candidate with the output of a program, which also contains other
//! text. A copy uses the same functions to find its answers in its own output.
//!
//! An output shows an answer if it contains the answer as a whole word:
//!
//! - If lines name parts, the answer must be in a line that names its part, or, if no line names
//!   this part, be a long value that stands alone in another line. If the lines of the part have
//!   another answer, too, it is not clear which one is meant.
//! - Otherwise, the answer to part 1 must come before the answer to part 2. Of two values, the
//!   first is the answer to part 1. A short answer may occur by chance, so it must stand alone, or
//!   be one of at most two values.
//!
//! An answer that is not shown is wrong if another value is in its place and the output certainly
//! is about the input ([`Proof`]). Lines that mention an example show no answer. An answer in such a
//! line is not wrong either, because the line may be about the input.

use aoc_solution::Part;
use aoc_solution::imported::{
    OutputByPart, PrintedValue, SURE_LENGTH, by_part, has_no_words, is_clear, is_whole, is_word,
    lines_of_examples, lines_of_input, pictures, shows, values,
};
use aoc_solution::letters::Comparison;

use super::{ProgramOutput, Proof};
use crate::inputs::{compare_answers, is_same_answer};
use crate::puzzle::other_part;

impl ProgramOutput {
    /// True if the output names a part.
    pub fn names_parts(&self) -> bool {
        by_part(&self.text).names_parts()
    }

    /// True if the output shows which value is the answer to the part: it is the only answer beside
    /// the name of the part, or the output is a pair.
    pub fn shows_answer_to(&self, part: Part) -> bool {
        by_part(&self.text).said[part.index()].len() == 1 || self.is_only_pair()
    }

    /// True if the output is only two values in one line, such as `Some(5) Some(6)`. Their order
    /// shows the parts.
    fn is_only_pair(&self) -> bool {
        let lines = lines_of_input(&self.text);
        let text = lines.trim();
        values(text).len() == 2 && !text.contains('\n') && has_no_words(text)
    }

    /// True if the output names no part, and contains exactly one of the answers that are too long
    /// to be there by chance, in any place.
    pub fn has_one_answer(&self, answers: &[Option<String>; 2]) -> bool {
        let text = lines_of_input(&self.text);
        let values = values(&text);
        let printed = answers
            .iter()
            .flatten()
            .filter(|answer| is_sure(answer) && has_value(&values, answer));
        !self.names_parts() && printed.count() == 1
    }
}

/// Compares the answers with the output of a program. The head of this file says when the output
/// shows an answer. An answer that the output lacks is different if another value is in its place.
/// The comparison is unknown if the output may be about something else, or if the answer may be
/// there by chance.
pub fn compare_with_output(
    output: &ProgramOutput,
    answers: &[Option<String>; 2],
) -> [Comparison; 2] {
    let examples = lines_of_examples(&output.text);
    let mut comparisons = compare_with_lines_of_input(output, answers);
    for (comparison, answer) in comparisons.iter_mut().zip(answers) {
        if *comparison == Comparison::Different
            && answer
                .as_ref()
                .is_some_and(|answer| may_show(&examples, answer))
        {
            *comparison = Comparison::Unknown;
        }
    }
    comparisons
}

fn compare_with_lines_of_input(
    output: &ProgramOutput,
    given: &[Option<String>; 2],
) -> [Comparison; 2] {
    let text = lines_of_input(&output.text);
    let values = values(&text);
    let given @ [one, two] = given.each_ref().map(Option::as_deref);
    let by_part = by_part(&text);
    if has_joined(&values, by_part.names_parts(), one, two) {
        return [Comparison::Equal; 2];
    }
    if by_part.names_parts() {
        let can_refute = output.proves >= Proof::RefutesByName;
        return [
            compare_by_name(&by_part, can_refute, Part::One, one),
            compare_by_name(&by_part, can_refute, Part::Two, two),
        ];
    }
    let can_refute = output.proves == Proof::Refutes;
    compare_by_order(&text, &values, output.is_only_pair(), can_refute, given)
}

/// True if the output joins both answers to one value, with a comma between them. Short answers may
/// be there by chance, so this must be the only value. If the output names parts, it must be alone.
fn has_joined(
    values: &[PrintedValue],
    names_parts: bool,
    one: Option<&str>,
    two: Option<&str>,
) -> bool {
    let (Some(one), Some(two)) = (one, two) else {
        return false;
    };
    let joined = format!("{one},{two}");
    let may_be_short = values.len() == 1;
    let are_sure = is_sure(one) && is_sure(two);
    let must_be_alone = names_parts || !are_sure;
    (may_be_short || are_sure)
        && values
            .iter()
            .any(|value| shows(value.text, &joined) && (value.is_clear || !must_be_alone))
}

fn has_value(values: &[PrintedValue], value: &str) -> bool {
    values.iter().any(|other| shows(other.text, value))
}

/// Compares an answer with an output that names parts. `Part 1 (first try): 3` above `Part 1: 21`
/// says two answers, and confirms none of them. If no line names the part, a long answer that
/// stands alone in another line is confirmed. A long answer in such a line is not refuted by
/// another value beside the name of its part.
fn compare_by_name(
    output: &OutputByPart,
    can_refute: bool,
    part: Part,
    answer: Option<&str>,
) -> Comparison {
    let Some(answer) = answer else {
        return Comparison::Unknown;
    };
    let own = &*output.parts[part.index()];
    let own_values = values(own);
    let rest = &*output.rest;
    let rest_values = values(rest);
    let is_in_own = !places(own, &own_values, answer).is_empty();
    let is_in_rest = is_sure(answer) && !places(rest, &rest_values, answer).is_empty();
    let said = &output.said[part.index()];
    let has_other = said
        .iter()
        .any(|said| !shows(said, answer) && !is_same_answer(answer, said));
    let is_alone = !places_of(rest, &rest_values, answer, false).is_empty();
    let is_equal = is_in_own && !has_other || is_in_rest && said.is_empty() && is_alone;
    let is_unclear = is_in_rest || may_show(own, answer);
    if is_equal {
        Comparison::Equal
    } else if can_refute && !own_values.is_empty() && !is_unclear {
        Comparison::Different
    } else {
        Comparison::Unknown
    }
}

/// Compares the answers with an output that names no part. The rules depend on the number of values
/// in the output:
///
/// - Two values are the answers in the order of the parts, even if they are short. An answer in the
///   place of the other part is not compared. `is_pair` says that the output is nothing else.
/// - Of more values, only a long one can be an answer, and beside the other answer, only a value
///   that stands alone can be in the place of an answer.
fn compare_by_order(
    text: &str,
    values: &[PrintedValue],
    is_pair: bool,
    can_refute: bool,
    given: [Option<&str>; 2],
) -> [Comparison; 2] {
    let has_few = values.len() <= 2;
    // The byte offsets of the answers.
    let mut places = Part::BOTH.map(|part| {
        let answer = given[part.index()].filter(|answer| has_few || is_sure(answer))?;
        let paired = values
            .get(part.index())
            .filter(|value| is_pair && shows(value.text, answer));
        let places = places(text, values, answer);
        let place = match part {
            Part::One => places.first(),
            Part::Two => places.last(),
        };
        paired.map(|value| value.start).or(place.copied())
    });
    // One word of the output is never both answers. If all other values precede it, it is the answer
    // to part 2.
    if let [Some(place), Some(other)] = places
        && place == other
    {
        let is_first = values.first().is_none_or(|first| first.start >= place);
        let is_last = values.last().is_none_or(|last| last.start <= place);
        let is_of_part1 = is_first || !is_last;
        places[usize::from(is_of_part1)] = None;
    }
    Part::BOTH.map(|part| {
        let [own, other] = [part.index(), other_part(part).index()];
        let Some(answer) = given[own] else {
            return Comparison::Unknown;
        };
        if let Some(place) = places[own]
            && places[other].is_none_or(|other| is_outside(part, place, other))
            && !(has_few && is_in_place_of_other(part, place, values))
        {
            return Comparison::Equal;
        }
        let is_of_other = |printed: &str| given[other].is_some_and(|other| shows(printed, other));
        let is_word_of_other =
            places[own].is_none() && places[other].is_some() && is_of_other(answer);
        let may_be_there =
            may_be_drawn(answer, text) || !is_word_of_other && may_show(text, answer);
        let in_place = values.iter().filter(|value| match places[other] {
            Some(place) => {
                (has_few || value.is_clear)
                    && is_outside(part, value.start, place)
                    && !is_of_other(value.text)
            }
            None => true,
        });
        // If the candidate lacks part 1, the first value may be its answer.
        let has_other = in_place.count() > usize::from(given[0].is_none());
        if can_refute && has_other && !may_be_there {
            Comparison::Different
        } else {
            Comparison::Unknown
        }
    })
}

/// True if an answer to the part may be at `start`, beside another value at `other`. The answer to
/// part 1 comes before other values, and the answer to part 2 after them.
fn is_outside(part: Part, start: usize, other: usize) -> bool {
    match part {
        Part::One => start < other,
        Part::Two => start > other,
    }
}

/// True if the value at `place` is not the answer to the part, because another value is outside it.
/// A value in a sentence, such as `read 200 lines`, is no answer if another one stands alone.
fn is_in_place_of_other(part: Part, place: usize, values: &[PrintedValue]) -> bool {
    let own = values.iter().find(|value| value.start == place);
    own.is_some_and(|own| {
        values
            .iter()
            .any(|value| is_outside(part, value.start, place) && (value.is_clear || !own.is_clear))
    })
}

/// True if the answer is too long to occur by chance.
pub fn is_sure(answer: &str) -> bool {
    answer.trim().chars().count() >= SURE_LENGTH
}

/// The byte offsets at which the answer occurs in the output, as a whole word or as a picture. A
/// short answer must stand alone.
fn places(text: &str, values: &[PrintedValue], answer: &str) -> Vec<usize> {
    places_of(text, values, answer, is_sure(answer))
}

/// The byte offsets at which the answer occurs. If `in_any` is false, it must stand alone.
fn places_of(text: &str, values: &[PrintedValue], answer: &str, in_any: bool) -> Vec<usize> {
    let answer = answer.trim();
    if answer.is_empty() {
        return Vec::new();
    }
    let number = answer.strip_prefix('-').unwrap_or(answer);
    if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) {
        return values
            .iter()
            .filter(|value| shows(value.text, answer) && (in_any || value.is_clear))
            .map(|value| value.start)
            .collect();
    }
    let whole = text
        .match_indices(answer)
        .map(|(start, _)| start)
        .filter(|start| {
            let before = &text[..*start];
            let behind = &text[start + answer.len()..];
            let after_comma = behind.strip_prefix(',').unwrap_or_default();
            let is_part = !is_whole(before, behind)
                || before.ends_with(',')
                || after_comma.starts_with(|c: char| is_word(c) || c == '-');
            let line = before.rsplit('\n').next().unwrap_or_default();
            let rest = behind.split('\n').next().unwrap_or_default();
            !is_part && (in_any || is_clear(line, rest))
        });
    let drawn = pictures(text)
        .into_iter()
        .filter(|picture| is_same_answer(answer, picture.text));
    whole.chain(drawn.map(|picture| picture.start)).collect()
}

/// True if the text shows the answer, or may show it: as a value in any place, or as a picture that
/// cannot be read.
fn may_show(text: &str, answer: &str) -> bool {
    let values = values(text);
    has_value(&values, answer)
        || !places(text, &values, answer).is_empty()
        || may_be_drawn(answer, text)
}

/// True if the output may show the answer's letters as a picture that cannot be read.
fn may_be_drawn(answer: &str, text: &str) -> bool {
    !answer.contains(|c: char| c.is_ascii_digit())
        && pictures(text)
            .iter()
            .any(|picture| compare_answers(answer, picture.text) == Comparison::Unknown)
}
