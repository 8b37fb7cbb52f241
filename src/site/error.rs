//! What can go wrong when the site is asked for something, and what a reply means
//! that is not what was asked for: one table for all endpoints.

use std::time::Duration;

use scraper::Html;
use thiserror::Error;

use super::client::Site;
use super::html::{is_html, is_logged_out, is_of_the_site, parse, title};
use super::reply::Reply;
use super::session::Session;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{excerpt, span};

/// The pause after a 429 if the site does not say how long.
pub const USUAL_PAUSE: Duration = Duration::from_mins(2);

/// A request, or what it needs, that failed. Text from the server is sanitized
/// before it gets in here.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SiteError {
    pub exit: Exit,
    pub scope: FailureScope,
    /// The failure, and after a semicolon the advice.
    pub message: String,
    /// The server may have received the request, and graded an answer.
    pub sent: bool,
    /// The number of requests that are made as long as they fail like this: more
    /// than one where the next may succeed.
    pub tries: u32,
}

/// Which requests a failure concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureScope {
    /// This request alone.
    One,
    /// Perhaps the whole server: a few in a row mean that it is so.
    Server,
    /// All requests.
    All,
}

impl SiteError {
    /// A failure before anything was sent, or after a clear refusal.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        let scope = match exit {
            Exit::Session | Exit::Refused => FailureScope::All,
            _ => FailureScope::One,
        };
        Self {
            exit,
            scope,
            message: message.into(),
            sent: false,
            tries: 1,
        }
    }

    /// There is no way to the site, or it wants no request of this client.
    pub fn unreachable(message: impl Into<String>) -> Self {
        Self {
            scope: FailureScope::All,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The reply is something else than what was asked for.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self {
            sent: true,
            ..Self::new(Exit::Network, message)
        }
    }

    /// The server failed, and may not fail the next time.
    pub(super) fn of_server(message: impl Into<String>, tries: u32) -> Self {
        Self {
            scope: FailureScope::Server,
            tries,
            ..Self::unexpected(message)
        }
    }

    /// The page is not whole.
    pub fn incomplete(what: &str) -> Self {
        Self::unexpected(format!(
            "the page is incomplete ({what} is missing); nothing was stored: try again later"
        ))
    }

    pub fn offline() -> Self {
        Self::new(Exit::Network, "not downloaded because of --offline")
    }

    /// An earlier failure concerns all requests.
    pub fn not_tried() -> Self {
        Self::unreachable("not tried after the failure before it")
    }

    /// An earlier 429 still holds.
    pub fn backing_off(wait: Duration) -> Self {
        let message = format!(
            "no request was made, because the site asked for fewer requests (429): try again in {}",
            span(wait)
        );
        Self::new(Exit::Refused, message)
    }

    /// The site does not accept the session.
    pub fn not_logged_in(session: &Session) -> Self {
        let message = format!(
            "the site does not accept the session from {session}: it has expired or is wrong; {}",
            session.remedy()
        );
        Self::new(Exit::Session, message)
    }

    /// The text has a byte that is not text at this position.
    pub(super) fn not_text(at: usize) -> Self {
        Self::unexpected(format!(
            "the site sent something that is not text: byte {at} is not; nothing was stored: try \
             again later"
        ))
    }

    /// The message without the advice.
    pub fn cause(&self) -> &str {
        self.message.split("; ").next().unwrap_or_default()
    }
}

/// A file that cannot be read or written.
impl From<CliError> for SiteError {
    fn from(error: CliError) -> Self {
        Self::new(error.exit, format!("{:#}", error.source))
    }
}

impl HasExit for SiteError {
    fn exit(&self) -> Exit {
        self.exit
    }
}

/// What a request is about, for the errors of its reply.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Such as `the settings page`.
    pub what: &'a str,
    /// `None` if no cookie was sent.
    pub session: Option<&'a Session>,
    pub puzzle: Option<Puzzle>,
}

impl Asked<'_> {
    /// The error for a web page that is not what was asked for.
    pub fn other_page(&self, page: &Html) -> SiteError {
        let title = title(page);
        if let Some(session) = self.session
            && is_of_the_site(&title)
            && is_logged_out(page)
        {
            return SiteError::not_logged_in(session);
        }
        SiteError::unexpected(format!(
            "expected {}, got a web page{}; is a login page of the network in the way?",
            self.what,
            quoted(" titled '", &title, "'")
        ))
    }
}

/// A text with what stands around it; nothing if there is no text.
fn quoted(before: &str, text: &str, after: &str) -> String {
    match text {
        "" => String::new(),
        _ => format!("{before}{text}{after}"),
    }
}

impl Site {
    /// The text of a reply with the status 200; an error for every other reply, and
    /// for the two sentences that the site sends in place of an input.
    pub(super) fn text(&self, reply: &Reply, asked: &Asked<'_>) -> Result<String, SiteError> {
        let text = String::from_utf8_lossy(&reply.body);
        // An input that merely contains such a line is an input.
        let is_line = text.len() <= 1000 && !text.trim().contains('\n');
        let words: Vec<&str> = text.split_whitespace().filter(|_| is_line).collect();
        let line = words.join(" ");
        let too_early = "Please don't repeatedly request this endpoint before it unlocks!";
        Err(match (reply.status, asked.puzzle, asked.session) {
            (_, Some(puzzle), _) if line.starts_with(too_early) => self.locked(puzzle),
            (_, Some(_), Some(session))
                if line.starts_with("Puzzle inputs differ by user. Please log in") =>
            {
                SiteError::not_logged_in(session)
            }
            (200, ..) => {
                let text = str::from_utf8(&reply.body).map(str::to_owned);
                return text.map_err(|error| SiteError::not_text(error.valid_up_to()));
            }
            (401, _, Some(session)) | (400, None, Some(session)) => {
                SiteError::not_logged_in(session)
            }
            // Without a valid session the site redirects to a page that needs none.
            (300..=399, _, Some(session)) if reply.leads_to_own_page => {
                SiteError::not_logged_in(session)
            }
            (403, ..) => SiteError::unreachable(format!(
                "the site refused this client (403); do not try again, and look at {} for a newer \
                 version",
                env!("CARGO_PKG_REPOSITORY")
            )),
            (404, puzzle, _) => {
                let what = asked.what.trim_start_matches("the ");
                let what = puzzle.map_or(what, |_| "such puzzle");
                let events = "see https://adventofcode.com/events";
                let message = format!("the site has no {what} (404); {events}");
                SiteError::new(Exit::Locked, message)
            }
            (429, ..) => {
                let wait = span(reply.retry_after.unwrap_or(USUAL_PAUSE));
                let message = "the site asks for fewer requests (429): try again in ";
                SiteError::new(Exit::Refused, message.to_owned() + &wait)
            }
            (status, ..) => SiteError::unexpected(match &reply.location {
                Some(location) if (300..=399).contains(&status) => format!(
                    "the site redirects to {location}, which is not followed; is a login page of \
                     the network in the way?"
                ),
                _ => {
                    let said = if is_html(&text, None) {
                        title(&parse(&text))
                    } else {
                        excerpt(&text, 160)
                    };
                    let said = quoted(" ('", &said, "')");
                    format!("the site answered {status}{said}; nothing was stored")
                }
            }),
        })
    }

    /// The error for a puzzle that is locked.
    pub(super) fn locked(&self, puzzle: Puzzle) -> SiteError {
        let unlock = unlock(puzzle);
        let left = self.clock.until_open(unlock).map_or_else(
            || ", and the site still says so".to_owned(),
            |left| format!(", which is in {}", span(left)),
        );
        let message = format!(
            "locked until {} UTC{left}; `aoc fetch {puzzle} --wait` waits for it",
            unlock.format("%Y-%m-%d %H:%M")
        );
        SiteError::new(Exit::Locked, message)
    }
}
