//! Leaving the site alone when it asked for that (429), in later runs too.

use std::cell::Cell;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::config::BaseUrl;
use crate::inputs::{self, Readers};

/// How long the site is left alone if it does not say.
pub const UNSAID: Duration = Duration::from_mins(2);

/// The longest that its word is kept without asking once whether it still
/// holds: a mistaken header must not lock anyone out for a month.
const LONGEST: Duration = Duration::from_hours(1);

/// Until when nothing is asked.
///
/// Only a 429 is kept: it is about us. A 503 is about the server, whose advice
/// of when to come back is shown and may be out of date a second later.
#[derive(Debug)]
pub struct Backoff {
    now: fn() -> DateTime<Utc>,
    /// Where the instant is kept for other runs.
    file: Option<PathBuf>,
    /// The instant in milliseconds, for this run.
    until: Cell<i64>,
}

impl Backoff {
    /// What `origin` asked for, of this run or an earlier one.
    pub fn new(now: fn() -> DateTime<Utc>, cache: Option<&Path>, origin: &BaseUrl) -> Self {
        Self {
            now,
            file: cache.map(|dir| dir.join(format!("backoff-{}", origin.file_name()))),
            until: Cell::new(0),
        }
    }

    /// How much longer nothing may be asked; none if something may.
    pub fn left(&self) -> Option<Duration> {
        let kept = self.file.as_deref().and_then(read).unwrap_or_default();
        let until = kept.max(self.until.get());
        let left = until.saturating_sub((self.now)().timestamp_millis());
        let left = Duration::from_millis(u64::try_from(left).ok()?);
        // What is further ahead than it can be was kept by a wrong clock.
        (!left.is_zero() && left <= LONGEST).then_some(left)
    }

    /// Keeps that the site wants to be left alone for so long.
    pub fn ask(&self, wait: Duration) {
        let wait = i64::try_from(wait.min(LONGEST).as_millis()).unwrap_or_default();
        let until = (self.now)().timestamp_millis().saturating_add(wait);
        self.until.set(until);
        if let Some(file) = &self.file {
            // Without it the next run asks once in vain.
            let _ = inputs::replace(file, until.to_string(), Readers::Owner);
        }
    }
}

fn read(file: &Path) -> Option<i64> {
    let mut text = String::new();
    File::open(file)
        .ok()?
        .take(32)
        .read_to_string(&mut text)
        .ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        "2025-12-01T12:00:00Z".parse().expect("an instant")
    }

    #[test]
    fn is_kept_for_others_and_never_for_long() {
        let cache = tempfile::tempdir().expect("a folder");
        let origin = "http://127.0.0.1:1".parse().expect("an origin");
        let new = || Backoff::new(noon, Some(cache.path()), &origin);
        assert_eq!(new().left(), None);
        new().ask(UNSAID);
        assert_eq!(new().left(), Some(UNSAID));
        new().ask(Duration::MAX);
        assert_eq!(new().left(), Some(LONGEST));
        let later = noon().timestamp_millis() + 7_200_000;
        for text in [&later.to_string(), "", "soon", "9223372036854775807", "-1"] {
            let file = cache.path().join("backoff-127.0.0.1_1");
            std::fs::write(file, text).expect("a file");
            assert_eq!(new().left(), None, "{text}");
        }
        let alone = Backoff::new(noon, None, &origin);
        alone.ask(UNSAID);
        assert_eq!(alone.left(), Some(UNSAID));
    }
}
