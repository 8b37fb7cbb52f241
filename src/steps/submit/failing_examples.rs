//! Examples that fail before an answer is submitted: they are shown, and asked about on a
//! terminal. Which of them refuse the answer is decided with the other guards.

use std::cmp::Reverse;

use super::{Attempt, Candidate};
use crate::error::Result;
use crate::inputs::Trust;
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
            let lines = examples_lines(ui.stdout, &solved.counted_examples());
            ui.console().print(&lines)?;
        }
        Ok(())
    }

    /// Asks on a terminal about an example that fails and that the tool wrote; elsewhere it is
    /// a note.
    pub(super) fn ask_about_examples(&self, candidate: &Candidate) -> Consent {
        let failing = candidate.failing_example();
        let Some(failing) = failing.filter(|_| !self.options.force) else {
            return Consent::NotAsked;
        };
        let doubt = doubt(failing);
        let question = format!("{doubt}: submit {}?", candidate.answer);
        let consent = ask(self.app.ui.stderr, &question, false);
        if consent == Consent::NotAsked {
            self.app.ui.note(format!("{}: {doubt}", self.name()));
        }
        consent
    }
}

impl Candidate {
    /// The example that fails and holds back most.
    pub(super) fn failing_example(&self) -> Option<&PuzzleResult> {
        let failing = self
            .solved
            .iter()
            .flat_map(|solved| &solved.examples)
            .filter(|example| example.is_failure());
        failing.min_by_key(|example| Reverse(example.trust))
    }
}

/// The failure of an example, and how to remove it if the tool wrote it.
pub fn doubt(example: &PuzzleResult) -> String {
    let name = source_name(&example.header);
    let place = match example.header.name {
        Some(_) => name,
        None => format!("the {name}"),
    };
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.trust {
        Trust::Own => format!("{place} fails"),
        Trust::Taken => format!("{place} fails, which you took from the page ({remedy})"),
        Trust::Page | Trust::Confirmed | Trust::Doubtful | Trust::OtherRules => {
            format!("{place} fails, which was found on the page ({remedy})")
        }
    }
}
