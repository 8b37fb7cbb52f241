//! Tries lines that `aoc import` may offer: a day of each year is copied to a folder below
//! `target` and compiled there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{copy, remove_dir_all};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::versions;
use crate::app::{Launcher, OnInterrupt, Ui};
use crate::cargo::{self, BuildRequest, Profile};
use crate::error::Result;
use crate::files::{Locks, write_source};
use crate::import::{self, Kind, Offer, Setting};
use crate::inputs::Store;
use crate::project::{Project, create_missing, library_files};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::Spinner;

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

/// The offers of which a day of each year compiles.
pub fn compiling(
    ui: &Ui,
    launcher: &Launcher,
    setting: &Setting,
    offers: Vec<Offer>,
) -> Result<Vec<Offer>> {
    let end = Instant::now() + LONGEST;
    let mut compiling = Vec::new();
    for offer in offers {
        if compiles(ui, launcher, setting, &offer, end)? {
            compiling.push(offer);
        }
    }
    Ok(compiling)
}

fn compiles(
    ui: &Ui,
    launcher: &Launcher,
    setting: &Setting,
    offer: &Offer,
    end: Instant,
) -> Result<bool> {
    let mut years = BTreeMap::<Year, Vec<Puzzle>>::new();
    for &puzzle in &offer.days {
        years.entry(puzzle.year).or_default().push(puzzle);
    }
    for index in 0..MOST_DAYS {
        let days = years.values().filter_map(|days| days.get(index));
        let days: BTreeSet<Puzzle> = days.copied().collect();
        for puzzle in built(ui, launcher, setting, offer, &days, end)? {
            years.remove(&puzzle.year);
        }
        if years.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The days that compile with a line, of these.
fn built(
    ui: &Ui,
    launcher: &Launcher,
    setting: &Setting,
    offer: &Offer,
    days: &BTreeSet<Puzzle>,
    end: Instant,
) -> Result<Vec<Puzzle>> {
    let root = setting.project.root().join(FOLDER);
    for folder in ["days", "vendor"] {
        // There may be none yet; what is left there is written over, or reported then.
        let _ = remove_dir_all(root.join(folder));
    }
    write_source(&root.join("Cargo.toml"), MANIFEST)?;
    create_missing(&root, &library_files())?;
    // The same versions of libraries are compiled later. A project without days has no lock.
    let _ = copy(
        setting.project.root().join("Cargo.lock"),
        root.join("Cargo.lock"),
    );
    let project = Project::find(&root)?;
    let store = Store::new(root.join("inputs"), Locks { cache_dir: None });
    let setting = Setting {
        project: &project,
        store: &store,
        expressions: &offer.line.expressions(),
        text: offer.line.text.as_deref(),
        only: Some(days),
        ..*setting
    };
    let mut plan = import::plan(&setting)?;
    let is_code = |kind| matches!(kind, Kind::Day | Kind::Module | Kind::Manifest);
    plan.files.retain(|file| is_code(file.kind));
    import::apply(&mut plan, &setting)?;
    let years: BTreeSet<Year> = plan.days.iter().map(|puzzle| puzzle.year).collect();
    for &year in &years {
        project.sync(year)?;
    }
    versions::take(launcher, &project, &plan.locked)?;
    let cancel = launcher.cancel.child();
    let request = BuildRequest {
        project: &project,
        puzzles: &plan.days,
        per_day: false,
        profile: Profile::Dev,
        features: &[],
        offline: launcher.is_offline,
        quiet: true,
        environment: &launcher.environment,
        cancel: &cancel,
    };
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let spinner = Spinner::new(ui.stderr, "trying a day of each year");
    let (done, is_done) = channel::<()>();
    let watched = cancel.child();
    let timer = thread::spawn({
        let cancel = cancel.clone();
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
    launcher.cancel.check()?;
    if watched.is_cancelled() {
        // The time is over.
        return Ok(Vec::new());
    }
    let workers = workers?;
    let is_built = |day: &Puzzle| workers.worker(*day).is_ok();
    Ok(plan.days.iter().copied().filter(is_built).collect())
}
