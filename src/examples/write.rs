//! Writes the examples on a puzzle's page to the file, and tells the user if none of them is
//! certain.

use std::path::Path;

use aoc_solution::Part;

use crate::app::{ShownMessages, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::inputs::{Example, Store};
use crate::pages::{MissingExample, PageExamples, PuzzlePage, StoredPage, UnusablePage};
use crate::puzzle::{Puzzle, puzzle_list};
use crate::terminal::plural;

/// Adds examples to the file that a run has confirmed or the user has taken.
pub fn add_examples(store: &Store, puzzle: Puzzle, added: &[Example]) -> Result<()> {
    let page = StoredPage::read(store, puzzle);
    write_examples(store, puzzle, page.page(), added)?;
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
    let input = store.usable_input(puzzle, None);
    store.update_examples(puzzle, added, |old| match page {
        Some(page) => PageExamples::new(page, puzzle).update(old, input.as_deref()),
        None => Vec::new(),
    })
}

/// Tells the user that a part is not checked, because its page has no certain example. Each puzzle
/// is mentioned only once, and several puzzles share one line.
pub fn report_missing_examples(
    ui: &Ui,
    shown_messages: &ShownMessages,
    workspace: &Workspace,
    mut missing: Vec<(Puzzle, MissingExample)>,
) -> Result<()> {
    missing.retain(|&(puzzle, missing)| shown_messages.mark_missing_example(puzzle, missing));
    match missing[..] {
        [] => {}
        [(puzzle, missing)] => {
            let path = workspace.store()?.examples_path(puzzle);
            let path = workspace.relative_path(&path);
            let hint = missing_hint(ui, puzzle, &path, missing);
            ui.note(format!("{puzzle}: {hint}"));
        }
        [(first, _), ..] => {
            let puzzles = puzzle_list(missing.iter().map(|(puzzle, _)| *puzzle));
            ui.note(format!(
                "no clear example was found on the pages of {puzzles}; run `aoc test {first}` for \
                 details"
            ));
        }
    }
    Ok(())
}

/// The hint for a puzzle without an example. Tests in the day's code may check the puzzle, but only
/// `aoc verify` and `cargo test` run them.
pub(super) fn no_example_hint(puzzle: Puzzle, own_tests: usize, has_page: bool) -> String {
    if own_tests > 0 {
        let tests = plural(own_tests, "test");
        let command = puzzle.test_command();
        return format!("no example, but the day has {tests}: run `{command}`");
    }
    if has_page {
        "no example: add one to the day's code".to_owned()
    } else {
        "no example: fetch its page, or add one to the day's code".to_owned()
    }
}

/// The hint for a page without a certain example. `file` is the file of examples.
pub fn missing_hint(ui: &Ui, puzzle: Puzzle, file: &Path, missing: MissingExample) -> String {
    let of_part = match missing.part() {
        Part::One => "",
        Part::Two => " of part 2",
    };
    let file = file.display();
    match missing {
        MissingExample::NotFound(_) => {
            format!("no example{of_part} was found on the page: add one to {file}")
        }
        MissingExample::UnusablePage(_, UnusablePage::Damaged) => format!(
            "no example{of_part}, as the stored file is not the puzzle's page: `aoc fetch {puzzle}` \
             downloads it again"
        ),
        MissingExample::UnusablePage(_, UnusablePage::Locked) => format!(
            "no example{of_part}, as the stored page is locked by git-crypt: `git-crypt unlock`"
        ),
        MissingExample::Likely(_) => {
            let how = ui.hint(&format!("`aoc test {puzzle} --take`"), watch_key::TAKE);
            format!(
                "the page has an example{of_part} that is not clear: see the comments in {file}; \
                 {how} takes it"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_example_the_hint_says_how_to_get_one() {
        for (own_tests, has_page, expected) in [
            (
                0,
                false,
                "no example: fetch its page, or add one to the day's code",
            ),
            (0, true, "no example: add one to the day's code"),
            (
                2,
                false,
                "no example, but the day has 2 tests: run `cargo test -p year2020 day01::`",
            ),
        ] {
            let hint = no_example_hint(Puzzle::of(2020, 1), own_tests, has_page);
            assert_eq!(hint, expected);
        }
    }
}
