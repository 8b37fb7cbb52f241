//! The examples of a puzzle: those in its file, and further texts on its page that may be
//! examples.

use aoc_solution::Part;

use super::stored_day::StoredDay;
use crate::error::Result;
use crate::inputs::{Example, Store};
use crate::pages::{LikelyExample, PageExamples, StoredPage};
use crate::puzzle::{Puzzle, is_last_star};
use crate::runner::MissingExample;

/// The examples in the file of a puzzle, and those that its page may have for the next part to
/// solve.
#[derive(Clone, Default)]
pub struct DayExamples {
    /// The examples in the file.
    pub stored: Vec<Example>,
    /// The next part to solve, if the page shows it, no example in the file checks it, and the
    /// user did not write the file.
    pub unchecked: Option<Part>,
    /// The texts on the page that may be examples of that part.
    pub likely: Vec<LikelyExample>,
    /// The kind of example that the part lacks. `None` if the file has one that can confirm the
    /// code, or if no ordinary code could pass an example of the part.
    pub missing: Option<MissingExample>,
}

impl DayExamples {
    /// The examples in the file. The page is not searched for others.
    pub fn of_file(store: &Store, puzzle: Puzzle) -> Result<Self> {
        Self::load(&StoredDay::new(store, puzzle), None)
    }

    /// The examples in the file, and those of the open part on the page, unless the file checks
    /// that part or the user wrote it. `None` if no part is open.
    pub fn load(day: &StoredDay, open_part: Option<Part>) -> Result<Self> {
        let stored = day.examples()?;
        let unchecked = open_part.filter(|part| is_unchecked(day, *part, &stored));
        let mut examples = Self {
            stored,
            ..Self::default()
        };
        let Some(part) = unchecked else {
            return Ok(examples);
        };
        match day.stored_page() {
            StoredPage::Missing => {}
            StoredPage::Damaged => examples.missing = Some(MissingExample::BadPage(part)),
            StoredPage::Page(page) => {
                // The page shows part two once part one is solved.
                if page.part(part).is_some() {
                    let own_input = day.store.input(day.puzzle, None).ok().flatten();
                    let on_page = PageExamples::new(page, day.puzzle);
                    examples.unchecked = Some(part);
                    examples.likely = on_page.likely(part, own_input.as_deref());
                    examples.missing = examples.missing_of(day.puzzle, part, &on_page);
                }
            }
        }
        Ok(examples)
    }

    /// The kind of example that this part lacks. Examples in the file can confirm the part, but
    /// not refute it.
    fn missing_of(
        &self,
        puzzle: Puzzle,
        part: Part,
        on_page: &PageExamples,
    ) -> Option<MissingExample> {
        let mut stored = self.stored.iter();
        let can_confirm = stored.any(|example| example.answer(part).is_some());
        let has_no_ordinary_example = is_last_star(puzzle, part) || on_page.has_other_rules(part);
        if can_confirm {
            None
        } else if !self.likely.is_empty() {
            Some(MissingExample::Likely(part))
        } else if has_no_ordinary_example {
            None
        } else {
            Some(MissingExample::NotFound(part))
        }
    }
}

/// True if no example in the file checks the part, and the user did not write the file.
fn is_unchecked(day: &StoredDay, part: Part, stored: &[Example]) -> bool {
    let is_checked = stored
        .iter()
        .any(|example| example.answer(part).is_some() && example.trust.refutes());
    !is_checked && !day.store.has_user_examples(day.puzzle)
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::files::Locks;
    use crate::inputs::Trust;
    use crate::testing::write;

    /// The page shows both parts, and the second one is open.
    #[test]
    fn an_example_that_cannot_refute_a_part_leaves_it_unchecked() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("inputs");
        let article = "<article class=\"day-desc\"><h2>T</h2></article>";
        let page = format!("<title>Day 8 - Advent of Code 2016</title><main>{article}{article}");
        write(&root, "year2016/day08.html", page + "</main>");
        let store = Store::new(root, Locks { cache_dir: None });
        let puzzle = Puzzle::of(2016, 8);
        for (part, trust, unchecked) in [
            (Part::One, Trust::Page, Some(Part::Two)),
            (Part::Two, Trust::Confirmed, Some(Part::Two)),
            (Part::Two, Trust::Page, None),
        ] {
            let example = Example::of_part("1\n", part, "5", trust);
            let is_written = store.write_examples(puzzle, slice::from_ref(&example));
            assert!(is_written.unwrap(), "{example:?}");
            let day = StoredDay::new(&store, puzzle);
            let found = DayExamples::load(&day, Some(Part::Two)).unwrap();
            assert_eq!(found.stored, [example]);
            assert_eq!(found.unchecked, unchecked, "{part} {trust:?}");
        }
    }
}
