//! Wraps text of several styles.

use std::mem;

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use super::sanitize::sanitize;
use super::style::PLAIN;

/// Text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub style: Style,
    pub text: String,
}

impl Piece {
    /// Text from outside, sanitized except for its line breaks.
    pub fn new(style: Style, text: &str) -> Self {
        let lines: Vec<_> = text.split('\n').map(sanitize).collect();
        let text = lines.join("\n");
        Self { style, text }
    }
}

/// Wraps a paragraph into lines of at most `width` columns. A word that is longer than a
/// line is cut, if possible where its style changes. A line feed ends a line.
pub fn wrap(pieces: &[Piece], width: Option<usize>) -> Vec<Vec<Piece>> {
    let mut paragraph = Paragraph {
        width: width.unwrap_or(usize::MAX).max(1),
        lines: vec![Vec::new()],
        column: 0,
        word: Vec::new(),
    };
    for piece in pieces {
        for c in piece.text.chars() {
            match c {
                ' ' => paragraph.end_word(),
                '\n' => {
                    paragraph.end_word();
                    paragraph.start_line();
                }
                c => paragraph.add_to_word(piece.style, c),
            }
        }
    }
    paragraph.end_word();
    paragraph.lines
}

/// A paragraph that is being wrapped.
struct Paragraph {
    width: usize,
    /// The lines so far; the last one is unfinished.
    lines: Vec<Vec<Piece>>,
    /// The column at which the last line ends.
    column: usize,
    /// The pieces of the unfinished word.
    word: Vec<Piece>,
}

impl Paragraph {
    fn add_to_word(&mut self, style: Style, c: char) {
        push(&mut self.word, style, c);
    }

    /// Puts the word on the last line, or on a new one if it does not fit.
    fn end_word(&mut self) {
        let word = mem::take(&mut self.word);
        let Some(first) = word.first() else { return };
        let chars = word.iter().flat_map(|piece| piece.text.chars());
        let columns: usize = chars.map(columns_of).sum();
        if self.column > 0 && self.column + 1 + columns > self.width {
            self.start_line();
        }
        if let Some(last) = self.line().last() {
            // A blank has the style of both neighbours if it is the same, otherwise none.
            let is_same = last.style == first.style;
            let style = if is_same { first.style } else { PLAIN };
            self.place(style, ' ');
        }
        for piece in &word {
            let columns: usize = piece.text.chars().map(columns_of).sum();
            if self.column > 0 && self.column + columns > self.width && columns <= self.width {
                self.start_line();
            }
            for c in piece.text.chars() {
                self.place(piece.style, c);
            }
        }
    }

    fn place(&mut self, style: Style, c: char) {
        let columns = columns_of(c);
        if self.column > 0 && self.column + columns > self.width {
            self.start_line();
        }
        self.column += columns;
        push(self.line(), style, c);
    }

    fn start_line(&mut self) {
        self.lines.push(Vec::new());
        self.column = 0;
    }

    fn line(&mut self) -> &mut Vec<Piece> {
        self.lines.last_mut().expect("there is always a last line")
    }
}

fn columns_of(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Adds a character to the last piece, or as a new one if that has another style.
fn push(pieces: &mut Vec<Piece>, style: Style, c: char) {
    match pieces.last_mut() {
        Some(last) if last.style == style => last.text.push(c),
        _ => pieces.push(Piece {
            style,
            text: c.into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terminal::layout::width;
    use crate::terminal::style::{DIM, STRONG};

    fn wrapped(pieces: &[(Style, &str)], room: usize) -> Vec<String> {
        let pieces = pieces.iter().map(|(style, text)| Piece::new(*style, text));
        let lines = wrap(&pieces.collect::<Vec<_>>(), Some(room));
        let text = |line: Vec<Piece>| line.into_iter().map(|piece| piece.text).collect();
        lines.into_iter().map(text).collect()
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
        let narrow = ["one", "two", "(thr", "ee)", "four", "five"];
        assert_eq!(wrapped(&pieces, 4), narrow);
        assert_eq!(wrapped(&[(PLAIN, "a\n b  c\n")], 40), ["a", "b c", ""]);
        assert_eq!(wrapped(&[(PLAIN, "カニの戦い")], 5), ["カニ", "の戦", "い"]);
        assert_eq!(wrapped(&[(PLAIN, "a\u{1b}b")], 40), [r"a\u{1b}b"]);
    }

    proptest! {
        #[test]
        fn every_line_fits(texts in prop::collection::vec("[a-z \n]{0,30}|\\PC{0,9}", 0..5), room in 2_usize..30) {
            let pieces: Vec<_> = texts.iter().map(|text| (PLAIN, &**text)).collect();
            for line in wrapped(&pieces, room) {
                prop_assert!(width(&line) <= room, "{line:?}");
            }
        }
    }
}
