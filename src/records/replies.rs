//! The site's replies that earlier commands have stored.

use crate::puzzle::Year;
use crate::site::{OwnTimes, Session, SiteConfig, SiteTime, Stars};

/// The site's replies to earlier commands with this session. Reading them makes no request.
#[derive(Clone, Copy)]
pub struct StoredReplies<'a> {
    pub config: SiteConfig<'a>,
    pub session: Option<&'a Session>,
    pub time: SiteTime,
}

impl StoredReplies<'_> {
    /// The stars. They are empty without a session.
    pub fn stars(self) -> Stars {
        self.session
            .map(|session| Stars::load(self.config, session))
            .unwrap_or_default()
    }

    /// The times of the stars of a year.
    pub(super) fn own_times(self, year: Year) -> Option<OwnTimes> {
        OwnTimes::file(self.config, self.session?, year).read()
    }
}
