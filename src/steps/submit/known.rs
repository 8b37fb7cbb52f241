//! What is known of a part before an answer to it is sent: plain facts, which are loaded here.

use std::time::Duration;

use aoc_solution::Part;

use crate::app::{SiteAccess, Workspace};
use crate::error::Result;
use crate::inputs::{Answers, Guess, Store, Verdict};
use crate::puzzle::{Puzzle, is_last_star};
use crate::site::{MARGIN, PuzzlePage, USUAL_WAIT};
use crate::steps::overview::missing_for_last_star;
use crate::steps::solved::{is_solved, own_page};

pub struct Known {
    pub puzzle: Puzzle,
    pub part: Part,
    /// The recorded answers.
    pub answers: Answers,
    /// The stored page of this account.
    pub page: PuzzlePage,
    pub time: AnswerTime,
    /// How many other stars are missing for the last star of an event; `None` if none is, if it
    /// is not known, or if the part is another star.
    pub missing_stars: Option<String>,
}

/// When the site takes the next answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerTime {
    /// The time that is left of the wait that the site asked for.
    pub wait: Option<Duration>,
    /// The time that is left of the minute after a guess whose verdict is unknown.
    pub after_unknown: Option<Duration>,
}

impl AnswerTime {
    /// The time until the site takes an answer; `None` if it takes one now.
    pub fn left(self) -> Option<Duration> {
        self.wait.max(self.after_unknown)
    }
}

impl Known {
    /// What is known of this part; without one, of the next part that is not solved.
    pub fn load(
        workspace: &Workspace,
        site: &SiteAccess,
        store: &Store,
        puzzle: Puzzle,
        part: Option<Part>,
    ) -> Result<Self> {
        let answers = store.answers(puzzle, None)?;
        let page = own_page(store, puzzle);
        let is_solved = |part| is_solved(puzzle, part, &answers, &page);
        let part = part.unwrap_or(if is_solved(Part::One) {
            Part::Two
        } else {
            Part::One
        });
        let missing_stars = if is_last_star(puzzle, part) {
            missing_for_last_star(workspace, site.stored_replies(), puzzle)
        } else {
            None
        };
        Ok(Self {
            puzzle,
            part,
            time: answer_time(site, &answers),
            answers,
            page,
            missing_stars,
        })
    }

    pub fn is_solved(&self) -> bool {
        is_solved(self.puzzle, self.part, &self.answers, &self.page)
    }

    pub fn is_last_star(&self) -> bool {
        is_last_star(self.puzzle, self.part)
    }

    /// The accepted answer from the page, otherwise from the recorded answers; `None` for
    /// the last star of an event.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        if is_last_star(self.puzzle, part) {
            return None;
        }
        self.page
            .answer(part)
            .or_else(|| self.answers.accepted(part))
    }

    /// The name of the part in messages.
    pub fn name(&self) -> String {
        format!("{} part {}", self.puzzle, self.part)
    }
}

/// The last guess whose verdict is unknown. It delays the next guess for either part.
pub fn unknown_guess(answers: &Answers) -> Option<&Guess> {
    answers
        .guesses
        .iter()
        .rfind(|guess| guess.verdict == Verdict::Unknown)
}

/// When the site takes the next answer. The clock also knows what is recorded beside the guesses.
pub fn answer_time(site: &SiteAccess, answers: &Answers) -> AnswerTime {
    let unknown = unknown_guess(answers);
    if answers.not_before.is_none() && unknown.is_none() {
        return AnswerTime::default();
    }
    let clock = site.clock();
    clock.recall(answers.clock_ahead);
    AnswerTime {
        wait: answers.not_before.and_then(|instant| clock.until(instant)),
        after_unknown: unknown.and_then(|guess| {
            clock.until_waited(guess.time, USUAL_WAIT + MARGIN, answers.clock_ahead)
        }),
    }
}
