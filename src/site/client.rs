//! `Site` sends requests as a polite client: with a name, within the rate limit, and
//! for a GET with retries after growing pauses. A POST has an effect and is sent only
//! once. Each endpoint has a file that adds its method.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::blocking::Client;
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderValue};
use reqwest::redirect::Policy;

use super::clock::{CLOCK_ERROR, ServerClock};
use super::error::{Log, Severity, SiteError, SiteResult};
use super::html::{is_site_title, missing_end, title};
use super::markup::{Html, parse};
use super::reply::{SiteReply, USUAL_PAUSE, innermost_cause, locked, request_error};
use super::request::SiteRequest;
use super::session::Session;
use super::state::{CacheFile, SiteConfig, SiteState, first_pause};
use crate::config::BaseUrl;
use crate::error::Exit;
use crate::puzzle::{Puzzle, unlock};
use crate::terminal::span;

/// The default time limit of one request, including the body of the reply: a page has
/// 50 kB, which a very slow connection transfers in a minute. The limits of its steps are
/// derived from this one, so that one setting scales them.
const TOTAL: Duration = Duration::from_mins(1);

/// The longest `Retry-After` that is waited for.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(1);

/// No request is repeated this long after the first try.
const PATIENCE: Duration = Duration::from_secs(90);

/// The longest contact that is sent.
const MAX_CONTACT: usize = 120;

pub struct Site {
    http: Client,
    base_url: BaseUrl,
    pub(super) state: SiteState,
    /// The stored pages with statistics.
    pub(super) statistics: CacheFile,
    pub clock: ServerClock,
    /// The time limit of one complete request.
    total: Duration,
    first_pause: Duration,
    /// Whether failed requests are not repeated.
    asks_once: bool,
    pub(super) log: Log,
    /// The warning about a session that others can read in transit; `None` once it was
    /// shown.
    exposure: Cell<Option<String>>,
}

impl Site {
    /// Creates the client, without a request. `is_check` is for `aoc doctor`, which
    /// reports problems itself: requests are not repeated, and there is no warning
    /// about a wrong clock.
    pub fn new(config: SiteConfig, is_check: bool, log: Log) -> SiteResult<Self> {
        let base_url = config.settings.base_url.clone();
        let total = config.settings.timeout.unwrap_or(TOTAL);
        // An error means that the process already has a provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .user_agent(user_agent(config.settings.contact.as_deref()))
            .redirect(Policy::none())
            // Retries are handled in this file.
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout((total / 6).max(Duration::from_millis(250)))
            // In the blocking client this is the time limit for the reply's head, and
            // then for each read.
            .timeout(total / 3);
        if !base_url.is_secure() {
            // Reading the system's certificates takes 10 ms and may fail.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build().map_err(|error| {
            let why = innermost_cause(&error);
            SiteError::unreachable(format!("cannot make HTTPS requests on this machine: {why}"))
                .with_hint("are CA certificates installed?")
        })?;
        let state = SiteState::new(config);
        Ok(Self {
            http,
            clock: ServerClock::new(config.environment.now, state.clock_ahead(), !is_check),
            state,
            statistics: CacheFile::new(config, "statistics", ""),
            exposure: Cell::new(exposure(&base_url)),
            base_url,
            total,
            first_pause: first_pause(config.settings),
            asks_once: is_check,
            log,
        })
    }

    /// Asks the site for its time, once, if the local clock and the stored difference to
    /// the site's clock disagree whether `instant` is past, or if the last guess for the
    /// puzzle is in the future, because a clock was changed in the meantime.
    pub fn resolve_doubt(
        &self,
        puzzle: Puzzle,
        instant: DateTime<Utc>,
        guessed: Option<DateTime<Utc>>,
    ) {
        if self.clock.is_in_doubt(instant, guessed) {
            // If there is no reply, the doubt remains.
            let _ = self.get(&SiteRequest::of_puzzle(puzzle, "", "puzzle page", None));
        }
    }

    /// Fails without a request if the puzzle is certainly still locked.
    pub fn check_unlocked(&self, puzzle: Puzzle) -> SiteResult<()> {
        match self.clock.until_open(unlock(puzzle)) {
            Some(left) if left > CLOCK_ERROR => Err(locked(puzzle, &self.clock)),
            _ => Ok(()),
        }
    }

    /// Sends a request and returns the text of the reply. If the server fails, the
    /// request is repeated.
    pub(super) fn get(&self, request: &SiteRequest) -> SiteResult<String> {
        let start = Instant::now();
        let mut tries = 0;
        loop {
            self.state.wait(&self.log)?;
            tries += 1;
            let failed = match self.send_once(request) {
                Ok(text) => return Ok(text),
                Err(failed) => failed,
            };
            if self.asks_once || tries >= failed.max_tries {
                return Err(failed);
            }
            let wait = failed.retry_after.unwrap_or_default();
            if wait > MAX_RETRY_AFTER {
                let hint = format!("try again in {}", span(wait));
                return Err(SiteError::unreachable(failed.message).with_hint(hint));
            }
            let pause = wait.max(self.pause(tries));
            // A server that hardly answers is not worth a longer wait.
            if start.elapsed() + pause > PATIENCE {
                return Err(failed);
            }
            let path = &request.path;
            let why = failed.message;
            let text = format!("{path}: {why}; trying again in {}", span(pause));
            (self.log)(Severity::Note, &text);
            sleep(pause);
        }
    }

    /// Requests a web page of the site: its text and its tree. A page that was cut off, which
    /// would have fewer parts or stars, is an error.
    pub(super) fn get_page(&self, request: &SiteRequest) -> SiteResult<(String, Html)> {
        let text = self.get(request)?;
        let html = parse(&text);
        if !is_site_title(&title(&html)) {
            return Err(request.other_page(&html));
        }
        match missing_end(&text) {
            Some(what) => Err(SiteError::incomplete(what)),
            None => Ok((text, html)),
        }
    }

    /// Waits until an answer can be sent immediately, so that the caller can record it
    /// first.
    pub fn await_turn(&self, puzzle: Puzzle) -> SiteResult<()> {
        self.check_unlocked(puzzle)?;
        self.state.wait(&self.log)
    }

    /// The pause after this many tries: a second, doubled each time, plus a random part
    /// of up to a half, so that processes that failed together do not retry together.
    pub fn pause(&self, tries: u32) -> Duration {
        let pause = self.first_pause * 2_u32.pow(tries - 1);
        let random = RandomState::new().hash_one(0) % 500;
        pause + pause * u32::try_from(random).unwrap_or_default() / 1000
    }

    /// Sends a request immediately and once, and returns the text of the reply. A 429
    /// starts a pause for all requests.
    pub(super) fn send_once(&self, request: &SiteRequest) -> SiteResult<String> {
        let SiteRequest { path, query, .. } = request;
        let url = self.base_url.at(&format!("{path}{query}"));
        let mut method = "GET";
        let mut builder = self.http.get(url.clone());
        if let Some(form) = &request.form {
            method = "POST";
            builder = self
                .http
                .post(url)
                .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                // There are no retries, so this request gets all the time.
                .timeout(self.total)
                .body(form.clone());
        }
        if let Some(session) = request.session {
            if let Some(warning) = self.exposure.take() {
                (self.log)(Severity::Warning, &warning);
            }
            builder = builder.header(COOKIE, cookie(session));
        }
        let start = Instant::now();
        let response = builder
            .send()
            .map_err(|error| request_error(&error, self.base_url.host()))?;
        let took = start.elapsed();
        if let Some(ahead) = self.clock.learn(response.headers(), took, &self.log) {
            self.state.set_clock_ahead(ahead);
        }
        let status = response.status().as_u16();
        let text = format!("{method} {path}: {status} after {} ms", took.as_millis());
        (self.log)(Severity::Detail, &text);
        let deadline = start + self.total;
        let reply = SiteReply::read(response, &self.base_url, self.clock.now(), deadline)?;
        if reply.status == 429 {
            self.state
                .back_off(reply.retry_after.unwrap_or(USUAL_PAUSE));
        }
        let text = reply.text(request, &self.clock);
        // A leaderboard may also be refused because the user is not a member.
        let is_leaderboard = request.is_text && request.puzzle.is_none();
        if let (Some(session), Err(error)) = (request.session, &text)
            && error.exit == Exit::Session
            && !is_leaderboard
        {
            self.state.remember(session, true);
        }
        text
    }

    /// The error if the site does not accept a session, which is remembered.
    pub(super) fn refused(&self, session: &Session) -> SiteError {
        self.state.remember(session, true);
        session.refused()
    }
}

fn cookie(session: &Session) -> HeaderValue {
    let text = format!("session={}", session.token.secret());
    let mut cookie = HeaderValue::from_str(&text).expect("a token is hexadecimal");
    cookie.set_sensitive(true);
    cookie
}

/// The warning about a session that others can read in transit.
fn exposure(base_url: &BaseUrl) -> Option<String> {
    let url = base_url.at("/");
    let host = url.host_str().unwrap_or_default();
    let is_secure = base_url.is_secure();
    let reads = if is_secure { "" } else { " unencrypted" };
    // reqwest reads these variables of the process too.
    if Matcher::from_env()
        .intercept(&url.as_str().parse().ok()?)
        .is_some()
    {
        return Some(format!(
            "the session is sent{reads} through the proxy that the environment names; \
             NO_PROXY={host} bypasses it"
        ));
    }
    if is_secure || base_url.is_loopback() {
        return None;
    }
    Some(format!(
        "the session is sent{reads} to {host}; use an https:// address"
    ))
}

/// The tool, its version, its home page, and a contact.
fn user_agent(contact: Option<&str>) -> HeaderValue {
    let characters = contact.unwrap_or_default().chars();
    // Parentheses would end the comment in the header.
    let mut contact: String = characters
        .filter(|c| matches!(c, ' '..='~') && !"()\\".contains(*c))
        .take(MAX_CONTACT)
        .collect();
    contact = match contact.trim() {
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
