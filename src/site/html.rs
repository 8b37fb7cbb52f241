//! Parses HTML as a browser does, and reads what all pages of the site have in common.

use html5ever::driver::{ParseOpts, parse_document};
use html5ever::tendril::{StrTendril, TendrilSink};
use scraper::selectable::Selectable;
use scraper::{ElementRef, Html, HtmlTreeSink, Selector};

use crate::puzzle::Puzzle;
use crate::terminal::excerpt;

/// The most bytes of a page that are read: a puzzle's page has some ten thousand.
const MAX_LENGTH: usize = 512 * 1024;

/// The most nodes of a page: a puzzle's page has some thousand.
const MAX_NODES: usize = 50_000;

/// The deepest nesting of elements, as in browsers.
const MAX_DEPTH: usize = 512;

/// The number of bytes between two checks of the tree.
const CHUNK: usize = 1024;

/// Parsing stops after this many bytes that add neither text nor nodes.
const MAX_SILENCE: usize = 32 * CHUNK;

/// Parses a page. As in browsers, every text gives a tree: errors are repaired and
/// missing parts are added.
///
/// The parser takes quadratic time and memory for elements that are opened again and
/// again and never closed, and for elements with very many attributes. A tree that
/// becomes larger or deeper than any page of the site is cut off.
pub fn parse(text: &str) -> Html {
    let sink = HtmlTreeSink::new(Html::new_document());
    let mut parser = parse_document(sink, ParseOpts::default());
    let mut rest = &text[..text.floor_char_boundary(MAX_LENGTH)];
    let (mut size, mut silence) = ((0, 0), 0);
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(rest.floor_char_boundary(CHUNK));
        parser.process(StrTendril::from_slice(chunk));
        rest = after;
        let html = parser.tokenizer.sink.sink.0.borrow();
        let Some(newest) = html.tree.nodes().next_back() else {
            continue;
        };
        let text = newest.value().as_text().map_or(0, |text| text.text.len());
        let (before, nodes) = (size, html.tree.nodes().len());
        size = (nodes, text);
        silence = if size == before {
            silence + chunk.len()
        } else {
            0
        };
        let is_deep = newest.ancestors().nth(MAX_DEPTH).is_some();
        if nodes > MAX_NODES || is_deep || silence > MAX_SILENCE {
            break;
        }
    }
    parser.finish()
}

/// The matching elements within a page or another element, in order.
///
/// # Panics
///
/// If the selector is not valid CSS.
pub fn select<'a>(
    within: impl Selectable<'a>,
    selector: &str,
) -> impl Iterator<Item = ElementRef<'a>> {
    let selector = Selector::parse(selector).expect("a selector of ours is valid");
    let found: Vec<_> = within.select(&selector).collect();
    found.into_iter()
}

/// The first element that matches.
pub fn first<'a>(within: impl Selectable<'a>, selector: &str) -> Option<ElementRef<'a>> {
    select(within, selector).next()
}

/// The text in an element without scripts, with single blanks.
pub fn words(element: ElementRef<'_>) -> String {
    let shown = element.descendants().filter(|node| {
        let parent = node.parent().and_then(ElementRef::wrap);
        parent.is_none_or(|parent| !matches!(parent.value().name(), "script" | "style"))
    });
    let text: String = shown
        .filter_map(|node| Some(&**node.value().as_text()?))
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The title, sanitized; empty if there is none.
pub fn title(html: &Html) -> String {
    let title = first(html, "title").map(|title| title.text().collect::<String>());
    excerpt(&title.unwrap_or_default(), 160)
}

/// The title of a puzzle's page.
pub fn page_title(puzzle: Puzzle) -> String {
    format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year)
}

/// True if a page with this title is the site's, and not the login page of a network.
pub fn is_of_the_site(title: &str) -> bool {
    title.contains("Advent of Code")
}

/// True if the page is for someone who is not logged in. The puzzle and the texts of
/// sponsors may contain anything, so only the header of the page and the sentence under
/// the puzzle count.
pub fn is_logged_out(html: &Html) -> bool {
    if first(html, "header .user").is_some() {
        return false;
    }
    let is_login = |link: ElementRef<'_>| {
        let address = link.attr("href").unwrap_or_default();
        words(link) == "[Log In]" || address.ends_with("/auth/login")
    };
    let asks_who = |paragraph: ElementRef<'_>| {
        !is_within(paragraph, "article")
            && words(paragraph).starts_with("To play, please identify yourself via one of these")
    };
    select(html, "header a, nav a").any(is_login) || select(html, "main p").any(asks_who)
}

/// True if an element is within an element with this name or id, such as `sidebar`,
/// where sponsors' texts are.
pub fn is_within(element: ElementRef<'_>, name: &str) -> bool {
    let mut above = element.ancestors().filter_map(ElementRef::wrap);
    above.any(|above| above.value().name() == name || above.value().id() == Some(name))
}

/// The missing part of a page that was cut off.
///
/// The parser closes open elements at the end of a text, so its tree looks the same
/// whether or not the end arrived. Therefore this checks the text and not the tree.
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
            assert!(html.tree.nodes().len() < 2 * MAX_NODES);
            assert!(!is_logged_out(&html));
        }
    }
}
