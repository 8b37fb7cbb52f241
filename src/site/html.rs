//! Finds elements in a page, and reads what all pages of the site have in common.

use super::markup::{Html, Node};
use crate::puzzle::Puzzle;
use crate::terminal::{excerpt, with_single_blanks};

/// The beginnings of a web page.
const BEGINNINGS: &[&str] = &[
    "<!doctype",
    "<html",
    "<head",
    "<body",
    "<title",
    "<meta",
    "<script",
    "<?xml",
];

/// Markup that a web page has, and an input has not.
const TAGS: &[&str] = &["</", "<br", "<p>", "<!--", "<meta", "<h1"];

/// The most characters of a text from the site in a message.
pub const MAX_SHOWN: usize = 160;

/// The elements with this name, class or id within a page or another element, in order:
/// such as `a`, `.star-count` or `#sidebar`.
pub fn select<'a>(within: impl Into<Node<'a>>, name: &str) -> impl Iterator<Item = Node<'a>> {
    within
        .into()
        .descendants()
        .filter(move |node| node.is(name))
}

/// The first element with this name, class or id.
pub fn first<'a>(within: impl Into<Node<'a>>, name: &str) -> Option<Node<'a>> {
    select(within, name).next()
}

/// True if an element is within an element with this name, class or id, such as
/// `#sidebar`, which contains sponsors' texts.
pub fn is_within(element: Node, name: &str) -> bool {
    element.ancestors().any(|above| above.is(name))
}

/// The visible text of an element, with single blanks.
pub fn plain_text(element: Node) -> String {
    with_single_blanks(&element.text())
}

/// The title, sanitized; empty if there is none.
pub fn title(html: &Html) -> String {
    let title = first(html, "title").map(Node::own_text);
    excerpt(title.unwrap_or_default(), MAX_SHOWN)
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
/// sponsors may contain anything, so only the header of the page counts.
pub fn is_logged_out(html: &Html) -> bool {
    if head_user(html).is_some() {
        return false;
    }
    let mut links = select(html, "a").filter(|link| is_within(*link, "header"));
    links.any(|link| link.attr("href").ends_with("/auth/login"))
}

/// The name of the user in the page's header.
pub fn head_user(html: &Html) -> Option<Node<'_>> {
    select(html, ".user").find(|user| is_within(*user, "header"))
}

/// True if the end of a page has arrived.
///
/// Open elements are closed at the end of a text, so a tree looks the same whether or
/// not the end arrived. Therefore this checks the text and not the tree.
pub fn is_complete(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    html.rfind("</main>")
        .is_some_and(|main| html[main..].contains("</html>"))
}

/// True if this is a web page: it begins like one, or it is sent as one and contains
/// markup. A `<` alone means nothing, as inputs of 2022/17 begin with it.
pub fn is_html(text: &str, content_type: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head = text[..text.floor_char_boundary(2000)].to_ascii_lowercase();
    if BEGINNINGS.iter().any(|tag| head.starts_with(tag)) {
        return true;
    }
    let content_type = content_type.to_ascii_lowercase();
    (content_type.starts_with("text/html") || content_type.contains("xhtml"))
        && TAGS.iter().any(|tag| head.contains(tag))
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
            ("<NAV><A HREF='/2020/auth/login'>x</A></NAV>", "", true),
            ("", sentence, false),
            ("", "", false),
            ("", "[Log In]", false),
            ("", &in_text, false),
            (&format!("<!-- {login} -->"), "", false),
            (user, "", false),
            (user, sentence, false),
            ("<!-- <div class=user> --><a href=/auth/login>", "", true),
        ] {
            let found = is_logged_out(&page(header, main));
            assert_eq!(found, logged_out, "{header} {main}");
        }
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
            assert!(Node::from(&html).descendants().count() < 300_000);
            assert!(!is_logged_out(&html));
        }
    }
}
