//! A reply, read whole and within limits, and what the HTTP library's errors
//! mean. Messages contain neither addresses nor request headers.

use std::error::Error;
use std::io::{self, Read};
use std::iter;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{
    CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER,
};

use super::error::{FailureKind, SiteError};
use crate::config::BaseUrl;
use crate::terminal::excerpt;

/// The most bytes of a reply, unpacked: the largest known input has 150 kB.
const MAX_BODY: usize = 10 * 1024 * 1024;

/// Longer waits are taken as this.
const MAX_WAIT: Duration = Duration::from_hours(30 * 24);

/// A complete reply.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// In lower case.
    pub content_type: Option<String>,
    /// The target of a redirect, sanitized.
    pub location: Option<String>,
    /// The path of `location`, if it is another one on the same host.
    pub own_path: Option<String>,
    /// `Retry-After`.
    pub retry_after: Option<Duration>,
    /// The body, unpacked.
    pub body: Vec<u8>,
}

impl Reply {
    /// Reads a reply to its end; an error at the `deadline`. `now` is the time on
    /// the site.
    pub fn read(
        response: Response,
        base_url: &BaseUrl,
        now: DateTime<Utc>,
        deadline: Instant,
    ) -> Result<Self, SiteError> {
        let headers = response.headers();
        let asked = response.url().path().to_owned();
        // reqwest removes this header when it unpacks the body.
        let packed = text(headers, &CONTENT_ENCODING)
            .filter(|packed| !packed.eq_ignore_ascii_case("identity"))
            .map(|text| {
                format!(
                    "packed as '{}', which was not asked for",
                    excerpt(text, 160)
                )
            });
        let location = text(headers, &LOCATION);
        let url = location.and_then(|location| base_url.resolve(location));
        let url = url.filter(|url| base_url.has(url) && url.path() != asked);
        let reply = Self {
            status: response.status().as_u16(),
            content_type: text(headers, &CONTENT_TYPE).map(str::to_ascii_lowercase),
            location: location.map(|location| excerpt(location, 160)),
            own_path: url.map(|url| url.path().to_owned()),
            retry_after: text(headers, &RETRY_AFTER).and_then(|wait| retry_after(wait, now)),
            body: body(response, &base_url.host(), deadline)?,
        };
        match packed {
            Some(why) if !reply.body.is_empty() => Err(damaged(&base_url.host(), &why)),
            _ => Ok(reply),
        }
    }

    /// The body of a page.
    pub fn into_text(self) -> Result<String, SiteError> {
        String::from_utf8(self.body).map_err(|error| not_text(error.utf8_error().valid_up_to()))
    }
}

/// The error for a reply with a byte that is not text at this position.
pub fn not_text(at: usize) -> SiteError {
    SiteError::unexpected(format!(
        "the site sent something that is not text: byte {at} is not; nothing was stored: try again \
         later"
    ))
}

/// The body, within the size limit and the deadline.
fn body(mut response: Response, host: &str, deadline: Instant) -> Result<Vec<u8>, SiteError> {
    let mut body = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = response.read(&mut buffer);
        let read = read.map_err(|error| reading(&error, host))?;
        if read == 0 {
            return Ok(body);
        }
        body.extend_from_slice(&buffer[..read]);
        if body.len() > MAX_BODY {
            let limit = MAX_BODY >> 20;
            let message = format!("the reply of {host} is larger than {limit} MiB");
            return Err(SiteError::unexpected(
                message + ", unlike anything on the site",
            ));
        }
        if Instant::now() > deadline {
            return Err(timed_out(host));
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Seconds, or a date.
fn retry_after(text: &str, now: DateTime<Utc>) -> Option<Duration> {
    let wait = if let Ok(seconds) = text.trim().parse() {
        Duration::from_secs(seconds)
    } else {
        let date = DateTime::parse_from_rfc2822(text).ok()?;
        (date.to_utc() - now).to_std().ok()?
    };
    Some(wait.min(MAX_WAIT))
}

/// The failure of a request before there was a reply.
pub fn sending(error: &reqwest::Error, host: &str) -> SiteError {
    let io = || causes(error).find_map(|cause| cause.downcast_ref::<io::Error>());
    let message = if let Some(tls) = causes(error).find_map(tls) {
        let why = excerpt(&tls.to_string(), 160);
        format!(
            "no secure connection to {host}: {why}; possible reasons are a proxy, a login page of \
             the network, or a wrong clock"
        )
    } else if error.is_timeout() {
        return timed_out(host);
    } else if error.is_dns() {
        format!("the address of {host} cannot be found; is the network up?")
    } else if !error.is_connect() {
        return classify(error, host);
    } else if io().is_some_and(|io| io.kind() == io::ErrorKind::ConnectionRefused) {
        format!("{host} refuses connections, or a proxy on the way does; is the network up?")
    } else {
        let why = innermost(error);
        format!("cannot connect to {host}: {why}; is the network up?")
    };
    SiteError::new(FailureKind::Unreachable, message)
}

/// The failure to read a reply to its end.
fn reading(error: &io::Error, host: &str) -> SiteError {
    let inner: Option<&reqwest::Error> = error.get_ref().and_then(|inner| inner.downcast_ref());
    if error.kind() == io::ErrorKind::TimedOut || inner.is_some_and(reqwest::Error::is_timeout) {
        return timed_out(host);
    }
    match inner {
        Some(inner) => classify(inner, host),
        None => classify(error, host),
    }
}

fn timed_out(host: &str) -> SiteError {
    let message =
        format!("{host} did not answer in time; try again later, or set a longer AOC_TIMEOUT");
    SiteError::new(FailureKind::TimedOut, message)
}

/// The reply cannot be unpacked, or is not HTTP.
fn damaged(host: &str, why: &str) -> SiteError {
    SiteError::unexpected(format!(
        "the reply of {host} is damaged ({why}); try again later"
    ))
}

/// The message of the innermost cause.
pub fn innermost(error: &(dyn Error + 'static)) -> String {
    excerpt(&causes(error).last().unwrap_or(error).to_string(), 160)
}

/// An interrupted reply may be complete the next time; one that makes no sense
/// is what the server sends.
fn classify(error: &(dyn Error + 'static), host: &str) -> SiteError {
    let why = innermost(error);
    if !causes(error).any(broke_off) {
        return damaged(host, &why);
    }
    let message = format!("the connection to {host} was interrupted ({why}); try again");
    SiteError::new(FailureKind::BrokenOff, message)
}

fn broke_off(cause: &(dyn Error + 'static)) -> bool {
    if let Some(io) = cause.downcast_ref::<io::Error>() {
        return matches!(
            io.kind(),
            io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::BrokenPipe
                | io::ErrorKind::UnexpectedEof
        );
    }
    // Naming hyper's error type would take a dependency on it.
    let words = cause.to_string();
    words.contains("connection closed before message completed")
        || words.contains("end of file before message length reached")
        || words.contains("unexpected EOF")
}

fn tls<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    cause.downcast_ref().or_else(|| {
        // What an `io::Error` contains is not part of its chain of sources, and
        // may itself be an `io::Error`.
        let inner: &'a (dyn Error + 'static) = cause.downcast_ref::<io::Error>()?.get_ref()?;
        tls(inner)
    })
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    iter::from_fn(move || {
        let cause = next?;
        next = cause.source();
        Some(cause)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_seconds_or_dates_and_have_a_limit() {
        let now = "2025-12-01T05:00:00Z".parse().expect("an instant");
        for (text, wait) in [
            ("120", Some(Duration::from_mins(2))),
            (" 0 ", Some(Duration::ZERO)),
            (
                "Mon, 01 Dec 2025 05:00:30 GMT",
                Some(Duration::from_secs(30)),
            ),
            ("Mon, 01 Dec 2025 04:00:00 GMT", None),
            ("18446744073709551615", Some(MAX_WAIT)),
            ("99999999999999999999999", None),
            ("-1", None),
            ("soon", None),
        ] {
            assert_eq!(retry_after(text, now), wait, "{text}");
        }
    }
}
