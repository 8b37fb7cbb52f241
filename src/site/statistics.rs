//! Pages that may be requested only every 15 minutes: the user's stars and times, and leaderboards.
//! The author of the site asks for this, so a page is stored for this time. After a failure of the
//! server, a refusal of this client or an interrupt, the next request is allowed after three
//! minutes.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::account::OwnPage;
use super::client::SiteClient;
use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::request::{Credentials, SiteRequest};
use super::retry::Retries;
use super::session::Session;
use crate::files::Lock;
use crate::pages::{parse_html, user};
use crate::terminal::MessageKind;

/// The shortest time between two requests for a page.
pub const INTERVAL: Duration = Duration::from_mins(15);

/// [`INTERVAL`] as text, for messages and the help.
pub const STATISTICS_INTERVAL: &str = "15 minutes";

/// The shortest time between two requests for a page if the first one brought no page.
const INTERVAL_AFTER_FAILURE: Duration = Duration::from_mins(3);

/// The last request for a page, with its reply.
#[derive(Deserialize, Serialize)]
pub(super) struct StoredReply {
    /// The time of the request, by the site's clock.
    fetched: DateTime<Utc>,
    #[serde(flatten)]
    outcome: StoredOutcome,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum StoredOutcome {
    /// The page as the site sent it.
    Page { text: String },
    /// There is no page.
    NoPage {
        /// True from the request to its reply. It stays true if the process is killed in between.
        /// False if the request failed or was refused.
        #[serde(default)]
        is_unanswered: bool,
        /// True if a new star was won after the request was sent. Its page is then not stored,
        /// because the page may lack the star.
        #[serde(default)]
        is_before_star: bool,
    },
}

impl StoredOutcome {
    const UNANSWERED: Self = Self::NoPage {
        is_unanswered: true,
        is_before_star: false,
    };
    const FAILED: Self = Self::NoPage {
        is_unanswered: false,
        is_before_star: false,
    };
}

/// The last requests for all pages. [`key_of`] returns the key of a request.
type StatisticsReplies = BTreeMap<String, StoredReply>;

/// The key of a request among the stored replies.
fn key_of(request: &SiteRequest) -> String {
    let digest = request.credentials.map_or(0, Credentials::digest);
    format!("{} {digest:016x}", request.path)
}

impl StoredReply {
    fn has_page(&self) -> bool {
        matches!(self.outcome, StoredOutcome::Page { .. })
    }

    fn is_before_star(&self) -> bool {
        match self.outcome {
            StoredOutcome::NoPage { is_before_star, .. } => is_before_star,
            StoredOutcome::Page { .. } => false,
        }
    }

    /// The shortest time between this request and the next one.
    fn interval(&self) -> Duration {
        if self.has_page() {
            INTERVAL
        } else {
            INTERVAL_AFTER_FAILURE
        }
    }
}

impl SiteClient {
    /// Requests a page with statistics, or reads the stored page if it is recent. Messages use
    /// `name`.
    pub(super) fn statistics_page(
        &self,
        name: &str,
        path: &str,
        session: &Session,
    ) -> SiteResult<OwnPage> {
        let request = SiteRequest::own_page(name, path, session);
        let _turn = self.await_statistics();
        if let Some((text, fetched)) = self.recent_page(&request)? {
            let html = parse_html(&text);
            if let Some(user) = user(&html) {
                return Ok(OwnPage {
                    text,
                    html,
                    user,
                    fetched,
                });
            }
        }
        self.request_and_record(
            request,
            |request| self.own_page(request, Retries::Few),
            |page| {
                let text = page.text.clone();
                Some(StoredReply {
                    fetched: page.fetched,
                    outcome: StoredOutcome::Page { text },
                })
            },
        )
    }

    /// The page that an earlier, equal request has stored, with the time of that request. `None` if
    /// there was no such request recently. Fails if there was one, but it brought no page.
    pub(super) fn recent_page(
        &self,
        request: &SiteRequest,
    ) -> SiteResult<Option<(String, DateTime<Utc>)>> {
        let lock = self.statistics.lock(|| {});
        let stored = self.recent_pages().remove(&key_of(request));
        drop(lock);
        let time = self.time();
        let Some(StoredReply { fetched, outcome }) =
            stored.filter(|reply| time.is_recent(reply.fetched, reply.interval()))
        else {
            return Ok(None);
        };
        let path = &request.path;
        let how = match outcome {
            StoredOutcome::Page { text } => return Ok(Some((text, fetched))),
            StoredOutcome::NoPage { is_unanswered, .. } if is_unanswered => "was interrupted",
            StoredOutcome::NoPage { .. } => "failed",
        };
        let minutes = INTERVAL_AFTER_FAILURE.as_secs() / 60;
        let message = format!("a request for {path} {how} less than {minutes} minutes ago");
        Err(SiteError::new(SiteErrorKind::FailedRecently, message))
    }

    /// Calls `send` with a request for a page with statistics. Records the request when it is sent,
    /// and then its result. `page_to_store` returns the page, or `None` if the caller stores it
    /// elsewhere.
    pub(super) fn request_and_record<T>(
        &self,
        request: SiteRequest,
        send: impl FnOnce(&SiteRequest) -> SiteResult<T>,
        page_to_store: impl FnOnce(&T) -> Option<StoredReply>,
    ) -> SiteResult<T> {
        let key = key_of(&request);
        let result = send(&request.with_on_send(&|| {
            let unanswered = self.reply_now(StoredOutcome::UNANSWERED);
            self.store_reply(&key, Some(unanswered));
        }));
        let reply = match &result {
            Ok(found) => page_to_store(found),
            // These failures do not delay the next request: the user can correct the reason, such
            // as the session, or the site has asked for a pause.
            Err(error) if !error.kind.delays_statistics() => None,
            Err(_) => Some(self.reply_now(StoredOutcome::FAILED)),
        };
        self.store_reply(&key, reply);
        result
    }

    fn reply_now(&self, outcome: StoredOutcome) -> StoredReply {
        let fetched = self.time().now();
        StoredReply { fetched, outcome }
    }

    /// Replaces the record of the last request for a page. A page that was requested before a new
    /// star is not stored.
    fn store_reply(&self, key: &str, reply: Option<StoredReply>) {
        self.change_pages(|pages| {
            let request = pages.remove(key);
            let is_before_star = request.is_some_and(|request| request.is_before_star());
            let reply = reply.filter(|reply| !(is_before_star && reply.has_page()));
            pages.extend(reply.map(|reply| (key.to_owned(), reply)));
        });
    }

    fn change_pages(&self, change: impl FnOnce(&mut StatisticsReplies)) {
        let _lock = self.statistics.lock(|| {});
        let mut pages = self.recent_pages();
        change(&mut pages);
        // Nothing depends on the file, so a failure does no harm.
        let _ = self.statistics.write(&pages);
    }

    /// Waits until no other process requests stars or times, so that each page is requested only
    /// once. A note announces the wait.
    fn await_statistics(&self) -> Option<Lock> {
        self.statistics_turn.lock(|| {
            let text = "waiting for another aoc that asks for your stars or times";
            (self.log)(MessageKind::Note, text);
        })
    }

    /// True if another process requests stars or times. A request of this process would wait.
    pub fn is_statistics_busy(&self) -> bool {
        self.statistics_turn.is_locked()
    }

    /// The stored replies of the last 15 minutes. The caller must hold the lock of the file. After
    /// a failure, the next request is allowed earlier. But a request without a reply may still get
    /// one, so its record stays, which [`Self::forget_statistics`] marks.
    fn recent_pages(&self) -> StatisticsReplies {
        let time = self.time();
        let pages = self
            .statistics
            .read_corrected(time, |pages: &mut StatisticsReplies| {
                pages.values_mut().map(|page| &mut page.fetched).collect()
            });
        let mut pages = pages.unwrap_or_default();
        pages.retain(|_, page| time.is_recent(page.fetched, INTERVAL));
        pages
    }

    /// Removes the stored pages, because a new star has made them outdated. Keeps recorded
    /// failures, so that a failed server is not asked again at once.
    ///
    /// Another process may be waiting for a page that it requested before the star. That can take
    /// long, so its request is marked, and its page will not be stored.
    pub fn forget_statistics(&self) {
        self.change_pages(|pages| {
            pages.retain(|_, page| !page.has_page());
            for page in pages.values_mut() {
                if let StoredOutcome::NoPage { is_before_star, .. } = &mut page.outcome {
                    *is_before_star = true;
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use tempfile::TempDir;

    use super::super::cache_file::{SiteConfig, UnwrittenFiles};
    use super::super::error::Log;
    use super::super::session::SessionPlace;
    use super::*;
    use crate::config::{BaseUrl, Environment, Settings};
    use crate::error::{Exit, HasExit};
    use crate::testing::environment;

    /// A client with this cache folder. No server listens at its address.
    fn client(cache: &TempDir, log: Log) -> SiteClient {
        let config = SiteConfig {
            settings: &Settings {
                base_url: BaseUrl::parse("http://127.0.0.1:9").expect("an address"),
                ..Settings::default()
            },
            environment: &Environment {
                cache_dir: Some(cache.path().to_owned()),
                ..environment(cache.path(), &[])
            },
            unwritten: &UnwrittenFiles::default(),
        };
        SiteClient::new(config, log)
    }

    #[test]
    fn messages_have_the_time_between_two_requests() {
        let minutes = INTERVAL.as_secs() / 60;
        assert_eq!(STATISTICS_INTERVAL, format!("{minutes} minutes"));
    }

    fn own_request(session: &Session) -> SiteRequest<'_> {
        SiteRequest::own_page("event of 2020", "/2020", session)
    }

    fn session() -> Session {
        Session::new(b"ab", SessionPlace::Given(String::new())).expect("a session")
    }

    /// Another process requests a page before the star, and gets it after the star. A new attempt
    /// is sent after the star.
    #[test]
    fn a_new_star_waits_for_no_other_process_and_outdates_its_request() {
        for (minutes, sends_again, expected) in [
            (0, false, &["failure"][..]),
            (4, false, &["failure"]),
            (0, true, &["failure", "page"]),
        ] {
            let temp = TempDir::new().unwrap();
            let [other, own] = [(); 2].map(|()| client(&temp, Box::new(|_, _| ())));
            let turn = other.await_statistics();
            assert!(turn.is_some());
            let send = || {
                let mut unanswered = other.reply_now(StoredOutcome::UNANSWERED);
                unanswered.fetched -= Duration::from_mins(minutes);
                other.store_reply("page", Some(unanswered));
            };
            send();
            let failure = other.reply_now(StoredOutcome::FAILED);
            other.store_reply("failure", Some(failure));
            let (done, is_done) = mpsc::channel();
            thread::spawn(move || {
                own.forget_statistics();
                done.send(()).unwrap();
            });
            is_done.recv_timeout(Duration::from_secs(5)).unwrap();
            // If the other process is killed now, the next request still waits.
            let left: Vec<String> = other.recent_pages().into_keys().collect();
            assert_eq!(left, ["failure", "page"]);
            if sends_again {
                send();
            }
            let text = "<main>".to_owned();
            let page = other.reply_now(StoredOutcome::Page { text });
            other.store_reply("page", Some(page));
            drop(turn);
            let left: Vec<String> = other.recent_pages().into_keys().collect();
            assert_eq!(left, expected, "{minutes} {sends_again}");
        }
    }

    /// The other process holds the lock during its request.
    #[test]
    fn a_wait_for_another_process_is_told_before_any_use_of_the_pages() {
        let temp = TempDir::new().unwrap();
        let (tell, told) = mpsc::channel();
        let log: Log = Box::new(move |_, text| tell.send(text.to_owned()).unwrap());
        let other = client(&temp, Box::new(|_, _| ()));
        let own = client(&temp, log);
        let session = session();
        let lock = other.await_statistics();
        let note = thread::scope(|scope| {
            let own_page = scope.spawn(|| own.statistics_page("event of 2020", "/2020", &session));
            let note = told.recv_timeout(Duration::from_secs(5));
            let failure = other.reply_now(StoredOutcome::FAILED);
            other.store_reply(&key_of(&own_request(&session)), Some(failure));
            drop(lock);
            let error = own_page.join().unwrap().err().expect("a failure");
            assert_eq!(error.kind, SiteErrorKind::FailedRecently);
            note
        });
        let text = "waiting for another aoc that asks for your stars or times";
        assert_eq!(note.as_deref(), Ok(text));
    }

    /// The request of an earlier command has failed.
    #[test]
    fn a_page_that_failed_recently_is_not_requested() {
        let temp = TempDir::new().unwrap();
        let client = client(&temp, Box::new(|_, _| ()));
        let session = session();
        for kind in [SiteErrorKind::Maintenance, SiteErrorKind::Forbidden] {
            let failed = SiteError::new(kind, "why");
            let asked =
                client.request_and_record(own_request(&session), |_| Err(failed), |()| None);
            assert!(asked.is_err());
            let error = client.recent_page(&own_request(&session)).unwrap_err();
            let expected = "a request for /2020 failed less than 3 minutes ago; try again later";
            assert_eq!(error.to_string(), expected);
            let policy = error.kind.policy();
            assert_eq!(error.exit(), Exit::Network);
            assert_eq!(policy.scope, None);
            assert!(!policy.was_sent && !error.kind.delays_statistics());
        }
    }

    #[test]
    fn a_page_without_text_is_a_failure_of_the_server() {
        for (text, expected, is_unanswered) in [
            (r#","text":"<main>""#, Some("<main>"), false),
            (
                r#","text":"<main>","is_unanswered":false"#,
                Some("<main>"),
                false,
            ),
            (r#","text":null"#, None, false),
            (r#","text":null,"is_unanswered":false"#, None, false),
            (r#","text":null,"is_unanswered":true"#, None, true),
            ("", None, false),
        ] {
            let stored = format!(r#"{{"fetched":"2020-12-01T05:00:00Z"{text}}}"#);
            let page: StoredReply = serde_json::from_str(&stored).expect("a page");
            let written = serde_json::to_string(&page).expect("plain data");
            let again: StoredReply = serde_json::from_str(&written).expect("a page");
            for page in [page, again] {
                let (stored_text, stored_unanswered) = match page.outcome {
                    StoredOutcome::Page { text } => (Some(text), false),
                    StoredOutcome::NoPage { is_unanswered, .. } => (None, is_unanswered),
                };
                assert_eq!(stored_text.as_deref(), expected, "{text}");
                assert_eq!(stored_unanswered, is_unanswered, "{text}");
            }
        }
    }
}
