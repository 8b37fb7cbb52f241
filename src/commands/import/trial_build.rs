//! Tries the lines that `aoc import` offers: a day of each year is copied to a folder below
//! `target` and compiled there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{copy, remove_dir_all};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{ImportArgs, versions};
use crate::app::{Launcher, OnInterrupt, Ui};
use crate::cargo::{self, BuildRequest, Workers};
use crate::error::Result;
use crate::files::{Locks, write_source};
use crate::import::{self, Kind, Offer, OfferedLine, Plan, Setting};
use crate::inputs::Store;
use crate::project::{Project, create_missing, library_files};
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

/// The longest that all lines are tried.
const LONGEST: Duration = Duration::from_mins(3);

/// The most days of a year that are tried: one that does not compile may be broken.
const MOST_DAYS: usize = 2;

/// Asks whether the lines are tried, and whether the first one that compiles is taken.
pub fn ask_to_try(ui: &Ui, args: &ImportArgs, offers: &[Offer]) -> Consent {
    let days: BTreeSet<Puzzle> = offers
        .iter()
        .flat_map(|offer| &offer.days)
        .copied()
        .collect();
    let count = plural(days.len(), "day");
    let OfferedLine { part1, part2, .. } = &offers[0].line;
    let so = format!("{count} may be called by `{part1}` and `{part2}`");
    let purpose = if args.dry_run {
        ""
    } else {
        " and import them so"
    };
    let question = format!("{so}: compile one of each year to try it{purpose}?");
    let consent = ask(ui.stderr, &question, true);
    if consent == Consent::NotAsked {
        ui.note(format!(
            "{so}: compiling one of each year to try it: --no-check does not"
        ));
    }
    consent
}

/// The offers of which a day of each year compiles.
pub fn compiling(
    ui: &Ui,
    launcher: &Launcher,
    setting: &Setting,
    offers: Vec<Offer>,
) -> Result<Vec<Offer>> {
    let trial = Trial {
        ui,
        launcher,
        setting,
        end: Instant::now() + LONGEST,
    };
    let mut compiling = Vec::new();
    for offer in offers {
        if trial.compiles(&offer)? {
            compiling.push(offer);
        }
    }
    Ok(compiling)
}

struct Trial<'a> {
    ui: &'a Ui,
    launcher: &'a Launcher,
    setting: &'a Setting<'a>,
    end: Instant,
}

impl Trial<'_> {
    fn compiles(&self, offer: &Offer) -> Result<bool> {
        let mut years = BTreeMap::<Year, Vec<Puzzle>>::new();
        for &puzzle in &offer.days {
            years.entry(puzzle.year).or_default().push(puzzle);
        }
        for index in 0..MOST_DAYS {
            let days = years.values().filter_map(|days| days.get(index));
            let days: BTreeSet<Puzzle> = days.copied().collect();
            for puzzle in self.compiling_days(&offer.line, &days)? {
                years.remove(&puzzle.year);
            }
            if years.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compiling_days(&self, line: &OfferedLine, days: &BTreeSet<Puzzle>) -> Result<Vec<Puzzle>> {
        let project = self.new_project()?;
        let plan = self.copy_days(&project, line, days)?;
        versions::take_locked(self.launcher, &project, &plan.locked)?;
        let Some(workers) = self.build(&project, &plan.days)? else {
            return Ok(Vec::new());
        };
        let is_built = |day: &Puzzle| workers.worker(*day).is_ok();
        Ok(plan.days.iter().copied().filter(is_built).collect())
    }

    /// A project without days in the folder of the copies, which has the versions of libraries
    /// that the days are compiled with later.
    fn new_project(&self) -> Result<Project> {
        let own_root = self.setting.project.root();
        let root = own_root.join(FOLDER);
        for folder in ["days", "vendor"] {
            // There may be none yet; what is left there is written over, or reported then.
            let _ = remove_dir_all(root.join(folder));
        }
        write_source(&root.join("Cargo.toml"), MANIFEST)?;
        create_missing(&root, &library_files())?;
        // A project without days has no lock.
        let _ = copy(own_root.join("Cargo.lock"), root.join("Cargo.lock"));
        Project::find(&root)
    }

    fn copy_days(
        &self,
        project: &Project,
        line: &OfferedLine,
        days: &BTreeSet<Puzzle>,
    ) -> Result<Plan> {
        let inputs = project.root().join("inputs");
        let setting = Setting {
            project,
            store: &Store::new(inputs, Locks { cache_dir: None }),
            expressions: &line.expressions(),
            text: line.text.as_deref(),
            only: Some(days),
            ..*self.setting
        };
        let mut plan = import::plan(&setting)?;
        plan.files
            .retain(|file| matches!(file.kind, Kind::Day | Kind::Module | Kind::Manifest));
        import::apply(&mut plan, &setting)?;
        let years: BTreeSet<Year> = plan.days.iter().map(|puzzle| puzzle.year).collect();
        for &year in &years {
            project.sync(year)?;
        }
        Ok(plan)
    }

    /// Builds the days. `None` if it takes longer than there is time.
    fn build(&self, project: &Project, days: &[Puzzle]) -> Result<Option<Workers>> {
        let cancel = self.launcher.cancel.child();
        let request = BuildRequest {
            cancel: &cancel,
            ..self.launcher.quiet_build(project, days)
        };
        let armed = OnInterrupt::Cancel(self.launcher.cancel.clone()).arm();
        let spinner = Spinner::new(self.ui.stderr, "trying a day of each year");
        let (done, is_done) = channel::<()>();
        let timer = thread::spawn({
            let cancel = cancel.clone();
            let end = self.end;
            move || {
                let left = end.saturating_duration_since(Instant::now());
                if is_done.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                    cancel.cancel();
                }
            }
        });
        let workers = cargo::build(&request, &mut |_| {});
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
