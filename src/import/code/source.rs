//! A source file as tokens, with the brackets that belong together.

use std::ops::Range;

use crate::project::{Token, TokenKind, rust_tokens};

/// A source file.
pub struct Source<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token<'a>>,
    /// For a token that opens a bracket, the index of the one that closes it;
    /// for every other token its own.
    closes: Vec<usize>,
}

impl<'a> Source<'a> {
    pub fn new(text: &'a str) -> Self {
        let tokens: Vec<Token<'a>> = rust_tokens(text).collect();
        let mut closes: Vec<usize> = (0..tokens.len()).collect();
        let mut open = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if token.kind != TokenKind::Punctuation {
                continue;
            }
            match token.text {
                "(" | "[" | "{" => open.push(index),
                ")" | "]" | "}" => {
                    if let Some(opened) = open.pop() {
                        closes[opened] = index;
                    }
                }
                _ => {}
            }
        }
        Self {
            text,
            tokens,
            closes,
        }
    }

    /// All tokens.
    pub fn all(&self) -> Range<usize> {
        0..self.tokens.len()
    }

    /// The text of a token; empty behind the last one.
    pub fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| token.text)
    }

    /// Whether the tokens from `index` on are these.
    pub fn matches(&self, index: usize, words: &[&str]) -> bool {
        words
            .iter()
            .enumerate()
            .all(|(offset, word)| self.word(index + offset) == *word)
    }

    pub fn is_name(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| {
            token.kind == TokenKind::Word && !token.text.starts_with(|c: char| c.is_ascii_digit())
        })
    }

    /// The token that closes the bracket which this one opens; itself if it
    /// opens none.
    pub fn close(&self, index: usize) -> usize {
        self.closes.get(index).copied().unwrap_or(index)
    }

    /// The tokens between a bracket and the one that closes it.
    pub fn inside(&self, open: usize) -> Range<usize> {
        open + 1..self.close(open).max(open + 1)
    }

    /// The bytes of some tokens.
    pub fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let Some(first) = self.tokens.get(tokens.start) else {
            return self.text.len()..self.text.len();
        };
        let last = tokens.end.saturating_sub(1).max(tokens.start);
        let end = self.tokens.get(last).map_or(self.text.len(), Token::end);
        first.start..end
    }

    /// The text of some tokens, as it is written.
    pub fn slice(&self, tokens: Range<usize>) -> &'a str {
        if tokens.is_empty() {
            return "";
        }
        &self.text[self.bytes(tokens)]
    }

    /// The line of a token, from 1.
    pub fn line(&self, index: usize) -> usize {
        let start = self
            .tokens
            .get(index)
            .map_or(self.text.len(), |token| token.start);
        self.text[..start].matches('\n').count() + 1
    }

    /// Splits tokens at a punctuation character that is in no bracket, angle
    /// brackets included. A trailing empty part is left out.
    pub fn split(&self, tokens: Range<usize>, separator: &str) -> Vec<Range<usize>> {
        let (mut parts, mut start, mut angles, mut index) =
            (Vec::new(), tokens.start, 0_i32, tokens.start);
        while index < tokens.end {
            match self.word(index) {
                "<" => angles += 1,
                // Not the one of `->` and `=>`.
                ">" if !matches!(self.word(index.wrapping_sub(1)), "-" | "=") => angles -= 1,
                word if word == separator && angles <= 0 => {
                    parts.push(start..index);
                    start = index + 1;
                }
                _ => {}
            }
            index = self.close(index) + 1;
        }
        if start < tokens.end {
            parts.push(start..tokens.end);
        }
        parts
    }

    /// Splits tokens at a punctuation character that is in no bracket; `<` and
    /// `>` compare here. A trailing empty part is left out.
    pub fn split_plain(&self, tokens: Range<usize>, separator: &str) -> Vec<Range<usize>> {
        let (mut parts, mut start) = (Vec::new(), tokens.start);
        while let Some(at) = self.find(start..tokens.end, &[separator]) {
            parts.push(start..at);
            start = at + 1;
        }
        if start < tokens.end {
            parts.push(start..tokens.end);
        }
        parts
    }

    /// The index of the next of these words that is in no bracket.
    pub fn find(&self, tokens: Range<usize>, words: &[&str]) -> Option<usize> {
        let mut index = tokens.start;
        while index < tokens.end {
            if words.contains(&self.word(index)) {
                return Some(index);
            }
            index = self.close(index) + 1;
        }
        None
    }
}
