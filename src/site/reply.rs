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
use crate::text::excerpt;

/// The longest wait that is believed.
const MAX_WAIT: Duration = Duration::from_hours(30 * 24);

/// A reply that came whole, whatever it says.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The kind of body, as the server names it.
    pub content_type: Option<String>,
    /// Where a redirect would lead.
    pub location: Option<Location>,
    /// How long the server asks to wait.
    pub retry_after: Option<Duration>,
    /// The body, unpacked.
    pub body: Vec<u8>,
}

/// Where a redirect would lead.
#[derive(Debug)]
pub struct Location {
    /// In words.
    pub shown: String,
    /// The path, if it is another one on the same origin.
    pub own_path: Option<String>,
}

impl Reply {
    /// The whole reply, if it comes before `deadline`.
    pub fn read(
        response: Response,
        origin: &BaseUrl,
        clock: &ServerClock,
        deadline: Instant,
    ) -> Result<Self, SiteError> {
        let headers = response.headers();
        let asked = response.url().path().to_owned();
        // What is unpacked on the way has lost this header.
        let packed = text(headers, &CONTENT_ENCODING)
            .filter(|packed| !packed.eq_ignore_ascii_case("identity"))
            .map(|text| excerpt(text, 160));
        let reply = Self {
            status: response.status().as_u16(),
            content_type: text(headers, &CONTENT_TYPE).map(str::to_ascii_lowercase),
            location: text(headers, &LOCATION)
                .map(|location| Location::new(location, origin, &asked)),
            retry_after: text(headers, &RETRY_AFTER)
                .and_then(|wait| retry_after(wait, clock.now())),
            body: body(response, origin, deadline)?,
        };
        match packed {
            Some(packed) if !reply.body.is_empty() => Err(SiteError::Damaged {
                host: origin.host(),
                why: format!("packed as '{packed}', which was not asked for"),
            }),
            _ => Ok(reply),
        }
    }
}

impl Location {
    fn new(location: &str, origin: &BaseUrl, asked: &str) -> Self {
        Self {
            shown: excerpt(location, 160),
            own_path: origin
                .resolve(location)
                .filter(|url| origin.has(url))
                .map(|url| url.path().to_owned())
                .filter(|path| path != asked),
        }
    }
}

/// The body, if it stays within the size that anything on the site has.
fn body(mut response: Response, origin: &BaseUrl, deadline: Instant) -> Result<Vec<u8>, SiteError> {
    let host = || origin.host();
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
    fn waits_are_seconds_or_dates_and_never_for_ever() {
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
