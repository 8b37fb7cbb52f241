//! A reply, read whole and within limits.

use std::io::Read;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{
    CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER,
};

use super::clock::ServerClock;
use super::error::SiteError;
use super::failure;
use super::limits::MAX_BODY;
use crate::config::BaseUrl;
use crate::terminal::excerpt;

/// Longer waits are taken as this.
const MAX_WAIT: Duration = Duration::from_hours(30 * 24);

/// A complete reply.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// In lower case.
    pub content_type: Option<String>,
    /// Where a redirect would lead.
    pub location: Option<Location>,
    /// `Retry-After`.
    pub retry_after: Option<Duration>,
    /// The body, unpacked.
    pub body: Vec<u8>,
}

/// Where a redirect would lead.
#[derive(Debug)]
pub struct Location {
    /// The address as the server gave it, sanitized.
    pub shown: String,
    /// The path, if it is another one on the same host.
    pub own_path: Option<String>,
}

impl Reply {
    /// Reads a reply to its end; an error at the `deadline`.
    pub fn read(
        response: Response,
        base_url: &BaseUrl,
        clock: &ServerClock,
        deadline: Instant,
    ) -> Result<Self, SiteError> {
        let headers = response.headers();
        let asked = response.url().path().to_owned();
        // reqwest removes this header when it unpacks the body.
        let packed = text(headers, &CONTENT_ENCODING)
            .filter(|packed| !packed.eq_ignore_ascii_case("identity"))
            .map(|text| excerpt(text, 160));
        let reply = Self {
            status: response.status().as_u16(),
            content_type: text(headers, &CONTENT_TYPE).map(str::to_ascii_lowercase),
            location: text(headers, &LOCATION)
                .map(|location| Location::new(location, base_url, &asked)),
            retry_after: text(headers, &RETRY_AFTER)
                .and_then(|wait| retry_after(wait, clock.now())),
            body: body(response, base_url, deadline)?,
        };
        match packed {
            Some(packed) if !reply.body.is_empty() => Err(SiteError::Damaged {
                host: base_url.host(),
                why: format!("packed as '{packed}', which was not asked for"),
            }),
            _ => Ok(reply),
        }
    }
}

impl Location {
    fn new(location: &str, base_url: &BaseUrl, asked: &str) -> Self {
        Self {
            shown: excerpt(location, 160),
            own_path: base_url
                .resolve(location)
                .filter(|url| base_url.has(url))
                .map(|url| url.path().to_owned())
                .filter(|path| path != asked),
        }
    }
}

/// The text of a reply that is a page.
pub fn page_text(reply: Reply) -> Result<String, SiteError> {
    String::from_utf8(reply.body).map_err(|error| SiteError::NotText {
        at: error.utf8_error().valid_up_to(),
    })
}

/// The body, within the size limit and the deadline.
fn body(
    mut response: Response,
    base_url: &BaseUrl,
    deadline: Instant,
) -> Result<Vec<u8>, SiteError> {
    let host = || base_url.host();
    let mut body = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = response
            .read(&mut buffer)
            .map_err(|error| failure::reading(&error, host()))?;
        if read == 0 {
            return Ok(body);
        }
        body.extend_from_slice(&buffer[..read]);
        if body.len() > MAX_BODY {
            return Err(SiteError::TooLarge {
                host: host(),
                limit: MAX_BODY,
            });
        }
        if Instant::now() > deadline {
            return Err(SiteError::TimedOut { host: host() });
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
