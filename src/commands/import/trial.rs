//! Finds out how days are called. All candidates of a day are compiled in a copy below
//! `target/aoc-import`. Those that compile run on the day's input, and the one is taken whose
//! answers are the known ones.
//!
//! Each candidate is a module at the end of the copy of its day; `copies` writes these files. An
//! error of the compiler removes the candidate in whose lines it is, or the whole day if it is in
//! the day's code. The compiler resolves names before it checks types, so it takes a few rounds
//! until everything that is left compiles.
//!
//! Then `runs` runs the candidates, each in a process of its own, `decision` decides which one is
//! taken, and `reasons` says why another one is not.

mod copies;
mod decision;
mod reasons;
mod runs;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{copy, read_to_string, remove_dir_all, remove_file};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tempfile::tempdir_in;
use toml::Table;

use super::check::KnownAnswers;
use super::versions;
use crate::app::{Launcher, OnInterrupt, Ui};
use crate::cargo::{self, BuildRequest, CompileError, Profile};
use crate::error::{CliError, Result};
use crate::execution::processors;
use crate::files::{Lock, Locks, slashed, write_source};
use crate::import::{Calling, DayCall, DayToTry, ImportRequest, ImportSource, Plan, PlanOptions};
use crate::inputs::Store;
use crate::project::{Project, library_files, module_name};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::Spinner;
use crate::sync::locked;
use copies::candidate_at;
use runs::{CandidateRunner, LONGEST_TRIAL};

/// The folder of the copies, relative to the project's root.
const FOLDER: &str = "target/aoc-import";

/// The folder of cargo's intermediate files, relative to that folder. The project uses the same
/// one.
const BUILD_DIR: &str = "../aoc-workers";

/// The most rounds of compiling.
const MOST_ROUNDS: usize = 8;

/// Waits until no other process imports days into the project. It would overwrite the copies below
/// `target`, and run one repository's days as those of the other.
pub fn lock(ui: &Ui, project: &Project) -> Option<Lock> {
    Lock::beside(&project.root().join(FOLDER), || {
        ui.note("waiting for another aoc that imports days here");
    })
}

/// The results of a trial.
#[derive(Default)]
pub struct TrialResults {
    /// How each day is called, or why it is not imported.
    pub calls: BTreeMap<Puzzle, DayCall>,
    /// The packages that cargo cannot read, with the reasons.
    pub unreadable: Vec<(String, String)>,
}

/// The packages of these days that cargo cannot read, with the reasons. Nothing is built.
pub fn unreadable_packages(
    launcher: &Launcher,
    source: &ImportSource,
    days: &[Puzzle],
) -> Result<Vec<(String, String)>> {
    let trial = Trial::new(launcher, source, days)?;
    Ok(trial.unreadable)
}

/// Compiles and runs these days. The user has agreed to that, so the trial has no other days of the
/// repository. Outputs of the old program that are not about the input are removed from `known`.
pub fn run(
    ui: &Ui,
    launcher: &Launcher,
    source: &ImportSource,
    days: &[Puzzle],
    known: &mut KnownAnswers,
) -> Result<TrialResults> {
    let mut trial = Trial::new(launcher, source, days)?;
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let spinner = Spinner::new(ui.stderr, "compiling the ways to call the days");
    trial.compile()?;
    drop(spinner);
    let spinner = Spinner::new(ui.stderr, "running the ways to call the days");
    let calls = trial.found_calls(known);
    drop(spinner);
    drop(armed);
    Ok(TrialResults {
        calls: calls?,
        unreadable: trial.unreadable,
    })
}

struct Trial<'a> {
    launcher: &'a Launcher,
    source: &'a ImportSource<'a>,
    request: &'a ImportRequest<'a>,
    days: &'a [Puzzle],
    project: Project,
    plan: Plan,
    /// The candidates that compile, as far as is known, of the days that are not decided yet.
    left: BTreeMap<Puzzle, BTreeSet<usize>>,
    /// The days of which nothing is run, with what becomes of them.
    decided: BTreeMap<Puzzle, DayCall>,
    /// The compiler's error about the first candidate of a day that does not compile.
    misfits: BTreeMap<Puzzle, String>,
    /// The days that are compiled without their `main`.
    without_main: BTreeSet<Puzzle>,
    /// The packages that cargo cannot read, with the reasons.
    unreadable: Vec<(String, String)>,
    /// The program of each year that the last round has built.
    programs: BTreeMap<Year, PathBuf>,
}

impl<'a> Trial<'a> {
    fn new(
        launcher: &'a Launcher,
        source: &'a ImportSource<'a>,
        days: &'a [Puzzle],
    ) -> Result<Self> {
        let request = source.request;
        let own_root = request.project.root();
        let root = own_root.join(FOLDER);
        for folder in ["days", "vendor", "inputs"] {
            // The folder may not exist yet. If it cannot be removed, its files are overwritten, or
            // writing fails.
            let _ = remove_dir_all(root.join(folder));
        }
        let manifest = copies::manifest(request.project, &[]);
        write_source(&root.join("Cargo.toml"), &manifest)?;
        let environment = &launcher.environment;
        Project::at(&root, Table::new(), environment).create_missing(&library_files())?;
        copy_lock_file(own_root, &root);
        let project = Project::find(&root, environment)?;
        let mut trial = Self {
            launcher,
            source,
            request,
            days,
            project,
            plan: Plan::default(),
            left: BTreeMap::new(),
            decided: BTreeMap::new(),
            misfits: BTreeMap::new(),
            without_main: BTreeSet::new(),
            unreadable: Vec::new(),
            programs: BTreeMap::new(),
        };
        trial.plan_days();
        trial.leave_out_unreadable()?;
        for day in &trial.plan.days_to_try {
            let all = (0..day.candidates.len()).collect();
            trial.left.insert(day.puzzle, all);
        }
        Ok(trial)
    }

    fn plan_days(&mut self) {
        let inputs = self.project.root().join("inputs");
        let mut only: BTreeSet<Puzzle> = self.days.iter().copied().collect();
        only.retain(|puzzle| !self.decided.contains_key(puzzle));
        let options = PlanOptions {
            project: &self.project,
            store: &Store::new(inputs, Locks { cache_dir: None }),
            calling: Calling::InAllWays {
                without_main: &self.without_main,
            },
            unreadable: &self.unreadable,
            only: Some(&only),
        };
        let _ = remove_dir_all(self.project.root().join("days"));
        self.plan = self.source.plan(&options);
    }

    /// Plans again without the packages that cargo cannot read, until it can read the workspace.
    fn leave_out_unreadable(&mut self) -> Result<()> {
        loop {
            self.write_days()?;
            let request = self.launcher.quiet_build(&self.project, &[]);
            let Some(error) = cargo::unreadable(&request)? else {
                return Ok(());
            };
            let Some(package) = self.plan.package_named_in(&error.text) else {
                return Ok(());
            };
            self.unreadable.push((package, error.reason));
            self.plan_days();
        }
    }

    /// Compiles until everything that is left compiles. A day whose year has no program then is
    /// refused.
    fn compile(&mut self) -> Result<()> {
        self.write_days()?;
        versions::take_locked(self.launcher, &self.project, &self.plan.locked)?;
        let mut rounds = 0..MOST_ROUNDS;
        while !self.left.is_empty() {
            let request = BuildRequest {
                profile: Profile::Aoc,
                build_dir: BUILD_DIR,
                ..self.launcher.quiet_build(&self.project, &[])
            };
            let compiled = cargo::compile(&request, self.request.project)?;
            let programs = compiled
                .programs
                .into_iter()
                .filter_map(|(folder, program)| {
                    let year = self.project.year_of(&folder.join("main.rs"))?;
                    Some((year, program))
                });
            self.programs = programs.collect();
            let Some(failure) = compiled.failure else {
                break;
            };
            let error = compiled.errors.first();
            let error = error.map_or(failure, |error| without_place(&error.message).to_owned());
            let has_changed = if compiled.errors.is_empty() {
                self.leave_out_library(&error)
            } else {
                self.take_out(&compiled.errors)
            };
            if !has_changed || rounds.next().is_none() {
                self.refuse_not_built(&error);
                break;
            }
            self.write_days()?;
        }
        Ok(())
    }

    /// Refuses the days whose year has no program, with the error that nobody is blamed for. The
    /// year would not be built in the project either.
    fn refuse_not_built(&mut self, error: &str) {
        let days = self.left.keys().copied();
        let not_built: Vec<Puzzle> = days
            .filter(|puzzle| !self.programs.contains_key(&puzzle.year))
            .collect();
        for puzzle in not_built {
            let why = format!("its year is not built: {error}");
            self.decide(puzzle, DayCall::NotBuilt(why));
        }
    }

    /// Notes what becomes of a day of which nothing is run. Returns true if it was not decided yet.
    fn decide(&mut self, puzzle: Puzzle, call: DayCall) -> bool {
        self.left.remove(&puzzle);
        self.decided.insert(puzzle, call).is_none()
    }

    /// Leaves out the days that need the library that cargo could not get, because otherwise the
    /// other days of their year would not be built either. Returns true if there are such days.
    fn leave_out_library(&mut self, failure: &str) -> bool {
        let mut libraries = self.plan.libraries.iter();
        let named = libraries.find(|(library, _)| names_package(failure, &library.name));
        let Some((_, days)) = named else {
            return false;
        };
        for puzzle in days.clone() {
            self.decide(puzzle, DayCall::NotBuilt(failure.to_owned()));
        }
        self.plan_days();
        true
    }

    /// Removes the candidates and days that do not compile. Returns true if anything changed.
    fn take_out(&mut self, errors: &[CompileError]) -> bool {
        let texts = self.texts();
        let mut has_changed = false;
        let mut without_main = BTreeSet::new();
        for error in errors {
            let why = format!("it does not compile: {}", error.message);
            match self.culprit(error, &texts) {
                Culprit::Candidate(puzzle, index) => {
                    let misfit = self.misfits.entry(puzzle);
                    misfit.or_insert_with(|| without_place(&error.message).to_owned());
                    if let Some(left) = self.left.get_mut(&puzzle) {
                        has_changed |= left.remove(&index);
                    }
                }
                // The error may be in `main`, which is not needed.
                Culprit::Day(puzzle) if self.has_main(puzzle) => {
                    without_main.insert(puzzle);
                }
                Culprit::Day(puzzle) => has_changed |= self.refuse_own(puzzle, why),
                Culprit::Shared(puzzles) => {
                    for puzzle in puzzles {
                        has_changed |= self.decide(puzzle, DayCall::NotBuilt(why.clone()));
                    }
                }
                Culprit::Nightly => {
                    for puzzle in self.plan.nightly.clone() {
                        has_changed |= self.refuse_own(puzzle, why.clone());
                    }
                }
            }
        }
        let tried = self.plan.days_to_try.iter();
        let misfits: Vec<(Puzzle, bool)> = tried
            .filter(|day| self.left.get(&day.puzzle).is_some_and(BTreeSet::is_empty))
            .map(|day| (day.puzzle, day.is_from_user()))
            .collect();
        for (puzzle, is_from_user) in misfits {
            let why = &self.misfits[&puzzle];
            let call = if is_from_user {
                DayCall::ByNames
            } else {
                DayCall::Unclear(format!("no way to call it compiles: {why}"))
            };
            self.decide(puzzle, call);
        }
        without_main.retain(|puzzle| self.left.contains_key(puzzle));
        if !without_main.is_empty() {
            has_changed = true;
            self.without_main.append(&mut without_main);
            self.plan_days();
        }
        has_changed
    }

    /// Decides about a day whose own code does not compile. If names tell how it is called, it is
    /// copied, so that the user can correct it. Returns true if it was not decided yet.
    fn refuse_own(&mut self, puzzle: Puzzle, why: String) -> bool {
        let mut tried = self.plan.days_to_try.iter();
        let day = tried.find(|day| day.puzzle == puzzle);
        if !self.left.contains_key(&puzzle) {
            return false;
        }
        let call = if day.is_some_and(DayToTry::is_named) {
            DayCall::ByNames
        } else {
            DayCall::NotBuilt(why)
        };
        self.decide(puzzle, call)
    }

    /// The code that an error is about.
    fn culprit(&self, error: &CompileError, texts: &BTreeMap<String, String>) -> Culprit {
        if error.is_of_feature {
            return Culprit::Nightly;
        }
        let root = self.project.root();
        let mut places = error.lines.iter().filter_map(|(file, line)| {
            let file = slashed(file.strip_prefix(root).ok()?);
            file.starts_with("days/").then_some((file, *line))
        });
        let Some((file, line)) = places.next() else {
            return Culprit::Shared(Vec::new());
        };
        let tried = self.plan.days_to_try.iter();
        if let Some(day) = tried.clone().find(|day| day.puzzle.source() == file) {
            let text = texts.get(&file).map_or("", String::as_str);
            return match candidate_at(text, line) {
                Some(index) => Culprit::Candidate(day.puzzle, index),
                None => Culprit::Day(day.puzzle),
            };
        }
        // An error in a shared file concerns all days that have the file. In the program of a year,
        // it concerns the day that its line names.
        let users = tried.filter(|day| {
            day.files.contains(&file)
                || file.ends_with("/main.rs") && is_named(&root.join(&file), line, day)
        });
        Culprit::Shared(users.map(|day| day.puzzle).collect())
    }

    fn has_main(&self, puzzle: Puzzle) -> bool {
        let mut tried = self.plan.days_to_try.iter();
        let day = tried.find(|day| day.puzzle == puzzle);
        let prints = day.is_some_and(|day| {
            let mut candidates = day.candidates.iter();
            candidates.any(|candidate| candidate.wiring.prints)
        });
        prints && !self.without_main.contains(&puzzle)
    }

    /// Runs the candidates that compile, and decides which ones are taken.
    fn found_calls(&mut self, known: &mut KnownAnswers) -> Result<BTreeMap<Puzzle, DayCall>> {
        let mut calls = take(&mut self.decided);
        let found = Mutex::new(Vec::new());
        let tried = self.plan.days_to_try.iter();
        let days: Vec<&DayToTry> = tried
            .filter(|day| self.left.contains_key(&day.puzzle))
            .collect();
        let mut facts = BTreeMap::new();
        for DayToTry { puzzle, .. } in &days {
            let known = known.get(puzzle).cloned().unwrap_or_default();
            facts.insert(
                *puzzle,
                (self.plan.input_of(self.request.store, *puzzle), known),
            );
        }
        // The folder contains inputs, so it is removed when all days have run.
        let root = self.project.root();
        let folder = tempdir_in(root).map_err(|error| CliError::write(root, error))?;
        let runner = CandidateRunner {
            left: &self.left,
            programs: &self.programs,
            environment: &self.launcher.environment,
            folder: folder.path(),
            cancel: &self.launcher.cancel,
            longest: LONGEST_TRIAL,
            facts,
        };
        let queue = Mutex::new(VecDeque::from(days));
        let cancel = &self.launcher.cancel;
        thread::scope(|scope| {
            for _ in 0..processors() {
                scope.spawn(|| {
                    while !cancel.is_cancelled()
                        && let Some(day) = locked(&queue).pop_front()
                    {
                        let of_day = runner.found_day(day);
                        locked(&found).push((day.puzzle, of_day));
                    }
                });
            }
        });
        cancel.check()?;
        for (puzzle, found) in found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            calls.insert(puzzle, found.call);
            known.entry(puzzle).or_default().outputs = found.outputs;
        }
        Ok(calls)
    }
}

/// The code that an error of the compiler is about.
enum Culprit {
    Candidate(Puzzle, usize),
    Day(Puzzle),
    /// Code that these days share.
    Shared(Vec<Puzzle>),
    /// Unstable features, which this compiler does not have.
    Nightly,
}

/// Copies the Cargo.lock of the project into the trial, so that libraries have the project's
/// versions. A project without days has none, and then that of an earlier trial is removed.
fn copy_lock_file(project: &Path, trial: &Path) {
    let [from, to] = [project, trial].map(|folder| folder.join("Cargo.lock"));
    if copy(from, &to).is_err() {
        let _ = remove_file(to);
    }
}

/// A message of the compiler without its place, which is in a copy that nobody sees.
fn without_place(message: &str) -> &str {
    let (place, rest) = message.split_once(": ").unwrap_or_default();
    if place.starts_with("days/") {
        rest
    } else {
        message
    }
}

/// Whether a line of a year's program names the module of a day.
fn is_named(program: &Path, line: u64, day: &DayToTry) -> bool {
    let text = read_to_string(program).unwrap_or_default();
    let line = usize::try_from(line).unwrap_or_default();
    let line = text.lines().nth(line.saturating_sub(1));
    line.is_some_and(|line| line.contains(&module_name(day.puzzle.day)))
}

/// True if a message of cargo names a package: in backticks, and perhaps with its version.
fn names_package(message: &str, package: &str) -> bool {
    message
        .split('`')
        .skip(1)
        .step_by(2)
        .any(|quoted| quoted.split([' ', '@']).next() == Some(package))
}

#[cfg(test)]
mod tests {
    use super::{copy_lock_file, names_package};
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

    #[test]
    fn a_message_names_a_package_and_no_other_that_begins_like_it() {
        for (message, package, expected) in [
            ("failed to get `gone` as a dependency", "gone", true),
            ("no custom build of `z3-sys v0.10.3`", "z3-sys", true),
            ("failed to select a version for `rand_core`", "rand", false),
            ("`a` and `b` are not `c`", "b", true),
            ("`a` and `b`", " and ", false),
        ] {
            assert_eq!(names_package(message, package), expected, "{message}");
        }
    }
}
