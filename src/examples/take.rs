//! Takes an example from the page that is only likely to be one. The user decides on a terminal or
//! with a key of `watch`. Elsewhere the answers of the run decide.

use super::missing::{missing_example, report_missing_examples};
use super::write::add_examples;
use crate::app::{DecidesBy, ShownMessages, SiteAccess, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::inputs::{Example, Trust};
use crate::pages::{LikelyExample, in_order_of_page};
use crate::puzzle::Puzzle;
use crate::runner::{CheckedExamples, MissingExample};
use crate::terminal::{Consent, confirm};

/// The outcome of offering the likely examples of a page.
pub enum TakeOutcome {
    /// The page has no example that can be taken.
    NothingToTake,
    Taken(Vec<Example>),
    /// `watch` has shown an example. Pressing the same key again takes it.
    Shown,
    /// The user was asked about all examples and took none. The run must not confirm one.
    Declined,
    /// The user was not asked. After the run, [`take_unasked`] takes one of these examples, unless
    /// the code gave another answer.
    NotAsked(Vec<LikelyExample>),
}

/// Offers the likely examples on the page one by one, and stores the ones that the user takes.
pub fn take_examples(
    ui: &Ui,
    site: &SiteAccess,
    workspace: &Workspace,
    puzzle: Puzzle,
) -> Result<TakeOutcome> {
    let found = super::find(site, workspace, puzzle)?;
    let missing = missing_example(workspace, puzzle, &found);
    let mut likely = found.likely;
    let outcome = match ui.decides_by() {
        DecidesBy::Question => {
            in_order_of_page(&mut likely);
            confirm_each(ui, puzzle, &likely)
        }
        DecidesBy::Key => show_or_take(ui, site.shown_messages(), puzzle, &likely),
        // No user sees the example, so it is not taken for a part that already has an example.
        DecidesBy::Nothing if matches!(missing, Some(MissingExample::Likely(_))) => {
            TakeOutcome::NotAsked(likely)
        }
        DecidesBy::Nothing => TakeOutcome::NothingToTake,
    };
    // The user asked for an example of the page, so examples in the code do not matter.
    match (&outcome, found.missing) {
        (TakeOutcome::Taken(taken), _) => write_taken(ui, workspace, puzzle, taken)?,
        (TakeOutcome::NothingToTake, Some(missing @ MissingExample::UnusablePage(..))) => {
            report_missing_examples(
                ui,
                site.shown_messages(),
                workspace,
                vec![(puzzle, missing)],
            )?;
        }
        (TakeOutcome::NothingToTake, _) if !workspace.store()?.has_page(puzzle) => {
            ui.note(format!(
                "{puzzle}: no example can be taken, because its page is not stored: `aoc fetch \
                 {puzzle}` downloads it"
            ));
        }
        (TakeOutcome::NothingToTake, _) => {
            let example = if found.stored.is_empty() {
                "example"
            } else {
                "other example"
            };
            ui.note(format!("{puzzle}: no {example} can be taken from its page"));
        }
        _ => {}
    }
    Ok(outcome)
}

/// After a run in which nobody was asked: writes the most likely example to the file, unless the
/// code gave another answer. The code may have no answer yet, or the example did not run, because
/// no time was left or its values cannot confirm the code.
pub fn take_unasked(
    ui: &Ui,
    workspace: &Workspace,
    puzzle: Puzzle,
    likely: &[LikelyExample],
    checked: &CheckedExamples,
) -> Result<()> {
    if checked.confirmed.is_some() {
        return Ok(());
    }
    let Some((example, answer)) = first_answer(likely) else {
        return Ok(());
    };
    let part = example.part;
    let reason = if checked.missing.is_none() {
        Some(format!(
            "part {part} was not tested, or already has an example"
        ))
    } else if checked.contradicted.contains(&example.input) {
        Some("the code gives none of the likely answers".to_owned())
    } else {
        None
    };
    if let Some(reason) = reason {
        ui.note(format!(
            "{puzzle}: no example was taken: {reason}; on a terminal, `aoc test {puzzle} --take` \
             asks"
        ));
        return Ok(());
    }
    ui.note(likely_in_words(puzzle, example, answer));
    let taken = taken_example(example, answer, DecidesBy::Nothing);
    write_taken(ui, workspace, puzzle, &[taken])
}

/// A likely example that was taken. Its trust depends on whether the user has seen it.
fn taken_example(example: &LikelyExample, answer: &str, decided_by: DecidesBy) -> Example {
    let trust = match decided_by {
        DecidesBy::Question | DecidesBy::Key => Trust::Taken,
        DecidesBy::Nothing => Trust::Confirmed,
    };
    Example::of_part(&example.input, example.part, answer, trust)
}

/// The first likely example that has a possible answer, with the answer.
fn first_answer(likely: &[LikelyExample]) -> Option<(&LikelyExample, &String)> {
    likely
        .iter()
        .find_map(|example| Some((example, example.answers().first()?)))
}

fn write_taken(ui: &Ui, workspace: &Workspace, puzzle: Puzzle, taken: &[Example]) -> Result<()> {
    let store = workspace.store()?;
    add_examples(store, puzzle, taken)?;
    let file = workspace.relative_path(&store.examples_path(puzzle));
    ui.note(format!("{puzzle}: example written to {}", file.display()));
    Ok(())
}

fn likely_in_words(puzzle: Puzzle, example: &LikelyExample, answer: &str) -> String {
    let LikelyExample { part, input, .. } = example;
    format!("{puzzle}: an example of part {part}, whose answer may be {answer}:\n{input}")
}

/// Asks the user about each text with each of its possible answers. At most one answer is taken for
/// a text.
fn confirm_each(ui: &Ui, puzzle: Puzzle, likely: &[LikelyExample]) -> TakeOutcome {
    let mut outcome = TakeOutcome::NothingToTake;
    let mut all_taken = Vec::new();
    for example in likely {
        for answer in example.answers() {
            outcome = TakeOutcome::Declined;
            ui.prompt(likely_in_words(puzzle, example, answer));
            if confirm(ui.stderr, "take it?", Consent::Yes) == Consent::Yes {
                all_taken.push(taken_example(example, answer, DecidesBy::Question));
                break;
            }
        }
    }
    if all_taken.is_empty() {
        outcome
    } else {
        TakeOutcome::Taken(all_taken)
    }
}

/// In `watch`, pressing the key once shows the most likely example, and pressing it again takes the
/// example.
fn show_or_take(
    ui: &Ui,
    shown_messages: &ShownMessages,
    puzzle: Puzzle,
    likely: &[LikelyExample],
) -> TakeOutcome {
    let Some((example, answer)) = first_answer(likely) else {
        return TakeOutcome::NothingToTake;
    };
    let words = likely_in_words(puzzle, example, answer);
    ui.prompt(&words);
    if shown_messages.mark_example_shown(words) {
        let key = watch_key::TAKE;
        ui.prompt(format!("{puzzle}: the key {key} takes it"));
        return TakeOutcome::Shown;
    }
    TakeOutcome::Taken(vec![taken_example(example, answer, DecidesBy::Key)])
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::pages::{PageExamples, PuzzlePage, likely_example};
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
        let article = "<article class=\"day-desc\"><h2>T</h2><p>For example:</p>\
                       <pre><code>1\n2\n</code></pre><p>It gives <code><em>3</em></code>.</p>\
                       <p><em>What is it?</em></p></article>";
        let page = PuzzlePage::parse(&format!("<main>{article}{article}</main>"));
        let puzzle = Puzzle::of(2036, 1);
        let on_page = Part::BOTH.map(|part| PageExamples::new(&page, puzzle).likely(part, None));
        assert!(on_page.iter().all(|likely| !likely.is_empty()));
        let other_value = [likely_example("1\n2\n", &["4"])];
        let shown_messages = ShownMessages::default();
        for (part, likely, outcome) in [
            (Part::One, &on_page[0][..0], "nothing to take"),
            (Part::One, &on_page[0][..], "shown"),
            (Part::One, &on_page[0][..], "taken"),
            // The user has not seen the example of part 2 yet.
            (Part::Two, &on_page[1][..], "shown"),
            (Part::Two, &on_page[1][..], "taken"),
            // Meanwhile, the code has confirmed another value of the text.
            (Part::One, &other_value[..], "shown"),
            (Part::One, &other_value[..], "taken"),
        ] {
            let is = match show_or_take(&ui, &shown_messages, puzzle, likely) {
                TakeOutcome::NothingToTake => "nothing to take",
                TakeOutcome::Taken(_) => "taken",
                TakeOutcome::Shown => "shown",
                TakeOutcome::Declined | TakeOutcome::NotAsked(_) => "nobody was asked",
            };
            assert_eq!(is, outcome, "part {part}, {} likely", likely.len());
        }
    }
}
