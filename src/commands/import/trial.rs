//! The questions before a trial, and the progress lines, notes and warnings of a trial.

use crate::app::{App, OnInterrupt, Ui};
use crate::error::Result;
use crate::import::Import;
use crate::import::compare::FactsByPuzzle;
use crate::import::trial::old_program::{self, DayToCompare, OldRun};
use crate::puzzle::puzzle_list;
use crate::reporter::Spinner;
use crate::terminal::{Consent, ask};

/// True if the old program may run for these days, because the option is given or the user on a
/// terminal agrees.
pub fn may_run_old_program(ui: &Ui, is_requested: bool, days: &[DayToCompare]) -> bool {
    if days.is_empty() {
        if is_requested {
            ui.note(
                "the old program was not run: each day lacks an input, or its answers are known",
            );
        }
        return false;
    }
    if is_requested {
        return true;
    }
    let list = puzzle_list(days.iter().map(|day| day.puzzle));
    let question = format!(
        "Run the old program, too, and compare its answers for {list}? Its build scripts and its \
         `main` run, in a copy below {}, without your session",
        old_program::FOLDER
    );
    ask(ui.stderr, &question, Consent::No) == Consent::Yes
}

/// Runs the old program for `days`, and adds its outputs to the known facts. Prints the reasons why
/// days have no output.
pub fn run_old_program(
    app: &App,
    import: &Import,
    days: &[DayToCompare],
    known: &mut FactsByPuzzle,
) -> Result<()> {
    let App { ui, launcher, .. } = app;
    // After Ctrl-C, the copy of the old program is removed.
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let mut spinner = None;
    let run = old_program::run(launcher, import, days, &mut |what| {
        // A terminal shows one line at a time.
        drop(spinner.take());
        spinner = Some(Spinner::new(ui.stderr, what));
    });
    drop(spinner);
    drop(armed);
    match run? {
        OldRun::NotRun(why) => ui.warning(format!("the old program was not run: {why}")),
        OldRun::Ended(outputs, failures) => {
            for (puzzle, output) in outputs {
                known.entry(puzzle).or_default().outputs.push(output);
            }
            for (failure, list) in failures.into_lists() {
                ui.note(format!("the old program of {list} {failure}"));
            }
        }
    }
    Ok(())
}
