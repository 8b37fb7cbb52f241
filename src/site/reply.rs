//! Replies. A reply is read within limits, one table for all endpoints turns unexpected
//! replies into errors, and errors of the HTTP library get messages, which contain neither
//! addresses nor request headers.

use std::error::Error;
use std::io::{self, ErrorKind, Read};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};

use super::clock::ServerClock;
use super::error::{SiteError, SiteResult};
use super::html::{is_html, title};
use super::markup::parse;
use super::request::{LOGIN_PAGE, SiteRequest};
use super::state::LONGEST;
use crate::config::BaseUrl;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{excerpt, span};

/// The pause after a 429 if the site does not say how long.
pub const USUAL_PAUSE: Duration = Duration::from_mins(2);

/// The most bytes of a reply, unpacked: the largest known input has 150 kB.
const MAX_BODY: usize = 10 * 1024 * 1024;

/// The longest text from the server that is shown.
const MAX_SHOWN: usize = 160;

/// The sentences that the site sends instead of an input: before its puzzle unlocks,
/// and without a session.
pub const IN_PLACE_OF_INPUTS: [&str; 2] = [
    "Please don't repeatedly request this endpoint before it unlocks!",
    "Puzzle inputs differ by user. Please log in",
];

/// A complete reply.
pub struct SiteReply {
    pub status: u16,
    content_type: Option<String>,
    /// The target of a redirect, sanitized.
    location: Option<String>,
    /// Whether `location` is another page of the same host.
    leads_to_own_page: bool,
    /// The wait that the header `Retry-After` asks for.
    pub retry_after: Option<Duration>,
    /// The decompressed body.
    body: Vec<u8>,
}

impl SiteReply {
    /// The text of a reply with the status 200. Every other reply is an error, and so
    /// are the two sentences that the site sends instead of an input.
    pub fn text(&self, request: &SiteRequest, clock: &ServerClock) -> SiteResult<String> {
        let text = String::from_utf8_lossy(&self.body);
        let [too_early, log_in] = IN_PLACE_OF_INPUTS;
        if let Some(puzzle) = request.puzzle {
            let line = single_line(&text);
            if line.starts_with(too_early) {
                return Err(locked(puzzle, clock));
            }
            if line.starts_with(log_in) {
                return Err(request.refused());
            }
        }
        Err(match self.status {
            200 => return self.checked_text(&text, request),
            400 if request.puzzle.is_none() => request.refused(),
            401 => request.refused(),
            // Without a valid session the site redirects to a page that needs none.
            300..=399 if self.leads_to_own_page => {
                let location = self.location.as_deref().unwrap_or_default();
                SiteError {
                    // Another page than the login may follow a graded answer.
                    sent: !location.contains("/auth/login"),
                    ..request.refused()
                }
            }
            403 => SiteError::unreachable("the site refused this client (403)").with_hint(format!(
                "do not try again, and look at {} for a newer version",
                env!("CARGO_PKG_REPOSITORY")
            )),
            404 => request.not_found(),
            429 => {
                let pause = span(self.retry_after.unwrap_or(USUAL_PAUSE));
                let message = "the site asks for fewer requests (429): try again in";
                SiteError::refused(format!("{message} {pause}"))
            }
            500..=599 => self.server_failure(request),
            status => self.unexpected(status, &text),
        })
    }

    fn server_failure(&self, request: &SiteRequest) -> SiteError {
        let status = self.status;
        let mut error = SiteError::server_failure(format!("the server failed ({status})"), 4);
        error.retry_after = self.retry_after;
        match request.session {
            Some(session) if status == 500 => {
                error.max_tries = 2;
                let remedy = session.remedy();
                error.with_hint(format!(
                    "either the site has a problem, or the session is malformed ({session}); try \
                     again later, and if it happens again, {remedy}"
                ))
            }
            _ => error.with_hint("try again later"),
        }
    }

    /// The text, unless it cannot be the expected one.
    fn checked_text(&self, text: &str, request: &SiteRequest) -> SiteResult<String> {
        let content_type = self.content_type.as_deref().map(str::to_ascii_lowercase);
        if request.is_text && is_html(text, content_type.as_deref()) {
            return Err(request.other_page(&parse(text)));
        }
        if text.trim_matches(['\u{feff}', '\0']).trim().is_empty() {
            return Err(SiteError::not_stored(format!(
                "the site sent an empty {}",
                request.what
            )));
        }
        if str::from_utf8(&self.body).is_err() || text.contains('\0') {
            return Err(SiteError::not_stored(
                "the site sent something that is not text",
            ));
        }
        Ok(text.to_owned())
    }

    /// The error for a status that the site does not use.
    fn unexpected(&self, status: u16, text: &str) -> SiteError {
        if let Some(location) = &self.location
            && (300..=399).contains(&status)
        {
            let message = format!("the site redirects to {location}, which is not followed");
            return SiteError::unexpected(message).with_hint(LOGIN_PAGE);
        }
        let said = if is_html(text, None) {
            title(&parse(text))
        } else {
            excerpt(text, MAX_SHOWN)
        };
        let mut message = format!("the site answered {status}");
        if !said.is_empty() {
            message += &format!(" ('{said}')");
        }
        SiteError::unexpected(message).with_hint("nothing was stored")
    }

    /// Reads a reply to its end; fails at the `deadline`. `now` is the site's time.
    pub fn read(
        mut response: Response,
        base_url: &BaseUrl,
        now: DateTime<Utc>,
        deadline: Instant,
    ) -> SiteResult<Self> {
        let host = base_url.host();
        let mut reply = Self {
            status: response.status().as_u16(),
            content_type: header(&response, CONTENT_TYPE),
            leads_to_own_page: false,
            location: header(&response, LOCATION),
            retry_after: None,
            body: Vec::new(),
        };
        if let Some(location) = &mut reply.location {
            if let Some(target) = base_url.same_origin(location) {
                reply.leads_to_own_page = target.path() != response.url().path();
            }
            *location = excerpt(location, MAX_SHOWN);
        }
        if let Some(wait) = header(&response, RETRY_AFTER) {
            reply.retry_after = parse_retry_after(&wait, now);
        }
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match response.read(&mut buffer) {
                Ok(0) => return Ok(reply),
                Ok(read) => reply.body.extend_from_slice(&buffer[..read]),
                Err(error) => return Err(request_error(&error, host)),
            }
            if reply.body.len() > MAX_BODY {
                let limit = MAX_BODY >> 20;
                return Err(SiteError::unexpected(format!(
                    "the reply of {host} is larger than {limit} MiB, unlike anything on the site"
                )));
            }
            if Instant::now() > deadline {
                return Err(timed_out(host));
            }
        }
    }
}

fn header(response: &Response, name: HeaderName) -> Option<String> {
    Some(response.headers().get(name)?.to_str().ok()?.to_owned())
}

/// A short text of one line with single blanks; empty for other texts, as a longer input
/// may contain a sentence of the site.
fn single_line(text: &str) -> String {
    if text.len() > 1000 || text.trim().contains('\n') {
        return String::new();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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

/// Parses a wait in seconds or until a date.
fn parse_retry_after(text: &str, now: DateTime<Utc>) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(LONGEST.min(Duration::from_secs(seconds)));
    }
    let wait = DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now;
    Some(LONGEST.min(wait.to_std().ok()?))
}

fn timed_out(host: &str) -> SiteError {
    SiteError::server_failure(format!("{host} did not answer in time"), 2)
        .with_hint("try again later, or set a longer AOC_TIMEOUT")
}

/// An error of the HTTP library or one of its causes.
type Cause<'a> = &'a (dyn Error + 'static);

/// The error of sending a request or of reading its reply.
pub fn request_error(error: Cause, host: &str) -> SiteError {
    let mut is_timeout = false;
    let mut is_connect = false;
    let mut is_tls = false;
    for cause in causes(error) {
        if let Some(error) = cause.downcast_ref::<reqwest::Error>() {
            is_timeout |= error.is_timeout();
            is_connect |= error.is_connect();
        } else if let Some(error) = cause.downcast_ref::<io::Error>() {
            is_timeout |= error.kind() == ErrorKind::TimedOut;
        } else {
            is_tls |= cause.is::<rustls::Error>();
        }
    }
    let why = innermost_cause(error);
    if is_timeout {
        return SiteError {
            sent: !is_connect,
            ..timed_out(host)
        };
    }
    if !is_connect {
        // The next reply may be complete.
        let message =
            format!("the connection to {host} was interrupted, or its reply is damaged ({why})");
        return SiteError::server_failure(message, 3).with_hint("try again");
    }
    if is_tls {
        let message = format!("no secure connection to {host}: {why}");
        let hint = "possible reasons are a proxy, a login page of the network, or a wrong clock";
        return SiteError::unreachable(message).with_hint(hint);
    }
    SiteError::unreachable(format!("cannot connect to {host}: {why}"))
        .with_hint("is the network up, and the proxy if there is one?")
}

/// The message of the innermost cause.
pub fn innermost_cause(error: Cause) -> String {
    let causes = causes(error);
    let innermost = causes.last().unwrap_or(&error);
    excerpt(&innermost.to_string(), MAX_SHOWN)
}

/// An error and its causes.
fn causes(error: Cause<'_>) -> Vec<Cause<'_>> {
    let mut causes = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        causes.push(error);
        // The error inside of an `io::Error` is not part of its chain of sources.
        let io_error = error.downcast_ref::<io::Error>();
        next = match io_error.and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Case;

    #[test]
    fn waits_are_seconds_or_dates_and_have_a_limit() {
        let now = "2025-12-01T05:00:00Z".parse().expect("an instant");
        for (text, wait) in [
            (" 0 ", Some(Duration::ZERO)),
            "Mon, 01 Dec 2025 05:01:00 GMT".gives(Some(Duration::from_mins(1))),
            ("Mon, 01 Dec 2025 04:00:00 GMT", None),
            ("7200", Some(Duration::from_hours(2))),
            ("18446744073709551615", Some(LONGEST)),
            ("99999999999999999999999", None),
            ("-1", None),
            ("soon", None),
        ] {
            assert_eq!(parse_retry_after(text, now), wait, "{text}");
        }
    }
}
