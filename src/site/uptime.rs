//! Time that does not depend on the local clock's setting.

use std::time::Duration;

/// An instant. Unlike `Instant`, it includes the time in which the computer sleeps, so a
/// countdown continues overnight.
#[derive(Clone, Copy)]
pub struct Uptime(#[cfg(unix)] Duration, #[cfg(windows)] std::time::Instant);

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
        Self(std::time::Instant::now())
    }

    pub fn elapsed(self) -> Duration {
        #[cfg(unix)]
        return Self::now().0.saturating_sub(self.0);
        #[cfg(windows)]
        return self.0.elapsed();
    }
}
