//! What a reply means that is not what was asked for.

use super::backoff;
use super::clock::ServerClock;
use super::error::SiteError;
use super::html::{is_html, is_logged_out, is_of_the_site, parse, title};
use super::reply::Reply;
use super::session::Session;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::excerpt;

/// What the site sends in place of an input without a valid session.
const LOG_IN: &str = "Puzzle inputs differ by user. Please log in";

/// What it sends before the unlock.
const LOCKED: &str = "Please don't repeatedly request this endpoint before it unlocks!";

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
    if text.starts_with(LOG_IN) {
        Some(Phrase::LogIn)
    } else if text.starts_with(LOCKED) {
        Some(Phrase::Locked)
    } else {
        None
    }
}

/// The error for a reply about a puzzle whose status is not 200.
pub fn refusal(reply: &Reply, puzzle: Puzzle, session: &Session, clock: &ServerClock) -> SiteError {
    let text = String::from_utf8_lossy(&reply.body);
    match (phrase(&text), reply.status) {
        (Some(Phrase::Locked), _) => locked(puzzle, clock),
        (Some(Phrase::LogIn), _) => not_logged_in(session),
        (_, 404) => SiteError::NoSuchPuzzle,
        _ => general_refusal(reply, session, &puzzle.page_path()),
    }
}

/// The error for a reply about anything whose status is not 200. Without a valid
/// session the site redirects to the login page or to the path `logged_out`.
pub fn general_refusal(reply: &Reply, session: &Session, logged_out: &str) -> SiteError {
    let is_login = |path: &str| path.ends_with("/auth/login") || path == logged_out;
    match (reply.status, &reply.location) {
        (401, _) => not_logged_in(session),
        (300..=399, Some(location)) if location.own_path.as_deref().is_some_and(is_login) => {
            not_logged_in(session)
        }
        _ => refusal_of_anyone(reply),
    }
}

/// The same for a page that belongs to no puzzle; without `session` it was asked
/// for without a cookie.
pub fn page_refusal(reply: &Reply, session: Option<&Session>) -> SiteError {
    match (reply.status, &reply.location, session) {
        (400 | 401, _, Some(session)) => not_logged_in(session),
        // Without a valid session the site redirects to a page that needs none.
        (300..=399, Some(location), Some(session)) if location.own_path.is_some() => {
            not_logged_in(session)
        }
        _ => refusal_of_anyone(reply),
    }
}

/// The error for a reply that has nothing to do with the session.
fn refusal_of_anyone(reply: &Reply) -> SiteError {
    match (reply.status, &reply.location) {
        (403, _) => SiteError::Forbidden,
        (429, _) => SiteError::TooManyRequests {
            wait: reply.retry_after.unwrap_or(backoff::DEFAULT),
        },
        (300..=399, Some(location)) => SiteError::Redirected {
            to: location.shown.clone(),
        },
        (status, _) => unexpected(status, &String::from_utf8_lossy(&reply.body)),
    }
}

/// The error for a web page that is not the page that was asked for.
pub fn unexpected_page(html: &str, expected: &'static str, session: &Session) -> SiteError {
    let html = parse(html);
    let title = title(&html);
    if is_of_the_site(title.as_deref()) && is_logged_out(&html) {
        not_logged_in(session)
    } else {
        SiteError::WebPage { expected, title }
    }
}

/// The error for a session that the site does not accept.
pub fn not_logged_in(session: &Session) -> SiteError {
    SiteError::NotLoggedIn {
        session: session.to_string(),
        remedy: session.remedy(),
    }
}

/// The error for a puzzle that is locked.
pub fn locked(puzzle: Puzzle, clock: &ServerClock) -> SiteError {
    let unlock = unlock(puzzle);
    SiteError::Locked {
        puzzle,
        unlock,
        left: clock.until(unlock),
    }
}

fn unexpected(status: u16, text: &str) -> SiteError {
    let said = if is_html(text, None) {
        title(&parse(text)).unwrap_or_default()
    } else {
        excerpt(text, 160)
    };
    let said = if said.is_empty() {
        said
    } else {
        format!(" ('{said}')")
    };
    SiteError::Status { status, said }
}
