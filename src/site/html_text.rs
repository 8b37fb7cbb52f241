//! The text of a parsed page.

use scraper::{ElementRef, Node};

/// Elements that end a line of text.
const BLOCKS: [&str; 11] = [
    "article", "br", "div", "form", "h1", "h2", "li", "main", "p", "pre", "ul",
];

/// The text of an element on one line, with single blanks.
pub fn line(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for node in element.descendants() {
        match node.value() {
            Node::Text(piece) => text.push_str(piece),
            Node::Element(element) if BLOCKS.contains(&element.name()) => text.push(' '),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
