//! The type that `parse` returns, as it must be written in `functions!`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::source::Source;
use crate::project::TokenKind;

/// How many lifetimes the types of a repository have, by their names.
pub type Lifetimes = BTreeMap<String, usize>;

/// Types of the standard library whose lifetime may be left out.
const STANDARD: [&str; 7] = [
    "Chars",
    "CharIndices",
    "Bytes",
    "Lines",
    "SplitWhitespace",
    "SplitAsciiWhitespace",
    "Cow",
];

/// The type of the parsed input, given the type that a function returns:
/// without the `Result` or `Option` around it, and with the lifetime `'a`
/// wherever it borrows. `None` if it has no name.
pub fn input_type(
    source: &Source<'_>,
    returns: Range<usize>,
    lifetimes: &Lifetimes,
) -> Option<String> {
    let tokens = value_of(source, returns);
    let is_lifetime = |index: usize| matches!(source.tokens.get(index), Some(token) if token.kind == TokenKind::Lifetime);
    let mut words: Vec<&str> = Vec::new();
    let mut index = tokens.start;
    while index < tokens.end {
        let word = source.word(index);
        index += 1;
        match word {
            "impl" => return None,
            "&" => {
                words.push("&");
                if !is_lifetime(index) {
                    words.push("'a");
                }
            }
            _ if is_lifetime(index - 1) && word != "'static" => words.push("'a"),
            _ => {
                words.push(word);
                let count = lifetimes_of(word, lifetimes);
                let has_generics = index < tokens.end && source.word(index) == "<";
                if count == 0
                    || source.word(index) == ":"
                    || (has_generics && is_lifetime(index + 1))
                {
                    continue;
                }
                words.push("<");
                words.push("'a");
                words.extend([",", "'a"].repeat(count - 1));
                words.push(if has_generics { "," } else { ">" });
                index += usize::from(has_generics);
            }
        }
    }
    (!words.is_empty()).then(|| joined(&words))
}

/// `T` of `Result<T, E>` and `Option<T>`, wherever these come from.
pub fn value_of(source: &Source<'_>, returns: Range<usize>) -> Range<usize> {
    let path = returns
        .clone()
        .take_while(|&index| source.is_name(index) || source.word(index) == ":");
    let open = returns.start + path.count();
    let name = source.word(open.wrapping_sub(1));
    let is_around = open > returns.start
        && matches!(name, "Result" | "Option")
        && source.word(open) == "<"
        && source.word(returns.end - 1) == ">";
    let inside = open + 1..returns.end - 1;
    match source.split(inside, ",").into_iter().next() {
        Some(value) if is_around => value,
        _ => returns,
    }
}

fn lifetimes_of(name: &str, lifetimes: &Lifetimes) -> usize {
    match lifetimes.get(name) {
        Some(count) => *count,
        None => usize::from(STANDARD.contains(&name)),
    }
}

fn joined(words: &[&str]) -> String {
    let mut text = String::new();
    let mut previous = "";
    for &word in words {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_between_words =
            previous.ends_with(is_word) && word.starts_with(|c| is_word(c) || c == '\'');
        let is_prefix = previous.starts_with('\'') || matches!(previous, "dyn" | "mut" | "const");
        let is_open = is_prefix && word.starts_with(['(', '[', '&', '*']);
        let is_spaced = matches!(previous, "," | ";" | "+" | "=") || matches!(word, "+" | "=");
        if is_between_words || is_open || is_spaced {
            text.push(' ');
        }
        text.push_str(word);
        previous = word;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        let source = Source::new(text);
        let lifetimes = [("Grid", 1), ("Pair", 2), ("Owned", 0)];
        let lifetimes = lifetimes.map(|(name, count)| (name.to_owned(), count));
        input_type(&source, source.all(), &lifetimes.into())
    }

    #[test]
    fn every_borrow_gets_the_lifetime() {
        for (returns, expected) in [
            ("Vec<u8>", "Vec<u8>"),
            ("&str", "&'a str"),
            ("&'_ [u8]", "&'a [u8]"),
            ("&'i str", "&'a str"),
            ("&'static str", "&'static str"),
            ("Vec<(&str,&[u8])>", "Vec<(&'a str, &'a [u8])>"),
            ("Grid<'_>", "Grid<'a>"),
            ("Vec<Grid>", "Vec<Grid<'a>>"),
            ("Grid<u8>", "Grid<'a, u8>"),
            ("Pair", "Pair<'a, 'a>"),
            ("Owned", "Owned"),
            ("std::str::Lines", "std::str::Lines<'a>"),
            ("Result<Vec<&str>, std::io::Error>", "Vec<&'a str>"),
            ("anyhow::Result<Vec<u8>>", "Vec<u8>"),
            ("Option<(u8, u8)>", "(u8, u8)"),
            ("Result", "Result"),
            ("[[u8; 2]; N]", "[[u8; 2]; N]"),
            ("Box<dyn Fn(u8) + 'i>", "Box<dyn Fn(u8) + 'a>"),
            (
                "HashMap<&str, Vec<Option<u8>>>",
                "HashMap<&'a str, Vec<Option<u8>>>",
            ),
        ] {
            assert_eq!(of(returns).as_deref(), Some(expected), "{returns}");
        }
        assert_eq!(of("impl Iterator<Item = u8>"), None);
        assert_eq!(of("Vec<Box<impl Fn()>>"), None);
    }
}
