//! The time from which the site takes the next answer.

use std::time::Duration;

use crate::inputs::Answers;
use crate::site::{DEFAULT_WAIT, ROUNDING_MARGIN, SiteTime};

/// The time until the site takes the next answer, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerTime {
    /// The rest of the wait that the site asked for.
    pub wait: Option<Duration>,
    /// The rest of the minute after a guess with an unknown verdict.
    pub after_unknown: Option<Duration>,
    /// Whether the site must be asked for its time before this counts: the wait may be over, but
    /// no reply has shown that.
    pub is_in_doubt: bool,
}

impl AnswerTime {
    pub fn of(time: SiteTime, answers: &Answers) -> Self {
        let wait = answers.not_before.and_then(|instant| time.until(instant));
        let minute = DEFAULT_WAIT + ROUNDING_MARGIN;
        let unknown = answers.unknown_guess();
        let after_unknown = unknown.and_then(|guess| time.until_waited(guess.time, minute));
        // A clock that has not reached the last guess is wrong.
        let last = answers.guesses.last();
        let is_behind = last.is_some_and(|guess| time.age(guess.time).is_none());
        let may_be_over = answers.not_before.is_some() && (wait.is_none() || is_behind);
        Self {
            wait,
            after_unknown,
            is_in_doubt: may_be_over && !time.is_known(),
        }
    }

    /// The time until the site takes an answer. `None` if it takes one now.
    pub fn left(self) -> Option<Duration> {
        self.wait.max(self.after_unknown)
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;
    use chrono::{DateTime, TimeDelta, Utc};

    use super::*;
    use crate::inputs::{Guess, Verdict};
    use crate::site::{ClockOffset, LocalTime};
    use crate::submit::testing::{PUZZLE, app};

    /// Without a reply it is not known whether a wait is over.
    #[test]
    fn in_doubt_an_answer_is_too_early_until_the_site_was_asked() {
        let now: DateTime<Utc> = "2026-12-25T05:00:00Z".parse().unwrap();
        let boot = now - TimeDelta::days(1);
        let local = LocalTime { now, boot };
        let offset = TimeDelta::zero();
        for (name, earlier, measured, is_known) in [
            ("nothing was ever asked", None, None, false),
            ("an earlier reply", Some(boot), None, true),
            ("a restart since then", Some(now), None, false),
            ("a reply to this process", None, Some(now), true),
        ] {
            let earlier = earlier.map(|boot| ClockOffset { offset, boot });
            let time = SiteTime::new(local, earlier, measured);
            for (guessed, not_before, may_be_over) in [
                (-3600, -3540, true),
                (-60, 0, true),
                (-59, 1, false),
                // The clock was set back after the guess.
                (3600, 3660, true),
            ] {
                let instant = |seconds| now + TimeDelta::seconds(seconds);
                let mut answers = Answers::default();
                answers.not_before = Some(instant(not_before));
                answers.guesses.push(Guess {
                    part: Part::One,
                    answer: "5".to_owned(),
                    verdict: Verdict::Wrong,
                    time: instant(guessed),
                });
                let answer_time = AnswerTime::of(time, &answers);
                let is_in_doubt = may_be_over && !is_known;
                assert_eq!(answer_time.is_in_doubt, is_in_doubt, "{name} {guessed}");
                let left = u64::try_from(not_before).ok().filter(|left| *left > 0);
                assert_eq!(answer_time.left(), left.map(Duration::from_secs), "{name}");
                // No wait is known.
                answers.not_before = None;
                assert_eq!(AnswerTime::of(time, &answers), AnswerTime::default());
            }
        }
    }

    /// The wait is a minute and the margin, by a clock that stands still.
    #[test]
    fn a_minute_passes_after_a_guess_of_unknown_verdict() {
        for (time, left) in [
            ("2026-12-25T04:59:00Z", Some(Duration::from_secs(1))),
            ("2026-12-25T04:58:59Z", None),
        ] {
            let (_temp, app) = app(&format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = 'unknown'\ntime = {time}\n"
            ));
            let store = app.workspace.store().unwrap();
            let answers = store.answers(PUZZLE, None).unwrap();
            let time_left = AnswerTime::of(app.site.time(), &answers);
            assert_eq!(time_left.left(), left, "{time}");
            // Before that, the page is checked for the guess.
            assert_eq!(time_left.wait, None);
        }
    }
}
