//! Reads replies within limits. One table turns the unexpected replies of all endpoints into
//! errors.

use std::io::Read;
use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::blocking::Response;
use reqwest::header::{
    CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER, SET_COOKIE,
};

use super::client::{SiteClient, SiteReply};
use super::clock::ClockReading;
use super::connection::{damaged_reply_error, innermost_cause, request_error};
use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::request::{Endpoint, SETTINGS_PAGE, SiteRequest};
use super::throttle::MAX_BACKOFF;
use super::validate::{quoted, validate};
use crate::config::SITE;
use crate::inputs::InputRefusal;
use crate::pages::{is_html, parse_html, short_excerpt, title};
use crate::puzzle::Puzzle;
use crate::terminal::span;

/// The pause after the status 429 if the reply does not name one.
const DEFAULT_BACKOFF: Duration = Duration::from_mins(2);

/// The size limit of a reply in bytes, unpacked. The largest known input has 150 kB.
const MAX_BODY: usize = 10 << 20;

impl SiteClient {
    /// Reads a reply with the status 200. Any other status is an error. So is a body that says that
    /// the puzzle is locked or that a session is needed, which the site sends instead of an input.
    /// The messages of some errors depend on the time, so they learn it first.
    pub(super) fn read_reply(
        &self,
        response: Response,
        request: &SiteRequest,
        time: Option<ClockReading>,
    ) -> SiteResult<SiteReply> {
        let status = response.status().as_u16();
        // Only a proxy or the login page of a network sends these statuses, so the date of the
        // reply is not the site's.
        if let 407 | 511 = status {
            let who = if status == 407 { "proxy" } else { "network" };
            let message = format!("the {who} asks for a login ({status})");
            return Err(SiteError::new(SiteErrorKind::OtherServer, message));
        }
        if status >= 400 {
            self.learn_time(time);
        }
        let headers = response.headers().clone();
        if let Some(error) = self.status_error(status, &headers, request) {
            return Err(error);
        }
        let mut body = Vec::new();
        let was_read = self.read_body(response, &mut body);
        // With another status, the body only explains the error, so its beginning is enough.
        if status == 200 {
            was_read?;
        }
        let shown = request.redact(&String::from_utf8_lossy(&body));
        if let Some(puzzle) = request.endpoint.puzzle() {
            match InputRefusal::of(&shown) {
                Some(InputRefusal::TooEarly) => {
                    self.learn_time(time);
                    return Err(self.locked_request_error(puzzle, request));
                }
                Some(InputRefusal::LogIn) => return Err(request.refusal_error()),
                None => {}
            }
        }
        match status {
            200 => {}
            404 => return Err(self.not_found_error(request)),
            _ => return Err(other_status_error(status, &shown)),
        }
        let coding = header(&headers, CONTENT_ENCODING);
        let content_type = header(&headers, CONTENT_TYPE);
        Ok(SiteReply {
            text: validate(body, coding, content_type, request)?,
            ends_session: request.session().is_some() && ends_session(&headers),
            time,
        })
    }

    /// The error for a status whose meaning does not depend on the body, which may be late or
    /// broken. `None` for any other status.
    fn status_error(
        &self,
        status: u16,
        headers: &HeaderMap,
        request: &SiteRequest,
    ) -> Option<SiteError> {
        let retry_after = retry_after(header(headers, RETRY_AFTER), self.time().now());
        Some(match status {
            400 if request.endpoint.puzzle().is_none() => request.refusal_error(),
            401 => request.refusal_error(),
            300..=399 if headers.contains_key(LOCATION) => {
                self.redirect_error(header(headers, LOCATION), request)
            }
            403 => {
                let message = "the site refused this client (403)";
                SiteError::new(SiteErrorKind::Forbidden, message).with_hint(format!(
                    "do not try again, and look at {} for a newer version",
                    env!("CARGO_PKG_REPOSITORY")
                ))
            }
            // Servers send this status before they close an idle connection. A proxy may have
            // passed the request on.
            408 => damaged_reply_error(self.base_url.host(), "408 Request Timeout"),
            429 => {
                let pause = retry_after.unwrap_or(DEFAULT_BACKOFF);
                self.state.back_off(pause);
                let advice = retry_advice(pause);
                let message = format!("the site asks for fewer requests (429): {advice}");
                SiteError::new(SiteErrorKind::RateLimited, message)
            }
            500..=599 => server_error(status, retry_after),
            _ => return None,
        })
    }

    /// The error for a missing page. A puzzle before its unlock counts as locked, whatever the page
    /// says.
    fn not_found_error(&self, request: &SiteRequest) -> SiteError {
        // The list of events has no link to the settings.
        let overview = if request.path == SETTINGS_PAGE {
            SETTINGS_PAGE
        } else {
            "/events"
        };
        let hint = format!("see {SITE}{overview}");
        let message = match &request.endpoint {
            Endpoint::OwnPage { name } | Endpoint::Leaderboard { name } => {
                format!("the site has no {name} (404)")
            }
            Endpoint::PuzzlePage(puzzle) | Endpoint::Input(puzzle) | Endpoint::Answer(puzzle) => {
                if self.time().until_unlocked(*puzzle).is_some() {
                    return self.locked_request_error(*puzzle, request);
                }
                "the site has no such puzzle (404)".to_owned()
            }
        };
        SiteError::new(SiteErrorKind::NotFound, message).with_hint(hint)
    }

    fn locked_request_error(&self, puzzle: Puzzle, request: &SiteRequest) -> SiteError {
        let account = request
            .session()
            .and_then(|session| session.place.account());
        let error = self.locked_error(puzzle, account);
        match request.endpoint {
            Endpoint::Answer(_) => error.with_hint("submit the answer again when it is unlocked"),
            _ => error,
        }
    }

    /// Reads a reply, and appends it to the body. After an error, the body contains everything that
    /// was read before.
    fn read_body(&self, mut response: impl Read, body: &mut Vec<u8>) -> SiteResult<()> {
        let host = self.base_url.host();
        let mut buffer = vec![0; 64 << 10];
        while body.len() <= MAX_BODY {
            match response.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(read) => body.extend_from_slice(&buffer[..read]),
                Err(error) => {
                    return Err(match error.downcast::<reqwest::Error>() {
                        Ok(error) => request_error(&error, host),
                        Err(error) => damaged_reply_error(host, &innermost_cause(&error)),
                    });
                }
            }
        }
        let limit = MAX_BODY >> 20;
        Err(SiteError::unknown_reply(format!(
            "the reply of {host} is larger than {limit} MiB"
        )))
    }

    /// The error for a redirect. Redirects are never followed.
    fn redirect_error(&self, location: &str, request: &SiteRequest) -> SiteError {
        // Without a valid session, the site redirects to a public page.
        if let Some(target) = self.base_url.same_origin(location)
            && target.path() != request.path
            && !location.is_empty()
        {
            let error = request.refusal_error();
            // A redirect to any page but the login may follow a graded answer.
            return if request.body.is_none() || location.contains("/auth/login") {
                error
            } else {
                error.after_sending()
            };
        }
        // The header may be empty or unreadable.
        let target = quoted(" to ", &short_excerpt(&request.redact(location)), "");
        let message = format!("the site redirects{target}, which is not followed");
        SiteError::new(SiteErrorKind::OtherServer, message)
    }
}

/// The error for a status without a rule of its own. It quotes the site.
fn other_status_error(status: u16, shown: &str) -> SiteError {
    let said = if is_html(shown, "") {
        title(&parse_html(shown))
    } else {
        short_excerpt(shown)
    };
    let said = quoted(" ('", &said, "')");
    SiteError::unknown_reply(format!("the site answered {status}{said}"))
        .with_hint("nothing was stored")
}

fn server_error(status: u16, retry_after: Option<Duration>) -> SiteError {
    let kind = SiteErrorKind::ServerFailed {
        status,
        retry_after: retry_after.unwrap_or_default(),
    };
    let error = SiteError::new(kind, format!("the server failed ({status})"));
    match retry_after {
        Some(wait) => error.with_hint(retry_advice(wait)),
        None => error,
    }
}

/// The advice about the next request after this pause. `Retry-After` may be zero.
fn retry_advice(pause: Duration) -> String {
    if pause.is_zero() {
        return "try again".to_owned();
    }
    format!("try again in {}", span(pause))
}

/// True if the site deletes its cookie, as it does when it refuses the session.
fn ends_session(headers: &HeaderMap) -> bool {
    headers.get_all(SET_COOKIE).iter().any(|cookie| {
        let cookie = cookie.to_str().unwrap_or_default();
        let value = cookie.split(';').next().unwrap_or_default();
        let (name, value) = value.split_once('=').unwrap_or_default();
        name.trim() == "session" && value.trim_matches([' ', '"']).is_empty()
    })
}

/// The pause in a `Retry-After` header, which is a number of seconds or a date.
fn retry_after(header: &str, now: DateTime<Utc>) -> Option<Duration> {
    let wait = if let Ok(seconds) = header.trim().parse() {
        Duration::from_secs(seconds)
    } else {
        let date = DateTime::parse_from_rfc2822(header).ok()?;
        (date.to_utc() - now).to_std().ok()?
    };
    Some(wait.min(MAX_BACKOFF))
}

/// The value of a header. Empty if the header is missing or not ASCII.
fn header(headers: &HeaderMap, name: HeaderName) -> &str {
    let value = headers.get(name);
    value.and_then(|value| value.to_str().ok()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use chrono::{Offset, Utc};

    use super::super::cache_file::{SiteConfig, UnwrittenFiles};
    use super::super::session::{Session, SessionPlace};
    use super::*;
    use crate::config::{Environment, Settings};
    use crate::puzzle::Puzzle;
    use crate::testing::{clock_at, environment};

    /// A client without a cache folder. The user's time zone is UTC.
    fn client(now: fn() -> DateTime<Utc>) -> SiteClient {
        let environment = Environment {
            clock: clock_at(now),
            local_offset: |_| Utc.fix(),
            ..environment(Path::new("/"), &[])
        };
        let config = SiteConfig {
            settings: &Settings::default(),
            environment: &environment,
            unwritten: &UnwrittenFiles::default(),
        };
        SiteClient::new(config, Box::new(|_, _| ()))
    }

    #[test]
    fn a_reply_without_end_is_read_up_to_its_size() {
        let client = client(|| DateTime::UNIX_EPOCH);
        let body = |bytes| {
            let mut body = Vec::new();
            let read = client.read_body(io::repeat(b'1').take(bytes), &mut body);
            read.map(|()| body)
        };
        let limit = MAX_BODY as u64;
        assert_eq!(body(limit).expect("a body").len(), MAX_BODY);
        let too_large = body(limit + 1).expect_err("too large");
        assert_eq!(too_large.kind, SiteErrorKind::UnknownReply);
        assert!(
            too_large.message().ends_with("is larger than 10 MiB"),
            "{too_large}"
        );
    }

    #[test]
    fn waits_are_seconds_or_dates_and_have_a_limit() {
        let now = "2025-12-01T05:00:00Z".parse().expect("an instant");
        let minute = Duration::from_mins(1);
        for (header, wait) in [
            ("0", Some(Duration::ZERO)),
            (" 60 ", Some(minute)),
            ("7200", Some(Duration::from_hours(2))),
            ("Mon, 01 Dec 2025 05:01:00 GMT", Some(minute)),
            ("Mon, 01 Dec 2025 04:00:00 GMT", None),
            ("Tue, 01 Dec 2026 05:00:00 GMT", Some(MAX_BACKOFF)),
            ("86401", Some(MAX_BACKOFF)),
            ("18446744073709551615", Some(MAX_BACKOFF)),
            ("99999999999999999999999", None),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(retry_after(header, now), wait, "{header}");
        }
    }

    #[test]
    fn a_pause_of_no_time_is_not_called_one_of_0s() {
        assert_eq!(retry_advice(Duration::ZERO), "try again");
        assert_eq!(retry_advice(Duration::from_secs(1)), "try again in 1s");
    }

    #[test]
    fn a_session_ends_with_a_cookie_that_is_empty() {
        for (cookies, ends) in [
            (&["session=; Path=/; Max-Age=0"][..], true),
            (&["session=\"\"; Path=/"], true),
            (&["a=1", " session = "], true),
            (&["session=1f; Path=/"], false),
            (&["other=; Path=/"], false),
            (&["session"], false),
            (&[], false),
        ] {
            let cookies = cookies
                .iter()
                .map(|cookie| cookie.parse().expect("a value"));
            let headers = cookies.map(|cookie| (SET_COOKIE, cookie)).collect();
            assert_eq!(ends_session(&headers), ends, "{headers:?}");
        }
    }

    #[test]
    fn a_puzzle_that_the_site_does_not_have_is_locked_until_its_unlock() {
        let client = client(|| "2025-12-01T05:00:01Z".parse().expect("an instant"));
        for (day, kind) in [(1, SiteErrorKind::NotFound), (2, SiteErrorKind::Locked)] {
            let request = SiteRequest::page(Puzzle::of(2025, day), None);
            assert_eq!(client.not_found_error(&request).kind, kind, "{day}");
        }
    }

    #[test]
    fn a_refusal_names_the_session_or_the_way_to_one() {
        let place = SessionPlace::Variable("AOC_SESSION");
        let session = Session::new(b"ab", place).expect("a session");
        for (session, expected) in [
            (None, "the site asks for a session; run `aoc login`"),
            (
                Some(&session),
                "the site does not accept the session from AOC_SESSION: it has expired or is \
                 wrong; set AOC_SESSION again, or unset it and run `aoc login`",
            ),
        ] {
            let refused = SiteRequest::page(Puzzle::of(2020, 22), session).refusal_error();
            assert_eq!(refused.to_string(), expected);
        }
    }
}
