//! How long the rest of a `bench` will take.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// When the last passes ended.
///
/// What the next pass over a puzzle takes is known best from the last one: a slow
/// function takes longer in its first pass than in the others, or is not called
/// again at all. So the passes to come are taken to need as long as those of the
/// last round over all puzzles, and before a round has ended, as those so far.
pub(super) struct TimeLeft {
    start: Instant,
    /// How many passes there are in a round, one over each puzzle, and in all.
    round: usize,
    jobs: usize,
    ended: usize,
    /// When the oldest of the passes that count began, then when each of them
    /// ended.
    times: VecDeque<Instant>,
}

/// What is said earlier is guessed.
const PATIENCE: Duration = Duration::from_millis(500);

impl TimeLeft {
    pub(super) fn new(start: Instant, puzzles: usize, rounds: usize) -> Self {
        Self {
            start,
            round: puzzles,
            jobs: puzzles * rounds,
            ended: 0,
            times: [start].into(),
        }
    }

    /// A pass over a puzzle ended.
    pub(super) fn job_ended(&mut self, at: Instant) {
        self.ended += 1;
        self.times.push_back(at);
        if self.times.len() > self.round + 1 {
            self.times.pop_front();
        }
    }

    /// How long it will take from `now` on, when the share `of_job` of the next
    /// pass is done; `None` where that is not known yet.
    pub(super) fn at(&self, now: Instant, of_job: f64) -> Option<Duration> {
        let spent = now.saturating_duration_since(*self.times.front()?);
        #[expect(clippy::cast_precision_loss, reason = "thousands at most")]
        let (done, left) = (
            (self.times.len() - 1) as f64 + of_job,
            self.jobs.saturating_sub(self.ended) as f64 - of_job,
        );
        let is_early = now.saturating_duration_since(self.start) < PATIENCE;
        if is_early || done <= 0.0 || left <= 0.0 {
            return None;
        }
        Duration::try_from_secs_f64(spent.as_secs_f64() / done * left).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_round_tells_what_the_next_ones_take() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut left = TimeLeft::new(start, 2, 3);
        let seconds = |left: &TimeLeft, now, of_job| {
            left.at(at(now), of_job).map(|it| it.as_secs_f64().round())
        };
        assert_eq!(seconds(&left, 0.1, 0.5), None);
        assert_eq!(seconds(&left, 30.0, 0.0), None);
        // Half of the first of six passes took half a minute.
        assert_eq!(seconds(&left, 30.0, 0.5), Some(330.0));
        left.job_ended(at(60.0));
        left.job_ended(at(61.0));
        // The round took a minute, of which nobody knows that it was a slow first call.
        assert_eq!(seconds(&left, 61.0, 0.0), Some(122.0));
        left.job_ended(at(62.0));
        left.job_ended(at(63.0));
        assert_eq!(seconds(&left, 63.0, 0.0), Some(2.0));
        assert_eq!(seconds(&left, 64.0, 0.5), Some(2.0));
        left.job_ended(at(64.0));
        left.job_ended(at(65.0));
        assert_eq!(seconds(&left, 65.0, 0.0), None);

        // A round that takes no longer than what is said early.
        let mut left = TimeLeft::new(start, 1, 100);
        left.job_ended(at(0.3));
        assert_eq!(seconds(&left, 0.4, 0.0), None);
        left.job_ended(at(0.6));
        assert_eq!(seconds(&left, 0.6, 0.0), Some(29.0));
    }
}
