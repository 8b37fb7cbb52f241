//! The site's client and the places of sessions, for every command, within a
//! project or not.

use super::context::App;
use crate::inputs::Locks;
use crate::reporter::Verbosity;
use crate::site::{Notice, Places, Site, SiteConfig, SiteError};

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
