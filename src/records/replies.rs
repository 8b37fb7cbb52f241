//! The stored replies of the site to earlier commands.

use std::sync::Arc;

use crate::puzzle::Year;
use crate::site::{OwnTimes, Session, SiteConfig, SiteTime, UserStars};

/// The stored replies of the site to this session. Reading them makes no request.
#[derive(Clone)]
pub struct SessionReplies<'a> {
    pub config: SiteConfig<'a>,
    pub session: Option<Arc<Session>>,
    pub time: SiteTime,
}

impl SessionReplies<'_> {
    /// The stars. Empty without a session.
    pub fn stars(&self) -> UserStars {
        self.session
            .as_ref()
            .map(|session| UserStars::load(self.config, session))
            .unwrap_or_default()
    }

    /// The times of a year's stars.
    pub(super) fn own_times(&self, year: Year) -> Option<OwnTimes> {
        OwnTimes::file(self.config, self.session.as_ref()?, year).read()
    }
}
