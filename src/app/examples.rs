//! Examples that a puzzle's page may have beyond those that are certain. They can confirm
//! a solution, but not refute it; `runner` decides, and a confirmed one is written down, as
//! is one that the user takes.

use std::path::Path;

use aoc_solution::Part;
use aoc_solution::protocol::Source;

use super::context::App;
use crate::error::Result;
use crate::inputs::{Example, Store};
use crate::puzzle::Puzzle;
use crate::runner::{ExampleSources, Input, PuzzleHeader, SourceKind};
use crate::site::{PuzzlePage, extract_examples, likely_examples};
use crate::terminal::ask;

/// Adds what the puzzle's page says about examples, unless the stored ones check the part
/// that is to be solved next, or the user wrote the file of examples.
pub fn add_page_examples(app: &App, store: &Store, puzzle: Puzzle, examples: &mut ExampleSources) {
    let answers = store.answers(puzzle, None).unwrap_or_default();
    let part = match answers.stars(puzzle) {
        0 => Part::One,
        1 => Part::Two,
        _ => return,
    };
    let is_checked = examples.stored.iter().any(|example| example.checks(part));
    if is_checked || store.has_own_examples(puzzle) {
        return;
    }
    let page = PuzzlePage::stored(store, puzzle);
    // Part two is open once part one is solved.
    if page.part(part).is_none() {
        return;
    }
    let own_input = store.input(puzzle, None).ok().flatten();
    let likely = likely_examples(&page, puzzle, part, own_input.as_deref());
    let file = app.relative_path(&store.examples_path(puzzle));
    let has_likely = !likely.is_empty();
    let mut unclear_pages = app.access.unclear_pages.borrow_mut();
    if unclear_pages.insert(puzzle, has_likely).is_none() {
        let hint = hint_for_examples(app, &file, has_likely);
        examples.hint = Some((part, hint));
    }
    for example in likely {
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file));
        let mut input = Input::new(header, example.input);
        input.expected[part.index()] = example.answers.first().cloned();
        input.likely = example.answers;
        examples.likely.push(input);
    }
}

/// Shows what may be an example on the page, one after the other, and writes down the one
/// that the user takes. If the user cannot be asked, it is the first.
pub fn take_example(app: &App, puzzle: Puzzle, examples: &ExampleSources) -> Result<()> {
    for input in &examples.likely {
        let part = if input.checks(Part::One) {
            Part::One
        } else {
            Part::Two
        };
        let Source::Text(text) = &input.source else {
            continue;
        };
        for answer in &input.likely {
            let about =
                format!("{puzzle}: an example of part {part}, whose answer may be {answer}");
            app.note(format!("{about}:\n{text}"));
            // In `watch` the key was the answer.
            if !app.has_keys && ask(app.stderr, "take it?", true) == Some(false) {
                continue;
            }
            write_example(
                app,
                puzzle,
                &Example::kept(text, part, answer, Example::TAKEN),
            )?;
            let file = app.relative_path(&app.store()?.examples_path(puzzle));
            app.note(format!("{puzzle}: written to {}", file.display()));
            return Ok(());
        }
    }
    app.note(format!(
        "{puzzle}: no other example can be taken from its page"
    ));
    Ok(())
}

/// Writes down an example that a run has confirmed, or that the user takes.
pub fn write_example(app: &App, puzzle: Puzzle, example: &Example) -> Result<()> {
    let store = app.store()?;
    let page = PuzzlePage::stored(store, puzzle);
    let input = store.input(puzzle, None)?;
    let mut examples = vec![example.clone()];
    examples.extend(extract_examples(&page, puzzle, input.as_deref()));
    store.write_examples(puzzle, &examples)?;
    app.access.unclear_pages.borrow_mut().remove(&puzzle);
    // `watch` need not run because of it.
    app.access.downloads.update(|files| files + 1);
    Ok(())
}

/// The hint for a page without a certain example.
pub fn hint_for_examples(app: &App, file: &Path, has_likely: bool) -> String {
    let file = file.display();
    if !has_likely {
        return format!("no example was found on the page: add one to {file}");
    }
    let how = app.hint("`aoc test --take`", "the key e");
    format!("the page has an example that is not clear: see the comments in {file}; {how} takes it")
}
