//! The time from which the site takes the next answer.

use std::time::Duration;

use crate::inputs::{Answers, Guess, Verdict};
use crate::site::{MARGIN, SiteTime, USUAL_WAIT};
use crate::terminal::span;

/// The time until the site takes the next answer, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerTime {
    /// The rest of the wait that the site asked for.
    pub wait: Option<Duration>,
    /// The rest of the minute after a guess with an unknown verdict.
    pub after_unknown: Option<Duration>,
    /// Whether the site must be asked for its time before this counts.
    pub is_in_doubt: bool,
}

impl AnswerTime {
    pub fn of(time: SiteTime, answers: &Answers) -> Self {
        let guessed = answers.guesses.last().map(|guess| guess.time);
        Self {
            wait: answers.not_before.and_then(|instant| time.until(instant)),
            after_unknown: unknown_guess(answers).and_then(|guess| {
                let minute = USUAL_WAIT + MARGIN;
                time.until_waited(guess.time, minute)
            }),
            is_in_doubt: answers
                .not_before
                .is_some_and(|instant| time.is_in_doubt(instant, guessed)),
        }
    }

    /// The time until the site takes an answer. `None` if it takes one now.
    pub fn left(self) -> Option<Duration> {
        self.wait.max(self.after_unknown)
    }
}

/// The last guess whose verdict is unknown. It delays the next guess for either part.
pub fn unknown_guess(answers: &Answers) -> Option<&Guess> {
    answers
        .guesses
        .iter()
        .rfind(|guess| guess.verdict == Verdict::Unknown)
}

/// The reason why an answer is not sent, or was not graded.
pub fn too_early(left: Duration) -> String {
    format!("the site takes the next answer in {}", span(left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submit::testing::{PUZZLE, app};

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
