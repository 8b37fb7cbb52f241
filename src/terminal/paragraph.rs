//! Text of several styles, and its wrapping.

use std::mem;

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use super::sanitize::sanitize;
use super::screen::Terminal;
use super::style::PLAIN;

/// Text in several styles.
pub type StyledText = Vec<StyledChar>;

#[derive(Clone, Copy)]
pub struct StyledChar {
    pub style: Style,
    pub c: char,
}

/// Text from outside in one style, sanitized except for its line breaks.
pub fn styled(style: Style, text: &str) -> StyledText {
    let lines: Vec<_> = text.split('\n').map(sanitize).collect();
    lines
        .join("\n")
        .chars()
        .map(|c| StyledChar { style, c })
        .collect()
}

pub fn unstyled(text: &[StyledChar]) -> String {
    text.iter().map(|letter| letter.c).collect()
}

/// The text with the codes of its styles, if there is colour.
pub fn painted(terminal: Terminal, text: &[StyledChar]) -> String {
    pieces(text)
        .map(|piece| terminal.paint(piece[0].style, unstyled(piece)))
        .collect()
}

/// The number of columns that the text takes.
pub fn columns(text: &[StyledChar]) -> usize {
    text.iter()
        .map(|letter| letter.c.width().unwrap_or(0))
        .sum()
}

fn pieces(text: &[StyledChar]) -> impl Iterator<Item = &[StyledChar]> {
    text.chunk_by(|one, next| one.style == next.style)
}

/// Wraps a paragraph into lines of at most `width` columns. A word that is longer than a
/// line is only cut where its style changes. A line feed ends a line.
pub fn wrap(text: &[StyledChar], width: Option<usize>) -> Vec<StyledText> {
    let width = width.unwrap_or(usize::MAX);
    let mut lines = Vec::new();
    for words in text.split(|letter| letter.c == '\n') {
        let mut line = StyledText::new();
        for word in words.split(|letter| letter.c == ' ') {
            if word.is_empty() {
                continue;
            }
            if columns(&line) + 1 + columns(word) > width && !line.is_empty() {
                lines.push(mem::take(&mut line));
            }
            if let Some(before) = line.last() {
                // A blank has the style of both neighbours if it is the same.
                let is_same = before.style == word[0].style;
                let style = if is_same { before.style } else { PLAIN };
                line.push(StyledChar { style, c: ' ' });
            }
            for piece in pieces(word) {
                if columns(&line) + columns(piece) > width && !line.is_empty() {
                    lines.push(mem::take(&mut line));
                }
                line.extend(piece);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::style::{DIM, STRONG};

    fn wrapped(pieces: &[(Style, &str)], room: usize) -> Vec<String> {
        let mut text = StyledText::new();
        for (style, piece) in pieces {
            text.extend(styled(*style, piece));
        }
        wrap(&text, Some(room))
            .iter()
            .map(|line| unstyled(line))
            .collect()
    }

    #[test]
    fn lines_break_between_words_and_not_between_styles() {
        let pieces = [
            (PLAIN, "one two ("),
            (STRONG, "three"),
            (PLAIN, ") "),
            (DIM, "four five"),
        ];
        assert_eq!(wrapped(&pieces, 40), ["one two (three) four five"]);
        assert_eq!(wrapped(&pieces, 10), ["one two", "(three)", "four five"]);
        let narrow = ["one", "two", "(", "three", ")", "four", "five"];
        assert_eq!(wrapped(&pieces, 4), narrow);
        assert_eq!(wrapped(&[(PLAIN, "a\n b  c\n")], 40), ["a", "b c", ""]);
        assert_eq!(wrapped(&[(PLAIN, "カニ 戦い ")], 8), ["カニ", "戦い"]);
        assert_eq!(wrapped(&[(PLAIN, "a\u{1b}b")], 40), [r"a\u{1b}b"]);
    }
}
