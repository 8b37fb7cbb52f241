//! One request with everything that a guest owes: a name, the throttle, and for a
//! GET retries with growing pauses. A POST has an effect and is sent once.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::blocking::{Client, RequestBuilder};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderValue};
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
            // What is sent again, and when, is decided here.
            .retry(reqwest::retry::never())
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

    /// The same with at most this many requests.
    pub fn get_within(
        &self,
        path: &str,
        session: Option<&Session>,
        max_tries: u32,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        if session.is_some() {
            self.warn_if_unencrypted(listener);
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
            if spent + pause + self.limits.connect > self.limits.overall {
                return Err(match (failed, asked) {
                    (SiteError::ServerFailed { status, .. }, Some(wait)) => {
                        SiteError::ServerAway { status, wait }
                    }
                    (failed, _) => failed,
                });
            }
            listener(&Notice::Retrying {
                why: failed.cause(),
                pause,
            });
            thread::sleep(pause);
        }
    }

    /// Sends a form once, whatever comes of it. Calls `sending` first, when
    /// nothing is waited for any more: where it says no, nothing is sent.
    pub fn post(
        &self,
        path: &str,
        form: String,
        session: &Session,
        sending: &dyn Fn() -> bool,
        listener: Listener<'_>,
    ) -> Result<Reply, Failed> {
        self.warn_if_unencrypted(listener);
        self.throttle
            .wait(&self.state, listener)
            .map_err(|wait| Failed {
                error: SiteError::BackingOff { wait },
                sent: false,
            })?;
        if !sending() {
            return Err(Failed {
                error: SiteError::NotTried,
                sent: false,
            });
        }
        let request = self.http.post(self.base_url.at(path));
        let request = request
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            // There is no second try, so this one gets all the time.
            .timeout(self.limits.total)
            .body(form);
        let left = self.limits.total;
        let reply = self.once(request, ("POST", path), Some(session), left, listener)?;
        match server_failure(&reply, Some(session), 1) {
            None => Ok(reply),
            Some(error) => Err(Failed { error, sent: true }),
        }
    }

    fn warn_if_unencrypted(&self, listener: Listener<'_>) {
        let clear = !self.base_url.is_secure() && !self.base_url.is_loopback();
        if clear && !self.warned.replace(true) {
            listener(&Notice::Unencrypted {
                host: self.base_url.host(),
            });
        }
    }

    /// Doubled with each try, and randomly up to half as much again, so that
    /// processes that failed together do not come back together.
    fn pause(&self, tries: u32) -> Duration {
        let pause = self.limits.pause * 2_u32.pow(tries - 1);
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
    ) -> Result<Reply, Failed> {
        if let Some(session) = session {
            request = request.header(COOKIE, cookie(session));
        }
        let start = Instant::now();
        let response = request.send().map_err(|error| Failed {
            sent: !error.is_connect() && !error.is_builder(),
            error: failure::sending(&error, self.base_url.host()),
        })?;
        if let Some(ahead) = self
            .clock
            .learn(response.headers(), start.elapsed(), listener)
        {
            self.state
                .update(|state| state.clock_ahead = ahead.num_milliseconds());
        }
        listener(&Notice::Answered {
            method,
            // A query may have a key.
            path: path.split('?').next().unwrap_or_default().to_owned(),
            status: response.status().as_u16(),
            took: start.elapsed(),
        });
        let deadline = start + self.limits.total.min(left);
        let reply = Reply::read(response, &self.base_url, &self.clock, deadline)
            .map_err(|error| Failed { error, sent: true })?;
        if reply.status == 429 {
            let pause = reply.retry_after.unwrap_or(backoff::DEFAULT);
            let now = (self.now)().timestamp_millis();
            self.state.update(|state| backoff::begin(state, now, pause));
        }
        Ok(reply)
    }
}

/// A request without a reply.
#[derive(Debug)]
pub struct Failed {
    pub error: SiteError,
    /// Whether the server may have received the request.
    pub sent: bool,
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
