//! What else the machine did while it measured: the system's count of the
//! processors' busy time, less that of `aoc` and its workers.

use std::fs;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::runner::{processor_time_of_workers, reap_workers};

/// How busy the machine was with other programs, over some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// Seconds that were looked at.
    pub seconds: f64,
    /// How many processors other programs kept busy, on average.
    pub others: f64,
    /// How many processors the host of this virtual machine gave to others while
    /// something here was ready to run.
    pub stolen: f64,
}

impl Load {
    /// That of both times together, as far as they are known.
    pub fn sum(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.and(b)),
            (known, None) | (None, known) => known,
        }
    }

    fn and(self, other: Self) -> Self {
        let seconds = self.seconds + other.seconds;
        let mean = |a: f64, b: f64| {
            if seconds > 0.0 {
                (a * self.seconds + b * other.seconds) / seconds
            } else {
                0.0
            }
        };
        Self {
            seconds,
            others: mean(self.others, other.others),
            stolen: mean(self.stolen, other.stolen),
        }
    }

    /// Of all times that belong together. In each of them, what is counted in whole
    /// ticks may be one too many or too few, so that `others` is below zero now and
    /// then: that evens out, and must not be left out before.
    pub const fn total(self) -> Self {
        Self {
            others: self.others.max(0.0),
            ..self
        }
    }

    /// Whether times measured meanwhile may be too long.
    pub fn is_disturbing(&self) -> bool {
        self.others > DISTURBING || self.stolen > DISTURBING
    }
}

/// The share of a processor that is too much. An idle system needs a hundredth.
const DISTURBING: f64 = 0.1;

/// Where the counters stood at some time.
pub(super) struct LoadMeter {
    start: Instant,
    counters: Option<Counters>,
}

impl LoadMeter {
    pub(super) fn start() -> Self {
        Self {
            start: Instant::now(),
            counters: Counters::of_now(),
        }
    }

    /// The load since then; `None` where the system does not count it.
    pub(super) fn end(self) -> Option<Load> {
        let then = self.counters?;
        Counters::of_now()?.since(then, self.start.elapsed())
    }
}

/// Ticks since the system started, all processors together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counters {
    busy: u64,
    stolen: u64,
    /// Of this program and of its workers.
    own: u64,
}

/// Linux counts in hundredths of a second, whatever its own clock does.
const TICKS_PER_SECOND: f64 = 100.0;

impl Counters {
    fn of_now() -> Option<Self> {
        reap_workers();
        let (busy, stolen) = busy(&fs::read_to_string("/proc/stat").ok()?)?;
        let own = own(&fs::read_to_string("/proc/self/stat").ok()?)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a time is not negative, and 2^64 ticks are longer than any"
        )]
        let of_running = (processor_time_of_workers().as_secs_f64() * TICKS_PER_SECOND) as u64;
        Some(Self {
            busy,
            stolen,
            own: own + of_running,
        })
    }

    fn since(self, then: Self, elapsed: Duration) -> Option<Load> {
        let seconds = elapsed.as_secs_f64();
        let ticks = seconds * TICKS_PER_SECOND;
        #[expect(
            clippy::cast_precision_loss,
            reason = "2^53 ticks are millions of years"
        )]
        let share = |now: u64, then: u64| now.saturating_sub(then) as f64 / ticks;
        (ticks >= 1.0).then(|| Load {
            seconds,
            others: share(self.busy, then.busy) - share(self.own, then.own),
            stolen: share(self.stolen, then.stolen),
        })
    }
}

/// The busy and the stolen ticks of `/proc/stat`. Its first line has the ticks
/// of: user, nice, system, idle, iowait, irq, softirq, steal; guests are in user.
fn busy(stat: &str) -> Option<(u64, u64)> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<u64> = line
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    let [user, nice, system, _idle, _iowait, irq, softirq, steal, ..] = ticks[..] else {
        return None;
    };
    Some((user + nice + system + irq + softirq, steal))
}

/// The ticks of this process and of the children it has waited for, from
/// `/proc/self/stat`: the 14th to 17th of its fields. The second is the
/// program's name in parentheses, which may hold blanks.
fn own(stat: &str) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let fields = after_name.split_whitespace().skip(11).take(4);
    let ticks: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    (ticks.len() == 4).then(|| ticks.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read() {
        let stat = "cpu  100 20 30 9000 400 5 6 70 3 0\ncpu0 1 2 3\n";
        assert_eq!(busy(stat), Some((161, 70)));
        assert_eq!(busy("cpu0 1 2 3 4 5 6 7 8"), None);
        assert_eq!(busy(""), None);
        let stat = "42 (a) b) R 1 2 3 4 5 6 7 8 9 10 100 20 3 4 20 0 1";
        assert_eq!(own(stat), Some(127));
        assert_eq!(own("42 (a"), None);
    }

    #[test]
    fn the_workers_are_not_others() {
        let then = Counters::default();
        let now = Counters {
            busy: 350,
            stolen: 20,
            own: 150,
        };
        let load = now.since(then, Duration::from_secs(2)).unwrap();
        assert!((load.others - 1.0).abs() < 1e-9);
        assert!((load.stolen - 0.1).abs() < 1e-9);
        assert!(load.is_disturbing());
        assert_eq!(now.since(then, Duration::ZERO), None);
    }

    #[test]
    fn a_tick_too_many_and_one_too_few_are_none() {
        let passes = [(11, 10), (9, 10)].map(|(busy, own)| {
            let now = Counters {
                busy,
                own,
                ..Counters::default()
            };
            now.since(Counters::default(), Duration::from_millis(100))
        });
        let total = passes.into_iter().fold(None, Load::sum).unwrap().total();
        assert!(total.others.abs() < 1e-9, "{total:?}");
        let less = passes[1].unwrap();
        assert!(less.others < 0.0 && less.total().others >= 0.0);
    }

    #[test]
    fn loads_add_up_by_their_time() {
        let quiet = Load {
            seconds: 3.0,
            ..Load::default()
        };
        let busy = Load {
            seconds: 1.0,
            others: 2.0,
            stolen: 0.4,
        };
        let both = quiet.and(busy);
        assert!((both.others - 0.5).abs() < 1e-9 && (both.stolen - 0.1).abs() < 1e-9);
        assert_eq!(Load::default().and(Load::default()), Load::default());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_system_counts() {
        let meter = LoadMeter::start();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(30) {}
        let load = meter.end().expect("Linux has both files");
        assert!(load.seconds >= 0.03 && load.total().others >= 0.0);
    }
}
