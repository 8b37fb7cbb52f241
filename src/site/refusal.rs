//! What a reply means that is not what was asked for.

use std::time::Duration;

use super::client::Site;
use super::error::{FailureKind, SiteError};
use super::html::{is_html, is_logged_out, is_of_the_site, parse, title};
use super::reply::Reply;
use super::session::Session;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{excerpt, span};

/// The pause after a 429 if the site does not say how long.
pub const USUAL_PAUSE: Duration = Duration::from_mins(2);

/// One of the two sentences that the site sends in place of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    LogIn,
    Locked,
}

/// The sentence that a text consists of. An input that merely contains such a
/// line is an input.
pub fn phrase(text: &str) -> Option<Phrase> {
    let text = text.trim();
    if text.contains('\n') || text.len() > 1000 {
        return None;
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.starts_with("Puzzle inputs differ by user. Please log in") {
        Some(Phrase::LogIn)
    } else if text.starts_with("Please don't repeatedly request this endpoint before it unlocks!") {
        Some(Phrase::Locked)
    } else {
        None
    }
}

impl Site {
    /// The error for a reply about a puzzle whose status is not 200.
    pub(super) fn refusal(&self, reply: &Reply, puzzle: Puzzle, session: &Session) -> SiteError {
        let text = String::from_utf8_lossy(&reply.body);
        match (phrase(&text), reply.status) {
            (Some(Phrase::Locked), _) => self.locked(puzzle),
            (Some(Phrase::LogIn), _) => not_logged_in(session),
            (_, 404) => not_found("such puzzle"),
            (_, 400) => refusal_of_anyone(reply),
            _ => refusal(reply, Some(session), |path| path == puzzle.page_path()),
        }
    }

    /// The error for a puzzle that is locked.
    pub(super) fn locked(&self, puzzle: Puzzle) -> SiteError {
        let unlock = unlock(puzzle);
        let left = self.until(unlock).map_or_else(
            || ", and the site still says so".to_owned(),
            |left| format!(", which is in {}", span(left)),
        );
        let message = format!(
            "locked until {} UTC{left}; `aoc fetch {puzzle} --wait` waits for it",
            unlock.format("%Y-%m-%d %H:%M")
        );
        SiteError::new(FailureKind::Locked, message)
    }
}

/// The error for a reply whose status is not 200. Without a valid session the
/// site redirects to the login page, or to a page that `is_public`. Without
/// `session` no cookie was sent.
pub fn refusal(
    reply: &Reply,
    session: Option<&Session>,
    is_public: impl Fn(&str) -> bool,
) -> SiteError {
    let is_login = |path: &str| path.ends_with("/auth/login") || is_public(path);
    match (reply.status, reply.own_path.as_deref(), session) {
        (400 | 401, _, Some(session)) => not_logged_in(session),
        (300..=399, Some(path), Some(session)) if is_login(path) => not_logged_in(session),
        _ => refusal_of_anyone(reply),
    }
}

/// The error for a reply that has nothing to do with the session.
fn refusal_of_anyone(reply: &Reply) -> SiteError {
    let (kind, message) = match (reply.status, &reply.location) {
        (403, _) => {
            let home = env!("CARGO_PKG_REPOSITORY");
            let message = format!(
                "the site refused this client (403); do not try again, and look at {home} for a \
                 newer version"
            );
            (FailureKind::Unreachable, message)
        }
        (429, _) => {
            let wait = span(reply.retry_after.unwrap_or(USUAL_PAUSE));
            let message = format!("the site asks for fewer requests (429): try again in {wait}");
            (FailureKind::TooManyRequests, message)
        }
        (300..=399, Some(location)) => {
            let message = format!(
                "the site redirects to {location}, which is not followed; is a login page of the \
                 network in the way?"
            );
            (FailureKind::Unexpected, message)
        }
        (status, _) => {
            let text = String::from_utf8_lossy(&reply.body);
            let said = if is_html(&text, None) {
                title(&parse(&text)).unwrap_or_default()
            } else {
                excerpt(&text, 160)
            };
            let said = Some(said).filter(|said| !said.is_empty());
            let said = said.map_or_else(String::new, |said| format!(" ('{said}')"));
            let message = format!("the site answered {status}{said}; nothing was stored");
            (FailureKind::Unexpected, message)
        }
    };
    SiteError::new(kind, message)
}

/// The error for a 404; `what` does not exist.
pub fn not_found(what: &str) -> SiteError {
    let message = format!("the site has no {what} (404); see https://adventofcode.com/events");
    SiteError::new(FailureKind::NotFound, message)
}

/// The error for a web page that is not the page that was asked for.
pub fn unexpected_page(html: &str, expected: &str, session: &Session) -> SiteError {
    let html = parse(html);
    let title = title(&html);
    if is_of_the_site(title.as_deref()) && is_logged_out(&html) {
        not_logged_in(session)
    } else {
        SiteError::web_page(expected, title.as_deref())
    }
}

/// The error for a session that the site does not accept.
pub fn not_logged_in(session: &Session) -> SiteError {
    let remedy = session.remedy();
    let message = format!(
        "the site does not accept the session from {session}: it has expired or is wrong; {remedy}"
    );
    SiteError::new(FailureKind::NotLoggedIn, message)
}
