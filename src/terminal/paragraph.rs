//! Wrapping text of several styles.

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use crate::terminal::layout::width;
use crate::terminal::sanitize;
use crate::terminal::style::PLAIN;

/// Text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub style: Style,
    pub text: String,
}

impl Piece {
    /// Text from outside, safe to show but for its line breaks.
    pub fn new(style: Style, text: &str) -> Self {
        let lines: Vec<_> = text.split('\n').map(sanitize).collect();
        let text = lines.join("\n");
        Self { style, text }
    }
}

/// The lines of a paragraph in at most `room` columns. A word that is longer
/// than a line is cut. A line feed ends a line.
pub fn wrap(pieces: &[Piece], room: Option<usize>) -> Vec<Vec<Piece>> {
    let mut lines = Wrapped {
        room: room.unwrap_or(usize::MAX).max(1),
        lines: vec![Vec::new()],
        column: 0,
    };
    let mut word: Vec<Piece> = Vec::new();
    // The style of the blank before the word, if there is one.
    let mut blank = None;
    for Piece { style, text } in pieces {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                lines.place(&mut word, blank.take());
                lines.new_line();
            }
            for (index, part) in line.split(' ').enumerate() {
                if index > 0 {
                    lines.place(&mut word, blank.take());
                    blank = Some(*style);
                }
                if !part.is_empty() {
                    push(&mut word, *style, part);
                }
            }
        }
    }
    lines.place(&mut word, blank);
    lines.lines
}

struct Wrapped {
    room: usize,
    lines: Vec<Vec<Piece>>,
    /// The column at which the text on the last line ends.
    column: usize,
}

impl Wrapped {
    /// Places a word and empties it.
    fn place(&mut self, word: &mut Vec<Piece>, blank: Option<Style>) {
        let columns: usize = word.iter().map(|piece| width(&piece.text)).sum();
        if columns == 0 {
            word.clear();
            return;
        }
        let gap = usize::from(blank.is_some() && self.column > 0);
        if self.column > 0 && self.column + gap + columns > self.room {
            self.new_line();
        } else if gap > 0 {
            // In one style with what is on both sides, or in none.
            let before = self.line().last().map(|piece| piece.style);
            let style = blank.filter(|style| before == Some(*style) && word[0].style == *style);
            push(self.line(), style.unwrap_or(PLAIN), " ");
            self.column += 1;
        }
        for piece in word.drain(..) {
            self.add(&piece);
        }
    }

    fn add(&mut self, piece: &Piece) {
        for c in piece.text.chars() {
            let columns = c.width().unwrap_or(0);
            if self.column > 0 && self.column + columns > self.room {
                self.new_line();
            }
            push(self.line(), piece.style, c.encode_utf8(&mut [0; 4]));
            self.column += columns;
        }
    }

    fn new_line(&mut self) {
        self.lines.push(Vec::new());
        self.column = 0;
    }

    fn line(&mut self) -> &mut Vec<Piece> {
        self.lines.last_mut().expect("there is always a line")
    }
}

/// Adds text to the last piece, if that has the same style.
fn push(line: &mut Vec<Piece>, style: Style, text: &str) {
    match line.last_mut() {
        Some(last) if last.style == style => last.text.push_str(text),
        _ => line.push(Piece {
            style,
            text: text.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terminal::style::{DIM, STRONG};

    fn wrapped(pieces: &[(Style, &str)], room: usize) -> Vec<String> {
        let pieces: Vec<Piece> = pieces
            .iter()
            .map(|(style, text)| Piece::new(*style, text))
            .collect();
        let lines = wrap(&pieces, Some(room));
        let text = |line: Vec<Piece>| line.into_iter().map(|piece| piece.text).collect();
        lines.into_iter().map(text).collect()
    }

    #[test]
    fn breaks_are_between_words_and_not_between_styles() {
        let pieces = [
            (PLAIN, "one two ("),
            (STRONG, "three"),
            (PLAIN, ") "),
            (DIM, "four five"),
        ];
        assert_eq!(wrapped(&pieces, 40), ["one two (three) four five"]);
        assert_eq!(wrapped(&pieces, 10), ["one two", "(three)", "four five"]);
        assert_eq!(
            wrapped(&pieces, 4),
            ["one", "two", "(thr", "ee)", "four", "five"]
        );
        assert_eq!(wrapped(&[(PLAIN, "a\n b  c\n")], 40), ["a", "b c", ""]);
        assert_eq!(wrapped(&[(PLAIN, "カニの戦い")], 5), ["カニ", "の戦", "い"]);
    }

    #[test]
    fn what_is_no_text_is_escaped() {
        assert_eq!(
            wrapped(&[(PLAIN, "a\u{1b}[31mb\u{202e}")], 40),
            [r"a\u{1b}[31mb\u{202e}"]
        );
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
