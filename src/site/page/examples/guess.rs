//! The examples of a page, put together from introductions and answers.

use aoc_solution::Part;

use super::super::document::{PuzzlePage, Span, text};
use super::answer::{Candidate, answer, count};
use super::codes::codes;
use super::cue::{Cue, takes_up_known};
use super::pieces::{Piece, pieces, prose, said};
use super::shape::{are_alike, fits};

/// An example as it was read from a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGuess {
    pub input: String,
    /// `None` where the page says nothing, or nothing of this confidence.
    pub part1: Option<String>,
    pub part2: Option<String>,
    pub confidence: Confidence,
    /// Why it is unsure; empty if it is sure.
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// The page has the form that examples usually have.
    Sure,
    /// A person has to look at it.
    Unsure,
}

/// The examples of a page, those that are sure first. The user's input, if it is
/// known, rules out what is made of other characters.
pub fn guess_examples(page: &PuzzlePage, input: Option<&str>) -> Vec<ExampleGuess> {
    let part = |part| page.part(part).map(|part| pieces(&part.blocks));
    let mut found = Vec::new();
    if let Some(one) = part(Part::One) {
        part_one(&one, &mut found);
    }
    if let Some(two) = part(Part::Two) {
        part_two(&two, &mut found);
    }
    if let Some(input) = input {
        for example in &mut found {
            if !fits(&example.input, input) {
                example.doubt =
                    Some("the text is made of other characters than your input".to_owned());
            }
        }
    }
    let (mut sure, mut unsure) = (Vec::new(), Vec::new());
    for example in found {
        example.split(&mut sure, &mut unsure);
    }
    sure.append(&mut unsure);
    sure
}

/// An input and what may be its answers.
#[derive(Debug)]
struct Found {
    input: String,
    /// Why this may not be an example's input.
    doubt: Option<String>,
    answers: [Option<Candidate>; 2],
}

impl Found {
    const fn new(input: String, doubt: Option<String>) -> Self {
        Self {
            input,
            doubt,
            answers: [None, None],
        }
    }

    /// Takes apart what is sure and what is not.
    fn split(self, sure: &mut Vec<ExampleGuess>, unsure: &mut Vec<ExampleGuess>) {
        let certain = |candidate: &Option<Candidate>| {
            let candidate = candidate.as_ref().filter(|it| it.doubt.is_none());
            candidate
                .filter(|_| self.doubt.is_none())
                .map(|it| it.value.clone())
        };
        let [part1, part2] = self.answers.each_ref().map(certain);
        if part1.is_some() || part2.is_some() {
            sure.push(ExampleGuess {
                input: self.input.clone(),
                part1: part1.clone(),
                part2: part2.clone(),
                confidence: Confidence::Sure,
                reason: String::new(),
            });
        }
        let rest = |candidate: &Option<Candidate>, known: &Option<String>| {
            let candidate = candidate.as_ref().filter(|_| known.is_none());
            candidate.map(|it| it.value.clone())
        };
        let [one, two] = &self.answers;
        let (rest1, rest2) = (rest(one, &part1), rest(two, &part2));
        if rest1.is_none() && rest2.is_none() {
            return;
        }
        let doubts = self
            .answers
            .iter()
            .flatten()
            .filter_map(|it| it.doubt.as_ref());
        let reason = self.doubt.iter().chain(doubts).next();
        unsure.push(ExampleGuess {
            input: self.input,
            part1: rest1,
            part2: rest2,
            confidence: Confidence::Unsure,
            reason: reason.cloned().unwrap_or_default(),
        });
    }
}

/// Where an example's input is among the pieces.
enum Source<'a> {
    Pre {
        text: &'a str,
        cue: Cue,
    },
    /// A list of inputs with their answers.
    List(Vec<Inline>),
}

/// An input and its answer in one item of a list.
struct Inline {
    input: String,
    answer: Candidate,
}

/// The inputs that are introduced as new examples. Lists have short inputs: where
/// an input has several lines (`is_long`), they explain it.
fn sources<'a>(pieces: &'a [Piece<'_>], mut is_long: bool) -> Vec<(usize, Source<'a>)> {
    let mut sources: Vec<(usize, Source<'a>)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Pre { text, cue } = piece else {
            continue;
        };
        let is_same = |(_, source): &(usize, Source<'_>)| matches!(source, Source::Pre { text: other, .. } if *other == text);
        if cue.is_new() {
            is_long |= text.lines().count() > 1;
            if !sources.iter().any(is_same) {
                sources.push((at, Source::Pre { text, cue: *cue }));
            }
        }
    }
    if is_long {
        return sources;
    }
    for (at, piece) in pieces.iter().enumerate() {
        if let Piece::List { items, cue } = piece
            && (cue.is_new() || *cue == Cue::Known)
        {
            // Values behind it say that the list explains them.
            let explains = prose(&pieces[at + 1..])
                .any(|spans| codes(spans).iter().any(|code| code.value.is_some()));
            let doubt = explains.then(|| "the list may explain what follows".to_owned());
            let examples = items.iter().filter_map(|item| inline(item, doubt.clone()));
            let examples: Vec<Inline> = examples.collect();
            if !examples.is_empty() {
                sources.push((at, Source::List(examples)));
            }
        }
    }
    sources.sort_by_key(|(at, _)| *at);
    sources
}

/// Reads an item such as "`abcd` is complete after `4`".
fn inline(item: &[&[Span]], doubt: Option<String>) -> Option<Inline> {
    let codes = codes(item.first()?);
    let [first, .., last] = &*codes else {
        return None;
    };
    let plain = codes.len() == 2 && item.len() == 1;
    let is_clear = plain && first.value.is_none() && last.is_value();
    let unclear = "it is not clear which value in the list is the answer";
    let answer = Candidate {
        value: last.value.clone().unwrap_or_else(|| last.text.clone()),
        doubt,
    };
    Some(Inline {
        input: format!("{}\n", first.text),
        answer: answer.doubted((!is_clear).then(|| unclear.to_owned())),
    })
}

fn part_one(pieces: &[Piece<'_>], found: &mut Vec<Found>) {
    let sources = sources(pieces, false);
    let doubt = many(&sources);
    for (index, (at, source)) in sources.iter().enumerate() {
        let end = sources
            .get(index + 1)
            .map_or(pieces.len(), |(next, _)| *next);
        let behind = &pieces[at + 1..end];
        match source {
            Source::List(examples) => found.extend(examples.iter().map(|example| Found {
                answers: [Some(example.answer.clone()), None],
                ..Found::new(example.input.clone(), None)
            })),
            Source::Pre { text, .. } => {
                let input = (*text).to_owned();
                let mut example = Found::new(input, rival(&pieces[..*at], text));
                if sources.len() == 1 || count(behind) > 0 {
                    let several = "there are several examples, with several values".to_owned();
                    let several = (sources.len() > 1 && count(behind) > 1).then_some(several);
                    example.answers[0] = answer(text, behind)
                        .map(|answer| answer.doubted(doubt.clone()).doubted(several));
                }
                found.push(example);
            }
        }
    }
    if found.is_empty() {
        found.extend(unintroduced(pieces));
    }
}

/// Why it is not clear which of several texts are inputs.
fn many(sources: &[(usize, Source<'_>)]) -> Option<String> {
    let mut first = None;
    for (_, source) in sources {
        let Source::Pre { text, cue } = source else {
            continue;
        };
        let first = *first.get_or_insert(*text);
        if first != *text && (*cue != Cue::Another || !are_alike(first, text)) {
            return Some("it is not clear which text is the input".to_owned());
        }
    }
    None
}

/// Why another text before this one may be the input instead.
fn rival(before: &[Piece<'_>], input: &str) -> Option<String> {
    let is_rival = |piece: &Piece<'_>| match piece {
        Piece::Pre {
            text,
            cue: Cue::Nothing,
        } => text != input && are_alike(text, input),
        _ => false,
    };
    before
        .iter()
        .any(is_rival)
        .then(|| "another text before it looks like an input too".to_owned())
}

/// What may be an example though nothing says so.
fn unintroduced(pieces: &[Piece<'_>]) -> Option<Found> {
    let is_example = |spans: &[Span]| text(spans).to_lowercase().contains("example");
    let pre = pieces
        .iter()
        .enumerate()
        .find_map(|(at, piece)| match piece {
            Piece::Pre { text, .. } => Some((at, text)),
            _ => None,
        });
    let mentioned = prose(pieces).any(is_example);
    let (input, answer, doubt) = match pre {
        Some((at, text)) if mentioned || count(&pieces[at + 1..]) > 0 => (
            text.clone(),
            answer(text, &pieces[at + 1..])?,
            "the text does not say that it is an example",
        ),
        _ if count(pieces) > 0 => {
            // An input within a sentence.
            let sentence = prose(pieces).find(|spans| is_example(spans))?;
            let first = codes(sentence)
                .into_iter()
                .find(|code| code.value.is_none())?;
            let input = format!("{}\n", first.text);
            let doubt = "the input is within a sentence";
            (input.clone(), answer(&input, pieces)?, doubt)
        }
        _ => return None,
    };
    Some(Found {
        answers: [Some(answer), None],
        ..Found::new(input, Some(doubt.to_owned()))
    })
}

fn part_two(pieces: &[Piece<'_>], found: &mut Vec<Found>) {
    let is_long = found.iter().any(|it| it.input.lines().count() > 1);
    let sources = sources(pieces, is_long);
    let own: Vec<(usize, &str)> = sources
        .iter()
        .filter_map(|(at, source)| match source {
            Source::Pre { text, .. } => Some((*at, *text)),
            Source::List(_) => None,
        })
        .filter(|(_, text)| found.iter().all(|example| example.input != *text))
        .collect();
    match own[..] {
        [] => known_inputs(pieces, &sources, found),
        [(at, input)] => own_input(pieces, at, input, found),
        _ => several_inputs(pieces, &own, found),
    }
}

/// Part two for the inputs of part one.
fn known_inputs(pieces: &[Piece<'_>], sources: &[(usize, Source<'_>)], found: &mut Vec<Found>) {
    let mut in_list = false;
    for (_, source) in sources {
        let Source::List(examples) = source else {
            continue;
        };
        for example in examples {
            in_list = true;
            let known = found.iter_mut().find(|it| it.input == example.input);
            match known {
                Some(known) => known.answers[1] = Some(example.answer.clone()),
                None => found.push(Found {
                    answers: [None, Some(example.answer.clone())],
                    ..Found::new(example.input.clone(), None)
                }),
            }
        }
    }
    if in_list {
        return;
    }
    // Those with an answer come first: it is they that are taken up.
    let last = found.iter().rposition(|it| it.answers[0].is_some());
    let Some(last) = last.or(found.len().checked_sub(1)) else {
        return;
    };
    let is_only = found.len() == 1;
    let input = &found[last].input;
    let is_other = |piece: &Piece<'_>| match piece {
        Piece::Pre {
            text,
            cue: Cue::Nothing,
        } => text != input && are_alike(text, input),
        _ => false,
    };
    let doubt = if !is_only {
        Some("part one has several examples".to_owned())
    } else if pieces.iter().any(is_other) {
        Some("part two shows a text that may be another input".to_owned())
    } else {
        None
    };
    found[last].answers[1] = answer(input, pieces).map(|answer| answer.doubted(doubt));
}

/// Part two with an input of its own, unless the text takes up part one's.
fn own_input(pieces: &[Piece<'_>], at: usize, input: &str, found: &mut Vec<Found>) {
    let Some(candidate) = answer(input, &pieces[at + 1..]) else {
        known_inputs(pieces, &[], found);
        return;
    };
    let others = pieces.iter().enumerate().any(|(other, piece)| {
        let counts = |cue: Cue| cue.is_new() || matches!(cue, Cue::Nothing | Cue::Trace);
        other != at && matches!(piece, Piece::Pre { cue, .. } if counts(*cue))
    });
    let differs = found.iter().any(|it| !are_alike(&it.input, input));
    let unclear = takes_up_known(&said(pieces)) || others || differs;
    let doubt = unclear.then(|| "it is not clear which input part two is about".to_owned());
    let candidate = candidate.doubted(doubt);
    if candidate.doubt.is_some()
        && let Some(last) = found.last_mut()
    {
        last.answers[1] = Some(candidate.clone());
    }
    found.push(Found {
        answers: [None, Some(candidate)],
        ..Found::new(input.to_owned(), None)
    });
}

/// Part two with several inputs, of which some explain the others.
fn several_inputs(pieces: &[Piece<'_>], own: &[(usize, &str)], found: &mut Vec<Found>) {
    let doubt = || Some("part two has several inputs".to_owned());
    if let Some(first) = found.first_mut() {
        let last = answer(&first.input, pieces);
        first.answers[1] = last.map(|answer| answer.doubted(doubt()));
    }
    for (index, (at, input)) in own.iter().enumerate() {
        let end = own.get(index + 1).map_or(pieces.len(), |(next, _)| *next);
        let behind = &pieces[at + 1..end];
        if count(behind) > 0 {
            let candidate = answer(input, behind).map(|answer| answer.doubted(doubt()));
            found.push(Found {
                answers: [None, candidate],
                ..Found::new((*input).to_owned(), doubt())
            });
        }
    }
}
