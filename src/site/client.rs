//! One GET, with everything that a guest owes: name, spacing, patience, and no
//! more of it than is decent.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::blocking::Client as Http;
use reqwest::header::{COOKIE, HeaderValue};
use reqwest::redirect::Policy;

use super::backoff;
use super::backoff::Backoff;
use super::clock::ServerClock;
use super::error::SiteError;
use super::failure;
use super::limits::Limits;
use super::notice::Listener;
use super::notice::Notice;
use super::reply::Reply;
use super::session::Session;
use super::throttle::Throttle;
use crate::config::BaseUrl;

/// The longest contact that is sent.
const MAX_CONTACT: usize = 120;

/// A client of one origin.
#[derive(Debug)]
pub struct Client {
    http: Http,
    origin: BaseUrl,
    spacing: Throttle,
    backoff: Backoff,
    limits: Limits,
    /// Whether the user knows that the session goes in the clear.
    warned: Cell<bool>,
}

impl Client {
    /// A client that has not asked anything yet.
    pub fn new(
        spacing: Throttle,
        backoff: Backoff,
        origin: BaseUrl,
        contact: Option<&str>,
        limits: Limits,
    ) -> Result<Self, SiteError> {
        // An error means that the process has one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Http::builder()
            .user_agent(user_agent(contact))
            .redirect(Policy::none())
            .referer(false)
            .connect_timeout(limits.connect)
            // In the blocking client this is the time for the reply's head, and
            // then for each read.
            .timeout(limits.idle);
        if !origin.is_secure() {
            // Reading the system's certificates takes 10 ms and may fail.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| SiteError::Client {
            why: failure::innermost(&error),
        })?;
        Ok(Self {
            http,
            origin,
            spacing,
            backoff,
            limits,
            warned: Cell::new(false),
        })
    }

    /// Asks for a path, several times if the server's side fails.
    pub fn get(
        &self,
        path: &str,
        session: Option<&Session>,
        clock: &ServerClock,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        let clear = !self.origin.is_secure() && !self.origin.is_loopback();
        if session.is_some() && clear && !self.warned.replace(true) {
            listener(&Notice::Unencrypted {
                host: self.origin.host(),
            });
        }
        let start = Instant::now();
        let mut tries = 0;
        loop {
            self.spacing.wait(listener);
            if let Some(wait) = self.backoff.left() {
                return Err(SiteError::Resting { wait });
            }
            tries += 1;
            let left = self.limits.overall.saturating_sub(start.elapsed());
            let (failed, asked) = match self.once(path, session, clock, left, listener) {
                Ok(reply) if reply.status == 429 => {
                    self.backoff
                        .ask(reply.retry_after.unwrap_or(backoff::UNSAID));
                    return Ok(reply);
                }
                Ok(reply) => match server_failure(&reply, session, tries) {
                    None => return Ok(reply),
                    Some(failed) => (failed, reply.retry_after),
                },
                Err(failed) => (failed, None),
            };
            if tries >= failed.tries() {
                return Err(failed);
            }
            let pause = asked.unwrap_or_default().max(self.pause(tries));
            // Another try must have time to come to something.
            if start.elapsed() + pause + self.limits.connect > self.limits.overall {
                return Err(match (failed, asked) {
                    (SiteError::ServerFailed { status, .. }, Some(wait)) => {
                        SiteError::ServerAway { status, wait }
                    }
                    (failed, _) => failed,
                });
            }
            listener(&Notice::Again {
                why: short(&failed),
                pause,
            });
            thread::sleep(pause);
        }
    }

    /// Doubled with each try, and up to half as much again, so that those who
    /// failed together do not come back together.
    fn pause(&self, tries: u32) -> Duration {
        let pause = self.limits.pause * 2_u32.pow(tries - 1);
        let random = u32::try_from(RandomState::new().hash_one(0) >> 32).unwrap_or_default();
        pause + pause.mul_f64(0.5 * f64::from(random) / f64::from(u32::MAX))
    }

    fn once(
        &self,
        path: &str,
        session: Option<&Session>,
        clock: &ServerClock,
        left: Duration,
        listener: Listener<'_>,
    ) -> Result<Reply, SiteError> {
        let host = || self.origin.host();
        let mut request = self.http.get(self.origin.at(path));
        if let Some(session) = session {
            request = request.header(COOKIE, cookie(session));
        }
        let start = Instant::now();
        let response = request
            .send()
            .map_err(|error| failure::sending(&error, host()))?;
        clock.learn(response.headers(), start.elapsed(), listener);
        listener(&Notice::Answered {
            path: path.to_owned(),
            status: response.status().as_u16(),
            took: start.elapsed(),
        });
        Reply::read(
            response,
            &self.origin,
            clock,
            start + self.limits.total.min(left),
        )
    }
}

/// Who we are, where our home is, and whom to write to.
fn user_agent(contact: Option<&str>) -> HeaderValue {
    let contact: String = contact
        .unwrap_or_default()
        .chars()
        // Brackets would end the comment that this goes into.
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

/// The failures that are the server's own.
fn server_failure(reply: &Reply, session: Option<&Session>, tries: u32) -> Option<SiteError> {
    match (reply.status, session) {
        (500, Some(session)) => Some(SiteError::ServerOrSession {
            session: session.to_string(),
        }),
        (status @ 500..=599, _) => Some(SiteError::ServerFailed { status, tries }),
        _ => None,
    }
}

/// What failed, without the advice for when it is given up.
fn short(failed: &SiteError) -> String {
    match failed {
        SiteError::ServerOrSession { .. } => "the server failed (500)".to_owned(),
        SiteError::ServerFailed { status, .. } => format!("the server failed ({status})"),
        SiteError::TimedOut { host } => format!("{host} did not answer in time"),
        SiteError::BrokenOff { host, .. } => format!("the connection to {host} broke off"),
        other => other.to_string(),
    }
}
