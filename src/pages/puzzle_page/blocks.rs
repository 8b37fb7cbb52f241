//! The blocks and spans of an element of a page, as plain data. Screens show them, and examples are
//! found in them. One walk over the tree reads both.

use std::mem::take;

use crate::pages::html::{plain_text, select};
use crate::pages::markup::Node;
use crate::terminal::with_single_blanks;

pub enum Block {
    Heading(Vec<StyledText>),
    /// A paragraph. Adjacent spaces are joined. A line feed is a line break.
    Paragraph(Vec<StyledText>),
    /// Preformatted text. It may have several lines.
    Code(Vec<StyledText>),
    List {
        /// True if the items are numbered.
        ordered: bool,
        items: Vec<Vec<Block>>,
    },
    /// A table: the texts of the cells in each row.
    Table(Vec<Vec<String>>),
}

/// Text with one style.
#[derive(Clone)]
pub struct StyledText {
    pub text: String,
    pub style: TextStyle,
}

#[derive(Clone, Default, PartialEq)]
pub struct TextStyle {
    pub emphasis: bool,
    pub code: bool,
    pub struck: bool,
    /// The address of the link around the text, as on the page.
    pub link: Option<String>,
    /// The tooltip of the text.
    pub note: Option<String>,
}

impl Block {
    /// The text of the block. Nested lists are left out.
    pub fn spans(&self) -> &[StyledText] {
        match self {
            Self::Heading(spans) | Self::Paragraph(spans) | Self::Code(spans) => spans,
            Self::List { .. } | Self::Table(_) => &[],
        }
    }
}

/// The cells of a table, without styles.
fn table_cells(table: Node) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in select(table, "tr") {
        let cells = row
            .children()
            .filter(|cell| matches!(cell.name(), "td" | "th"))
            .map(plain_text)
            .collect();
        rows.push(cells);
    }
    rows
}

/// The text of spans, without styles.
pub fn unstyled(spans: &[StyledText]) -> String {
    spans.iter().map(|span| &*span.text).collect()
}

/// The blocks of an element in order. Text outside of paragraphs forms a paragraph.
#[derive(Default)]
pub struct BlockReader {
    blocks: Vec<Block>,
    /// The text of the block that is not ended yet.
    unfinished: Vec<StyledText>,
    /// True while reading preformatted text.
    is_pre: bool,
}

impl BlockReader {
    pub fn read(element: Node) -> Vec<Block> {
        let mut reader = Self::default();
        reader.read_children(element, &TextStyle::default());
        reader.end_block(Block::Paragraph);
        reader.blocks
    }

    fn read_children(&mut self, parent: Node, style: &TextStyle) {
        for node in parent.children() {
            self.read_node(node, style.clone());
        }
    }

    fn read_node(&mut self, element: Node, mut style: TextStyle) {
        let name = element.name();
        style.emphasis |= matches!(name, "em" | "i" | "b" | "strong");
        style.code |= name == "code";
        style.struck |= name == "s";
        match name {
            "" => {
                self.add_text(element.own_text(), &style);
                return;
            }
            "script" | "style" | "form" => return,
            "br" => {
                if !self.is_pre {
                    trim_end(&mut self.unfinished);
                }
                push_text(&mut self.unfinished, "\n", &style);
                return;
            }
            // The label of a button.
            "input" if element.attr("type") == "submit" => {
                self.add_text(element.attr("value"), &style);
            }
            "sup" => self.add_text("^", &style),
            "span" => {
                // A tooltip may have several lines.
                let note = with_single_blanks(element.attr("title"));
                if !note.is_empty() {
                    style.note = Some(note);
                }
            }
            "a" if !self.is_pre => {
                // Links within the page are useless in a terminal.
                let address = element.attr("href").trim();
                if !address.is_empty() && !address.starts_with('#') {
                    style.link = Some(address.to_owned());
                }
            }
            _ => {}
        }
        if self.is_pre || !element.is_block() {
            self.read_children(element, &style);
        } else {
            self.end_block(Block::Paragraph);
            self.read_block(element, &style);
        }
    }

    /// Reads an element that begins a separate block.
    fn read_block(&mut self, element: Node, style: &TextStyle) {
        match element.name() {
            name @ ("ul" | "ol") => {
                let items = list_items(element);
                let ordered = name == "ol";
                if !items.is_empty() {
                    self.blocks.push(Block::List { ordered, items });
                }
            }
            "table" => self.blocks.push(Block::Table(table_cells(element))),
            "pre" => {
                self.is_pre = true;
                self.read_children(element, &TextStyle::default());
                self.end_block(Block::Code);
                self.is_pre = false;
            }
            name => {
                self.read_children(element, style);
                let is_heading = matches!(name, "h1" | "h2" | "h3");
                self.end_block(if is_heading {
                    Block::Heading
                } else {
                    Block::Paragraph
                });
            }
        }
    }

    /// Adds text to the unfinished block. Spaces are joined as in browsers. In code they are kept,
    /// because they may be part of an answer or an input.
    fn add_text(&mut self, text: &str, style: &TextStyle) {
        if self.is_pre {
            push_text(&mut self.unfinished, text, style);
        } else if style.code {
            let text = text.replace(['\n', '\t'], " ");
            push_text(&mut self.unfinished, &text, style);
        } else {
            self.add_prose(text, style);
        }
    }

    /// Adds text and joins its spaces.
    fn add_prose(&mut self, text: &str, style: &TextStyle) {
        let last = self.unfinished.last();
        let mut after_blank = last.is_none_or(|span| span.text.ends_with([' ', '\n']));
        let mut joined = String::new();
        for c in text.chars() {
            // No-break spaces are not joined.
            let is_blank = c.is_ascii_whitespace();
            if !(is_blank && after_blank) {
                joined.push(if is_blank { ' ' } else { c });
            }
            after_blank = is_blank;
        }
        push_text(&mut self.unfinished, &joined, style);
    }

    /// Ends the block and adds it as a block of this kind. A blank block is left out.
    fn end_block(&mut self, kind: fn(Vec<StyledText>) -> Block) {
        if !self.is_pre {
            trim_end(&mut self.unfinished);
        }
        let spans = take(&mut self.unfinished);
        if !unstyled(&spans).trim().is_empty() {
            self.blocks.push(kind(spans));
        }
    }
}

/// The items of a list. Empty items are left out.
fn list_items(list: Node) -> Vec<Vec<Block>> {
    let mut items: Vec<Vec<Block>> = Vec::new();
    for child in list.children() {
        let blocks = BlockReader::read(child);
        if blocks.is_empty() {
            continue;
        }
        match items.last_mut() {
            // A paragraph between two items belongs to the first of them.
            Some(item) if child.name() != "li" => item.extend(blocks),
            _ => items.push(blocks),
        }
    }
    items
}

/// Adds text to the last span if that has the same style, or else as a new span.
fn push_text(spans: &mut Vec<StyledText>, text: &str, style: &TextStyle) {
    if text.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.style == *style => last.text += text,
        _ => spans.push(StyledText {
            text: text.to_owned(),
            style: style.clone(),
        }),
    }
}

fn trim_end(spans: &mut Vec<StyledText>) {
    while let Some(last) = spans.last_mut() {
        let end = last.text.trim_end_matches([' ', '\n']).len();
        last.text.truncate(end);
        if end > 0 {
            break;
        }
        spans.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::puzzle_page::PuzzlePage;

    /// Marks emphasised, `code`, ~struck~, [linked](address) and {explained} text.
    fn styled(spans: &[StyledText]) -> String {
        let styled = spans.iter().map(|span| {
            let mut text = span.text.clone();
            for (is_styled, mark) in [
                (span.style.code, "`"),
                (span.style.emphasis, "*"),
                (span.style.struck, "~"),
            ] {
                if is_styled {
                    text = format!("{mark}{text}{mark}");
                }
            }
            if let Some(address) = &span.style.link {
                text = format!("[{text}]({address})");
            }
            if let Some(note) = &span.style.note {
                text = format!("{text}{{{note}}}");
            }
            text
        });
        styled.collect()
    }

    fn shown(blocks: &[Block]) -> Vec<String> {
        let shown = blocks.iter().map(|block| match block {
            Block::Heading(spans) => format!("# {}", styled(spans)),
            Block::Paragraph(spans) => styled(spans),
            Block::Code(spans) => format!("> {}", styled(spans)),
            Block::List { ordered, items } => {
                let items: Vec<_> = items.iter().map(|item| shown(item)).collect();
                format!("{ordered} {items:?}")
            }
            Block::Table(rows) => format!("{rows:?}"),
        });
        shown.collect()
    }

    #[test]
    fn blocks_and_styles_are_those_of_a_browser() {
        for (html, blocks) in [
            ("<h3>B</h3><p>a  </p>text", &["# B", "a", "text"][..]),
            (
                "<p>a <em>b</em><s>c</s> <code>d  e</code></p>",
                &["a *b*~c~ `d  e`"],
            ),
            // Blanks at the end of a line are removed. Preformatted text keeps them.
            ("<p>a <br>b<em> </em></p>", &["a\nb"]),
            ("<pre>a <br>b  \n</pre>", &["> a \nb  \n"]),
            // Links to other pages are kept. Code contains no links.
            (
                "<p><a href='/x'>a</a><a href='#b'>b</a><a>c</a></p>",
                &["[a](/x)bc"],
            ),
            ("<pre><a href='/x'>a</a></pre>", &["> a"]),
            (
                "<p><span title=' why\nnot '>a</span><span>b</span></p>",
                &["a{why not}b"],
            ),
            ("<p>2<sup>3</sup></p>", &["2^3"]),
            // The label of a button is kept. The field is left out.
            (
                "<p>You <input type=submit value='[Go]'><input type=hidden value=x></p>",
                &["You [Go]"],
            ),
            (
                "<p>a</p><script>b</script><form>c</form><style>d</style>",
                &["a"],
            ),
            // A paragraph between two items belongs to the first of them.
            (
                "<ul><li>a</li><p>b</p><li>c</li><li></li></ul>",
                &[r#"false [["a", "b"], ["c"]]"#],
            ),
            ("<ol><li>a</li></ol>", &[r#"true [["a"]]"#]),
            (
                "<table><tr><th>a</th><td>b</td></tr></table>",
                &[r#"[["a", "b"]]"#],
            ),
            ("<p> </p><ul></ul>", &[]),
        ] {
            let page = PuzzlePage::parse(&format!(
                "<main><article><h2>--- Day 1: A ---</h2>{html}</article></main>"
            ));
            let part = &page.parts[0];
            assert_eq!(part.heading, "--- Day 1: A ---", "{html}");
            assert_eq!(shown(&part.blocks), blocks, "{html}");
        }
    }
}
