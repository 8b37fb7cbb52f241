//! A reply, read whole and within limits, and what the HTTP library's errors
//! mean. Messages contain neither addresses nor request headers.

use std::error::Error;
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};

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
        let location = header(LOCATION);
        let target = location.as_ref().and_then(|to| base_url.own(to));
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
                Err(error) => return Err(failure(&error, &host)),
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
    }
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

fn timed_out(host: &str) -> SiteError {
    let advice = "try again later, or set a longer AOC_TIMEOUT";
    SiteError::of_server(format!("{host} did not answer in time; {advice}"), 2)
}

/// The failure to send a request, or to read its reply to the end.
pub fn failure(error: &(dyn Error + 'static), host: &str) -> SiteError {
    let http = |is: fn(&reqwest::Error) -> bool| {
        causes(error).any(|cause| cause.downcast_ref().is_some_and(is))
    };
    let io = |kinds: &[ErrorKind]| {
        let mut io = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
        io.any(|io| kinds.contains(&io.kind()))
    };
    let why = innermost(error);
    let is_connect = http(reqwest::Error::is_connect);
    if http(reqwest::Error::is_timeout) || io(&[ErrorKind::TimedOut]) {
        SiteError {
            sent: !is_connect,
            ..timed_out(host)
        }
    } else if is_connect {
        let tls = causes(error).find_map(|cause| cause.downcast_ref::<rustls::Error>());
        SiteError::unreachable(if let Some(tls) = tls {
            let why = excerpt(&tls.to_string(), 160);
            format!(
                "no secure connection to {host}: {why}; possible reasons are a proxy, a login page \
                 of the network, or a wrong clock"
            )
        } else if http(reqwest::Error::is_dns) {
            format!("the address of {host} cannot be found; is the network up?")
        } else if io(&[ErrorKind::ConnectionRefused]) {
            format!("{host} refuses connections, or a proxy on the way does; is the network up?")
        } else {
            format!("cannot connect to {host}: {why}; is the network up?")
        })
    } else if io(&[
        ErrorKind::BrokenPipe,
        ErrorKind::ConnectionAborted,
        ErrorKind::ConnectionReset,
        ErrorKind::UnexpectedEof,
    ]) || causes(error).any(is_cut)
    {
        // It may be complete the next time.
        SiteError {
            tries: 3,
            ..SiteError::unexpected(format!(
                "the connection to {host} was interrupted ({why}); try again"
            ))
        }
    } else {
        // It cannot be unpacked, or is not HTTP.
        let message = format!("the reply of {host} is damaged ({why}); try again later");
        SiteError::unexpected(message)
    }
}

/// The message of the innermost cause.
pub fn innermost(error: &(dyn Error + 'static)) -> String {
    excerpt(&causes(error).last().unwrap_or(error).to_string(), 160)
}

/// Naming hyper's error type would take a dependency on it.
fn is_cut(cause: &(dyn Error + 'static)) -> bool {
    let words = cause.to_string();
    words.contains("connection closed before message completed")
        || words.contains("end of file before message length reached")
        || words.contains("unexpected EOF")
}

/// An error and its causes.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |error| {
        let error: &'a (dyn Error + 'static) = *error;
        // What an `io::Error` contains is not part of its chain of sources.
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
