//! Where the inputs of examples are on a page.

use super::super::document::Span;
use super::answer::Candidate;
use super::codes::codes;
use super::cue::Cue;
use super::pieces::{Piece, prose};
use super::shape::are_alike;

/// Where an example's input is among the pieces.
pub enum Source<'a> {
    Pre {
        text: &'a str,
        cue: Cue,
    },
    /// A list of inputs with their answers.
    List(Vec<Inline>),
}

/// An input and its answer in one item of a list.
pub struct Inline {
    pub input: String,
    pub answer: Candidate,
}

/// The inputs that are introduced as new examples. Lists have short inputs: where
/// an input has several lines (`is_long`), they explain it.
pub fn sources<'a>(pieces: &'a [Piece<'_>], mut is_long: bool) -> Vec<(usize, Source<'a>)> {
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

/// Why it is not clear which of several texts are inputs.
pub fn many(sources: &[(usize, Source<'_>)]) -> Option<String> {
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
