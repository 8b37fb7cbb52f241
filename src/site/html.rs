//! Finds elements in a page, and reads what all pages of the site have in common.

use super::markup::{Html, Node};
use crate::puzzle::Puzzle;
use crate::terminal::excerpt;

/// A CSS selector of names, classes, ids, descendants and children, such as `pre.big >
/// a .x`.
pub struct CssSelector(Vec<Step>);

struct Step {
    /// The names, classes and ids that an element must have.
    names: Vec<String>,
    /// Whether the element of the next step is a child of this one. It is true for the
    /// last step, whose element is the one that is tried.
    has_child: bool,
}

impl CssSelector {
    /// Parses a selector; `None` if it uses any other syntax.
    pub fn parse(text: &str) -> Option<Self> {
        let mut steps: Vec<Step> = Vec::new();
        for word in text.replace('>', " > ").split_whitespace() {
            if word == ">" {
                steps.last_mut()?.has_child = true;
            } else {
                let names = word.replace('.', " .").replace('#', " #");
                let names = names.split_whitespace().map(str::to_owned).collect();
                let has_child = false;
                steps.push(Step { names, has_child });
            }
        }
        steps.last_mut()?.has_child = true;
        let is_known = |c: char| c.is_alphanumeric() || c.is_whitespace() || ">.#-_".contains(c);
        text.chars().all(is_known).then_some(Self(steps))
    }

    /// Whether the selector matches. For each step only the innermost fitting element is
    /// tried.
    pub fn matches(&self, node: Node<'_>) -> bool {
        let mut path = [node].into_iter().chain(node.ancestors());
        self.0.iter().rev().all(|step| {
            let fits = |it: Node<'_>| step.names.iter().all(|name| it.is(name));
            if step.has_child {
                path.next().is_some_and(fits)
            } else {
                path.any(fits)
            }
        })
    }
}

/// The matching elements within a page or another element, in order; selectors are
/// separated by commas.
///
/// # Panics
///
/// If a selector is not valid.
pub fn select<'a>(within: impl Into<Node<'a>>, selectors: &str) -> impl Iterator<Item = Node<'a>> {
    let parse = |text| CssSelector::parse(text).expect("our selectors are valid");
    let selectors: Vec<_> = selectors.split(',').map(parse).collect();
    let nodes = within.into().descendants();
    nodes.filter(move |node| selectors.iter().any(|it| it.matches(*node)))
}

/// The first element that matches.
pub fn first<'a>(within: impl Into<Node<'a>>, selectors: &str) -> Option<Node<'a>> {
    select(within, selectors).next()
}

/// The visible text of an element, with single blanks.
pub fn plain_text(element: Node<'_>) -> String {
    let text = element.text();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The title, sanitized; empty if there is none.
pub fn title(html: &Html) -> String {
    let title = first(html, "title").map(Node::own_text);
    excerpt(title.unwrap_or_default(), 160)
}

/// The title of a puzzle's page.
pub fn page_title(puzzle: Puzzle) -> String {
    format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year)
}

/// True if a page with this title is the site's, and not the login page of a network.
pub fn is_site_title(title: &str) -> bool {
    title.contains("Advent of Code")
}

/// True if the page is for someone who is not logged in. The puzzle and the texts of
/// sponsors may contain anything, so only the header of the page and the sentence under
/// the puzzle count.
pub fn is_logged_out(html: &Html) -> bool {
    if first(html, "header .user").is_some() {
        return false;
    }
    let is_login = |link: Node<'_>| {
        let address = link.attr("href").unwrap_or_default();
        plain_text(link) == "[Log In]" || address.ends_with("/auth/login")
    };
    let asks_who = |paragraph: Node<'_>| {
        !is_within(paragraph, "article")
            && plain_text(paragraph)
                .starts_with("To play, please identify yourself via one of these")
    };
    select(html, "header a, nav a").any(is_login) || select(html, "main p").any(asks_who)
}

/// True if an element is within an element with this name or id, such as `#sidebar`,
/// which contains sponsors' texts.
pub fn is_within(element: Node<'_>, name: &str) -> bool {
    element.ancestors().any(|above| above.is(name))
}

/// The missing part of a page that was cut off.
///
/// Open elements are closed at the end of a text, so a tree looks the same whether or
/// not the end arrived. Therefore this checks the text and not the tree.
pub fn missing_end(html: &str) -> Option<&'static str> {
    let html = html.to_ascii_lowercase();
    match (html.rfind("</main>"), html.rfind("</html>")) {
        (_, None) => Some("its end"),
        (Some(main), Some(end)) if main < end => None,
        _ => Some("its main part"),
    }
}

/// True if this is a web page: it begins like one, or it is sent as one and contains
/// markup. A `<` alone means nothing, as inputs of 2022/17 begin with it.
pub fn is_html(text: &str, content_type: Option<&str>) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head = text[..text.floor_char_boundary(2000)].to_ascii_lowercase();
    let tags = "<!doctype|<html|<head|<body|<title|<meta|<script|<?xml";
    let begins_like_one = tags.split('|').any(|tag| head.starts_with(tag));
    let sent_as_one =
        content_type.is_some_and(|it| it.starts_with("text/html") || it.contains("xhtml"));
    let mut tags = "</|<br|<p>|<!--|<meta|<h1".split('|');
    begins_like_one || sent_as_one && tags.any(|tag| head.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse;
    use super::*;

    fn page(header: &str, main: &str) -> Html {
        let sponsor = "<div id=sidebar><a href='/2020/auth/login'>[Log In]</a> To play, please \
                       identify yourself via one of these services:</div>";
        parse(&format!(
            "<title>T</title><header>{header}</header>{sponsor}<main>{main}</main>"
        ))
    }

    #[test]
    fn only_the_pages_own_words_say_who_is_logged_in() {
        let login = "<a href=\"/2020/auth/login\">[Log In]</a>";
        let sentence = "<p>To play, please\n identify yourself via one of these services:</p>";
        let user = "<div class=\"user\">[Log In] <span>2*</span></div>";
        let in_text = format!("<article>{sentence}{login}</article>");
        for (header, main, logged_out) in [
            (login, "", true),
            ("<NAV><A HREF='/x'> [Log\nIn] </A></NAV>", "", true),
            ("", sentence, true),
            ("", "", false),
            ("", "[Log In]", false),
            ("", &in_text, false),
            (&format!("<!-- {login} -->"), "", false),
            (user, "", false),
            (user, sentence, false),
            ("<!-- <div class=user> -->", sentence, true),
        ] {
            let found = is_logged_out(&page(header, main));
            assert_eq!(found, logged_out, "{header} {main}");
        }
    }

    #[test]
    fn selectors_have_names_descendants_and_children() {
        let page = "<pre class='big x'><a id=i><i><b class=y>1</b></i></a></pre><b class=y>2</b>";
        let cases = "b=12|.big > a .y=1|pre.x.big #i>i > b=1|pre > b=|a, .y=112";
        for (selector, found) in cases.split('|').filter_map(|it| it.split_once('=')) {
            let texts: String = select(&parse(page), selector).map(Node::text).collect();
            assert_eq!(texts, found, "{selector}");
        }
        let mut others = "a:hover|*|> a|| 9%|a[b]|@media x|a + b".split('|');
        assert!(others.all(|text| CssSelector::parse(text).is_none()));
    }

    #[test]
    fn what_would_take_for_ever_is_cut_off() {
        let formats: String = (0..10_000).flat_map(|n| [format!("<b x={n}>")]).collect();
        let attributes: String = (0..100_000).flat_map(|n| [format!("a{n} ")]).collect();
        for bomb in [
            "<div>".repeat(200_000),
            "<table>".repeat(20_000),
            "<b><p>".repeat(20_000),
            formats + &"<p>x".repeat(20_000),
            "x<br>".repeat(200_000),
            format!("<p {attributes}>"),
        ] {
            let html = parse(&bomb);
            assert!(select(&html, "b, p, div").count() < 300_000);
            assert!(!is_logged_out(&html));
        }
    }
}
