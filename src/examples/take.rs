//! Takes an example that is only likely on the page: on a terminal and with the keys of `watch` the
//! user decides, elsewhere the run does.

use aoc_solution::Part;

use super::page::{add_examples, tell_missing_examples};
use crate::app::{DecidesBy, SiteAccess, ToldOnce, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::inputs::{Example, Trust};
use crate::pages::{LikelyExample, in_order_of_page};
use crate::puzzle::Puzzle;
use crate::runner::{ExampleFindings, MissingExample, UncheckedPart};
use crate::terminal::{Consent, ask};

/// Offers the page's likely examples one by one, and stores those that the user takes. Without a
/// terminal it returns the part with these examples, and after the run [`take_unseen`] takes one
/// of them, unless the code gave another answer.
pub fn take_examples(
    ui: &Ui,
    site: &SiteAccess,
    workspace: &Workspace,
    puzzle: Puzzle,
) -> Result<Option<UncheckedPart>> {
    let found = super::find(site, workspace.store()?, puzzle)?;
    let choice = match found.unchecked {
        None => Choice::NothingToTake,
        Some(UncheckedPart { part, mut likely }) => match ui.decides_by() {
            DecidesBy::Question => {
                in_order_of_page(&mut likely);
                ask_about_each(ui, puzzle, part, &likely)
            }
            DecidesBy::Key => show_or_take(ui, site.told(), puzzle, part, &likely),
            // Nobody looks at it, so a part that has an example gets no other one.
            DecidesBy::Nothing if found.missing == Some(MissingExample::Likely(part)) => {
                return Ok(Some(UncheckedPart { part, likely }));
            }
            DecidesBy::Nothing => Choice::NothingToTake,
        },
    };
    match choice {
        Choice::Taken(taken) => write_taken(ui, workspace, puzzle, &taken)?,
        Choice::NothingToTake => {
            if let Some(missing @ MissingExample::BadPage(_)) = found.missing {
                tell_missing_examples(ui, site.told(), workspace, vec![(puzzle, missing)])?;
                return Ok(None);
            }
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
    puzzle: Puzzle,
    unseen: &UncheckedPart,
    findings: &ExampleFindings,
) -> Result<()> {
    let UncheckedPart { part, likely } = unseen;
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
        show_likely(ui, puzzle, *part, example, answer);
        let taken = taken(example, *part, answer, DecidesBy::Nothing);
        write_taken(ui, workspace, puzzle, &[taken])?;
    }
    Ok(())
}

/// A likely example that is taken. It has the trust of who decided: the user has seen its text and
/// its answer, or nobody has.
fn taken(example: &LikelyExample, part: Part, answer: &str, decided_by: DecidesBy) -> Example {
    let trust = match decided_by {
        DecidesBy::Question | DecidesBy::Key => Trust::Taken,
        DecidesBy::Nothing => Trust::Confirmed,
    };
    Example::of_part(&example.input, part, answer, trust)
}

fn write_taken(ui: &Ui, workspace: &Workspace, puzzle: Puzzle, taken: &[Example]) -> Result<()> {
    let store = workspace.store()?;
    add_examples(store, puzzle, taken)?;
    let file = workspace.relative_path(&store.examples_path(puzzle));
    ui.note(format!("{puzzle}: example written to {}", file.display()));
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

/// Asks about each text with each answer that it may have. Of each text one answer at most is
/// taken.
fn ask_about_each(ui: &Ui, puzzle: Puzzle, part: Part, likely: &[LikelyExample]) -> Choice {
    let mut choice = Choice::NothingToTake;
    let mut all_taken = Vec::new();
    for example in likely {
        for answer in example.answers() {
            choice = Choice::Shown;
            show_likely(ui, puzzle, part, example, answer);
            if ask(ui.stderr, "take it?", true) == Consent::Yes {
                all_taken.push(taken(example, part, answer, DecidesBy::Question));
                break;
            }
        }
    }
    if all_taken.is_empty() {
        choice
    } else {
        Choice::Taken(all_taken)
    }
}

/// In `watch`, the first key shows the most likely example, and the second takes it.
fn show_or_take(
    ui: &Ui,
    told: &ToldOnce,
    puzzle: Puzzle,
    part: Part,
    likely: &[LikelyExample],
) -> Choice {
    let Some((example, answer)) = likely
        .iter()
        .find_map(|example| Some((example, example.answers().first()?)))
    else {
        return Choice::NothingToTake;
    };
    show_likely(ui, puzzle, part, example, answer);
    if told.mark_example_shown(puzzle, part) {
        let key = watch_key::TAKE;
        ui.note(format!("{puzzle}: the key {key} takes it"));
        return Choice::Shown;
    }
    Choice::Taken(vec![taken(example, part, answer, DecidesBy::Key)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::pages::{PageExamples, PuzzlePage};
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
            let is = match show_or_take(&ui, &told, puzzle, part, likely) {
                Choice::Taken(_) => "taken",
                Choice::Shown => "shown",
                Choice::NothingToTake => "nothing to take",
            };
            assert_eq!(is, outcome, "part {part}, {} likely", likely.len());
        }
    }
}
