//! The stored page and answers of a puzzle, and the parts that they show as solved.

use std::cell::OnceCell;

use aoc_solution::Part;

use super::known_stars::KnownStars;
use crate::error::Result;
use crate::inputs::{Answers, Example, Store, Trust};
use crate::pages::{PageExamples, PuzzlePage, StoredPage};
use crate::puzzle::Puzzle;

/// The stored files of a puzzle. The page is parsed once, when it is needed.
pub struct StoredDay<'a> {
    pub store: &'a Store,
    pub puzzle: Puzzle,
    page: OnceCell<StoredPage>,
}

impl<'a> StoredDay<'a> {
    pub fn new(store: &'a Store, puzzle: Puzzle) -> Self {
        Self {
            store,
            puzzle,
            page: OnceCell::new(),
        }
    }

    pub fn stored_page(&self) -> &StoredPage {
        self.page
            .get_or_init(|| StoredPage::read(self.store, self.puzzle))
    }

    /// The stored page. `None` if it is missing or damaged.
    pub fn page(&self) -> Option<&PuzzlePage> {
        self.stored_page().page()
    }

    /// The title of the day: the one in its code, else on the page, else in the table of past
    /// puzzles.
    pub fn title(&self, in_code: Option<String>) -> Option<String> {
        in_code.or_else(|| self.stored_page().title(self.puzzle))
    }

    /// The stored page. `None` if there is none, or if it shows another input than the stored one,
    /// because it then belongs to another account.
    pub fn into_own_page(self) -> Option<PuzzlePage> {
        self.own_page()?;
        self.page.into_inner()?.into_page()
    }

    fn own_page(&self) -> Option<&PuzzlePage> {
        let page = self.page()?;
        let is_own = !self.store.is_other_input(self.puzzle, page.input());
        is_own.then_some(page)
    }

    /// The known stars: those of the site's verdicts and of the stored page, which shows stars that
    /// were won on another computer, and those that the site showed. Without a page of the user's
    /// own, recorded answers count as stars.
    pub fn stars(&self, answers: &Answers, on_site: Option<u8>) -> KnownStars {
        KnownStars {
            stored: self.solved(answers),
            on_site,
        }
    }

    /// The examples in the file next to the puzzle's input, each with its present trust.
    pub fn examples(&self) -> Result<Vec<Example>> {
        let mut stored = self.store.examples(self.puzzle)?;
        if !stored.is_empty()
            && self.store.has_user_examples(self.puzzle)
            && let Some(page) = self.page()
        {
            let on_page = PageExamples::new(page, self.puzzle);
            for example in &mut stored {
                // If a text or an answer was changed by hand, the page does not contain it.
                if !on_page.shows(example) {
                    example.trust = Trust::User;
                }
            }
        }
        Ok(stored)
    }

    /// Whether the stored files show each part as solved. An answer may have been recorded by hand,
    /// so a page that shows its part as open takes precedence.
    fn solved(&self, answers: &Answers) -> [bool; 2] {
        let recorded = Part::BOTH.map(|part| answers.has_star(self.puzzle, part));
        let right = Part::BOTH.map(|part| answers.is_right(part));
        let is_complete = recorded == [true; 2]
            && (right == recorded || StoredPage::says_complete(self.store, self.puzzle));
        if is_complete {
            return recorded;
        }
        match self.own_page() {
            Some(page) => Part::BOTH.map(|part| right[part.index()] || page.has_solved(part)),
            None => recorded,
        }
    }
}
