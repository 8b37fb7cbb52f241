//! Requests the user's stars and times, and stores the replies. Also has the messages for
//! commands that show stored data because the request failed.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::site_access::SiteAccess;
use crate::error::{CliError, Exit, Result};
use crate::puzzle::Year;
use crate::site::{FailureOrigin, OwnTimes, STATISTICS_INTERVAL, SiteError, SiteResult, UserStars};
use crate::terminal::span;

impl SiteAccess {
    /// Tells the user that a request failed and that the command shows the stored `what`. Returns
    /// the exit code of the command.
    pub fn report_failed_refresh(&self, what: &str, error: SiteError) -> Exit {
        let error = CliError::from(error);
        self.ui.error(&error.context(format!("showing {what}")))
    }

    /// Tells the user why the command shows the stored `what`, and returns the exit code. A failed
    /// request is an error. If no request could be made, for example without a session, the user
    /// gets a note, and the command succeeds. With `--offline` there is not even a note, because
    /// the user asked for this.
    pub fn report_failed_or_skipped_refresh(&self, what: &str, error: SiteError) -> Exit {
        match error.kind.policy().origin {
            FailureOrigin::Request => return self.report_failed_refresh(what, error),
            FailureOrigin::Offline => {}
            FailureOrigin::NoSession | FailureOrigin::Local => self.ui.note(format!(
                "showing {what}, because the site was not asked: {error}"
            )),
        }
        Exit::Done
    }

    /// Requests the user's stars of a year or of all years, and stores them.
    pub fn refresh_stars(&self, year: Option<Year>) -> SiteResult<UserStars> {
        let (stars, written) = self.request("asking for the stars", |client| {
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

    /// Requests the times of a year's stars, and stores the times and the stars.
    pub fn refresh_times(&self, year: Year) -> SiteResult<()> {
        let what = format!("asking for your times in {year}");
        let (fetched, times_written, stars_written) = self.request(&what, |client| {
            let session = self.session()?;
            let (times, stars) = client.own_times(year, &session)?;
            let times_written = OwnTimes::file(self.config(), &session, year).write(&times);
            let stars_written = stars.store(self.config(), &session);
            Ok((times.fetched, times_written, stars_written))
        })?;
        self.warn_if_unwritten("times", times_written);
        self.warn_if_unwritten("stars", stars_written);
        self.note_age(fetched);
        Ok(())
    }

    /// Warns that the reply `name` could not be stored.
    pub fn warn_if_unwritten(&self, name: &str, written: Result<()>) {
        if let Err(error) = written {
            self.ui.warning(format!(
                "the {name} cannot be stored: wait {STATISTICS_INTERVAL} before you ask the site again: \
                 {error}"
            ));
        }
    }

    /// Prints a note about the age of a page with statistics, because the page may lack newer
    /// stars.
    fn note_age(&self, fetched: DateTime<Utc>) {
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
