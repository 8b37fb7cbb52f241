//! Wraps text of several styles.

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
    let width = width.unwrap_or(usize::MAX).max(1);
    let styled = |piece: &Piece| {
        let styled = piece.text.chars().map(|c| (piece.style, c));
        styled.collect::<Vec<_>>()
    };
    let text: Vec<(Style, char)> = pieces.iter().flat_map(styled).collect();
    let columns = |c: char| c.width().unwrap_or(0);
    let mut lines = Vec::new();
    for text in text.split(|it| it.1 == '\n') {
        let (mut line, mut column) = (Vec::<Piece>::new(), 0);
        let words = text.split(|it| it.1 == ' ');
        for word in words.filter(|word| !word.is_empty()) {
            // A blank has the style of both neighbours if it is the same, otherwise none.
            let style = |last: &Piece| {
                if last.style == word[0].0 {
                    last.style
                } else {
                    PLAIN
                }
            };
            let mut blank = line.last().map(|last| (style(last), ' '));
            let word_columns: usize = word.iter().map(|it| columns(it.1)).sum();
            if column > 0 && column + 1 + word_columns > width {
                lines.push(std::mem::take(&mut line));
                blank = None;
                column = 0;
            }
            for run in word.chunk_by(|a, b| a.0 == b.0) {
                let run_columns: usize = run.iter().map(|it| columns(it.1)).sum();
                if column > 0 && column + run_columns > width && run_columns <= width {
                    lines.push(std::mem::take(&mut line));
                    column = 0;
                }
                for (style, c) in blank.take().into_iter().chain(run.iter().copied()) {
                    if column > 0 && column + columns(c) > width {
                        lines.push(std::mem::take(&mut line));
                        column = 0;
                    }
                    column += columns(c);
                    match line.last_mut() {
                        Some(last) if last.style == style => last.text.push(c),
                        _ => line.push(Piece {
                            style,
                            text: c.to_string(),
                        }),
                    }
                }
            }
        }
        lines.push(line);
    }
    lines
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
