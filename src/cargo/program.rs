//! A program of a year, with all of its days or with some of them.
//!
//! The compiler gets the list of days as `--cfg` options, which the generated `main.rs` uses. Each
//! list of days has its own output file of cargo, and its own incremental folder because of `-C
//! metadata`.

use std::collections::BTreeSet;
use std::env::consts::EXE_EXTENSION;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::command::{self, CargoOutput, WORKERS_FOLDER};
use super::configuration::{Configuration, environment_hash};
use super::fingerprint::{Executable, FileHashes, Fingerprint};
use super::missed_changes::{Compilation, CompilationRecords, Freshness, SourceSnapshot};
use super::request::{BuildRequest, OnEvent, Profile};
use crate::error::{CliError, Result};
use crate::files::{
    FileIdentity, SharedLock, copy_with_time, mark_used, remove_oldest, replace_unflushed,
    source_files, value_hash,
};
use crate::project::Project;
use crate::puzzle::{Day, Puzzle, Year};

/// The maximum number of calls of cargo for one program. Another call is needed if cargo misses a
/// change, if new source files are found, or if files are saved during the build.
const MAX_ATTEMPTS: usize = 4;

/// The number of builds of one program that are kept. No build is removed while another command
/// uses a program. On a file system without locks, another terminal may be about to start an older
/// build.
const KEPT_BUILDS: usize = 5;

/// The number of programs that are kept. `bench all` builds one for each day of all years.
const KEPT_PROGRAMS: usize = 400;

/// The number of cargo's output files that are kept, two for each program. The kept builds are
/// copies, so they do not need these files.
const KEPT_OUTPUTS: usize = 200;

/// The number of temporary folders of the compiler that are kept. A compiler that is stopped while
/// it links leaves its folder behind. A cargo that a killed `aoc` has left behind may still use
/// some.
const KEPT_TEMPORARY: usize = 10;

/// The number of incremental folders that are kept. Each has about 4 MB.
const KEPT_INCREMENTAL: usize = 12;

/// The result of [`Program::build`].
pub struct ProgramBuild {
    /// The program. `None` if it does not compile.
    pub executable: Option<Executable>,
    pub output: CargoOutput,
}

pub struct Program<'a> {
    request: &'a BuildRequest<'a>,
    year: Year,
    /// The days in the program. `None` means the whole year, as in a plain `cargo build`.
    days: Option<BTreeSet<Day>>,
    /// The name of the program, such as `year2020-22`.
    name: String,
    fingerprint_file: PathBuf,
}

impl<'a> Program<'a> {
    pub fn new(request: &'a BuildRequest<'a>, year: Year, days: Option<BTreeSet<Day>>) -> Self {
        let mut name = match &days {
            None => year.package(),
            Some(days) => match days.first() {
                Some(day) if days.len() == 1 => single_day_name(year.day(*day)),
                _ => some_days_name(year),
            },
        };
        if request.tests {
            name += "-tests";
        }
        Self {
            request,
            year,
            days,
            fingerprint_file: fingerprint_file(request.project, &name, request.profile),
            name,
        }
    }

    /// The program, if it is up to date.
    pub fn fresh_executable(&self) -> Option<Executable> {
        let fingerprint = Fingerprint::load(&self.fingerprint_file)?;
        let settings = self.settings_hash(&fingerprint.variables);
        if fingerprint.settings != settings || !fingerprint.has_same_files() {
            return None;
        }
        // This program was just used, so others are removed before it.
        mark_used(&self.builds_dir());
        Some(fingerprint.program)
    }

    /// The arguments for cargo, followed by the arguments for the compiler.
    fn arguments(&self) -> Vec<String> {
        let mut arguments = self.request.profile_arguments(self.year);
        arguments.push(format!("--package={}", self.year.package()));
        arguments.push(self.request.target_argument(self.year));
        arguments.push("--message-format=json-diagnostic-rendered-ansi".to_owned());
        for feature in self.request.features_of(self.year) {
            arguments.push(format!("--features={feature}"));
        }
        if let Some(days) = &self.days {
            let options = ["--", "-Adead_code", "--cfg=aoc_some"];
            arguments.extend(options.map(str::to_owned));
            arguments.push(format!("-Cmetadata=aoc{}", value_hash(days)));
            for day in days {
                arguments.push(format!("--cfg=aoc_day=\"{day}\""));
            }
        }
        arguments
    }

    /// A hash of everything that the program depends on, except for files.
    fn settings_hash(&self, variables: &BTreeSet<String>) -> u64 {
        let root = self.request.project.root();
        let environment = environment_hash(root, self.request.environment, variables);
        let version = env!("CARGO_PKG_VERSION");
        value_hash(&(version, root, self.arguments(), environment))
    }

    /// Calls cargo until all sources of the program are known. The caller must hold the lock on
    /// builds.
    pub fn build(&self, on_event: OnEvent) -> Result<ProgramBuild> {
        // Another `aoc` may have built the program while this process waited for the lock.
        if let Some(executable) = self.fresh_executable() {
            return Ok(ProgramBuild {
                executable: Some(executable),
                output: CargoOutput::default(),
            });
        }
        let mut records = CompilationRecords::load(self.request.project);
        let mut known = self.known_files();
        // Cargo's own lines are shown at the first build, when cargo downloads and compiles the
        // libraries, even after an interrupted attempt. Later builds do not show them.
        let mut is_quiet = self.request.quiet || !records.hashes.is_empty();
        let mut attempts = 0;
        loop {
            attempts += 1;
            let snapshot = SourceSnapshot::take(self.request, &known);
            let before = if attempts > 1 {
                snapshot.contents_only()
            } else {
                snapshot
            };
            let mut arguments = self.arguments();
            if is_quiet {
                arguments.insert(0, "--quiet".to_owned());
            }
            let output = command::run_in_build_folder(self.request, "rustc", &arguments, on_event)?;
            let compilation = Compilation::collect(self.request, &before, &output);
            let freshness = records.update(&compilation);
            if attempts < MAX_ATTEMPTS
                && let Freshness::Outdated { missed } = &freshness
            {
                self.clean(missed, on_event)?;
                is_quiet = true;
                known.extend(compilation.files.into_keys());
                continue;
            }
            records.save();
            let Some(executable) = output.executable() else {
                return Ok(ProgramBuild {
                    executable: None,
                    output,
                });
            };
            let path = match self.keep(executable) {
                // A cargo that a killed `aoc` has left behind is just linking another program.
                Err(error) if error.kind() == ErrorKind::NotFound && attempts < MAX_ATTEMPTS => {
                    continue;
                }
                Err(error) => return Err(CliError::cannot_write(&self.builds_dir(), error)),
                Ok(path) => path,
            };
            let mut files = compilation.files;
            if self.days.is_some() {
                // `main.rs` changes when another day is added, but this program depends only on
                // the files of its own days.
                files.remove(&self.request.project.main_rs(self.year));
            }
            let kept = Executable {
                path,
                files: Arc::new(files.into_iter().collect()),
                has_features: self.request.features_of(self.year).next().is_some(),
                checks_overflow: output.checks_overflow(),
            };
            if let Freshness::Current { variables } = freshness {
                self.remember(&kept, variables);
            }
            return Ok(ProgramBuild {
                executable: Some(kept),
                output,
            });
        }
    }

    /// Removes cargo's output for these packages, so that cargo compiles them again.
    fn clean(&self, packages: &BTreeSet<String>, on_event: OnEvent) -> Result<()> {
        if packages.is_empty() {
            return Ok(());
        }
        let mut arguments = self.request.profile_arguments(self.year);
        arguments.push("--quiet".to_owned());
        for package in packages {
            arguments.push(format!("--package={package}"));
        }
        let output = command::run_in_build_folder(self.request, "clean", &arguments, on_event)?;
        if output.status.success() {
            return Ok(());
        }
        let failure = output.failure();
        let message = format!("cannot remove an outdated build: {failure}");
        Err(CliError::new(failure.exit, message))
    }

    /// Writes the fingerprint. Without it, the next build calls cargo.
    fn remember(&self, built: &Executable, variables: BTreeSet<String>) {
        let Some(state) = FileIdentity::of(&built.path) else {
            return;
        };
        let fingerprint = Fingerprint {
            settings: self.settings_hash(&variables),
            variables,
            program: built.clone(),
            state,
        };
        // The fingerprint is not flushed, so a crash may lose it. Then cargo is called once more.
        if let Ok(text) = serde_json::to_vec(&fingerprint) {
            let _ = replace_unflushed(&self.fingerprint_file, text);
        }
    }

    /// The folder of the program's kept builds.
    fn builds_dir(&self) -> PathBuf {
        let name = self.fingerprint_file.file_stem();
        programs_dir(self.request.project).join(name.unwrap_or_default())
    }

    /// Keeps a copy of a program under a name that is unique to this build.
    fn keep(&self, executable: &Path) -> io::Result<PathBuf> {
        let name = value_hash(&FileIdentity::of(executable));
        let folder = self.builds_dir().join(format!("{name:016x}"));
        let kept = folder.join(&self.name).with_extension(EXE_EXTENSION);
        copy_with_time(executable, &kept)?;
        mark_used(&folder);
        Ok(kept)
    }

    /// Removes kept builds that were not used for a long time.
    pub fn remove_old_builds(&self) {
        remove_oldest(&self.builds_dir(), KEPT_BUILDS, "");
    }

    /// The files and folders that may be sources: the files of the last build and of the year, or
    /// all files of the repository before the first build.
    fn known_files(&self) -> BTreeSet<PathBuf> {
        let project = self.request.project;
        let mut files = Configuration::read(project.root(), self.request.environment).files;
        let folder = if let Some(last) = Fingerprint::load(&self.fingerprint_file) {
            let sources = Arc::unwrap_or_clone(last.program.files);
            files.extend(sources.into_iter().map(|(path, _)| path));
            project.year_dir(self.year)
        } else {
            project.root().to_owned()
        };
        for file in source_files(&folder) {
            files.extend(file.parent().map(Path::to_owned));
            files.insert(file);
        }
        files
    }
}

/// The folder of the kept builds of all programs.
fn programs_dir(project: &Project) -> PathBuf {
    project.root().join(WORKERS_FOLDER).join("programs")
}

/// Copies a program that several days share, for one of them. So a solution that removes, replaces
/// or changes its own program does not affect the other days. A hard link is not enough, because it
/// shares the mode. If the copy cannot be written, returns the program itself.
pub fn copy_for(program: &Path, day: Day) -> PathBuf {
    let own = program
        .with_file_name(day.module())
        .join(program.file_name().unwrap_or_default());
    match copy_with_time(program, &own) {
        Ok(()) => own,
        Err(_) => program.to_owned(),
    }
}

/// The name of the program with only this day.
fn single_day_name(puzzle: Puzzle) -> String {
    format!("year{}-{:02}", puzzle.year, puzzle.day.get())
}

/// The name of the program with the days of a year that compile. The last build with this name may
/// have had other days.
fn some_days_name(year: Year) -> String {
    format!("year{year}-some")
}

/// The path of a program's fingerprint.
fn fingerprint_file(project: &Project, name: &str, profile: Profile) -> PathBuf {
    project
        .state_dir()
        .join(format!("{name}-{}.json", profile.name()))
}

/// Removes programs that were not used for a long time, and files of cargo and the compiler for
/// them. These files stay if they are in an unexpected folder.
pub fn prune(request: &BuildRequest, in_use: &SharedLock) {
    let workers = request.project.root().join(WORKERS_FOLDER);
    in_use.if_not_shared(|| {
        remove_oldest(&programs_dir(request.project), KEPT_PROGRAMS, "year");
    });
    for folder in request.profile_folders() {
        let folder = workers.join(folder);
        let outputs = folder.join("deps");
        remove_oldest(&outputs, KEPT_OUTPUTS, "year");
        remove_oldest(&outputs, KEPT_TEMPORARY, "rustc");
        remove_oldest(&folder.join("incremental"), KEPT_INCREMENTAL, "year");
    }
}

/// The files that a day was last built from.
#[derive(Default)]
pub struct LastSources {
    /// The files, with their content hashes at the time of the build. Includes files that did not
    /// exist then, because creating one of them would change the program.
    pub files: FileHashes,
    /// True if all of these files are unchanged.
    pub is_fresh: bool,
}

/// Finds the program of a day whose files are unchanged. If there is none, returns the files of all
/// programs with this day.
pub fn last_sources(project: &Project, puzzle: Puzzle, profile: Profile) -> LastSources {
    let year = puzzle.year;
    let mut sources = LastSources::default();
    for name in [
        single_day_name(puzzle),
        year.package(),
        some_days_name(year),
    ] {
        let file = fingerprint_file(project, &name, profile);
        let Some(fingerprint) = Fingerprint::load(&file) else {
            continue;
        };
        let has_day = fingerprint
            .program
            .files
            .iter()
            .any(|(path, _)| project.puzzle_of(path) == Some(puzzle));
        if !has_day {
            continue;
        }
        let is_fresh = fingerprint.has_same_files();
        let files = Arc::unwrap_or_clone(fingerprint.program.files);
        if is_fresh {
            return LastSources { files, is_fresh };
        }
        sources.files.extend(files);
    }
    sources
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    use filetime::set_file_mtime;

    use super::*;
    use crate::testing::write;

    #[test]
    fn a_copy_that_a_solution_changed_is_made_again_and_no_other() {
        let temp = tempfile::tempdir().unwrap();
        let program = temp.path().join("year2020");
        write(temp.path(), "year2020", "program");
        let hour_ago = SystemTime::now() - Duration::from_hours(1);
        set_file_mtime(&program, hour_ago.into()).unwrap();
        let of_day = || copy_for(&program, Day::of(7));
        let copy = of_day();
        assert_eq!(copy, temp.path().join("day07/year2020"));
        let checked = || {
            let state = FileIdentity::of(&copy).unwrap();
            let is_copy = state.is_copy_of(FileIdentity::of(&program).unwrap());
            assert!(is_copy && fs::read_to_string(&copy).unwrap() == "program");
            state
        };
        let first = checked();
        of_day();
        assert_eq!(checked(), first);
        // The program's file is changed in size, then in time, then replaced by another program,
        // then removed.
        fs::write(&copy, "shorter").unwrap();
        fs::write(&copy, "mine").unwrap();
        set_file_mtime(&copy, hour_ago.into()).unwrap();
        of_day();
        checked();
        set_file_mtime(&copy, SystemTime::now().into()).unwrap();
        of_day();
        checked();
        fs::remove_file(&copy).unwrap();
        of_day();
        checked();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&program).unwrap().permissions();
            fs::set_permissions(&copy, fs::Permissions::from_mode(0o400)).unwrap();
            of_day();
            checked();
            assert_eq!(fs::metadata(&copy).unwrap().permissions(), mode);
        }
    }
}
