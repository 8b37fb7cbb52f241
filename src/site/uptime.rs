//! Time that passes whatever the local clock is set to.

use std::time::Duration;

/// An instant. Unlike `Instant`, it counts the time during which the computer sleeps: a
/// countdown goes on overnight.
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
