//! The stored page and answers of a puzzle, and the parts that they show as solved.

use std::cell::OnceCell;

use aoc_solution::Part;

use super::known_stars::KnownStars;
use crate::error::Result;
use crate::inputs::{Answers, Example, Store, Trust};
use crate::pages::{PageExamples, PuzzlePage};
use crate::puzzle::Puzzle;

/// The stored files of a puzzle. The page is parsed once, when it is needed.
pub struct StoredDay<'a> {
    pub store: &'a Store,
    pub puzzle: Puzzle,
    page: OnceCell<PuzzlePage>,
}

impl<'a> StoredDay<'a> {
    pub fn new(store: &'a Store, puzzle: Puzzle) -> Self {
        Self {
            store,
            puzzle,
            page: OnceCell::new(),
        }
    }

    /// The stored page. It is empty if there is none.
    pub fn page(&self) -> &PuzzlePage {
        self.page
            .get_or_init(|| PuzzlePage::stored(self.store, self.puzzle))
    }

    /// Whether the stored file is not the puzzle's page.
    pub fn has_bad_page(&self) -> bool {
        self.store.has_page(self.puzzle) && self.page().parts.is_empty()
    }

    /// The title of the day: the one in its code, else on the page, else in the table of past
    /// puzzles.
    pub fn title(&self, in_code: Option<String>) -> Option<String> {
        in_code
            .or_else(|| self.page().name(self.puzzle))
            .or_else(|| self.puzzle.title().map(str::to_owned))
    }

    /// The stored page, which is empty if there is none. `None` if it shows another input than the
    /// stored one, because it then belongs to another account.
    pub fn into_own_page(self) -> Option<PuzzlePage> {
        self.page();
        if self.is_of_other_account() {
            return None;
        }
        self.page.into_inner()
    }

    /// The known stars: those of the site's verdicts and of the stored page, which shows stars that
    /// were won on another computer, and those that the site showed. Without a page of the user's
    /// own, recorded answers count as stars.
    pub fn stars(&self, answers: &Answers, shown: Option<u8>) -> KnownStars {
        KnownStars {
            stored: self.solved(answers),
            shown,
        }
    }

    /// The examples in the file next to the puzzle's input, each with its present trust.
    pub(super) fn examples(&self) -> Result<Vec<Example>> {
        let mut stored = self.store.examples(self.puzzle)?;
        if !stored.is_empty() && self.store.has_user_examples(self.puzzle) {
            let page = self.page();
            let on_page = PageExamples::new(page, self.puzzle);
            for example in &mut stored {
                // If a text or an answer was changed by hand, the page does not contain it.
                if !page.parts.is_empty() && !on_page.shows(example) {
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
            && (right == recorded || PuzzlePage::says_complete(self.store, self.puzzle));
        if is_complete || self.page().parts.is_empty() || self.is_of_other_account() {
            return recorded;
        }
        Part::BOTH.map(|part| right[part.index()] || self.page().has_solved(part))
    }

    fn is_of_other_account(&self) -> bool {
        let input = self.page().input();
        self.store.is_other_input(self.puzzle, input)
    }
}
