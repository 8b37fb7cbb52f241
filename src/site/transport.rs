//! One GET request with everything that a guest owes: a name, the throttle, and
//! retries with growing pauses.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::blocking::Client;
use reqwest::header::{COOKIE, HeaderValue};
use reqwest::redirect::Policy;

use super::backoff;
use super::clock::ServerClock;
use super::config::SiteConfig;
use super::error::SiteError;
use super::failure;
use super::limits::RequestLimits;
use super::notice::{Listener, Notice};
use super::reply::Reply;
use super::session::Session;
use super::state::StateFile;
use super::throttle::Throttle;
use crate::config::BaseUrl;

/// The longest contact that is sent.
const MAX_CONTACT: usize = 120;

/// Sends requests to one host.
#[derive(Debug)]
pub struct Transport {
    http: Client,
    base_url: BaseUrl,
    now: fn() -> DateTime<Utc>,
    state: StateFile,
    throttle: Throttle,
    clock: ServerClock,
    limits: RequestLimits,
    /// Whether the user was warned that the session is sent unencrypted.
    warned: Cell<bool>,
}

impl Transport {
    /// Makes no request yet.
    pub fn new(config: &SiteConfig, limits: RequestLimits) -> Result<Self, SiteError> {
        let base_url = config.base_url.clone();
        // An error means that the process has a provider already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .user_agent(user_agent(config.contact.as_deref()))
            .redirect(Policy::none())
            .referer(false)
            .connect_timeout(limits.connect)
            // In the blocking client this is the time limit for the reply's
            // head, and then for each read.
            .timeout(limits.idle);
        if !base_url.is_secure() {
            // Reading the system's certificates takes 10 ms and may fail.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| SiteError::Client {
            why: failure::innermost(&error),
        })?;
        let state = StateFile::new(config.cache_dir.as_deref(), &base_url);
        let remembered = TimeDelta::try_milliseconds(state.load().clock_ahead);
        Ok(Self {
            http,
            now: config.now,
            throttle: Throttle::new(config.now, &base_url, config.spacing),
            clock: ServerClock::new(config.now, remembered.unwrap_or_default()),
            state,
            base_url,
            limits,
            warned: Cell::new(false),
        })
    }

    pub const fn clock(&self) -> &ServerClock {
        &self.clock
    }

    /// Requests a path, several times if the server fails.
    pub fn get(
        &self,
        path: &str,
        session: Option<&Session>,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        self.get_within(path, session, u32::MAX, listener)
    }

    /// The same with at most so many requests.
    pub fn get_within(
        &self,
        path: &str,
        session: Option<&Session>,
        max_tries: u32,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        let clear = !self.base_url.is_secure() && !self.base_url.is_loopback();
        if session.is_some() && clear && !self.warned.replace(true) {
            listener(&Notice::Unencrypted {
                host: self.base_url.host(),
            });
        }
        let start = Instant::now();
        // Waiting for the throttle does not count against the time limits.
        let mut waited = Duration::ZERO;
        let mut tries = 0;
        loop {
            let wait = self.throttle.wait(&self.state, listener);
            waited += wait.map_err(|wait| SiteError::BackingOff { wait })?;
            tries += 1;
            let spent = start.elapsed().saturating_sub(waited);
            let left = self.limits.overall.saturating_sub(spent);
            let (failed, asked) = match self.once(path, session, left, listener) {
                Ok(reply) if reply.status == 429 => {
                    let pause = reply.retry_after.unwrap_or(backoff::DEFAULT);
                    let now = (self.now)().timestamp_millis();
                    self.state.update(|state| backoff::begin(state, now, pause));
                    return Ok(reply);
                }
                Ok(reply) => match server_failure(&reply, session, tries) {
                    None => return Ok(reply),
                    Some(failed) => (failed, reply.retry_after),
                },
                Err(failed) => (failed, None),
            };
            if tries >= failed.tries().min(max_tries) {
                return Err(failed);
            }
            let pause = asked.unwrap_or_default().max(self.pause(tries));
            let spent = start.elapsed().saturating_sub(waited);
            // The next try must have enough time to succeed.
            if spent + pause + self.limits.connect > self.limits.overall {
                return Err(match (failed, asked) {
                    (SiteError::ServerFailed { status, .. }, Some(wait)) => {
                        SiteError::ServerAway { status, wait }
                    }
                    (failed, _) => failed,
                });
            }
            listener(&Notice::Retrying {
                why: short(&failed),
                pause,
            });
            thread::sleep(pause);
        }
    }

    /// Doubled with each try, and randomly up to half as much again, so that
    /// processes that failed together do not come back together.
    fn pause(&self, tries: u32) -> Duration {
        let pause = self.limits.pause * 2_u32.pow(tries - 1);
        let random = u32::try_from(RandomState::new().hash_one(0) >> 32).unwrap_or_default();
        pause + pause.mul_f64(0.5 * f64::from(random) / f64::from(u32::MAX))
    }

    fn once(
        &self,
        path: &str,
        session: Option<&Session>,
        left: Duration,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        let host = || self.base_url.host();
        let mut request = self.http.get(self.base_url.at(path));
        if let Some(session) = session {
            request = request.header(COOKIE, cookie(session));
        }
        let start = Instant::now();
        let response = request
            .send()
            .map_err(|error| failure::sending(&error, host()))?;
        if let Some(ahead) = self
            .clock
            .learn(response.headers(), start.elapsed(), listener)
        {
            self.state
                .update(|state| state.clock_ahead = ahead.num_milliseconds());
        }
        listener(&Notice::Answered {
            path: path.to_owned(),
            status: response.status().as_u16(),
            took: start.elapsed(),
        });
        Reply::read(
            response,
            &self.base_url,
            &self.clock,
            start + self.limits.total.min(left),
        )
    }
}

/// The tool, its version, its home, and whom to write to.
fn user_agent(contact: Option<&str>) -> HeaderValue {
    let contact: String = contact
        .unwrap_or_default()
        .chars()
        // Parentheses would end the comment that this is part of.
        .filter(|c| (c.is_ascii_graphic() || *c == ' ') && !matches!(c, '(' | ')' | '\\'))
        .take(MAX_CONTACT)
        .collect();
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

fn cookie(session: &Session) -> HeaderValue {
    let mut cookie = HeaderValue::from_str(&format!("session={}", session.token.secret()))
        .expect("a token is hexadecimal");
    cookie.set_sensitive(true);
    cookie
}

/// The error for a reply that says that the server failed.
fn server_failure(reply: &Reply, session: Option<&Session>, tries: u32) -> Option<SiteError> {
    match (reply.status, session) {
        (500, Some(session)) => Some(SiteError::ServerOrSession {
            session: session.to_string(),
            remedy: session.remedy(),
        }),
        (status @ 500..=599, _) => Some(SiteError::ServerFailed { status, tries }),
        _ => None,
    }
}

/// The failure without the advice for when no try is left.
fn short(failed: &SiteError) -> String {
    match failed {
        SiteError::ServerOrSession { .. } => "the server failed (500)".to_owned(),
        SiteError::ServerFailed { status, .. } => format!("the server failed ({status})"),
        SiteError::TimedOut { host } => format!("{host} did not answer in time"),
        SiteError::BrokenOff { host, .. } => format!("the connection to {host} was interrupted"),
        other => other.to_string(),
    }
}
