//! How the client stands with the site, as far as it is known without a
//! request: for `aoc doctor`.

use std::time::Duration;

use chrono::TimeDelta;

use super::backoff;
use super::config::SiteConfig;
use super::connection::Site;
use super::state::StateFile;
use super::throttle::{BURST, Throttle};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// The time between requests once a burst is spent; `None` if there is no
    /// limit.
    pub interval: Option<Duration>,
    /// How many requests a burst has.
    pub burst: u32,
    /// How many may be sent at once right now.
    pub free: u32,
    /// How much is left of the pause that the site asked for.
    pub backoff: Option<Duration>,
    /// How far the site's clock is ahead, where an earlier process saw a
    /// difference that matters.
    pub clock_ahead: Option<TimeDelta>,
}

/// Makes no request.
pub fn health(config: &SiteConfig) -> Health {
    let state = StateFile::new(config.cache_dir.as_deref(), &config.base_url).load();
    let throttle = Throttle::new(config.now, &config.base_url, config.spacing);
    Health {
        interval: throttle.interval(),
        burst: BURST,
        free: throttle.free(&state),
        backoff: backoff::left(&state, (config.now)().timestamp_millis()),
        clock_ahead: TimeDelta::try_milliseconds(state.clock_ahead)
            .filter(|ahead| !ahead.is_zero()),
    }
}

impl Site {
    /// How far the site's clock is ahead, if there was a reply.
    pub fn clock_ahead(&self) -> Option<TimeDelta> {
        self.transport.clock().measured()
    }
}
