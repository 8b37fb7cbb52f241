//! Examples that a puzzle's page may have beyond those that are certain. They can confirm
//! a solution, but not refute it; `runner` decides, and a confirmed one is written down.

use std::path::Path;

use aoc_solution::Part;

use super::context::App;
use crate::error::Result;
use crate::inputs::Example;
use crate::puzzle::Puzzle;
use crate::runner::{Input, PageExamples, PuzzleResult};
use crate::site::{PuzzlePage, extract_examples, likely_examples};

/// What the puzzle's page says about examples beyond the `stored` ones; `None` if these
/// check the part that is to be solved next, or if the user wrote the file of examples.
pub fn page_examples(app: &App, puzzle: Puzzle, stored: &[Input]) -> Option<PageExamples> {
    let store = app.store().ok()?;
    let answers = store.answers(puzzle, None).ok()?;
    // Part two is open once part one is solved.
    let part = Part::BOTH
        .into_iter()
        .find(|&part| answers.accepted(part).is_none() && !answers.is_right(part))?;
    let is_checked = stored
        .iter()
        .any(|example| example.expected[part.index()].is_some());
    if is_checked || store.has_own_examples(puzzle) {
        return None;
    }
    let page = PuzzlePage::parse(&store.page(puzzle).ok()??);
    if !page.is_titled(puzzle) || page.part(part).is_none() {
        return None;
    }
    let input = store.input(puzzle, None).ok().flatten();
    let likely = likely_examples(&page, puzzle, part, input.as_deref());
    let file = app.relative_path(&store.examples_path(puzzle));
    let is_new = app.access.unclear_pages.borrow_mut().insert(puzzle);
    let hint = is_new.then(|| hint_for_examples(&file, !likely.is_empty()));
    Some(PageExamples {
        part,
        likely,
        file,
        hint,
    })
}

/// Writes down the example that a run has confirmed. If that fails, it is a warning.
pub fn keep_confirmed_example(app: &App, puzzle: Puzzle, result: &PuzzleResult) {
    let Some(confirmed) = &result.confirmed else {
        return;
    };
    match write_confirmed_example(app, puzzle, confirmed) {
        // `watch` need not run because of it.
        Ok(()) => app.access.downloads.update(|files| files + 1),
        Err(error) => app.warning(&format!("{puzzle}: {:#}", error.source)),
    }
}

fn write_confirmed_example(app: &App, puzzle: Puzzle, confirmed: &Example) -> Result<()> {
    let store = app.store()?;
    let page = PuzzlePage::parse(&store.page(puzzle)?.unwrap_or_default());
    let input = store.input(puzzle, None)?;
    let mut examples = vec![confirmed.clone()];
    examples.extend(extract_examples(&page, puzzle, input.as_deref()));
    store.write_examples(puzzle, &examples)?;
    Ok(())
}

/// The hint for a page without a certain example.
pub fn hint_for_examples(file: &Path, has_likely: bool) -> String {
    if has_likely {
        return unclear_example(file);
    }
    let file = file.display();
    format!("no example was found on the page: add one to {file}")
}

/// The words about a page with an example that is not clear, and its file.
pub fn unclear_example(file: &Path) -> String {
    let file = file.display();
    format!("the page has an example that is not clear: see the comments in {file}")
}
