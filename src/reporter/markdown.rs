//! A puzzle's page as Markdown, to save it beside the code.

use crate::site::{Block, PartText, PuzzlePage, Span};
use crate::text::sanitize;

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
        Block::Paragraph(spans) => unlike_a_block(&inline(page, spans)) + "\n",
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
    let mut text = String::new();
    for (index, span) in spans.iter().enumerate() {
        let link = |span: &Span| {
            let address = page.links.get(span.link?)?;
            Some(address).filter(|address| !address.is_empty())
        };
        let before = index.checked_sub(1).and_then(|before| link(&spans[before]));
        let (here, next) = (link(span), spans.get(index + 1).and_then(link));
        if here.is_some() && before != here {
            text.push('[');
        }
        text += &styled(span);
        if let Some(address) = here.filter(|_| next != here) {
            text += &format!("]({})", address_in_parentheses(address));
        }
    }
    text
}

/// The text with its marks. Blanks stay outside of them, where Markdown wants
/// them.
fn styled(span: &Span) -> String {
    let inner = span.text.trim_matches(' ');
    if inner.is_empty() {
        return span.text.clone();
    }
    let start = span.text.len() - span.text.trim_start_matches(' ').len();
    let (before, after) = (&span.text[..start], &span.text[start + inner.len()..]);
    let text = if span.code {
        let fence = "`".repeat(longest_run(inner) + 1);
        let gap = if inner.starts_with('`') || inner.ends_with('`') {
            " "
        } else {
            ""
        };
        format!("{fence}{gap}{}{gap}{fence}", safe_code(inner))
    } else {
        let lines: Vec<String> = inner.split('\n').map(escaped).collect();
        lines.join("  \n")
    };
    let mark = if span.emphasis { "**" } else { "" };
    format!("{before}{mark}{text}{mark}{after}")
}

/// Plain text, safe to show, in which nothing is a mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in sanitize(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A paragraph that does not begin like a heading or an item of a list.
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
