//! Shows a puzzle's page as text for the terminal or as Markdown. One walk over its
//! blocks handles headings, emphasis, code, lists and links.
//!
//! Emphasis and code are shown by colours. Without colours they have marks as in
//! Markdown, and emphasised parts of a code block have carets on the line below, so that
//! columns do not move. Links are footnotes on a terminal.

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
    let mut written = Vec::new();
    for part in parts {
        if !written.is_empty() {
            written.push(String::new());
        }
        written.extend(writer.heading("##", &part.heading, 0));
        for block in part.blocks.iter().chain(&part.below) {
            written.push(String::new());
            written.extend(writer.block(block, 0));
        }
    }
    for (index, link) in writer.footnotes.iter().enumerate() {
        if index == 0 {
            written.push(String::new());
        }
        // Addresses are not wrapped.
        let note = format!("[^{}] {}", index + 1, sanitize(link));
        written.extend(terminal.map(|terminal| terminal.paint(DIM, note)));
    }
    written.join("\n") + "\n"
}

struct Writer<'a> {
    /// `None` for Markdown.
    terminal: Option<Terminal>,
    /// The address of the page, for resolving relative links.
    page: &'a Url,
    /// The addresses of the links shown so far, in order.
    footnotes: Vec<String>,
}

/// The marks before and after a span.
type Mark = (String, Piece);

impl Writer<'_> {
    /// The lines of a heading that is indented by `indent` columns.
    fn heading(&self, level: &str, heading: &str, indent: usize) -> Vec<String> {
        let Some(terminal) = self.terminal else {
            let heading = escape_markdown(heading.trim_matches(['-', ' ']));
            return vec![format!("{level} {}", heading.replace('\n', " "))];
        };
        wrapped(terminal, &[Piece::new(STRONG, heading)], indent)
    }

    /// The lines of a block that is indented by `indent` columns.
    fn block(&mut self, block: &Block, indent: usize) -> Vec<String> {
        match (block, self.terminal) {
            (Block::Heading(spans), _) => self.heading("###", &text(spans), indent),
            (Block::Paragraph(spans), Some(terminal)) => {
                wrapped(terminal, &self.pieces(spans), indent)
            }
            (Block::Paragraph(spans), None) => {
                let text = joined(&self.pieces(spans));
                text.split('\n').map(escape_block_start).collect()
            }
            (Block::Code(spans), _) => self.code(&code_lines(spans), indent),
            (Block::List { ordered, items }, terminal) => {
                let mut lines = Vec::new();
                for (number, item) in (1..).zip(items) {
                    let number = ordered.then(|| format!("{number}."));
                    let margin = if terminal.is_some() { "  " } else { "" };
                    let mark = format!("{margin}{} ", number.as_deref().unwrap_or("-"));
                    let mut inner = Vec::new();
                    for block in item {
                        if !inner.is_empty() && terminal.is_none() {
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
        }
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
            let carets = line.iter().map(|piece| {
                let caret = if piece.style == STRONG { "^" } else { " " };
                caret.repeat(width(&piece.text))
            });
            let carets = carets.collect::<String>();
            if !terminal.color && carets.contains('^') {
                lines.push(prefixed(margin, carets.trim_end().to_owned()));
            }
        }
        lines
    }

    /// A paragraph's text in its styles, or with marks if there are no colours. Marks
    /// are nested in a fixed order; when one ends, those within it end too.
    fn pieces(&mut self, spans: &[Span]) -> Vec<Piece> {
        let is_markdown = self.terminal.is_none();
        let mut pieces = Vec::new();
        let mut open: Vec<Mark> = Vec::new();
        // Blanks are outside of marks, as Markdown requires.
        let mut blanks = String::new();
        for span in spans {
            let style = self.style(span);
            for (line, text) in span.text.split('\n').enumerate() {
                if line > 0 {
                    close(&mut pieces, &mut open, 0);
                    blanks.clear();
                    pieces.push(Piece::new(PLAIN, if is_markdown { "  \n" } else { "\n" }));
                }
                let trimmed = text.trim_matches(' ');
                let inner = if span.code { text } else { trimmed };
                if inner.is_empty() {
                    blanks += text;
                    continue;
                }
                let start = text.find(inner).unwrap_or(0);
                blanks += &text[..start];
                let marks = self.marks(span, inner);
                // Markdown has no marks within code.
                let continues = |(open, mark): &(&Mark, &Mark)| {
                    open == mark && !(is_markdown && mark.0.starts_with('`'))
                };
                let kept = open.iter().zip(&marks).take_while(continues).count();
                close(&mut pieces, &mut open, kept);
                pieces.push(Piece::new(style, &std::mem::take(&mut blanks)));
                for (begin, end) in marks.into_iter().skip(kept) {
                    pieces.push(Piece::new(style, &begin));
                    open.push((begin, end));
                }
                let is_text = is_markdown && !span.code;
                let shown = is_text.then(|| escape_markdown(inner));
                pieces.push(Piece::new(style, shown.as_deref().unwrap_or(inner)));
                blanks += &text[start + inner.len()..];
            }
        }
        close(&mut pieces, &mut open, 0);
        pieces
    }

    /// The marks of a span, outermost first. With colours there are no marks for
    /// styles.
    fn marks(&mut self, span: &Span, text: &str) -> Vec<Mark> {
        let is_markdown = self.terminal.is_none();
        let mut marks = Vec::new();
        let mut add = |begin: &str, style, end: &str| {
            marks.push((begin.to_owned(), Piece::new(style, end)));
        };
        // Only links to web pages are shown.
        let link = span.link.as_ref().map(|link| self.page.join(link));
        let link = link.and_then(Result::ok).map(String::from);
        match link.filter(|url| url.starts_with("http")) {
            Some(link) if is_markdown => {
                let address = link.replace('(', "%28").replace(')', "%29");
                add("[", PLAIN, &format!("]({address})"));
            }
            Some(link) => {
                let footnotes = &mut self.footnotes;
                let existing = footnotes.iter().position(|footnote| *footnote == link);
                let index = existing.unwrap_or(footnotes.len());
                if existing.is_none() {
                    footnotes.push(link);
                }
                // `[1]` could be mistaken for code.
                add("", DIM, &format!("[^{}]", index + 1));
            }
            None => {}
        }
        match &span.note {
            Some(note) if is_markdown => add("", PLAIN, &format!(" *({})*", escape_markdown(note))),
            Some(note) => add("", DIM, &format!(" [{note}]")),
            None => {}
        }
        if self.terminal.is_some_and(|terminal| terminal.color) || is_star(span) {
            return marks;
        }
        if span.struck {
            add("~~", PLAIN, "~~");
        }
        if span.emphasis {
            let mark = if is_markdown { "**" } else { "*" };
            add(mark, PLAIN, mark);
        }
        if span.code {
            let [begin, end] = code_marks(if is_markdown { text } else { "" });
            add(&begin, PLAIN, &end);
        }
        marks
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

/// Ends all marks but the outermost `kept`.
fn close(pieces: &mut Vec<Piece>, open: &mut Vec<Mark>, kept: usize) {
    pieces.extend(open.drain(kept..).rev().map(|(_, end)| end));
}

/// True for gold stars, which stay as they are.
fn is_star(span: &Span) -> bool {
    !span.text.is_empty() && span.text.chars().all(|c| c == '*')
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
    let paint = |piece: &Piece| terminal.paint(piece.style, &piece.text);
    line.iter().map(paint).collect()
}

fn wrapped(terminal: Terminal, pieces: &[Piece], indent: usize) -> Vec<String> {
    let columns = terminal.width.map(|columns| columns.min(MAX_WIDTH));
    let columns = columns.map(|columns| columns.saturating_sub(indent).max(1));
    let lines = wrap(pieces, columns).into_iter();
    lines.map(|line| painted(terminal, &line)).collect()
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
            if let Some(line) = lines.last_mut().filter(|_| !text.is_empty()) {
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
