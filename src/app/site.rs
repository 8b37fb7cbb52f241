//! The site's client and the places of sessions, for every command, within a
//! project or not.

use super::context::App;
use crate::inputs::{InputName, Locks};
use crate::reporter::Verbosity;
use crate::site::{Notice, Places, Session, SessionError, Site, SiteConfig, SiteError};

impl App {
    /// The site's client, made for the first request of a command.
    pub fn site(&self) -> Result<&Site, SiteError> {
        if let Some(site) = self.access.site.get() {
            return Ok(site);
        }
        let site = Site::new(&self.site_config())?;
        Ok(self.access.site.get_or_init(|| site))
    }

    pub fn site_config(&self) -> SiteConfig {
        let (environment, settings) = (&self.environment, &self.settings);
        SiteConfig {
            base_url: settings.base_url.clone(),
            contact: settings.contact.clone(),
            spacing: settings.spacing,
            timeout: settings.timeout,
            cache_dir: environment.cache_dir.clone(),
            now: environment.now,
        }
    }

    /// The session of an account, looked for once in a command; `None` is the
    /// default account.
    pub fn session(&self, account: Option<&InputName>) -> Result<&Session, SessionError> {
        if let Some(session) = self.access.session.get() {
            return Ok(session);
        }
        let places = self.session_places();
        let session = match account {
            None => Session::find(places)?,
            Some(account) => Session::find_account(places, account)?,
        };
        if let Some(warning) = session.warning() {
            self.warning(&warning);
        }
        Ok(self.access.session.get_or_init(|| session))
    }

    /// Where sessions may be.
    pub fn session_places(&self) -> Places<'_> {
        Places {
            variables: &self.environment.all,
            config_dir: self.environment.config_dir.as_deref(),
            home: self.environment.home.as_deref(),
        }
    }

    /// The locks in the user's cache folder.
    pub fn locks(&self) -> Locks {
        Locks::new(self.environment.cache_dir.as_deref())
    }

    /// Shows what the site's client reports.
    pub fn site_notice(&self, notice: &Notice) {
        match notice {
            Notice::Answered { .. } => {
                if self.verbosity == Verbosity::Verbose {
                    self.note(&notice.to_string());
                }
            }
            Notice::Retrying { .. }
            | Notice::Countdown { .. }
            | Notice::Throttled { .. }
            | Notice::StillLocked { .. } => self.note(&notice.to_string()),
            Notice::ClockIsOff { .. }
            | Notice::NoFinalNewline { .. }
            | Notice::Unencrypted { .. } => self.warning(&notice.to_string()),
        }
    }
}
