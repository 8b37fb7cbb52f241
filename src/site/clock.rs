//! The time on the site, learned from the `Date` header of its replies.

use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use reqwest::header::{AGE, DATE, HeaderMap};

use super::error::Log;
use super::site_time::{ClockOffset, HALF_SECOND, LocalTime, SiteTime};
use super::uptime::Uptime;
use crate::sync::locked;
use crate::terminal::{MessageKind, span_of};

/// The smallest difference between the two clocks that is reported. A slow reply alone cannot cause
/// it.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

/// The largest difference of two clocks that is believed. A larger one comes from a wrong `Date`
/// or a damaged file and is not stored.
const MAX_OFFSET: TimeDelta = TimeDelta::days(366);

/// The site's clock. After a reply to this process its time counts on from the time of that reply,
/// whatever happens to the local clock.
pub struct SiteClock {
    local_time: fn() -> DateTime<Utc>,
    /// The offset that an earlier process measured.
    earlier_offset: Option<ClockOffset>,
    /// The last reply to this process.
    reply: Mutex<Option<ReplyTime>>,
}

/// The site's time when a reply arrived.
#[derive(Clone, Copy)]
struct ReplyTime {
    time: DateTime<Utc>,
    arrived: Uptime,
    /// The offset that is stored: that of this reply, or an earlier one that agrees with it.
    stored_offset: Option<ClockOffset>,
}

impl SiteClock {
    pub fn new(local_time: fn() -> DateTime<Utc>, earlier_offset: Option<ClockOffset>) -> Self {
        Self {
            local_time,
            earlier_offset,
            reply: Mutex::default(),
        }
    }

    /// The time on the site now.
    pub fn read(&self) -> SiteTime {
        let measured = locked(&self.reply).map(|reply| reply.time + reply.arrived.elapsed());
        SiteTime::new(
            LocalTime::read(self.local_time),
            self.earlier_offset,
            measured,
        )
    }

    /// Learns the site's time from the headers of a reply that took `took`. Returns the offset of
    /// the site's clock if it should be stored for later processes.
    pub fn learn(&self, headers: &HeaderMap, took: Duration, log: &Log) -> Option<ClockOffset> {
        // The reply comes from a cache and has an old time.
        if headers.contains_key(AGE) {
            return None;
        }
        let date = headers.get(DATE)?.to_str().ok()?;
        let date = DateTime::parse_from_rfc2822(date).ok()?;
        // An absurd time from a server would disable every check.
        if !(2015..3000).contains(&date.year()) {
            return None;
        }
        let half = TimeDelta::from_std(took / 2).unwrap_or_default();
        let time = date.to_utc() + HALF_SECOND + half;
        let arrived = Uptime::now();
        let local = LocalTime::read(self.local_time);
        let offset = time - local.now;
        let mut reply = locked(&self.reply);
        if reply.is_none() && offset.abs() > NOTABLE + half {
            warn(offset, log);
        }
        let stored = reply.map_or(self.earlier_offset, |earlier| earlier.stored_offset);
        let agrees = stored.is_some_and(|stored| {
            stored.holds(local) && (offset - stored.offset).abs() <= HALF_SECOND + half
        });
        let boot = local.boot;
        let new_offset = (!agrees && is_plausible(&offset)).then_some(ClockOffset { offset, boot });
        *reply = Some(ReplyTime {
            time,
            arrived,
            stored_offset: new_offset.or(stored),
        });
        new_offset
    }
}

/// Warns that the local clock is wrong by this much.
fn warn(offset: TimeDelta, log: &Log) {
    let is_ahead = offset.num_seconds().is_negative();
    let side = if is_ahead { "ahead of" } else { "behind" };
    let off = span_of(offset.abs());
    let text = format!(
        "this computer's clock is {off} {side} the site's; unlock times follow the site's clock"
    );
    log(MessageKind::Warning, &text);
}

/// True if the site's clock may have this offset from the local one.
pub fn is_plausible(offset: &TimeDelta) -> bool {
    offset.abs() < MAX_OFFSET
}

#[cfg(test)]
mod tests;
