//! Parses HTML as browsers do, as far as the site's pages need it. html5gum reads the tags and
//! texts, and this module builds a tree of them. Parsing never fails. Time and memory are
//! proportional to the length of the text.

use std::iter::successors;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use crate::files::without_bom;

/// The maximum number of elements and texts on a page. The page of a puzzle has a few thousand.
const MAX_ITEMS: usize = 100_000;

/// The maximum depth of nested elements. The site's pages have about ten levels.
const MAX_DEPTH: usize = 100;

/// Elements that end a paragraph.
const BLOCKS: &[&str] = &[
    "article", "body", "div", "form", "h1", "h2", "h3", "header", "li", "main", "nav", "ol", "p",
    "pre", "table", "td", "th", "tr", "ul",
];

/// Elements without content.
const VOID: &[&str] = &["br", "hr", "img", "input", "link", "meta"];

/// Elements that format text. The end of the block ends such an element. The end of another
/// formatting element does not.
const MARKS: &[&str] = &["a", "b", "code", "em", "i", "s", "strong"];

/// Elements whose text is not visible.
const RAW: &[&str] = &["script", "style", "title"];

/// Elements whose content is left out, because browsers do not show it as part of the page.
const INVISIBLE: &[&str] = &["noscript", "template", "textarea"];

/// Elements whose end tag the site's pages never omit, unlike that of `li`.
const PAIRED: &[&str] = &["code", "em", "pre"];

pub struct Html {
    /// The elements and texts in document order. The first item contains all others.
    items: Vec<Item>,
    /// Start tags without an end tag, and end tags without a start tag.
    unpaired: Vec<UnpairedTag>,
}

struct UnpairedTag {
    name: String,
    /// The index of an element: the element that a start tag begins, or the element that an end tag
    /// is inside of.
    index: usize,
}

struct Item {
    /// The start tag of an element. Empty for a text.
    tag: StartTag<()>,
    text: String,
    parent: Option<usize>,
    /// The index after the last descendant. For an item without descendants it may be the item's
    /// own index.
    end: usize,
}

impl Item {
    fn name(&self) -> &str {
        as_text(&self.tag.name)
    }
}

/// An element or a text. A text has an empty name.
#[derive(Clone, Copy)]
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
        &self.html.items[self.index]
    }

    pub fn name(self) -> &'a str {
        self.item().name()
    }

    /// The value of an attribute. Empty if the attribute is missing.
    pub fn attr(self, name: &str) -> &'a str {
        let value = self.item().tag.attributes.get(name.as_bytes());
        value.map_or("", |value| as_text(value))
    }

    pub fn classes(self) -> impl Iterator<Item = &'a str> {
        self.attr("class").split_whitespace()
    }

    /// True if the element has this name, class or id, such as `a`, `.x` or `#y`.
    pub fn is(self, name: &str) -> bool {
        match name.split_at_checked(1) {
            Some((".", name)) => self.classes().any(|class| class == name),
            Some(("#", id)) => self.attr("id") == id,
            _ => self.name() == name,
        }
    }

    /// True if the element ends a paragraph.
    pub fn is_block(self) -> bool {
        is_block(self.name())
    }

    /// The names of unpaired start and end tags inside it.
    pub fn unpaired_tags(self) -> impl Iterator<Item = &'a str> {
        let range = self.index..self.item().end;
        self.html
            .unpaired
            .iter()
            .filter(move |tag| range.contains(&tag.index))
            .map(|tag| &*tag.name)
    }

    /// The elements and texts inside it, in document order.
    pub fn descendants(self) -> impl Iterator<Item = Self> {
        (self.index + 1..self.item().end).map(move |index| Self { index, ..self })
    }

    pub fn children(self) -> impl Iterator<Item = Self> {
        let parent = Some(self.index);
        let nodes = self.descendants();
        nodes.filter(move |node| node.item().parent == parent)
    }

    /// The parent, its parent, and so on.
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        successors(self.parent(), |node| node.parent())
    }

    fn parent(self) -> Option<Self> {
        let index = self.item().parent?;
        Some(Self { index, ..self })
    }

    /// The text of this node, or the raw content of an element such as a script.
    pub fn own_text(self) -> &'a str {
        &self.item().text
    }

    /// The visible text of the node. `<br>` becomes a line feed.
    pub fn text(self) -> String {
        let mut text = String::new();
        for node in self.descendants() {
            match node.name() {
                "" => text += node.own_text(),
                "br" => text.push('\n'),
                _ => {}
            }
        }
        text
    }
}

pub fn parse_html(text: &str) -> Html {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reader = MarkupReader::default();
    let page = StartTag {
        name: b"#page".to_vec().into(),
        ..StartTag::default()
    };
    reader.add(page, "");
    let text = without_bom(text);
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) => reader.start(tag),
            Token::EndTag(tag) => reader.end(as_text(&tag.name)),
            Token::String(text) => reader.text(as_text(&text)),
            _ => {}
        }
        if reader.items.len() > MAX_ITEMS || reader.open.len() > MAX_DEPTH {
            break;
        }
    }
    let ends_blocks = true;
    reader.close("#page", ends_blocks);
    Html {
        items: reader.items,
        unpaired: reader.unpaired,
    }
}

#[derive(Default)]
struct MarkupReader {
    items: Vec<Item>,
    /// The indices of the open elements.
    open: Vec<usize>,
    /// The names of the open invisible elements. Everything inside of them is left out.
    invisible: Vec<String>,
    unpaired: Vec<UnpairedTag>,
}

impl MarkupReader {
    fn start(&mut self, tag: StartTag<()>) {
        let name = as_text(&tag.name);
        if INVISIBLE.contains(&name) {
            self.invisible.push(name.to_owned());
        }
        if !self.invisible.is_empty() {
            return;
        }
        if is_block(name) {
            self.close_omitted("p");
        }
        if matches!(name, "a" | "li") {
            self.close_omitted(name);
        }
        self.add(tag, "");
    }

    fn end(&mut self, name: &str) {
        if INVISIBLE.contains(&name) {
            if let Some(level) = self.invisible.iter().rposition(|open| open == name) {
                self.invisible.truncate(level);
            }
            return;
        }
        if self.invisible.is_empty() && !self.close(name, is_block(name)) {
            let parent = self.open.last().copied().unwrap_or_default();
            self.note_unpaired(name, parent);
        }
    }

    fn text(&mut self, text: &str) {
        if !self.invisible.is_empty() {
            return;
        }
        let mut visible = text;
        let last = self.items.len() - 1;
        if self.open.last() == Some(&last) {
            let element = &mut self.items[last];
            if RAW.contains(&element.name()) {
                element.text += text;
                return;
            }
            if element.name() == "pre" {
                visible = text.strip_prefix('\n').unwrap_or(text);
            }
        }
        self.add(StartTag::default(), visible);
    }

    /// Adds an element and opens it, or adds a text.
    fn add(&mut self, tag: StartTag<()>, text: &str) {
        let index = self.items.len();
        let parent = self.open.last().copied();
        let name = as_text(&tag.name);
        if !name.is_empty() && !VOID.contains(&name) {
            self.open.push(index);
        }
        self.items.push(Item {
            tag,
            text: text.to_owned(),
            parent,
            end: index,
        });
    }

    fn note_unpaired(&mut self, name: &str, index: usize) {
        if PAIRED.contains(&name) || name == "li" {
            let name = name.to_owned();
            self.unpaired.push(UnpairedTag { name, index });
        }
    }

    /// Closes an element whose end tag is omitted, unless an open block is inside.
    fn close_omitted(&mut self, name: &str) {
        self.close(name, false);
    }

    /// Closes the innermost element with this name and the elements inside it. Without
    /// `ends_blocks`, closes nothing if an open block is inside. Returns whether elements were
    /// closed.
    fn close(&mut self, name: &str, ends_blocks: bool) -> bool {
        let items = &self.items;
        let Some(level) = self
            .open
            .iter()
            .rposition(|&index| items[index].name() == name)
        else {
            return false;
        };
        let inner = &self.open[level + 1..];
        if !ends_blocks && inner.iter().any(|&index| is_block(items[index].name())) {
            return false;
        }
        let closed = self.open.split_off(level);
        for &index in &closed {
            self.items[index].end = self.items.len();
        }
        for &index in &closed[1..] {
            let name = self.items[index].name().to_owned();
            if PAIRED.contains(&&*name) {
                self.note_unpaired(&name, index);
            }
        }
        if ends_blocks || is_block(name) {
            return true;
        }
        for &index in &closed[1..] {
            let item = &self.items[index];
            if MARKS.contains(&item.name()) {
                self.add(item.tag.clone(), "");
            }
        }
        true
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// The text, or an empty text if it is not valid UTF-8.
fn as_text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(node: Node<'_>) -> String {
        let inner: String = node.children().map(tree).collect();
        let mut attributes = String::new();
        for (name, value) in &node.item().tag.attributes {
            attributes += &format!(" {}={}", as_text(name), as_text(value));
        }
        match node.name() {
            "" => node.own_text().to_owned(),
            name => format!("<{name}{attributes}>{}{inner}</>", node.own_text()),
        }
    }

    #[test]
    fn pages_are_read_as_browsers_do() {
        // Paragraphs and items end by themselves. A mark continues after the end of another mark,
        // and ends with its block. The other cases are links, empty elements, attributes, comments,
        // scripts and references.
        for (html, read) in [
            (
                "<p>a<p>b<ul><li>c<li>d</ul>e",
                "<p>a</><p>b</><ul><li>c</><li>d</></>e",
            ),
            (
                "<em>a<code>b</em>c</code>d",
                "<em>a<code>b</></><code>c</>d",
            ),
            ("<p><em>a<p>b</em></div>c", "<p><em>a</></><p>bc</>"),
            (
                "<a>a<a>b</a><br>c<BR/>d</x>",
                "<a>a</><a>b</><br></>c<br></>d",
            ),
            (
                "<p A='1>'b=2/c d e = \"&lt;\">x",
                "<p a=1> b=2/c d= e=<>x</>",
            ),
            ("a<!--<p>--->b<!x>c<?y>d<!-->e", "abcde"),
            ("<script>a<b></s</SCRIPT><p c='d", "<script>a<b></s</>"),
            ("&#39;&#x26;&amp;lt;&x;&#0x;&<3", "'&&lt;&x;\u{fffd}x;&<3"),
            ("<pre>\r\n\r\na", "<pre>\na</>"),
        ] {
            let tree = tree(Node::from(&parse_html(html)));
            assert_eq!(tree, format!("<#page>{read}</>"), "{html}");
        }
    }

    #[test]
    fn a_tag_without_the_other_one_of_its_pair_is_known() {
        for (html, names) in [
            ("<p><em>a<code>b</code></em><pre>c</pre>", &[][..]),
            // The next item ends an item of a list.
            ("<ul><li>a<li>b</li></ul>", &[]),
            ("<p>a<em>b</p>", &["em"]),
            ("<p>a</em>b</p>", &["em"]),
            ("<pre>a", &["pre"]),
            ("<ul>a</li><li>b</li></ul>", &["li"]),
            ("<p><code>a</p><p>b</code></p>", &["code", "code"]),
            // The elements cross each other.
            ("<em>a<code>b</em>c</code>", &["code"]),
            ("<script></em></script><template></code></template>", &[]),
        ] {
            let page = parse_html(&format!("</em><main>{html}</main><code>"));
            let main = Node::from(&page).children().next().expect("an element");
            let unpaired: Vec<_> = main.unpaired_tags().collect();
            assert_eq!(unpaired, names, "{html}");
        }
    }

    #[test]
    fn an_element_is_not_in_itself() {
        let page = parse_html("<p>a<br>b</p>c");
        let paragraph = Node::from(&page).children().next().expect("a paragraph");
        let names: Vec<_> = paragraph.descendants().map(Node::name).collect();
        assert_eq!(names, ["", "br", ""]);
        assert_eq!(paragraph.text(), "a\nb");
        let inner: Vec<_> = paragraph
            .children()
            .map(|node| node.descendants().count())
            .collect();
        assert_eq!(inner, [0, 0, 0]);
    }

    #[test]
    fn a_page_ends_where_it_is_larger_than_any_of_the_site() {
        for (name, html, items) in [
            ("many", "<br>".repeat(MAX_ITEMS + 9), MAX_ITEMS),
            ("deep", "<div>".repeat(MAX_DEPTH + 9), MAX_DEPTH),
        ] {
            let page = parse_html(&html);
            assert_eq!(Node::from(&page).descendants().count(), items, "{name}");
        }
    }
}
