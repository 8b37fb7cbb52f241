//! When the site takes the next answer: the instant that follows a verdict, and the time until
//! then. After a guess whose verdict is not known, a minute passes.

use std::time::Duration;

use chrono::{DateTime, SubsecRound, Utc};

use super::Attempt;
use super::guards::Stage;
use super::refusal::Result;
use crate::inputs::{Guess, Verdict};
use crate::site::{Judgement, MARGIN, SiteClient, USUAL_WAIT};

/// The instant before which the site takes no further answer; `None` if it takes one at once,
/// or if it is not known.
pub fn not_before(judgement: &Judgement, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let verdict = judgement.verdict;
    let must_wait = verdict.is_wrong() || verdict == Verdict::TooRecent;
    must_wait.then(|| now + wait_after(judgement) + MARGIN)
}

/// How long the site wants to wait after an answer that it did not accept.
pub fn wait_after(judgement: &Judgement) -> Duration {
    judgement.wait.unwrap_or(USUAL_WAIT)
}

impl Attempt<'_> {
    /// The time until the site takes an answer; `None` if it takes one now. A minute has
    /// to pass after a guess whose verdict is unknown.
    pub(super) fn time_left(&self, stage: Stage) -> Result<Option<Duration>> {
        let answers = &self.answers;
        let unknown = match stage {
            // The page is asked about it before the guards are gone through again.
            Stage::First if !self.options.dry_run => None,
            Stage::First | Stage::Locked => self.unknown_guess(),
        };
        if answers.not_before.is_none() && unknown.is_none() {
            return Ok(None);
        }
        let clock = &self.site()?.clock;
        let until_instant = answers.not_before.and_then(|instant| clock.until(instant));
        // The time of the guess may be from either clock.
        let until_waited =
            unknown.and_then(|guess| clock.until_waited(guess.time, USUAL_WAIT + MARGIN));
        Ok(until_instant.max(until_waited))
    }

    /// The client, whose clock knows what is recorded beside the guesses.
    fn site(&self) -> Result<&SiteClient> {
        let site = self.app.site.client()?;
        site.clock.recall(self.answers.clock_ahead);
        Ok(site)
    }

    /// Asks the site for its time, once, if the clocks disagree whether it takes an answer now.
    pub(super) fn settle_clock_doubt(&self) -> Result<()> {
        if let Some(instant) = self.answers.not_before
            && !self.app.site.is_offline
        {
            let last = self.answers.guesses.last();
            self.site()?
                .resolve_doubt(self.puzzle, instant, last.map(|guess| guess.time));
        }
        Ok(())
    }

    /// The last guess whose verdict is unknown. It delays the next guess for either part.
    pub(super) fn unknown_guess(&self) -> Option<&Guess> {
        self.answers
            .guesses
            .iter()
            .rfind(|guess| guess.verdict == Verdict::Unknown)
    }

    /// The minute of a guess that was recorded with a clock that was ahead begins now, since
    /// nobody knows when it was sent.
    pub(super) fn date_unknown_guess(&mut self) -> Result<()> {
        let clock = &self.app.site.client()?.clock;
        let Some(guess) = self.unknown_guess() else {
            return Ok(());
        };
        if !clock.is_in_future(guess.time) {
            return Ok(());
        }
        let wrong = guess.clone();
        let now = clock.time_to_record().trunc_subsecs(0);
        let redated = self.edit_here(|answers| {
            for guess in &mut answers.guesses {
                if *guess == wrong {
                    guess.time = now;
                }
            }
        });
        Ok(redated?)
    }
}
