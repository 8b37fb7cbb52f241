//! Times, sizes and counts for people: three significant digits and a unit.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

pub use aoc_solution::figures::digits;
use aoc_solution::figures::{TIMES, scaled, time};
use chrono::{DateTime, FixedOffset, TimeDelta, Utc};

use crate::processes::ExceededLimit;

/// The nanoseconds from which a time is shown in minutes and seconds.
const MINUTE: f64 = 59.95e9;

/// A computed time in nanoseconds, such as a mean.
pub fn computed_time(ns: f64) -> String {
    let ns = ns.max(0.0);
    if ns < MINUTE {
        return scaled(ns, 1000.0, TIMES);
    }
    let rounded = Duration::try_from_secs_f64((ns / 1e9).round());
    span(rounded.unwrap_or(Duration::MAX))
}

/// A measured time in nanoseconds: whole nanoseconds below a microsecond.
pub fn measured_time(ns: u64) -> String {
    if (ns as f64) < MINUTE {
        return time(ns);
    }
    computed_time(ns as f64)
}

/// The sign before a time that lacks a part, because the whole time is longer.
pub const LOWER_BOUND: &str = "> ";

/// A difference of times, as [`span`] writes it, or `0s` if it is negative.
pub fn span_of(time: TimeDelta) -> String {
    span(time.to_std().unwrap_or_default())
}

/// The text in place of a figure that is not known or does not exist.
pub const DASH: &str = "–";

/// A time as [`span`] writes it, or a dash if it is not known.
pub fn span_or_dash(time: Option<Duration>) -> String {
    time.map_or_else(|| DASH.to_owned(), span)
}

/// A time in its two largest units: `3d 4h`, `4h 12m`, `2m 5s`, `12s`. Smaller units are left out.
/// The time is rounded up to whole seconds, so that below an hour it is long enough to wait for.
pub fn span(time: Duration) -> String {
    let has_fraction = time.subsec_nanos() > 0;
    let seconds = time.as_secs().saturating_add(has_fraction.into());
    let minutes = seconds / 60;
    let hours = minutes / 60;
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3_600 => format!("{minutes}m {}s", seconds % 60),
        3_600..86_400 => format!("{hours}h {}m", minutes % 60),
        _ => format!("{}d {}h", hours / 24, hours % 24),
    }
}

/// Returns the offset of the user's time zone at a time. An unknown time zone counts as UTC.
pub type LocalOffset = fn(DateTime<Utc>) -> FixedOffset;

/// A time to the minute: `2026-12-01 05:00 UTC (06:00 local time)`. The local time is left out if
/// it is the same.
pub fn shown_minute(time: DateTime<Utc>, local_offset: LocalOffset) -> String {
    time.format("%Y-%m-%d %H:%M UTC").to_string() + &in_local_time(time, local_offset)
}

/// Like [`shown_minute`], but for a sentence: `2026-12-01 at 05:00 UTC`.
pub fn shown_day_and_time(time: DateTime<Utc>, local_offset: LocalOffset) -> String {
    time.format("%Y-%m-%d at %H:%M UTC").to_string() + &in_local_time(time, local_offset)
}

/// The time in the user's time zone, with the date if it differs. Empty if the local time is UTC.
fn in_local_time(time: DateTime<Utc>, local_offset: LocalOffset) -> String {
    let local = time.with_timezone(&local_offset(time));
    if local.naive_local() == time.naive_utc() {
        return String::new();
    }
    let form = if local.date_naive() == time.date_naive() {
        " (%H:%M local time)"
    } else {
        " (%Y-%m-%d %H:%M local time)"
    };
    local.format(form).to_string()
}

/// A size in memory, in powers of 1024.
pub fn bytes(n: u64) -> String {
    match n {
        ..1024 => format!("{n} B"),
        _ => scaled(n as f64 / 1024.0, 1024.0, &[" KiB", " MiB", " GiB", " TiB"]),
    }
}

/// Completes a sentence about the program that exceeded the limit.
impl Display for ExceededLimit {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Time => f.write_str("took too long"),
            Self::Memory(limit) => write!(f, "used more than {} of memory", bytes(*limit)),
            Self::Output(limit) => write!(f, "printed more than {}", bytes(*limit)),
        }
    }
}

/// A count, which is exact below 10,000.
pub fn count(n: u64) -> String {
    match n {
        ..10_000 => n.to_string(),
        _ => scaled(n as f64 / 1000.0, 1000.0, &["k", "M", "G", "T"]),
    }
}

/// A number with its noun, such as `1 day`, `2 days` or `2 crashes`.
pub fn plural(n: usize, noun: &str) -> String {
    let ending = match noun {
        _ if n == 1 => "",
        _ if noun.ends_with('s') || noun.ends_with("sh") => "es",
        _ => "s",
    };
    format!("{n} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use chrono::Datelike;

    use super::*;

    #[test]
    fn times_have_three_digits() {
        let short = [0.0, 0.449, 999.4, 999.5, 9_994.0, 9_996.0].map(computed_time);
        let shown = "0.00 ns, 0.45 ns, 999 ns, 1.00 µs, 9.99 µs, 10.0 µs";
        assert_eq!(short.join(", "), shown);
        let long = [123.4e6, 999.6e6, 59.94e9, 59.96e9, 3599.6e9].map(computed_time);
        assert_eq!(long.join(", "), "123 ms, 1.00 s, 59.9 s, 1m 0s, 1h 0m");
        // Clocks give whole nanoseconds.
        assert_eq!(
            [0, 45, 1310].map(measured_time),
            ["0 ns", "45 ns", "1.31 µs"]
        );
        let span = |ms| span(Duration::from_millis(ms));
        let texts = ["0s", "1s", "1m 0s", "4h 12m", "3d 4h"];
        assert_eq!([0, 1, 59_001, 15_120_000, 273_600_000].map(span), texts);
    }

    #[test]
    fn a_time_is_also_shown_in_another_time_zone() {
        let zones: [(LocalOffset, &str); 5] = [
            (|_| FixedOffset::east_opt(0).unwrap(), ""),
            (
                |_| FixedOffset::east_opt(3600).unwrap(),
                " (06:00 local time)",
            ),
            (
                |_| FixedOffset::west_opt(8 * 3600).unwrap(),
                " (2026-11-30 21:00 local time)",
            ),
            (
                |_| FixedOffset::east_opt(5 * 3600 + 45 * 60).unwrap(),
                " (10:45 local time)",
            ),
            // The offset depends on the shown time, not on today.
            (
                |time| {
                    let is_winter = time.month() == 12;
                    FixedOffset::east_opt(if is_winter { 3600 } else { 7200 }).unwrap()
                },
                " (06:00 local time)",
            ),
        ];
        let unlock: DateTime<Utc> = "2026-12-01T05:00:00Z".parse().unwrap();
        for (offset, local) in zones {
            let minute = format!("2026-12-01 05:00 UTC{local}");
            assert_eq!(shown_minute(unlock, offset), minute);
            let sentence = format!("2026-12-01 at 05:00 UTC{local}");
            assert_eq!(shown_day_and_time(unlock, offset), sentence);
        }
    }

    #[test]
    fn sizes_counts_and_ratios_are_short() {
        let numbers = [1023, 12_345, 1023 << 10, 3 << 30, u64::MAX];
        let sizes = "1023 B, 12.1 KiB, 1023 KiB, 3.00 GiB, 16777216 TiB";
        assert_eq!(numbers.map(bytes).join(", "), sizes);
        let around_1_mib = [1000 << 10, (1 << 20) - 513, (1 << 20) - 512].map(bytes);
        assert_eq!(around_1_mib, ["1000 KiB", "1023 KiB", "1.00 MiB"]);
        let memory = ExceededLimit::Memory(300 << 20).to_string();
        assert_eq!(memory, "used more than 300 MiB of memory");
        let counts = "1023, 12.3k, 1.05M, 3.22G, 18446744T";
        assert_eq!(numbers.map(count).join(", "), counts);
        assert_eq!(
            [3.654, 914.7, 99_995.6].map(digits),
            ["3.65", "915", "99996"]
        );
        let days = [0, 1, 2].map(|n| plural(n, "day"));
        assert_eq!(days, ["0 days", "1 day", "2 days"]);
        let guesses = [0, 1, 2].map(|n| plural(n, "guess"));
        assert_eq!(guesses, ["0 guesses", "1 guess", "2 guesses"]);
    }
}
