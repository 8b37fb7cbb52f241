//! The site's time for commands that make no request.

use chrono::{DateTime, TimeDelta, Utc};

use super::config::SiteConfig;
use super::state::StateFile;

/// How far the site's clock was ahead of the local one when it was asked last;
/// zero if that was less than is worth remembering.
pub fn remembered_clock(config: &SiteConfig) -> TimeDelta {
    let state = StateFile::new(config.cache_dir.as_deref(), &config.base_url).load();
    let ahead = TimeDelta::try_milliseconds(state.clock_ahead).unwrap_or_default();
    // Only a damaged file says that the clocks are years apart.
    let sane = (config.now)().checked_add_signed(ahead).is_some() && ahead.num_days().abs() < 366;
    if sane { ahead } else { TimeDelta::zero() }
}

/// The time on the site, as far as it is known.
pub fn remembered_time(config: &SiteConfig) -> DateTime<Utc> {
    (config.now)() + remembered_clock(config)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn follows_what_was_remembered_if_it_can_be_true() {
        let cache = tempfile::tempdir().expect("a folder");
        let config = SiteConfig {
            base_url: "http://127.0.0.1:1".parse().expect("an address"),
            contact: None,
            spacing: None,
            timeout: None,
            cache_dir: Some(cache.path().to_owned()),
            now: || DateTime::UNIX_EPOCH,
        };
        assert_eq!(remembered_time(&config).timestamp(), 0);
        let path = cache.path().join("site-127.0.0.1_1.json");
        for (ahead, time) in [(5000, 5), (-5000, -5), (i64::MIN, 0), (i64::MAX, 0)] {
            fs::write(&path, format!("{{\"clock_ahead\":{ahead}}}")).expect("a file");
            assert_eq!(remembered_time(&config).timestamp(), time);
        }
    }
}
