//! Checks that the body of a reply fits the request, before anything is stored. [`validate`] checks
//! the reply to any request; [`WebPage`] and the functions below it check a web page.

use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::request::{ReplyKind, SiteRequest};
use crate::files::without_bom;
use crate::pages::{
    Html, PuzzlePage, begins_again, is_complete, is_html, is_logged_out, is_site_title,
    maintenance_message, parse_html, short_excerpt, title,
};
use crate::puzzle::Puzzle;

/// Checks the body of a reply with the status 200 and with these headers. Returns its text.
pub fn validate(
    body: Vec<u8>,
    content_encoding: &str,
    content_type: &str,
    request: &SiteRequest,
) -> SiteResult<String> {
    // The HTTP library has decoded the requested encodings and removed their header.
    if !matches!(content_encoding, "" | "identity") {
        let coding = short_excerpt(&request.redact(content_encoding));
        let message = format!("the reply has an unknown Content-Encoding ({coding})");
        return Err(SiteError::bad_body(message));
    }
    let kind = request.endpoint.reply_kind();
    if kind == ReplyKind::PlainText && !may_be_text(content_type) {
        let other_kind = short_excerpt(&request.redact(content_type));
        return Err(other_kind_error(request, &other_kind));
    }
    let text = match String::from_utf8(body) {
        Ok(text) if !text.contains('\0') => text,
        _ => {
            let message = "the site sent something that is not text";
            return Err(SiteError::bad_body(message));
        }
    };
    if kind != ReplyKind::WebPage && is_html(&text, content_type) {
        let page = parse_html(&request.redact(&text));
        return Err(other_page_error(&page, request));
    }
    // An input is stored unchanged. A page or its title may be shown.
    let text = match kind {
        ReplyKind::WebPage => request.redact(&text),
        ReplyKind::Json | ReplyKind::PlainText => text,
    };
    if without_bom(&text).trim().is_empty() {
        let message = format!("the reply to {} is empty", request.path);
        return Err(SiteError::bad_body(message));
    }
    Ok(text)
}

/// True if a body with this content type may be text. A reply may have no content type.
fn may_be_text(content_type: &str) -> bool {
    content_type.is_empty() || content_type.to_ascii_lowercase().starts_with("text/")
}

/// The error for a page that is not the requested one.
fn other_page_error(html: &Html, request: &SiteRequest) -> SiteError {
    let title = title(html);
    if is_site_title(&title) && is_logged_out(html) {
        return request.refusal_error();
    }
    if let Some(says) = maintenance_message(html) {
        let message = format!("the site is down for maintenance and says '{says}'");
        SiteError::new(SiteErrorKind::Maintenance, message)
    } else {
        let titled = quoted(" titled '", &title, "'");
        let message = format!("expected {}, got a web page{titled}", request.path);
        SiteError::new(SiteErrorKind::OtherServer, message)
    }
}

/// The error for a reply of another kind than the requested one, such as plain text instead of a
/// web page.
fn other_kind_error(request: &SiteRequest, kind: &str) -> SiteError {
    SiteError::bad_body(format!("expected {}, got {kind}", request.path))
}

fn other_puzzle_error(expected: Puzzle, title: &str) -> SiteError {
    SiteError::bad_body(format!("expected the page of {expected}, got '{title}'"))
}

/// The error for a page that contains its beginning a second time.
fn repeated_page_error() -> SiteError {
    SiteError::bad_body("the page contains its text twice")
}

/// A text of the site with a text before and after it. Empty if the site's text is empty.
pub fn quoted(before: &str, text: &str, after: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{before}{text}{after}")
}

/// A page of the site, as text and parsed.
pub struct WebPage {
    pub text: String,
    pub html: Html,
}

impl WebPage {
    /// Parses the reply to a request. Fails if it is not a page of the site, but for example the
    /// login page of a network. Also fails if the page is incomplete, because it would lack parts
    /// or stars.
    pub fn parse(text: String, request: &SiteRequest) -> SiteResult<Self> {
        if !is_html(&text, "text/html") {
            return Err(other_kind_error(request, "plain text"));
        }
        let html = parse_html(&text);
        if !is_site_title(&title(&html)) || maintenance_message(&html).is_some() {
            return Err(other_page_error(&html, request));
        }
        if begins_again(&text) {
            return Err(repeated_page_error());
        }
        if !is_complete(&text) {
            return Err(SiteError::incomplete("its end"));
        }
        Ok(Self { text, html })
    }
}

/// Checks that the page belongs to the puzzle. If a session was sent, the page must also be that of
/// the session's user.
pub fn validate_puzzle_page(
    page: &PuzzlePage,
    puzzle: Puzzle,
    request: &SiteRequest,
) -> SiteResult<()> {
    let Some(part) = page.parts.first() else {
        return Err(SiteError::incomplete("the puzzle's text"));
    };
    if !page.is_titled(puzzle) {
        return Err(other_puzzle_error(puzzle, &page.title));
    }
    if !part
        .heading
        .starts_with(&format!("--- Day {}: ", puzzle.day))
    {
        let title = short_excerpt(&part.heading);
        return Err(if title.is_empty() {
            SiteError::incomplete("the puzzle's title")
        } else {
            other_puzzle_error(puzzle, &title)
        });
    }
    if page.begins_again {
        return Err(repeated_page_error());
    }
    if request.session().is_some() && page.logged_out {
        return Err(request.refusal_error());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::session::{Session, SessionPlace};
    use super::*;

    fn session() -> Session {
        Session::new(b"53616c", SessionPlace::Variable("AOC_SESSION")).expect("a token")
    }

    /// After a session has expired, the site sends the public page without part 2, which must not
    /// be stored as the user's page.
    #[test]
    fn a_puzzles_page_is_of_its_puzzle_and_of_the_sessions_user() {
        let session = session();
        let log_in = "<header><nav><a href='/2025/auth/login'>[Log In]</a></nav></header>";
        let other = |title: &str| {
            let message = format!("expected the page of 2025/1, got '{title}'");
            Err(SiteError::bad_body(message))
        };
        let request = |session| SiteRequest::page(Puzzle::of(2025, 1), session);
        for (name, day, header, main, session, outcome) in [
            ("own", 1, "", "--- Day 1: A ---", Some(&session), Ok(())),
            (
                "without a session",
                1,
                log_in,
                "--- Day 1: A ---",
                None,
                Ok(()),
            ),
            (
                "logged out",
                1,
                log_in,
                "--- Day 1: A ---",
                Some(&session),
                Err(request(Some(&session)).ended_session_error()),
            ),
            (
                "of another day",
                2,
                log_in,
                "--- Day 2: B ---",
                Some(&session),
                other("Day 2 - Advent of Code 2025"),
            ),
            (
                "with another heading",
                1,
                log_in,
                "--- Day 11: A ---",
                Some(&session),
                other("--- Day 11: A ---"),
            ),
        ] {
            let page = PuzzlePage::parse(&format!(
                "<title>Day {day} - Advent of Code 2025</title>{header}<main><article>\
                 <h2>{main}</h2></article></main>"
            ));
            let checked = validate_puzzle_page(&page, Puzzle::of(2025, 1), &request(session));
            assert_eq!(checked, outcome, "{name}");
        }
        let empty = PuzzlePage::parse("<title>Day 1 - Advent of Code 2025</title>");
        assert_eq!(
            validate_puzzle_page(&empty, Puzzle::of(2025, 1), &request(None)),
            Err(SiteError::bad_body(
                "the page is incomplete (the puzzle's text is missing)"
            ))
        );
    }

    #[test]
    fn a_web_page_is_no_input_and_an_empty_body_is_nothing() {
        let session = session();
        let input = SiteRequest::input(Puzzle::of(2025, 1), &session);
        let page = SiteRequest::page(Puzzle::of(2025, 1), Some(&session));
        let html = "<!DOCTYPE html><p>";
        let expected = |text: &str| Ok(text.to_owned());
        let wrong = |message: &str| Err(SiteError::bad_body(message));
        let web_page = SiteError::new(
            SiteErrorKind::OtherServer,
            "expected /2025/day/1/input, got a web page",
        );
        for (name, request, body, coding, outcome) in [
            ("an input", &input, "1\n", "", expected("1\n")),
            ("plain", &input, "1\n", "identity", expected("1\n")),
            (
                "packed",
                &input,
                "1\n",
                "zstd",
                wrong("the reply has an unknown Content-Encoding (zstd)"),
            ),
            ("a page", &page, html, "", expected(html)),
            (
                "a page in place of an input",
                &input,
                html,
                "",
                Err(web_page),
            ),
            (
                "a zero",
                &input,
                "1\0\n",
                "",
                wrong("the site sent something that is not text"),
            ),
            (
                "nothing",
                &input,
                "\u{feff} \n",
                "",
                wrong("the reply to /2025/day/1/input is empty"),
            ),
        ] {
            let checked = validate(body.into(), coding, "text/plain", request);
            assert_eq!(checked, outcome, "{name}");
        }
        let not_text = validate(vec![b'1', 0xff], "", "text/plain", &input);
        assert_eq!(not_text, wrong("the site sent something that is not text"));
        // The content type of a page does not matter. An input has the type of a text or none.
        for (content_type, is_text) in [
            ("", true),
            ("Text/Plain; charset=utf-8", true),
            ("text/html", true),
            ("application/json", false),
            ("image/png", false),
        ] {
            let other = wrong(&format!("expected /2025/day/1/input, got {content_type}"));
            let expected_input = if is_text { expected("1\n") } else { other };
            let checked = validate(b"1\n".into(), "", content_type, &input);
            assert_eq!(checked, expected_input, "{content_type}");
            let checked = validate(b"1\n".into(), "", content_type, &page);
            assert_eq!(checked, expected("1\n"), "{content_type}");
        }
    }

    #[test]
    fn what_the_site_says_is_quoted_if_it_says_something() {
        for (text, shown) in [("", ""), ("Oops", " titled 'Oops'")] {
            assert_eq!(quoted(" titled '", text, "'"), shown);
        }
    }
}
