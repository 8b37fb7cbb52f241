//! Writes the examples on a puzzle's page to the file.

use crate::error::Result;
use crate::inputs::{Example, InputId, Store};
use crate::pages::{PageExamples, PuzzlePage, stored_page};
use crate::puzzle::Puzzle;

/// Adds examples to the file that a run has confirmed or the user has taken.
pub fn add_examples(store: &Store, puzzle: Puzzle, added: &[Example]) -> Result<()> {
    let page = stored_page(store, puzzle).ok();
    write_examples(store, puzzle, page.as_ref(), added)?;
    Ok(())
}

/// Writes the examples on the page to the file, unless the user has written the file. Returns the
/// examples, or `None` if the file did not change.
pub fn write_page_examples(
    store: &Store,
    puzzle: Puzzle,
    page: &PuzzlePage,
) -> Result<Option<Vec<Example>>> {
    write_examples(store, puzzle, Some(page), &[])
}

fn write_examples(
    store: &Store,
    puzzle: Puzzle,
    page: Option<&PuzzlePage>,
    added: &[Example],
) -> Result<Option<Vec<Example>>> {
    // Examples are found more reliably with the input. If the input cannot be read, they are found
    // without it.
    let input = store.usable_input(puzzle, &InputId::Own);
    store.update_examples(puzzle, added, |old| match page {
        Some(page) => PageExamples::new(page, puzzle).update(old, input.as_deref()),
        None => Vec::new(),
    })
}
