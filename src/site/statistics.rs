//! Pages with statistics: the user's stars and times, and leaderboards. The author of the site asks
//! for at most one request in 15 minutes, so a page is stored for this time. After a failure of the
//! server, a refusal of this client or an interrupt, the next request is allowed after three minutes.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::account::OwnPage;
use super::client::SiteClient;
use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::request::{Credentials, SiteRequest};
use super::session::Session;
use crate::files::Lock;
use crate::pages::{parse_html, user};
use crate::terminal::MessageKind;

/// The shortest time between two requests for a page.
pub const INTERVAL: Duration = Duration::from_mins(15);

/// [`INTERVAL`] in messages, in the help and in `docs/manners.md`.
pub const STATISTICS_INTERVAL: &str = "15 minutes";

/// The shortest time between two requests for a page if the first one has brought no page.
const AFTER_FAILURE: Duration = Duration::from_mins(3);

/// The last request for a page, with its outcome.
#[derive(Deserialize, Serialize)]
struct StoredReply {
    /// The time of the request, by the site's clock.
    fetched: DateTime<Utc>,
    /// The page as the site sent it. `None` if the request failed or was refused.
    text: Option<String>,
    /// True from the request to its reply. It stays true if the process is ended in between.
    #[serde(default)]
    is_unanswered: bool,
}

/// The last requests for all pages.
type StoredReplies = BTreeMap<String, StoredReply>;

/// The key of a request among the stored replies.
fn key_of(request: &SiteRequest) -> String {
    let digest = request.credentials.map_or(0, Credentials::digest);
    format!("{} {digest:016x}", request.path)
}

impl StoredReply {
    fn new(fetched: DateTime<Utc>, text: Option<String>) -> Self {
        Self {
            fetched,
            text,
            is_unanswered: false,
        }
    }

    /// The record of a request that is sent now.
    fn unanswered(now: DateTime<Utc>) -> Self {
        Self {
            is_unanswered: true,
            ..Self::new(now, None)
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
        let key = key_of(&request);
        let _lock = self.lock_statistics();
        if let Some(page) = self.recent_page(&key, path)? {
            return Ok(page);
        }
        let record = || self.store_reply(&key, Some(StoredReply::unanswered(self.time().now())));
        let request = request.recorded_by(&record);
        let asked = self.own_page(&request);
        let reply = match &asked {
            Ok(page) => Some(StoredReply::new(page.fetched, Some(page.text.clone()))),
            Err(error) => self.failure_to_store(error),
        };
        self.store_reply(&key, reply);
        asked
    }

    /// The stored page with this key. `None` if it is not recent. Fails if the last request for it
    /// is recent and has brought no page.
    fn recent_page(&self, key: &str, path: &str) -> SiteResult<Option<OwnPage>> {
        let Some(StoredReply {
            fetched,
            text,
            is_unanswered,
        }) = self.recent_pages().remove(key)
        else {
            return Ok(None);
        };
        let Some(text) = text else {
            let failure = if is_unanswered {
                format!("a request for {path} was interrupted")
            } else {
                format!("a request for {path} failed")
            };
            let minutes = AFTER_FAILURE.as_secs() / 60;
            let message = format!("{failure} less than {minutes} minutes ago");
            return Err(SiteError::new(SiteErrorKind::FailedRecently, message));
        };
        let html = parse_html(&text);
        Ok(user(&html).map(|user| OwnPage {
            text,
            html,
            user,
            fetched,
        }))
    }

    /// Calls `ask` with a request for a page whose text is stored elsewhere, and records the request
    /// and its end. If the last request for the page is recent and has brought no page, this fails
    /// without a request.
    pub(super) fn recorded_in_statistics<T>(
        &self,
        request: SiteRequest,
        ask: impl FnOnce(&SiteRequest) -> SiteResult<T>,
    ) -> SiteResult<T> {
        let key = key_of(&request);
        self.check_last_request(&key, &request.path)?;
        let record = || {
            let begun = StoredReply::unanswered(self.time().now());
            self.store_reply_if_free(&key, Some(begun));
        };
        let asked = ask(&request.recorded_by(&record));
        self.end_request(&key, &asked);
        asked
    }

    /// Fails if the last request is recent and has brought no page.
    fn check_last_request(&self, key: &str, path: &str) -> SiteResult<()> {
        // Without a record there is no reason to wait for another process.
        if self.stored_pages().contains_key(key) {
            let _lock = self.lock_statistics();
            self.recent_page(key, path)?;
        }
        Ok(())
    }

    fn end_request<T>(&self, key: &str, asked: &SiteResult<T>) {
        match asked {
            Ok(_) => self.store_reply_if_free(key, None),
            Err(error) => {
                let _lock = self.lock_statistics();
                self.store_reply(key, self.failure_to_store(error));
            }
        }
    }

    /// Replaces the record of the last request for a page, unless another process has the lock. The
    /// request does not wait for it.
    fn store_reply_if_free(&self, key: &str, reply: Option<StoredReply>) {
        if let Some(_lock) = self.statistics.try_lock() {
            self.store_reply(key, reply);
        }
    }

    /// The record of a failed request. `None` if the user can correct the reason, such as the
    /// session, so that the page may be requested again at once.
    fn failure_to_store(&self, error: &SiteError) -> Option<StoredReply> {
        let is_kept = error.kind.policy().delays_statistics;
        is_kept.then(|| StoredReply::new(self.time().now(), None))
    }

    /// Replaces the record of the last request for a page. The caller holds the lock.
    fn store_reply(&self, key: &str, reply: Option<StoredReply>) {
        let mut pages = self.recent_pages();
        pages.remove(key);
        pages.extend(reply.map(|reply| (key.to_owned(), reply)));
        // Nothing depends on the file, so an error does no harm.
        let _ = self.statistics.write(&pages);
    }

    /// Waits until no other process uses the stored pages. This may take as long as a request of
    /// that process. A note announces the wait.
    fn lock_statistics(&self) -> Option<Lock> {
        self.statistics.lock(|| {
            let text = "waiting for another aoc that asks for your stars or times";
            (self.log)(MessageKind::Note, text);
        })
    }

    fn stored_pages(&self) -> StoredReplies {
        self.statistics.read().unwrap_or_default()
    }

    /// The recent stored pages. The caller must hold the lock.
    fn recent_pages(&self) -> StoredReplies {
        let time = self.time();
        let pages = self
            .statistics
            .read_corrected(time, |pages: &mut StoredReplies| {
                pages.values_mut().map(|page| &mut page.fetched).collect()
            });
        let mut pages = pages.unwrap_or_default();
        pages.retain(|_, page| {
            let interval = if page.text.is_none() {
                AFTER_FAILURE
            } else {
                INTERVAL
            };
            time.is_recent(page.fetched, interval)
        });
        pages
    }

    /// Removes the stored pages, because a new star has made them outdated. Failures are kept, so
    /// that a failed server is not asked again at once.
    pub fn forget_statistics(&self) {
        let _lock = self.lock_statistics();
        let mut pages = self.recent_pages();
        pages.retain(|_, page| page.text.is_none());
        let _ = self.statistics.write(&pages);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use tempfile::TempDir;

    use super::super::cache_file::{SiteConfig, UnwrittenFiles};
    use super::super::error::{LaterRequests, Log};
    use super::*;
    use crate::config::{Environment, Settings};
    use crate::error::{Exit, HasExit};
    use crate::testing::environment;

    /// A client with this cache folder.
    fn client(cache: &TempDir, log: Log) -> SiteClient {
        let config = SiteConfig {
            settings: &Settings::default(),
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

    /// Another process requests a page before the star, and stores it before it is removed.
    #[test]
    fn a_new_star_waits_for_the_request_of_another_process() {
        let temp = TempDir::new().unwrap();
        let [other, own] = [(); 2].map(|()| client(&temp, Box::new(|_, _| ())));
        let lock = other.statistics.lock(|| {});
        assert!(lock.is_some());
        let (done, is_done) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                own.forget_statistics();
                done.send(()).unwrap();
            });
            assert!(is_done.recv_timeout(Duration::from_millis(100)).is_err());
            let page = StoredReply::new(other.time().now(), Some("<main>".to_owned()));
            other.store_reply("page", Some(page));
            let failure = StoredReply::new(other.time().now(), None);
            other.store_reply("failure", Some(failure));
            drop(lock);
            is_done.recv().unwrap();
        });
        let left: Vec<String> = other.recent_pages().into_keys().collect();
        assert_eq!(left, ["failure"]);
    }

    /// The other process holds the lock during its request.
    #[test]
    fn a_wait_for_another_process_is_told_before_any_use_of_the_pages() {
        let temp = TempDir::new().unwrap();
        let (tell, told) = mpsc::channel();
        let log: Log = Box::new(move |_, text| tell.send(text.to_owned()).unwrap());
        let other = client(&temp, Box::new(|_, _| ()));
        let own = client(&temp, log);
        let lock = other.statistics.lock(|| {});
        let note = thread::scope(|scope| {
            scope.spawn(|| {
                let down = SiteError::new(SiteErrorKind::Maintenance, "down");
                own.end_request("page", &SiteResult::<()>::Err(down));
            });
            let note = told.recv_timeout(Duration::from_secs(5));
            drop(lock);
            note
        });
        let text = "waiting for another aoc that asks for your stars or times";
        assert_eq!(note.as_deref(), Ok(text));
        assert!(own.recent_pages().contains_key("page"));
    }

    /// The request of an earlier command has failed.
    #[test]
    fn a_page_that_failed_recently_is_not_requested() {
        let temp = TempDir::new().unwrap();
        let client = client(&temp, Box::new(|_, _| ()));
        for kind in [SiteErrorKind::Maintenance, SiteErrorKind::Forbidden] {
            let failed = SiteError::new(kind, "why");
            client.end_request("page", &SiteResult::<()>::Err(failed));
            let error = client.check_last_request("page", "/2020").unwrap_err();
            let expected = "a request for /2020 failed less than 3 minutes ago; try again later";
            assert_eq!(error.to_string(), expected);
            let policy = error.kind.policy();
            assert_eq!(error.exit(), Exit::Network);
            assert_eq!(policy.later, LaterRequests::Allowed);
            assert!(!policy.was_sent && !policy.delays_statistics);
        }
    }

    #[test]
    fn a_page_without_text_is_a_failure_of_the_server() {
        for (text, expected) in [
            (r#","text":"<main>""#, Some("<main>")),
            (r#","text":null"#, None),
            ("", None),
        ] {
            let stored = format!(r#"{{"fetched":"2020-12-01T05:00:00Z"{text}}}"#);
            let page: StoredReply = serde_json::from_str(&stored).expect("a page");
            assert_eq!(page.text.as_deref(), expected, "{text}");
        }
    }
}
