//! Examples that fail before an answer is submitted: they are shown, refuse the answer, or are
//! asked about.

use std::cmp::Reverse;

use super::guards::Guard;
use super::refusal::{Refusal, Result, SubmitError};
use super::{Attempt, Candidate};
use crate::app::DecidesBy;
use crate::inputs::ExampleOrigin;
use crate::reporter::{examples_lines, source_name};
use crate::runner::PuzzleResult;
use crate::terminal::{Consent, ask};

impl Attempt<'_> {
    /// Shows the examples of the part if one of them fails, and says if there is none.
    pub(super) fn show_failing_examples(&self, candidate: &Candidate) -> Result<()> {
        let ui = &self.app.ui;
        let Some(solved) = &candidate.solved else {
            return Ok(());
        };
        // Only examples of this part have run.
        if solved.missing_example.is_none() && solved.examples.is_empty() {
            ui.note(format!("{}: no example checks it", self.name()));
        }
        if candidate.failing_example().is_some() && !ui.json {
            let lines = examples_lines(ui.stdout, &solved.examples);
            ui.console().print(&lines)?;
        }
        Ok(())
    }

    /// The reason if an example that fails refuses the answer: one of the user's; in `watch`
    /// any; and without a terminal one that is certain on the page, unless the user's own
    /// examples agree. On a terminal [`Self::ask_about_examples`] follows.
    pub(super) fn refusing_example(&self, candidate: &Candidate) -> Option<String> {
        let failing = candidate.failing_example()?;
        let mut examples = candidate.solved.iter().flat_map(|solved| &solved.examples);
        let has_own = examples.any(|example| example.origin == ExampleOrigin::Own);
        let refuses = match (failing.origin, self.app.ui.decides_by()) {
            (ExampleOrigin::Own, _) | (_, DecidesBy::Key) => true,
            (ExampleOrigin::Page, DecidesBy::Nothing) => !has_own,
            (ExampleOrigin::Taken | ExampleOrigin::Confirmed, DecidesBy::Nothing)
            | (_, DecidesBy::Question) => false,
        };
        refuses.then(|| doubt(failing))
    }

    /// Asks on a terminal about an example that fails and that the tool wrote; elsewhere it is
    /// a note.
    pub(super) fn ask_about_examples(&self, candidate: &Candidate) -> Result<()> {
        if self.options.force {
            return Ok(());
        }
        let Some(failing) = candidate.failing_example() else {
            return Ok(());
        };
        let doubt = doubt(failing);
        let question = format!("{doubt}: submit {}?", candidate.answer);
        match ask(self.app.ui.stderr, &question, false) {
            Consent::Yes => {}
            Consent::No => {
                let by_user = Refusal::Guard(Guard::Examples);
                let why = "not submitted: you answered no";
                return Err(SubmitError::refused(by_user, why));
            }
            Consent::NotAsked => self.app.ui.note(format!("{}: {doubt}", self.name())),
        }
        Ok(())
    }
}

impl Candidate {
    /// The example that fails and holds back most.
    fn failing_example(&self) -> Option<&PuzzleResult> {
        let failing = self
            .solved
            .iter()
            .flat_map(|solved| &solved.examples)
            .filter(|example| example.is_failure());
        failing.min_by_key(|example| Reverse(example.origin))
    }
}

/// The failure of an example, and how to remove it if the tool wrote it.
fn doubt(example: &PuzzleResult) -> String {
    let name = source_name(&example.header);
    let place = match example.header.name {
        Some(_) => name,
        None => format!("the {name}"),
    };
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.origin {
        ExampleOrigin::Own => format!("{place} fails"),
        ExampleOrigin::Page => {
            format!("{place} fails, which was found on the page ({remedy})")
        }
        ExampleOrigin::Taken | ExampleOrigin::Confirmed => {
            format!("{place} fails, which you took from the page ({remedy})")
        }
    }
}
