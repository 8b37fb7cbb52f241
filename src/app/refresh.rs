//! Requests for what commands also show without one: the user's stars and times, and leaderboards.
//! The reply is stored. A command that gets none shows the stored one and says why.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::site_access::SiteAccess;
use super::ui::Ui;
use crate::error::{CliError, Exit, Result};
use crate::puzzle::Year;
use crate::site::{SiteClient, SiteError, SiteErrorKind, SiteResult, Stars};
use crate::terminal::span;

/// The reason why a command has no new reply of the site.
pub enum NotRefreshed {
    /// The site cannot be asked: there is no session, or `--offline` forbids requests.
    NotAsked(SiteError),
    Failed(SiteError),
}

impl NotRefreshed {
    /// The reason after `--refresh`, which demands a request.
    #[must_use]
    pub fn demanded(self) -> Self {
        let (Self::NotAsked(error) | Self::Failed(error)) = self;
        Self::Failed(error)
    }

    /// Tells the user why the command shows `what`, which is stored. Returns its exit code. Nothing
    /// is said of `--offline`, which the user has typed.
    pub fn tell(self, ui: &Ui, what: &str) -> Exit {
        match self {
            Self::NotAsked(reason) if reason.kind == SiteErrorKind::Offline => Exit::Done,
            Self::NotAsked(reason) => {
                ui.note(format!(
                    "showing {what}, because the site was not asked: {reason}"
                ));
                Exit::Done
            }
            Self::Failed(error) => {
                let error = CliError::from(error);
                ui.error(&error.context(format!("showing {what}")))
            }
        }
    }
}

/// The error of a command that has nothing stored to show.
impl From<NotRefreshed> for CliError {
    fn from(reason: NotRefreshed) -> Self {
        let (NotRefreshed::NotAsked(error) | NotRefreshed::Failed(error)) = reason;
        error.into()
    }
}

impl SiteAccess {
    /// Makes a request with these credentials, if there are some. `what` is shown if it takes long.
    pub fn refresh<C, T>(
        &self,
        what: &str,
        credentials: SiteResult<C>,
        request: impl FnOnce(&SiteClient, C) -> SiteResult<T>,
    ) -> Result<T, NotRefreshed> {
        self.online().map_err(NotRefreshed::NotAsked)?;
        let credentials = credentials.map_err(NotRefreshed::NotAsked)?;
        self.ask(what, |client| request(client, credentials))
            .map_err(NotRefreshed::Failed)
    }

    /// Requests the user's stars of a year or of all years, and stores them.
    pub fn refresh_stars(&self, year: Option<Year>) -> Result<Stars, NotRefreshed> {
        let (stars, written) =
            self.refresh("asking for the stars", self.session(), |client, session| {
                let stars = client.stars(year, session)?;
                let written = stars.store(self.config(), session);
                Ok((stars, written))
            })?;
        self.warn_if_unwritten("stars", written);
        if let Some(shown_at) = stars.years.iter().find_map(|event| event.shown_at) {
            self.note_age(shown_at);
        }
        Ok(stars)
    }

    /// Warns that a reply could not be stored. It is called `name`.
    pub fn warn_if_unwritten(&self, name: &str, written: Result<()>) {
        if let Err(error) = written {
            self.ui.warning(format!(
                "the {name} cannot be stored: wait 15 minutes before you ask the site again: {error:#}"
            ));
        }
    }

    /// Tells the user the age of a page with statistics, because newer stars may be missing.
    pub fn note_age(&self, fetched: DateTime<Utc>) {
        let age = self.time().age(fetched);
        if age >= Duration::from_mins(1) {
            let age = span(age);
            self.ui.note(format!(
                "this is the site's page from {age} ago; a page is requested at most every 15 minutes"
            ));
        }
    }
}
