//! Compares what the ways of calling a day answer with what is known of its answers, and decides
//! which way is taken. Nothing here runs code: others give what was answered, and what is known.
//!
//! Known are answers that are recorded, those that `main` or a test asserts for the input, the
//! values that the day's own tests expect, and what the old program prints on the same input. No
//! way is taken that differs from one of them, and none is called equal that was compared with
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use aoc_solution::imported::{
    Value, answers, is_clear, is_word, pictures, values, without_escapes,
};
use aoc_solution::letters::Comparison;
use serde::Serialize;

use crate::inputs::{compare_answers, is_same_answer};

/// What one way of calling a day gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The answers to the day's input; `None` if a part is unsolved, failed, or did not run.
    pub answers: [Option<String>; 2],
    /// The answers to texts whose answers are known: the day's own tests, examples, named inputs.
    pub tests: Vec<TestAnswer>,
}

impl Answered {
    /// Notes an answer to the day's input. A blank one is none.
    pub fn set(&mut self, part: Part, answer: Option<String>) {
        self.answers[part.index()] = answer.filter(|answer| !answer.trim().is_empty());
    }
}

/// The answer to a text other than the day's input.
#[derive(Clone, Debug, PartialEq)]
pub struct TestAnswer {
    pub part: Part,
    pub expected: String,
    /// `None` if it failed.
    pub given: Option<String>,
}

/// The answer of a part to a text, as the code of a day asserts it.
#[derive(Debug)]
pub struct Assertion {
    pub part: Part,
    pub text: String,
    pub answer: String,
    /// Whether the text is that of a file that the code includes or reads.
    pub is_of_file: bool,
}

/// What is known of the answers to a day's input.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The recorded answers, and those of an `assert_eq!` over the input.
    pub answers: BTreeMap<Part, String>,
    /// What programs print that show the answers.
    pub outputs: Vec<Output>,
}

/// What a program printed for the day's input.
#[derive(Clone, Debug)]
pub struct Output {
    pub text: String,
    /// Whether it ran this day alone. What is not in an output of several days says nothing.
    pub is_of_day: bool,
}

/// An answer beside what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Equal,
    NotCompared,
    Different,
}

/// What becomes of a day with several ways to call it; ways are named by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// The way is taken. Each part has its verdict, `None` if the way does not answer it.
    Taken(usize, [Option<Verdict>; 2]),
    /// Each way that answers differs from what is known.
    AllDiffer(Vec<Difference>),
    /// The answers of ways that nothing refutes, which are not the same.
    Disagree(Vec<(usize, [Option<String>; 2])>),
}

/// An answer that is not what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub way: usize,
    pub part: Part,
    pub given: String,
    /// The known answer; `None` if it is not in the output of the old program.
    pub known: Option<String>,
}

/// Takes a way that agrees with what is known, or the first one where nothing more is known and
/// all that answer agree. The ways are in the order in which they are preferred.
pub fn decide(ways: &[Answered], known: &Known) -> Decision {
    let mut differences = Vec::new();
    let mut left = Vec::new();
    for (index, way) in ways.iter().enumerate() {
        let found = differences_of(index, way, known);
        if found.is_empty() {
            left.push(index);
        }
        differences.extend(found);
    }
    if left.is_empty() && !differences.is_empty() {
        return Decision::AllDiffer(differences);
    }
    let is_open =
        |index: &usize, part: Part| by_input(&ways[*index], known)[part.index()] != Verdict::Equal;
    for part in Part::BOTH {
        let open = left.iter().filter(|&index| is_open(index, part));
        let given: BTreeSet<&String> = open
            .filter_map(|&index| ways[index].answers[part.index()].as_ref())
            .collect();
        if given.len() > 1 {
            let answers = left
                .iter()
                .map(|&index| (index, ways[index].answers.clone()));
            return Decision::Disagree(answers.collect());
        }
    }
    // The first of those that have the most parts that are equal, and then the most answers.
    let rank = |index: usize| {
        let verdicts = verdicts(&ways[index], known);
        let equal = verdicts.iter().flatten();
        let equal = equal.filter(|verdict| **verdict == Verdict::Equal).count();
        (equal, ways[index].answers.iter().flatten().count())
    };
    let best = left.into_iter().rev().max_by_key(|&index| rank(index));
    match best {
        Some(way) => Decision::Taken(way, verdicts(&ways[way], known)),
        None => Decision::AllDiffer(Vec::new()),
    }
}

/// The verdict on each part that was answered, for the input or in a test.
pub fn verdicts(way: &Answered, known: &Known) -> [Option<Verdict>; 2] {
    let by_input = by_input(way, known);
    Part::BOTH.map(|part| {
        let mut tests = way.tests.iter().filter(|test| test.part == part).peekable();
        if way.answers[part.index()].is_none() && tests.peek().is_none() {
            return None;
        }
        let mut worst = by_input[part.index()];
        for test in tests {
            worst = match (test.verdict(), worst) {
                (Verdict::Different, _) | (_, Verdict::Different) => Verdict::Different,
                (Verdict::Equal, _) | (_, Verdict::Equal) => Verdict::Equal,
                _ => Verdict::NotCompared,
            };
        }
        Some(worst)
    })
}

impl TestAnswer {
    fn verdict(&self) -> Verdict {
        match &self.given {
            Some(given) => verdict_of(compare_answers(&self.expected, given)),
            None => Verdict::NotCompared,
        }
    }
}

fn verdict_of(comparison: Comparison) -> Verdict {
    match comparison {
        Comparison::Equal => Verdict::Equal,
        Comparison::Unknown => Verdict::NotCompared,
        Comparison::Different => Verdict::Different,
    }
}

/// The answers of a way that are not those that are known.
fn differences_of(index: usize, way: &Answered, known: &Known) -> Vec<Difference> {
    let mut found = Vec::new();
    for part in Part::BOTH {
        if let Some(given) = &way.answers[part.index()]
            && by_input(way, known)[part.index()] == Verdict::Different
        {
            found.push(Difference {
                way: index,
                part,
                given: given.clone(),
                known: known.answers.get(&part).cloned(),
            });
        }
    }
    for test in &way.tests {
        if let Some(given) = &test.given
            && test.verdict() == Verdict::Different
        {
            found.push(Difference {
                way: index,
                part: test.part,
                given: given.clone(),
                known: Some(test.expected.clone()),
            });
        }
    }
    found
}

/// The verdicts on the answers to the day's input. A known answer decides before any output.
fn by_input(way: &Answered, known: &Known) -> [Verdict; 2] {
    let mut verdicts = [Verdict::NotCompared; 2];
    for output in &known.outputs {
        let of_output = by_output(output, &way.answers);
        for (verdict, of_output) in verdicts.iter_mut().zip(of_output) {
            if *verdict == Verdict::NotCompared {
                *verdict = of_output;
            }
        }
    }
    for part in Part::BOTH {
        if let Some(expected) = known.answers.get(&part)
            && let Some(given) = &way.answers[part.index()]
        {
            verdicts[part.index()] = verdict_of(compare_answers(expected, given));
        }
    }
    verdicts
}

/// The verdicts on answers that a program should print, as whole words, that of part 1 before
/// that of part 2. One word of the output is never both answers. An answer that is not there
/// differs if there is another value in its place.
fn by_output(output: &Output, answers: &[Option<String>; 2]) -> [Verdict; 2] {
    let text = without_escapes(&output.text);
    let values = values(&text);
    let [first, second] = answers.each_ref().map(|answer| match answer {
        Some(answer) => places(&text, &values, answer),
        None => Vec::new(),
    });
    let differs = |is_other_there: bool| {
        if output.is_of_day && is_other_there {
            Verdict::Different
        } else {
            Verdict::NotCompared
        }
    };
    // A short one that is there may be meant, or be there by chance.
    let is_there = |answer: &str| values.iter().any(|value| value.text == answer);
    let absent = |is_other_there: bool, answer: &Option<String>| match answer {
        Some(answer) if !is_there(answer) && !may_be_drawn(answer, &text) => {
            differs(is_other_there)
        }
        _ => Verdict::NotCompared,
    };
    let [of_first, of_second] = answers;
    if let (Some(one), Some(two)) = (of_first, of_second)
        && is_there(&format!("{one},{two}"))
    {
        return [Verdict::Equal; 2];
    }
    match (first.first(), second.last()) {
        (Some(first), Some(last)) if first < last => [Verdict::Equal; 2],
        // One place for the same answer to both.
        (Some(place), Some(_)) if of_first == of_second => {
            let is_before = values.iter().any(|value| value.start < *place);
            let is_behind = values.iter().any(|value| value.start > *place);
            if is_behind || !is_before {
                [Verdict::Equal, differs(is_behind)]
            } else {
                [differs(is_before), Verdict::Equal]
            }
        }
        // Part 2 stands before part 1, which may be chance.
        (Some(_), Some(_)) => [Verdict::NotCompared; 2],
        (Some(place), None) => {
            let is_behind = values.iter().any(|value| value.start > *place);
            [Verdict::Equal, absent(is_behind, of_second)]
        }
        (None, Some(place)) => {
            let is_before = values.iter().any(|value| value.start < *place);
            [absent(is_before, of_first), Verdict::Equal]
        }
        (None, None) => {
            let is_there = !values.is_empty();
            [absent(is_there, of_first), absent(is_there, of_second)]
        }
    }
}

/// A shorter answer may stand in an output by chance.
const SURE_LENGTH: usize = 3;

/// The numbers of an output that may be answers.
pub fn values_in(output: &str) -> Vec<String> {
    let text = without_escapes(output);
    let values = values(&text);
    values.iter().map(|value| value.text.to_owned()).collect()
}

/// Whether an output has words in the places of answers.
pub fn has_answers(output: &str) -> bool {
    answers(output).iter().any(Option::is_some)
}

/// Where an answer stands in an output, as a whole word.
fn places(text: &str, values: &[Value], answer: &str) -> Vec<usize> {
    let answer = answer.trim();
    let is_number = answer.strip_prefix('-').unwrap_or(answer);
    if !is_number.is_empty() && is_number.chars().all(|c| c.is_ascii_digit()) {
        let is_sure = answer.len() >= SURE_LENGTH;
        return values
            .iter()
            .filter(|value| value.text == answer && (is_sure || value.is_clear))
            .map(|value| value.start)
            .collect();
    }
    if answer.is_empty() {
        return Vec::new();
    }
    let drawn = pictures(text).into_iter();
    let drawn = drawn.filter(|picture| is_same_answer(answer, picture.text));
    let found = text.match_indices(answer);
    let whole = found.filter(|(start, _)| {
        let before = &text[..*start];
        let behind = &text[start + answer.len()..];
        let is_joined = |after: &str| after.starts_with(|c: char| is_word(c) || c == '-');
        let is_part = before.ends_with(|c: char| is_word(c) || c == ',')
            || behind.starts_with(is_word)
            || behind.strip_prefix(',').is_some_and(is_joined);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let rest = behind.split('\n').next().unwrap_or_default();
        !is_part && (answer.chars().count() >= SURE_LENGTH || is_clear(line, rest))
    });
    let whole = whole.map(|(start, _)| start);
    whole.chain(drawn.map(|picture| picture.start)).collect()
}

/// Whether the answer is letters that the program may draw instead.
fn may_be_drawn(answer: &str, text: &str) -> bool {
    let is_unknown = |picture: Value| {
        let comparison = compare_answers(answer, picture.text);
        comparison == Comparison::Unknown
    };
    !answer.contains(|c: char| c.is_ascii_digit()) && pictures(text).into_iter().any(is_unknown)
}

#[cfg(test)]
mod tests;
