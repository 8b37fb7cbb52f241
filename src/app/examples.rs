//! Examples that a puzzle's page may have beyond those that are certain. They can confirm
//! a solution, but not refute it; `runner` decides, and a confirmed one is written down.

use std::path::Path;

use aoc_solution::Part;

use super::context::App;
use crate::error::Result;
use crate::inputs::Example;
use crate::puzzle::Puzzle;
use crate::runner::{ExampleSources, Input, PuzzleHeader, PuzzleResult, SourceKind};
use crate::site::{PuzzlePage, extract_examples, likely_examples};

/// Adds what the puzzle's page says about examples, unless the stored ones check the part
/// that is to be solved next, or the user wrote the file of examples.
pub fn add_page_examples(app: &App, puzzle: Puzzle, examples: &mut ExampleSources) -> Option<()> {
    let store = app.store().ok()?;
    let answers = store.answers(puzzle, None).ok()?;
    let part = *Part::BOTH.get(usize::from(answers.stars(puzzle)))?;
    let is_checked = examples.stored.iter().any(|example| example.checks(part));
    if is_checked || store.has_own_examples(puzzle) {
        return None;
    }
    let page = PuzzlePage::parse(&store.page(puzzle).ok()??);
    // Part two is open once part one is solved.
    if !page.is_titled(puzzle) || page.part(part).is_none() {
        return None;
    }
    let own_input = store.input(puzzle, None).ok().flatten();
    let likely = likely_examples(&page, puzzle, part, own_input.as_deref());
    let file = app.relative_path(&store.examples_path(puzzle));
    if app.access.unclear_pages.borrow_mut().insert(puzzle) {
        let hint = hint_for_examples(&file, !likely.is_empty());
        examples.hint = Some((part, hint));
    }
    for example in likely {
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file));
        let mut input = Input::new(header, example.input);
        input.expected[part.index()] = example.answers.first().cloned();
        input.likely = example.answers;
        examples.likely.push(input);
    }
    None
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
