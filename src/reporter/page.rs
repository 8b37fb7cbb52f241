//! A puzzle's page as text for the terminal: headings, emphasis, code, lists,
//! and links as footnotes.

use std::fmt::Write as _;

use anstyle::Style;

use super::footnotes::Footnotes;
use crate::site::{Block, PartText, PuzzlePage, Span};
use crate::terminal::paragraph::{Piece, wrap};
use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{CODE, DIM, PLAIN, STAR, STRONG};
use crate::terminal::width;

/// Longer lines are hard to read.
const WIDEST: usize = 100;

/// How far preformatted text and items of lists are indented.
const INDENT: usize = 4;

/// The parts, one below the other.
pub fn page_text(terminal: Terminal, page: &PuzzlePage, parts: &[&PartText]) -> String {
    let mut drawing = Drawing {
        terminal,
        footnotes: Footnotes::new(&page.links),
        text: String::new(),
    };
    for part in parts {
        drawing.gap();
        drawing.heading(&part.heading);
        for block in part.blocks.iter().chain(&part.below) {
            drawing.gap();
            drawing.block(block, "", 0);
        }
    }
    drawing.footnotes();
    drawing.text
}

struct Drawing<'a> {
    terminal: Terminal,
    footnotes: Footnotes<'a>,
    text: String,
}

impl Drawing<'_> {
    /// An empty line between two blocks.
    fn gap(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn heading(&mut self, heading: &str) {
        let pieces = [Piece::new(STRONG, heading)];
        self.wrapped(&pieces, "", 0);
    }

    /// Draws a block whose first line begins with `mark`, indented by `indent`.
    fn block(&mut self, block: &Block, mark: &str, indent: usize) {
        match block {
            Block::Heading(spans) | Block::Paragraph(spans) => {
                let pieces = self.pieces(spans, matches!(block, Block::Heading(_)));
                self.wrapped(&pieces, mark, indent);
            }
            Block::Code(spans) => {
                self.mark_alone(mark, indent);
                self.preformatted(spans, indent);
            }
            Block::List { ordered, items } => {
                self.mark_alone(mark, indent);
                for (index, item) in items.iter().enumerate() {
                    let mark = if *ordered {
                        format!("{}. ", index + 1)
                    } else {
                        "- ".to_owned()
                    };
                    self.item(item, &mark, indent + 2);
                }
            }
        }
    }

    fn item(&mut self, blocks: &[Block], mark: &str, indent: usize) {
        let mut mark = mark;
        for block in blocks {
            let inner = indent + if mark.is_empty() { 2 } else { 0 };
            self.block(block, mark, inner);
            mark = "";
        }
    }

    /// The mark of an item that begins with something else than text.
    fn mark_alone(&mut self, mark: &str, indent: usize) {
        if !mark.is_empty() {
            let _ = writeln!(self.text, "{:indent$}{}", "", mark.trim_end());
        }
    }

    fn wrapped(&mut self, pieces: &[Piece], mark: &str, indent: usize) {
        let columns = self.terminal.width.map(|columns| columns.min(WIDEST));
        let hang = indent + width(mark);
        let room = columns.map(|columns| columns.saturating_sub(hang).max(1));
        let first = format!("{:indent$}{mark}", "");
        for (index, line) in wrap(pieces, room).into_iter().enumerate() {
            if index == 0 {
                self.text += &first;
            } else {
                self.text += &" ".repeat(hang);
            }
            for Piece { style, text } in line {
                self.text += &self.terminal.paint(style, text).to_string();
            }
            self.text.push('\n');
        }
    }

    /// Preformatted text is never wrapped; where it would not fit, it is not
    /// indented.
    fn preformatted(&mut self, spans: &[Span], indent: usize) {
        let lines = lines(spans);
        let widest = lines
            .iter()
            .map(|line| line.iter().map(|piece| width(&piece.text)).sum());
        let widest: usize = widest.max().unwrap_or(0);
        let indent = indent + INDENT;
        let fits = self
            .terminal
            .width
            .is_none_or(|columns| indent + widest <= columns);
        let indent = if fits { indent } else { 0 };
        for line in lines {
            if !line.is_empty() {
                self.text += &" ".repeat(indent);
            }
            for Piece { style, text } in line {
                self.text += &self.terminal.paint(style, text).to_string();
            }
            self.text.push('\n');
        }
    }

    /// Spans as pieces. Without colour, marks as in Markdown take its place.
    fn pieces(&mut self, spans: &[Span], is_heading: bool) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (index, span) in spans.iter().enumerate() {
            let next = spans.get(index + 1);
            let before = index.checked_sub(1).map(|before| &spans[before]);
            if self.terminal.color {
                let style = if is_heading { STRONG } else { style(span) };
                pieces.push(Piece::new(style, &span.text));
            } else {
                pieces.push(Piece::new(PLAIN, &marked(span, before, next)));
            }
            let link = span
                .link
                .filter(|link| next.and_then(|next| next.link) != Some(*link));
            if let Some(number) = link.and_then(|link| self.footnotes.number(link)) {
                pieces.push(Piece::new(DIM, &format!("[{number}]")));
            }
        }
        pieces
    }

    fn footnotes(&mut self) {
        let notes = self.footnotes.list();
        if notes.is_empty() {
            return;
        }
        self.gap();
        for (number, address) in notes {
            let pieces = [Piece::new(DIM, &format!("[{number}] {address}"))];
            self.wrapped(&pieces, "", 0);
        }
    }
}

fn style(span: &Span) -> Style {
    match (span.code, span.emphasis) {
        _ if is_star(span) => STAR,
        (true, true) => CODE.bold(),
        (true, false) => CODE,
        (false, true) => STRONG,
        (false, false) => PLAIN,
    }
}

/// Gold stars are written as stars.
fn is_star(span: &Span) -> bool {
    !span.text.is_empty() && span.text.chars().all(|c| c == '*')
}

/// The text with marks where code and emphasis begin and end.
fn marked(span: &Span, before: Option<&Span>, next: Option<&Span>) -> String {
    if is_star(span) {
        return span.text.clone();
    }
    let is = |other: Option<&Span>, what: fn(&Span) -> bool| {
        what(span) && other.is_none_or(|it| !what(it))
    };
    let emphasis = |it: &Span| it.emphasis;
    let code = |it: &Span| it.code;
    let mut text = String::new();
    if is(before, emphasis) {
        text.push('*');
    }
    if is(before, code) {
        text.push('`');
    }
    text += &span.text;
    if is(next, code) {
        text.push('`');
    }
    if is(next, emphasis) {
        text.push('*');
    }
    text
}

/// The lines of preformatted text, safe to show.
fn lines(spans: &[Span]) -> Vec<Vec<Piece>> {
    let mut lines = vec![Vec::new()];
    let mut column = 0;
    for span in spans {
        let style = if span.emphasis { STRONG } else { PLAIN };
        for (index, text) in span.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
                column = 0;
            }
            let text = untabbed(text.trim_end_matches('\r'), &mut column);
            if !text.is_empty()
                && let Some(line) = lines.last_mut()
            {
                line.push(Piece {
                    style,
                    text: sanitize(&text).into_owned(),
                });
            }
        }
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// The text with blanks in the place of tabs; `column` is where it begins, then
/// where it ends.
fn untabbed(text: &str, column: &mut usize) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\t' {
            let blanks = 8 - *column % 8;
            plain.extend(std::iter::repeat_n(' ', blanks));
            *column += blanks;
        } else {
            plain.push(c);
            *column += 1;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HTML: &str = "<h2>--- Day 22: Crab Cards ---</h2><p>It takes hours for <em>boredom</em> to \
         sink in. Your <a href=\"/x\">puzzle input</a> holds <code>25</code> cards &amp; \
         <em class=\"star\">*</em>; see <a href=\"/y\">there</a> and <a href=\"/x\">here</a>.</p>\
         <pre><code>Crab 1:\n9\t<em>2</em>\n\nCrab 2:\n</code></pre><ul><li>The first crab has \
         <code>9</code>, and that is a long line.</li><li>Second:<ol><li>inner</li></ol></li></ul>\
         <p>The score is <em><code>306</code></em>. <em>What is <code>yours</code>?</em></p>";

    fn drawn(terminal: Terminal, html: &str) -> String {
        let page = PuzzlePage::parse(&format!("<main><article>{html}</article></main>"));
        page_text(terminal, &page, &page.parts.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_page_without_colour() {
        let terminal = Terminal {
            width: Some(40),
            ..Terminal::PLAIN
        };
        insta::assert_snapshot!(drawn(terminal, HTML), @"
        --- Day 22: Crab Cards ---

        It takes hours for *boredom* to sink in.
        Your puzzle input[1] holds `25` cards &
        *; see there[2] and here[1].

            Crab 1:
            9       2

            Crab 2:

          - The first crab has `9`, and that is
            a long line.
          - Second:
              1. inner

        The score is *`306`*. *What is `yours`?*

        [1] /x
        [2] /y
        ");
    }

    #[test]
    fn a_page_in_colour() {
        let terminal = Terminal {
            width: Some(200),
            color: true,
            ..Terminal::PLAIN
        };
        insta::assert_snapshot!(drawn(terminal, HTML), @"
        \u{1b}[1m--- Day 22: Crab Cards ---\u{1b}[0m

        It takes hours for \u{1b}[1mboredom\u{1b}[0m to sink in. Your puzzle input\u{1b}[2m[1]\u{1b}[0m holds \u{1b}[36m25\u{1b}[0m cards & \u{1b}[33m*\u{1b}[0m; see there\u{1b}[2m[2]\u{1b}[0m and
        here\u{1b}[2m[1]\u{1b}[0m.

            Crab 1:
            9       \u{1b}[1m2\u{1b}[0m

            Crab 2:

          - The first crab has \u{1b}[36m9\u{1b}[0m, and that is a long line.
          - Second:
              1. inner

        The score is \u{1b}[1m\u{1b}[36m306\u{1b}[0m. \u{1b}[1mWhat is\u{1b}[0m \u{1b}[1m\u{1b}[36myours\u{1b}[0m\u{1b}[1m?\u{1b}[0m

        \u{1b}[2m[1] /x\u{1b}[0m
        \u{1b}[2m[2] /y\u{1b}[0m
        ");
    }

    #[test]
    fn wide_blocks_are_not_indented() {
        let terminal = Terminal {
            width: Some(20),
            ..Terminal::PLAIN
        };
        let html = "<h2>H</h2><pre>12345678901234567890\n1</pre><pre>1234\n</pre>";
        assert_eq!(
            drawn(terminal, html),
            "H\n\n12345678901234567890\n1\n\n    1234\n"
        );
    }

    proptest! {
        #[test]
        fn nothing_that_a_terminal_acts_on_is_shown(
            pieces in prop::collection::vec(
                prop_oneof![
                    prop::sample::select(&[
                        "<p>", "<pre>", "<code>", "</code>", "<em>", "</em>", "<ul><li>", "<ol>", "<li>",
                        "</ul>", "<a href='/\u{1b}'>", "</a>", "<br>", "<h2>", "\u{1b}[2J", "\u{9b}0m",
                        "&#7;", "&#x202e;", "\t", "\r\n", "<table><tr><td>",
                    ][..]).prop_map(str::to_owned),
                    "\\PC{0,30}",
                    "[a-z ]{0,60}",
                ],
                0..40,
            ),
            columns in 20_usize..120,
        ) {
            let terminal = Terminal { width: Some(columns), ..Terminal::PLAIN };
            let text = drawn(terminal, &pieces.concat());
            let is_bad = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
            prop_assert!(!text.contains(is_bad), "{text:?}");
            let page = PuzzlePage::parse(&format!("<main><article>{}", pieces.concat()));
            let parts: Vec<_> = page.parts.iter().collect();
            let markdown = super::super::markdown::page_markdown(&page, &parts);
            prop_assert!(!markdown.contains(is_bad), "{markdown:?}");
        }
    }
}
