//! Loads the examples of a puzzle from its file. Also finds further texts on its page that may be
//! examples.

use aoc_solution::Part;

use super::stored_day::StoredDay;
use crate::error::Result;
use crate::inputs::{InputId, Trust};
use crate::pages::{LikelyExample, PageExamples};
use crate::runner::{DayExamples, MissingExample};

impl StoredDay<'_> {
    /// The examples in the file, and the likely examples of the open part on the page. Without the
    /// file, the page's certain examples take its place. The page adds no likely example in these
    /// cases:
    ///
    /// - The user wrote or edited the file.
    /// - The page is not stored.
    /// - No part is open. `open_part` is called only now, because it may need a session.
    /// - An example in the file can refute an answer to the open part.
    pub fn examples(&self, open_part: impl FnOnce() -> Option<Part>) -> Result<DayExamples> {
        let file = self.examples_in_file()?;
        let mut examples = DayExamples {
            file: self.store.examples_path(self.puzzle),
            stored: file.examples,
            ..DayExamples::default()
        };
        if file.is_edited || !self.store.has_page(self.puzzle) {
            return Ok(examples);
        }
        let Some(part) = open_part() else {
            return Ok(examples);
        };
        // The highest trust of an example in the file that checks the part.
        let trust = examples
            .stored
            .iter()
            .filter(|example| example.has_answer_to(part))
            .map(|example| example.trust)
            .max();
        if trust.is_some_and(Trust::refutes) {
            return Ok(examples);
        }
        let page = match self.page() {
            Ok(page) => page,
            Err(why) => {
                examples.missing = Some(MissingExample::UnusablePage(part, why));
                return Ok(examples);
            }
        };
        if page.part(part).is_none() {
            // The page shows part 2 only after part 1 is solved.
            return Ok(examples);
        }
        let own_input = self.store.usable_input(self.puzzle, &InputId::Own);
        let on_page = PageExamples::new(page, self.puzzle);
        examples.likely = on_page.likely(part, own_input.as_deref());
        // The value that the code has confirmed is the most likely answer.
        for confirmed in &examples.stored {
            let of_text = |likely: &LikelyExample| likely.input == confirmed.input;
            if let Some(answer) = confirmed.answer(part)
                && let Some(at) = examples.likely.iter().position(of_text)
            {
                examples.likely[at].prefer(answer);
                examples.likely[..=at].rotate_right(1);
            }
        }
        // The page may show a certain example that the file lacks, for example because the user
        // wrote the input after the file was written.
        let has_example = trust.is_some()
            || on_page
                .extract(own_input.as_deref())
                .iter()
                .any(|example| example.has_answer_to(part) && example.trust.refutes());
        let needs_no_example =
            !self.parts_with_answer().contains(&part) || on_page.has_other_rules(part);
        if !has_example && !examples.likely.is_empty() {
            examples.missing = Some(MissingExample::Likely(part));
        } else if !has_example && !needs_no_example {
            examples.missing = Some(MissingExample::NotFound(part));
        }
        Ok(examples)
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::files::Locks;
    use crate::inputs::{Example, Store};
    use crate::puzzle::Puzzle;
    use crate::testing::write;

    /// The page shows both parts, and part 2 is open.
    #[test]
    fn an_example_that_cannot_refute_a_part_leaves_it_unchecked() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("inputs");
        let article = "<article class=\"day-desc\"><h2>T</h2><pre><code>5\n6\n</code></pre><p>It may \
                       be <code><em>11</em></code>.</p><p><em>What is it?</em></p></article>";
        let page = format!("<title>Day 8 - Advent of Code 2016</title><main>{article}{article}");
        write(&root, "year2016/day08.html", page + "</main>");
        let store = Store::new(root, Locks { cache_dir: None });
        let puzzle = Puzzle::of(2016, 8);
        let likely = Some(MissingExample::Likely(Part::Two));
        for (part, trust, unchecked, missing) in [
            (Part::One, Trust::Page, Some(Part::Two), likely),
            (Part::Two, Trust::Confirmed, Some(Part::Two), None),
            (Part::Two, Trust::Page, None, None),
        ] {
            let example = Example::of_part("1\n", part, "5", trust);
            let written = store.update_examples(puzzle, slice::from_ref(&example), |_| Vec::new());
            assert!(written.unwrap().is_some(), "{example:?}");
            let day = StoredDay::new(&store, puzzle);
            let found = day.examples(|| Some(Part::Two)).unwrap();
            assert_eq!(found.stored, [example]);
            assert_eq!(found.missing, missing, "{part} {trust:?}");
            let found = found.likely.first().map(|likely| likely.part);
            assert_eq!(found, unchecked, "{part} {trust:?}");
        }
    }

    #[test]
    fn a_confirmed_value_is_more_likely_than_any_other() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("inputs");
        let example = |text, value| format!("<pre><code>{text}\n</code></pre>{value}");
        let value = |value| format!("<p>It may be <code><em>{value}</em></code>.</p>");
        let article = format!(
            "<article class=\"day-desc\"><h2>T</h2>{}{}<p><em>What is it?</em></p></article>",
            example("5", String::new()),
            example("6", value(11) + &value(12)),
        );
        let page = format!("<title>Day 8 - Advent of Code 2016</title><main>{article}</main>");
        write(&root, "year2016/day08.html", page);
        let store = Store::new(root, Locks { cache_dir: None });
        let puzzle = Puzzle::of(2016, 8);
        let likely = || {
            let day = StoredDay::new(&store, puzzle);
            let found = day.examples(|| Some(Part::One)).unwrap().likely;
            let first = &found[0];
            (first.input.clone(), first.answers()[0].clone())
        };
        assert_eq!(likely(), ("5\n".to_owned(), "12".to_owned()));
        let confirmed = Example::of_part("6\n", Part::One, "11", Trust::Confirmed);
        store
            .update_examples(puzzle, &[confirmed], |_| Vec::new())
            .expect("written");
        assert_eq!(likely(), ("6\n".to_owned(), "11".to_owned()));
    }

    /// To know the open part, a session may be needed.
    #[test]
    fn the_open_part_does_not_matter_without_a_page_or_with_a_file_of_the_user() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("inputs");
        let store = Store::new(root.clone(), Locks { cache_dir: None });
        let day = || StoredDay::new(&store, Puzzle::of(2016, 8));
        assert!(day().examples(|| unreachable!()).unwrap().missing.is_none());
        write(&root, "year2016/day08.html", "");
        let asked = day().examples(|| Some(Part::One)).unwrap();
        assert!(asked.missing.is_some());
        write(&root, "year2016/day08.examples.toml", "# mine\n");
        assert!(day().examples(|| unreachable!()).unwrap().missing.is_none());
    }

    #[test]
    fn a_page_lacks_an_example_unless_its_open_part_is_the_last_star() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("inputs");
        let store = Store::new(root.clone(), Locks { cache_dir: None });
        let article = "<article class=\"day-desc\"><h2>T</h2><p>Text.</p></article>";
        let field = "<form><input name=level value=2><input name=answer></form>";
        let not_found = Some(MissingExample::NotFound(Part::Two));
        for (year, day, below, missing) in [
            (2016, 8, "", not_found),
            (2016, 25, "", None),
            // The number of days of 2026 is only expected.
            (2026, 12, "", None),
            (2026, 12, field, not_found),
        ] {
            let puzzle = Puzzle::of(year, day);
            let title = format!("<title>Day {day} - Advent of Code {year}</title>");
            let page = format!("{title}<main>{article}{article}{below}</main>");
            write(&root, &format!("year{year}/day{day:02}.html"), page);
            let found = StoredDay::new(&store, puzzle).examples(|| Some(Part::Two));
            assert_eq!(found.unwrap().missing, missing, "{puzzle}");
        }
    }
}
