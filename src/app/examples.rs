//! Examples that a puzzle's page may have beyond those that are certain. They can confirm
//! a solution, but not refute it; `runner` decides, and a confirmed one is written down.

use std::path::Path;

use aoc_solution::Part;

use super::context::App;
use super::inputs;
use crate::inputs::Example;
use crate::puzzle::Puzzle;
use crate::runner::{Input, PageExamples, PuzzleResult};
use crate::site::{PuzzlePage, extract_examples, likely_examples};

impl App {
    /// What the puzzle's page says about examples beyond the `stored` ones; `None` if
    /// these check the part that is to be solved next, or if the user wrote the file of examples.
    pub fn page_examples(&self, puzzle: Puzzle, stored: &[Input]) -> Option<PageExamples> {
        let store = self.store().ok()?;
        let answers = store.answers(puzzle, None).ok()?;
        let is_solved = |part| answers.accepted(part).is_some() || answers.is_right(part);
        // Part two is open once part one is solved.
        let part = Part::BOTH.into_iter().find(|&part| !is_solved(part))?;
        let is_checked = |input: &Input| input.expected[part.index()].is_some();
        if stored.iter().any(is_checked) || store.has_own_examples(puzzle) {
            return None;
        }
        let page = PuzzlePage::parse(&store.page(puzzle).ok()??);
        if !page.is_titled(puzzle) || page.part(part).is_none() {
            return None;
        }
        let input = store.input(puzzle, None).ok().flatten();
        let mut likely = likely_examples(&page, puzzle, input.as_deref());
        likely.retain(|example| example.part == part);
        let file = self.relative_path(&store.examples_path(puzzle));
        let hint = hint_for_examples(&file, !likely.is_empty());
        let is_new = self.access.unclear_pages.borrow_mut().insert(puzzle);
        Some(PageExamples {
            part,
            likely,
            hint: is_new.then_some(hint),
            file,
        })
    }

    /// Says that the page has no certain example of the next part, unless that was said.
    pub fn tell_unclear_page(&self, puzzle: Puzzle) {
        let stored = inputs::stored_examples(self, puzzle).unwrap_or_default();
        let page = self.page_examples(puzzle, &stored);
        if let Some(hint) = page.and_then(|page| page.hint) {
            self.note(&format!("{puzzle}: {hint}"));
        }
    }

    /// Writes down the example that a run has confirmed. If that fails, it is a warning.
    pub fn keep_confirmed_example(&self, puzzle: Puzzle, result: &PuzzleResult) {
        let Some(confirmed) = &result.confirmed else {
            return;
        };
        let written = self.store().and_then(|store| {
            let page = PuzzlePage::parse(&store.page(puzzle)?.unwrap_or_default());
            let input = store.input(puzzle, None)?;
            let mut examples = extract_examples(&page, puzzle, input.as_deref());
            examples.insert(0, Example::clone(confirmed));
            store.write_examples(puzzle, &examples)
        });
        match written {
            // `watch` need not run because of it.
            Ok(_) => self.access.downloads.update(|files| files + 1),
            Err(error) => self.warning(&format!("{puzzle}: {:#}", error.source)),
        }
    }
}

/// The hint for a page without a certain example.
pub fn hint_for_examples(file: &Path, has_likely: bool) -> String {
    let file = file.display();
    if has_likely {
        format!("the page has an example that is not clear: see the comments in {file}")
    } else {
        format!("no example was found on the page: add one to {file}")
    }
}
