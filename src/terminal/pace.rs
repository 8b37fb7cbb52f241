//! How long the rest of something will take.

use std::time::Duration;

/// How long things of one kind took so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    spent: Duration,
    done: u32,
}

impl Pace {
    /// One more was done.
    pub const fn add(&mut self, took: Duration) {
        self.spent = self.spent.saturating_add(took);
        self.done = self.done.saturating_add(1);
    }

    /// How long `more` of them will take; `None` before the first was done.
    pub fn left(self, more: usize) -> Option<Duration> {
        let mean = self.spent.checked_div(self.done)?;
        mean.checked_mul(u32::try_from(more).ok()?)
    }
}

/// How long the rest takes of which this share, from 0 to 1, is done; `None` as
/// long as too little is done to tell.
pub fn left_of(elapsed: Duration, share: f64) -> Option<Duration> {
    const LITTLE: f64 = 0.02;
    let known = elapsed >= Duration::from_secs(1) && share >= LITTLE;
    known.then(|| elapsed.mul_f64((1.0 / share - 1.0).max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_known_once_some_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(left_of(seconds(10), 0.25), Some(seconds(30)));
        assert_eq!(left_of(seconds(10), 1.0), Some(seconds(0)));
        assert_eq!(left_of(seconds(10), 0.01), None);
        assert_eq!(left_of(Duration::from_millis(200), 0.25), None);
        assert_eq!(left_of(seconds(10), f64::NAN), None);
    }

    #[test]
    fn the_mean_so_far_is_the_estimate() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(3), None);
        pace.add(Duration::from_secs(1));
        pace.add(Duration::from_secs(4));
        assert_eq!(pace.left(3), Some(Duration::from_millis(7500)));
        assert_eq!(pace.left(0), Some(Duration::ZERO));
        assert_eq!(pace.left(usize::MAX), None);
    }
}
