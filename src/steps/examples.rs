//! The examples of a puzzle: those of its file, and what its page may have beyond them.
//! These can confirm a solution, but not refute it; `runner` decides, and a confirmed one is
//! written down, as are those that the user takes.

use std::path::Path;

use aoc_solution::Part;

use super::solved::known_stars;
use crate::app::{DecidesBy, Ui, Workspace};
use crate::error::Result;
use crate::inputs::{Example, Store, Trust};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::puzzle_list;
use crate::runner::{
    ExampleSources, Input, MissingExample, PuzzleHeader, PuzzleResult, SourceKind,
};
use crate::site::{
    LikelyExample, PuzzlePage, extract_examples, has_other_rules, in_order_of_page,
    likely_examples, shows_example,
};
use crate::terminal::{Consent, ask};

/// The examples in the file beside the puzzle's input.
pub fn stored_examples(workspace: &Workspace, puzzle: Puzzle) -> Result<ExampleSources> {
    let store = workspace.store()?;
    let path = workspace.relative_path(&store.examples_path(puzzle));
    let stored = store.examples(puzzle)?;
    let is_edited = !stored.is_empty() && store.has_own_examples(puzzle);
    let page = if is_edited {
        PuzzlePage::stored(store, puzzle)
    } else {
        PuzzlePage::default()
    };
    let mut examples = ExampleSources::default();
    for example in stored {
        // A text or an answer that was changed by hand does not stand on the page.
        let is_changed = !page.parts.is_empty() && !shows_example(&page, puzzle, &example);
        let trust = if is_changed {
            Trust::Own
        } else {
            example.trust
        };
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&path));
        let mut input = Input::new(header, example.input);
        input.expected = [example.part1, example.part2];
        input.trust = [trust; 2];
        examples.stored.push(input);
    }
    Ok(examples)
}

/// As [`stored_examples`], and what the puzzle's page says about examples, unless the stored
/// ones check the part that is to be solved next, or the user wrote the file of examples.
pub fn examples(workspace: &Workspace, puzzle: Puzzle) -> Result<ExampleSources> {
    let mut examples = stored_examples(workspace, puzzle)?;
    let store = workspace.store()?;
    if !store.has_page(puzzle) {
        examples.advice = Some("fetch its page");
    }
    let Some((part, page)) = unclear_part(store, puzzle, &examples) else {
        return Ok(examples);
    };
    let file = workspace.relative_path(&store.examples_path(puzzle));
    let likely = likely_of_page(store, puzzle, part, &page);
    examples.missing = if !likely.is_empty() {
        Some(MissingExample::Likely(part))
    } else if is_last_star(puzzle, part) || has_other_rules(&page, puzzle, part) {
        None
    } else {
        Some(MissingExample::NotFound(part))
    };
    for example in likely {
        let answers = example.confirming();
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file));
        let mut input = Input::new(header, example.input);
        input.expected[part.index()] = answers.first().cloned();
        if !answers.is_empty() {
            input.likely = answers;
            input.trust = [Trust::Doubtful; 2];
            examples.likely.push(input);
        }
    }
    Ok(examples)
}

/// The part that is to be solved next, and the page that shows it, unless an example of the
/// file checks it or the user wrote the file.
fn unclear_part(
    store: &Store,
    puzzle: Puzzle,
    examples: &ExampleSources,
) -> Option<(Part, PuzzlePage)> {
    let answers = store.answers(puzzle, None).unwrap_or_default();
    let part = match known_stars(store, puzzle, &answers) {
        0 => Part::One,
        1 => Part::Two,
        _ => return None,
    };
    let is_checked = examples
        .stored
        .iter()
        .any(|example| example.checks(part) && example.trust_of(&[part]).refutes());
    if is_checked || store.has_own_examples(puzzle) {
        return None;
    }
    let page = PuzzlePage::stored(store, puzzle);
    // Part two is open once part one is solved.
    page.part(part)?;
    Some((part, page))
}

fn likely_of_page(
    store: &Store,
    puzzle: Puzzle,
    part: Part,
    page: &PuzzlePage,
) -> Vec<LikelyExample> {
    let own_input = store.input(puzzle, None).ok().flatten();
    likely_examples(page, puzzle, part, own_input.as_deref())
}

/// An example that is taken without a terminal, unless the code gives another answer.
pub struct Unseen {
    puzzle: Puzzle,
    part: Part,
    likely: Vec<LikelyExample>,
}

/// Shows what may be an example on the page, one after the other, and writes down those that
/// the user takes. Without a terminal it returns them: what is taken then is decided after the
/// run, with [`take_unseen`].
pub fn take_examples(ui: &Ui, workspace: &Workspace, puzzle: Puzzle) -> Result<Option<Unseen>> {
    let store = workspace.store()?;
    let stored = stored_examples(workspace, puzzle)?;
    let choice = match unclear_part(store, puzzle, &stored) {
        Some((part, page)) => {
            let mut likely = likely_of_page(store, puzzle, part, &page);
            match ui.decides_by() {
                DecidesBy::Question => in_order_of_page(&mut likely),
                DecidesBy::Key => {}
                DecidesBy::Nothing => {
                    // Nobody looks at it a second time.
                    let is_known = stored.stored.iter().any(|example| example.checks(part));
                    if !is_known && !likely.is_empty() {
                        return Ok(Some(Unseen {
                            puzzle,
                            part,
                            likely,
                        }));
                    }
                    likely.clear();
                }
            }
            choose(ui, puzzle, part, &likely)
        }
        None => Choice::NothingToTake,
    };
    match choice {
        Choice::Taken(taken) => write_taken(ui, workspace, puzzle, &taken)?,
        Choice::NothingToTake => {
            let example = if stored.stored.is_empty() {
                "example"
            } else {
                "other example"
            };
            ui.note(format!("{puzzle}: no {example} can be taken from its page"));
        }
        Choice::Shown => {}
    }
    Ok(None)
}

/// Writes down the most likely example to which the code gave no answer. If it gave one, the
/// run has confirmed the example, or the answer is another one.
pub fn take_unseen(
    ui: &Ui,
    workspace: &Workspace,
    unseen: &Unseen,
    results: &[PuzzleResult],
) -> Result<()> {
    let Unseen {
        puzzle,
        part,
        likely,
    } = unseen;
    if results.iter().any(|result| result.confirmed.is_some()) {
        return Ok(());
    }
    let mut unanswered = results.iter().flat_map(|result| &result.unanswered);
    let Some(text) = unanswered.next() else {
        ui.note(format!(
            "{puzzle}: nothing was taken, as the code does not give the answer of what may be an \
             example; on a terminal, `aoc test --take` asks"
        ));
        return Ok(());
    };
    let example = likely.iter().find(|example| example.input == *text);
    if let Some(example) = example
        && let Some(answer) = example.answers().first()
    {
        show_likely(ui, *puzzle, *part, example, answer);
        let taken = Example::of_part(text, *part, answer, Trust::Confirmed);
        write_taken(ui, workspace, *puzzle, &[taken])?;
    }
    Ok(())
}

fn write_taken(ui: &Ui, workspace: &Workspace, puzzle: Puzzle, taken: &[Example]) -> Result<()> {
    write_examples(ui, workspace, puzzle, taken)?;
    let file = workspace.store()?.examples_path(puzzle);
    let file = workspace.relative_path(&file);
    ui.note(format!("{puzzle}: written to {}", file.display()));
    Ok(())
}

fn show_likely(ui: &Ui, puzzle: Puzzle, part: Part, example: &LikelyExample, answer: &str) {
    ui.note(format!(
        "{puzzle}: an example of part {part}, whose answer may be {answer}:\n{}",
        example.input
    ));
}

/// What became of the examples that may be taken.
enum Choice {
    Taken(Vec<Example>),
    /// They were shown, and none was taken.
    Shown,
    NothingToTake,
}

/// Lets the user choose among texts with the answers that each may have. Of each text one
/// answer at most is taken.
fn choose(ui: &Ui, puzzle: Puzzle, part: Part, likely: &[LikelyExample]) -> Choice {
    let by_key = ui.decides_by() == DecidesBy::Key;
    // In `watch` the first key shows the most likely one, and the second takes it.
    let is_shown_first = by_key && ui.mark_examples_shown(puzzle);
    let mut taken = Vec::new();
    let mut choice = Choice::NothingToTake;
    for example in likely {
        for answer in example.answers() {
            choice = Choice::Shown;
            show_likely(ui, puzzle, part, example, answer);
            let example = Example::of_part(&example.input, part, answer, Trust::Taken);
            if is_shown_first {
                ui.note(format!("{puzzle}: the key e takes it"));
                return choice;
            }
            if by_key {
                return Choice::Taken(vec![example]);
            }
            if ask(ui.stderr, "take it?", true) == Consent::Yes {
                taken.push(example);
                break;
            }
        }
    }
    if taken.is_empty() {
        choice
    } else {
        Choice::Taken(taken)
    }
}

/// Writes down examples that a run has confirmed, or that the user takes.
pub fn write_examples(
    ui: &Ui,
    workspace: &Workspace,
    puzzle: Puzzle,
    examples: &[Example],
) -> Result<()> {
    let store = workspace.store()?;
    let page = PuzzlePage::stored(store, puzzle);
    let input = store.input(puzzle, None)?;
    let extracted = extract_examples(&page, puzzle, input.as_deref());
    store.write_examples(puzzle, &[examples, &extracted].concat())?;
    ui.forget_unclear_page(puzzle);
    // `watch` need not run because of it.
    workspace.note_written();
    Ok(())
}

/// Says once for a puzzle, and in one line for several, that nothing checked a part because
/// its page has no certain example.
pub fn tell_unclear_pages(
    ui: &Ui,
    workspace: &Workspace,
    mut pages: Vec<(Puzzle, MissingExample)>,
) -> Result<()> {
    pages.retain(|&(puzzle, page)| ui.mark_unclear_page(puzzle, page));
    match pages[..] {
        [] => {}
        [(puzzle, unclear)] => {
            let path = workspace.store()?.examples_path(puzzle);
            let hint = hint_for_examples(ui, &workspace.relative_path(&path), unclear);
            ui.note(format!("{puzzle}: {hint}"));
        }
        _ => {
            let puzzles = puzzle_list(pages.iter().map(|(puzzle, _)| *puzzle));
            ui.note(format!(
                "no example that is clear was found on the pages of {puzzles}; `aoc test` of one \
                 says more"
            ));
        }
    }
    Ok(())
}

/// The hint for a page without a certain example.
pub fn hint_for_examples(ui: &Ui, file: &Path, unclear: MissingExample) -> String {
    let of_part = match unclear.part() {
        Part::One => "",
        Part::Two => " of part 2",
    };
    let file = file.display();
    match unclear {
        MissingExample::NotFound(_) => {
            format!("no example{of_part} was found on the page: add one to {file}")
        }
        MissingExample::Likely(_) => {
            let how = ui.hint("`aoc test --take`", "the key e");
            format!(
                "the page has an example{of_part} that is not clear: see the comments in {file}; \
                 {how} takes it"
            )
        }
    }
}
