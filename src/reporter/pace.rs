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

#[cfg(test)]
mod tests {
    use super::*;

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
