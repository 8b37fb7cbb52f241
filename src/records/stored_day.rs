//! The stored page and answers of a puzzle, and the solved parts that they show.

use std::cell::OnceCell;

use aoc_solution::Part;

use super::known_stars::KnownStars;
use crate::error::Result;
use crate::inputs::{Answers, Example, Store, Trust};
use crate::pages::{PageExamples, PuzzlePage, StoredPage};
use crate::puzzle::Puzzle;

/// The stored files of a puzzle. The page is parsed when it is needed, and only once.
pub struct StoredDay<'a> {
    pub store: &'a Store,
    pub puzzle: Puzzle,
    page: OnceCell<StoredPage>,
}

/// The reason why there is no page of the user's account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoOwnPage {
    Missing,
    Damaged,
    /// The page shows another input than the stored one. It belongs to another account.
    OtherAccount,
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

    /// The title of the day, from the first of these sources that has one: the code, the page, the
    /// table of past puzzles.
    pub fn title(&self, in_code: Option<String>) -> Option<String> {
        in_code.or_else(|| self.stored_page().title(self.puzzle))
    }

    /// The stored page, if it is the user's own.
    pub fn into_own_page(self) -> Result<PuzzlePage, NoOwnPage> {
        self.own_page()?;
        let page = self.page.into_inner().and_then(StoredPage::into_page);
        Ok(page.expect("the page was found"))
    }

    fn own_page(&self) -> Result<&PuzzlePage, NoOwnPage> {
        match self.stored_page() {
            StoredPage::Missing => Err(NoOwnPage::Missing),
            StoredPage::Damaged => Err(NoOwnPage::Damaged),
            StoredPage::Page(page) if self.store.is_other_input(self.puzzle, page.input()) => {
                Err(NoOwnPage::OtherAccount)
            }
            StoredPage::Page(page) => Ok(page),
        }
    }

    /// The parts that the stored files show as solved.
    pub fn solved_parts(&self, answers: &Answers) -> [bool; 2] {
        let own_page = if self.is_complete(answers) {
            None
        } else {
            self.own_page().ok()
        };
        KnownStars::solved_in_files(self.puzzle, answers, own_page)
    }

    /// True if the recorded answers have both stars, and the page does not show a part as open. The
    /// page then need not be parsed.
    fn is_complete(&self, answers: &Answers) -> bool {
        let has_stars = Part::BOTH.map(|part| answers.has_star(self.puzzle, part));
        let is_judged = Part::BOTH.map(|part| answers.is_right(part));
        has_stars == [true; 2]
            && (is_judged == [true; 2] || StoredPage::says_complete(self.store, self.puzzle))
    }

    /// The examples in the file next to the puzzle's input, each with its present trust.
    pub fn examples_in_file(&self) -> Result<Vec<Example>> {
        let mut stored = self.store.examples(self.puzzle)?;
        if !stored.is_empty()
            && self.store.has_user_examples(self.puzzle)
            && let Some(page) = self.page()
        {
            let on_page = PageExamples::new(page, self.puzzle);
            for example in &mut stored {
                // If the user has changed an example by hand, the page does not contain it.
                if !on_page.shows(example) {
                    example.trust = Trust::User;
                }
            }
        }
        Ok(stored)
    }
}
