//! The examples of a puzzle: those of its file, and what its page may have beyond them.
//! These can confirm a solution, but not refute it; `runner` decides, and a confirmed one is
//! written down, as is one that the user takes.

use std::path::Path;

use aoc_solution::Part::{One, Two};
use aoc_solution::protocol::Source;

use super::context::App;
use crate::error::Result;
use crate::inputs::Example;
use crate::puzzle::Puzzle;
use crate::runner::{ExampleSources, Input, PuzzleHeader, SourceKind};
use crate::site::{PuzzlePage, extract_examples, likely_examples};
use crate::terminal::ask;

/// The examples in the file beside the puzzle's input.
pub fn stored_examples(app: &App, puzzle: Puzzle) -> Result<ExampleSources> {
    let store = app.store()?;
    let path = app.relative_path(&store.examples_path(puzzle));
    let is_edited = store.has_own_examples(puzzle);
    let mut examples = ExampleSources::default();
    for example in store.examples(puzzle)? {
        let can_refute = is_edited || !example.is_confirmed();
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&path));
        let mut input = Input::new(header, example.input);
        input.expected = [example.part1, example.part2];
        if can_refute {
            examples.stored.push(input);
        } else {
            examples.confirmed.push(input);
        }
    }
    Ok(examples)
}

/// As [`stored_examples`], and what the puzzle's page says about examples, unless the stored
/// ones check the part that is to be solved next, or the user wrote the file of examples.
pub fn examples(app: &App, puzzle: Puzzle) -> Result<ExampleSources> {
    let mut examples = stored_examples(app, puzzle)?;
    let store = app.store()?;
    examples.has_page = store.has_page(puzzle);
    let answers = store.answers(puzzle, None).unwrap_or_default();
    let part = match answers.stars(puzzle) {
        0 => One,
        1 => Two,
        _ => return Ok(examples),
    };
    for example in &examples.stored {
        if example.checks(part) {
            return Ok(examples);
        }
    }
    if store.has_own_examples(puzzle) {
        return Ok(examples);
    }
    let page = PuzzlePage::stored(store, puzzle);
    // Part two is open once part one is solved.
    if page.part(part).is_none() {
        return Ok(examples);
    }
    let file = app.relative_path(&store.examples_path(puzzle));
    let own_input = store.input(puzzle, None).ok().flatten();
    let likely = likely_examples(&page, puzzle, part, own_input.as_deref());
    for example in likely {
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file));
        let mut input = Input::new(header, example.input);
        let first = example.answers.first().cloned();
        input.expected[part.index()] = first;
        input.likely = example.answers;
        examples.likely.push(input);
    }
    let has_likely = !examples.likely.is_empty();
    let mut unclear_pages = app.access.unclear_pages.borrow_mut();
    if unclear_pages.insert(puzzle, has_likely).is_none() {
        let hint = hint_for_examples(app, &file, has_likely);
        examples.hint = Some((part, hint));
    }
    Ok(examples)
}

/// Shows what may be an example on the page, one after the other, and writes down the one
/// that the user takes. If the user cannot be asked, it is the first.
pub fn take_example(app: &App, puzzle: Puzzle) -> Result<()> {
    for input in &examples(app, puzzle)?.likely {
        let Source::Text(text) = &input.source else {
            continue;
        };
        let mut part = One;
        if input.checks(Two) {
            part = Two;
        }
        for answer in &input.likely {
            app.note(format!(
                "{puzzle}: an example of part {part}, whose answer may be {answer}:\n{text}"
            ));
            // In `watch` the key was the answer.
            if !app.has_keys
                && let Some(false) = ask(app.stderr, "take it?", true)
            {
                continue;
            }
            let taken = Example::of_part(text, part, answer, Example::TAKEN);
            write_example(app, puzzle, &taken)?;
            let path = app.store()?.examples_path(puzzle);
            let file = app.relative_path(&path);
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
