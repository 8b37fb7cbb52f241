//! The questions before a trial, and the progress lines, notes and warnings of a trial.

use std::fs::remove_dir_all;

use super::make_plan;
use crate::app::{App, OnInterrupt, Ui};
use crate::error::Result;
use crate::files::Lock;
use crate::import::compare::FactsByPuzzle;
use crate::import::plan::instructions;
use crate::import::trial::old_program::{self, DayToCompare, OldRun};
use crate::import::trial::workspace::{self, TrialWorkspace};
use crate::import::{Import, Plan, PlanOptions};
use crate::project::Project;
use crate::puzzle::puzzle_list;
use crate::reporter::Spinner;
use crate::terminal::{Consent, confirm};

/// The progress line of the longest task of a trial.
const RUNNING: &str = "running the possible calls of the days";

/// Waits until no other process imports days into the project. Otherwise the other process would
/// overwrite the copies below `target`, and this process would run days of another repository.
pub fn lock(ui: &Ui, project: &Project) -> Option<Lock> {
    let waiting = ui.note_once("waiting for another aoc that imports days here");
    Lock::beside(&project.root().join(workspace::FOLDER), waiting)
}

/// Removes the copy of an old program that a killed import has left, because it contains inputs.
pub fn remove_left_copy(project: &Project) {
    let copy = project.root().join(old_program::FOLDER).join("copy");
    // If another import runs, the copy is in use, and that import removes it.
    let lock = Lock::file_beside(&project.root().join(workspace::FOLDER));
    if copy.exists()
        && let Ok(Some(_lock)) = Lock::try_acquire(&lock)
    {
        let _ = remove_dir_all(copy);
    }
}

/// The plan of all days that may be built and run, with their candidates. Asks a user on a terminal
/// first, because the days are other people's programs. `None` if nothing may be built.
pub fn plan_to_build(ui: &Ui, import: &Import) -> Option<Plan> {
    let instructions = instructions::all_candidates(&import.repository);
    let plan = make_plan(ui, import, &PlanOptions::before_trial(instructions));
    if plan.days().is_empty() {
        return None;
    }
    let list = puzzle_list(plan.days());
    let question = format!("Build and run the code of {list}?");
    match confirm(ui.stderr, &question, Consent::Yes) {
        Consent::Yes => Some(plan),
        Consent::No => None,
        Consent::NotAsked => {
            ui.note(format!(
                "building and running {list} (skip this with --no-check)"
            ));
            Some(plan)
        }
    }
}

/// Asks whether the old program may run for these days, unless the option says so. If there are
/// none, says why.
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
    confirm(ui.stderr, &question, Consent::No) == Consent::Yes
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

/// Compiles and runs the days of this plan. Returns the options of the plan to write. Afterwards,
/// `known` has only facts that may be compared with the answers of the copies.
pub fn run<'a>(
    app: &'a App,
    import: &'a Import<'a>,
    plan: Plan,
    known: &mut FactsByPuzzle,
) -> Result<PlanOptions<'a>> {
    let App { ui, launcher, .. } = app;
    let mut trial = TrialWorkspace::new(launcher, import, plan)?;
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let spinner = Spinner::new(ui.stderr, "compiling the possible calls of the days");
    trial.compile()?;
    drop(spinner);
    let spinner = Spinner::new(ui.stderr, RUNNING);
    trial.run_candidates(known, &|number, of| {
        spinner.set_message(&format!("{RUNNING} ({number} of {of})"));
    })?;
    drop(spinner);
    drop(armed);
    Ok(trial.into_options())
}
