//! The examples of a page, put together from introductions and answers.

use aoc_solution::Part;

use super::super::document::{PuzzlePage, Span, text};
use super::answer::{answer, count};
use super::codes::codes;
use super::cue::{Cue, takes_up_known};
use super::found::{ExampleGuess, Found};
use super::pieces::{Piece, pieces, prose, said};
use super::shape::{are_alike, fits};
use super::source::{Source, many, sources};

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

/// Why another text before this one may be the input instead.
fn rival(before: &[Piece<'_>], input: &str) -> Option<String> {
    let mut before = before.iter();
    before
        .any(|piece| is_rival(piece, input))
        .then(|| "another text before it looks like an input too".to_owned())
}

/// Whether this is another text that looks like the input, and nothing says what
/// it is.
fn is_rival(piece: &Piece<'_>, input: &str) -> bool {
    match piece {
        Piece::Pre {
            text,
            cue: Cue::Nothing,
        } => text != input && are_alike(text, input),
        _ => false,
    }
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
    let doubt = if !is_only {
        Some("part one has several examples".to_owned())
    } else if pieces.iter().any(|piece| is_rival(piece, input)) {
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
