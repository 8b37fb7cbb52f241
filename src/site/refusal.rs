//! What a reply means that is not what was asked for: one table for all endpoints.

use std::time::Duration;

use scraper::Html;

use super::client::Site;
use super::error::SiteError;
use super::html::{is_html, is_logged_out, is_of_the_site, parse, title};
use super::reply::{Reply, not_text};
use super::session::Session;
use crate::error::Exit;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{excerpt, span};

/// The pause after a 429 if the site does not say how long.
pub const USUAL_PAUSE: Duration = Duration::from_mins(2);

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
            return not_logged_in(session);
        }
        let what = self.what;
        let titled = match &*title {
            "" => String::new(),
            title => format!(" titled '{title}'"),
        };
        SiteError::unexpected(format!(
            "expected {what}, got a web page{titled}; is a login page of the network in the way?"
        ))
    }
}

impl Site {
    /// The text of a reply with the status 200; an error for every other reply, and
    /// for the two sentences that the site sends in place of an input.
    pub(super) fn text(&self, reply: &Reply, asked: &Asked<'_>) -> Result<String, SiteError> {
        let text = String::from_utf8_lossy(&reply.body);
        let says = |sentence| is_sentence(&text, sentence);
        Err(match (reply.status, asked.puzzle, asked.session) {
            (_, Some(puzzle), _)
                if says("Please don't repeatedly request this endpoint before it unlocks!") =>
            {
                self.locked(puzzle)
            }
            (_, Some(_), Some(session)) if says("Puzzle inputs differ by user. Please log in") => {
                not_logged_in(session)
            }
            (200, ..) => {
                let text = str::from_utf8(&reply.body).map(str::to_owned);
                return text.map_err(|error| not_text(error.valid_up_to()));
            }
            (401, _, Some(session)) | (400, None, Some(session)) => not_logged_in(session),
            // Without a valid session the site redirects to a page that needs none.
            (300..=399, _, Some(session)) if reply.leads_to_own_page => not_logged_in(session),
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
                    let said = if said.is_empty() {
                        said
                    } else {
                        format!(" ('{said}')")
                    };
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

/// Returns whether a text consists of a line with this sentence. An input that
/// merely contains such a line is an input.
fn is_sentence(text: &str, sentence: &str) -> bool {
    let text = text.trim();
    let is_line = text.len() <= 1000 && !text.contains('\n');
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    is_line && text.starts_with(sentence)
}

/// The error for a session that the site does not accept.
pub fn not_logged_in(session: &Session) -> SiteError {
    let remedy = session.remedy();
    let message = format!(
        "the site does not accept the session from {session}: it has expired or is wrong; {remedy}"
    );
    SiteError::new(Exit::Session, message)
}
