//! The examples of a puzzle: those in its file, and further texts on its page that may be
//! examples. The latter can only confirm a solution. `runner` decides that, and examples that
//! were confirmed or taken by the user are written to the file.

use std::path::Path;

use aoc_solution::Part;

use crate::app::{DecidesBy, SiteAccess, ToldOnce, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::inputs::{Answers, Example, Trust};
use crate::project::source::test_count;
use crate::puzzle::Puzzle;
use crate::records::{StoredDay, examples_digest};
use crate::reporter::puzzle_list;
use crate::runner::{
    ExampleFindings, ExampleSources, Input, MissingExample, PuzzleHeader, SourceKind,
};
use crate::site::{LikelyExample, PageExamples, PuzzlePage, in_order_of_page};
use crate::terminal::{Consent, ask};

/// The examples in the file next to the puzzle's input, as inputs of runs.
pub fn example_inputs(workspace: &Workspace, puzzle: Puzzle) -> Result<Vec<Input>> {
    let stored = StoredDay::new(workspace.store()?, puzzle).examples()?;
    inputs_of(workspace, puzzle, stored)
}

/// The examples in the file next to the puzzle's input, without those that its page may have.
pub fn stored_examples(workspace: &Workspace, puzzle: Puzzle) -> Result<ExampleSources> {
    let stored = StoredDay::new(workspace.store()?, puzzle).examples()?;
    sources_of(workspace, puzzle, stored)
}

/// Like [`stored_examples`], together with what the page says about examples. The page is ignored
/// if stored examples check the next part to solve, or if the user wrote the file of examples. The
/// next part follows from the answers.
pub fn find_examples(
    site: &SiteAccess,
    workspace: &Workspace,
    puzzle: Puzzle,
    answers: &Answers,
) -> Result<ExampleSources> {
    let store = workspace.store()?;
    let found = site.examples(store, puzzle, answers)?;
    let file = workspace.relative_path(&store.examples_path(puzzle));
    let mut examples = ExampleSources {
        missing: found.missing,
        advice: (!store.has_page(puzzle)).then_some("fetch its page"),
        ..sources_of(workspace, puzzle, found.stored)?
    };
    for example in found.likely {
        let answers = example.confirming();
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file));
        let mut input = Input::new(header, example.input);
        if let (Some(part), Some(first)) = (found.unchecked, answers.first()) {
            input.expected[part.index()] = Some(first.clone());
            input.possible_answers = answers;
            input.trust = [Trust::Doubtful; 2];
            examples.doubtful.push(input);
        }
    }
    Ok(examples)
}

/// These stored examples, and the number of tests in the code if there are none.
fn sources_of(
    workspace: &Workspace,
    puzzle: Puzzle,
    stored: Vec<Example>,
) -> Result<ExampleSources> {
    let own_tests = if stored.is_empty() {
        test_count(&workspace.project()?.source(puzzle))
    } else {
        0
    };
    Ok(ExampleSources {
        own_tests,
        digest: Some(examples_digest(&stored)),
        stored: inputs_of(workspace, puzzle, stored)?,
        ..ExampleSources::default()
    })
}

/// These stored examples as inputs of runs.
fn inputs_of(workspace: &Workspace, puzzle: Puzzle, stored: Vec<Example>) -> Result<Vec<Input>> {
    let file = workspace.relative_path(&workspace.store()?.examples_path(puzzle));
    let mut inputs = Vec::new();
    for example in stored {
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&file));
        let mut input = Input::new(header, example.input);
        input.expected = [example.part1, example.part2];
        input.trust = [example.trust; 2];
        inputs.push(input);
    }
    Ok(inputs)
}

/// Likely examples that `--take` found without a terminal. After the run one is taken, unless the
/// code gave another answer.
pub struct LikelyExamples {
    puzzle: Puzzle,
    part: Part,
    likely: Vec<LikelyExample>,
}

/// Offers the page's likely examples one by one, and stores those that the user takes. Without a
/// terminal it returns them, and after the run [`take_unseen`] decides which one is taken.
pub fn take_examples(
    ui: &Ui,
    site: &SiteAccess,
    workspace: &Workspace,
    puzzle: Puzzle,
) -> Result<Option<LikelyExamples>> {
    let store = workspace.store()?;
    let answers = store.answers(puzzle, None).unwrap_or_default();
    let mut found = site.examples(store, puzzle, &answers)?;
    let choice = match found.unchecked {
        Some(part) => {
            match ui.decides_by() {
                DecidesBy::Question => in_order_of_page(&mut found.likely),
                DecidesBy::Key => {}
                DecidesBy::Nothing => {
                    // Nobody looks at it, so a part that has an example gets no other one.
                    let mut stored = found.stored.iter();
                    let is_known = stored.any(|example| example.answer(part).is_some());
                    if !is_known && !found.likely.is_empty() {
                        return Ok(Some(LikelyExamples {
                            puzzle,
                            part,
                            likely: found.likely,
                        }));
                    }
                    found.likely.clear();
                }
            }
            choose(ui, site.told(), puzzle, part, &found.likely)
        }
        None => Choice::NothingToTake,
    };
    match choice {
        Choice::Taken(taken) => write_taken(ui, workspace, puzzle, &taken)?,
        Choice::NothingToTake => {
            let example = if found.stored.is_empty() {
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

/// Writes the most likely example to which the code gave no answer to the file. If the code gave
/// an answer, the run has either confirmed the example or contradicted it.
pub fn take_unseen(
    ui: &Ui,
    workspace: &Workspace,
    unseen: &LikelyExamples,
    findings: &ExampleFindings,
) -> Result<()> {
    let LikelyExamples {
        puzzle,
        part,
        likely,
    } = unseen;
    if findings.confirmed.is_some() {
        return Ok(());
    }
    let Some(text) = findings.unanswered.first() else {
        ui.note(format!(
            "{puzzle}: no example was taken: the code gives none of the likely answers; on a \
             terminal, `aoc test --take` asks"
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
    write_examples(workspace, puzzle, taken)?;
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

/// The result of offering examples to the user.
enum Choice {
    Taken(Vec<Example>),
    /// The examples were shown, and none was taken.
    Shown,
    NothingToTake,
}

/// Lets the user choose among texts with the answers that each may have. Of each text one
/// answer at most is taken.
fn choose(
    ui: &Ui,
    told: &ToldOnce,
    puzzle: Puzzle,
    part: Part,
    likely: &[LikelyExample],
) -> Choice {
    let by_key = ui.decides_by() == DecidesBy::Key;
    let mut taken = Vec::new();
    let mut choice = Choice::NothingToTake;
    for example in likely {
        for answer in example.answers() {
            choice = Choice::Shown;
            show_likely(ui, puzzle, part, example, answer);
            let example = Example::of_part(&example.input, part, answer, Trust::Taken);
            // In `watch` the first key shows the most likely one, and the second takes it.
            if by_key && told.mark_example_shown(puzzle, part) {
                let key = watch_key::TAKE;
                ui.note(format!("{puzzle}: the key {key} takes it"));
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

/// Writes examples that a run has confirmed, or that the user takes, to the file.
pub fn write_examples(workspace: &Workspace, puzzle: Puzzle, examples: &[Example]) -> Result<()> {
    let store = workspace.store()?;
    let page = PuzzlePage::stored(store, puzzle);
    let input = store.input(puzzle, None)?;
    let extracted = PageExamples::new(&page, puzzle).extract(input.as_deref());
    store.write_examples(puzzle, &[examples, &extracted].concat())?;
    Ok(())
}

/// Tells that nothing checked a part because its page has no certain example: once for a puzzle,
/// and in one line for several.
pub fn tell_unclear_pages(
    ui: &Ui,
    told: &ToldOnce,
    workspace: &Workspace,
    mut pages: Vec<(Puzzle, MissingExample)>,
) -> Result<()> {
    pages.retain(|&(puzzle, page)| told.mark_unclear_page(puzzle, page));
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
                "no clear example was found on the pages of {puzzles}; run `aoc test` on one of them \
                 for details"
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
            let how = ui.hint("`aoc test --take`", watch_key::TAKE);
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
    use crate::app::args::GlobalArgs;
    use crate::testing::environment;

    #[test]
    fn a_key_takes_an_example_only_after_it_was_shown() {
        let temp = tempfile::tempdir().expect("a folder");
        let global = GlobalArgs {
            quiet: true,
            ..GlobalArgs::default()
        };
        let ui = Ui {
            has_keys: true,
            ..Ui::new(&environment(temp.path(), &[]), &global)
        };
        let html = "<main><article class=\"day-desc\"><h2>T</h2><p>For example:</p>\
                    <pre><code>1\n2\n</code></pre><p>It gives <code><em>3</em></code>.</p>\
                    <p><em>What is it?</em></p></article></main>";
        let page = PuzzlePage::parse(html);
        let puzzle = Puzzle::of(2036, 1);
        let on_page = PageExamples::new(&page, puzzle).likely(Part::One, None);
        assert!(!on_page.is_empty());
        let told = ToldOnce::default();
        for (part, likely, outcome) in [
            (Part::One, &on_page[..0], "nothing to take"),
            (Part::One, &on_page[..], "shown"),
            (Part::One, &on_page[..], "taken"),
            // Nobody has seen the example of the other part.
            (Part::Two, &on_page[..], "shown"),
            (Part::Two, &on_page[..], "taken"),
        ] {
            let is = match choose(&ui, &told, puzzle, part, likely) {
                Choice::Taken(_) => "taken",
                Choice::Shown => "shown",
                Choice::NothingToTake => "nothing to take",
            };
            assert_eq!(is, outcome, "part {part}, {} likely", likely.len());
        }
    }
}
