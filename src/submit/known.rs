//! The facts that are known about a part before an answer to it is sent, and their loading.

use std::time::Duration;

use aoc_solution::Part;

use crate::app::{SiteAccess, Workspace};
use crate::error::Result;
use crate::inputs::{Answers, Guess, Store, Verdict};
use crate::puzzle::{Puzzle, is_last_star};
use crate::records::{Records, StoredDay, is_solved};
use crate::site::{MARGIN, PuzzlePage, USUAL_WAIT};
use crate::terminal::plural;

pub struct Known {
    pub puzzle: Puzzle,
    pub part: Part,
    /// The recorded answers.
    pub answers: Answers,
    /// The stored page of the account.
    pub page: PuzzlePage,
    pub time: AnswerTime,
    /// The sentence about the stars that are missing for the last star of an event. `None` if
    /// none are missing, if that is not known, or if the part is another star.
    pub missing_stars: Option<String>,
}

/// The time from which the site takes the next answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerTime {
    /// The rest of the wait that the site asked for.
    pub wait: Option<Duration>,
    /// The rest of the minute after a guess with an unknown verdict.
    pub after_unknown: Option<Duration>,
}

impl AnswerTime {
    /// The time until the site takes an answer. `None` if it takes one now.
    pub fn left(self) -> Option<Duration> {
        self.wait.max(self.after_unknown)
    }
}

impl Known {
    /// Loads the facts about this part, or about the next unsolved part.
    pub fn load(
        workspace: &Workspace,
        site: &SiteAccess,
        store: &Store,
        puzzle: Puzzle,
        part: Option<Part>,
    ) -> Result<Self> {
        let answers = store.answers(puzzle, None)?;
        let page = StoredDay::new(store, puzzle).into_own_page();
        let is_solved = |part| is_solved(puzzle, part, &answers, &page);
        let part = part.unwrap_or(if is_solved(Part::One) {
            Part::Two
        } else {
            Part::One
        });
        let missing_stars = if is_last_star(puzzle, part) {
            missing_for_last_star(&mut workspace.records(site.stored_replies()), puzzle)
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

    /// The accepted answer on the page or among the recorded answers. `None` for the last star of
    /// an event.
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

/// That stars are missing before the last one of an event, in words; `None` if none is known to
/// be. `last` is the event's last puzzle.
pub fn missing_for_last_star(records: &mut Records, last: Puzzle) -> Option<String> {
    let missing = records.stars_before_last(last) as usize;
    let verb = if missing == 1 { "is" } else { "are" };
    (missing > 0).then(|| format!("{} {verb} missing", plural(missing, "star")))
}

/// The last guess whose verdict is unknown. It delays the next guess for either part.
pub fn unknown_guess(answers: &Answers) -> Option<&Guess> {
    answers
        .guesses
        .iter()
        .rfind(|guess| guess.verdict == Verdict::Unknown)
}

/// The time from which the site takes the next answer. The lead that is recorded with the guesses
/// is passed to the clock.
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
