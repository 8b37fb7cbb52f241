//! Whether a reply is the page of the puzzle that was asked for.

use super::clock::ServerClock;
use super::error::SiteError;
use super::input::{not_logged_in, refusal};
use super::reply::Reply;
use super::session::Session;
use crate::puzzle::Puzzle;
use crate::text::excerpt;

/// A puzzle's page, whole and of one who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The page as it came.
    pub html: String,
}

impl Page {
    /// How many parts can be read on it.
    pub fn parts(&self) -> usize {
        parts(&self.html)
    }
}

/// How many parts can be read on a page.
pub fn parts(html: &str) -> usize {
    main(html).map_or(0, |main| main.matches("<article").count())
}

/// The reply as a page, if it is the right one.
pub fn validate(
    reply: Reply,
    puzzle: Puzzle,
    session: &Session,
    clock: &ServerClock,
) -> Result<Page, SiteError> {
    if reply.status != 200 {
        return Err(refusal(&reply, puzzle, session, clock));
    }
    let html = String::from_utf8(reply.body).map_err(|error| SiteError::NotText {
        at: error.utf8_error().valid_up_to(),
    })?;
    if html.trim().is_empty() {
        return Err(SiteError::Incomplete { what: "everything" });
    }
    let title = title(&html).unwrap_or_default();
    if !title.contains("Advent of Code") {
        return Err(not_ours(&html, "a puzzle's page", session));
    }
    if title != format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year) {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if !html.contains("</html>") {
        return Err(SiteError::Incomplete { what: "its end" });
    }
    let Some(main) = main(&html) else {
        return Err(SiteError::Incomplete { what: "its middle" });
    };
    if !main.contains("<article") || !main.contains("</article>") {
        return Err(SiteError::Incomplete {
            what: "the puzzle's text",
        });
    }
    let heading = format!("--- Day {}: ", puzzle.day);
    if !main.contains(&heading) {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if is_logged_out(&html) {
        return Err(not_logged_in(session));
    }
    Ok(Page { html })
}

/// The error for a page that is something else altogether.
pub fn not_ours(html: &str, expected: &'static str, session: &Session) -> SiteError {
    let title = title(html);
    let ours = title
        .as_deref()
        .is_some_and(|title| title.contains("Advent of Code"));
    if ours && is_logged_out(html) {
        not_logged_in(session)
    } else {
        SiteError::WebPage { expected, title }
    }
}

/// The page's title.
pub fn title(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    Some(excerpt(title, 160)).filter(|title| !title.is_empty())
}

/// Whether the page is for one who is not logged in. A sponsor beside the
/// puzzle may say anything, so only the page's own header counts, and the
/// sentence under the puzzle.
fn is_logged_out(html: &str) -> bool {
    let header = html
        .split_once("</header>")
        .or_else(|| html.split_once("<main"))
        .map_or(html, |(header, _)| header);
    if header.contains("class=\"user\"") {
        return false;
    }
    header.contains("[Log In]")
        || header.contains("/auth/login")
        || html.contains("To play, please identify yourself via one of these services:")
}

fn main(html: &str) -> Option<&str> {
    let (_, rest) = html.split_once("<main")?;
    rest.split_once("</main>").map(|(main, _)| main)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(header: &str, main: &str) -> String {
        format!("<title>T</title><header>{header}</header>[Log In]<main>{main}</main>")
    }

    #[test]
    fn only_the_header_says_who_is_logged_in() {
        assert!(is_logged_out(&with(
            "<a href=\"/2020/auth/login\">[Log In]</a>",
            ""
        )));
        assert!(is_logged_out(&with(
            "",
            "To play, please identify yourself via one of these services:"
        )));
        assert!(!is_logged_out(&with("", "[Log In]")));
        let user = "<div class=\"user\">[Log In] <span>2*</span></div>";
        assert!(!is_logged_out(&with(user, "")));
    }

    #[test]
    fn parts_are_counted_in_the_puzzle_alone() {
        assert_eq!(parts(&with("<article>", "<article></article><article>")), 2);
        assert_eq!(parts("<article>"), 0);
    }

    #[test]
    fn a_title_is_cleaned() {
        assert_eq!(
            title("<title>\n a \u{1b}b </title>"),
            Some(r"a \u{1b}b".to_owned())
        );
        assert_eq!(title("<title></title>"), None);
        assert_eq!(title("<title>"), None);
    }
}
