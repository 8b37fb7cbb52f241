//! Shows a puzzle's page as text for the terminal or as Markdown. One walk over its
//! blocks handles headings, emphasis, code, lists and links.
//!
//! Emphasis and code are shown by colours. Without colours they have marks as in
//! Markdown, and emphasised parts of a code block have carets on the line below, so that
//! columns do not move. Links are footnotes on a terminal.

use std::mem;

use anstyle::{Effects, Style};
use reqwest::Url;

use crate::site::{Block, PartText, Span, text};
use crate::terminal::paragraph::{Piece, wrap};
use crate::terminal::sanitize::longest_run;
use crate::terminal::style::{CODE, DIM, PLAIN, STAR, STRONG};
use crate::terminal::{Terminal, code_marks, escape_markdown, sanitize, width};

/// The most columns of a line. Longer lines are hard to read.
const MAX_WIDTH: usize = 100;

/// The text of the parts and the footnotes. Without a terminal it is Markdown.
pub fn page_text(terminal: Option<Terminal>, page: &Url, parts: &[&PartText]) -> String {
    let mut writer = Writer {
        terminal,
        page,
        footnotes: Vec::new(),
    };
    let mut lines = Vec::new();
    for part in parts {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(writer.heading("##", &part.heading, 0));
        for block in part.blocks.iter().chain(&part.below) {
            lines.push(String::new());
            lines.extend(writer.block(block, 0));
        }
    }
    if let Some(terminal) = terminal {
        lines.extend(writer.footnote_lines(terminal));
    }
    lines.join("\n") + "\n"
}

struct Writer<'a> {
    /// `None` for Markdown.
    terminal: Option<Terminal>,
    /// The address of the page, for resolving relative links.
    page: &'a Url,
    /// The addresses of the links shown so far, in order.
    footnotes: Vec<String>,
}

impl Writer<'_> {
    /// The lines of a heading that is indented by `indent` columns.
    fn heading(&self, level: &str, heading: &str, indent: usize) -> Vec<String> {
        if let Some(terminal) = self.terminal {
            return wrapped(terminal, &[Piece::new(STRONG, heading)], indent);
        }
        let heading = escape_markdown(heading.trim_matches(['-', ' ']));
        vec![format!("{level} {}", heading.replace('\n', " "))]
    }

    /// The lines of a block that is indented by `indent` columns.
    fn block(&mut self, block: &Block, indent: usize) -> Vec<String> {
        match block {
            Block::Heading(spans) => self.heading("###", &text(spans), indent),
            Block::Paragraph(spans) => self.paragraph(spans, indent),
            Block::Code(spans) => self.code_with_notes(spans, indent),
            Block::List { ordered, items } => self.list(*ordered, items, indent),
        }
    }

    fn paragraph(&mut self, spans: &[Span], indent: usize) -> Vec<String> {
        let pieces = self.pieces(spans);
        match self.terminal {
            Some(terminal) => wrapped(terminal, &pieces, indent),
            None => joined(&pieces)
                .split('\n')
                .map(escape_block_start)
                .collect(),
        }
    }

    fn list(&mut self, ordered: bool, items: &[Vec<Block>], indent: usize) -> Vec<String> {
        let is_markdown = self.terminal.is_none();
        let mut lines = Vec::new();
        for (number, item) in (1..).zip(items) {
            let bullet = if ordered {
                format!("{number}. ")
            } else {
                "- ".to_owned()
            };
            let mark = if is_markdown {
                bullet
            } else {
                format!("  {bullet}")
            };
            let mut inner = Vec::new();
            for block in item {
                if is_markdown && !inner.is_empty() {
                    inner.push(String::new());
                }
                inner.extend(self.block(block, indent + mark.len()));
            }
            let blank = " ".repeat(mark.len());
            for (index, line) in inner.into_iter().enumerate() {
                let margin = if index == 0 { &mark } else { &blank };
                lines.push(prefixed(margin, line));
            }
        }
        lines
    }

    /// The lines of preformatted text, and below them its tooltips, so that columns do not
    /// move.
    fn code_with_notes(&self, spans: &[Span], indent: usize) -> Vec<String> {
        let mut lines = self.code(&code_lines(spans), indent);
        let mut notes: Vec<&String> = spans.iter().filter_map(|span| span.note.as_ref()).collect();
        notes.dedup();
        for note in notes {
            match self.terminal {
                Some(terminal) => {
                    let note = Piece::new(DIM, &format!("[{note}]"));
                    lines.extend(wrapped(terminal, &[note], indent));
                }
                None => lines.extend([String::new(), markdown_note(note)]),
            }
        }
        lines
    }

    /// The lines of preformatted text. They are never wrapped, and not indented on a
    /// terminal that is too narrow for that.
    fn code(&self, code: &[Vec<Piece>], indent: usize) -> Vec<String> {
        let texts: Vec<String> = code.iter().map(|line| joined(line)).collect();
        let Some(terminal) = self.terminal else {
            let fence = "`".repeat(longest_run(&texts.join("\n")).max(2) + 1);
            return [vec![fence.clone()], texts, vec![fence]].concat();
        };
        let widest = texts.iter().map(|line| width(line)).max().unwrap_or(0);
        let end = indent + 4 + widest;
        let fits = terminal.width.is_none_or(|width| end <= width);
        let margin = if fits { "    " } else { "" };
        let mut lines = Vec::new();
        for line in code {
            lines.push(prefixed(margin, painted(terminal, line)));
            let mut carets = String::new();
            for piece in line {
                let caret = if piece.style == STRONG { "^" } else { " " };
                carets += &caret.repeat(width(&piece.text));
            }
            if !terminal.color && carets.contains('^') {
                lines.push(prefixed(margin, carets.trim_end().to_owned()));
            }
        }
        lines
    }

    /// A blank line and the addresses of the links, which are not wrapped.
    fn footnote_lines(&self, terminal: Terminal) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, link) in (1..).zip(&self.footnotes) {
            if number == 1 {
                lines.push(String::new());
            }
            let footnote = format!("[^{number}] {}", sanitize(link));
            lines.push(terminal.paint(DIM, footnote));
        }
        lines
    }

    /// A paragraph's text in its styles, or with marks if there are no colours.
    fn pieces(&mut self, spans: &[Span]) -> Vec<Piece> {
        let is_markdown = self.terminal.is_none();
        let mut marked = MarkedText::default();
        for span in spans {
            let style = self.style(span);
            for (line, text) in span.text.split('\n').enumerate() {
                if line > 0 {
                    marked.break_line(if is_markdown { "  \n" } else { "\n" });
                }
                // Blanks are outside of marks, as Markdown requires.
                let inner = if span.code {
                    text
                } else {
                    text.trim_matches(' ')
                };
                if inner.is_empty() {
                    marked.blanks += text;
                    continue;
                }
                let (before, after) = text.split_once(inner).unwrap_or_default();
                marked.blanks += before;
                let marks = self.marks(span, inner);
                marked.begin(style, marks);
                if is_markdown && !span.code {
                    marked.push(style, &escape_markdown(inner));
                } else {
                    marked.push(style, inner);
                }
                marked.blanks += after;
            }
        }
        marked.close(0);
        marked.pieces
    }

    /// The marks of a span, outermost first. With colours there are no marks for
    /// styles.
    fn marks(&mut self, span: &Span, text: &str) -> Vec<TextMark> {
        let is_markdown = self.terminal.is_none();
        let mut marks: Vec<TextMark> = self.link_mark(span).into_iter().collect();
        match &span.note {
            Some(note) if is_markdown => {
                marks.push(TextMark::new(
                    "",
                    PLAIN,
                    &format!(" {}", markdown_note(note)),
                ));
            }
            Some(note) => marks.push(TextMark::new("", DIM, &format!(" [{note}]"))),
            None => {}
        }
        let has_color = self.terminal.is_some_and(|terminal| terminal.color);
        if has_color || is_star(span) {
            return marks;
        }
        if span.struck {
            marks.push(TextMark::new("~~", PLAIN, "~~"));
        }
        if span.emphasis {
            let mark = if is_markdown { "**" } else { "*" };
            marks.push(TextMark::new(mark, PLAIN, mark));
        }
        if span.code {
            let [begin, end] = code_marks(if is_markdown { text } else { "" });
            marks.push(TextMark::new(&begin, PLAIN, &end));
        }
        marks
    }

    /// The mark of a link, if it leads to a web page: its address in Markdown, or the
    /// number of a footnote.
    fn link_mark(&mut self, span: &Span) -> Option<TextMark> {
        let address = self.page.join(span.link.as_ref()?).ok()?;
        if !address.scheme().starts_with("http") {
            return None;
        }
        let address: String = address.into();
        if self.terminal.is_none() {
            let end = address.replace('(', "%28").replace(')', "%29");
            return Some(TextMark::new("[", PLAIN, &format!("]({end})")));
        }
        if !self.footnotes.contains(&address) {
            self.footnotes.push(address.clone());
        }
        let mut numbered = (1..).zip(&self.footnotes);
        let (number, _) = numbered.find(|(_, footnote)| **footnote == address)?;
        // `[1]` could be mistaken for code.
        Some(TextMark::new("", DIM, &format!("[^{number}]")))
    }

    fn style(&self, span: &Span) -> Style {
        if self.terminal.is_none_or(|terminal| !terminal.color) {
            return PLAIN;
        }
        let style = match (span.code, span.emphasis) {
            _ if is_star(span) => STAR,
            (true, true) => CODE.bold(),
            (true, false) => CODE,
            (false, true) => STRONG,
            (false, false) => PLAIN,
        };
        let effects = style.get_effects();
        style.effects(effects.set(Effects::STRIKETHROUGH, span.struck))
    }
}

/// The marks before and after a text.
#[derive(PartialEq)]
struct TextMark {
    begin: String,
    end: Piece,
}

impl TextMark {
    fn new(begin: &str, style: Style, end: &str) -> Self {
        Self {
            begin: begin.to_owned(),
            end: Piece::new(style, end),
        }
    }
}

/// Text with nested marks. When a mark ends, those within it end too.
#[derive(Default)]
struct MarkedText {
    pieces: Vec<Piece>,
    open: Vec<TextMark>,
    /// The blanks that are not written yet.
    blanks: String,
}

impl MarkedText {
    fn push(&mut self, style: Style, text: &str) {
        self.pieces.push(Piece::new(style, text));
    }

    fn break_line(&mut self, line_break: &str) {
        self.close(0);
        self.blanks.clear();
        self.push(PLAIN, line_break);
    }

    /// Begins a text with these marks. Marks that it shares with the text before stay
    /// open.
    fn begin(&mut self, style: Style, marks: Vec<TextMark>) {
        let pairs = self.open.iter().zip(&marks);
        let kept = pairs.take_while(|(open, mark)| open == mark).count();
        self.close(kept);
        let blanks = mem::take(&mut self.blanks);
        self.push(style, &blanks);
        for mark in marks.into_iter().skip(kept) {
            self.push(style, &mark.begin);
            self.open.push(mark);
        }
    }

    /// Ends all marks but the outermost `kept`.
    fn close(&mut self, kept: usize) {
        let closed = self.open.drain(kept..).rev();
        self.pieces.extend(closed.map(|mark| mark.end));
    }
}

/// True for gold stars, which stay as they are. In code, `*` is an operator.
fn is_star(span: &Span) -> bool {
    !span.code && !span.text.is_empty() && span.text.chars().all(|c| c == '*')
}

/// A tooltip in Markdown.
fn markdown_note(note: &str) -> String {
    format!("*({})*", escape_markdown(note))
}

/// The line after `margin`; an empty line stays empty.
fn prefixed(margin: &str, line: String) -> String {
    if line.is_empty() {
        line
    } else {
        margin.to_owned() + &line
    }
}

fn joined(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| &*piece.text).collect()
}

fn painted(terminal: Terminal, line: &[Piece]) -> String {
    let mut text = String::new();
    for piece in line {
        text += &terminal.paint(piece.style, &piece.text);
    }
    text
}

fn wrapped(terminal: Terminal, pieces: &[Piece], indent: usize) -> Vec<String> {
    let columns = terminal
        .width
        .map(|columns| columns.min(MAX_WIDTH).saturating_sub(indent).max(1));
    wrap(pieces, columns)
        .iter()
        .map(|line| painted(terminal, line))
        .collect()
}

/// The sanitized lines of preformatted text, with blanks instead of tabs.
fn code_lines(spans: &[Span]) -> Vec<Vec<Piece>> {
    let mut lines = vec![Vec::new()];
    for span in spans {
        let style = if span.emphasis { STRONG } else { PLAIN };
        for (index, text) in span.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            let text = text.trim_end_matches('\r').replace('\t', "        ");
            if let Some(line) = lines.last_mut()
                && !text.is_empty()
            {
                line.push(Piece::new(style, &text));
            }
        }
    }
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Escapes the start of a line that would otherwise be a heading or a list item.
fn escape_block_start(text: &str) -> String {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_number = digits > 0 && text[digits..].starts_with(['.', ')']);
    if is_number || text.starts_with(['#', '-', '+', '=']) {
        let (number, rest) = text.split_at(if is_number { digits } else { 0 });
        format!("{number}\\{rest}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::site::PuzzlePage;

    const HTML: &str = "<h2>--- Day 3: A_B ---</h2><p>See <a href=\"https://x.y/(z)\">the \
         <em>map</em></a>, <a href=\"/y\">there</a> and <a href=\"https://x.y/(z)\">here</a> for \
         <span title=\"It's dark in here.\">light</span>: 1 &amp; <em class=\"star\">*</em>. <em>What \
         is <code>x`y</code> then?</em> Or <code>a<em>b</em></code>, <s>not</s> <em> c </em>d<sup>2</sup>.</p>\
         <pre><code>a *b*\n9\t<em>2</em>\n\n```\n</code></pre><ul><li>one, and this is a line \
         that is long<ol><li>in</li></ol></li><li><p>two</p><p>more</p></li>\
         <li><pre>x</pre></li></ul><p>1. [x] &lt;b&gt; <code>a<br>b</code><br># b</p><p>#no</p>";

    fn url() -> Url {
        Url::parse("https://x.y/2020/day/3").unwrap()
    }

    fn text(format: Option<Terminal>, html: &str) -> String {
        let page = PuzzlePage::parse(&format!("<main><article>{html}</article></main>"));
        page_text(format, &url(), &page.parts.iter().collect::<Vec<_>>())
    }

    fn terminal(width: usize, color: bool) -> Terminal {
        Terminal {
            width: Some(width),
            color,
            ..Terminal::PLAIN
        }
    }

    #[test]
    fn a_page_without_colour() {
        insta::assert_snapshot!(text(Some(terminal(40, false)), HTML), @"
        --- Day 3: A_B ---

        See the *map*[^1], there[^2] and
        here[^1] for light [It's dark in here.]:
        1 & *. *What is `x`y` then?* Or
        `a`*`b`*, ~~not~~ *c* d^2.

            a *b*
            9        2
                     ^

            ```

          - one, and this is a line that is long
              1. in
          - two
            more
          -     x

        1. [x] <b> `a`
        `b`
        # b

        #no

        [^1] https://x.y/(z)
        [^2] https://x.y/y
        ");
    }

    #[test]
    fn a_page_in_colour() {
        let text = text(Some(terminal(200, true)), HTML);
        // The other blocks differ in the same way.
        let blocks: Vec<&str> = text.split("\n\n").take(3).collect();
        insta::assert_snapshot!(blocks.join("\n"), @"
        \u{1b}[1m--- Day 3: A_B ---\u{1b}[0m
        See the \u{1b}[1mmap\u{1b}[0m\u{1b}[2m[^1]\u{1b}[0m, there\u{1b}[2m[^2]\u{1b}[0m and here\u{1b}[2m[^1]\u{1b}[0m for light \u{1b}[2m[It's dark in here.]\u{1b}[0m: 1 & \u{1b}[33m*\u{1b}[0m. \u{1b}[1mWhat is\u{1b}[0m \u{1b}[1m\u{1b}[36mx`y\u{1b}[0m \u{1b}[1mthen?\u{1b}[0m Or
        \u{1b}[36ma\u{1b}[0m\u{1b}[1m\u{1b}[36mb\u{1b}[0m, \u{1b}[9mnot\u{1b}[0m \u{1b}[1mc\u{1b}[0m d^2.
            a *b*
            9        \u{1b}[1m2\u{1b}[0m
        ");
    }

    #[test]
    fn a_page_as_markdown() {
        insta::assert_snapshot!(text(None, HTML), @r"
        ## Day 3: A\_B

        See [the **map**](https://x.y/%28z%29), [there](https://x.y/y) and [here](https://x.y/%28z%29) for light *(It's dark in here.)*: 1 \& \*. **What is ``x`y`` then?** Or `a`**`b`**, ~~not~~ **c** d^2.

        ````
        a *b*
        9        2

        ```
        ````

        - one, and this is a line that is long

          1. in
        - two

          more
        - ```
          x
          ```

        1\. \[x\] \<b\> `a`  
        `b`  
        \# b

        \#no
        ");
    }

    #[test]
    fn a_button_keeps_its_label_and_wide_code_its_lines() {
        let page = PuzzlePage::parse(
            "<main><article><h2>H</h2><p>See <a href=\"https://en.example/wiki/Bitwise_(logic)\">\
             there</a>.</p><pre>12345678901234567890\n1</pre></article><form><p>You have enough \
             stars to <input type=\"submit\" value=\"[Reboot Printer]\">.</p></form></main>",
        );
        let parts: Vec<_> = page.parts.iter().collect();
        insta::assert_snapshot!(page_text(Some(terminal(20, false)), &url(), &parts), @"
        H

        See there[^1].

        12345678901234567890
        1

        You have enough
        stars to [Reboot
        Printer].

        [^1] https://en.example/wiki/Bitwise_(logic)
        ");
    }

    #[test]
    fn operators_are_code_and_stars_are_stars() {
        let html = "<p>Add with <code>+</code>, multiply with <code>*</code> and win \
                    <em class=\"star\">*</em>.</p>";
        let shown = |format| text(format, html).trim().to_owned();
        let plain = "Add with `+`, multiply with `*` and win *.";
        assert_eq!(shown(Some(terminal(60, false))), plain);
        let markdown = r"Add with `+`, multiply with `*` and win \*.";
        assert!(shown(None).ends_with(markdown), "{}", shown(None));
        let colored = shown(Some(terminal(60, true)));
        assert!(colored.contains("\u{1b}[36m*\u{1b}[0m and"), "{colored}");
    }

    #[test]
    fn tooltips_are_one_line_and_are_shown_for_code_too() {
        let html = "<h2>T</h2><p>Some <span title=\"Not\n  all.\">crabs</span>.</p><pre><code>1\n<span \
                    title=\"Two.\">2 <em>3</em></span>\n</code></pre>";
        insta::assert_snapshot!(text(None, html), @"
        ## T

        Some crabs *(Not all.)*.

        ```
        1
        2 3
        ```

        *(Two.)*
        ");
        insta::assert_snapshot!(text(Some(terminal(40, false)), html), @"
        T

        Some crabs [Not all.].

            1
            2 3
              ^
        [Two.]
        ");
    }

    #[test]
    fn the_mark_of_a_footnote_is_not_cut() {
        let html = "<p>A <a href=\"https://x.y/\">counterrevolutionary</a>.</p>\
                    <p><a href=\"https://x.y/z\">antiestablishment</a>.</p>";
        let shown = text(Some(terminal(20, false)), html);
        assert!(shown.contains("\ncounterrevolutionary\n[^1].\n"), "{shown}");
        assert!(shown.contains("\nantiestablishment\n[^2].\n"), "{shown}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn control_characters_are_escaped(
            pieces in prop::collection::vec(
                "\\PC{0,30}|[a-z ]{0,60}|</?(p|pre|code|em|ul|ol|li|a|br|h2|table|tr|td|s)>|<a href='/\u{1b}'>\
                 |\u{1b}\\[2J|\u{9b}0m|&#7;|&#x202e;|\t|\r\n|<span title='\u{1b}c'>",
                0..40,
            ),
            columns in 20_usize..120,
        ) {
            for format in [Some(terminal(columns, false)), None] {
                let text = text(format, &pieces.concat());
                let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
                prop_assert!(!text.contains(is_bad), "{text:?}");
            }
        }
    }
}
