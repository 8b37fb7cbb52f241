//! The stored page of a puzzle, and the facts that the page adds to the other files.

use std::cell::OnceCell;
use std::fs::metadata;

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::known_answers::KnownAnswers;
use crate::error::Result;
use crate::inputs::{Example, ExamplesFile, InputId, RecordedAnswers, Store, Trust};
use crate::pages::{PageExamples, PuzzlePage, UnusablePage, page_says_complete, stored_page};
use crate::puzzle::{Puzzle, parts_with_answer};
use crate::site::{RECORDED_TIME_ERROR, SiteTime, UserStars};

/// The stored files of a puzzle. The page is parsed when it is needed, and only once.
pub struct StoredDay<'a> {
    pub store: &'a Store,
    pub puzzle: Puzzle,
    page: OnceCell<Result<PuzzlePage, UnusablePage>>,
}

impl<'a> StoredDay<'a> {
    pub fn new(store: &'a Store, puzzle: Puzzle) -> Self {
        Self {
            store,
            puzzle,
            page: OnceCell::new(),
        }
    }

    /// The stored page, which may belong to another account.
    pub fn page(&self) -> Result<&PuzzlePage, UnusablePage> {
        self.page
            .get_or_init(|| stored_page(self.store, self.puzzle))
            .as_ref()
            .map_err(|why| *why)
    }

    /// The title on the page, or else in the table of past puzzles.
    pub fn title(&self) -> Option<String> {
        let on_page = self.page().ok().and_then(|page| page.name(self.puzzle));
        on_page.or_else(|| self.puzzle.title().map(str::to_owned))
    }

    /// Takes the page out. Fails like [`Self::own_page`].
    pub fn into_own_page(self) -> Result<PuzzlePage, UnusablePage> {
        self.own_page()?;
        self.page.into_inner().expect("the page was read")
    }

    /// The stored page, if it is the user's own.
    pub fn own_page(&self) -> Result<&PuzzlePage, UnusablePage> {
        let page = self.page()?;
        if self.store.is_other_input(self.puzzle, page.input()) {
            return Err(UnusablePage::OtherAccount);
        }
        Ok(page)
    }

    /// True if the site may show more than this stored page, because the page was stored without a
    /// session or before a star of the day. `shown` are the stars as the site showed them.
    pub fn site_may_show_more(&self, page: &PuzzlePage, shown: &UserStars, time: SiteTime) -> bool {
        let Some(year) = shown.of_year(self.puzzle.year) else {
            return page.logged_out;
        };
        let stars = year.of_day(self.puzzle.day);
        let lacks_star = Part::BOTH
            .into_iter()
            .any(|part| stars >= Some(part.into()) && !page.has_solved(part));
        // A page that is newer than the star lacks the answer for another reason, so a request
        // would not help.
        let is_newer = year
            .shown_at
            .is_some_and(|shown_at| self.is_page_newer(shown_at, time));
        page.logged_out || lacks_star && !is_newer
    }

    /// True if the page was certainly stored after the site had shown the stars.
    fn is_page_newer(&self, shown_at: DateTime<Utc>, time: SiteTime) -> bool {
        let path = self.store.page_path(self.puzzle);
        let Ok(modified) = metadata(path).and_then(|metadata| metadata.modified()) else {
            return false;
        };
        // The time of the file comes from the local clock.
        let Ok(age) = (time.wall_clock() - DateTime::<Utc>::from(modified)).to_std() else {
            return false;
        };
        age + RECORDED_TIME_ERROR < time.age(shown_at)
    }

    /// The parts that have an answer. They are the same for every input, so the page of any account
    /// shows them. The page is read only for an event's last known day.
    pub fn parts_with_answer(&self) -> &'static [Part] {
        parts_with_answer(self.puzzle, || {
            self.page().is_ok_and(PuzzlePage::has_answer_to_part2)
        })
    }

    /// The answers to the user's own input. The page is not parsed if it can add no accepted answer.
    /// `recorded` are the answers in the file.
    pub fn known_answers(&self, recorded: RecordedAnswers) -> KnownAnswers {
        let in_file = self.answers_in_file(recorded);
        if self.can_skip_page(&in_file) {
            return in_file;
        }
        in_file.with_page(self.own_page())
    }

    /// The answers to the user's own input, and everything that the page shows about them.
    /// `recorded` are the answers in the file.
    pub fn answers_with_page(&self, recorded: RecordedAnswers) -> KnownAnswers {
        self.answers_in_file(recorded).with_page(self.own_page())
    }

    /// The answers in the file of an input (`recorded`), without those on the page.
    pub fn answers_in_file(&self, recorded: RecordedAnswers) -> KnownAnswers {
        KnownAnswers::in_file(recorded, self.puzzle, self.parts_with_answer())
    }

    /// True if the page need not be parsed: the site has judged an answer to each part as right, or
    /// the page shows the answers in the file. A right guess whose answer was not recorded does not
    /// count, because the page may show it.
    fn can_skip_page(&self, in_file: &KnownAnswers) -> bool {
        let are_judged = Part::BOTH.into_iter().all(|part| {
            in_file.accepted_by_site(part).is_some()
                || in_file.is_last_star(part) && in_file.recorded.is_right(part)
        });
        if are_judged {
            return true;
        }
        let [Some(one), Some(two)] = Part::BOTH.map(|part| in_file.accepted(part)) else {
            return false;
        };
        page_says_complete(self.store, self.puzzle, &[one, two])
    }

    /// The file of examples, in which each example has its present trust. Without the file, these
    /// are the examples that the page would have in it.
    pub(super) fn examples_in_file(&self) -> Result<ExamplesFile> {
        let Some(mut file) = self.store.examples(self.puzzle)? else {
            return Ok(ExamplesFile {
                examples: self.certain_examples_on_page(),
                is_edited: false,
            });
        };
        if !file.examples.is_empty()
            && file.is_edited
            && let Ok(page) = self.page()
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

    fn certain_examples_on_page(&self) -> Vec<Example> {
        let Ok(page) = self.page() else {
            return Vec::new();
        };
        let input = self.store.usable_input(self.puzzle, &InputId::Own);
        let mut examples = PageExamples::new(page, self.puzzle).extract(input.as_deref());
        examples.retain(|example| example.trust.is_active());
        examples
    }
}

/// The answers to an input. The page shows only the answers to the user's own input.
pub fn answers_to_input(store: &Store, puzzle: Puzzle, input: &InputId) -> Result<KnownAnswers> {
    let recorded = store.answers(puzzle, input)?;
    let stored = StoredDay::new(store, puzzle);
    Ok(match input {
        InputId::Named(_) => stored.answers_in_file(recorded),
        InputId::Own => stored.known_answers(recorded),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::Locks;
    use crate::inputs::InputName;

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
            .write(&store.input_path(puzzle, &InputId::Own), "mine\n")
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
            let answers = store.answers_path(puzzle, &InputId::Own);
            store.write(&answers, &recorded).expect("written");
            let html = page(input);
            store
                .write(&store.page_path(puzzle), html)
                .expect("written");
            let answers = answers_to_input(&store, puzzle, &InputId::Own).expect("answers");
            let context = format!("{recorded} {input}");
            assert_eq!(answers.accepted(Part::One), Some(accepted), "{context}");
        }
    }

    /// The answers were sent from another computer, so the user left them empty in the file.
    #[test]
    fn the_page_has_the_answers_that_right_guesses_lack() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2020, 22);
        let page = "<title>Day 22 - Advent of Code 2020</title><main><article><h2>T</h2></article>\
                    <p>Your puzzle answer was <code>7</code>.</p><article><h2>T</h2></article>\
                    <p>Your puzzle answer was <code>8</code>.</p></main>";
        store
            .write(&store.page_path(puzzle), page)
            .expect("written");
        for (guesses, accepted) in [
            (["", ""], ["7", "8"]),
            (["5", ""], ["5", "8"]),
            (["5", "6"], ["5", "6"]),
        ] {
            let guess = |part: usize| {
                format!(
                    "[[guess]]\npart = {part}\nanswer = '{}'\nverdict = 'right'\ntime = \
                     2020-12-22T05:00:00Z\n",
                    guesses[part - 1]
                )
            };
            let path = store.answers_path(puzzle, &InputId::Own);
            store.write(&path, guess(1) + &guess(2)).expect("written");
            let known = answers_to_input(&store, puzzle, &InputId::Own).expect("answers");
            let found = Part::BOTH.map(|part| known.accepted(part));
            assert_eq!(found, accepted.map(Some), "{guesses:?}");
            assert_eq!(known.solved(), [true; 2], "{guesses:?}");
        }
    }

    /// The number of days of 2026 is only expected, so the page is read to know the parts with an
    /// answer.
    #[test]
    fn a_page_is_damaged_only_if_it_could_show_something_new() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let right = |part| {
            format!(
                "[[guess]]\npart = {part}\nanswer = 5\nverdict = 'right'\ntime = \
                 2020-12-22T05:00:00Z\n"
            )
        };
        for puzzle in [
            Puzzle::of(2020, 22),
            Puzzle::of(2020, 25),
            Puzzle::of(2026, 12),
        ] {
            for (page, answers, is_damaged) in [
                (None, String::new(), false),
                (Some("<html>"), String::new(), true),
                (Some("<html>"), right(1), true),
                (Some("<html>"), right(1) + &right(2), false),
            ] {
                if let Some(page) = page {
                    store
                        .write(&store.page_path(puzzle), page)
                        .expect("written");
                }
                let path = store.answers_path(puzzle, &InputId::Own);
                store.write(&path, &answers).expect("written");
                let known = answers_to_input(&store, puzzle, &InputId::Own).expect("answers");
                assert_eq!(
                    known.is_page_damaged, is_damaged,
                    "{puzzle} {page:?} {answers}"
                );
            }
        }
    }

    /// The number of days of 2026 is only expected.
    #[test]
    fn part_2_of_an_expected_last_day_has_an_answer_if_the_page_has_a_field_for_it() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::new(dir.path().to_owned(), Locks { cache_dir: None });
        let puzzle = Puzzle::of(2026, 12);
        let bob: InputName = "bob".parse().expect("a name");
        let inputs = [InputId::Own, InputId::Named(bob)];
        let write = |path: &Path, text: &str| store.write(path, text).expect("written");
        for input in &inputs {
            let answers = store.answers_path(puzzle, input);
            write(&store.input_path(puzzle, input), "1\n");
            write(&answers, "part1 = 1\npart2 = 2\n");
        }
        let field = "<form><input name=level value=2><input name=answer></form>";
        // The page of another account shows another input, and the same parts.
        let of_other = "<p>Your puzzle input is <code>2</code>.</p>".to_owned() + field;
        for (below, part_count) in [("", 1), (field, 2), (&of_other, 2)] {
            let html = format!(
                "<title>Day 12 - Advent of Code 2026</title><main><article><h2>T</h2></article>\
                 {below}</main>"
            );
            write(&store.page_path(puzzle), &html);
            let parts = StoredDay::new(&store, puzzle).parts_with_answer();
            assert_eq!(parts.len(), part_count, "{below}");
            for input in &inputs {
                let known = answers_to_input(&store, puzzle, input).expect("answers");
                assert_eq!(known.parts, parts, "{input:?} {below}");
                assert_eq!(
                    known.accepted_parts().count(),
                    part_count,
                    "{input:?} {below}"
                );
            }
        }
    }
}
