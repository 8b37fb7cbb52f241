//! Pages with statistics: the user's stars and times, and leaderboards. The author of the site asks
//! for at most one request in 15 minutes, so a page is stored for this time. After a failure of the
//! server, the next request is allowed after three minutes.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::account::OwnPage;
use super::client::SiteClient;
use super::error::{SiteError, SiteErrorKind, SiteResult};
use super::session::Session;
use crate::files::Lock;
use crate::pages::{parse_html, user};
use crate::terminal::MessageKind;

/// The shortest time between two requests for a page.
pub const INTERVAL: Duration = Duration::from_mins(15);

/// The shortest time between two requests for a page if the server failed to send it.
const AFTER_FAILURE: Duration = Duration::from_mins(3);

/// The outcome of the last request for a page.
#[derive(Deserialize, Serialize)]
struct StoredReply {
    /// The time of the request, by the site's clock.
    fetched: DateTime<Utc>,
    /// The page as the site sent it. `None` if the server failed to send it.
    text: Option<String>,
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
        let _lock = self.lock_statistics();
        let key = format!("{path} {:016x}", session.token.digest());
        if let Some(page) = self.recent_page(&key, path)? {
            return Ok(page);
        }
        match self.own_page(name, path, session) {
            Ok(page) => {
                let fetched = page.fetched;
                let text = Some(page.text.clone());
                self.store_page(key, StoredReply { fetched, text });
                Ok(page)
            }
            Err(error) => {
                self.store_failure(key, &error);
                Err(error)
            }
        }
    }

    /// The stored page with this key. `None` if it is not recent. Fails if the server recently
    /// failed to send it.
    fn recent_page(&self, key: &str, path: &str) -> SiteResult<Option<OwnPage>> {
        let Some(StoredReply { fetched, text }) = self.recent_pages().remove(key) else {
            return Ok(None);
        };
        let Some(text) = text else {
            let minutes = AFTER_FAILURE.as_secs() / 60;
            let message =
                format!("the server failed to send {path} less than {minutes} minutes ago");
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

    /// Fails if the server recently failed to send a page. The text of the page is stored
    /// elsewhere.
    pub(super) fn refuse_after_failure(&self, key: &str, path: &str) -> SiteResult<()> {
        // Without a stored failure there is no reason to wait for another process.
        if !self.stored_pages().contains_key(key) {
            return Ok(());
        }
        let _lock = self.lock_statistics();
        self.recent_page(key, path).map(drop)
    }

    /// Records a failed request if the server is the reason. The text of the page is stored
    /// elsewhere.
    pub(super) fn record_failure(&self, key: String, error: &SiteError) {
        let _lock = self.lock_statistics();
        self.store_failure(key, error);
    }

    /// Stores a failure of the server. The caller holds the lock.
    fn store_failure(&self, key: String, error: &SiteError) {
        if error.kind.policy().is_server_fault {
            let page = StoredReply {
                fetched: self.time().now(),
                text: None,
            };
            self.store_page(key, page);
        }
    }

    fn store_page(&self, key: String, page: StoredReply) {
        let mut pages = self.recent_pages();
        pages.insert(key, page);
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

    fn stored_pages(&self) -> BTreeMap<String, StoredReply> {
        self.statistics.read().unwrap_or_default()
    }

    /// The recent stored pages. A time in the future is also corrected in the file, so the caller
    /// must hold the lock.
    fn recent_pages(&self) -> BTreeMap<String, StoredReply> {
        let time = self.time();
        let mut pages = self.stored_pages();
        let mut is_restamped = false;
        for page in pages.values_mut() {
            if let Some(now) = time.restamped(page.fetched) {
                page.fetched = now;
                is_restamped = true;
            }
        }
        if is_restamped {
            // If the file cannot be written, this process still reads the corrected content.
            let _ = self.statistics.write(&pages);
        }
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

    use super::super::config::SiteConfig;
    use super::super::error::Log;
    use super::super::unwritten::Unwritten;
    use super::*;
    use crate::config::{Environment, Settings};
    use crate::error::Exit;
    use crate::testing::environment;

    /// A client with this cache folder.
    fn client(cache: &TempDir, log: Log) -> SiteClient {
        let config = SiteConfig {
            settings: &Settings::default(),
            environment: &Environment {
                cache_dir: Some(cache.path().to_owned()),
                ..environment(cache.path(), &[])
            },
            unwritten: &Unwritten::default(),
        };
        SiteClient::new(config, log)
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
            let page = StoredReply {
                fetched: other.time().now(),
                text: Some("<main>".to_owned()),
            };
            other.store_page("page".to_owned(), page);
            let failure = StoredReply {
                fetched: other.time().now(),
                text: None,
            };
            other.store_page("failure".to_owned(), failure);
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
                own.record_failure("page".to_owned(), &down);
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
        let down = SiteError::new(SiteErrorKind::Maintenance, "down");
        client.record_failure("page".to_owned(), &down);
        let error = client.refuse_after_failure("page", "/2020").unwrap_err();
        let expected = "the server failed to send /2020 less than 3 minutes ago; try again later";
        assert_eq!(error.to_string(), expected);
        let policy = error.kind.policy();
        assert_eq!(policy.exit, Exit::Network);
        assert!(!policy.was_sent && !policy.stops_all_requests && !policy.is_server_fault);
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
