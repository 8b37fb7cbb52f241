//! The stored page of a puzzle, and the facts that the page adds to the other files.

use std::cell::OnceCell;

use aoc_solution::Part;

use super::known_answers::KnownAnswers;
use crate::error::Result;
use crate::inputs::{ExamplesFile, InputName, RecordedAnswers, Store, Trust};
use crate::pages::{PageExamples, PuzzlePage, StoredPage, UnusablePage};
use crate::puzzle::{Puzzle, is_expected_last_day};

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
    /// The page belongs to another account, because it shows another input than the stored one.
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

    /// The title on the page, or else in the table of past puzzles.
    pub fn title(&self) -> Option<String> {
        self.stored_page().title(self.puzzle)
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
            StoredPage::Unusable(_) => Err(NoOwnPage::Damaged),
            StoredPage::Page(page) if self.store.is_other_input(self.puzzle, page.input()) => {
                Err(NoOwnPage::OtherAccount)
            }
            StoredPage::Page(page) => Ok(page),
        }
    }

    /// The answers to the user's own input. `recorded` has those in the file.
    pub fn known_answers(&self, recorded: RecordedAnswers) -> KnownAnswers {
        let known = KnownAnswers::of(recorded, self.puzzle, None);
        if self.can_skip_page(&known) {
            return known;
        }
        KnownAnswers::of(known.recorded, self.puzzle, self.own_page().ok())
    }

    /// True if the page was read and is damaged. [`Self::known_answers`] does not read the page if
    /// both answers have been judged, because the page could add nothing.
    pub fn is_known_damaged(&self) -> bool {
        matches!(
            self.page.get(),
            Some(StoredPage::Unusable(UnusablePage::Damaged))
        )
    }

    /// True if the page need not be parsed: the site has judged an answer to each part as right, or
    /// the page shows the answers in the file. The page of an event's expected last day also shows
    /// whether the event has more days.
    fn can_skip_page(&self, in_file: &KnownAnswers) -> bool {
        if is_expected_last_day(self.puzzle) {
            return false;
        }
        let recorded = &in_file.recorded;
        if Part::BOTH.iter().all(|part| recorded.is_right(*part)) {
            return true;
        }
        let [Some(one), Some(two)] = Part::BOTH.map(|part| in_file.accepted(part)) else {
            return false;
        };
        StoredPage::says_complete(self.store, self.puzzle, &[one, two])
    }

    /// The file of examples, in which each example has its present trust.
    pub fn examples_in_file(&self) -> Result<ExamplesFile> {
        let mut file = self.store.examples(self.puzzle)?;
        if !file.examples.is_empty()
            && file.is_edited
            && let Some(page) = self.page()
        {
            let on_page = PageExamples::new(page, self.puzzle);
            for example in &mut file.examples {
                // If the user has changed an example by hand, the page does not contain it.
                if !on_page.shows(example) {
                    example.trust = Trust::User;
                }
            }
        }
        Ok(file)
    }
}

/// The answers to an input. The page shows only the answers to the user's own input.
pub fn answers_to_input(
    store: &Store,
    puzzle: Puzzle,
    name: Option<&InputName>,
) -> Result<KnownAnswers> {
    let recorded = store.answers(puzzle, name)?;
    Ok(match name {
        Some(_) => KnownAnswers::of(recorded, puzzle, None),
        None => StoredDay::new(store, puzzle).known_answers(recorded),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Locks;

    #[test]
    fn the_own_page_has_priority_over_an_answer_that_nobody_judged() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2020, 22);
        let guess = |verdict| {
            format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = '{verdict}'\ntime = \
                 2020-12-22T05:00:00Z\n"
            )
        };
        let page = |input| {
            format!(
                "<title>Day 22 - Advent of Code 2020</title><main><article><h2>T</h2></article>\
                 <p>Your puzzle answer was <code>7</code>.</p><p>Your puzzle input is \
                 <code>{input}</code>.</p></main>"
            )
        };
        store
            .write(&store.input_path(puzzle, None), "mine\n")
            .expect("written");
        for (recorded, input, accepted) in [
            (String::new(), "mine", "7"),
            ("part1 = 7\n".to_owned(), "mine", "7"),
            ("part1 = 5\n".to_owned(), "mine", "7"),
            (format!("part1 = 5\n{}", guess("right")), "mine", "5"),
            // The right guess is not the recorded answer.
            (format!("part1 = 6\n{}", guess("right")), "mine", "5"),
            (format!("part1 = 6\n{}", guess("right")), "theirs", "5"),
            (guess("unknown"), "mine", "7"),
            (guess("right"), "mine", "5"),
            // The page belongs to another account.
            ("part1 = 5\n".to_owned(), "theirs", "5"),
        ] {
            let answers = store.answers_path(puzzle, None);
            store.write(&answers, &recorded).expect("written");
            let html = page(input);
            store
                .write(&store.page_path(puzzle), html)
                .expect("written");
            let answers = answers_to_input(&store, puzzle, None).expect("answers");
            let context = format!("{recorded} {input}");
            assert_eq!(answers.accepted(Part::One), Some(accepted), "{context}");
        }
    }
}
