//! The tokens of a text, with their places and with the ends of their brackets.

use std::ops::Range;

use syn::{Ident, parse_str};

use crate::project::source::{nesting, token_ranges};

/// The tokens of a text. Code is a range of their indices.
pub struct Tokens<'t> {
    text: &'t str,
    pub words: Vec<&'t str>,
    /// For each opening bracket, the index of the closing one, and the other way round. For any
    /// other token, its own index.
    pub ends: Vec<usize>,
    /// The byte offsets of the tokens in the text.
    pub starts: Vec<usize>,
}

impl<'t> Tokens<'t> {
    pub fn of(text: &'t str) -> Self {
        let (starts, words): (Vec<usize>, Vec<&str>) = token_ranges(text)
            .map(|range| (range.start, &text[range]))
            .unzip();
        let mut ends: Vec<usize> = (0..words.len()).collect();
        let mut open = Vec::new();
        for (index, word) in words.iter().enumerate() {
            match nesting(word) {
                1 => open.push(index),
                -1 => {
                    if let Some(start) = open.pop() {
                        ends.swap(start, index);
                    }
                }
                _ => {}
            }
        }
        Self {
            text,
            words,
            ends,
            starts,
        }
    }

    /// The tokens in a range of bytes.
    pub fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        self.index_at(bytes.start)..self.index_at(bytes.end)
    }

    /// The index of the first token that starts at this byte or after it.
    fn index_at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start < byte)
    }

    /// The range of bytes from the first to the last of these tokens.
    pub fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let last = tokens.end - 1;
        self.starts[tokens.start]..self.starts[last] + self.words[last].len()
    }

    /// The text from the first to the last of these tokens.
    pub fn code(&self, tokens: Range<usize>) -> &'t str {
        &self.text[self.bytes(tokens)]
    }
}

/// The index of the first name of the path that ends with the last of these tokens, such as `std`
/// of `std::include_str`. After a keyword, as in `use ::std`, a `::` begins a new path.
pub fn start_of_path(words: &[&str]) -> usize {
    let mut start = words.len().saturating_sub(1);
    while let [.., owner, ":", ":"] = &words[..start]
        && (["crate", "self", "super", "Self"].contains(owner) || parse_str::<Ident>(owner).is_ok())
    {
        start -= 3;
    }
    start
}
