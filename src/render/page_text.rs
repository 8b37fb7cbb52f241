//! Shows a puzzle's page as text for the terminal or as Markdown. One walk over the blocks handles
//! headings, emphasis, code, lists and links.
//!
//! With colours, emphasis and code are coloured. Without colours, they have the marks of Markdown,
//! except in a code block: marks there would shift its columns, so carets on the line below mark
//! the emphasis. On a terminal, links are footnotes.

use anstream::adapter::strip_str;
use anstyle::Style;
use reqwest::Url;

use crate::pages::{Block, PartText, StyledText, unstyled};
use crate::terminal::style::{CODE, DIM, GOLD, PLAIN, STRONG};
use crate::terminal::table::{Cell, Column, Layout, cells};
use crate::terminal::{
    Line, Terminal, escape_markdown, inline_code, longest_backtick_run, sanitize, text_line, width,
};

/// The maximum width of a line in columns. Longer lines are hard to read.
const MAX_WIDTH: usize = 100;
/// The indentation of code.
const INDENT: &str = "    ";

/// The format of a page's text.
#[derive(Clone, Copy)]
pub enum PageFormat {
    /// Text for this terminal. Links are footnotes.
    Terminal(Terminal),
    /// Markdown. Links are in place, so several pages can be joined into one document.
    Markdown,
}

/// The text of these parts.
pub fn page_text<'a>(
    format: PageFormat,
    page: &Url,
    parts: impl IntoIterator<Item = &'a PartText>,
) -> String {
    let (mut terminal, marks) = match format {
        PageFormat::Terminal(terminal) if terminal.color => (terminal, Marks::Colors),
        PageFormat::Terminal(terminal) => (terminal, Marks::Plain),
        PageFormat::Markdown => (Terminal::PLAIN, Marks::Markdown),
    };
    if let Some(columns) = &mut terminal.width {
        *columns = MAX_WIDTH.min(*columns);
    }
    let mut writer = Writer {
        marks,
        terminal,
        page,
        footnotes: Vec::new(),
    };
    let mut sections = Vec::new();
    for part in parts {
        sections.push(writer.heading("##", &part.heading));
        for block in part.blocks.iter().chain(&part.below) {
            sections.push(writer.block(block));
        }
    }
    let footnotes: String = (1..)
        .zip(&writer.footnotes)
        .map(|(number, address)| {
            // Addresses do not wrap.
            terminal.paint(DIM, format!("[^{number}]: {address}")) + "\n"
        })
        .collect();
    if !footnotes.is_empty() {
        sections.push(footnotes);
    }
    sections.join("\n")
}

/// The way in which emphasis, code and links are shown.
#[derive(Clone, Copy, PartialEq)]
enum Marks {
    /// As colours of the terminal.
    Colors,
    /// As marks of Markdown for human readers. Text is not escaped.
    Plain,
    /// As marks of Markdown for programs. Text that looks like a mark is escaped.
    Markdown,
}

struct Writer<'a> {
    marks: Marks,
    terminal: Terminal,
    /// The address of the page, which is the base of relative links.
    page: &'a Url,
    /// The addresses of the links that are already shown.
    footnotes: Vec<Url>,
}

impl Writer<'_> {
    /// The lines of this block.
    fn block(&mut self, block: &Block) -> String {
        match block {
            Block::Heading(spans) => self.heading("###", &unstyled(spans)),
            Block::Paragraph(spans) => self.paragraph(spans),
            Block::Code(spans) => self.code(spans),
            Block::List { ordered, items } => self.list(*ordered, items),
            Block::Table(rows) => self.table(rows),
        }
    }

    fn heading(&self, level: &str, heading: &str) -> String {
        let shown = if self.marks == Marks::Colors {
            heading.to_owned()
        } else {
            let name = self.escaped(heading.trim_matches(['-', ' ']));
            format!("{level} {name}")
        };
        text_line(self.terminal, STRONG, shown)
    }

    fn list(&mut self, is_ordered: bool, items: &[Vec<Block>]) -> String {
        let mut list = String::new();
        for (number, item) in (1..).zip(items) {
            let bullet = if is_ordered {
                format!("  {number}. ")
            } else {
                "  - ".to_owned()
            };
            let margin = " ".repeat(bullet.len());
            let outside = self.terminal.width;
            self.terminal.width = outside.map(|columns| columns.saturating_sub(bullet.len()));
            let mut text = String::new();
            for block in item {
                // A list follows its paragraph without a blank line.
                if !text.is_empty() && !matches!(block, Block::List { .. }) {
                    text.push('\n');
                }
                text += &self.block(block);
            }
            self.terminal.width = outside;
            list += &indented(&text, &margin).replacen(&margin, &bullet, 1);
        }
        list
    }

    /// A table in columns. If it is too wide, its rows wrap.
    fn table(&self, rows: &[Vec<String>]) -> String {
        let rows: Vec<Vec<Cell>> = rows.iter().map(|row| cells(PLAIN, row)).collect();
        let count = rows.iter().map(Vec::len).max().unwrap_or_default();
        let columns = vec![Column::left(""); count];
        let layout = Layout::of_rows(self.terminal, &columns, &rows);
        let table: String = rows.iter().map(|row| layout.line(row).end()).collect();
        self.preformatted(&table)
    }

    /// Preformatted text. Tabs become spaces. Tooltips are on the lines below, because within the
    /// text they would shift columns.
    fn code(&self, spans: &[StyledText]) -> String {
        let mut code = String::new();
        for line in span_lines(spans) {
            let mut carets = String::new();
            for span in line {
                let text = sanitize(&span.text.replace('\t', "        "));
                let (style, caret) = if span.style.emphasis {
                    (STRONG, "^")
                } else {
                    (PLAIN, " ")
                };
                carets += &caret.repeat(width(&text));
                code += &self.terminal.paint(style, text);
            }
            code.push('\n');
            if self.marks == Marks::Plain && carets.contains('^') {
                code = code + carets.trim_end() + "\n";
            }
        }
        let mut text = self.preformatted(&code);
        let mut last_note = None;
        for span in spans {
            if let Some(note) = &span.style.note
                && last_note.replace(note) != Some(note)
            {
                let note = self.note(note);
                text += &text_line(self.terminal, DIM, note);
            }
        }
        text
    }

    /// Lines that never wrap. With colours they are indented if there is room. Without colours they
    /// are fenced.
    fn preformatted(&self, code: &str) -> String {
        let code = code.trim_end_matches('\n').to_owned() + "\n";
        if self.marks != Marks::Colors {
            let fence = "`".repeat(longest_backtick_run(&code).max(2) + 1);
            return format!("{fence}\n{code}{fence}\n");
        }
        let plain = strip_str(&code).to_string();
        let widest = plain.lines().map(width).max().unwrap_or(0);
        match self.terminal.width {
            Some(columns) if INDENT.len() + widest > columns => code,
            _ => indented(&code, INDENT),
        }
    }

    fn paragraph(&mut self, spans: &[StyledText]) -> String {
        let mut paragraph = Vec::new();
        for line in span_lines(spans) {
            let line = self.line(&line);
            paragraph.push(self.with_escaped_start(line.trim_end()));
        }
        // A line break in Markdown is two spaces at the end of the line.
        let line_break = if self.marks == Marks::Markdown {
            "  \n"
        } else {
            "\n"
        };
        paragraph.join(line_break) + "\n"
    }

    /// A line of a paragraph with its styles, or with marks if there are no colours.
    fn line(&mut self, spans: &[StyledText]) -> String {
        let mut pieces = Vec::new();
        for (index, span) in spans.iter().enumerate() {
            let link = Edges::of(spans, index, |span| &span.style.link);
            let marked = Edges::of(spans, index, |span| (self.mark(span), &span.style.link));
            let noted = Edges::of(spans, index, |span| &span.style.note);
            let text = if span.style.code && self.marks == Marks::Colors {
                span.text.clone()
            } else if span.style.code {
                inline_code(&span.text)
            } else {
                self.escaped(&span.text)
            };
            // Markdown does not allow spaces inside of the marks.
            let inner = text.trim_matches(' ');
            let (before, after) = text.split_once(inner).unwrap_or_default();
            let mark = self.mark(span);
            let begin = if marked.is_first { mark } else { "" };
            let end = if marked.is_last { mark } else { "" };
            let [link, link_end] = self.link_marks(span, link);
            let text = format!("{before}{link}{begin}{inner}{end}");
            pieces.push((style(span), text));
            if let Some(note) = &span.style.note
                && noted.is_last
            {
                pieces.push((DIM, format!(" {}", self.note(note))));
            }
            pieces.push((DIM, link_end));
            pieces.push((style(span), after.to_owned()));
        }
        Line::new(self.terminal, 0).pieces(&pieces).end()
    }

    /// The marks before and after a span of a link, in Markdown or as a footnote. A link that does
    /// not lead to a web page has no marks.
    fn link_marks(&mut self, span: &StyledText, edges: Edges) -> [String; 2] {
        let Some(link) = &span.style.link else {
            return <[String; 2]>::default();
        };
        let address = match self.page.join(link) {
            Ok(address) if address.scheme().starts_with("http") => address,
            _ => return <[String; 2]>::default(),
        };
        let is_markdown = self.marks == Marks::Markdown;
        let start = if is_markdown && edges.is_first {
            "["
        } else {
            ""
        };
        let end = if !edges.is_last {
            String::new()
        } else if is_markdown {
            let address = address.as_str().replace('(', "%28").replace(')', "%29");
            format!("]({address})")
        } else {
            // `[1]` could look like code.
            format!("[^{}]", self.footnote_number(address))
        };
        [start.to_owned(), end]
    }

    /// The number of the footnote with this address. Adds the footnote if it is new.
    fn footnote_number(&mut self, address: Url) -> usize {
        let known = self.footnotes.iter().position(|other| *other == address);
        let index = known.unwrap_or_else(|| {
            self.footnotes.push(address);
            self.footnotes.len() - 1
        });
        index + 1
    }

    /// The mark around a text in this style. Empty with colours.
    fn mark(&self, span: &StyledText) -> &'static str {
        if self.marks == Marks::Colors || is_star(span) || span.text.trim().is_empty() {
            ""
        } else if span.style.struck {
            "~~"
        } else if span.style.emphasis {
            "**"
        } else {
            ""
        }
    }

    /// The text of a tooltip in brackets.
    fn note(&self, note: &str) -> String {
        self.escaped(&format!("[{note}]"))
    }

    fn escaped(&self, text: &str) -> String {
        if self.marks == Marks::Markdown {
            return escape_markdown(text);
        }
        text.to_owned()
    }

    /// Escapes the start of a line that would otherwise be a heading or a list item.
    fn with_escaped_start(&self, line: &str) -> String {
        if self.marks != Marks::Markdown {
            return line.to_owned();
        }
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &line[..line.len() - rest.len()];
        let mark = if digits.is_empty() { "#-+=" } else { ".)" };
        if rest.starts_with(|c| mark.contains(c)) {
            return format!("{digits}\\{rest}");
        }
        line.to_owned()
    }
}

fn style(span: &StyledText) -> Style {
    if is_star(span) {
        return GOLD;
    }
    let mut style = if span.style.code { CODE } else { PLAIN };
    if span.style.emphasis {
        style = style.bold();
    }
    if span.style.struck {
        style = style.strikethrough();
    }
    style
}

/// The place of a span among adjacent spans with the same value, such as those of one link.
#[derive(Clone, Copy)]
struct Edges {
    is_first: bool,
    is_last: bool,
}

impl Edges {
    fn of<'a, T: PartialEq>(
        spans: &'a [StyledText],
        index: usize,
        value: impl Fn(&'a StyledText) -> T,
    ) -> Self {
        let own = value(&spans[index]);
        Self {
            is_first: index == 0 || value(&spans[index - 1]) != own,
            is_last: spans.get(index + 1).is_none_or(|next| value(next) != own),
        }
    }
}

/// Splits a text at its line breaks.
fn span_lines(spans: &[StyledText]) -> Vec<Vec<StyledText>> {
    let mut lines = vec![Vec::new()];
    for span in spans {
        for (index, text) in span.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            let line = lines.last_mut().expect("a line");
            line.push(StyledText {
                text: text.to_owned(),
                style: span.style.clone(),
            });
        }
    }
    lines
}

/// True for the gold stars, which have no marks. A `*` in code is an operator instead.
fn is_star(span: &StyledText) -> bool {
    if span.style.code || span.text.is_empty() {
        return false;
    }
    span.text.chars().all(|c| c == '*')
}

/// Indents the lines of a text with a margin. Empty lines stay empty.
fn indented(text: &str, margin: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        if !line.is_empty() {
            lines += margin;
        }
        lines = lines + line + "\n";
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pages::PuzzlePage;
    use crate::testing::matching;

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

    fn text(format: PageFormat, html: &str) -> String {
        let page = PuzzlePage::parse(&format!("<main><article>{html}</article></main>"));
        page_text(format, &url(), &page.parts)
    }

    fn terminal(width: usize, color: bool) -> PageFormat {
        PageFormat::Terminal(Terminal {
            width: Some(width),
            color,
            ..Terminal::PLAIN
        })
    }

    #[test]
    fn a_page_without_colour() {
        insta::assert_snapshot!(text(terminal(40, false), HTML), @"
        ## Day 3: A_B

        See the **map**[^1], there[^2] and
        here[^1] for light [It's dark in here.]:
        `*` & *. **What is ``x`y`` then?** Or
        `a`**`b`**, ~~not~~ **c** d^2.

        ````
        a *b*
        9        2
                 ^

        ```
        ````

          - one, and this is a line that is long
              1. in
          - two

            more
          - ```
            x
            ```

        1. [x] <b> `a`
        `b`
        # b

        #no

        [^1]: https://x.y/(z)
        [^2]: https://x.y/y
        ");
    }

    #[test]
    fn a_table_has_columns_where_it_fits() {
        let html = "<h2>x</h2><table><tr><th>Name</th><th>Weight</th></tr><tr><td>a <em>long</em> \
             crate</td><td>12</td></tr></table>";
        let shown = [
            terminal(22, false),
            terminal(18, false),
            PageFormat::Markdown,
        ];
        insta::assert_snapshot!(shown.map(|format| text(format, html)).join(""), @"
        ## x

        ```
        Name          Weight
        a long crate  12
        ```
        ## x

        ```
        Name
          Weight
        a long crate  12
        ```
        ## x

        ```
        Name          Weight
        a long crate  12
        ```
        ");
    }

    #[test]
    fn a_page_in_colour() {
        let text = text(terminal(200, true), HTML);
        // The other blocks have the same difference.
        let blocks: Vec<&str> = text.split("\n\n").take(3).collect();
        insta::assert_snapshot!(blocks.join("\n"), @"
        \u{1b}[1m---\u{1b}[0m \u{1b}[1mDay\u{1b}[0m \u{1b}[1m3:\u{1b}[0m \u{1b}[1mA_B\u{1b}[0m \u{1b}[1m---\u{1b}[0m
        See the \u{1b}[1mmap\u{1b}[0m\u{1b}[2m[^1]\u{1b}[0m, there\u{1b}[2m[^2]\u{1b}[0m and here\u{1b}[2m[^1]\u{1b}[0m for light \u{1b}[2m[It's\u{1b}[0m \u{1b}[2mdark\u{1b}[0m \u{1b}[2min\u{1b}[0m \u{1b}[2mhere.]\u{1b}[0m: \u{1b}[36m*\u{1b}[0m & \u{1b}[33m*\u{1b}[0m. \u{1b}[1mWhat\u{1b}[0m \u{1b}[1mis\u{1b}[0m \u{1b}[1m\u{1b}[36mx`y\u{1b}[0m \u{1b}[1mthen?\u{1b}[0m Or
        \u{1b}[36ma\u{1b}[0m\u{1b}[1m\u{1b}[36mb\u{1b}[0m, \u{1b}[9mnot\u{1b}[0m \u{1b}[1mc\u{1b}[0m d^2.
            a *b*
            9        \u{1b}[1m2\u{1b}[0m
        ");
    }

    #[test]
    fn a_page_as_markdown() {
        insta::assert_snapshot!(text(PageFormat::Markdown, HTML), @r"
        ## Day 3: A\_B

        See [the **map**](https://x.y/%28z%29), [there](https://x.y/y) and [here](https://x.y/%28z%29) for light \[It's dark in here.\]: `*` \& \*. **What is ``x`y`` then?** Or `a`**`b`**, ~~not~~ **c** d^2.

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
        insta::assert_snapshot!(page_text(terminal(20, false), &url(), &page.parts), @"
        ## H

        See there[^1].

        ```
        12345678901234567890
        1
        ```

        You have enough
        stars to [Reboot
        Printer].

        [^1]: https://en.example/wiki/Bitwise_(logic)
        ");
    }

    #[test]
    fn tooltips_are_one_line_and_are_shown_for_code_too() {
        let html = "<h2>T</h2><p>Some <span title=\"Not\n  all.\">crabs</span>.</p><pre><code><span \
                    title=\"One.\">1</span>\n<span title=\"Two.\">2 <em>3</em></span>\n</code></pre>";
        insta::assert_snapshot!(text(PageFormat::Markdown, html), @r"
        ## T

        Some crabs \[Not all.\].

        ```
        1
        2 3
        ```
        \[One.\]
        \[Two.\]
        ");
        insta::assert_snapshot!(text(terminal(40, false), html), @"
        ## T

        Some crabs [Not all.].

        ```
        1
        2 3
          ^
        ```
        [One.]
        [Two.]
        ");
    }

    #[test]
    fn a_tooltip_is_shown_once_behind_all_of_its_text() {
        let html = "<h2>T</h2><p>A <span title=\"Twice?\">note of <em>two</em> <code>styles</code>\
                    </span>, <a href=\"/a\"><em>a link</em> too</a> <em><a href=\"/b\">x</a> y</em>.</p>";
        insta::assert_snapshot!(text(PageFormat::Markdown, html), @r"
        ## T

        A note of **two** `styles` \[Twice?\], [**a link** too](https://x.y/a) [**x**](https://x.y/b) **y**.
        ");
        insta::assert_snapshot!(text(terminal(60, false), html), @"
        ## T

        A note of **two** `styles` [Twice?], **a link** too[^1]
        **x**[^2] **y**.

        [^1]: https://x.y/a
        [^2]: https://x.y/b
        ");
    }

    #[test]
    fn the_mark_of_a_footnote_is_not_cut() {
        let html = "<p>A <a href=\"https://x.y/\">counterrevolutionary</a>.</p>\
                    <p><a href=\"https://x.y/z\">antiestablishment</a>.</p>";
        let shown = text(terminal(20, false), html);
        assert!(shown.contains("\ncounterrevolutionary\n[^1].\n"), "{shown}");
        assert!(shown.contains("\nantiestablishment\n[^2].\n"), "{shown}");
    }

    #[test]
    fn a_list_wraps_within_its_margin_and_the_text_below_it_does_not() {
        let words = "one two three four five six";
        let html = format!("<ul><li>{words}</li></ul><p>{words}</p>");
        insta::assert_snapshot!(text(terminal(20, false), &html), @"
        ##

          - one two three
            four five six

        one two three four
        five six
        ");
    }

    #[test]
    fn code_in_colour_is_indented_if_that_fits() {
        for (width, code) in [(9, "    12345\n"), (8, "12345\n"), (5, "12345\n")] {
            let shown = text(terminal(width, true), "<pre>12345</pre>");
            assert!(shown.ends_with(&format!("\n{code}")), "{width}: {shown:?}");
        }
    }

    #[test]
    fn a_link_that_leads_to_no_page_is_only_its_text() {
        let html = "<p>Ask <a href=\"mailto:a@b.example\">me</a>.</p>";
        for format in [terminal(40, false), PageFormat::Markdown] {
            let shown = text(format, html);
            assert!(shown.ends_with("\n\nAsk me.\n"), "{shown}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn control_characters_are_escaped(
            pieces in prop::collection::vec(
                matching("\\PC{0,30}|[a-z ]{0,60}|</?(p|pre|code|em|ul|ol|li|a|br|h2|table|tr|td|s)>|<a href='/\u{1b}'>\
                 |\u{1b}\\[2J|\u{9b}0m|&#7;|&#x202e;|\t|\r\n|<span title='\u{1b}c'>"),
                0..40,
            ),
            columns in 20_usize..120,
        ) {
            for format in [terminal(columns, false), PageFormat::Markdown] {
                let text = text(format, &pieces.concat());
                let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
                prop_assert!(!text.contains(is_bad), "{text:?}");
            }
        }
    }
}
