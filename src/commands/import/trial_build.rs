//! Tries the lines that `aoc import` offers: a day of each year is copied to a folder below
//! `target` and compiled there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{copy, remove_dir_all};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use toml::Table;

use super::{ImportArgs, versions};
use crate::app::{Launcher, OnInterrupt, Ui};
use crate::cargo::{self, BuildRequest, Workers};
use crate::error::Result;
use crate::files::{Locks, write_source};
use crate::import::{self, ImportRequest, Kind, Offer, OfferedLine, Plan};
use crate::inputs::Store;
use crate::project::{Project, library_files};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::Spinner;
use crate::terminal::{Consent, ask, plural};

/// The folder of the copies, from the root.
const FOLDER: &str = "target/aoc-import";

/// The manifest of that folder: libraries are not optimised for a trial.
const MANIFEST: &str = "\
[workspace]
members = [\"days/year*\"]
exclude = [\"vendor/aoc-solution\"]
resolver = \"3\"

[workspace.metadata.aoc]
";

/// The longest that the builds of all lines take.
const LONGEST: Duration = Duration::from_mins(3);

/// The most days of a year that are tried: one that does not compile may be broken.
const MOST_DAYS: usize = 2;

/// What the trial builds of the offered lines showed.
#[derive(Default)]
pub struct Tried {
    /// The lines of which a day of each year compiles, other than the one that is taken.
    pub compiling: Vec<Offer>,
    /// The line that the user was shown and takes.
    pub taken: Option<OfferedLine>,
}

/// Asks for each line whether it is tried, and tries it. The first one that compiles is taken, if
/// the user was asked and there is something to import.
pub fn try_offers(
    ui: &Ui,
    launcher: &Launcher,
    request: &ImportRequest,
    args: &ImportArgs,
    offers: Vec<Offer>,
) -> Result<Tried> {
    let mut trial = Trial {
        ui,
        launcher,
        request,
        left: LONGEST,
    };
    let mut tried = Tried::default();
    for offer in offers {
        let consent = ask_to_try(ui, args, &offer);
        if consent == Consent::No {
            continue;
        }
        let outcome = trial.outcome(&offer)?;
        if let Some(note) = outcome.note(&offer.line) {
            ui.note(note);
        } else if consent == Consent::Yes && !args.dry_run {
            tried.taken = Some(offer.line);
            break;
        } else {
            tried.compiling.push(offer);
        }
    }
    Ok(tried)
}

fn ask_to_try(ui: &Ui, args: &ImportArgs, offer: &Offer) -> Consent {
    let count = plural(offer.days.len(), "day");
    let OfferedLine { part1, part2, .. } = &offer.line;
    let call = format!("{count} may be called by `{part1}` and `{part2}`");
    let question = if args.dry_run {
        format!("{call}: compile a day of each year to try it?")
    } else {
        format!("{call}: compile a day of each year, and import them this way if it compiles?")
    };
    let consent = ask(ui.stderr, &question, true);
    if consent == Consent::NotAsked {
        ui.note(format!(
            "{call}: compiling a day of each year to try it (skip this with --no-check)"
        ));
    }
    consent
}

/// What came of trying a line.
enum TrialOutcome {
    Compiles,
    Fails,
    /// The time for all lines ended before.
    OutOfTime,
}

impl TrialOutcome {
    /// What the user is told of a line that is not offered.
    fn note(&self, line: &OfferedLine) -> Option<String> {
        let OfferedLine { part1, part2, .. } = line;
        let calls = format!("`{part1}` and `{part2}`");
        match self {
            Self::Compiles => None,
            Self::Fails => Some(format!("no day of a year compiles with {calls}")),
            Self::OutOfTime => Some(format!(
                "compiling took too long to try {calls}: give them with --part1 and --part2 to \
                 import the days untried"
            )),
        }
    }
}

struct Trial<'a> {
    ui: &'a Ui,
    launcher: &'a Launcher,
    request: &'a ImportRequest<'a>,
    /// The time that is left for building.
    left: Duration,
}

impl Trial<'_> {
    fn outcome(&mut self, offer: &Offer) -> Result<TrialOutcome> {
        let mut years = BTreeMap::<Year, Vec<Puzzle>>::new();
        for &puzzle in &offer.days {
            years.entry(puzzle.year).or_default().push(puzzle);
        }
        for index in 0..MOST_DAYS {
            let days = years.values().filter_map(|days| days.get(index));
            let days: BTreeSet<Puzzle> = days.copied().collect();
            let Some(compiling) = self.compiling_days(&offer.line, &days)? else {
                return Ok(TrialOutcome::OutOfTime);
            };
            for puzzle in compiling {
                years.remove(&puzzle.year);
            }
            if years.is_empty() {
                return Ok(TrialOutcome::Compiles);
            }
        }
        Ok(TrialOutcome::Fails)
    }

    /// The days that compile. `None` if there is no time to see it.
    fn compiling_days(
        &mut self,
        line: &OfferedLine,
        days: &BTreeSet<Puzzle>,
    ) -> Result<Option<Vec<Puzzle>>> {
        let project = self.new_project()?;
        let plan = self.copy_days(&project, line, days)?;
        versions::take_locked(self.launcher, &project, &plan.locked)?;
        let start = Instant::now();
        let workers = self.build(&project, &plan.days)?;
        self.left = self.left.saturating_sub(start.elapsed());
        Ok(workers.map(|workers| {
            let is_built = |day: &Puzzle| workers.worker(*day).is_ok();
            plan.days.iter().copied().filter(is_built).collect()
        }))
    }

    /// A project without days in the folder of the copies, which has the versions of libraries
    /// that the days are compiled with later.
    fn new_project(&self) -> Result<Project> {
        let own_root = self.request.project.root();
        let root = own_root.join(FOLDER);
        for folder in ["days", "vendor"] {
            // There may be none yet; what is left there is written over, or reported then.
            let _ = remove_dir_all(root.join(folder));
        }
        write_source(&root.join("Cargo.toml"), MANIFEST)?;
        let environment = &self.launcher.environment;
        Project::at(&root, Table::new(), environment).create_missing(&library_files())?;
        // A project without days has no lock.
        let _ = copy(own_root.join("Cargo.lock"), root.join("Cargo.lock"));
        Project::find(&root, environment)
    }

    fn copy_days(
        &self,
        project: &Project,
        line: &OfferedLine,
        days: &BTreeSet<Puzzle>,
    ) -> Result<Plan> {
        let inputs = project.root().join("inputs");
        let request = ImportRequest {
            project,
            store: &Store::new(inputs, Locks { cache_dir: None }),
            expressions: &line.expressions(),
            text: line.text.as_deref(),
            only: Some(days),
            ..*self.request
        };
        let mut plan = import::plan(&request)?;
        plan.files
            .retain(|file| matches!(file.kind, Kind::Day | Kind::Module | Kind::Manifest));
        import::apply(&mut plan, &request)?;
        let years: BTreeSet<Year> = plan.days.iter().map(|puzzle| puzzle.year).collect();
        for &year in &years {
            project.sync(year)?;
        }
        Ok(plan)
    }

    /// Builds the days. `None` if it takes longer than what is left.
    fn build(&self, project: &Project, days: &[Puzzle]) -> Result<Option<Workers>> {
        let cancel = self.launcher.cancel.child();
        let build = BuildRequest {
            cancel: &cancel,
            ..self.launcher.quiet_build(project, days)
        };
        let armed = OnInterrupt::Cancel(self.launcher.cancel.clone()).arm();
        let spinner = Spinner::new(self.ui.stderr, "trying a day of each year");
        let (done, is_done) = channel::<()>();
        let timer = thread::spawn({
            let cancel = cancel.clone();
            let left = self.left;
            move || {
                if is_done.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                    cancel.cancel();
                }
            }
        });
        let workers = cargo::build(&build, &mut |_| {});
        drop(done);
        timer.join().expect("it does not panic");
        drop(spinner);
        drop(armed);
        self.launcher.cancel.check()?;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        workers.map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_not_offered_is_told_with_the_reason() {
        let line = OfferedLine {
            text: None,
            part1: "easy(input)".to_owned(),
            part2: "hard(input)".to_owned(),
        };
        let note = |outcome: TrialOutcome| outcome.note(&line);
        assert_eq!(note(TrialOutcome::Compiles), None);
        let calls = "`easy(input)` and `hard(input)`";
        let fails = format!("no day of a year compiles with {calls}");
        assert_eq!(note(TrialOutcome::Fails), Some(fails));
        let late = format!(
            "compiling took too long to try {calls}: give them with --part1 and --part2 to import \
             the days untried"
        );
        assert_eq!(note(TrialOutcome::OutOfTime), Some(late));
    }
}
