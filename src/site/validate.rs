//! Checks that the body of a reply fits the request, before anything is stored. [`validate`] checks
//! the reply to any request. [`validate_page`] and the functions below it check a web page.
//! [`InputRefusal`] has the sentences that the site sends instead of an input.

use super::request::SiteRequest;
use super::session::Session;
use crate::files::without_mark;
use crate::pages::{
    Html, MAX_SHOWN, PuzzlePage, User, begins_again, is_complete, is_html, is_logged_out,
    is_site_title, maintenance, parse_html, title, user,
};
use crate::puzzle::Puzzle;
use crate::terminal::excerpt;

/// The site refuses to send an input. It sends a sentence instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputRefusal {
    /// The puzzle is still locked.
    TooEarly,
    /// There is no session, or the site does not accept it.
    LogIn,
}

impl InputRefusal {
    const ALL: [Self; 2] = [Self::TooEarly, Self::LogIn];

    fn sentence(self) -> &'static str {
        match self {
            Self::TooEarly => "Please don't repeatedly request this endpoint before it unlocks!",
            Self::LogIn => "Puzzle inputs differ by user. Please log in",
        }
    }

    /// The refusal if the text begins with its sentence.
    pub fn at_start(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|refusal| text.starts_with(refusal.sentence()))
    }

    /// The refusal if the whole text is its sentence. `None` for other texts. An input may begin
    /// with such a sentence, but it has several lines.
    pub fn of(text: &str) -> Option<Self> {
        if text.trim().contains('\n') {
            return None;
        }
        Self::at_start(&excerpt(text, MAX_SHOWN))
    }
}

/// The reason why a reply does not fit the request.
#[derive(Debug, PartialEq)]
pub enum WrongReply {
    /// The reply has an encoding that was not requested.
    UnknownEncoding { coding: String },
    /// The reply is not text.
    NotText,
    /// The reply is empty.
    Empty,
    /// The reply is a page for a user who is not logged in.
    LoggedOut,
    /// The reply is the site's maintenance page.
    Maintenance { says: String },
    /// The reply is the page of another path, or not a page of the site.
    Unexpected { title: String },
    /// The reply is neither plain text nor a web page, or it is plain text instead of a web page.
    OtherKind { kind: String },
    /// The reply is the page of another puzzle.
    OtherPuzzle { expected: Puzzle, title: String },
    /// A part of the page is missing.
    Incomplete { missing: &'static str },
    /// The page contains its beginning a second time.
    Doubled,
}

/// Checks the body of a reply with the status 200 and with these headers. Returns its text.
pub fn validate(
    body: Vec<u8>,
    content_encoding: &str,
    content_type: &str,
    request: &SiteRequest,
) -> Result<String, WrongReply> {
    // The HTTP library has decoded the requested encodings and removed their header.
    if !matches!(content_encoding, "" | "identity") {
        let coding = excerpt(&request.redact(content_encoding), MAX_SHOWN);
        return Err(WrongReply::UnknownEncoding { coding });
    }
    let rules = request.endpoint.rules();
    if rules.checks_content_type && !may_be_text(content_type) {
        let kind = excerpt(&request.redact(content_type), MAX_SHOWN);
        return Err(WrongReply::OtherKind { kind });
    }
    let text = match String::from_utf8(body) {
        Ok(text) if !text.contains('\0') => text,
        _ => return Err(WrongReply::NotText),
    };
    if rules.is_text && is_html(&text, content_type) {
        let page = parse_html(&request.redact(&text));
        return Err(WrongReply::page_in_place_of_text(&page));
    }
    // An input is stored unchanged. A page or its title may be shown.
    let text = if rules.is_text {
        text
    } else {
        request.redact(&text)
    };
    if without_mark(&text).trim().is_empty() {
        return Err(WrongReply::Empty);
    }
    Ok(text)
}

/// True if a body with this content type may be text. A reply may have no content type.
fn may_be_text(content_type: &str) -> bool {
    content_type.is_empty() || content_type.to_ascii_lowercase().starts_with("text/")
}

impl WrongReply {
    /// Classifies a page that the site sent instead of a text.
    fn page_in_place_of_text(html: &Html) -> Self {
        let title = title(html);
        if is_site_title(&title) && is_logged_out(html) {
            Self::LoggedOut
        } else if let Some(says) = maintenance(html) {
            Self::Maintenance { says }
        } else {
            Self::Unexpected { title }
        }
    }
}

/// Checks that this is a page of the site and that it is complete.
pub fn validate_page(text: &str, html: &Html) -> Result<(), WrongReply> {
    if !is_html(text, "text/html") {
        let kind = "plain text".to_owned();
        return Err(WrongReply::OtherKind { kind });
    }
    if !is_site_title(&title(html)) || maintenance(html).is_some() {
        return Err(WrongReply::page_in_place_of_text(html));
    }
    if begins_again(text) {
        return Err(WrongReply::Doubled);
    }
    if !is_complete(text) {
        let missing = "its end";
        return Err(WrongReply::Incomplete { missing });
    }
    Ok(())
}

/// Checks that a page names the user of the session.
pub fn validate_own_page(html: &Html) -> Result<User, WrongReply> {
    user(html).ok_or(WrongReply::LoggedOut)
}

/// Checks that the page belongs to the puzzle. If a session was sent, it must also be the user's
/// page.
pub fn validate_puzzle_page(
    page: &PuzzlePage,
    puzzle: Puzzle,
    session: Option<&Session>,
) -> Result<(), WrongReply> {
    let Some(part) = page.parts.first() else {
        let missing = "the puzzle's text";
        return Err(WrongReply::Incomplete { missing });
    };
    let expected = puzzle;
    if !page.is_titled(puzzle) {
        let title = page.title.clone();
        return Err(WrongReply::OtherPuzzle { expected, title });
    }
    if !part
        .heading
        .starts_with(&format!("--- Day {}: ", puzzle.day))
    {
        let title = excerpt(&part.heading, MAX_SHOWN);
        return Err(WrongReply::OtherPuzzle { expected, title });
    }
    if page.begins_again {
        return Err(WrongReply::Doubled);
    }
    if session.is_some() && page.logged_out {
        return Err(WrongReply::LoggedOut);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::session::SessionPlace;
    use super::*;

    fn session() -> Session {
        Session::new(b"53616c", SessionPlace::Variable("AOC_SESSION")).expect("a token")
    }

    #[test]
    fn a_sentence_in_place_of_an_input_stands_alone() {
        let [too_early, log_in] = InputRefusal::ALL.map(InputRefusal::sentence);
        for (text, sentence) in [
            (too_early.to_owned(), Some(InputRefusal::TooEarly)),
            (format!(" {log_in} via"), Some(InputRefusal::LogIn)),
            (format!("{log_in}.\n"), Some(InputRefusal::LogIn)),
            (format!("{too_early}\n1\n"), None),
            ("1".to_owned(), None),
        ] {
            assert_eq!(InputRefusal::of(&text), sentence, "{text}");
        }
    }

    /// After a session has expired, the site sends the public page without part 2. It must not be
    /// stored as the user's page.
    #[test]
    fn a_puzzles_page_is_of_its_puzzle_and_of_the_sessions_user() {
        let session = session();
        let log_in = "<header><nav><a href='/2025/auth/login'>[Log In]</a></nav></header>";
        let other = |title: &str| {
            Err(WrongReply::OtherPuzzle {
                expected: Puzzle::of(2025, 1),
                title: title.to_owned(),
            })
        };
        let missing = "the puzzle's text";
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
                Err(WrongReply::LoggedOut),
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
            let checked = validate_puzzle_page(&page, Puzzle::of(2025, 1), session);
            assert_eq!(checked, outcome, "{name}");
        }
        let empty = PuzzlePage::parse("<title>Day 1 - Advent of Code 2025</title>");
        assert_eq!(
            validate_puzzle_page(&empty, Puzzle::of(2025, 1), None),
            Err(WrongReply::Incomplete { missing })
        );
    }

    #[test]
    fn a_web_page_is_no_input_and_an_empty_body_is_nothing() {
        let session = session();
        let input = SiteRequest::input(Puzzle::of(2025, 1), &session);
        let page = SiteRequest::page(Puzzle::of(2025, 1), Some(&session));
        let html = "<!DOCTYPE html><p>";
        let expected = |text: &str| Ok(text.to_owned());
        let coding = "zstd".to_owned();
        let title = String::new();
        for (name, request, body, coding, outcome) in [
            ("an input", &input, "1\n", "", expected("1\n")),
            ("plain", &input, "1\n", "identity", expected("1\n")),
            (
                "packed",
                &input,
                "1\n",
                "zstd",
                Err(WrongReply::UnknownEncoding { coding }),
            ),
            ("a page", &page, html, "", expected(html)),
            (
                "a page in place of an input",
                &input,
                html,
                "",
                Err(WrongReply::Unexpected { title }),
            ),
            ("a zero", &input, "1\0\n", "", Err(WrongReply::NotText)),
            ("nothing", &input, "\u{feff} \n", "", Err(WrongReply::Empty)),
        ] {
            let checked = validate(body.into(), coding, "text/plain", request);
            assert_eq!(checked, outcome, "{name}");
        }
        let not_text = validate(vec![b'1', 0xff], "", "text/plain", &input);
        assert_eq!(not_text, Err(WrongReply::NotText));
        // The content type of a page does not matter. An input has the type of a text or none.
        for (content_type, is_text) in [
            ("", true),
            ("Text/Plain; charset=utf-8", true),
            ("text/html", true),
            ("application/json", false),
            ("image/png", false),
        ] {
            let kind = content_type.to_owned();
            let other = Err(WrongReply::OtherKind { kind });
            let expected_input = if is_text { expected("1\n") } else { other };
            let checked = validate(b"1\n".into(), "", content_type, &input);
            assert_eq!(checked, expected_input, "{content_type}");
            let checked = validate(b"1\n".into(), "", content_type, &page);
            assert_eq!(checked, expected("1\n"), "{content_type}");
        }
    }
}
