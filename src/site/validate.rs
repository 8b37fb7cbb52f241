//! Whether the body of a reply can be what was asked for: what cannot be is refused before it
//! reaches the disk. This is what the reply to any request is checked for, and the two sentences
//! that replace an input; the file of an endpoint has the rest.

use super::error::{SiteError, SiteResult};
use super::html::{MAX_SHOWN, is_html};
use super::request::SiteRequest;
use crate::terminal::excerpt;

/// The sentences that the site sends instead of an input: before its puzzle unlocks,
/// and without a session.
pub const IN_PLACE_OF_INPUTS: [&str; 2] = [
    "Please don't repeatedly request this endpoint before it unlocks!",
    "Puzzle inputs differ by user. Please log in",
];

/// A sentence that the site sends instead of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InPlaceOfInput {
    TooEarly,
    LogIn,
}

impl InPlaceOfInput {
    /// The sentence that this text is; `None` for others. An input may begin with one of
    /// them, but it has several lines.
    pub fn of(text: &str) -> Option<Self> {
        let line = excerpt(text, MAX_SHOWN);
        if text.trim().contains('\n') {
            return None;
        }
        let [too_early, log_in] = IN_PLACE_OF_INPUTS;
        if line.starts_with(too_early) {
            Some(Self::TooEarly)
        } else if line.starts_with(log_in) {
            Some(Self::LogIn)
        } else {
            None
        }
    }
}

/// A body that is text.
#[derive(Debug, PartialEq)]
pub enum Body {
    /// It can be what was asked for.
    Expected(String),
    /// It is a web page, in place of another text.
    WebPage(String),
}

/// Checks the body of a reply with the status 200, and these fields of its head.
pub fn validate(
    body: Vec<u8>,
    content_encoding: &str,
    content_type: &str,
    request: &SiteRequest,
) -> SiteResult<Body> {
    // The codings that were asked for are undone, and no longer in the head.
    if !matches!(content_encoding, "" | "identity") {
        let coding = excerpt(&request.redact(content_encoding), MAX_SHOWN);
        let message = format!("the reply has an unknown Content-Encoding ({coding})");
        return Err(SiteError::not_stored(message));
    }
    let text = match String::from_utf8(body) {
        Ok(text) if !text.contains('\0') => text,
        _ => {
            let message = "the site sent something that is not text";
            return Err(SiteError::not_stored(message));
        }
    };
    // An input is taken as it came; a page may be shown, or its title.
    let text = if request.endpoint.is_text() && !is_html(&text, content_type) {
        text
    } else {
        request.redact(&text)
    };
    if request.endpoint.is_text() && is_html(&text, content_type) {
        return Ok(Body::WebPage(text));
    }
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let message = format!("the reply to {} is empty", request.path);
        return Err(SiteError::not_stored(message));
    }
    Ok(Body::Expected(text))
}

#[cfg(test)]
mod tests {
    use super::super::request::Endpoint;
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_sentence_in_place_of_an_input_stands_alone() {
        let [too_early, log_in] = IN_PLACE_OF_INPUTS;
        for (text, sentence) in [
            (too_early.to_owned(), Some(InPlaceOfInput::TooEarly)),
            (format!(" {log_in} via"), Some(InPlaceOfInput::LogIn)),
            (format!("{log_in}.\n"), Some(InPlaceOfInput::LogIn)),
            (format!("{too_early}\n1\n"), None),
            ("1".to_owned(), None),
        ] {
            assert_eq!(InPlaceOfInput::of(&text), sentence, "{text}");
        }
    }

    #[test]
    fn a_web_page_is_no_input_and_an_empty_body_is_nothing() {
        let input = SiteRequest {
            endpoint: Endpoint::Input(Puzzle::of(2025, 1)),
            ..SiteRequest::default()
        };
        let page = SiteRequest::default();
        let html = "<!DOCTYPE html><p>";
        let expected = |text: &str| Some(Body::Expected(text.to_owned()));
        for (name, request, body, coding, outcome) in [
            ("an input", &input, "1\n", "", expected("1\n")),
            ("plain", &input, "1\n", "identity", expected("1\n")),
            ("packed", &input, "1\n", "zstd", None),
            ("a page", &page, html, "", expected(html)),
            (
                "a page in place of an input",
                &input,
                html,
                "",
                Some(Body::WebPage(html.to_owned())),
            ),
            ("a zero", &input, "1\0\n", "", None),
            ("nothing", &input, "\u{feff} \n", "", None),
        ] {
            let checked = validate(body.into(), coding, "text/plain", request);
            assert_eq!(checked.ok(), outcome, "{name}");
        }
        let not_text = validate(vec![b'1', 0xff], "", "text/plain", &input);
        assert!(not_text.is_err());
    }
}
