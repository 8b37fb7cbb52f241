//! Finds elements in a page, and reads what all pages of the site have in common, such as the user
//! in the header.

use super::markup::{Html, Node};
use crate::inputs::begins_as_web_page;
use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::{excerpt, with_single_blanks};

/// Markup that web pages contain and inputs do not.
const TAGS: &[&str] = &["</", "<br", "<p>", "<!--", "<meta", "<h1"];

/// The logged-in user, as shown in the header of a page.
#[derive(Debug, PartialEq)]
pub struct User {
    /// The name, sanitized.
    pub name: String,
    /// The number of stars in the page's event. 0 if the page does not show it.
    pub stars: u32,
}

/// The elements with this name, class or id inside a page or another element, in document order.
/// `name` is, for example, `a`, `.star-count` or `#sidebar`.
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

/// The part of a page without the header and the sponsors' texts. The whole page if nothing marks
/// this part.
pub fn main_part(html: &Html) -> Node<'_> {
    first(html, "main").unwrap_or_else(|| html.into())
}

/// True if an element is inside an element with this name, class or id. For example, `#sidebar`
/// contains the sponsors' texts.
pub fn is_within(element: Node, name: &str) -> bool {
    element.ancestors().any(|above| above.is(name))
}

/// The visible text of an element, with single spaces.
pub fn plain_text(element: Node) -> String {
    with_single_blanks(&element.text())
}

/// A sanitized excerpt of a foreign text, short enough for a message.
pub fn short_excerpt(text: &str) -> String {
    excerpt(text, 160)
}

/// The title, sanitized. Empty if there is none.
pub fn title(html: &Html) -> String {
    let title = first(html, "title").map(Node::own_text);
    short_excerpt(title.unwrap_or_default())
}

/// The title of a puzzle's page.
pub fn page_title(puzzle: Puzzle) -> String {
    format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year)
}

/// True if a page of the site can have this title. The login page of a network, for example, has
/// another title.
pub fn is_site_title(title: &str) -> bool {
    title.contains("Advent of Code")
}

/// True if the page is for a user who is not logged in. Such a page has a link to the login, or a
/// sentence below the puzzle instead of the field for the answer. Links within the puzzle or the
/// sponsors' texts do not count, because these may contain anything.
pub fn is_logged_out(html: &Html) -> bool {
    if header_user(html).is_some() {
        return false;
    }
    select(html, "a").any(is_login_link) || select(html, "p").any(is_login_prompt)
}

/// True for a link to the login that belongs to the page itself.
fn is_login_link(link: Node) -> bool {
    let is_of_text = is_within(link, "article") || is_within(link, "#sidebar");
    !is_of_text && (plain_text(link) == "[Log In]" || link.attr("href").ends_with("/auth/login"))
}

/// True for the sentence that replaces the field for the answer.
fn is_login_prompt(paragraph: Node) -> bool {
    is_within(paragraph, "main")
        && !is_within(paragraph, "article")
        && plain_text(paragraph).starts_with("To play, please identify yourself via one of these")
}

/// The day in the address of a puzzle of this year: `/2024/day/6`, `day/6`, or a full address.
pub fn linked_day(address: &str, year: Year) -> Option<Day> {
    let (linked_year, day) = puzzle_in_address(address)?;
    if linked_year.is_some_and(|linked| linked != year.to_string()) {
        return None;
    }
    Day::parse(day)
}

/// True if the address leads to another puzzle of the site.
pub fn leads_to_other_puzzle(address: &str, puzzle: Puzzle) -> bool {
    let is_of_site = address.starts_with('/') || address.contains("://adventofcode.com/");
    is_of_site
        && puzzle_in_address(address).is_some()
        && linked_day(address, puzzle.year) != Some(puzzle.day)
}

/// The year and the day, unparsed, in an address that ends with `YEAR/day/DAY` or `day/DAY`. `None`
/// for any other address, such as that of a leaderboard of the day.
fn puzzle_in_address(address: &str) -> Option<(Option<&str>, &str)> {
    let mut parts = address.split(['?', '#']).next()?.rsplit('/');
    let day = parts.next()?;
    if parts.next()? != "day" {
        return None;
    }
    let year = parts.next();
    if year == Some("leaderboard") {
        return None;
    }
    Some((year, day))
}

/// The user in the header of a page. `None` if nobody is logged in.
pub fn user(page: &Html) -> Option<User> {
    let user = header_user(page)?;
    // The stars and the badge of a supporter are in child elements.
    let name: String = user.children().map(Node::own_text).collect();
    Some(User {
        name: short_excerpt(&name),
        stars: stars_in(user).unwrap_or(0),
    })
}

/// The number of stars that an element shows.
pub fn stars_in(element: Node) -> Option<u32> {
    star_count(&plain_text(first(element, ".star-count")?))
}

/// The first number in a text such as `31*`, `/ 50*` or `31* of 50`.
pub fn star_count(text: &str) -> Option<u32> {
    text.trim_start_matches(|c: char| !c.is_ascii_digit())
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// The element with the user in the page's header.
fn header_user(html: &Html) -> Option<Node<'_>> {
    select(html, ".user").find(|user| is_within(*user, "header"))
}

/// The message of the site's maintenance page. `None` for all other pages, which have a header or a
/// main element.
pub fn maintenance_message(html: &Html) -> Option<String> {
    let message = first(html, "#message")?;
    if first(html, "header").is_some() || first(html, "main").is_some() {
        return None;
    }
    is_site_title(&title(html)).then(|| short_excerpt(&plain_text(message)))
}

/// True if the page contains the start of `main` twice. The text in between would be read as part
/// of `main`.
pub fn begins_again(html: &str) -> bool {
    html.to_ascii_lowercase().matches("<main").count() > 1
}

/// True if the page is complete.
///
/// This checks the text. The tree does not show whether the end is missing, because the parser
/// closes open elements at the end of the text.
pub fn is_complete(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    let end = html.rfind("</main>");
    html.contains("<main") && end.is_some_and(|end| html[end..].contains("</html>"))
}

/// True if this is a web page: it begins like one, or its content type is HTML and it contains
/// markup. A `<` alone is not enough, because inputs of 2022/17 begin with it.
pub fn is_html(text: &str, content_type: &str) -> bool {
    if begins_as_web_page(text) {
        return true;
    }
    let head = text[..text.floor_char_boundary(2000)].to_ascii_lowercase();
    let content_type = content_type.to_ascii_lowercase();
    (content_type.starts_with("text/html") || content_type.contains("xhtml"))
        && TAGS.iter().any(|tag| head.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse_html;
    use super::*;

    fn page(header: &str, main: &str) -> Html {
        let sponsor = "<div id=sidebar><p class=user>sponsor</p><a href='/2020/auth/login'>[Log In]</a> To play, please \
                       identify yourself via one of these services:</div>";
        parse_html(&format!(
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
            ("<NAV><A HREF='/x'> [Log\nIn] </A></NAV>", "", true),
            ("</header><nav><a href=/x>[Log In]</a></nav>", "", true),
            ("<a href='/2020/day/22'>[Calendar]</a>", "", false),
            ("</header><div><a href=/x>[Log In]</a></div>", "", true),
            ("", login, true),
            ("", sentence, true),
            ("", "", false),
            ("", "[Log In]", false),
            ("", &in_text, false),
            (&format!("<!-- {login} -->"), "", false),
            (user, "", false),
            (user, sentence, false),
            ("<!-- <div class=user> --><a href=/auth/login>", "", true),
            ("<!-- <div class=user> -->", sentence, true),
        ] {
            let found = is_logged_out(&page(header, main));
            assert_eq!(found, logged_out, "{header} {main}");
        }
    }

    #[test]
    fn the_head_says_who_is_logged_in() {
        let stars = r#"<span class="star-count">31*</span>"#;
        let badge = r#"<a class="supporter-badge" href="/support">(AoC++)</a>"#;
        for (shown, name, stars) in [
            (format!("ana {stars}"), "ana", 31),
            (format!("{badge}\n a&amp;na  &lt;3 {stars}"), "a&na <3", 31),
            ("a <span class=star-count>x</span>".into(), "a", 0),
            ("a\u{1b}[2J\u{202e}".into(), r"a\u{1b}[2J\u{202e}", 0),
        ] {
            let name = name.to_owned();
            let page = page(
                &format!("<div class=user>{shown}</div>"),
                "<p class=user>bob</p>",
            );
            assert_eq!(user(&page), Some(User { name, stars }));
        }
        let nobody = parse_html("<a href=\"/2024/auth/login\">[Log In]</a>");
        assert_eq!(user(&nobody), None);
        for (text, count) in [
            ("/ 50*", Some(50)),
            (" 31*", Some(31)),
            ("31* of 50", Some(31)),
            ("99999999999", None),
            ("*", None),
        ] {
            assert_eq!(star_count(text), count, "{text}");
        }
    }

    #[test]
    fn addresses_of_puzzles_are_relative_or_absolute() {
        for (address, day) in [
            ("/2024/day/6", Some(6)),
            ("day/6", Some(6)),
            ("https://adventofcode.com/2024/day/6?x=1#part2", Some(6)),
            ("/2023/day/6", None),
            ("/2024/day/0", None),
            ("/2024/day/26", None),
            ("/2024/day/six", None),
            ("/2024/days/6", None),
            ("6", None),
            ("", None),
        ] {
            assert_eq!(
                linked_day(address, Year::of(2024)),
                day.map(Day::of),
                "{address}"
            );
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
            let html = parse_html(&bomb);
            assert!(Node::from(&html).descendants().count() < 300_000);
            assert!(!is_logged_out(&html));
        }
    }

    #[test]
    fn only_the_sites_page_with_nothing_but_a_message_is_its_maintenance() {
        let title = "<title>Maintenance - Advent of Code</title>";
        let message = "<p id=message>Back\n soon.</p>";
        for (html, says) in [
            (format!("{title}{message}"), Some("Back soon.")),
            (format!("{title}<p>Back soon.</p>"), None),
            (format!("<title>Hotel</title>{message}"), None),
            (format!("{title}<header></header>{message}"), None),
            (format!("{title}<main>{message}</main>"), None),
        ] {
            assert_eq!(
                maintenance_message(&parse_html(&html)).as_deref(),
                says,
                "{html}"
            );
        }
    }

    #[test]
    fn a_web_page_begins_like_one_or_is_sent_as_one() {
        for (text, content_type, is_page) in [
            ("\u{feff} <!DOCTYPE html>", "text/plain", true),
            ("Log in <br>", "Text/HTML; charset=utf-8", true),
            ("Log in <br>", "application/xhtml+xml", true),
            ("Log in <br>", "text/plain", false),
            ("><<>", "text/html", false),
            ("", "text/html", false),
        ] {
            assert_eq!(
                is_html(text, content_type),
                is_page,
                "{text} {content_type}"
            );
        }
    }

    #[test]
    fn a_page_is_complete_with_both_ends() {
        for (html, is_whole) in [
            ("<main></main></BODY></HTML>", true),
            ("<main></main></body>", false),
            ("</html><main></main>", false),
            ("<body></html>", false),
            ("<MAIN>one<html><main>two</main></html>", false),
            ("<main></main></html><main></main></html>", false),
        ] {
            let is_one = is_complete(html) && !begins_again(html);
            assert_eq!(is_one, is_whole, "{html}");
        }
        assert!(begins_again("<main></main><MAIN id=x></main></html>"));
    }
}
