//! Sparing the site: a few requests in a burst, then one every two seconds,
//! counted over all processes of this user.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::notice::Listener;
use super::notice::Notice;
use crate::config::BaseUrl;

/// How many requests may follow each other at once: an input and its page, and
/// the same for the next day.
const BURST: i64 = 4;

/// One request every so often thereafter: "maybe one every few seconds", the
/// site's author asks.
const INTERVAL: Duration = Duration::from_secs(2);

/// The most that makes sense between two requests.
const LONGEST: Duration = Duration::from_hours(1);

/// The longest wait that is not worth a word.
const SHORT: Duration = Duration::from_secs(3);

/// When the next request may go out.
///
/// One instant in a file says it all (a "generic cell rate"): when the bucket
/// of requests will be full again. It is read and written under the file's
/// lock, and the wait happens under the lock too, so that processes queue up
/// and the instant is never further ahead than one full bucket. If it seems to
/// be, the clock was set back, and it is believed no more.
#[derive(Debug)]
pub struct Throttle {
    now: fn() -> DateTime<Utc>,
    interval: Option<TimeDelta>,
    file: Option<PathBuf>,
    /// The instant in milliseconds, where no file keeps it.
    own: Cell<i64>,
}

impl Throttle {
    /// The spacing for `origin`: none on loopback unless asked for, and nowhere
    /// else less than the default.
    pub fn new(
        now: fn() -> DateTime<Utc>,
        cache: Option<&Path>,
        origin: &BaseUrl,
        wanted: Option<Duration>,
    ) -> Self {
        let interval = if origin.is_loopback() {
            wanted
        } else {
            Some(wanted.unwrap_or_default().max(INTERVAL))
        };
        Self {
            now,
            interval: interval.and_then(|interval| TimeDelta::from_std(interval.min(LONGEST)).ok()),
            file: cache.map(|dir| dir.join(format!("spacing-{}", origin.file_name()))),
            own: Cell::new(0),
        }
    }

    /// Waits until a request may go out.
    pub fn wait(&self, listener: Listener<'_>) {
        let Some(interval) = self.interval else {
            return;
        };
        let held = self.file.as_deref().and_then(|file| open_locked(file).ok());
        let full = held
            .as_ref()
            .and_then(read)
            .unwrap_or_default()
            .max(self.own.get());
        let interval = interval.num_milliseconds();
        let (pause, full) = next((self.now)().timestamp_millis(), full, interval);
        if !pause.is_zero() {
            if pause > SHORT {
                listener(&Notice::Spaced { pause });
            }
            thread::sleep(pause);
        }
        self.own.set(full);
        if let Some(file) = held {
            // A disk that is full must not keep anyone from anything; within
            // this process the spacing holds all the same.
            let _ = write(file, full);
        }
    }
}

/// The pause before a request at `now` and the instant to keep, given the kept
/// one; all in milliseconds.
fn next(now: i64, full: i64, interval: i64) -> (Duration, i64) {
    let ahead = BURST * interval;
    let full = full.clamp(now, now + ahead);
    let full = full + interval;
    let pause = (full - ahead - now).max(0);
    (Duration::from_millis(pause.unsigned_abs()), full)
}

fn open_locked(path: &Path) -> io::Result<File> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir)?;
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)?;
    file.lock()?;
    Ok(file)
}

fn read(file: &File) -> Option<i64> {
    let mut text = String::new();
    file.take(32).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

fn write(mut file: File, full: i64) -> io::Result<()> {
    file.rewind()?;
    file.set_len(0)?;
    write!(file, "{full}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The instants at which requests go out that all want to at once.
    fn run(start: i64, mut full: i64, count: usize) -> Vec<i64> {
        let mut now = start;
        (0..count)
            .map(|_| {
                let (pause, kept) = next(now, full, 2000);
                now += i64::try_from(pause.as_millis()).expect("short");
                full = kept;
                now - start
            })
            .collect()
    }

    #[test]
    fn a_burst_then_one_every_interval() {
        assert_eq!(run(1_000_000, 0, 7), [0, 0, 0, 0, 2000, 4000, 6000]);
    }

    #[test]
    fn a_clock_set_back_costs_one_interval() {
        let tomorrow = 1_000_000 + 86_400_000;
        assert_eq!(run(1_000_000, tomorrow, 3), [2000, 4000, 6000]);
    }

    #[test]
    fn a_pause_earns_a_burst_again() {
        let (pause, full) = next(1_000_000, 999_000, 2000);
        assert_eq!((pause, full), (Duration::ZERO, 1_002_000));
    }

    #[test]
    fn no_instant_is_too_much() {
        for full in [i64::MIN, i64::MAX] {
            let (pause, _) = next(0, full, 3_600_000);
            assert!(pause <= LONGEST);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_does_not_end_the_spacing_within_a_process() {
        let cache = tempfile::tempdir().expect("a folder");
        let origin = "http://127.0.0.1:1".parse().expect("an origin");
        let file = cache.path().join("spacing-127.0.0.1_1");
        // It can be opened and locked, never written, and has no end.
        std::os::unix::fs::symlink("/dev/full", file).expect("a link");
        let wanted = Some(Duration::from_secs(1));
        let now = || DateTime::UNIX_EPOCH;
        let spacing = Throttle::new(now, Some(cache.path()), &origin, wanted);
        spacing.wait(&|_| ());
        spacing.wait(&|_| ());
        assert_eq!(spacing.own.get(), 2000);
    }

    #[test]
    fn loopback_is_exempt_and_others_never_below_the_default() {
        let spacing = |origin: &str, wanted| {
            Throttle::new(
                || DateTime::UNIX_EPOCH,
                None,
                &origin.parse().expect("an origin"),
                wanted,
            )
            .interval
        };
        let short = Duration::from_millis(5);
        assert_eq!(spacing("http://[::1]:80", None), None);
        assert_eq!(
            spacing("http://127.0.0.1:80", Some(short)),
            Some(TimeDelta::milliseconds(5))
        );
        assert_eq!(
            spacing(
                "http://127.0.0.1:80",
                Some(Duration::from_secs(u64::MAX / 2000))
            ),
            Some(TimeDelta::hours(1))
        );
        assert_eq!(
            spacing("https://adventofcode.com", Some(short)),
            Some(TimeDelta::seconds(2))
        );
    }
}
