//! Time that does not depend on the local clock's setting.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// An instant. Unlike `Instant`, it includes the time in which the computer sleeps, so a
/// countdown continues overnight. It is the time since the computer started.
#[derive(Clone, Copy)]
pub struct Uptime(Duration);

impl Uptime {
    #[cfg(unix)]
    pub fn now() -> Self {
        use nix::time::{ClockId, clock_gettime};

        #[cfg(any(target_os = "linux", target_os = "android"))]
        let clock = ClockId::CLOCK_BOOTTIME;
        #[cfg(not(any(target_os = "linux", target_os = "android")))]
        let clock = ClockId::CLOCK_MONOTONIC;
        Self(
            clock_gettime(clock)
                .expect("every system has this clock")
                .into(),
        )
    }

    #[cfg(windows)]
    pub fn now() -> Self {
        use coarsetime::{Duration, Instant};

        // There the ticks of this clock are counted from the start of the computer.
        let ticks = Instant::now().as_ticks();
        Self(Duration::from_ticks(ticks).into())
    }

    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }

    /// The time that a clock shows at the uptime zero if it shows `time` at this instant. It only
    /// changes if the clock is set or the computer restarts.
    pub fn boot(self, time: DateTime<Utc>) -> DateTime<Utc> {
        time - self.0
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn a_clock_that_is_not_set_has_the_same_start_whenever_it_is_read() {
        let now = "2025-12-01T12:00:00Z".parse().expect("an instant");
        for seconds in [0, 1, 86_400] {
            let passed = Duration::from_secs(seconds);
            let boot = Uptime(passed).boot(now + passed);
            assert_eq!(boot, now, "{seconds}");
        }
        let before = Uptime::now();
        sleep(Duration::from_millis(2));
        assert!(before.elapsed() >= Duration::from_millis(2));
    }
}
