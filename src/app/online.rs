//! Requests that belong to no puzzle: the site, the session, and what the user
//! sees meanwhile.

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};

use super::access::DownloadError;
use super::context::App;
use crate::files::Locks;
use crate::inputs::InputName;
use crate::reporter::Spinner;
use crate::site::{
    Notice, Places, SeenStars, Session, SessionError, Site, SiteConfig, SiteError, Stars,
    StarsFile, remembered_clock, remembered_time,
};
use crate::terminal::Verbosity;

impl App {
    /// What the client of the site is made of.
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

    /// The site's client, made for the first request.
    pub fn site(&self) -> Result<&Site, SiteError> {
        if let Some(site) = self.access.site.get() {
            return Ok(site);
        }
        let site = Site::new(&self.site_config())?;
        Ok(self.access.site.get_or_init(|| site))
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

    /// Where sessions are looked for.
    pub fn places(&self) -> Places<'_> {
        Places {
            variables: &self.environment.all,
            config_dir: self.environment.config_dir.as_deref(),
            home: self.environment.home.as_deref(),
        }
    }

    /// The session of the default account.
    pub fn session(&self) -> Result<&Session, SessionError> {
        self.session_of(None)
    }

    /// The session of an account, looked for once; a command has one account.
    pub fn session_of(&self, account: Option<&InputName>) -> Result<&Session, SessionError> {
        if let Some(session) = self.access.session.get() {
            return Ok(session);
        }
        let session = match account {
            None => Session::find(self.places())?,
            Some(account) => Session::find_account(self.places(), account)?,
        };
        if let Some(warning) = session.warning() {
            self.warning(&warning);
        }
        Ok(self.access.session.get_or_init(|| session))
    }

    /// Makes a request that belongs to no puzzle; `what` is shown while it takes
    /// a while.
    pub fn ask<T>(
        &self,
        what: &str,
        request: impl FnOnce(&Site, &dyn Fn(&Notice)) -> Result<T, SiteError>,
    ) -> Result<T, SiteError> {
        if self.offline {
            return Err(SiteError::Offline);
        }
        let site = self.site()?;
        let _spinner = (!self.is_quiet()).then(|| Spinner::new(self.stderr, what));
        request(site, &|notice| self.site_notice(notice))
    }

    /// The user's stars as the site shows them now. They are kept for commands
    /// that make no request.
    pub fn ask_for_stars(
        &self,
        what: &str,
        request: impl FnOnce(&Site, &Session, &dyn Fn(&Notice)) -> Result<Stars, SiteError>,
    ) -> Result<Stars, DownloadError> {
        if self.offline {
            return Err(SiteError::Offline.into());
        }
        let session = self.session()?;
        let stars = self.ask(what, |site, listener| request(site, session, listener))?;
        self.stars_file(session)
            .learn(&stars, (self.environment.now)());
        Ok(stars)
    }

    /// The stars that the site showed before; none without a session.
    pub fn seen_stars(&self, session: Option<&Session>) -> SeenStars {
        session.map_or_else(SeenStars::default, |session| {
            self.stars_file(session).load()
        })
    }

    fn stars_file(&self, session: &Session) -> StarsFile {
        let cache_dir: Option<&Path> = self.environment.cache_dir.as_deref();
        StarsFile::new(cache_dir, &self.settings.base_url, session)
    }

    /// The time on the site, as far as it is known without a request.
    pub fn site_time(&self) -> DateTime<Utc> {
        remembered_time(&self.site_config())
    }

    /// How far the site's clock was ahead when it was asked last.
    pub fn site_clock(&self) -> TimeDelta {
        remembered_clock(&self.site_config())
    }
}
