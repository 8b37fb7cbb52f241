//! The time at the site, as the `Date` headers of replies show it.

use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::error::Log;
use super::site_time::{ClockOffset, HALF_SECOND, LocalTime, SiteTime};
use crate::config::LocalClock;
use crate::sync::locked;
use crate::terminal::{MessageKind, span_of};

/// The smallest difference between the two clocks that is reported. A slow reply alone cannot cause
/// such a difference.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// The largest difference between the two clocks that is stored. A larger one comes from a wrong
/// `Date`, from a damaged file, or from a local clock that was never set.
const MAX_OFFSET: TimeDelta = TimeDelta::days(366);

/// The longest time of a reply whose `Date` is exact to the second.
const QUICK_REPLY: Duration = Duration::from_secs(2);

/// The site's clock. It starts with the offset from an earlier process, and every reply of the site
/// to this process corrects it. Changes of the local clock have no effect on it.
pub struct SiteClock {
    local_clock: LocalClock,
    /// The [`LocalTime::boot`] when this clock was created.
    boot: DateTime<Utc>,
    /// The offset from an earlier process.
    earlier: Option<ClockOffset>,
    offsets: Mutex<Offsets>,
}

/// The site's time in one reply.
#[derive(Clone, Copy, Debug)]
pub struct ClockReading {
    offset: ClockOffset,
    /// The error that a slow reply can cause.
    error: TimeDelta,
}

struct Offsets {
    /// The offset of the last reply to this process.
    last: Option<ClockOffset>,
    /// The offset in the file. This is the earlier offset, as long as it agrees with the last one
    /// and is at least as exact.
    stored: Option<ClockOffset>,
}

impl SiteClock {
    pub fn new(local_clock: LocalClock, earlier: Option<ClockOffset>) -> Self {
        Self {
            local_clock,
            boot: LocalTime::read(local_clock).boot,
            earlier,
            offsets: Mutex::new(Offsets {
                last: None,
                stored: earlier,
            }),
        }
    }

    /// The present time at the site.
    pub fn read(&self) -> SiteTime {
        let last = locked(&self.offsets).last;
        let local = LocalTime::read(self.local_clock);
        SiteTime::new(local, self.earlier, last).counted_from(self.boot)
    }

    /// Reads the site's time in the headers of a reply that has just arrived and took `took`.
    pub fn measure(&self, headers: &HeaderMap, took: Duration) -> Option<ClockReading> {
        let date = date_of_reply(headers)?;
        let half = TimeDelta::from_std(took / 2).unwrap_or_default();
        let local = LocalTime::read(self.local_clock);
        let offset = ClockOffset {
            offset: date + HALF_SECOND + half - local.now,
            boot: local.boot,
            measured_at: (took <= QUICK_REPLY).then(|| local.uptime()),
        };
        Some(ClockReading {
            offset,
            error: half,
        })
    }

    /// Learns the site's time. The reply must be one of the site. Returns the new offset of the
    /// site's clock if later processes need it.
    pub fn learn(&self, reading: ClockReading, log: &Log) -> Option<ClockOffset> {
        let ClockReading { offset: new, error } = reading;
        let offset = new.offset;
        let local = LocalTime::read(self.local_clock);
        let mut offsets = locked(&self.offsets);
        if offsets.last.is_none() && offset.abs() > NOTABLE + error {
            warn_of_wrong_clock(offset, log);
        }
        offsets.last = Some(new);
        let is_known = offsets.stored.is_some_and(|stored| {
            let agrees = (offset - stored.offset).abs() <= HALF_SECOND + error;
            let is_exact = stored.is_exact_at(local) || !new.is_exact_at(local);
            stored.is_valid_at(local) && agrees && is_exact
        });
        if is_known || !is_plausible(&offset) {
            return None;
        }
        offsets.stored = Some(new);
        Some(new)
    }
}

/// The time in the header `Date`. `None` if it is missing, old or absurd.
fn date_of_reply(headers: &HeaderMap) -> Option<DateTime<Utc>> {
    // The header `Age` shows that the reply is from a cache, so its time is old. With an age of 0
    // seconds, it is as new as one of the site.
    if headers.get(AGE).is_some_and(|age| age != "0") {
        return None;
    }
    let date = headers.get(DATE)?.to_str().ok()?;
    let date = DateTime::parse_from_rfc2822(date).ok()?;
    // A server with an absurd time would make all checks useless.
    (2015..3000).contains(&date.year()).then(|| date.to_utc())
}

/// Warns that the local clock is wrong by this much. Only this process uses an offset that is too
/// large to be stored.
fn warn_of_wrong_clock(offset: TimeDelta, log: &Log) {
    let is_ahead = offset.num_seconds().is_negative();
    let side = if is_ahead { "ahead of" } else { "behind" };
    let off = span_of(offset.abs());
    let advice = if is_plausible(&offset) {
        "unlock times follow the site's clock"
    } else {
        "correct it, because later commands do not know the site's clock"
    };
    let text = format!("this computer's clock is {off} {side} the site's; {advice}");
    log(MessageKind::Warning, &text);
}

/// True if the site's clock may have this offset from the local clock.
pub fn is_plausible(offset: &TimeDelta) -> bool {
    offset.abs() < MAX_OFFSET
}

#[cfg(test)]
mod tests;
