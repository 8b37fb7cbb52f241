//! Replies. A reply is read within limits, one table for all endpoints turns unexpected
//! replies into errors, and errors of the HTTP library get messages, which contain neither
//! addresses nor request headers.

use std::error::Error;
use std::fmt::Display;
use std::io::Read;
use std::time::{Duration, Instant};

use chrono::DateTime;
use reqwest::blocking::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER};

use super::client::{Site, SiteRequest};
use super::clock::ServerClock;
use super::error::{SiteError, SiteResult};
use super::html::{MAX_SHOWN, is_html, is_logged_out, is_site_title, title};
use super::markup::{Html, parse};
use super::state::LONGEST;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{excerpt, span};

/// The pause after a 429 if the site does not say how long.
const USUAL_PAUSE: Duration = Duration::from_mins(2);

/// The most bytes of a reply, unpacked: the largest known input has 150 kB.
const MAX_BODY: usize = 10 << 20;

/// The sentences that the site sends instead of an input: before its puzzle unlocks,
/// and without a session.
pub const IN_PLACE_OF_INPUTS: [&str; 2] = [
    "Please don't repeatedly request this endpoint before it unlocks!",
    "Puzzle inputs differ by user. Please log in",
];

/// The advice if something between this computer and the site has answered.
const LOGIN_PAGE: &str = "is a login page of the network in the way?";

impl Site {
    /// The text of a reply with the status 200. Every other reply is an error, and so
    /// are the two sentences that the site sends instead of an input.
    pub(super) fn read(
        &self,
        response: Response,
        request: &SiteRequest,
        deadline: Instant,
    ) -> SiteResult<String> {
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let body = self.body(response, deadline)?;
        let line = excerpt(&String::from_utf8_lossy(&body), MAX_SHOWN);
        let [too_early, log_in] = IN_PLACE_OF_INPUTS;
        if let Some(puzzle) = request.puzzle {
            if line.starts_with(too_early) {
                return Err(locked(puzzle, &self.clock));
            }
            if line.starts_with(log_in) {
                return Err(self.refused(request));
            }
        }
        let retry_after = self.retry_after(header(&headers, RETRY_AFTER));
        Err(match status {
            200 => return self.checked_text(body, header(&headers, CONTENT_TYPE), request),
            400 if request.puzzle.is_none() => self.refused(request),
            401 => self.refused(request),
            300..=399 => self.redirected(header(&headers, LOCATION), request),
            403 => SiteError::unreachable("the site refused this client (403)").with_hint(format!(
                "do not try again, and look at {} for a newer version",
                env!("CARGO_PKG_REPOSITORY")
            )),
            404 if request.puzzle.is_some() => {
                let message = "the site has no such puzzle (404)";
                SiteError::locked(message).with_hint("see https://adventofcode.com/events")
            }
            404 => SiteError::locked(format!("the site has no {} (404)", request.path)),
            429 => {
                let pause = retry_after.unwrap_or(USUAL_PAUSE);
                self.state.back_off(pause);
                SiteError::refused(format!(
                    "the site asks for fewer requests (429): try again in {}",
                    span(pause)
                ))
            }
            500..=599 => server_failure(status, retry_after, request),
            _ => SiteError::unexpected(format!("the site answered {status} ('{line}')"))
                .with_hint("nothing was stored"),
        })
    }

    /// Reads a reply until the deadline.
    fn body(&self, mut response: Response, deadline: Instant) -> SiteResult<Vec<u8>> {
        let host = self.base_url.host();
        let mut body = Vec::new();
        let mut buffer = vec![0; 64 << 10];
        while body.len() <= MAX_BODY {
            match response.read(&mut buffer) {
                Ok(0) => return Ok(body),
                Ok(read) => body.extend_from_slice(&buffer[..read]),
                Err(error) => {
                    return Err(match error.downcast() {
                        Ok(error) => request_error(&error, host),
                        Err(error) => damaged(host, &error),
                    });
                }
            }
            if Instant::now() > deadline {
                return Err(late(host));
            }
        }
        let limit = MAX_BODY >> 20;
        Err(SiteError::unexpected(format!(
            "the reply of {host} is larger than {limit} MiB"
        )))
    }

    /// The pause that the header asks for: seconds, or a date.
    fn retry_after(&self, header: &str) -> Option<Duration> {
        let wait = if let Ok(seconds) = header.trim().parse() {
            Duration::from_secs(seconds)
        } else {
            let date = DateTime::parse_from_rfc2822(header).ok()?;
            (date.to_utc() - self.clock.now()).to_std().ok()?
        };
        Some(wait.min(LONGEST))
    }

    /// The text, unless it cannot be the expected one.
    fn checked_text(
        &self,
        body: Vec<u8>,
        content_type: &str,
        request: &SiteRequest,
    ) -> SiteResult<String> {
        let text = match String::from_utf8(body) {
            Ok(text) if !text.contains('\0') => text,
            _ => {
                let message = "the site sent something that is not text";
                return Err(SiteError::not_stored(message));
            }
        };
        if request.is_text && is_html(&text, content_type) {
            return Err(self.other_page(request, &parse(&text)));
        }
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            let message = format!("the reply to {} is empty", request.path);
            return Err(SiteError::not_stored(message));
        }
        Ok(text)
    }

    /// The error for a redirect, which is never followed.
    fn redirected(&self, location: &str, request: &SiteRequest) -> SiteError {
        // Without a valid session the site redirects to a page that needs none.
        if let Some(target) = self.base_url.same_origin(location)
            && target.path() != request.path
            && !location.is_empty()
        {
            return SiteError {
                // Another page than the login may follow a graded answer.
                sent: !location.contains("/auth/login"),
                ..self.refused(request)
            };
        }
        let location = excerpt(location, MAX_SHOWN);
        SiteError::unexpected(format!(
            "the site redirects to {location}, which is not followed"
        ))
        .with_hint(LOGIN_PAGE)
    }

    /// The error for an unexpected web page.
    pub(super) fn other_page(&self, request: &SiteRequest, page: &Html) -> SiteError {
        let title = title(page);
        if is_site_title(&title) && is_logged_out(page) {
            return self.refused(request);
        }
        let path = &request.path;
        SiteError::unexpected(format!("expected {path}, got a web page titled '{title}'"))
            .with_hint(LOGIN_PAGE)
    }

    /// The error if the site does not accept the session, which is remembered; a
    /// leaderboard is also refused to users who are not members.
    pub(super) fn refused(&self, request: &SiteRequest) -> SiteError {
        let Some(session) = request.session else {
            return SiteError::session("the site asks for a session");
        };
        let is_leaderboard = request.is_text && request.puzzle.is_none();
        if !is_leaderboard {
            self.state.remember(session, true);
        }
        let message = format!(
            "the site does not accept the session from {session}: it has expired or is wrong"
        );
        SiteError::session(message).with_hint(session.place.remedy())
    }
}

fn server_failure(status: u16, retry_after: Option<Duration>, request: &SiteRequest) -> SiteError {
    let max_tries = if status == 500 { 2 } else { 3 };
    let error = SiteError::server_failure(format!("the server failed ({status})"), max_tries);
    let hint = match (retry_after, request.session) {
        (Some(wait), _) => format!("try again in {}", span(wait)),
        (None, Some(session)) if status == 500 => format!(
            "either the site has a problem, or the session is malformed ({session}); try again \
             later, and if it happens again, {}",
            session.place.remedy()
        ),
        _ => "try again later".to_owned(),
    };
    SiteError {
        retry_after: retry_after.unwrap_or_default(),
        ..error.with_hint(hint)
    }
}

/// A header; empty if it is missing or not ASCII.
fn header(headers: &HeaderMap, name: HeaderName) -> &str {
    let value = headers.get(name);
    value.and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// The error for a puzzle that is locked.
pub fn locked(puzzle: Puzzle, clock: &ServerClock) -> SiteError {
    let unlock = unlock(puzzle);
    let when = match clock.until_open(unlock) {
        Some(left) => format!("which is in {}", span(left)),
        None => "and the site still says so".to_owned(),
    };
    let unlock = unlock.format("%Y-%m-%d %H:%M");
    SiteError::locked(format!("locked until {unlock} UTC, {when}"))
        .with_hint(format!("`aoc fetch {puzzle} --wait` waits for it"))
}

/// The error of sending a request or of reading its reply.
pub fn request_error(error: &reqwest::Error, host: &str) -> SiteError {
    let why = innermost_cause(error);
    if error.is_timeout() {
        return SiteError {
            sent: !error.is_connect(),
            ..late(host)
        };
    }
    if error.is_connect() {
        return SiteError::unreachable(format!("cannot connect to {host}: {why}")).with_hint(
            "is the network up, and the proxy if there is one? Other possible reasons are a login \
             page of the network and a wrong clock",
        );
    }
    damaged(host, &why)
}

fn late(host: &str) -> SiteError {
    SiteError::server_failure(format!("{host} did not answer in time"), 2)
        .with_hint("try again later, or set a longer AOC_TIMEOUT")
}

/// The next reply may be complete.
fn damaged(host: &str, why: &impl Display) -> SiteError {
    let message =
        format!("the connection to {host} was interrupted, or its reply is damaged ({why})");
    SiteError::server_failure(message, 3).with_hint("try again")
}

/// The message of the innermost cause.
pub fn innermost_cause(mut error: &dyn Error) -> String {
    while let Some(cause) = error.source() {
        error = cause;
    }
    excerpt(&error.to_string(), MAX_SHOWN)
}
