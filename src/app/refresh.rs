//! Requests the user's stars, and stores the reply. Also the messages of all commands that can show
//! stored data if their request fails.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::site_access::SiteAccess;
use crate::error::{CliError, Exit, Result};
use crate::puzzle::Year;
use crate::site::{STATISTICS_INTERVAL, SiteError, SiteErrorKind, SiteResult, UserStars};
use crate::terminal::span;

impl SiteAccess {
    /// Tells the user that a request failed and that the command shows the stored `what`. Returns
    /// the exit code of the command.
    pub fn tell_refresh_failed(&self, what: &str, error: SiteError) -> Exit {
        let error = CliError::from(error);
        self.ui.error(&error.context(format!("showing {what}")))
    }

    /// Like [`Self::tell_refresh_failed`], for a command that asks the site only if it can. If the
    /// site cannot be asked, there is only a note. `--offline` needs no note, because the user has
    /// typed it.
    pub fn tell_refresh_failed_or_skipped(&self, what: &str, error: SiteError) -> Exit {
        if !error.kind.prevents_request() {
            return self.tell_refresh_failed(what, error);
        }
        if error.kind != SiteErrorKind::Offline {
            self.ui.note(format!(
                "showing {what}, because the site was not asked: {error}"
            ));
        }
        Exit::Done
    }

    /// Requests the user's stars of a year or of all years, and stores them.
    pub fn refresh_stars(&self, year: Option<Year>) -> SiteResult<UserStars> {
        let (stars, written) = self.ask("asking for the stars", |client| {
            let session = self.session()?;
            let stars = client.stars(year, &session)?;
            let written = stars.store(self.config(), &session);
            Ok((stars, written))
        })?;
        self.warn_if_unwritten("stars", written);
        if let Some(shown_at) = stars.years.iter().find_map(|event| event.shown_at) {
            self.note_age(shown_at);
        }
        Ok(stars)
    }

    /// Warns that the reply `name` could not be stored.
    pub fn warn_if_unwritten(&self, name: &str, written: Result<()>) {
        if let Err(error) = written {
            self.ui.warning(format!(
                "the {name} cannot be stored: wait {STATISTICS_INTERVAL} before you ask the site again: \
                 {error:#}"
            ));
        }
    }

    /// Tells the user how old a page with statistics is, because it may lack newer stars.
    pub fn note_age(&self, fetched: DateTime<Utc>) {
        let age = self.time().age(fetched);
        if age >= Duration::from_mins(1) {
            let age = span(age);
            self.ui.note(format!(
                "this is the site's page from {age} ago; a page is requested at most every \
                 {STATISTICS_INTERVAL}"
            ));
        }
    }
}
