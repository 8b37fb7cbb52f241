//! What the client of the site is made of, handed in as plain values.

use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::config::BaseUrl;

#[derive(Clone, Debug)]
pub struct SiteConfig {
    pub base_url: BaseUrl,
    /// How the site's maintainer can reach the user.
    pub contact: Option<String>,
    /// The time between requests once a burst is spent; `None` for the default.
    pub spacing: Option<Duration>,
    /// The time that one request may take; `None` for the default.
    pub timeout: Option<Duration>,
    /// The folder for what later processes should know.
    pub cache_dir: Option<PathBuf>,
    pub now: fn() -> DateTime<Utc>,
}
