//! Shows a puzzle's page as text for the terminal or as Markdown. One walk over its
//! blocks handles headings, emphasis, code, lists and links.
//!
//! Emphasis and code are shown by colours. Without colours they have marks as in
//! Markdown, and emphasised parts of a code block have carets on the line below, so that
//! columns do not move. Links are footnotes on a terminal.

use std::mem;

use anstyle::Style;
use reqwest::Url;

use crate::site::{Block, PartText, Span, text};
use crate::terminal::paragraph::{
    StyledChar, StyledText, columns, painted, styled, unstyled, wrap,
};
use crate::terminal::sanitize::longest_run;
use crate::terminal::style::{CODE, DIM, PLAIN, STAR, STRONG};
use crate::terminal::{Terminal, code_marks, escape_markdown, row, width};

/// The most columns of a line. Longer lines are hard to read.
const MAX_WIDTH: usize = 100;
/// The margin of code.
const INDENT: &str = "    ";

/// The text of the parts and the footnotes. Without a terminal it is Markdown.
pub fn page_text(terminal: Option<Terminal>, page: &Url, parts: &[&PartText]) -> String {
    let mut writer = Writer {
        is_markdown: terminal.is_none(),
        terminal: terminal.unwrap_or(Terminal::PLAIN),
        page,
        footnotes: Vec::new(),
        margin: String::new(),
        text: String::new(),
    };
    for part in parts {
        if !writer.text.is_empty() {
            writer.line(&[]);
        }
        writer.heading("##", &part.heading);
        for block in part.blocks.iter().chain(&part.below) {
            writer.line(&[]);
            writer.block(block);
        }
    }
    let footnotes = mem::take(&mut writer.footnotes);
    if !footnotes.is_empty() {
        writer.line(&[]);
    }
    // Addresses are not wrapped.
    for (number, address) in (1..).zip(footnotes) {
        writer.line(&styled(DIM, &format!("[^{number}] {address}")));
    }
    writer.text
}

struct Writer<'a> {
    is_markdown: bool,
    terminal: Terminal,
    /// The address of the page, for resolving relative links.
    page: &'a Url,
    /// The addresses of the links shown so far, in order; none in Markdown.
    footnotes: Vec<String>,
    /// The margin of the next line: blanks, or the bullet of a list item.
    margin: String,
    text: String,
}

impl Writer<'_> {
    /// Adds a line after the margin. An empty line has no margin.
    fn line(&mut self, line: &[StyledChar]) {
        if !line.is_empty() {
            self.text += &self.margin;
            self.text += &painted(self.terminal, line);
            self.margin = " ".repeat(self.margin.len());
        }
        self.text.push('\n');
    }

    fn wrapped(&mut self, text: &[StyledChar]) {
        let margin = self.margin.len();
        let columns = self
            .terminal
            .width
            .map(|columns| columns.min(MAX_WIDTH).saturating_sub(margin));
        for line in wrap(text, columns) {
            self.line(&line);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(spans) => self.heading("###", &text(spans)),
            Block::Paragraph(spans) => self.paragraph(spans),
            Block::Code(spans) => self.code(spans),
            Block::List { ordered, items } => self.list(*ordered, items),
            Block::Table(rows) => self.table(rows),
        }
    }

    fn heading(&mut self, level: &str, heading: &str) {
        if !self.is_markdown {
            return self.wrapped(&styled(STRONG, heading));
        }
        let heading = escape_markdown(heading.trim_matches(['-', ' ']));
        self.line(&styled(PLAIN, &format!("{level} {heading}")));
    }

    fn list(&mut self, is_ordered: bool, items: &[Vec<Block>]) {
        let margin = self.margin.len();
        for (number, item) in (1..).zip(items) {
            if !self.is_markdown {
                self.margin += "  ";
            }
            if is_ordered {
                self.margin += &format!("{number}. ");
            } else {
                self.margin += "- ";
            }
            for (index, block) in item.iter().enumerate() {
                if self.is_markdown && index > 0 {
                    self.line(&[]);
                }
                self.block(block);
            }
            self.margin.truncate(margin);
        }
    }

    /// A table in columns, or where it is too wide, the words of a row after each other.
    fn table(&mut self, rows: &[Vec<String>]) {
        let mut widths = Vec::new();
        for row in rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (column, cell) in widths.iter_mut().zip(row) {
                *column = width(cell).cast_signed().max(*column);
            }
        }
        let columns: isize = widths.iter().map(|column| column + 2).sum();
        let room = self.terminal.width.map(usize::cast_signed);
        if room.is_some_and(|room| columns > room) {
            widths.clear();
        }
        let fence = if self.is_markdown { "```\n" } else { "" };
        self.text += fence;
        for cells in rows {
            let cells: Vec<_> = cells.iter().map(|cell| (PLAIN, cell)).collect();
            self.text += &row(self.terminal, 2, &widths, &cells);
        }
        self.text += fence;
    }

    /// Preformatted text, with blanks instead of tabs, and below it its tooltips, so that
    /// columns do not move.
    fn code(&mut self, spans: &[Span]) {
        let mut code = StyledText::new();
        let mut notes = Vec::new();
        for span in spans {
            let style = if span.emphasis { STRONG } else { PLAIN };
            code.extend(styled(style, &span.text.replace('\t', "        ")));
            notes.extend(&span.note);
        }
        while code.pop_if(|last| last.c == '\n').is_some() {}
        if self.is_markdown {
            let ticks = longest_run(&unstyled(&code)).max(2) + 1;
            let fence = styled(PLAIN, &"`".repeat(ticks));
            self.line(&fence);
            self.code_lines(&code);
            self.line(&fence);
        } else {
            self.code_lines(&code);
        }
        notes.dedup();
        for note in notes {
            if self.is_markdown {
                self.line(&[]);
            }
            let note = self.note(note);
            self.wrapped(&styled(DIM, &note));
        }
    }

    /// Lines that are never wrapped. On a terminal they are indented if there is room.
    fn code_lines(&mut self, code: &[StyledChar]) {
        let lines = code.split(|letter| letter.c == '\n');
        let widest = lines.clone().map(columns).max().unwrap_or(0);
        let margin = self.margin.len();
        let end = margin + INDENT.len() + widest;
        let fits = self.terminal.width.is_none_or(|width| end <= width);
        if fits && !self.is_markdown {
            self.margin += INDENT;
        }
        for line in lines {
            self.line(line);
            let mut carets = String::new();
            for letter in line {
                let caret = if letter.style == STRONG { "^" } else { " " };
                carets += &caret.repeat(columns(&[*letter]));
            }
            let has_marks = self.is_markdown || self.terminal.color;
            if !has_marks && carets.contains('^') {
                self.line(&styled(PLAIN, carets.trim_end()));
            }
        }
        self.margin.truncate(margin);
    }

    /// A paragraph in its styles, or with marks if there are no colours.
    fn paragraph(&mut self, spans: &[Span]) {
        let mut marked = MarkedText::default();
        for span in spans {
            let style = self.style(span);
            for (index, line) in span.text.split('\n').enumerate() {
                if index > 0 {
                    marked.close(0);
                    marked.blanks.clear();
                    // Markdown needs two blanks at the end of a line.
                    marked.push(PLAIN, if self.is_markdown { "  \n" } else { "\n" });
                }
                // Blanks are outside of marks, as Markdown requires.
                let mut inner = line;
                if !span.code {
                    inner = line.trim_matches(' ');
                }
                let (before, after) = line.split_once(inner).unwrap_or_default();
                marked.blanks += before;
                if !inner.is_empty() {
                    marked.begin(self.marks(span, inner));
                    let mut inner = inner.to_owned();
                    if self.is_markdown && !span.code {
                        inner = escape_markdown(&inner);
                    }
                    marked.push(style, &inner);
                }
                marked.blanks += after;
            }
        }
        marked.close(0);
        if !self.is_markdown {
            return self.wrapped(&marked.text);
        }
        for line in unstyled(&marked.text).split('\n') {
            self.line(&styled(PLAIN, &escape_block_start(line)));
        }
    }

    /// The marks of a span, outermost first. With colours there are no marks for
    /// styles.
    fn marks(&mut self, span: &Span, text: &str) -> Vec<TextMark> {
        let mut marks: Vec<TextMark> = self.link_mark(span).into_iter().collect();
        if let Some(note) = &span.note {
            marks.push([String::new(), format!(" {}", self.note(note))]);
        }
        if self.terminal.color || is_star(span) {
            return marks;
        }
        if span.struck {
            marks.push(["~~", "~~"].map(str::to_owned));
        }
        if span.emphasis {
            let mark = if self.is_markdown { "**" } else { "*" };
            marks.push([mark, mark].map(str::to_owned));
        }
        if span.code {
            marks.push(code_marks(if self.is_markdown { text } else { "" }));
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
        if self.is_markdown {
            let end = address.replace('(', "%28").replace(')', "%29");
            return Some(["[".to_owned(), format!("]({end})")]);
        }
        let index = self
            .footnotes
            .iter()
            .position(|footnote| *footnote == address);
        let number = 1 + index.unwrap_or_else(|| {
            self.footnotes.push(address);
            self.footnotes.len() - 1
        });
        // `[1]` could be mistaken for code.
        Some([String::new(), format!("[^{number}]")])
    }

    /// A tooltip.
    fn note(&self, note: &str) -> String {
        if self.is_markdown {
            return format!("*({})*", escape_markdown(note));
        }
        format!("[{note}]")
    }

    fn style(&self, span: &Span) -> Style {
        if !self.terminal.color {
            return PLAIN;
        }
        let mut style = if span.code { CODE } else { PLAIN };
        if span.emphasis {
            style = style.bold();
        }
        if span.struck {
            style = style.strikethrough();
        }
        if is_star(span) {
            style = STAR;
        }
        style
    }
}

/// The marks before and after a text.
type TextMark = [String; 2];

/// Text with nested marks. When a mark ends, those within it end too.
#[derive(Default)]
struct MarkedText {
    text: StyledText,
    open: Vec<TextMark>,
    /// The blanks that are not written yet.
    blanks: String,
}

impl MarkedText {
    fn push(&mut self, style: Style, text: &str) {
        self.text.extend(styled(style, text));
    }

    /// Begins a text with these marks. Marks that it shares with the text before stay
    /// open.
    fn begin(&mut self, marks: Vec<TextMark>) {
        let kept = self
            .open
            .iter()
            .zip(&marks)
            .take_while(|(open, mark)| open == mark)
            .count();
        self.close(kept);
        let blanks = mem::take(&mut self.blanks);
        self.push(PLAIN, &blanks);
        for [begin, _] in &marks[kept..] {
            self.push(PLAIN, begin);
        }
        self.open = marks;
    }

    /// Ends all marks but the outermost `kept`.
    fn close(&mut self, kept: usize) {
        for [_, end] in self.open.split_off(kept).iter().rev() {
            self.push(DIM, end);
        }
    }
}

/// True for gold stars, which stay as they are. In code, `*` is an operator.
fn is_star(span: &Span) -> bool {
    !span.code && !span.text.is_empty() && span.text.chars().all(|c| c == '*')
}

/// Escapes the start of a line that would otherwise be a heading or a list item.
fn escape_block_start(line: &str) -> String {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &line[..line.len() - rest.len()];
    let is_item = !digits.is_empty() && rest.starts_with(['.', ')']);
    if is_item || line.starts_with(['#', '-', '+', '=']) {
        return format!("{digits}\\{rest}");
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::site::PuzzlePage;

    const HTML: &str = "<h2>--- Day 3: A_B ---</h2><p>See <a href=\"https://x.y/(z)\">the \
         <em>map</em></a>, <a href=\"/y\">there</a> and <a href=\"https://x.y/(z)\">here</a> for \
         <span title=\"It's dark in here.\">light</span>: <code>*</code> &amp; <em class=\"star\">*</em>. <em>What \
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
        `*` & *. *What is `x`y` then?* Or
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
    fn a_table_has_columns_where_it_fits() {
        let html = "<h2>x</h2><table><tr><th>Name</th><th>Weight</th></tr><tr><td>a <em>long</em> \
             crate</td><td>12</td></tr></table>";
        let shown = [Some(terminal(22, false)), Some(terminal(20, false)), None];
        insta::assert_snapshot!(shown.map(|format| text(format, html)).join(""), @"
        x

        Name          Weight
        a long crate  12
        x

        Name  Weight
        a long crate  12
        ## x

        ```
        Name          Weight
        a long crate  12
        ```
        ");
    }

    #[test]
    fn a_page_in_colour() {
        let text = text(Some(terminal(200, true)), HTML);
        // The other blocks differ in the same way.
        let blocks: Vec<&str> = text.split("\n\n").take(3).collect();
        insta::assert_snapshot!(blocks.join("\n"), @"
        \u{1b}[1m--- Day 3: A_B ---\u{1b}[0m
        See the \u{1b}[1mmap\u{1b}[0m\u{1b}[2m[^1]\u{1b}[0m, there\u{1b}[2m[^2]\u{1b}[0m and here\u{1b}[2m[^1]\u{1b}[0m for light \u{1b}[2m[It's dark in here.]\u{1b}[0m: \u{1b}[36m*\u{1b}[0m & \u{1b}[33m*\u{1b}[0m. \u{1b}[1mWhat is\u{1b}[0m \u{1b}[1m\u{1b}[36mx`y\u{1b}[0m \u{1b}[1mthen?\u{1b}[0m Or
        \u{1b}[36ma\u{1b}[0m\u{1b}[1m\u{1b}[36mb\u{1b}[0m, \u{1b}[9mnot\u{1b}[0m \u{1b}[1mc\u{1b}[0m d^2.
            a *b*
            9        \u{1b}[1m2\u{1b}[0m
        ");
    }

    #[test]
    fn a_page_as_markdown() {
        insta::assert_snapshot!(text(None, HTML), @r"
        ## Day 3: A\_B

        See [the **map**](https://x.y/%28z%29), [there](https://x.y/y) and [here](https://x.y/%28z%29) for light *(It's dark in here.)*: `*` \& \*. **What is ``x`y`` then?** Or `a`**`b`**, ~~not~~ **c** d^2.

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
