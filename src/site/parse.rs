//! From the tree of a puzzle's page to its parts, paragraphs and spans.

use std::mem;

use scraper::{ElementRef, Node};

use super::document::{Block, PartText, PuzzlePage, Span, TextElement, text};
use super::html::{first, is_logged_out, parse, select, title, words};

/// Elements within a line.
const INLINE: [&str; 29] = [
    "a", "abbr", "b", "big", "button", "cite", "code", "del", "em", "font", "i", "ins", "kbd",
    "label", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt",
    "u", "var", "br", "img",
];

/// Elements whose text is not shown.
const INVISIBLE: [&str; 12] = [
    "script", "style", "template", "form", "input", "select", "textarea", "svg", "math", "iframe",
    "object", "noscript",
];

impl PuzzlePage {
    /// Reads a page. What is no puzzle's page has no parts.
    pub fn parse(html: &str) -> Self {
        let html = parse(html);
        let mut page = Self {
            title: title(&html),
            logged_out: is_logged_out(&html),
            ..Self::default()
        };
        if let Some(main) = first(&html, "main") {
            page.read_main(main);
        }
        page
    }

    /// Reads the articles, and the paragraphs below them.
    fn read_main(&mut self, parent: ElementRef<'_>) {
        for element in parent.child_elements() {
            match element.value().name() {
                "article" => {
                    let part = self.read_part(element);
                    self.parts.push(part);
                }
                "p" => self.read_below(element),
                _ => self.read_main(element),
            }
        }
    }

    fn read_part(&mut self, article: ElementRef<'_>) -> PartText {
        let mut blocks = Flow::read(article, &mut self.links);
        let is_heading = |block: &Block| matches!(block, Block::Heading(_));
        let heading = blocks.iter().position(is_heading);
        let heading = heading.map(|at| text(blocks.remove(at).spans()));
        let elements = select(article, "pre, code, li, em").map(|element| TextElement {
            name: element.value().name().to_owned(),
            text: raw_text(element),
        });
        PartText {
            heading: heading.unwrap_or_default(),
            blocks,
            elements: elements.collect(),
            ..PartText::default()
        }
    }

    /// Reads a paragraph that is not a part of the text: only some matter.
    fn read_below(&mut self, paragraph: ElementRef<'_>) {
        let words = words(paragraph);
        let is_answer = words.starts_with("Your puzzle answer was");
        let is_input = words.starts_with("Your puzzle input is");
        let is_success = paragraph.attr("class") == Some("day-success");
        // Of the event's last star.
        let is_stars = words.contains("have enough stars to");
        let Some(part) = self.parts.last_mut() else {
            return;
        };
        if !(is_answer || is_input || is_success || is_stars) {
            return;
        }
        part.below.extend(Flow::read(paragraph, &mut self.links));
        let code: Option<String> = first(paragraph, "code").map(|code| code.text().collect());
        let code = code.map(|code| code.trim().to_owned());
        let code = code.filter(|code| !code.is_empty());
        if is_answer && part.answer.is_none() {
            part.answer = code;
        } else if is_input && part.input.is_none() {
            part.input = code;
        }
    }
}

/// All text in an element, `<br>` as a line feed, without line feeds at its end.
fn raw_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for node in element.descendants() {
        match node.value() {
            Node::Text(part) => text += part,
            Node::Element(element) if element.name() == "br" => text.push('\n'),
            _ => {}
        }
    }
    let text = text.replace("\r\n", "\n");
    text.trim_end_matches('\n').to_owned()
}

/// The blocks of an element, in order. Text that is not in a paragraph forms one.
struct Flow<'a> {
    links: &'a mut Vec<String>,
    blocks: Vec<Block>,
    /// The paragraph that is not finished yet.
    line: Vec<Span>,
}

impl<'a> Flow<'a> {
    fn read(element: ElementRef<'_>, links: &'a mut Vec<String>) -> Vec<Block> {
        let mut flow = Self {
            links,
            blocks: Vec::new(),
            line: Vec::new(),
        };
        flow.children(element, &Span::default());
        flow.end_paragraph();
        flow.blocks
    }

    fn children(&mut self, parent: ElementRef<'_>, style: &Span) {
        for node in parent.children() {
            if let Node::Text(text) = node.value() {
                self.text(text, style);
            } else if let Some(element) = ElementRef::wrap(node) {
                self.element(element, style.clone());
            }
        }
    }

    fn element(&mut self, element: ElementRef<'_>, mut style: Span) {
        let name = element.value().name();
        style.emphasis |= is_emphasis(name);
        style.code |= matches!(name, "code" | "tt" | "kbd" | "samp");
        style.struck |= matches!(name, "s" | "del" | "strike");
        match name {
            "a" => style.link = self.link(element).or(style.link),
            "span" | "abbr" => {
                let note = element.attr("title").filter(|note| !note.is_empty());
                style.note = note.map(str::to_owned).or(style.note);
            }
            "sup" => self.text("^", &style),
            "br" => {
                trim_end(&mut self.line);
                add(&mut self.line, "\n", &style);
            }
            "img" => self.text(element.attr("alt").unwrap_or_default(), &style),
            // The label of a button.
            "input" if element.attr("type") == Some("submit") => {
                self.text(element.attr("value").unwrap_or_default(), &style);
            }
            _ => {}
        }
        match name {
            _ if INVISIBLE.contains(&name) => {}
            _ if INLINE.contains(&name) => self.children(element, &style),
            "td" | "th" => {
                self.children(element, &style);
                self.text(" ", &style);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_paragraph();
                self.children(element, &style);
                trim_end(&mut self.line);
                let spans = mem::take(&mut self.line);
                self.push(Block::Heading(spans));
            }
            "pre" => {
                self.end_paragraph();
                let mut spans = Vec::new();
                preformatted(element, &Span::default(), &mut spans);
                self.push(Block::Code(spans));
            }
            "ul" | "ol" => {
                self.end_paragraph();
                let mut items: Vec<Vec<Block>> = Vec::new();
                for child in element.child_elements() {
                    let blocks = Flow::read(child, self.links);
                    match items.last_mut() {
                        _ if blocks.is_empty() => {}
                        // A paragraph between two items belongs to the first.
                        Some(item) if child.value().name() != "li" => item.extend(blocks),
                        _ => items.push(blocks),
                    }
                }
                if !items.is_empty() {
                    let ordered = name == "ol";
                    self.blocks.push(Block::List { ordered, items });
                }
            }
            _ => {
                self.end_paragraph();
                self.children(element, &style);
                self.end_paragraph();
            }
        }
    }

    /// Adds text to the paragraph. Blanks are joined as browsers do, but not
    /// within code: what an answer or an input looks like must not change.
    fn text(&mut self, text: &str, style: &Span) {
        if style.code {
            add(
                &mut self.line,
                &text.replace(['\n', '\r', '\t'], " "),
                style,
            );
            return;
        }
        let last = self
            .line
            .last()
            .and_then(|span| span.text.chars().next_back());
        let mut after_blank = last.is_none_or(|c| matches!(c, ' ' | '\n'));
        let mut joined = String::with_capacity(text.len());
        for c in text.chars() {
            // A no-break space is not one that is joined.
            let is_blank = matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
            if !(is_blank && after_blank) {
                joined.push(if is_blank { ' ' } else { c });
            }
            after_blank = is_blank;
        }
        add(&mut self.line, &joined, style);
    }

    /// The index of a link; `None` if it leads nowhere.
    fn link(&mut self, element: ElementRef<'_>) -> Option<usize> {
        let address = element.attr("href")?.trim();
        if address.is_empty() || address.starts_with('#') {
            return None;
        }
        let known = self.links.iter().position(|link| link == address);
        Some(known.unwrap_or_else(|| {
            self.links.push(address.to_owned());
            self.links.len() - 1
        }))
    }

    fn end_paragraph(&mut self) {
        trim_end(&mut self.line);
        let spans = mem::take(&mut self.line);
        self.push(Block::Paragraph(spans));
    }

    fn push(&mut self, block: Block) {
        let mut spans = block.spans().iter();
        if spans.any(|span| !span.text.trim().is_empty()) {
            self.blocks.push(block);
        }
    }
}

/// The text of an element as it is.
fn preformatted(parent: ElementRef<'_>, style: &Span, spans: &mut Vec<Span>) {
    for node in parent.children() {
        if let Node::Text(text) = node.value() {
            add(spans, text, style);
        } else if let Some(element) = ElementRef::wrap(node) {
            let mut style = style.clone();
            match element.value().name() {
                "br" => add(spans, "\n", &style),
                "script" | "style" => {}
                name => {
                    style.emphasis |= is_emphasis(name);
                    preformatted(element, &style, spans);
                }
            }
        }
    }
}

fn is_emphasis(name: &str) -> bool {
    matches!(name, "em" | "i" | "b" | "strong")
}

/// Adds text as it is, to the last span if that has the same style.
fn add(spans: &mut Vec<Span>, text: &str, style: &Span) {
    let key = |it: &Span| (it.emphasis, it.code, it.struck, it.link, it.note.clone());
    match spans.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if key(last) == key(style) => last.text += text,
        _ => {
            let text = text.to_owned();
            spans.push(Span {
                text,
                ..style.clone()
            });
        }
    }
}

fn trim_end(spans: &mut Vec<Span>) {
    while let Some(last) = spans.last_mut() {
        let end = last.text.trim_end_matches([' ', '\n']).len();
        last.text.truncate(end);
        if end > 0 {
            break;
        }
        spans.pop();
    }
}
