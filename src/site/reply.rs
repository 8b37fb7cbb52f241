//! A reply, read whole and within limits, and what the HTTP library's errors
//! mean. Messages contain neither addresses nor request headers.

use std::error::Error;
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};

use super::error::SiteError;
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
    /// `location` is another page of the same host.
    pub leads_to_own_page: bool,
    /// `Retry-After`.
    pub retry_after: Option<Duration>,
    /// The body, unpacked.
    pub body: Vec<u8>,
}

impl Reply {
    /// Reads a reply to its end; an error at the `deadline`. `now` is the time on
    /// the site.
    pub fn read(
        mut response: Response,
        base_url: &BaseUrl,
        now: DateTime<Utc>,
        deadline: Instant,
    ) -> Result<Self, SiteError> {
        let host = base_url.host();
        let header =
            |name: HeaderName| Some(response.headers().get(name)?.to_str().ok()?.to_owned());
        // reqwest removes this header when it unpacks the body.
        let packing = header(CONTENT_ENCODING).filter(|it| !it.eq_ignore_ascii_case("identity"));
        let location = header(LOCATION);
        let target = location
            .as_deref()
            .and_then(|location| base_url.own(location));
        let mut reply = Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE).map(|it| it.to_ascii_lowercase()),
            leads_to_own_page: target.is_some_and(|url| url.path() != response.url().path()),
            location: location.map(|location| excerpt(&location, 160)),
            retry_after: header(RETRY_AFTER).and_then(|wait| retry_after(&wait, now)),
            body: Vec::new(),
        };
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let read = response.read(&mut buffer);
            match read.map_err(|error| reading(&error, &host))? {
                0 => break,
                read => reply.body.extend_from_slice(&buffer[..read]),
            }
            if reply.body.len() > MAX_BODY {
                let limit = MAX_BODY >> 20;
                return Err(SiteError::unexpected(format!(
                    "the reply of {host} is larger than {limit} MiB, unlike anything on the site"
                )));
            }
            if Instant::now() > deadline {
                return Err(timed_out(&host));
            }
        }
        match packing.filter(|_| !reply.body.is_empty()) {
            None => Ok(reply),
            Some(packing) => {
                let packing = excerpt(&packing, 160);
                let why = format!("packed as '{packing}', which was not asked for");
                Err(damaged(&host, &why))
            }
        }
    }
}

/// The error for a reply with a byte that is not text at this position.
pub fn not_text(at: usize) -> SiteError {
    SiteError::unexpected(format!(
        "the site sent something that is not text: byte {at} is not; nothing was stored: try again \
         later"
    ))
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
    let io = causes(error).find_map(|cause| cause.downcast_ref::<io::Error>());
    SiteError::unreachable(if let Some(tls) = causes(error).find_map(tls) {
        let why = excerpt(&tls.to_string(), 160);
        format!(
            "no secure connection to {host}: {why}; possible reasons are a proxy, a login page of \
             the network, or a wrong clock"
        )
    } else if error.is_timeout() {
        let sent = !error.is_connect();
        return SiteError {
            sent,
            ..timed_out(host)
        };
    } else if error.is_dns() {
        format!("the address of {host} cannot be found; is the network up?")
    } else if !error.is_connect() {
        let sent = !error.is_builder();
        return SiteError {
            sent,
            ..broken(error, host)
        };
    } else if io.is_some_and(|io| io.kind() == ErrorKind::ConnectionRefused) {
        format!("{host} refuses connections, or a proxy on the way does; is the network up?")
    } else {
        let why = innermost(error);
        format!("cannot connect to {host}: {why}; is the network up?")
    })
}

/// The failure to read a reply to its end.
fn reading(error: &io::Error, host: &str) -> SiteError {
    let inner: Option<&reqwest::Error> = error.get_ref().and_then(|inner| inner.downcast_ref());
    match inner {
        _ if error.kind() == ErrorKind::TimedOut => timed_out(host),
        Some(inner) if inner.is_timeout() => timed_out(host),
        Some(inner) => broken(inner, host),
        None => broken(error, host),
    }
}

fn timed_out(host: &str) -> SiteError {
    let advice = "try again later, or set a longer AOC_TIMEOUT";
    SiteError::of_server(format!("{host} did not answer in time; {advice}"), 2)
}

/// The reply cannot be unpacked, or is not HTTP.
fn damaged(host: &str, why: &str) -> SiteError {
    let message = format!("the reply of {host} is damaged ({why}); try again later");
    SiteError::unexpected(message)
}

/// The message of the innermost cause.
pub fn innermost(error: &(dyn Error + 'static)) -> String {
    excerpt(&causes(error).last().unwrap_or(error).to_string(), 160)
}

/// An interrupted reply may be complete the next time; one that makes no sense
/// is what the server sends.
fn broken(error: &(dyn Error + 'static), host: &str) -> SiteError {
    let why = innermost(error);
    if !causes(error).any(is_interruption) {
        return damaged(host, &why);
    }
    let message = format!("the connection to {host} was interrupted ({why}); try again");
    let tries = 3;
    SiteError {
        tries,
        ..SiteError::unexpected(message)
    }
}

fn is_interruption(cause: &(dyn Error + 'static)) -> bool {
    if let Some(io) = cause.downcast_ref::<io::Error>() {
        use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
        let kinds = [
            BrokenPipe,
            ConnectionAborted,
            ConnectionReset,
            UnexpectedEof,
        ];
        return kinds.contains(&io.kind());
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
    iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| {
        (*error).source()
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
