//! A puzzle's page as Markdown, to save it beside the code.

use std::fmt::Write as _;

use crate::site::{Block, PartText, PuzzlePage, Span};
use crate::terminal::sanitize;

/// The parts, one below the other.
pub fn page_markdown(page: &PuzzlePage, parts: &[&PartText]) -> String {
    let mut blocks = Vec::new();
    for part in parts {
        let heading = part.heading.trim_matches(['-', ' ']);
        blocks.push(format!("## {}\n", escaped(heading)));
        let all = part.blocks.iter().chain(&part.below);
        blocks.extend(all.map(|block| markdown(page, block)));
    }
    blocks.join("\n")
}

/// A block with a line feed at its end.
fn markdown(page: &PuzzlePage, block: &Block) -> String {
    match block {
        Block::Heading(spans) => format!("### {}\n", inline(page, spans).replace("  \n", " ")),
        Block::Paragraph(spans) => {
            let text = inline(page, spans);
            let lines = text.split('\n').map(unlike_a_block);
            lines.collect::<Vec<_>>().join("\n") + "\n"
        }
        Block::Code(spans) => {
            let text: String = spans.iter().map(|span| &*span.text).collect();
            let fence = "`".repeat(longest_run(&text).max(2) + 1);
            let lines = text.trim_end_matches(['\r', '\n']).split('\n');
            let lines = lines.map(|line| safe_code(line.trim_end_matches('\r')) + "\n");
            format!("{fence}\n{}{fence}\n", lines.collect::<String>())
        }
        Block::List { ordered, items } => {
            let items = items.iter().enumerate().map(|(index, item)| {
                let mark = if *ordered {
                    format!("{}. ", index + 1)
                } else {
                    "- ".to_owned()
                };
                let blocks: Vec<String> = item.iter().map(|block| markdown(page, block)).collect();
                let text = blocks.join("\n");
                let lines = text
                    .lines()
                    .enumerate()
                    .map(|(line, text)| match (line, text) {
                        (0, text) => format!("{mark}{text}\n"),
                        (_, "") => "\n".to_owned(),
                        (_, text) => format!("{:1$}{text}\n", "", mark.len()),
                    });
                lines.collect::<String>()
            });
            items.collect()
        }
    }
}

fn inline(page: &PuzzlePage, spans: &[Span]) -> String {
    let link = |span: &Span| {
        let address = page.links.get(span.link?)?;
        Some(address).filter(|address| !address.is_empty())
    };
    let mut text = String::new();
    let linked = |one: &Span, other: &Span| link(one) == link(other);
    for run in spans.chunk_by(linked) {
        let emphasised = |one: &Span, other: &Span| one.emphasis == other.emphasis;
        let inner: String = run.chunk_by(emphasised).map(emphasis).collect();
        match link(&run[0]) {
            Some(address) => {
                let _ = write!(text, "[{inner}]({})", address_in_parentheses(address));
            }
            None => text += &inner,
        }
    }
    text
}

/// Spans that are all emphasised, or none of them. Blanks stay outside of the
/// marks, where Markdown wants them.
fn emphasis(spans: &[Span]) -> String {
    let text: String = spans.iter().map(styled).collect();
    let inner = text.trim();
    if inner.is_empty() || !spans[0].emphasis {
        return text;
    }
    let start = text.len() - text.trim_start().len();
    let (before, after) = (&text[..start], &text[start + inner.len()..]);
    format!("{before}**{inner}**{after}")
}

fn styled(span: &Span) -> String {
    if !span.code {
        let lines: Vec<String> = span.text.split('\n').map(escaped).collect();
        return lines.join("  \n");
    }
    let fence = "`".repeat(longest_run(&span.text) + 1);
    let gap = if span.text.starts_with('`') || span.text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{gap}{}{gap}{fence}", safe_code(&span.text))
}

/// Plain text, safe to show, in which nothing is a mark.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in sanitize(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A line that does not begin like a heading or an item of a list.
fn unlike_a_block(text: &str) -> String {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_number = digits > 0 && text[digits..].starts_with(['.', ')']);
    if is_number {
        format!("{}\\{}", &text[..digits], &text[digits..])
    } else if text.starts_with(['#', '-', '+', '=', '~']) {
        format!("\\{text}")
    } else {
        text.to_owned()
    }
}

fn safe_code(text: &str) -> String {
    sanitize(&text.replace('\t', "    ")).into_owned()
}

fn address_in_parentheses(address: &str) -> String {
    let address = sanitize(address).replace(' ', "%20");
    address.replace('(', "%28").replace(')', "%29")
}

/// The longest run of backquotes.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown_of(html: &str) -> String {
        let page = PuzzlePage::parse(&format!("<main><article>{html}</article></main>"));
        page_markdown(&page, &page.parts.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_page_as_markdown() {
        let html = "<h2>--- Day 3: A_B ---</h2><p>See <a href=\"https://example.org/(x)\">the \
                    <em>map</em></a>. <em>What is <code>x`y</code> then?</em> Then <em>no</em>.</p>\
                    <pre><code>a *b*\n```\n  c\n</code></pre><ul><li>one<ol><li>in</li></ol></li>\
                    <li><p>two</p><p>more</p></li></ul><p>1. [x] &lt;b&gt; a<br># b</p><p>#no</p>";
        insta::assert_snapshot!(markdown_of(html), @r"
        ## Day 3: A\_B

        See [the **map**](https://example.org/%28x%29). **What is ``x`y`` then?** Then **no**.

        ````
        a *b*
        ```
          c
        ````

        - one

          1. in
        - two

          more

        1\. \[x\] \<b\> a  
        \# b

        \#no
        ");
    }

    #[test]
    fn what_a_terminal_acts_on_is_escaped() {
        let text = markdown_of(
            "<h2>\u{1b}]0;</h2><p>&#27;[31m <code>\u{9b}1\t</code></p><pre>\u{202e}\r\n\u{7}</pre>\
             <p><a href=\"https://x/\u{7}\">y</a></p>",
        );
        assert!(
            !text.contains(|c: char| c.is_control() && c != '\n'),
            "{text:?}"
        );
        assert!(!text.contains('\u{202e}'), "{text:?}");
    }
}
