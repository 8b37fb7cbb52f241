//! The computer's clock, which the user can change, and the time since the computer was started.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// The clock of the computer.
#[derive(Clone, Copy)]
pub struct LocalClock {
    pub now: fn() -> DateTime<Utc>,
    /// [`uptime`], or a test's replacement.
    pub uptime: fn() -> Duration,
}

/// The time since the computer was started. Changing the local clock has no effect on it. Unlike
/// `Instant`, it includes the time in which the computer sleeps, so that a countdown continues
/// overnight.
#[cfg(unix)]
pub fn uptime() -> Duration {
    use nix::time::{ClockId, clock_gettime};

    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = ClockId::CLOCK_BOOTTIME;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = ClockId::CLOCK_MONOTONIC;
    clock_gettime(clock)
        .expect("every system has this clock")
        .into()
}

#[cfg(windows)]
pub fn uptime() -> Duration {
    use coarsetime::{Duration, Instant};

    // On Windows, this clock counts from the start of the computer.
    let ticks = Instant::now().as_ticks();
    Duration::from_ticks(ticks).into()
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    /// The clock of Windows has ticks of 16 ms.
    #[test]
    fn the_uptime_goes_on() {
        let before = uptime();
        sleep(Duration::from_millis(100));
        assert!(uptime() >= before + Duration::from_millis(50));
    }
}
