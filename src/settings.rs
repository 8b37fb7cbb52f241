//! Settings and where they come from.

use std::time::Duration;

use crate::puzzle::Year;

/// The settings that hold once flags, environment, project, user configuration
/// and defaults are merged, in this order of precedence.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `AOC_YEAR`: the year of days without one, for commands that talk to the
    /// site.
    pub year: Option<Year>,
    /// `AOC_CONTACT`: how the site's maintainer can reach the user.
    pub contact: Option<String>,
    /// `AOC_BASE_URL`: the site's origin.
    pub base_url: String,
    /// `AOC_SPACING`: the time between requests once a burst is spent.
    pub spacing: Option<Duration>,
}
