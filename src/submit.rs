//! Submits an answer to the site, unless a guard refuses it.
//!
//! - `part_record.rs` loads everything that is known about the part, and downloads its page.
//! - `find_answer.rs` finds the answer. `unsaved_changes.rs` finds editors with unsaved code.
//! - `decision.rs` decides what to do next, without any effect. Two guards have files of their own:
//!   `wait.rs` says how long `aoc` must wait before the next answer, and `example_check.rs` says
//!   what failed examples mean. `overrides.rs` contains the options that lift a guard.
//! - `carry_out.rs` carries out each decision, and then asks for the next one. A lock lets only one
//!   process at a time send an answer.
//! - `send.rs` records the guess, sends it, and then records the verdict. If the reply has no
//!   verdict, the page may show it.
//! - `outcome.rs` describes how a submission ended. `result.rs` turns this into the line and the
//!   document.
//! - `star.rs` follows up a right answer: it updates the page, shows the star, and suggests the
//!   next command.

mod carry_out;
mod decision;
mod example_check;
mod find_answer;
mod outcome;
mod overrides;
mod part_record;
mod result;
mod send;
mod star;
#[cfg(test)]
mod testing;
mod unsaved_changes;
mod wait;

use aoc_solution::Part;

use self::carry_out::carry_out;
use self::find_answer::{AnswerToSubmit, find_answer};
pub use self::outcome::SubmitError;
use self::outcome::{Compared, Finding, SubmitOutcome};
pub use self::overrides::{Override, Overrides};
use self::part_record::PartRecord;
use self::result::{SubmitDocument, outcome_line};
use self::wait::Wait;
use crate::app::App;
use crate::error::{Exit, Result};
use crate::execution::BuildArgs;
use crate::inputs::Grade;
use crate::puzzle::Puzzle;
use crate::runner::Limits;
use crate::terminal::shell_word;

/// The part and the answer to submit, and the options of the user.
#[derive(Default)]
pub struct SubmitPlan {
    /// The part. `None` for the next unsolved part.
    pub part: Option<Part>,
    /// The answer. `None` to take it from the solution.
    pub answer: Option<String>,
    pub overrides: Overrides,
    /// True to print the request instead of sending it.
    pub dry_run: bool,
    pub limits: Limits,
    pub build: BuildArgs,
}

/// Submits the answer to a part of a puzzle and shows the outcome.
pub fn submit(app: &App, puzzle: Puzzle, plan: &SubmitPlan) -> Result<Exit, SubmitError> {
    let (mut record, unreadable) = PartRecord::load(app, puzzle, plan.part)?;
    app.ui.warn_of(&unreadable);
    let mut found = None;
    let outcome = match find_answer(app, plan, &record) {
        Ok(answer) => carry_out(app, plan, &mut record, found.insert(answer)),
        Err(error) => SubmitOutcome::NotSent(error.into()),
    };
    let site_wait = Wait::of_site(app.site.time(), &record.answers.recorded);
    show_verdict(app, &record, found.as_ref(), &outcome)?;
    if let Some(answer) = &plan.answer
        && was_meant_for_part2(plan, &record, &outcome)
    {
        let answer = shell_word(answer);
        app.ui.note(format!(
            "{puzzle}: part 2 is open: `aoc submit {puzzle} --part 2 --answer {answer}` sends the \
             answer for it"
        ));
    }
    let mut next = None;
    if let Some(Finding::Judged(verdict)) = outcome.finding() {
        match verdict.grade() {
            Grade::Right => next = star::follow_up(app, &mut record)?,
            Grade::Wrong => {
                if let Some(wait) = &site_wait {
                    app.ui.note(wait);
                }
            }
            Grade::Unknown => {}
        }
    }
    if app.ui.json {
        let document =
            SubmitDocument::new(&record, found.as_ref(), &outcome, site_wait.as_ref(), next);
        app.ui.print_json("submit", 1, &document)?;
    }
    outcome.exit().map_err(|problem| SubmitError {
        error: problem.error.context(record.name()),
        ..problem
    })
}

/// True if the user gave an answer without a part, and the page has just shown that part 1 was
/// solved elsewhere. The answer was then probably meant for part 2.
fn was_meant_for_part2(plan: &SubmitPlan, record: &PartRecord, outcome: &SubmitOutcome) -> bool {
    let has_moved_to_part2 =
        record.part == Part::One && record.stars().open_part() == Some(Part::Two);
    plan.part.is_none()
        && has_moved_to_part2
        && outcome.finding() == Some(Finding::Compared(Compared::Differs))
        && !record.answers.is_last_star(Part::Two)
}

/// Prints the line about the outcome, unless the document contains it (`--json`). Warns about an
/// answer to someone else's input.
fn show_verdict(
    app: &App,
    record: &PartRecord,
    found: Option<&AnswerToSubmit>,
    outcome: &SubmitOutcome,
) -> Result<()> {
    let ui = &app.ui;
    if !ui.json
        && let Some(line) = outcome_line(ui.stdout, record, found, outcome)
    {
        ui.print(&line)?;
    }
    if outcome.is_of_someone_else() {
        ui.warning(format!(
            "it is the right answer to someone else's input: are the session and the input of one \
             account? if not, remove this guess from {}, and log in to the account of the input \
             with `aoc login`",
            record.answers_file.display()
        ));
    }
    Ok(())
}
