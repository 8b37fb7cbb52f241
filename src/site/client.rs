//! `Site` sends requests with everything that a guest owes: a name, the rate
//! limit, and for a GET retries with growing pauses. A POST has an effect and is
//! sent once. Each endpoint has a file of its own, which adds its method.
//!
//! Puzzles unlock at a known instant: no request is made long before it, and
//! `--wait` waits for it.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::blocking::{Client, RequestBuilder};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderValue};
use reqwest::redirect::Policy;

use super::clock::ServerClock;
use super::error::{FailureKind, SiteError, Unanswered};
use super::notice::{Listener, Notice};
use super::refusal::USUAL_PAUSE;
use super::reply::{self, Reply};
use super::session::Session;
use super::state::{SiteConfig, SiteState};
use crate::config::BaseUrl;
use crate::puzzle::{Puzzle, unlock};

/// The default time limit of one request, the reply's body included: pages are
/// 50 kB, which a very slow line transfers in a minute. All other limits are a
/// part of it, so that one setting scales them.
const TOTAL: Duration = Duration::from_mins(1);

/// The longest contact that is sent.
const MAX_CONTACT: usize = 120;

/// The error that a clock may have: closer to the unlock than this, the site
/// decides.
const SLOP: Duration = Duration::from_mins(1);

/// The number of requests after the unlock while the site still says that
/// the puzzle is locked.
const LATE_TRIES: u32 = 5;

#[derive(Debug)]
pub struct Site {
    http: Client,
    base_url: BaseUrl,
    state: SiteState,
    clock: ServerClock,
    /// The time limit of one request from end to end.
    total: Duration,
    /// The user was warned that the session is sent unencrypted.
    warned: Cell<bool>,
    /// The puzzle of the last request that succeeded.
    opened: Cell<Option<Puzzle>>,
}

impl Site {
    /// Makes no request yet.
    pub fn new(config: &SiteConfig) -> Result<Self, SiteError> {
        let base_url = config.base_url.clone();
        let total = config.timeout.unwrap_or(TOTAL);
        // An error means that the process has a provider already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .user_agent(user_agent(config.contact.as_deref()))
            .redirect(Policy::none())
            // What is sent again, and when, is decided here.
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout(connect_limit(total))
            // In the blocking client this is the time limit for the reply's
            // head, and then for each read.
            .timeout(total / 3);
        if !base_url.is_secure() {
            // Reading the system's certificates takes 10 ms and may fail.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| {
            let message = format!(
                "cannot make HTTPS requests on this machine: {}; are CA certificates installed?",
                reply::innermost(&error)
            );
            SiteError::new(FailureKind::Unreachable, message)
        })?;
        let state = SiteState::new(config);
        Ok(Self {
            http,
            clock: ServerClock::new(config.now, state.clock_ahead()),
            state,
            base_url,
            total,
            warned: Cell::new(false),
            opened: Cell::new(None),
        })
    }

    /// The time on the site, as far as it is known.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The time until `instant` on the site; `None` if it is past.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        self.clock.until(instant)
    }

    /// The lead of the site's clock, if there was a reply.
    pub fn clock_ahead(&self) -> Option<TimeDelta> {
        self.clock.measured()
    }

    /// Requests a path, several times if the server fails, but at most so many.
    pub(super) fn get(
        &self,
        path: &str,
        session: Option<&Session>,
        max_tries: u32,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        self.warn_if_unencrypted(session, listener);
        let overall = self.total * 5 / 2;
        let start = Instant::now();
        // Waiting for the rate limit does not count against the time limits.
        let mut waited = Duration::ZERO;
        let mut tries = 0;
        loop {
            let wait = self.state.wait(listener);
            waited += wait.map_err(SiteError::backing_off)?;
            tries += 1;
            let left = overall.saturating_sub(start.elapsed().saturating_sub(waited));
            let request = self.http.get(self.base_url.at(path));
            let reply = self.once(request, ("GET", path), session, left, listener);
            let (failed, asked) = match reply {
                Ok(reply) => match server_failure(&reply, session, tries) {
                    None => return Ok(reply),
                    Some(failed) => (failed, reply.retry_after),
                },
                Err(failed) => (failed.error, None),
            };
            if tries >= failed.tries().min(max_tries) {
                return Err(failed);
            }
            let pause = asked.unwrap_or_default().max(self.pause(tries));
            let spent = start.elapsed().saturating_sub(waited);
            // The next try must have enough time to succeed.
            if spent + pause + connect_limit(self.total) > overall {
                return Err(match asked {
                    Some(wait) if failed.kind == FailureKind::ServerFailed => {
                        failed.with_wait(wait)
                    }
                    _ => failed,
                });
            }
            let why = failed.cause().to_owned();
            listener(&Notice::Retrying { why, pause });
            thread::sleep(pause);
        }
    }

    /// Waits until an answer can be sent at once, so that the caller can record it
    /// before.
    pub fn await_turn(
        &self,
        puzzle: Puzzle,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<(), SiteError> {
        self.await_unlock(puzzle, false, listener)?;
        self.warn_if_unencrypted(Some(session), listener);
        self.state.wait(listener).map_err(SiteError::backing_off)?;
        Ok(())
    }

    /// Sends a form once and at once, whatever comes of it.
    pub(super) fn post(
        &self,
        path: &str,
        form: String,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Reply, Unanswered> {
        let request = self.http.post(self.base_url.at(path));
        let request = request
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            // There is no second try, so this one gets all the time.
            .timeout(self.total)
            .body(form);
        let reply = self.once(request, ("POST", path), Some(session), self.total, listener)?;
        match server_failure(&reply, Some(session), 1) {
            None => Ok(reply),
            Some(error) => Err(Unanswered { error, sent: true }),
        }
    }

    fn warn_if_unencrypted(&self, session: Option<&Session>, listener: Listener<'_>) {
        let is_clear = !self.base_url.is_secure() && !self.base_url.is_loopback();
        if session.is_some() && is_clear && !self.warned.replace(true) {
            let host = self.base_url.host();
            listener(&Notice::Unencrypted { host });
        }
    }

    /// The pause after so many tries: a second, doubled with each, and randomly up
    /// to half as much again, so that processes that failed together do not come
    /// back together. A longer time limit is for slow lines, and does not make the
    /// pauses longer.
    fn pause(&self, tries: u32) -> Duration {
        let pause = (self.total / 60).min(Duration::from_secs(1)) * 2_u32.pow(tries - 1);
        let random = u32::try_from(RandomState::new().hash_one(0) >> 32).unwrap_or_default();
        pause + pause.mul_f64(0.5 * f64::from(random) / f64::from(u32::MAX))
    }

    /// Sends a request, which is named for the listener by its method and path.
    /// A 429 begins a pause.
    fn once(
        &self,
        mut request: RequestBuilder,
        (method, path): (&'static str, &str),
        session: Option<&Session>,
        left: Duration,
        listener: Listener<'_>,
    ) -> Result<Reply, Unanswered> {
        if let Some(session) = session {
            let cookie = format!("session={}", session.token.secret());
            let mut cookie = HeaderValue::from_str(&cookie).expect("a token is hexadecimal");
            cookie.set_sensitive(true);
            request = request.header(COOKIE, cookie);
        }
        let start = Instant::now();
        let response = request.send().map_err(|error| Unanswered {
            sent: !error.is_connect() && !error.is_builder(),
            error: reply::sending(&error, &self.base_url.host()),
        })?;
        let took = start.elapsed();
        if let Some(ahead) = self.clock.learn(response.headers(), took, listener) {
            self.state.set_clock_ahead(ahead);
        }
        listener(&Notice::Answered {
            method,
            // A query may have a key.
            path: path.split('?').next().unwrap_or_default().to_owned(),
            status: response.status().as_u16(),
            took,
        });
        let deadline = start + self.total.min(left);
        let reply = Reply::read(response, &self.base_url, self.now(), deadline)
            .map_err(|error| Unanswered { error, sent: true })?;
        if reply.status == 429 {
            self.state
                .back_off(reply.retry_after.unwrap_or(USUAL_PAUSE));
        }
        Ok(reply)
    }

    /// Makes the request `ask` for something that exists from the unlock on: at
    /// once, unless it is clearly too early, or with `wait` after the unlock.
    ///
    /// `ask` must release its locks, so that no other process has to wait for a
    /// countdown.
    pub fn once_unlocked<T, E: From<SiteError>>(
        &self,
        puzzle: Puzzle,
        wait: bool,
        listener: Listener<'_>,
        is_locked: impl Fn(&E) -> bool,
        mut ask: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        let mut late = 0;
        loop {
            // With the input downloaded, the page needs no second countdown: the
            // dates of replies differ by a second.
            if self.opened.get() != Some(puzzle) {
                self.await_unlock(puzzle, wait, listener)?;
            }
            let error = match ask() {
                Ok(done) => {
                    self.opened.set(Some(puzzle));
                    return Ok(done);
                }
                Err(error) => error,
            };
            late += 1;
            if !(wait && is_locked(&error) && late < LATE_TRIES) {
                return Err(error);
            }
            // If the reply's date says that it was too early, the countdown goes
            // on.
            if self.clock.until_surely(unlock(puzzle)).is_none() {
                let pause = (self.total / 30).min(Duration::from_secs(2));
                listener(&Notice::StillLocked { puzzle, pause });
                thread::sleep(pause);
            }
        }
    }

    fn await_unlock(
        &self,
        puzzle: Puzzle,
        wait: bool,
        listener: Listener<'_>,
    ) -> Result<(), SiteError> {
        if !wait && self.until(unlock(puzzle)).is_some_and(|left| left > SLOP) {
            return Err(self.locked(puzzle));
        }
        while let Some(left) = self.clock.until_surely(unlock(puzzle)).filter(|_| wait) {
            listener(&Notice::Countdown { puzzle, left });
            thread::sleep(left.min(Duration::from_secs(1)));
        }
        Ok(())
    }
}

fn connect_limit(total: Duration) -> Duration {
    (total / 6).max(Duration::from_millis(250))
}

/// The tool, its version, its home, and whom to write to.
fn user_agent(contact: Option<&str>) -> HeaderValue {
    // Parentheses would end the comment that this is part of.
    let is_plain = |c: &char| matches!(c, ' '..='~') && !matches!(c, '(' | ')' | '\\');
    let contact = contact.unwrap_or_default().chars().filter(is_plain);
    let contact: String = contact.take(MAX_CONTACT).collect();
    let contact = match contact.trim() {
        "" => String::new(),
        contact => format!("; contact: {contact}"),
    };
    let agent = format!(
        "{}/{} (+{}{contact})",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    HeaderValue::from_str(&agent).expect("visible ASCII")
}

/// The error for a reply that says that the server failed.
fn server_failure(reply: &Reply, session: Option<&Session>, tries: u32) -> Option<SiteError> {
    let failed = format!("the server failed ({})", reply.status);
    let (kind, message) = match (reply.status, session, tries) {
        (500, Some(session), _) => {
            let remedy = session.remedy();
            let message = format!(
                "{failed}; either the site has a problem, or the session is malformed ({session}); \
                 try again later, and if it happens again, {remedy}"
            );
            (FailureKind::ServerOrSession, message)
        }
        (500..=599, _, 1) => (FailureKind::ServerFailed, failed + "; try again later"),
        (500..=599, ..) => {
            let message = format!("{failed}, {tries} times; try again later");
            (FailureKind::ServerFailed, message)
        }
        _ => return None,
    };
    Some(SiteError::new(kind, message))
}
