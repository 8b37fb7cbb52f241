//! Text of several styles, and its wrapping.

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
/// line is cut, if possible where its style changes. A line feed ends a line.
pub fn wrap(text: &[StyledChar], width: Option<usize>) -> Vec<StyledText> {
    let mut paragraph = Paragraph {
        width: width.unwrap_or(usize::MAX).max(1),
        lines: Vec::new(),
        column: 0,
    };
    for line in text.split(|letter| letter.c == '\n') {
        paragraph.start_line();
        for word in line.split(|letter| letter.c == ' ') {
            paragraph.add_word(word);
        }
    }
    paragraph.lines
}

/// A paragraph that is being wrapped.
struct Paragraph {
    width: usize,
    /// The lines so far; the last one is unfinished.
    lines: Vec<StyledText>,
    /// The column at which the last line ends.
    column: usize,
}

impl Paragraph {
    fn start_line(&mut self) {
        self.lines.push(StyledText::new());
        self.column = 0;
    }

    fn add_word(&mut self, word: &[StyledChar]) {
        self.make_room(1 + columns(word));
        let before = self.lines.last().and_then(|line| line.last());
        if let Some(before) = before
            && let Some(first) = word.first()
        {
            // A blank has the style of both neighbours if it is the same, otherwise none.
            let is_same = before.style == first.style;
            let style = if is_same { first.style } else { PLAIN };
            self.add(&[StyledChar { style, c: ' ' }]);
        }
        for piece in pieces(word) {
            let is_long = columns(piece) > self.width;
            for part in piece.chunks(if is_long { 1 } else { piece.len() }) {
                self.add(part);
            }
        }
    }

    /// Adds text to the last line, or to a new one if it does not fit.
    fn add(&mut self, text: &[StyledChar]) {
        self.make_room(columns(text));
        self.column += columns(text);
        self.lines
            .last_mut()
            .expect("a line was started")
            .extend(text);
    }

    /// Begins a new line unless so many columns fit on the last one.
    fn make_room(&mut self, columns: usize) {
        if self.column > 0 && self.column.saturating_add(columns) > self.width {
            self.start_line();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terminal::layout::width;
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
