//! Pages with the user's statistics. The community's guidelines for tools allow a request
//! for them once in three minutes, so they are stored for that time.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::client::Site;
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

impl Site {
    /// A page with statistics of the session's user, the user, and the time at which the
    /// site sent it.
    pub(super) fn statistics_page(
        &self,
        what: &str,
        path: &str,
        session: &Session,
    ) -> SiteResult<(Html, User, DateTime<Utc>)> {
        let _lock = self.statistics.lock(|| {});
        let mut pages: BTreeMap<String, StoredPage> = self.statistics.read().unwrap_or_default();
        pages.retain(|_, page| self.clock.is_within(INTERVAL, page.fetched));
        let name = format!("{path} {:016x}", session.token.digest());
        if let Some(page) = pages.get(&name) {
            let html = parse_html(&page.text);
            if let Some(user) = user(&html) {
                return Ok((html, user, page.fetched));
            }
            let message = format!("the server failed to send {path} less than 3 minutes ago");
            return Err(SiteError::unexpected(message).with_hint("try again later"));
        }
        let result = self.own_page(what, path, session);
        let fetched = self.clock.time_to_record();
        let (text, page) = match result {
            Ok((text, html, user)) => (text, Ok((html, user, fetched))),
            Err(error) if error.kind.was_sent() => (String::new(), Err(error)),
            Err(error) => return Err(error),
        };
        pages.insert(name, StoredPage { fetched, text });
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
