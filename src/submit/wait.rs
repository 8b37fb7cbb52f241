//! The wait before the next answer.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::inputs::{Guess, RecordedAnswers};
use crate::records::KnownAnswers;
use crate::site::{ROUNDING_MARGIN, SHORTEST_KNOWN_WAIT, SiteTime};
use crate::terminal::span;

/// The time for which no answer is sent, and the reason. `Display` gives a sentence for the user.
#[derive(Debug, PartialEq)]
pub struct Wait {
    pub left: Duration,
    reason: WaitReason,
}

#[derive(Debug, PartialEq)]
enum WaitReason {
    /// The site has asked for this wait.
    Site,
    /// The verdict on this guess, to either part, is unknown. The site may not have graded the
    /// guess, so this wait is `aoc`'s own.
    UnknownVerdict(Guess),
}

impl Wait {
    /// The wait that the site asks for in a reply.
    pub fn asked(left: Duration) -> Self {
        Self {
            left,
            reason: WaitReason::Site,
        }
    }

    /// The rest of the wait that the site has asked for.
    pub fn of_site(time: SiteTime, answers: &RecordedAnswers) -> Option<Self> {
        time.until(answers.not_before?).map(Self::asked)
    }

    /// The rest of the wait after a guess whose verdict is unknown.
    fn after_unknown_verdict(time: SiteTime, answers: &KnownAnswers) -> Option<Self> {
        let guess = answers.unknown_guess()?;
        let left = time.until_waited(guess.time, SHORTEST_KNOWN_WAIT + ROUNDING_MARGIN)?;
        Some(Self {
            left,
            reason: WaitReason::UnknownVerdict(guess.clone()),
        })
    }

    /// The longer of the two waits. `None` if an answer may be sent now.
    pub fn longest(time: SiteTime, answers: &KnownAnswers) -> Option<Self> {
        let waits = [
            Self::after_unknown_verdict(time, answers),
            Self::of_site(time, &answers.recorded),
        ];
        waits.into_iter().flatten().max_by_key(|wait| wait.left)
    }
}

impl Display for Wait {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let left = span(self.left);
        match &self.reason {
            WaitReason::Site => write!(f, "the site takes the next answer in {left}"),
            WaitReason::UnknownVerdict(Guess { part, answer, .. }) => write!(
                f,
                "the verdict on {answer} for part {part} is not known, so aoc sends the next \
                 answer in {left} at the earliest"
            ),
        }
    }
}

/// True if the site must be asked for its time before an answer is sent: according to the local
/// clock the wait is over, but no reply has confirmed that clock.
///
/// Example: the site takes the next answer at 12:00, and the local clock shows 12:01. If the clock
/// is two minutes fast, the answer would come too soon.
pub fn must_request_time(time: SiteTime, answers: &RecordedAnswers) -> bool {
    let Some(not_before) = answers.not_before else {
        return false;
    };
    let is_over = time.until(not_before).is_none();
    // A clock that shows a time before the last guess is wrong.
    let last = answers.guesses.last();
    let is_behind = last.is_some_and(|guess| time.is_future(guess.time));
    (is_over || is_behind) && !time.is_known()
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;
    use chrono::{DateTime, TimeDelta, Utc};

    use super::*;
    use crate::inputs::{Guess, InputId, Verdict};
    use crate::site::{ClockOffset, LocalTime};
    use crate::submit::testing::{PUZZLE, app};

    /// Without a reply, `aoc` cannot know whether a wait is over.
    #[test]
    fn in_doubt_an_answer_is_too_early_until_the_site_was_asked() {
        let now: DateTime<Utc> = "2026-12-25T05:00:00Z".parse().unwrap();
        let boot = now - TimeDelta::days(1);
        let local = LocalTime { now, boot };
        let offset = TimeDelta::zero();
        for (name, earlier, last, is_known) in [
            ("nothing was ever asked", None, None, false),
            ("an earlier reply", Some(boot), None, true),
            ("a restart since then", Some(now), None, false),
            ("a reply to this process", None, Some(boot), true),
        ] {
            let [earlier, last] = [earlier, last].map(|boot| {
                Some(ClockOffset {
                    offset,
                    boot: boot?,
                    measured_at: None,
                })
            });
            let time = SiteTime::new(local, earlier, last);
            for (guessed, not_before, may_be_over) in [
                (-3600, -3540, true),
                (-60, 0, true),
                (-59, 1, false),
                // The clock was set back after the guess.
                (3600, 3660, true),
            ] {
                let instant = |seconds| now + TimeDelta::seconds(seconds);
                let mut answers = KnownAnswers::default();
                answers.recorded.not_before = Some(instant(not_before));
                answers.recorded.guesses.push(Guess {
                    part: Part::One,
                    answer: "5".to_owned(),
                    verdict: Verdict::Wrong,
                    time: instant(guessed),
                });
                let must_request = may_be_over && !is_known;
                assert_eq!(
                    must_request_time(time, &answers.recorded),
                    must_request,
                    "{name} {guessed}"
                );
                let left = u64::try_from(not_before).ok().filter(|left| *left > 0);
                let wait = left.map(Duration::from_secs).map(Wait::asked);
                assert_eq!(Wait::longest(time, &answers), wait, "{name}");
                // No wait is recorded.
                answers.recorded.not_before = None;
                assert!(!must_request_time(time, &answers.recorded));
                assert_eq!(Wait::longest(time, &answers), None);
            }
        }
    }

    /// If both waits are equally long, the site's wait is shown.
    #[test]
    fn the_longer_wait_is_told() {
        for (not_before, words) in [
            (
                "05:01:00",
                "the verdict on 5 for part 1 is not known, so aoc",
            ),
            ("05:01:01", "the site takes the next answer in 1m 1s"),
            ("05:01:02", "the site takes the next answer in 1m 2s"),
        ] {
            let (_temp, app) = app(&format!(
                "not_before = 2026-12-25T{not_before}Z\n[[guess]]\npart = 1\nanswer = 5\nverdict = \
                 'unknown'\ntime = 2026-12-25T05:00:00Z\n"
            ));
            let store = app.workspace.store().unwrap();
            let answers = store.answers(PUZZLE, &InputId::Own).unwrap();
            let answers = KnownAnswers::of(answers, PUZZLE, None);
            let wait = Wait::longest(app.site.time(), &answers).expect("a wait");
            let told = wait.to_string();
            assert!(told.starts_with(words), "{told}");
        }
    }

    /// The wait is a minute and the margin, by a clock that does not move.
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
            let answers = store.answers(PUZZLE, &InputId::Own).unwrap();
            let answers = KnownAnswers::of(answers, PUZZLE, None);
            let wait = Wait::longest(app.site.time(), &answers);
            assert_eq!(wait.map(|wait| wait.left), left, "{time}");
            // Before that, the page is searched for the guess.
            assert_eq!(Wait::of_site(app.site.time(), &answers.recorded), None);
        }
    }
}
