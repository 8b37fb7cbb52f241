//! From the tree of a page to its parts, paragraphs and spans.

use scraper::{ElementRef, Node};

use super::super::html::{first, is_logged_out, parse, title, words};
use super::document::{Block, PartText, PuzzlePage, Span, text};
use super::inline::Inline;

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
        let mut blocks = self.blocks(article);
        let is_heading = |block: &Block| matches!(block, Block::Heading(_));
        let heading = match blocks.iter().position(is_heading) {
            Some(at) => text(blocks.remove(at).spans()),
            None => String::new(),
        };
        PartText {
            heading,
            blocks,
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
        if !(is_answer || is_input || is_success || is_stars) {
            return;
        }
        let blocks = self.blocks(paragraph);
        let Some(part) = self.parts.last_mut() else {
            return;
        };
        part.below.extend(blocks);
        let code = paragraph
            .descendent_elements()
            .find(|element| element.value().name() == "code");
        let code: Option<String> = code.map(|code| code.text().collect());
        let code = code
            .map(|code| code.trim().to_owned())
            .filter(|code| !code.is_empty());
        if is_answer && part.answer.is_none() {
            part.answer = code;
        } else if is_input && part.input.is_none() {
            part.input = code;
        }
    }

    /// What is in an element, as blocks.
    fn blocks(&mut self, element: ElementRef<'_>) -> Vec<Block> {
        let mut flow = Flow {
            links: &mut self.links,
            blocks: Vec::new(),
            line: Inline::default(),
        };
        flow.read(element, &Span::default());
        flow.end_paragraph();
        flow.blocks
    }
}

/// The blocks of an element, in order. Text that is not in a paragraph forms one.
struct Flow<'a> {
    links: &'a mut Vec<String>,
    blocks: Vec<Block>,
    line: Inline,
}

impl Flow<'_> {
    fn read(&mut self, parent: ElementRef<'_>, style: &Span) {
        for node in parent.children() {
            if let Node::Text(text) = node.value() {
                if style.code {
                    // What an answer or an input looks like must not change.
                    let text = text.text.replace(['\n', '\r', '\t'], " ");
                    self.line.add(text, style);
                } else {
                    self.line.push(&text.text, style);
                }
            } else if let Some(element) = ElementRef::wrap(node) {
                self.element(element, style);
            }
        }
    }

    fn element(&mut self, element: ElementRef<'_>, style: &Span) {
        let style = style.clone();
        match element.value().name() {
            "em" | "i" | "b" | "strong" => {
                let emphasis = true;
                self.read(element, &Span { emphasis, ..style });
            }
            "code" | "tt" | "kbd" | "samp" => self.read(
                element,
                &Span {
                    code: true,
                    ..style
                },
            ),
            "a" => {
                let link = self.link(element).or(style.link);
                self.read(element, &Span { link, ..style });
            }
            "sup" => {
                self.line.push("^", &style);
                self.read(element, &style);
            }
            "br" => self.line.line_break(&style),
            "img" => self
                .line
                .push(element.attr("alt").unwrap_or_default(), &style),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_paragraph();
                self.read(element, &style);
                let spans = std::mem::take(&mut self.line).finish();
                self.push(Block::Heading(spans));
            }
            "pre" => {
                self.end_paragraph();
                let mut lines = Inline::default();
                preformatted(element, &Span::default(), &mut lines);
                let spans = lines.into_spans();
                self.push(Block::Code(spans));
            }
            name @ ("ul" | "ol") => {
                self.end_paragraph();
                let items = self.items(element);
                if !items.is_empty() {
                    let ordered = name == "ol";
                    self.blocks.push(Block::List { ordered, items });
                }
            }
            "td" | "th" => {
                self.read(element, &style);
                self.line.push(" ", &style);
            }
            "span" | "u" | "s" | "small" | "sub" | "var" | "q" | "abbr" | "cite" | "font"
            | "big" | "del" | "ins" | "label" | "time" => self.read(element, &style),
            "script" | "style" | "template" | "form" | "input" | "button" | "select"
            | "textarea" | "svg" | "math" | "iframe" | "object" | "noscript" => {}
            _ => {
                self.end_paragraph();
                self.read(element, &style);
                self.end_paragraph();
            }
        }
    }

    fn items(&mut self, list: ElementRef<'_>) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        for item in list.child_elements() {
            let mut flow = Flow {
                links: self.links,
                blocks: Vec::new(),
                line: Inline::default(),
            };
            flow.element(item, &Span::default());
            flow.end_paragraph();
            if !flow.blocks.is_empty() {
                items.push(flow.blocks);
            }
        }
        items
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
        let spans = std::mem::take(&mut self.line).finish();
        self.push(Block::Paragraph(spans));
    }

    fn push(&mut self, block: Block) {
        if block
            .spans()
            .iter()
            .any(|span| !span.text.trim().is_empty())
        {
            self.blocks.push(block);
        }
    }
}

/// The text of an element as it is.
fn preformatted(parent: ElementRef<'_>, style: &Span, lines: &mut Inline) {
    for node in parent.children() {
        if let Node::Text(text) = node.value() {
            lines.add(text.text.to_string(), style);
        } else if let Some(element) = ElementRef::wrap(node) {
            match element.value().name() {
                "br" => lines.add("\n".to_owned(), style),
                "em" | "i" | "b" | "strong" => {
                    let emphasis = true;
                    preformatted(
                        element,
                        &Span {
                            emphasis,
                            ..style.clone()
                        },
                        lines,
                    );
                }
                "script" | "style" => {}
                _ => preformatted(element, style, lines),
            }
        }
    }
}
