//! Finds out how days are called. All candidates of a day are compiled in a copy below
//! `target/aoc-import`. Those that compile run on the day's input, and the one is taken whose
//! answers are the known ones.
//!
//! Each candidate is a module at the end of the copy of its day; `copies` writes these files, and
//! `rounds` compiles them. An error of the compiler takes out the candidate in whose lines it is, or
//! the whole day if it is in the day's code. Then `import/trial.rs` runs the candidates and decides.

mod copies;
mod rounds;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{copy, remove_dir_all, remove_file};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tempfile::tempdir_in;

use super::old_program::Outputs;
use crate::app::{Launcher, OnInterrupt, Ui};
use crate::cargo;
use crate::error::{CliError, Result};
use crate::execution::processors;
use crate::files::{Lock, Locks, copy_with_time, source_files, write_source};
use crate::import::compare::{Doubt, Known};
use crate::import::trial::{
    DayFacts, DayRun, LONGEST_RUN, LONGEST_TRIAL, RunSettings, TrialDay, found_day,
};
use crate::import::{
    Calling, ImportRequest, ImportSource, Plan, PlanOptions, TriedDay, UnreadablePackage,
};
use crate::inputs::Store;
use crate::project::{LIBRARY, Project, library_files};
use crate::puzzle::{Puzzle, Year, part_count, puzzle_list};
use crate::reporter::Spinner;
use crate::sync::locked;
use crate::terminal::{Consent, ask};

/// The folder of the copies, relative to the project's root.
const FOLDER: &str = "target/aoc-import";

/// Waits until no other process imports days into the project. It would overwrite the copies below
/// `target`, and run one repository's days as those of the other.
pub fn lock(ui: &Ui, project: &Project) -> Option<Lock> {
    Lock::beside(&project.root().join(FOLDER), || {
        ui.note("waiting for another aoc that imports days here");
    })
}

/// The plan of all days that may be built and run, with their candidates. The days are other
/// people's programs, so a user on a terminal is asked first. `None` if nothing may be built.
pub fn plan_to_build(ui: &Ui, source: &ImportSource) -> Option<Plan> {
    let without_main = &BTreeSet::new();
    let calling = Calling::AllCandidates { without_main };
    let plan = source.plan(&source.request.options(calling));
    if plan.days().is_empty() {
        return None;
    }
    let list = puzzle_list(plan.days());
    let question = format!("Build and run the code of {list}?");
    match ask(ui.stderr, &question, true) {
        Consent::Yes => Some(plan),
        Consent::No => {
            ui.note("nothing was built, run or compared");
            None
        }
        Consent::NotAsked => {
            ui.note(format!(
                "building and running {list} (skip this with --no-check)"
            ));
            Some(plan)
        }
    }
}

/// The known facts about the answers to each day's input.
pub type KnownAnswers = BTreeMap<Puzzle, Known>;

/// The answers of the plan's days that are recorded or asserted, and the output of the old program.
pub fn known_answers(plan: &Plan, store: &Store, outputs: &Outputs) -> KnownAnswers {
    let known = plan.days().into_iter().map(|puzzle| {
        let mut known = Known {
            parts: part_count(puzzle),
            answers: plan.answers_of(store, puzzle),
            outputs: outputs.get(&puzzle).cloned().into_iter().collect(),
        };
        let to_try = plan.day_to_try(puzzle);
        if to_try.is_some_and(|to_try| to_try.day.part2.is_some()) {
            for output in &mut known.outputs {
                output.doubt.get_or_insert(Doubt::FirstPartOnly);
            }
        }
        (puzzle, known)
    });
    known.collect()
}

/// The results of a trial.
#[derive(Default)]
pub struct TrialResults {
    /// The call of each day, or the reason why it is not imported.
    pub calls: BTreeMap<Puzzle, TriedDay>,
    pub unreadable: Vec<UnreadablePackage>,
    /// The facts that are known about the answers of each day that the user was asked about. Outputs
    /// of the old program that are not about the input are left out. `None` if nothing was built.
    pub known: Option<KnownAnswers>,
}

/// Finds the packages of these days that cargo cannot read. Nothing is built.
pub fn read_packages(
    launcher: &Launcher,
    source: &ImportSource,
    days: &[Puzzle],
) -> Result<TrialResults> {
    let trial = Trial::new(launcher, source, days)?;
    Ok(TrialResults {
        unreadable: trial.unreadable,
        ..TrialResults::default()
    })
}

/// Compiles and runs these days. The user has agreed to that, so the trial has no other days of the
/// repository.
pub fn run(
    ui: &Ui,
    launcher: &Launcher,
    source: &ImportSource,
    days: &[Puzzle],
    mut known: KnownAnswers,
) -> Result<TrialResults> {
    let mut trial = Trial::new(launcher, source, days)?;
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let spinner = Spinner::new(ui.stderr, "compiling the possible calls of the days");
    trial.compile()?;
    drop(spinner);
    let spinner = Spinner::new(ui.stderr, "running the possible calls of the days");
    trial.run_candidates(&mut known)?;
    drop(spinner);
    drop(armed);
    Ok(trial.into_results(known))
}

struct Trial<'a> {
    launcher: &'a Launcher,
    source: &'a ImportSource<'a>,
    request: &'a ImportRequest<'a>,
    /// The workspace below `target`.
    project: Project,
    /// The copies in it.
    plan: Plan,
    days: BTreeMap<Puzzle, TrialDay>,
    unreadable: Vec<UnreadablePackage>,
    /// The programs of the years, as they were last built.
    programs: BTreeMap<Year, PathBuf>,
}

impl<'a> Trial<'a> {
    fn new(
        launcher: &'a Launcher,
        source: &'a ImportSource<'a>,
        puzzles: &[Puzzle],
    ) -> Result<Self> {
        let request = source.request;
        let own_root = request.project.root();
        let root = own_root.join(FOLDER);
        for folder in ["days", "vendor", "inputs"] {
            // The folder may not exist yet. If it cannot be removed, its files are overwritten, or
            // writing fails.
            let _ = remove_dir_all(root.join(folder));
        }
        let manifest = copies::manifest(request.project, &[], &[]);
        write_source(&root.join("Cargo.toml"), &manifest)?;
        let environment = &launcher.environment;
        copy_library(own_root, &root)?;
        // A project without days may not have the library yet.
        Project::at(&root, environment).create_missing(&library_files())?;
        copy_lock_file(own_root, &root);
        let mut trial = Self {
            launcher,
            source,
            request,
            project: Project::find(&root, environment)?,
            plan: Plan::default(),
            days: BTreeMap::new(),
            unreadable: Vec::new(),
            programs: BTreeMap::new(),
        };
        let puzzles = puzzles.iter().copied().collect();
        trial.plan_days(&puzzles);
        trial.leave_out_unreadable(&puzzles)?;
        Ok(trial)
    }

    /// Plans the copies of these days. Days that are decided already stay as they are.
    fn plan_days(&mut self, puzzles: &BTreeSet<Puzzle>) {
        let inputs = self.project.root().join("inputs");
        let all = self.days.iter();
        let without_main = all
            .filter(|(_, day)| !day.has_main)
            .map(|(puzzle, _)| *puzzle)
            .collect();
        let options = PlanOptions {
            project: &self.project,
            store: &Store::new(inputs, Locks { cache_dir: None }),
            calling: Calling::AllCandidates {
                without_main: &without_main,
            },
            unreadable: &self.unreadable,
            only: Some(puzzles),
        };
        let _ = remove_dir_all(self.project.root().join("days"));
        self.plan = self.source.plan(&options);
        let mut before = take(&mut self.days);
        for to_try in take(&mut self.plan.days_to_try) {
            let day = match before.remove(&to_try.day.puzzle) {
                Some(day) => day.planned_again(to_try),
                None => TrialDay::new(to_try),
            };
            self.days.insert(day.puzzle(), day);
        }
        // An open day that is not planned any more needs a package that cargo cannot read.
        before.retain(|_, day| !day.is_open());
        self.days.append(&mut before);
    }

    fn plan_open_days(&mut self) {
        let open = self.days.values().filter(|day| day.is_open());
        let puzzles = open.map(TrialDay::puzzle).collect();
        self.plan_days(&puzzles);
    }

    /// Plans again without the packages that cargo cannot read, until it can read the workspace.
    fn leave_out_unreadable(&mut self, puzzles: &BTreeSet<Puzzle>) -> Result<()> {
        loop {
            self.write_days(&Vec::from_iter(self.planned_years()))?;
            let request = self.launcher.quiet_build(&self.project, &[]);
            let Some(error) = cargo::unreadable(&request)? else {
                return Ok(());
            };
            let Some(name) = self.plan.package_named_in(&error.text) else {
                return Ok(());
            };
            self.unreadable.push(UnreadablePackage {
                name,
                why: error.reason,
            });
            self.plan_days(puzzles);
        }
    }

    /// Runs the candidates of the open days, and decides about these days. Fails if a run could not
    /// start.
    fn run_candidates(&mut self, known: &mut KnownAnswers) -> Result<()> {
        // The folder contains inputs, so it is removed when all days have run.
        let root = self.project.root();
        let folder = tempdir_in(root).map_err(|error| CliError::write(root, error))?;
        let settings = RunSettings {
            environment: &self.launcher.environment,
            folder: folder.path(),
            cancel: &self.launcher.cancel,
            longest_run: LONGEST_RUN,
            longest: LONGEST_TRIAL,
        };
        let mut facts = VecDeque::new();
        for day in self.days.values().filter(|day| day.is_open()) {
            let puzzle = day.puzzle();
            facts.push_back(DayFacts {
                day,
                program: &self.programs[&puzzle.year],
                input: self.plan.input_of(self.request.store, puzzle),
                known: known.get(&puzzle).cloned().unwrap_or_default(),
            });
        }
        let queue = Mutex::new(facts);
        let found = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..processors() {
                scope.spawn(|| {
                    while !settings.cancel.is_cancelled()
                        && let Some(facts) = locked(&queue).pop_front()
                    {
                        let puzzle = facts.day.puzzle();
                        let day = found_day(DayRun::start(&settings, facts));
                        if day.is_err() {
                            // The import fails, so no other day needs to run.
                            locked(&queue).clear();
                        }
                        locked(&found).push((puzzle, day));
                    }
                });
            }
        });
        settings.cancel.check()?;
        drop(queue);
        for (puzzle, found) in found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let found = found?;
            known.entry(puzzle).or_default().outputs = found.outputs;
            self.day_mut(puzzle).decide(found.call);
        }
        Ok(())
    }

    fn into_results(self, known: KnownAnswers) -> TrialResults {
        let decided = self
            .days
            .into_iter()
            .filter_map(|(puzzle, day)| Some((puzzle, day.into_tried()?)));
        TrialResults {
            calls: decided.collect(),
            unreadable: self.unreadable,
            known: Some(known),
        }
    }
}

/// Copies the library of the project into the trial. The files keep their times, so cargo need not
/// compile it again if it has compiled it for the project.
fn copy_library(project: &Path, trial: &Path) -> Result<()> {
    for file in source_files(&project.join(LIBRARY)) {
        let path = file.strip_prefix(project).unwrap_or(&file);
        copy_with_time(&file, &trial.join(path)).map_err(|error| CliError::write(path, error))?;
    }
    Ok(())
}

/// Copies the Cargo.lock of the project into the trial, so that libraries have the project's
/// versions. A project without days has none, and then that of an earlier trial is removed.
fn copy_lock_file(project: &Path, trial: &Path) {
    let [from, to] = [project, trial].map(|folder| folder.join("Cargo.lock"));
    if copy(from, &to).is_err() {
        let _ = remove_file(to);
    }
}

#[cfg(test)]
mod tests {
    use super::copy_lock_file;
    use crate::testing::write;

    #[test]
    fn the_lock_file_of_an_earlier_trial_does_not_stay() {
        let temp = tempfile::tempdir().expect("a folder");
        let [project, trial] = ["project", "trial"].map(|name| temp.path().join(name));
        write(&project, "Cargo.lock", "the project's");
        write(&trial, "Cargo.lock", "an earlier one");
        copy_lock_file(&project, &trial);
        let path = trial.join("Cargo.lock");
        assert_eq!(
            std::fs::read_to_string(&path).expect("a file"),
            "the project's"
        );
        std::fs::remove_file(project.join("Cargo.lock")).expect("it is there");
        copy_lock_file(&project, &trial);
        assert!(!path.exists());
    }
}
