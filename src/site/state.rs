//! The state of the site that processes share, in a file of the user's cache folder: the time of
//! the next request, the end of a pause that the site asked for, and the lead of its clock. Nothing
//! depends on the file. If it is missing or invalid, it counts as empty. Impossible values are
//! corrected when they are used. If this file or another one of the folder cannot be written, this
//! process keeps its content in memory.
//!
//! The rate limit allows a burst of a few requests, then one every two seconds, for all processes
//! of the user together. A single time describes it (a "generic cell rate algorithm"): the time
//! at which a complete burst is allowed again. A process that must wait does so without the lock
//! and then checks again, so a stopped or killed process does not delay the others.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::clock::is_plausible;
use super::error::{Log, SiteError, SiteErrorKind, SiteResult};
use super::session::Session;
use super::site_time::{Lead, LocalTime, SiteTime};
use crate::config::{Environment, Settings};
use crate::error::{Result, file_error};
use crate::files::{Lock, MAX_INPUT, Readers, read_regular_file, replace};
use crate::sync::locked;
use crate::terminal::{MessageKind, span};

/// The number of requests that may be sent without a pause. It is enough for the input and the
/// page of two days.
const BURST: i64 = 4;

/// The longest pause that the site can ask for. A wrong header must not block the user for a month.
pub const LONGEST: Duration = Duration::from_hours(24);

/// The length below which a pause is not reported.
const SHORT: Duration = Duration::from_secs(3);

/// The settings and the environment that the site's client needs.
#[derive(Clone, Copy)]
pub struct SiteConfig<'a> {
    pub settings: &'a Settings,
    pub environment: &'a Environment,
    pub unwritten: &'a Unwritten,
}

/// The contents of cache files that could not be written, by the names of the files. Clones share
/// them.
#[derive(Clone, Default)]
pub struct Unwritten(Arc<Mutex<BTreeMap<String, String>>>);

/// A JSON file in the user's cache folder. Because of its lock, only one process changes it at a
/// time. If it cannot be written, this process reads what it would contain.
pub struct CacheFile {
    name: String,
    /// The path; `None` if there is no cache folder.
    path: Option<PathBuf>,
    unwritten: Unwritten,
}

impl CacheFile {
    /// The file `KIND-HOSTSUFFIX.json`.
    pub fn new(config: SiteConfig, kind: &str, suffix: &str) -> Self {
        let host = config.settings.base_url.file_name();
        let name = format!("{kind}-{host}{suffix}.json");
        let folder = config.environment.cache_dir.as_ref();
        Self {
            path: folder.map(|folder| folder.join(&name)),
            name,
            unwritten: config.unwritten.clone(),
        }
    }

    /// Waits until no other process changes the file. Calls `waiting` first if one does.
    pub fn lock(&self, waiting: impl FnOnce()) -> Option<Lock> {
        Lock::beside(self.path.as_ref()?, waiting)
    }

    /// The value in the file. `None` if it is missing or invalid. This needs no lock, because the
    /// file is always replaced as a whole.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        if let Some(text) = locked(&self.unwritten.0).get(&self.name) {
            return serde_json::from_str(text).ok();
        }
        let path = self.path.as_deref()?;
        let bytes = read_regular_file(path, MAX_INPUT).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Replaces the file. If that fails, the value is kept in memory.
    pub fn write(&self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value).expect("plain data") + "\n";
        let written = match &self.path {
            Some(path) => replace(path, &text, Readers::Owner),
            None => Err(file_error("there is no folder for caches")),
        };
        let mut unwritten = locked(&self.unwritten.0);
        match written {
            Ok(()) => unwritten.remove(&self.name),
            Err(_) => unwritten.insert(self.name.clone(), text),
        };
        written
    }
}

/// The stored state. Times are in milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct StoredState {
    /// The time at which a complete burst is allowed again, by the local clock. The site's time
    /// is known only to half a second, which could shorten an interval.
    burst_full_at: i64,
    /// The time before which no request is sent, by the site's clock as far as it is known. So it
    /// stays right if the local clock is changed.
    backoff_until: i64,
    /// The lead of the site's clock over the local one, in milliseconds; `None` if it was never
    /// measured.
    #[serde(rename = "clock_ahead", skip_serializing_if = "Option::is_none")]
    lead: Option<i64>,
    /// The time of the local clock at the uptime zero when the lead was measured. If it is another
    /// one now, the lead does not hold.
    computer_started: i64,
    /// The digest of the session that the site has refused last; 0 if there is none.
    refused_session: u64,
}

/// The permission to send a request.
#[derive(Debug, PartialEq)]
enum Turn {
    Now,
    /// The next turn must be requested after this time.
    Later(Duration),
    /// The site asked for a pause, which lasts for this time.
    Refused(Duration),
}

/// The state of one host.
pub struct SiteState {
    file: CacheFile,
    now: fn() -> DateTime<Utc>,
    /// The time between requests; `None` on loopback.
    interval: Option<Duration>,
}

impl SiteState {
    pub fn new(config: SiteConfig) -> Self {
        Self {
            file: CacheFile::new(config, "site", ""),
            now: config.environment.now,
            interval: config.settings.request_interval(),
        }
    }

    fn load(&self) -> StoredState {
        self.file.read().unwrap_or_default()
    }

    /// Changes the state while holding the lock.
    fn update<T>(&self, change: impl FnOnce(&mut StoredState) -> T) -> T {
        let _lock = self.file.lock(|| {});
        let mut state = self.load();
        let before = state;
        let result = change(&mut state);
        if state != before {
            // If it cannot be written, this process keeps it.
            let _ = self.file.write(&state);
        }
        result
    }

    /// Waits until a request may be sent. Fails during a pause that the site asked for.
    pub fn wait(&self, log: &Log) -> SiteResult<()> {
        loop {
            let local = self.local_time();
            let pause = match self.update(|state| state.turn(local, self.interval)) {
                Turn::Now => return Ok(()),
                Turn::Refused(left) => {
                    let left = span(left);
                    let message = format!(
                        "no request was made, because the site asked for fewer requests (429): \
                         try again in {left}"
                    );
                    return Err(SiteError::new(SiteErrorKind::Busy, message));
                }
                Turn::Later(pause) => pause,
            };
            if let Some(note) = pause_note(pause) {
                log(MessageKind::Note, &note);
            }
            sleep(pause);
        }
    }

    /// The first pause after a failure. Only a shorter interval on loopback makes it shorter.
    pub fn first_pause(&self) -> Duration {
        let usual = Duration::from_secs(1);
        self.interval.unwrap_or(usual).min(usual)
    }

    /// Begins a pause that later processes observe, too. It is only for the status 429, which
    /// concerns this client. A 503 concerns the server: its Retry-After is shown, but may be
    /// outdated a second later.
    pub fn back_off(&self, pause: Duration) {
        let pause = milliseconds(pause);
        self.update(|state| {
            let now = state.time(self.local_time()).now();
            state.backoff_until = now.timestamp_millis().saturating_add(pause);
        });
    }

    fn local_time(&self) -> LocalTime {
        LocalTime::read(self.now)
    }

    /// The lead of the site's clock over the local one, from an earlier reply.
    pub fn lead(&self) -> Option<Lead> {
        self.load().lead()
    }

    pub fn set_lead(&self, lead: Lead) {
        self.update(|state| {
            state.lead = Some(lead.lead.num_milliseconds());
            state.computer_started = lead.start.timestamp_millis();
        });
    }

    /// Records that the site has refused this session, unless it belongs to a named account.
    pub fn remember_refused(&self, session: &Session) {
        if session.place.account().is_none() {
            let digest = session.token.digest();
            self.update(|state| state.refused_session = digest);
        }
    }

    /// Records that the site has accepted this session, unless it belongs to a named account.
    pub fn remember_accepted(&self, session: &Session) {
        if session.place.account().is_none() {
            let digest = session.token.digest();
            self.update(|state| {
                if state.refused_session == digest {
                    state.refused_session = 0;
                }
            });
        }
    }

    /// True if the site has refused this session.
    pub fn has_refused(&self, session: &Session) -> bool {
        self.load().refused_session == session.token.digest()
    }
}

impl StoredState {
    /// The lead of the site's clock over the local one; `None` if it was never measured.
    fn lead(&self) -> Option<Lead> {
        let lead = TimeDelta::try_milliseconds(self.lead?).filter(is_plausible)?;
        let start = DateTime::from_timestamp_millis(self.computer_started)?;
        Some(Lead { lead, start })
    }

    /// The site's time at a local time, by the lead that all processes share.
    fn time(&self, local: LocalTime) -> SiteTime {
        SiteTime::new(local, self.lead(), None)
    }

    /// The rest of the pause at a local time. `None` if it is over. A pause that is longer than
    /// possible was stored by a wrong clock.
    fn backoff(&self, local: LocalTime) -> Option<Duration> {
        let now = self.time(local).now().timestamp_millis();
        let left = u64::try_from(self.backoff_until.saturating_sub(now)).ok()?;
        let pause = Duration::from_millis(left);
        (!pause.is_zero() && pause <= LONGEST).then_some(pause)
    }

    /// Reserves a request at a local time, unless the site asked for a pause. Both happen in one
    /// step, so that no request follows after another process got the status 429.
    fn turn(&mut self, local: LocalTime, interval: Option<Duration>) -> Turn {
        if let Some(left) = self.backoff(local) {
            return Turn::Refused(left);
        }
        let now = local.now.timestamp_millis();
        match interval.and_then(|interval| self.take(now, interval)) {
            Some(pause) => Turn::Later(pause),
            None => Turn::Now,
        }
    }

    /// Reserves a request at a local time in milliseconds since 1970, or returns the time to wait
    /// before the next attempt.
    fn take(&mut self, now: i64, interval: Duration) -> Option<Duration> {
        let interval = milliseconds(interval);
        let burst = BURST * interval;
        // A time later than the end of a complete burst was stored while the clock was wrong.
        self.burst_full_at = self.burst_full_at.min(now + burst);
        let full_at = self.burst_full_at.max(now) + interval;
        let pause = full_at - burst - now;
        if pause > 0 {
            return Some(Duration::from_millis(pause.unsigned_abs()));
        }
        self.burst_full_at = full_at;
        None
    }
}

/// The message about a pause before a request. `None` if the pause is short.
fn pause_note(pause: Duration) -> Option<String> {
    if pause <= SHORT {
        return None;
    }
    Some(format!(
        "limiting the request rate: next request in {}",
        span(pause)
    ))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::BaseUrl;
    use crate::testing::environment;

    /// The time between requests after a burst.
    const INTERVAL: Duration = Duration::from_secs(2);

    fn settings(base_url: &str, spacing: Option<u64>) -> Settings {
        Settings {
            base_url: BaseUrl::parse(base_url).expect("an address"),
            spacing: spacing.map(Duration::from_secs),
            timeout: Some(Duration::from_millis(100)),
            ..Settings::default()
        }
    }

    fn state(base_url: &str, spacing: Option<u64>) -> SiteState {
        SiteState::new(SiteConfig {
            settings: &settings(base_url, spacing),
            environment: &environment(Path::new("/"), &[]),
            unwritten: &Unwritten::default(),
        })
    }

    fn instant(milliseconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(milliseconds).expect("an instant")
    }

    /// The computer was started by its local clock an hour ago.
    fn at(milliseconds: i64) -> LocalTime {
        let now = instant(milliseconds);
        let start = now - TimeDelta::hours(1);
        LocalTime { now, start }
    }

    /// The times at which `count` requests are sent that are all due at once.
    fn times(start: i64, burst_full_at: i64, count: usize) -> Vec<i64> {
        let mut state = StoredState {
            burst_full_at,
            ..StoredState::default()
        };
        let mut now = start;
        let mut next = || {
            while let Some(pause) = state.take(now, INTERVAL) {
                now += milliseconds(pause);
            }
            now - start
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_burst_then_one_every_interval() {
        let start = 1_000_000;
        assert_eq!(times(start, 0, 7), [0, 0, 0, 0, 2000, 4000, 6000]);
        // After a clock was set back, one interval is lost. A pause allows a burst again.
        assert_eq!(times(start, start + 86_400_000, 3), [2000, 4000, 6000]);
        assert_eq!(times(start, start - 1000, 5), [0, 0, 0, 0, 2000]);
        for full in [i64::MIN, i64::MAX] {
            assert!(times(start, full, 1)[0] <= 2000);
        }
    }

    #[test]
    fn only_long_pauses_are_told() {
        assert_eq!(pause_note(Duration::from_secs(3)), None);
        let long = pause_note(Duration::from_secs(4));
        let expected = "limiting the request rate: next request in 4s";
        assert_eq!(long.as_deref(), Some(expected));
    }

    #[test]
    fn loopback_is_exempt_and_others_never_below_the_default() {
        for (base_url, spacing, interval, pause) in [
            ("http://[::1]:80", None, None, 1),
            ("http://127.0.0.1:80", Some(0), Some(0), 0),
            ("http://127.0.0.1:80", Some(86_400), Some(86_400), 1),
            ("https://adventofcode.com", None, Some(2), 1),
            ("https://adventofcode.com", Some(0), Some(2), 1),
        ] {
            let state = state(base_url, spacing);
            let interval = interval.map(Duration::from_secs);
            assert_eq!(state.interval, interval, "{base_url}");
            let pause = Duration::from_secs(pause);
            assert_eq!(state.first_pause(), pause, "{base_url}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_remembered_by_this_process() {
        let state = state("http://127.0.0.1:1", Some(1));
        let quiet: Log = Box::new(|_, _| ());
        for _ in 0..4 {
            state.wait(&quiet).expect("a burst");
        }
        state.back_off(Duration::from_hours(2));
        let refused = state.wait(&quiet).expect_err("a pause");
        assert!(refused.message.ends_with("try again in 2h 0m"), "{refused}");
        let lead = Lead {
            lead: TimeDelta::seconds(7),
            start: instant(1_000_000),
        };
        state.set_lead(lead);
        assert_eq!(state.lead(), Some(lead));
    }

    #[test]
    fn a_pause_that_the_site_asked_for_is_stronger_than_a_free_turn() {
        let second = Duration::from_secs(1);
        let mut state = StoredState::default();
        assert_eq!(state.turn(at(1_000_000), None), Turn::Now);
        for _ in 0..BURST {
            assert_eq!(state.turn(at(1_000_000), Some(second)), Turn::Now);
        }
        assert_eq!(state.turn(at(1_000_000), Some(second)), Turn::Later(second));
        state.backoff_until = 1_060_000;
        let reserved = state.burst_full_at;
        for interval in [None, Some(second)] {
            let turn = state.turn(at(1_000_000), interval);
            assert_eq!(turn, Turn::Refused(Duration::from_mins(1)));
        }
        assert_eq!(state.burst_full_at, reserved);
    }

    #[test]
    fn a_pause_ends_by_the_sites_clock_even_if_the_local_one_is_set() {
        let day = 24 * 3600 * 1000;
        for (name, lead, measured_at, local) in [
            (
                "the clock is as wrong as before",
                -28 * day,
                28 * day,
                28 * day,
            ),
            ("it was set right", 0, 0, 0),
            (
                "it was set right, which no reply has shown",
                -28 * day,
                28 * day,
                0,
            ),
        ] {
            let state = StoredState {
                backoff_until: 60_000,
                lead: Some(lead),
                computer_started: at(measured_at).start.timestamp_millis(),
                ..StoredState::default()
            };
            let left = Some(Duration::from_mins(1));
            assert_eq!(state.backoff(at(local)), left, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_right_is_ignored() {
        for (until, left) in [(-1, None), (0, None), (1, Some(1)), (i64::MAX, None)] {
            let state = StoredState {
                backoff_until: until,
                ..StoredState::default()
            };
            assert_eq!(state.backoff(at(0)), left.map(Duration::from_millis));
        }
        let temp = tempfile::tempdir().expect("a folder");
        let mut state = state("http://127.0.0.1:1", None);
        state.file.path = Some(temp.path().join("site.json"));
        for text in ["", "{", "[]", "{\"clock_ahead\": \"x\"}", "null"] {
            std::fs::write(temp.path().join("site.json"), text).expect("a file");
            assert_eq!(state.load(), StoredState::default(), "{text}");
        }
    }
}
