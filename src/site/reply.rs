//! Requests and replies. A reply is read within limits, one table for all endpoints turns
//! unexpected replies into errors, and errors of the HTTP library get messages, which
//! contain neither addresses nor request headers.

use std::error::Error;
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};

use super::clock::ServerClock;
use super::error::{SiteError, SiteErrorKind};
use super::html::{is_html, is_logged_out, is_site_title, title};
use super::markup::{Html, parse};
use super::session::Session;
use super::state::LONGEST;
use crate::config::BaseUrl;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::{excerpt, span};

/// The pause after a 429 if the site does not say how long.
pub const USUAL_PAUSE: Duration = Duration::from_mins(2);

/// The most bytes of a reply, unpacked: the largest known input has 150 kB.
const MAX_BODY: usize = 10 * 1024 * 1024;

/// The sentences that the site sends instead of an input: before its puzzle unlocks,
/// and without a session.
pub const IN_PLACE_OF_INPUTS: [&str; 2] = [
    "Please don't repeatedly request this endpoint before it unlocks!",
    "Puzzle inputs differ by user. Please log in",
];

/// A reply of something between this computer and the site.
const LOGIN_PAGE: &str = "is a login page of the network in the way?";

const LATER: &str = "nothing was stored: try again later";

/// A request, and the expected reply.
#[derive(Clone, Debug)]
pub struct SiteRequest<'a> {
    /// The name of the expected reply in messages, such as `settings page`.
    pub what: &'a str,
    pub path: String,
    /// `None` if no cookie is sent.
    pub session: Option<&'a Session>,
    pub puzzle: Option<Puzzle>,
    /// Whether the reply must not be a web page.
    pub is_text: bool,
}

impl<'a> SiteRequest<'a> {
    pub fn new(what: &'a str, path: impl Into<String>, session: Option<&'a Session>) -> Self {
        Self {
            what,
            path: path.into(),
            session,
            puzzle: None,
            is_text: false,
        }
    }

    /// A request for a path below the page of a puzzle.
    pub fn for_puzzle(
        what: &'a str,
        (puzzle, below): (Puzzle, &str),
        session: Option<&'a Session>,
    ) -> Self {
        Self {
            puzzle: Some(puzzle),
            ..Self::new(what, puzzle.page_path() + below, session)
        }
    }

    /// The error for an unexpected web page.
    pub fn other_page(&self, page: &Html) -> SiteError {
        let title = title(page);
        if let Some(session) = self.session
            && is_site_title(&title)
            && is_logged_out(page)
        {
            return session.refused();
        }
        let titled = quoted(" titled '", &title, "'");
        SiteError::unexpected(format!("expected {}, got a web page{titled}", self.what))
            .with_hint(LOGIN_PAGE)
    }
}

/// A text with a prefix and a suffix; empty if the text is empty.
fn quoted(before: &str, text: &str, after: &str) -> String {
    match text {
        "" => String::new(),
        _ => format!("{before}{text}{after}"),
    }
}

/// A complete reply.
#[derive(Debug)]
pub struct SiteReply {
    pub status: u16,
    /// The type is in lower case.
    pub content_type: Option<String>,
    /// The target of a redirect, sanitized.
    pub location: Option<String>,
    /// Whether `location` is another page of the same host.
    pub leads_to_own_page: bool,
    /// The wait that the header `Retry-After` asks for.
    pub retry_after: Option<Duration>,
    /// The decompressed body.
    pub body: Vec<u8>,
}

impl SiteReply {
    /// The text of a reply with the status 200. Every other reply is an error, and so
    /// are the two sentences that the site sends instead of an input.
    pub fn text(
        &self,
        request: &SiteRequest<'_>,
        clock: &ServerClock,
    ) -> Result<String, SiteError> {
        let text = String::from_utf8_lossy(&self.body);
        // Only one line counts as such a sentence, as a longer input may contain it.
        let is_line = text.len() <= 1000 && !text.trim().contains('\n');
        let words: Vec<&str> = text.split_whitespace().filter(|_| is_line).collect();
        let line = words.join(" ");
        let [too_early, log_in] = IN_PLACE_OF_INPUTS;
        if let Some(puzzle) = request.puzzle.filter(|_| line.starts_with(too_early)) {
            return Err(locked(puzzle, clock));
        }
        // Without a valid session the site redirects to a page that needs none.
        let is_refused = match self.status {
            400 => request.puzzle.is_none(),
            401 => true,
            300..=399 => self.leads_to_own_page,
            _ => false,
        };
        if is_refused || request.puzzle.is_some() && line.starts_with(log_in) {
            let anonymous =
                || SiteError::new(SiteErrorKind::Session, "the site asks for a session");
            return Err(request.session.map_or_else(anonymous, Session::refused));
        }
        match self.status {
            200 => self.checked_text(&text, request),
            _ => Err(self.status_error(&text, request)),
        }
    }

    /// The text, unless it cannot be the expected one.
    fn checked_text(&self, text: &str, request: &SiteRequest<'_>) -> Result<String, SiteError> {
        if request.is_text && is_html(text, self.content_type.as_deref()) {
            return Err(request.other_page(&parse(text)));
        }
        if text.trim_matches(['\u{feff}', '\0']).trim().is_empty() {
            let message = format!("the site sent an empty {}", request.what);
            return Err(SiteError::unexpected(message).with_hint(LATER));
        }
        let at = match (str::from_utf8(&self.body), text.find('\0')) {
            (Ok(_), None) => return Ok(text.to_owned()),
            (Ok(_), Some(at)) => at,
            (Err(error), _) => error.valid_up_to(),
        };
        let message = format!("the site sent something that is not text: byte {at} is not");
        Err(SiteError::unexpected(message).with_hint(LATER))
    }

    /// The error for a status other than 200.
    fn status_error(&self, text: &str, request: &SiteRequest<'_>) -> SiteError {
        match (self.status, request.session) {
            (403, _) => {
                let page = env!("CARGO_PKG_REPOSITORY");
                SiteError::unreachable("the site refused this client (403)").with_hint(format!(
                    "do not try again, and look at {page} for a newer version"
                ))
            }
            (404, _) => {
                let what = request.puzzle.map_or(request.what, |_| "such puzzle");
                SiteError::new(
                    SiteErrorKind::Locked,
                    format!("the site has no {what} (404)"),
                )
                .with_hint("see https://adventofcode.com/events")
            }
            (429, _) => {
                let pause = span(self.retry_after.unwrap_or(USUAL_PAUSE));
                let advice = format!("try again in {pause}");
                let message = format!("the site asks for fewer requests (429): {advice}");
                SiteError::new(SiteErrorKind::Refused, message)
            }
            (500, Some(session)) => {
                let remedy = session.remedy();
                SiteError::server_failure("the server failed (500)", 2).with_hint(format!(
                    "either the site has a problem, or the session is malformed ({session}); try \
                     again later, and if it happens again, {remedy}"
                ))
            }
            (status @ 500..=599, _) => {
                SiteError::server_failure(format!("the server failed ({status})"), 4)
                    .with_hint("try again later")
            }
            (status, _) => match &self.location {
                Some(location) if (300..=399).contains(&status) => SiteError::unexpected(format!(
                    "the site redirects to {location}, which is not followed"
                ))
                .with_hint(LOGIN_PAGE),
                _ => {
                    let title = is_html(text, None).then(|| title(&parse(text)));
                    let said = title.unwrap_or_else(|| excerpt(text, 160));
                    let said = quoted(" ('", &said, "')");
                    SiteError::unexpected(format!("the site answered {status}{said}"))
                        .with_hint("nothing was stored")
                }
            },
        }
    }

    /// Reads a reply to its end; fails at the `deadline`. `now` is the site's time.
    pub fn read(
        mut response: Response,
        base_url: &BaseUrl,
        now: DateTime<Utc>,
        deadline: Instant,
    ) -> Result<Self, SiteError> {
        let host = base_url.host();
        let header =
            |name: HeaderName| Some(response.headers().get(name)?.to_str().ok()?.to_owned());
        let location = header(LOCATION);
        let target = location.as_ref().and_then(|to| base_url.same_origin(to));
        let leads_to_own_page = target.is_some_and(|url| url.path() != response.url().path());
        let mut reply = Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE).map(|it| it.to_ascii_lowercase()),
            leads_to_own_page,
            location: location.map(|location| excerpt(&location, 160)),
            retry_after: header(RETRY_AFTER).and_then(|wait| retry_after(&wait, now)),
            body: Vec::new(),
        };
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

/// The error for a puzzle that is locked.
pub fn locked(puzzle: Puzzle, clock: &ServerClock) -> SiteError {
    let unlock = unlock(puzzle);
    let left = clock.until_open(unlock).map_or_else(
        || ", and the site still says so".to_owned(),
        |left| format!(", which is in {}", span(left)),
    );
    let unlock = unlock.format("%Y-%m-%d %H:%M");
    SiteError::new(
        SiteErrorKind::Locked,
        format!("locked until {unlock} UTC{left}"),
    )
    .with_hint(format!("`aoc fetch {puzzle} --wait` waits for it"))
}

/// The wait in seconds or until a date.
fn retry_after(text: &str, now: DateTime<Utc>) -> Option<Duration> {
    let wait = if let Ok(seconds) = text.trim().parse() {
        Duration::from_secs(seconds)
    } else {
        let date = DateTime::parse_from_rfc2822(text).ok()?;
        (date.to_utc() - now).to_std().ok()?
    };
    Some(wait.min(LONGEST))
}

fn timed_out(host: &str) -> SiteError {
    SiteError::server_failure(format!("{host} did not answer in time"), 2)
        .with_hint("try again later, or set a longer AOC_TIMEOUT")
}

/// The error of sending a request or of reading its reply.
pub fn request_error(error: &(dyn Error + 'static), host: &str) -> SiteError {
    let is_http = |kind: fn(&reqwest::Error) -> bool| {
        causes(error).any(|cause| cause.downcast_ref().is_some_and(kind))
    };
    let is_io = |kind: ErrorKind| {
        let mut errors = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
        errors.any(|error| error.kind() == kind)
    };
    let why = innermost_cause(error);
    let is_connect = is_http(reqwest::Error::is_connect);
    if is_http(reqwest::Error::is_timeout) || is_io(ErrorKind::TimedOut) {
        SiteError {
            sent: !is_connect,
            ..timed_out(host)
        }
    } else if is_connect {
        let tls = causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>());
        if let Some(tls) = tls {
            let why = excerpt(&tls.to_string(), 160);
            return SiteError::unreachable(format!("no secure connection to {host}: {why}"))
                .with_hint(
                    "possible reasons are a proxy, a login page of the network, or a wrong clock",
                );
        }
        let message = if is_http(reqwest::Error::is_dns) {
            format!("the address of {host} cannot be found")
        } else if is_io(ErrorKind::ConnectionRefused) {
            format!("{host} refuses connections, or a proxy on the way does")
        } else {
            format!("cannot connect to {host}: {why}")
        };
        SiteError::unreachable(message).with_hint("is the network up?")
    } else {
        // The next reply may be complete.
        let broken = format!("the connection to {host} was interrupted, or its reply is damaged");
        SiteError::server_failure(format!("{broken} ({why})"), 3).with_hint("try again")
    }
}

/// The message of the innermost cause.
pub fn innermost_cause(error: &(dyn Error + 'static)) -> String {
    excerpt(&causes(error).last().unwrap_or(error).to_string(), 160)
}

/// An error and its causes.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |error| {
        let error: &'a (dyn Error + 'static) = *error;
        // The error inside of an `io::Error` is not part of its chain of sources.
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        inner.map_or_else(|| error.source(), |inner| Some(inner))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_seconds_or_dates_and_have_a_limit() {
        let now = "2025-12-01T05:00:00Z".parse().expect("an instant");
        for (text, wait) in [
            (" 0 ", Some(Duration::ZERO)),
            (
                "Mon, 01 Dec 2025 05:01:00 GMT",
                Some(Duration::from_mins(1)),
            ),
            ("Mon, 01 Dec 2025 04:00:00 GMT", None),
            ("7200", Some(Duration::from_hours(2))),
            ("18446744073709551615", Some(LONGEST)),
            ("99999999999999999999999", None),
            ("-1", None),
            ("soon", None),
        ] {
            assert_eq!(retry_after(text, now), wait, "{text}");
        }
    }
}
