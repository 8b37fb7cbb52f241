//! Finds out how to call the functions of the days, in a workspace below `target/aoc-import`.
//!
//! 1. `copies` copies each day, with a module for each remaining candidate. `manifests` gives its
//!    year the edition, the lints and the dependencies that the year has in the project.
//! 2. `rounds` compiles the copies with cargo. An error in the lines of a candidate removes the
//!    candidate. An error in the day's own code decides about the day, and an error in code that
//!    days share decides about all these days. Then the copies are planned again, until everything
//!    that remains compiles.
//! 3. The candidates that compile run on the day's input, and their answers decide.
//!
//! A day is open until one of these steps has decided about it. These decisions determine the plan
//! that is written.

mod copies;
mod manifests;
mod rounds;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{copy, remove_dir_all, remove_file};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{mem, thread};

use tempfile::tempdir_in;

use super::decision::{DecidedDay, decide_day};
use super::foreign_program::shadow_dot_env;
use super::program::DayProgram;
use super::runs::DayRuns;
use super::state::TrialDay;
use crate::cargo;
use crate::error::{CliError, Result};
use crate::files::{copy_with_time, source_files, write_source};
use crate::import::Import;
use crate::import::compare::FactsByPuzzle;
use crate::import::plan::copy_mode::CopyMode;
use crate::import::plan::{Plan, PlanOptions, PlanStage, instructions};
use crate::processes::processor_count;
use crate::project::{LIBRARY, Project, library_files};
use crate::puzzle::{DAYS, Puzzle, Year};
use crate::runner::Launcher;
use crate::sync::locked;

/// The folder of the copies, relative to the project's root.
pub const FOLDER: &str = "target/aoc-import";

/// A function that is called before the candidates of a day run, with the number of the day and the
/// number of all days. The first day has the number 1.
pub type OnDay<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Finds the packages of a plan's days that cargo cannot read, see [`PlanOptions::unreadable`].
/// Does not build anything.
pub fn read_packages(
    launcher: &Launcher,
    import: &Import,
    plan: Plan,
) -> Result<BTreeMap<String, String>> {
    Ok(TrialWorkspace::new(launcher, import, plan)?
        .options
        .unreadable)
}

/// A trial of the days of a plan. It has no other days of the repository, because the user has
/// agreed only to these.
pub struct TrialWorkspace<'a> {
    launcher: &'a Launcher,
    import: &'a Import<'a>,
    /// The plan of the days to try, with their inputs.
    first_plan: Plan,
    /// The workspace below `target`.
    project: Project,
    /// The options of `plan`.
    options: PlanOptions<'a>,
    /// The copies of the days that are not refused.
    plan: Plan,
    /// All days, including those that are decided.
    days: BTreeMap<Puzzle, TrialDay>,
    /// The programs of the years, as they were last built.
    programs: BTreeMap<Year, PathBuf>,
}

impl<'a> TrialWorkspace<'a> {
    pub fn new(launcher: &'a Launcher, import: &'a Import<'a>, first_plan: Plan) -> Result<Self> {
        let mut trial = Self::prepare(launcher, import, first_plan)?;
        trial.plan_copies();
        trial.leave_out_unreadable()?;
        Ok(trial)
    }

    /// A trial with the library, and without copies.
    fn prepare(launcher: &'a Launcher, import: &'a Import<'a>, first_plan: Plan) -> Result<Self> {
        let request = import.request;
        let own_root = request.project.root();
        let root = own_root.join(FOLDER);
        for folder in [DAYS, "vendor", "inputs"] {
            // The folder may not exist yet. If an existing folder cannot be removed, its files are
            // overwritten, or writing fails.
            let _ = remove_dir_all(root.join(folder));
        }
        let manifest = manifests::of_workspace(request.project, &[], &[]);
        write_source(&root.join("Cargo.toml"), &manifest)?;
        let environment = &launcher.environment;
        copy_library(own_root, &root)?;
        // A project without days may not have the library yet.
        Project::at(&root, environment).create_missing(&library_files())?;
        copy_lock_file(own_root, &root);
        Ok(Self {
            launcher,
            import,
            first_plan,
            project: Project::find(&root, environment)?,
            options: PlanOptions {
                stage: PlanStage::Round,
                ..PlanOptions::before_trial(BTreeMap::new())
            },
            plan: Plan::default(),
            days: BTreeMap::new(),
            programs: BTreeMap::new(),
        })
    }

    /// Plans the copies of the days that are not refused, from the files of the first plan and with
    /// the remaining candidates. Includes days that are already decided, because their packages and
    /// modules have to compile.
    fn plan_copies(&mut self) {
        let mut instructions = instructions::all_candidates(&self.import.repository);
        instructions.retain(|puzzle, files| {
            let chosen = self.first_plan.copied.get(puzzle);
            files.retain(|(file, _)| chosen.is_some_and(|day| day.file == file.file));
            !self.days.get(puzzle).is_some_and(TrialDay::is_refused)
        });
        for (file, mode) in instructions.values_mut().flatten() {
            if let Ok(CopyMode::Candidates(left)) = mode
                && let Some(day) = self.days.get(&file.puzzle)
            {
                left.retain(|(number, _)| day.remaining.contains(number));
            }
        }
        self.options.instructions = instructions;
        let plan = self.import.plan_copies(&self.options);
        for (&puzzle, copied) in &plan.copied {
            self.days.entry(puzzle).or_insert_with(|| {
                TrialDay::new(&self.import.repository, self.import.day(puzzle, copied))
            });
        }
        // An undecided day is no longer in the plan if its copy now differs from that of another day.
        self.days
            .retain(|puzzle, day| !day.is_undecided() || plan.copied.contains_key(puzzle));
        self.remove_old_copies(&plan);
        self.plan = plan;
    }

    /// Removes the files that the next plan does not have.
    fn remove_old_copies(&self, next: &Plan) {
        let files: BTreeSet<&String> = next.files.iter().map(|file| &file.file).collect();
        for file in &self.plan.files {
            if !files.contains(&file.file) {
                // A file that cannot be removed stays, but is not compiled.
                let _ = remove_file(self.project.root().join(&file.file));
            }
        }
    }

    /// Plans again without the packages that cargo cannot read, until it can read the workspace.
    fn leave_out_unreadable(&mut self) -> Result<()> {
        loop {
            self.write_copies(&Vec::from_iter(self.planned_years()))?;
            let request = self.launcher.quiet_build(&self.project, &[]);
            let Some(error) = cargo::manifest_error(&request)? else {
                return Ok(());
            };
            let Some(name) = self.plan.package_named_in(&error.text) else {
                return Ok(());
            };
            self.leave_out(name, error.reason);
        }
    }

    /// Plans again without a package, for the puzzles of the first plan. A puzzle may have another
    /// file that does not need the package.
    fn leave_out(&mut self, package: String, why: String) {
        self.options.unreadable.insert(package, why);
        let mut instructions = instructions::all_candidates(&self.import.repository);
        instructions.retain(|puzzle, _| self.first_plan.copied.contains_key(puzzle));
        self.first_plan = self.import.plan(&PlanOptions {
            unreadable: self.options.unreadable.clone(),
            ..PlanOptions::before_trial(instructions)
        });
        self.days.clear();
        self.plan_copies();
    }

    /// Runs the candidates of the open days, and decides about these days. Removes outputs of the
    /// old program from `known` if they are not about the input, or if the copy of the day takes
    /// its answers from its own output. Fails if a run cannot start.
    pub fn run_candidates(&mut self, known: &mut FactsByPuzzle, on_day: OnDay) -> Result<()> {
        // The folder contains inputs, so it is removed after all days have run.
        let root = self.project.root();
        let folder = tempdir_in(root).map_err(|error| CliError::cannot_write(root, error))?;
        shadow_dot_env(folder.path())?;
        let decided_days = self.decide_open_days(folder.path(), known, on_day);
        self.launcher.cancel.check()?;
        for (puzzle, decided) in decided_days {
            let decided = decided?;
            known.entry(puzzle).or_default().outputs = decided.outputs;
            self.day_mut(puzzle).decide(decided.decision);
        }
        for (puzzle, day) in &self.days {
            if let Some(known) = known.get_mut(puzzle)
                && let Some(wiring) = day.taken_wiring()
            {
                *known = mem::take(known).independent_of(wiring);
            }
        }
        Ok(())
    }

    /// Runs the candidates of the open days in this folder, several days at a time. After a run
    /// that could not start, or a cancellation, no other day begins to run.
    fn decide_open_days(
        &self,
        folder: &Path,
        known: &FactsByPuzzle,
        on_day: OnDay,
    ) -> Vec<(Puzzle, Result<DecidedDay>)> {
        let open: VecDeque<(usize, &TrialDay)> = (1..)
            .zip(self.days.values().filter(|day| day.is_open()))
            .collect();
        let count = open.len();
        let queue = Mutex::new(open);
        // Other threads cannot use `self`, because it refers to parsed sources.
        let launcher = self.launcher;
        let store = self.import.request.store;
        let first_plan = &self.first_plan;
        let programs = &self.programs;
        let decide = |day: &TrialDay| {
            let puzzle = day.puzzle();
            let input = first_plan.input_of(store, puzzle);
            let known = known.get(&puzzle).cloned().unwrap_or_default();
            let program = DayProgram::start(launcher, folder, &programs[&puzzle.year], puzzle);
            decide_day(DayRuns::new(day, input, known, &program))
        };
        let decided_days = Mutex::new(Vec::new());
        let run_days = || {
            while !launcher.cancel.is_cancelled() {
                // With `while let`, the lock would be held while the day runs.
                let Some((number, day)) = locked(&queue).pop_front() else {
                    break;
                };
                on_day(number, count);
                let decided = decide(day);
                if decided.is_err() {
                    // The import fails now, so the other days need not run.
                    locked(&queue).clear();
                }
                locked(&decided_days).push((day.puzzle(), decided));
            }
        };
        thread::scope(|scope| {
            for _ in 0..processor_count() {
                scope.spawn(run_days);
            }
        });
        mem::take(&mut locked(&decided_days))
    }

    /// The options of the plan to write.
    pub fn into_options(self) -> PlanOptions<'a> {
        let decisions = self
            .days
            .into_values()
            .filter_map(TrialDay::into_decision)
            .collect();
        PlanOptions {
            stage: PlanStage::Tried {
                allowed: self.first_plan.days().into_iter().collect(),
            },
            instructions: instructions::decided(&self.import.repository, &decisions),
            ..self.options
        }
    }
}

/// Copies the library of the project into the trial. The files keep their times, so that cargo does
/// not compile a library again that it has compiled for the project.
fn copy_library(project: &Path, trial: &Path) -> Result<()> {
    for file in source_files(&project.join(LIBRARY)) {
        let path = file.strip_prefix(project).unwrap_or(&file);
        copy_with_time(&file, &trial.join(path))
            .map_err(|error| CliError::cannot_write(path, error))?;
    }
    Ok(())
}

/// Copies the Cargo.lock of the project into the trial, so that libraries have the project's
/// versions. If the project has none, the Cargo.lock of an earlier trial is removed.
fn copy_lock_file(project: &Path, trial: &Path) {
    let [from, to] = [project, trial].map(|folder| folder.join("Cargo.lock"));
    if copy(from, &to).is_err() {
        let _ = remove_file(to);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{File, FileTimes};
    use std::path::Path;
    use std::time::SystemTime;

    use super::{TrialWorkspace, copy_lock_file};
    use crate::error::Exit;
    use crate::import::compare::FactsByPuzzle;
    use crate::import::plan::{PlanOptions, instructions};
    use crate::import::tests::with_request;
    use crate::import::trial::state::TrialDay;
    use crate::import::{Import, ImportRequest};
    use crate::processes::CancelToken;
    #[cfg(unix)]
    use crate::processes::processor_count;
    use crate::puzzle::{Puzzle, Year};
    use crate::runner::Launcher;
    use crate::runner::StdoutTarget;
    use crate::testing::{no_variables, write};

    /// Calls `work` with a trial of all days of the folder `old`, for which nothing is planned yet.
    fn with_trial(home: &Path, work: impl FnOnce(TrialWorkspace)) {
        let work = |request: &ImportRequest| {
            let import = Import::read(request).expect("a folder");
            let launcher = Launcher {
                environment: no_variables(),
                folder: home.to_owned(),
                stdout: StdoutTarget::DiscardWithStderr,
                is_offline: true,
                cancel: CancelToken::default(),
            };
            let instructions = instructions::all_candidates(&import.repository);
            let plan = import.plan(&PlanOptions::before_trial(instructions));
            work(TrialWorkspace::prepare(&launcher, &import, plan).expect("a workspace"));
        };
        with_request(home, Some("old"), work);
    }

    #[test]
    fn a_day_that_is_taken_out_leaves_the_files_of_other_years_as_they_are() {
        let temp = tempfile::tempdir().expect("a folder");
        let code = "pub fn part1(i: &str) -> usize { i.len() }\n";
        for year in [2019, 2020] {
            write(temp.path(), &format!("old/{year}/day01.rs"), code);
        }
        with_trial(temp.path(), |mut trial| {
            let years = [2019, 2020].map(Year::of);
            trial.plan_copies();
            trial.write_copies(&years).expect("files");
            let root = trial.project.root().to_owned();
            let [kept, removed] = [2019, 2020].map(|year| {
                let file = root.join(format!("days/year{year}/day01.rs"));
                assert!(file.exists());
                file
            });
            let file = File::options().write(true).open(&kept).expect("a file");
            let old = FileTimes::new().set_modified(SystemTime::UNIX_EPOCH);
            file.set_times(old).expect("a file");
            trial
                .day_mut(Puzzle::of(2020, 1))
                .refuse("it does not compile");
            trial.plan_copies();
            trial.write_copies(&years).expect("files");
            let changed = kept.metadata().expect("a file").modified().expect("a time");
            assert_eq!(changed, SystemTime::UNIX_EPOCH);
            assert!(!removed.exists());
        });
    }

    #[test]
    fn a_day_that_is_planned_again_from_another_file_has_all_candidates_of_that_file() {
        let temp = tempfile::tempdir().expect("a folder");
        let manifest = |name: &str, rest: &str| {
            format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n{rest}")
        };
        let needs = "[dependencies]\ncommon.path = \"common\"\n";
        let one = "use common::one;\npub fn part1(_: &str) -> u8 { one() }\n\
                   pub fn part2(_: &str) -> u8 { one() }\n";
        for (file, text) in [
            ("Cargo.toml", &*manifest("days", needs)),
            ("common/Cargo.toml", &manifest("common", "")),
            ("common/src/lib.rs", "pub fn one() -> u8 { 1 }\n"),
            ("src/day01.rs", one),
            ("src/day01_alt.rs", "pub fn part1(_: &str) -> u8 { 1 }\n"),
        ] {
            write(temp.path(), &format!("old/2020/{file}"), text);
        }
        with_trial(temp.path(), |mut trial| {
            let puzzle = Puzzle::of(2020, 1);
            let planned = |trial: &TrialWorkspace| {
                let day = &trial.days[&puzzle];
                let count = day.day_file.candidates().len();
                assert!(day.remaining.iter().copied().eq(0..count));
                day.day_file.file.clone()
            };
            trial.plan_copies();
            assert_eq!(planned(&trial), "2020/src/day01.rs");
            let package = trial.plan.packages().next().expect("a package").to_owned();
            trial.leave_out(package, "it has no version".to_owned());
            assert_eq!(planned(&trial), "2020/src/day01_alt.rs");
            trial.day_mut(puzzle).drop_candidate(0, "an error");
            trial.plan_copies();
            let text = trial.plan.text_of(&puzzle.solution_path());
            assert!(!text.contains("aoc_candidate_0") && text.contains("aoc_candidate_1"));
        });
    }

    /// In a round, no file of the project is there.
    #[test]
    fn the_file_that_the_project_leaves_room_for_is_tried() {
        let temp = tempfile::tempdir().expect("a folder");
        let code = "pub fn part1(i: &str) -> usize { i.len() }\n";
        for (file, text) in [
            ("project/days/year2020/util.rs", "// mine\n"),
            ("old/2020/lib.rs", "mod day01; mod day01_alt; mod util;\n"),
            ("old/2020/util.rs", "pub fn one() {}\n"),
            ("old/2020/day01.rs", &format!("use crate::util;\n{code}")),
            ("old/2020/day01_alt.rs", code),
        ] {
            write(temp.path(), file, text);
        }
        with_trial(temp.path(), |mut trial| {
            trial.plan_copies();
            let day = &trial.days[&Puzzle::of(2020, 1)];
            assert_eq!(day.day_file.file, "2020/day01_alt.rs");
        });
    }

    #[test]
    fn a_day_that_is_refused_is_left_out_of_the_next_build_once() {
        let temp = tempfile::tempdir().expect("a folder");
        let code = "aoc_solution::functions! { Day01, \"T\", part1 = |input| input.len() }\n";
        write(temp.path(), "old/2020/day01.rs", code);
        with_trial(temp.path(), |mut trial| {
            let puzzle = Puzzle::of(2020, 1);
            let mut plan_next_build = |work: fn(&mut TrialDay)| {
                if let Some(day) = trial.days.get_mut(&puzzle) {
                    work(day);
                }
                trial.plan_copies();
                trial.write_copies(&[puzzle.year]).expect("files")
            };
            assert!(plan_next_build(|_| ()), "the first build");
            assert!(!plan_next_build(|_| ()), "nothing is decided");
            let own_code_fails = |day: &mut TrialDay| day.own_code_fails("it does not compile");
            assert!(plan_next_build(own_code_fails), "it is not compiled");
            let refuse = |day: &mut TrialDay| day.refuse("a module does not compile");
            assert!(plan_next_build(refuse), "the next build lacks it");
            assert!(!plan_next_build(refuse), "it was out already");
        });
    }

    /// Writes two days with their inputs.
    fn write_two_days(folder: &Path) {
        for day in ["day01", "day02"] {
            let code = "pub fn part1(i: &str) -> usize { i.len() }\n";
            write(folder, &format!("old/2020/{day}.rs"), code);
            let input = format!("project/inputs/year2020/{day}.txt");
            write(folder, &input, "abcde");
        }
    }

    #[cfg(unix)]
    #[test]
    fn several_days_run_at_once() {
        use crate::testing::write_program;

        if processor_count() < 2 {
            return;
        }
        let temp = tempfile::tempdir().expect("a folder");
        write_two_days(temp.path());
        // A run of each day waits until a run of the other day has started. It also needs the empty
        // file that hides the project's `.env`.
        let script = "#!/bin/sh\n[ -f .env ] || exit\ntouch \"$HOME/${1%%/*}\"\nfor i in $(seq 100); do\n\
                      if [ -e \"$HOME/day01\" ] && [ -e \"$HOME/day02\" ]; then\n\
                      printf '1\\t5\\n' > \"$3\"; exit\nfi\nsleep 0.1\ndone\n";
        let program = temp.path().join("program");
        write_program(&program, script);
        with_trial(temp.path(), |mut trial| {
            trial.plan_copies();
            trial.programs.insert(Year::of(2020), program.clone());
            trial
                .run_candidates(&mut FactsByPuzzle::new(), &|_, _| {})
                .expect("results");
            for day in trial.days.values() {
                assert!(!day.is_open() && !day.is_refused(), "{}", day.puzzle());
            }
        });
    }

    #[test]
    fn a_run_that_cannot_start_ends_the_trial_of_all_days() {
        let temp = tempfile::tempdir().expect("a folder");
        write_two_days(temp.path());
        with_trial(temp.path(), |mut trial| {
            trial.plan_copies();
            let program = temp.path().join("program");
            trial.programs.insert(Year::of(2020), program);
            let error = trial
                .run_candidates(&mut FactsByPuzzle::new(), &|_, _| {})
                .expect_err("there is no program");
            assert_eq!(error.exit, Exit::Files, "{error}");
        });
    }

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
