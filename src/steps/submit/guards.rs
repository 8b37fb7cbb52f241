//! The checks before an answer is sent, in the order of [`Guard::ALL`]. They are gone through
//! before anything is sent or asked, and again when no other process can submit.

use std::time::Duration;

use aoc_solution::Part;

use super::Attempt;
use super::form::bad_form;
use super::refusal::{Guard, LiftedBy, Refusal, Result, SubmitError};
use crate::inputs::{Guess, Verdict, plain};
use crate::site::{MARGIN, USUAL_WAIT};
use crate::terminal::span;

/// When the guards are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before anything is sent or asked.
    First,
    /// No other process can submit: what the file or the clock can have changed.
    Locked,
}

/// What the guards say of an answer that none of them refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearance {
    Free,
    /// The part is solved already. The answer was compared.
    Compared,
    /// The site takes the answer later, and `--wait` waits for it.
    Early,
}

impl Attempt<'_> {
    /// Goes through the guards. The first one that refuses decides.
    pub(super) fn pass_guards(&mut self, stage: Stage) -> Result<Clearance> {
        let mut clearance = Clearance::Free;
        for guard in Guard::ALL {
            let is_lifted = self.options.force && guard.lifted_by() == Some(LiftedBy::Force);
            let is_due = stage == Stage::First || guard.is_repeated();
            if is_lifted || !is_due {
                continue;
            }
            let refused = match guard {
                Guard::Solved if self.is_solved() => {
                    self.compare();
                    return Ok(Clearance::Compared);
                }
                Guard::Solved => None,
                Guard::Form => bad_form(&self.answer),
                Guard::Judged => self.answers.earlier_verdict(self.part, &self.answer),
                Guard::Bounds => self.answers.beyond_bounds(self.part, &self.answer),
                Guard::OtherPart => self.other_part(),
                Guard::NotBefore => {
                    self.settle_clock_doubt()?;
                    let left = self.time_left(stage)?;
                    if left.is_some() && self.options.wait {
                        clearance = Clearance::Early;
                        continue;
                    }
                    left.map(|left| format!("the site takes the next answer in {}", span(left)))
                }
                Guard::Examples => {
                    self.show_failing_examples()?;
                    self.refusing_example()
                }
                Guard::InputIsExample => self.example_as_input(),
            };
            if let Some(why) = refused {
                return self.refuse_by(guard, &format!("not submitted: {why}"));
            }
        }
        Ok(clearance)
    }

    /// Fails because of a guard, and says what lifts it.
    pub(super) fn refuse_by<T>(&self, guard: Guard, why: &str) -> Result<T> {
        let remedy = match guard.lifted_by() {
            Some(LiftedBy::Wait) => {
                format!("; {} waits for it", self.app.ui.hint("--wait", "w"))
            }
            Some(LiftedBy::Force) => {
                let force = self.app.ui.hint("--force", "f");
                format!("; {force} submits {} anyway", self.answer)
            }
            None => String::new(),
        };
        let message = format!("{why}{remedy}");
        Err(SubmitError::refused(message, Refusal::Guard(guard)))
    }

    /// The reason if the answer is that to the other part.
    fn other_part(&self) -> Option<String> {
        let other = match self.part {
            Part::One => Part::Two,
            Part::Two => Part::One,
        };
        let answer = &self.answer;
        if self.accepted(other).map(plain) != Some(plain(answer)) {
            return None;
        }
        Some(format!("{answer} is the answer to part {other}"))
    }

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
        let clock = &self.app.site.client()?.clock;
        clock.recall(answers.clock_ahead);
        let until_instant = answers.not_before.and_then(|instant| clock.until(instant));
        // The time of the guess may be from either clock.
        let until_waited =
            unknown.and_then(|guess| clock.until_waited(guess.time, USUAL_WAIT + MARGIN));
        Ok(until_instant.max(until_waited))
    }

    /// Asks the site for its time if the clocks disagree whether it takes an answer now.
    pub(super) fn settle_clock_doubt(&self) -> Result<()> {
        if let Some(instant) = self.answers.not_before
            && !self.app.site.is_offline
        {
            let site = self.app.site.client()?;
            site.clock.recall(self.answers.clock_ahead);
            let last = self.answers.guesses.last();
            site.resolve_doubt(self.puzzle, instant, last.map(|guess| guess.time));
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

    /// The reason if the solution ran with an example in place of the input.
    fn example_as_input(&self) -> Option<String> {
        let solved = self.solved.as_ref()?;
        if !solved.is_example && !self.has_text_of_page {
            return None;
        }
        Some("the input is the same as an example".to_owned())
    }
}
