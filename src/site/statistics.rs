//! Pages with the user's statistics. The community's guidelines for tools allow a request
//! for them once in three minutes, so they are stored for that time.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::account::OwnPage;
use super::client::SiteClient;
use super::error::{SiteError, SiteResult};
use super::html::{User, user};
use super::markup::{Html, parse_html};
use super::session::Session;

/// A page is requested at most once in this time.
const INTERVAL: Duration = Duration::from_mins(3);

/// A page as the site sent it; no text if the server failed.
#[derive(Deserialize, Serialize)]
struct StoredPage {
    /// The time of the request, by the site's clock.
    fetched: DateTime<Utc>,
    text: String,
}

/// A page with statistics of the session's user.
pub(super) struct StatisticsPage {
    pub html: Html,
    pub user: User,
    /// The time at which the site sent it.
    pub fetched: DateTime<Utc>,
}

impl SiteClient {
    /// Requests a page with statistics, or reads it if it was requested recently. Its name is
    /// for messages.
    pub(super) fn statistics_page(
        &self,
        name: &str,
        path: &str,
        session: &Session,
    ) -> SiteResult<StatisticsPage> {
        let _lock = self.statistics.lock(|| {});
        let mut pages: BTreeMap<String, StoredPage> = self.statistics.read().unwrap_or_default();
        pages.retain(|_, page| self.clock.is_within(INTERVAL, page.fetched));
        let key = format!("{path} {:016x}", session.token.digest());
        if let Some(page) = pages.get(&key) {
            let html = parse_html(&page.text);
            let fetched = page.fetched;
            if let Some(user) = user(&html) {
                return Ok(StatisticsPage {
                    html,
                    user,
                    fetched,
                });
            }
            let message = format!("the server failed to send {path} less than 3 minutes ago");
            return Err(SiteError::unexpected(message).with_hint("try again later"));
        }
        let result = self.own_page(name, path, session);
        let fetched = self.clock.time_to_record();
        let (text, page) = match result {
            Ok(OwnPage { text, html, user }) => {
                let page = StatisticsPage {
                    html,
                    user,
                    fetched,
                };
                (text, Ok(page))
            }
            Err(error) if error.kind.was_sent() => (String::new(), Err(error)),
            Err(error) => return Err(error),
        };
        pages.insert(key, StoredPage { fetched, text });
        // Nothing depends on the file.
        let _ = self.statistics.write(&pages);
        page
    }

    /// Forgets the stored pages, because a star has come.
    pub fn forget_statistics(&self) {
        let none: BTreeMap<String, StoredPage> = BTreeMap::new();
        let _ = self.statistics.write(&none);
    }
}
