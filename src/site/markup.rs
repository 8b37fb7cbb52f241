//! Parses HTML like browsers, as far as pages of the site need it. Every text gives a
//! tree, in time and memory that are proportional to its length.

use std::iter;

/// The most elements and texts of a page: a puzzle's page has some thousand.
const MAX_ITEMS: usize = 100_000;

/// The deepest nesting of elements: pages of the site have some ten levels.
const MAX_DEPTH: usize = 100;

/// The most attributes of an element, and the most classes.
const MAX_ATTRIBUTES: usize = 100;

/// Elements that end a paragraph.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "div",
    "dl",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];

/// Elements without content.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Elements that format text. They end with their block, and continue after the end of
/// another element in it.
const MARKS: &[&str] = &[
    "a", "b", "code", "em", "i", "s", "small", "strong", "tt", "u",
];

/// What separates the attributes of a tag.
const BLANKS: [char; 5] = [' ', '\t', '\n', '\r', '/'];

/// The beginning of an element; for a text, all is empty.
#[derive(Clone, Debug, Default)]
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// A page: one item that contains all others, then its elements and texts in order.
#[derive(Debug)]
pub struct Html(Vec<Item>);

#[derive(Debug)]
struct Item {
    tag: Tag,
    text: String,
    is_block: bool,
    parent: Option<usize>,
    /// The index after its last descendant.
    end: usize,
}

/// An element, or a text, whose name is empty.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    html: &'a Html,
    index: usize,
}

impl<'a> From<&'a Html> for Node<'a> {
    fn from(html: &'a Html) -> Self {
        Self { html, index: 0 }
    }
}

impl<'a> Node<'a> {
    fn item(self) -> &'a Item {
        &self.html.0[self.index]
    }

    pub fn name(self) -> &'a str {
        &self.item().tag.name
    }

    pub fn attr(self, name: &str) -> Option<&'a str> {
        let mut attributes = self.item().tag.attributes.iter();
        let (_, value) = attributes.find(|(attribute, _)| attribute == name)?;
        Some(value)
    }

    pub fn classes(self) -> impl Iterator<Item = &'a str> {
        let classes = self.attr("class").unwrap_or_default();
        classes.split_ascii_whitespace().take(MAX_ATTRIBUTES)
    }

    /// Whether the element has this name, class or id, such as `a`, `.x` or `#y`.
    pub fn is(self, name: &str) -> bool {
        if let Some(name) = name.strip_prefix('.') {
            return self.classes().any(|class| class == name);
        }
        match name.strip_prefix('#') {
            Some(id) => self.attr("id") == Some(id),
            None => self.name() == name,
        }
    }

    /// Whether it ends a paragraph.
    pub fn is_block(self) -> bool {
        self.item().is_block
    }

    /// The elements and texts in it, in order.
    pub fn descendants(self) -> impl Iterator<Item = Self> {
        (self.index + 1..self.item().end).map(move |index| Self { index, ..self })
    }

    pub fn children(self) -> impl Iterator<Item = Self> {
        self.descendants()
            .filter(move |node| node.item().parent == Some(self.index))
    }

    fn parent(self) -> Option<Self> {
        let index = self.item().parent?;
        Some(Self { index, ..self })
    }

    /// The parent, its parent, and so on.
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        iter::successors(self.parent(), |node| node.parent())
    }

    /// The text of this node, or the content of an element without markup, such as a
    /// script.
    pub fn own_text(self) -> &'a str {
        &self.item().text
    }

    /// The visible text of the node.
    pub fn text(self) -> String {
        let texts = self.descendants().filter(|node| node.name().is_empty());
        texts.map(Self::own_text).collect()
    }
}

pub fn parse(text: &str) -> Html {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut rest = &*text;
    let mut reader = Reader::default();
    reader.add(
        Tag {
            name: "#page".to_owned(),
            attributes: Vec::new(),
        },
        "",
    );
    while let Some((before, markup)) = rest.split_once('<') {
        reader.add(Tag::default(), before);
        rest = reader.markup(markup);
        if reader.items.len() > MAX_ITEMS || reader.open.len() > MAX_DEPTH {
            rest = "";
        }
    }
    reader.add(Tag::default(), rest);
    reader.close("#page", true);
    Html(reader.items)
}

#[derive(Default)]
struct Reader {
    items: Vec<Item>,
    /// The indexes of the elements that are not closed.
    open: Vec<usize>,
}

impl Reader {
    /// Reads markup, from after its `<`. Returns the rest of the text.
    fn markup<'t>(&mut self, text: &'t str) -> &'t str {
        if text.starts_with("!--") {
            return after(text, "-->");
        }
        if text.starts_with(['!', '?']) {
            return after(text, ">");
        }
        let end_tag = text.strip_prefix('/');
        let tag = end_tag.unwrap_or(text);
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.add(Tag::default(), "<");
            return text;
        }
        let Some((tag, rest)) = read_tag(tag) else {
            // The page was cut off.
            return "";
        };
        if end_tag.is_none() {
            return self.start(tag, rest);
        }
        self.close(&tag.name, is_block(&tag.name));
        rest
    }

    fn start<'t>(&mut self, tag: Tag, rest: &'t str) -> &'t str {
        if is_block(&tag.name) {
            self.close("p", false);
        }
        if matches!(&*tag.name, "a" | "li") {
            self.close(&tag.name, false);
        }
        let (text, rest) = match &*tag.name {
            "pre" => ("", rest.strip_prefix('\n').unwrap_or(rest)),
            "script" | "style" | "textarea" | "title" => split_at_end_tag(rest, &tag.name),
            _ => ("", rest),
        };
        self.add(tag, text);
        rest
    }

    /// Adds an element and opens it, or adds a text.
    fn add(&mut self, tag: Tag, text: &str) {
        let index = self.items.len();
        let parent = self.open.last().copied();
        if !tag.name.is_empty() && !VOID.contains(&&*tag.name) {
            self.open.push(index);
        }
        self.items.push(Item {
            is_block: is_block(&tag.name),
            tag,
            text: decoded(text),
            parent,
            end: index + 1,
        });
    }

    /// Closes the innermost element with this name and the elements in it. Without
    /// `ends_blocks`, nothing is closed if an open block is in between.
    fn close(&mut self, name: &str, ends_blocks: bool) {
        let items = &self.items;
        let found = self.open.iter().rposition(|&index| {
            let item = &items[index];
            item.tag.name == name || item.is_block && !ends_blocks
        });
        let Some(level) = found else {
            return;
        };
        if self.items[self.open[level]].tag.name != name {
            return;
        }
        let closed = self.open.split_off(level);
        for index in &closed {
            self.items[*index].end = self.items.len();
        }
        if ends_blocks || is_block(name) {
            return;
        }
        for index in closed.into_iter().skip(1) {
            let tag = &self.items[index].tag;
            if MARKS.contains(&&*tag.name) {
                self.add(tag.clone(), "");
            }
        }
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// The text after the first `end`; empty if it is missing.
fn after<'t>(text: &'t str, end: &str) -> &'t str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

/// Splits a text before the end tag of this element.
fn split_at_end_tag<'t>(text: &'t str, name: &str) -> (&'t str, &'t str) {
    for (at, _) in text.match_indices("</") {
        let end = text.get(at + 2..at + 2 + name.len());
        if end.is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            return text.split_at(at);
        }
    }
    (text, "")
}

/// Reads a tag, from its name on. Returns it with the rest of the text; `None` if the
/// text ends within the tag.
fn read_tag(text: &str) -> Option<(Tag, &str)> {
    let mut attributes = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(BLANKS);
        if let Some(rest) = rest.strip_prefix('>') {
            // The name is read like an attribute.
            let (name, _) = attributes.remove(0);
            return Some((Tag { name, attributes }, rest));
        }
        let end = rest.find(|c| BLANKS.contains(&c) || matches!(c, '=' | '>'))?;
        let (name, after) = rest.split_at(end);
        let value;
        (value, rest) = match after.trim_start().strip_prefix('=').map(str::trim_start) {
            None => ("", after),
            Some(text) if text.starts_with(['"', '\'']) => text[1..].split_once(&text[..1])?,
            Some(text) => text.split_at(text.find(|c: char| c.is_whitespace() || c == '>')?),
        };
        attributes.push((name.to_ascii_lowercase(), decoded(value)));
        attributes.truncate(MAX_ATTRIBUTES);
    }
}

/// The text with character references replaced. Unknown references are kept.
fn decoded(text: &str) -> String {
    let mut pieces = text.split('&');
    let mut decoded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some((name, rest)) = piece.split_once(';')
            && let Some(c) = character(name)
        {
            decoded.push(c);
            decoded += rest;
        } else {
            decoded.push('&');
            decoded += piece;
        }
    }
    decoded
}

/// The character with a name, or with a number such as `#39` or `#x27`.
fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "apos" => '\'',
        "gt" => '>',
        "lt" => '<',
        "nbsp" => '\u{a0}',
        "quot" => '"',
        _ => {
            let number = name.strip_prefix('#')?;
            let digits = number.trim_start_matches(['x', 'X']);
            let radix = if digits == number { 10 } else { 16 };
            char::from_u32(u32::from_str_radix(digits, radix).ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(node: Node<'_>) -> String {
        let inner: String = node.children().map(tree).collect();
        let attributes = node.item().tag.attributes.iter();
        let attributes: String = attributes.flat_map(|it| [" ", &it.0, "=", &it.1]).collect();
        match node.name() {
            "" => node.own_text().to_owned(),
            name => format!("<{name}{attributes}>{}{inner}</>", node.own_text()),
        }
    }

    #[test]
    fn pages_are_read_as_browsers_do() {
        for (name, html, read) in [
            (
                "paragraphs and items end by themselves",
                "<p>a<p>b<ul><li>c<li>d</ul>e",
                "<p>a</><p>b</><ul><li>c</><li>d</></>e",
            ),
            (
                "a mark continues after another's end",
                "<em>a<code>b</em>c</code>d",
                "<em>a<code>b</></><code>c</>d",
            ),
            (
                "a mark ends with its block",
                "<p><em>a<p>b</em></div>c",
                "<p><em>a</></><p>bc</>",
            ),
            (
                "links and empty elements",
                "<a>a<a>b</a><br>c<BR/>d</x>",
                "<a>a</><a>b</><br></>c<br></>d",
            ),
            (
                "attributes",
                "<p A='1>'b=2/c d e = \"&lt;\">x",
                "<p a=1> b=2/c d= e=<>x</>",
            ),
            ("comments", "a<!--<p>--->b<!x>c<?y>d<!-->e", "abcde"),
            (
                "scripts",
                "<script>a<b></s</SCRIPT><p c='d",
                "<script>a<b></s</>",
            ),
            (
                "references",
                "&#39;&#x26;&amp;lt;&x;&#0x;&<3",
                "'&&lt;&x;&#0x;&<3",
            ),
            ("a line feed after pre", "<pre>\r\n\r\na", "<pre>\na</>"),
        ] {
            let tree = tree(Node::from(&parse(html)));
            assert_eq!(tree, format!("<#page>{read}</>"), "{name}");
        }
    }
}
