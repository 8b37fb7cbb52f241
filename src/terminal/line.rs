//! Lines made of cells. On a narrow terminal, lines wrap between cells, never within one. On a
//! terminal without Unicode, symbols become ASCII. All text is made safe to show.

use std::fmt::Display;
use std::mem::take;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::link::Link;
use super::screen::Terminal;
use super::style::{DIM, PLAIN};

/// A line under construction. On a narrow terminal it becomes several lines.
pub struct Line {
    terminal: Terminal,
    /// The column at which continuation lines begin.
    indent: usize,
    text: String,
    /// The column at which the text on the last line ends.
    pub column: usize,
    /// The number of blanks before the next cell, if one follows.
    gap: usize,
    /// The target of the link around the next cell.
    link: Option<Link>,
}

/// The least width for text. If a line has less room left, the text begins on a new line.
const MIN_TEXT: usize = 24;

impl Line {
    /// An empty line. Continuation lines begin at column `indent`.
    pub fn new(terminal: Terminal, indent: usize) -> Self {
        Self {
            terminal,
            indent,
            text: String::new(),
            column: 0,
            gap: 0,
            link: None,
        }
    }

    /// Adds `columns` blanks before the next cell.
    pub fn gap(&mut self, columns: usize) -> &mut Self {
        self.gap += columns;
        self
    }

    /// Makes the next cell, or the next words, a link.
    pub fn link(&mut self, link: Option<Link>) -> &mut Self {
        self.link = link;
        self
    }

    /// Adds a cell as wide as its text.
    pub fn cell(&mut self, style: Style, text: impl Display) -> &mut Self {
        let text = self.terminal.adapt(text);
        let columns = width(&text);
        if columns > 0 {
            self.fit(columns);
            self.text += &" ".repeat(self.gap);
            let text = self.terminal.paint(style, text);
            self.text += &self.terminal.linked(self.link.as_ref(), text);
            self.column += self.gap + columns;
            self.gap = 0;
        }
        self.link = None;
        self
    }

    /// Begins a new line unless `columns` fit on this one. Call this before cells that should stay
    /// together.
    pub fn fit(&mut self, columns: usize) -> &mut Self {
        let end = self.column + self.gap + columns;
        if self.terminal.width.is_some_and(|width| end > width) {
            self.wrap();
        }
        self
    }

    /// Adds a left-aligned cell of `columns`.
    pub fn left(&mut self, style: Style, text: impl Display, columns: usize) -> &mut Self {
        let text = self.terminal.adapt(text);
        let blanks = columns.saturating_sub(width(&text));
        self.cell(style, text).gap(blanks)
    }

    /// Adds a right-aligned cell of `columns`.
    pub fn right(&mut self, style: Style, text: impl Display, columns: usize) -> &mut Self {
        let text = self.terminal.adapt(text);
        self.gap(columns.saturating_sub(width(&text)));
        self.cell(style, text)
    }

    /// Adds a label in a style, followed by text that may wrap between words. Both begin on a new
    /// line if this one has too little room for the label and the beginning of the text.
    pub fn tagged(&mut self, style: Style, label: &str, text: &str) -> &mut Self {
        let label_columns = self.terminal.width_of(label);
        let whole = label_columns + 1 + self.terminal.width_of(text);
        self.fit(whole.min(MIN_TEXT).max(label_columns));
        self.words(style, label).gap(1).words(PLAIN, text)
    }

    /// Adds text that may wrap between words.
    pub fn words(&mut self, style: Style, text: impl Display) -> &mut Self {
        self.pieces(&[(style, text.to_string())])
    }

    /// Adds text in several styles that may wrap between words. A word that is wider than a line is
    /// split where its style changes, and further if needed.
    pub fn pieces(&mut self, pieces: &[(Style, String)]) -> &mut Self {
        let mut words = vec![Vec::new()];
        let terminal = self.terminal;
        let adapted: Vec<_> = pieces
            .iter()
            .map(|(style, text)| (style, terminal.adapt(text)))
            .collect();
        for (style, text) in &adapted {
            for (index, part) in text.split(char::is_whitespace).enumerate() {
                if index > 0 {
                    words.push(Vec::new());
                }
                words.last_mut().expect("a word").push((**style, part));
            }
        }
        let link = self.link.take();
        let mut gap = 0;
        for word in words {
            let columns = word.iter().map(|(_, text)| width(text)).sum();
            if columns > 0 {
                self.gap(gap).fit(columns);
                gap = 1;
            }
            for (style, text) in word {
                for piece in self.cut(text) {
                    self.link(link.clone()).cell(style, piece);
                }
            }
        }
        self
    }

    /// Splits the text into pieces that fit on a line.
    fn cut<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let room = match self.terminal.width {
            Some(width) => width.saturating_sub(self.indent).max(MIN_TEXT / 2),
            None => usize::MAX,
        };
        let mut pieces = Vec::new();
        let mut rest = text;
        while width(rest) > room {
            let mut columns = 0;
            let end = rest
                .char_indices()
                .find(|(_, symbol)| {
                    columns += symbol.width().unwrap_or(0);
                    columns > room
                })
                .map_or(rest.len(), |(index, _)| index);
            let (piece, more) = rest.split_at(end);
            pieces.push(piece);
            rest = more;
        }
        pieces.push(rest);
        pieces
    }

    /// Adds text on a separate line below.
    pub fn below(&mut self, style: Style, text: impl Display) -> &mut Self {
        self.wrap();
        self.cell(style, text);
        // An empty line below also counts.
        self.column = self.column.max(1);
        self
    }

    /// Returns the finished line.
    pub fn end(&mut self) -> String {
        take(&mut self.text) + "\n"
    }

    /// Continues on a new line, unless this one is empty.
    fn wrap(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
        self.gap = self.indent;
    }
}

/// Text in a style, which wraps between words.
pub fn text_line(terminal: Terminal, style: Style, text: impl Display) -> String {
    Line::new(terminal, 2).words(style, text).end()
}

/// The line that explains these signs. Empty without signs.
pub fn legend(terminal: Terminal, signs: &[&str]) -> String {
    if signs.is_empty() {
        return String::new();
    }
    text_line(terminal, DIM, signs.join("; "))
}

/// A line of cells, separated by `gap` columns, which wraps between words.
pub fn row<T: AsRef<str>>(terminal: Terminal, gap: usize, cells: &[(Style, T)]) -> String {
    linked_row(terminal, None, gap, cells)
}

/// Like [`row`], but the first cell is a link.
pub fn linked_row<T: AsRef<str>>(
    terminal: Terminal,
    target: Option<Link>,
    gap: usize,
    cells: &[(Style, T)],
) -> String {
    let mut line = Line::new(terminal, 2);
    line.link(target);
    for (style, text) in cells {
        line.words(*style, text.as_ref()).gap(gap);
    }
    line.end()
}

/// The number of columns that `text` takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// `text` in at most `columns` columns. A longer text ends with an ellipsis.
pub fn cut_end(text: &str, columns: usize) -> String {
    Terminal::PLAIN.cut_end(text, columns)
}

/// `text` on one line, with a single blank between its words.
pub fn with_single_blanks(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// The beginning of a text on one line, sanitized, in at most `columns` columns.
pub fn excerpt(text: &str, columns: usize) -> String {
    cut_end(&with_single_blanks(text), columns)
}

/// Text is measured and cut as the terminal shows it, because its symbols may be wider in ASCII.
impl Terminal {
    /// The number of columns that `text` takes on this terminal.
    pub fn width_of(self, text: &str) -> usize {
        width(&self.adapt(text))
    }

    /// `text` in at most `columns` columns. A longer text ends with an ellipsis.
    pub fn cut_end(self, text: &str, columns: usize) -> String {
        let text = self.adapt(text);
        if width(&text) <= columns {
            return text;
        }
        let ellipsis = self.ellipsis(columns);
        let room = columns - width(&ellipsis);
        let mut taken = 0;
        let mut kept = String::new();
        for c in text.chars() {
            taken += c.width().unwrap_or(0);
            if taken > room {
                break;
            }
            kept.push(c);
        }
        kept.truncate(kept.trim_end().len());
        kept + &ellipsis
    }

    /// `text` in at most `columns` columns. A longer text begins with an ellipsis, because the end
    /// of a path says most.
    pub fn cut_start(self, text: &str, columns: usize) -> String {
        let text = self.adapt(text);
        if width(&text) <= columns {
            return text;
        }
        let ellipsis = self.ellipsis(columns);
        let mut taken = width(&ellipsis);
        let mut start = text.len();
        for (at, c) in text.char_indices().rev() {
            taken += c.width().unwrap_or(0);
            if taken > columns {
                break;
            }
            start = at;
        }
        ellipsis + &text[start..]
    }

    /// The sign in place of text that is cut off, in at most `columns` columns.
    fn ellipsis(self, columns: usize) -> String {
        self.adapt("…").chars().take(columns).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terminal::style::STRONG;

    fn wrapped(pieces: &[(Style, &str)], columns: usize) -> Vec<String> {
        let pieces: Vec<_> = pieces
            .iter()
            .map(|(style, text)| (*style, (*text).to_owned()))
            .collect();
        let lines = Line::new(Terminal::wide(columns), 0).pieces(&pieces).end();
        lines.lines().map(str::to_owned).collect()
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
        assert_eq!(wrapped(&[(PLAIN, "a  b c")], 40), ["a b c"]);
        assert_eq!(wrapped(&[(PLAIN, "a\u{1b}b")], 40), [r"a\u{1b}b"]);
        // A word that is wider than a line.
        let pieces = [(PLAIN, "1 カニの戦いとカニの戦い"), (STRONG, "3")];
        assert_eq!(wrapped(&pieces, 21), ["1", "カニの戦いとカニの戦", "い3"]);
    }

    proptest! {
        #[test]
        fn every_line_fits(
            texts in prop::collection::vec("[a-z ]{0,60}|\\PC{0,40}", 0..5),
            columns in 20_usize..60,
        ) {
            let pieces: Vec<_> = texts.iter().map(|text| (PLAIN, &**text)).collect();
            for line in wrapped(&pieces, columns) {
                prop_assert!(width(&line) <= columns, "{line:?}");
            }
        }
    }

    #[test]
    fn a_link_takes_no_columns_and_is_written_only_where_it_is_shown() {
        let page = || Link::to("https://x.y/z");
        let shown = |terminal| {
            let mut line = Line::new(terminal, 2);
            line.link(page()).left(PLAIN, "2020/1", 8).gap(2);
            line.link(page()).words(PLAIN, "two words").gap(2);
            line.link(page()).cell(PLAIN, "").cell(PLAIN, "end");
            line.end()
        };
        let terminal = Terminal::wide(22);
        let plain = shown(terminal);
        assert_eq!(plain, "2020/1    two words\n  end\n");
        let linked = shown(Terminal {
            links: true,
            ..terminal
        });
        let around = |text: &str| page().expect("a link").around(text);
        let [puzzle, two, words] = ["2020/1", "two", "words"].map(around);
        assert_eq!(linked, format!("{puzzle}    {two} {words}\n  end\n"));
        assert_eq!(anstream::adapter::strip_str(&linked).to_string(), plain);
    }

    #[test]
    fn text_in_a_line_cannot_act_on_the_terminal() {
        let terminal = Terminal::wide(60);
        let evil = "a\u{1b}[2J\tb\r\n c";
        let shown = r"a\u{1b}[2J\tb; c";
        let mut line = Line::new(terminal, 2);
        line.cell(PLAIN, evil).left(PLAIN, evil, 1);
        line.below(PLAIN, evil).right(PLAIN, evil, 1);
        assert_eq!(line.end(), format!("{shown}{shown}\n  {shown}{shown}\n"));
        let tagged = Line::new(terminal, 2).tagged(PLAIN, "x:", evil).end();
        assert_eq!(tagged, format!("x: {shown}\n"));
        assert_eq!(row(terminal, 2, &[(PLAIN, evil)]), format!("{shown}\n"));
        assert_eq!(terminal.paint(PLAIN, evil), shown);
        assert_eq!(cut_end(evil, 8), "a\\u{1b}…");
        assert_eq!(Terminal::PLAIN.cut_start(evil, 4), "…; c");
    }

    #[test]
    fn only_long_texts_are_cut() {
        let cut = [11, 10, 6].map(|columns| cut_end("Crab Combat", columns));
        assert_eq!(cut, ["Crab Combat", "Crab Comb…", "Crab…"]);
        assert_eq!(cut_end("カニの戦い", 6), "カニ…");
        let path = "inputs/day22.txt";
        assert_eq!(Terminal::PLAIN.cut_start(path, 11), "…/day22.txt");
        let ascii = Terminal {
            unicode: false,
            ..Terminal::PLAIN
        };
        let cut = [11, 10, 2, 0].map(|columns| ascii.cut_end("Crab Combat", columns));
        assert_eq!(cut, ["Crab Combat", "Crab Co...", "..", ""]);
        assert_eq!(ascii.cut_end("12 µs ±0.4%", 12), "12 us +-0.4%");
        assert_eq!(ascii.cut_start(path, 11), "...ay22.txt");
        assert_eq!(excerpt(" one \r\n two three ", 8), "one two…");
    }
}
