//! The record of a part: everything that is known about it before an answer is sent.

use aoc_solution::Part;

use crate::app::{SiteAccess, Workspace};
use crate::error::Result;
use crate::inputs::Answers;
use crate::pages::PuzzlePage;
use crate::puzzle::{Puzzle, is_last_star};
use crate::records::{KnownStars, StoredDay};

pub struct PartRecord {
    pub puzzle: Puzzle,
    pub part: Part,
    pub answers: Answers,
    pub stars: KnownStars,
    /// The stored page. `None` if there is none, or if it belongs to another account.
    pub page: Option<PuzzlePage>,
    /// Whether the page was downloaded after the record was loaded.
    pub is_page_new: bool,
    /// The number of stars that are known to be missing before the last star of an event. It is 0
    /// if the part has another star.
    pub missing_before_last: u32,
}

/// The state of a part on its page.
pub enum PageState {
    Solved,
    /// The site takes an answer to the part.
    Open,
    /// The site takes no answer to the part, for this reason.
    Closed(String),
}

impl PartRecord {
    /// Loads the record of this part, or of the next unsolved part.
    pub fn load(
        workspace: &Workspace,
        site: &SiteAccess,
        puzzle: Puzzle,
        part: Option<Part>,
    ) -> Result<Self> {
        let store = workspace.store()?;
        let answers = store.answers(puzzle, None)?;
        let page = StoredDay::new(store, puzzle).into_own_page();
        let on_site = site.stored_replies().stars().of_day(puzzle);
        let stars = KnownStars::new(puzzle, &answers, page.as_ref(), on_site);
        let part = part.or(stars.open_part()).unwrap_or(Part::Two);
        let missing_before_last = if is_last_star(puzzle, part) {
            let mut records = site.records(workspace);
            records.year(puzzle.year).missing_before_last()
        } else {
            0
        };
        Ok(Self {
            puzzle,
            part,
            answers,
            stars,
            page,
            is_page_new: false,
            missing_before_last,
        })
    }

    /// Loads the record again, after a page was stored or another process had the lock.
    pub fn reload(&mut self, workspace: &Workspace, site: &SiteAccess) -> Result<()> {
        *self = Self::load(workspace, site, self.puzzle, Some(self.part))?;
        Ok(())
    }

    /// Changes the recorded answers. Fails if the repository was moved or removed, so that no new
    /// file is created at its old place.
    pub fn edit(&mut self, workspace: &Workspace, change: impl FnOnce(&mut Answers)) -> Result<()> {
        workspace.check_in_place()?;
        let store = workspace.store()?;
        store.edit_answers(self.puzzle, None, change)?;
        self.answers = store.answers(self.puzzle, None)?;
        let page = self.page.as_ref();
        self.stars = KnownStars::new(self.puzzle, &self.answers, page, self.stars.on_site);
        Ok(())
    }

    /// Whether the part is known to be solved.
    pub fn is_solved(&self) -> bool {
        self.stars.is_solved(self.part)
    }

    /// True if a new page must show first that the site takes an answer: after a guess with an
    /// unknown verdict, if an answer to the open part is recorded, for the last star of an event,
    /// and for part 2 if part 1 was open when the site last showed it.
    pub fn needs_page(&self) -> bool {
        let may_have_changed = self.answers.unknown_guess().is_some()
            || self.answers.accepted(self.part).is_some()
            || self.is_last_star()
            || self.part == Part::Two && self.was_part1_open();
        may_have_changed && !self.is_page_new
    }

    /// The state of the part on the page that was just downloaded. An older page may be outdated.
    pub fn state_on_page(&self) -> PageState {
        let Some(page) = &self.page else {
            let why = "the page shows another input than the stored one; use the session and the \
                       input of one account";
            return PageState::Closed(why.to_owned());
        };
        if page.has_solved(self.part) {
            return PageState::Solved;
        }
        if self.part == Part::Two && !page.has_solved(Part::One) {
            let command = format!("aoc submit {} --part 1", self.puzzle);
            return PageState::Closed(format!("part 1 comes first; `{command}` submits it"));
        }
        match page.refusal_of_last_star() {
            Some(says) => PageState::Closed(format!("the site says: {says}")),
            None => PageState::Open,
        }
    }

    /// Whether the site showed part 1 as open, which may have changed since then.
    fn was_part1_open(&self) -> bool {
        let is_known = self.page.is_some() || self.stars.on_site.is_some();
        is_known && !self.stars.is_solved(Part::One)
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
        let on_page = self.page.as_ref().and_then(|page| page.answer(part));
        on_page.or_else(|| self.answers.accepted(part))
    }

    /// The name of the part in messages.
    pub fn name(&self) -> String {
        format!("{} part {}", self.puzzle, self.part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submit::SubmitPlan;
    use crate::submit::testing::{app, record};

    #[test]
    fn solved_parts_are_known_from_the_answers() {
        let guess = |verdict: &str| {
            format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = '{verdict}'\ntime = \
                 2020-12-22T05:00:00Z\n"
            )
        };
        for (answers, is_solved, is_unknown) in [
            (String::new(), false, false),
            ("part1 = 1".to_owned(), true, false),
            (guess("wrong"), false, false),
            (guess("right"), true, false),
            (guess("unknown"), false, true),
        ] {
            let (_temp, app) = app(&answers);
            let plan = SubmitPlan {
                part: Some(Part::One),
                ..SubmitPlan::default()
            };
            let record = record(&app, &plan);
            assert_eq!(record.is_solved(), is_solved, "{answers}");
            let unknown = record.answers.unknown_guess();
            assert_eq!(unknown.is_some(), is_unknown, "{answers}");
        }
    }
}
