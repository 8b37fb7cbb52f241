//! Sends requests politely. `SiteClient` identifies itself, keeps to the rate limit, and repeats a
//! failed GET as `retry.rs` decides. A POST has an effect, so it is sent only once. Each endpoint
//! has a file that adds its methods to the client.

use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use reqwest::blocking::{Client, ClientBuilder};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::retry::never;
use rustls::crypto::ring::default_provider;

use super::cache_file::{CacheFile, SiteConfig};
use super::clock::{ClockReading, SiteClock};
use super::connection::{innermost_cause, request_error};
use super::error::{Log, SiteCondition, SiteError, SiteErrorKind, SiteResult};
use super::proxy::check_proxy;
use super::request::SiteRequest;
use super::retry::{Attempts, NextAttempt, Retries};
use super::session::Session;
use super::site_time::SiteTime;
use super::state::SiteState;
use super::validate::WebPage;
use crate::config::BaseUrl;
use crate::puzzle::Puzzle;
use crate::terminal::{LocalOffset, MessageKind, span};

/// A connection attempt is given up this much earlier than a request.
const CONNECT_MARGIN: Duration = Duration::from_millis(100);

/// A connection that was unused for longer than this is not used again. It may have ended silently,
/// as when the computer slept or a router forgot it, and a request on it would get no reply until
/// the time limit. Requests that are spaced by two seconds still share a connection.
const CONNECTION_IDLE: Duration = Duration::from_secs(3);

pub struct SiteClient {
    /// The HTTP client. Creating it takes longer than a whole run without requests, so it is
    /// created for the first request.
    http: OnceLock<Client>,
    /// An error if the environment names a proxy that the HTTP library cannot use.
    proxy_check: SiteResult<()>,
    user_agent: HeaderValue,
    pub(super) base_url: BaseUrl,
    /// The state that processes share.
    pub state: SiteState,
    /// The stored pages with statistics.
    pub(super) statistics: CacheFile,
    /// An empty file. The process that requests stars or times holds its lock.
    pub(super) statistics_turn: CacheFile,
    clock: SiteClock,
    /// The user's time zone. Times are shown in this zone and in UTC.
    pub(super) local_offset: LocalOffset,
    /// The time limit of one complete request.
    timeout: Duration,
    pub(super) log: Log,
}

/// A reply with the status 200.
#[derive(Debug)]
pub(super) struct SiteReply {
    pub text: String,
    /// True if the site has ended the session with this reply.
    pub ends_session: bool,
    /// The time in the reply. It is learned when the text is accepted as the site's.
    pub time: Option<ClockReading>,
}

impl SiteClient {
    /// Creates the client. This makes no request.
    pub fn new(config: SiteConfig, log: Log) -> Self {
        let state = SiteState::new(config);
        Self {
            http: OnceLock::new(),
            proxy_check: check_proxy(config.environment, &config.settings.base_url),
            user_agent: user_agent(config.settings.contact.as_deref()),
            clock: SiteClock::new(config.environment.clock, state.offset()),
            local_offset: config.environment.local_offset,
            state,
            statistics: CacheFile::new(config, "statistics", ""),
            statistics_turn: CacheFile::new(config, "statistics", "-turn"),
            base_url: config.settings.base_url.clone(),
            timeout: config.settings.request_timeout(),
            log,
        }
    }

    fn http(&self) -> SiteResult<&Client> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        self.proxy_check.clone()?;
        // An error means that a provider is already installed.
        let _ = default_provider().install_default();
        // A reply that has stopped is given up after a third of the time limit, so that there is
        // time for another attempt: after 20 s of the default of 1 minute.
        let silence = self.timeout / 3;
        // In the asynchronous client, this limit is for the request with its whole reply.
        let builder = ClientBuilder::from(reqwest::Client::builder().timeout(self.timeout))
            .user_agent(self.user_agent.clone())
            .redirect(Policy::none())
            // This file repeats requests itself.
            .retry(never())
            .connect_timeout(silence)
            .pool_idle_timeout(CONNECTION_IDLE)
            // In the blocking client, this limit is for the connection with the head of the reply,
            // and then for each read. The limit of the connection alone is shorter, so that its
            // error shows that nothing was sent.
            .timeout(silence + CONNECT_MARGIN);
        let builder = if self.base_url.is_secure() {
            builder
        } else {
            // Without HTTPS, the system's certificates are not needed. Reading them would take 10
            // ms and may fail.
            builder.tls_certs_only([])
        };
        let http = builder.build().map_err(|error| {
            let why = innermost_cause(&error);
            let message = format!("cannot make HTTPS requests on this machine: {why}");
            SiteError::new(SiteErrorKind::Unreachable, message)
                .with_hint("are CA certificates installed?")
        })?;
        Ok(self.http.get_or_init(|| http))
    }

    /// The present time at the site.
    pub fn time(&self) -> SiteTime {
        self.clock.read()
    }

    /// Requests the public page of a puzzle to set the clock by the `Date` header of the reply.
    /// Without a reply, the clock does not change.
    pub fn request_time(&self, puzzle: Puzzle) {
        let request = SiteRequest::page(puzzle, None);
        let _ = self.get(&request, Retries::Few, |text| {
            WebPage::parse(text, &request)
        });
    }

    /// Sends a GET, and reads the text of the reply with `read`. Records what the result shows
    /// about the session.
    pub(super) fn get<T>(
        &self,
        request: &SiteRequest,
        retries: Retries,
        read: impl FnOnce(String) -> SiteResult<T>,
    ) -> SiteResult<T> {
        let result = self.get_reply(request, retries).and_then(|reply| {
            let value = read(reply.text);
            self.learn_time_of(&value, reply.time);
            value
        });
        self.record_session(request, result.as_ref().err());
        result
    }

    /// Records whether the site accepts the session of a request. `error` is `None` if the request
    /// succeeded. Other failures show nothing about the session.
    pub(super) fn record_session(&self, request: &SiteRequest, error: Option<&SiteError>) {
        let Some(session) = request.session() else {
            return;
        };
        match error.map(|error| error.kind) {
            None => self.state.remember_accepted(session),
            Some(SiteErrorKind::SessionRefused { .. }) => self.state.remember_refused(session),
            Some(_) => {}
        }
    }

    /// Learns the time in a reply with this result. The reply of another computer, such as the login
    /// page of a network, must not set the clock.
    fn learn_time_of<T>(&self, result: &SiteResult<T>, time: Option<ClockReading>) {
        let kind = result.as_ref().err().map(|error| error.kind);
        if !matches!(kind, Some(SiteErrorKind::OtherServer)) {
            self.learn_time(time);
        }
    }

    /// Learns the time in a reply of the site.
    pub(super) fn learn_time(&self, time: Option<ClockReading>) {
        if let Some(offset) = time.and_then(|time| self.clock.learn(time, &self.log)) {
            self.state.set_offset(offset);
        }
    }

    /// Sends a GET, and returns the reply. Repeats it if the server fails.
    fn get_reply(&self, request: &SiteRequest, retries: Retries) -> SiteResult<SiteReply> {
        let start = Instant::now();
        let suspects_session = self.suspects_session(request, retries);
        let mut attempts = Attempts::new(retries, suspects_session, self.state.first_pause());
        loop {
            let failed = match self.send_in_turn(request, retries, start) {
                Ok(reply) if reply.ends_session => return Err(request.ended_session_error()),
                Ok(reply) => return Ok(reply),
                Err(failed) => failed,
            };
            match attempts.after_failure(failed.kind, start.elapsed()) {
                NextAttempt::GiveUp => return Err(failed),
                NextAttempt::SessionEnded => return Err(request.ended_session_error()),
                NextAttempt::After(pause) => self.pause(request, &failed, "trying again", pause),
                NextAttempt::AfterSessionCheck(pause) => {
                    let next = "checking whether the session is the cause";
                    self.pause(request, &failed, next, pause);
                    let reply = self.send_in_turn(&request.anonymous(), retries, start);
                    check_without_session(reply, failed)?;
                }
            }
        }
    }

    /// True if the session of the request may be the cause of a failure.
    fn suspects_session(&self, request: &SiteRequest, retries: Retries) -> bool {
        let Some(session) = request.session() else {
            return false;
        };
        match retries {
            Retries::Few | Retries::Within(_) => true,
            // If the session was accepted before, the load causes the failure, not the session.
            Retries::AtUnlock(attempts) => {
                attempts.suspects_session() && !self.state.has_accepted(session)
            }
        }
    }

    /// Waits after a failed attempt. The message tells the user why, and what comes next.
    fn pause(&self, request: &SiteRequest, failed: &SiteError, next: &str, pause: Duration) {
        let path = &request.path;
        let why = failed.message();
        let text = format!("{path}: {why}; {next} in {}", span(pause));
        (self.log)(MessageKind::Note, &text);
        sleep(pause);
    }

    /// Waits until the rate limit allows a request. The caller can then record an answer just
    /// before sending it.
    pub fn await_turn(&self) -> SiteResult<()> {
        self.state.await_turn(&self.log)
    }

    /// Sends a request once, after waiting for its turn. All attempts together began at `start`.
    fn send_in_turn(
        &self,
        request: &SiteRequest,
        retries: Retries,
        start: Instant,
    ) -> SiteResult<SiteReply> {
        self.await_turn()?;
        self.send_once(request, retries.time_left(start.elapsed()))
    }

    /// Sends a request once, without waiting for its turn. The request with its whole reply ends
    /// within the time limit, and within `time_left`. The status 429 begins a pause for all
    /// requests.
    pub(super) fn send_once(
        &self,
        request: &SiteRequest,
        time_left: Option<Duration>,
    ) -> SiteResult<SiteReply> {
        let path = &request.path;
        let url = match request.view_key() {
            Some(key) => self.base_url.at(&format!("{path}?view_key={key}")),
            None => self.base_url.at(path),
        };
        let host = self.base_url.host();
        let http = self.http()?;
        let (method, mut builder) = match &request.body {
            None => ("GET", http.get(url)),
            Some(body) => {
                let content_type = "application/x-www-form-urlencoded";
                let post = http.post(url).header(CONTENT_TYPE, content_type);
                ("POST", post.body(body.clone()))
            }
        };
        let limit = time_left.map_or(self.timeout, |left| left.min(self.timeout));
        // A POST is not repeated, and there is hardly time to repeat a request that ends early. So
        // the reply may be silent for all of this time.
        if request.body.is_some() || limit < self.timeout {
            builder = builder.timeout(limit);
        }
        if let Some(session) = request.session() {
            builder = builder.header(COOKIE, cookie(session));
        }
        if let Some(on_send) = request.on_send {
            on_send();
        }
        let start = Instant::now();
        let response = builder
            .send()
            .map_err(|error| request_error(&error, host))?;
        let took = start.elapsed();
        let time = self.clock.measure(response.headers(), took);
        let status = response.status().as_u16();
        let text = format!("{method} {path}: {status} after {} ms", took.as_millis());
        (self.log)(MessageKind::Detail, &text);
        let reply = self.read_reply(response, request, time);
        // The caller decides whether a text is the site's.
        if reply.is_err() {
            self.learn_time_of(&reply, time);
        }
        reply
    }
}

/// Decides what to do after a request failed with its session and was sent again without it.
/// `anonymous` is the result without the session, and is used for nothing else. If the site replied
/// to it, the site may not know the session. If the site is down, `anonymous` is an error, too.
fn check_without_session(anonymous: SiteResult<SiteReply>, failed: SiteError) -> SiteResult<()> {
    let Err(error) = anonymous else {
        return Ok(());
    };
    match error.kind.policy().site {
        SiteCondition::Works => Ok(()),
        // The session does not matter.
        SiteCondition::RefusesClient => Err(error),
        SiteCondition::Unknown => Err(failed),
    }
}

fn cookie(session: &Session) -> HeaderValue {
    let text = format!("session={}", session.token.secret());
    let mut cookie = HeaderValue::from_str(&text).expect("a token is hexadecimal");
    cookie.set_sensitive(true);
    cookie
}

/// The characters of a contact that cannot stand in the comment of a header. They are encoded like
/// those of an address.
const NOT_IN_COMMENT: &AsciiSet = &CONTROLS.add(b'(').add(b')').add(b'\\');

/// The name of the tool, its version, its home page, and a contact.
fn user_agent(contact: Option<&str>) -> HeaderValue {
    let mut agent = format!(
        "{}/{} (+{}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY")
    );
    if let Some(contact) = contact {
        let contact = utf8_percent_encode(contact, NOT_IN_COMMENT);
        agent += &format!("; contact: {contact}");
    }
    HeaderValue::from_str(&(agent + ")")).expect("visible ASCII")
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::mpsc;
    use std::thread;

    use tempfile::TempDir;

    use super::super::cache_file::UnwrittenFiles;
    use super::*;
    use crate::config::Settings;
    use crate::testing::environment;

    /// Sends requests with these pauses before them. Returns the number of the connection of each.
    fn connections_used(pauses: &[Duration]) -> Vec<usize> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let mut stream = stream.expect("a connection");
                let tell = tell.clone();
                thread::spawn(move || {
                    let lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
                    for _ in lines.map_while(Result::ok).filter(String::is_empty) {
                        // The number counts before the client has the reply.
                        let _ = tell.send(number);
                        let reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
                        let _ = stream.write_all(reply.as_bytes());
                    }
                });
            }
        });
        let temp = TempDir::new().expect("a folder");
        let config = SiteConfig {
            settings: &Settings {
                base_url: BaseUrl::parse(&address).expect("an address"),
                ..Settings::default()
            },
            environment: &environment(temp.path(), &[]),
            unwritten: &UnwrittenFiles::default(),
        };
        let client = SiteClient::new(config, Box::new(|_, _| ()));
        let request = SiteRequest::page(Puzzle::of(2020, 1), None);
        let send = |pause: &Duration| {
            sleep(*pause);
            client.send_once(&request, None).expect("a reply");
            told.recv().expect("a connection")
        };
        pauses.iter().map(send).collect()
    }

    #[test]
    fn a_connection_that_was_unused_for_seconds_is_not_used_again() {
        // After a reply, the client needs a moment to keep the connection.
        let moment = Duration::from_millis(200);
        let pauses = [moment, moment, CONNECTION_IDLE + moment, moment];
        assert_eq!(connections_used(&pauses), [0, 0, 1, 1]);
    }

    #[test]
    fn a_user_agent_has_no_more_than_a_comment() {
        let home = env!("CARGO_PKG_REPOSITORY");
        for (contact, end) in [
            (None, String::new()),
            (
                Some("me@example.org"),
                "; contact: me@example.org".to_owned(),
            ),
            (
                Some("https://exämple.org/%7Eme (a\\)"),
                "; contact: https://ex%C3%A4mple.org/%7Eme %28a%5C%29".to_owned(),
            ),
        ] {
            let agent = user_agent(contact);
            let agent = agent.to_str().expect("visible ASCII");
            assert!(agent.ends_with(&format!(" (+{home}{end})")), "{agent}");
        }
    }
}
