//! One program of a year: with all of its days, or with some of them.
//!
//! The compiler gets the list of days as `--cfg`, which the generated `main.rs` uses.
//! Each list has a separate output file of cargo and, by `-C metadata`, a separate
//! incremental folder.

use std::collections::BTreeSet;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};

use super::command::{self, Output, TARGET};
use super::fingerprint::{self, Fingerprint};
use super::request::{BuildEvent, BuildRequest, Profile};
use super::sources::{Records, Review};
use crate::error::CliError;
use crate::files::{mark_used, remove_oldest, replace_unflushed};
use crate::project::Project;
use crate::puzzle::{Day, Puzzle, Year};

/// The most calls of cargo for one program: cargo may miss a change, unknown source
/// files may turn up, and files may be saved during the build.
const ATTEMPTS: usize = 4;

/// The number of builds of one program that are kept: another terminal may be about to
/// start the previous one.
const KEPT_BUILDS: usize = 5;

/// The number of programs that are kept: `bench all` has one for each day of all years.
const KEPT_PROGRAMS: usize = 400;

/// The number of cargo's output files that are kept, two for each program. If they are
/// removed, cargo builds the program again.
const KEPT_OUTPUTS: usize = 200;

/// The number of incremental folders that are kept, about 4 MB each.
const KEPT_INCREMENTAL: usize = 12;

/// The folder of aoc's fingerprints and of the lock for builds.
pub fn stamps(project: &Project) -> PathBuf {
    project.target_dir().join("aoc-stamps")
}

pub struct Program<'a> {
    request: &'a BuildRequest<'a>,
    year: Year,
    /// The days in the program; `None` for the whole year, which is the program that
    /// plain cargo builds.
    pub days: Option<BTreeSet<Day>>,
    /// The program's name, such as `year2020-22`.
    name: String,
    /// The project's root as cargo writes it.
    root: PathBuf,
}

impl<'a> Program<'a> {
    pub fn new(request: &'a BuildRequest<'a>, year: Year, days: Option<BTreeSet<Day>>) -> Self {
        let root = request.project.root();
        let some = days.as_ref().map(|days| match days.first() {
            Some(day) if days.len() == 1 => format!("-{:02}", day.0),
            _ => "-some".to_owned(),
        });
        Self {
            request,
            year,
            days,
            name: format!("year{year}{}", some.unwrap_or_default()),
            root: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
        }
    }

    /// The program in the folder of a build.
    fn file_in(&self, folder: &Path) -> PathBuf {
        folder.join(&self.name).with_extension(EXE_EXTENSION)
    }

    /// The program, if it is up to date.
    pub fn fresh_executable(&self) -> Option<PathBuf> {
        let fingerprint = Fingerprint::load(&self.fingerprint_file())?;
        let settings = self.settings(&fingerprint.variables);
        if fingerprint.settings != settings || !fingerprint.has_same_files() {
            return None;
        }
        // The most recently used programs are kept longest.
        mark_used(&self.builds());
        Some(fingerprint.executable)
    }

    /// The file of the fingerprint.
    fn fingerprint_file(&self) -> PathBuf {
        let name = format!("{}-{}.json", self.name, self.request.profile.name());
        stamps(self.request.project).join(name)
    }

    /// The arguments for cargo that influence the program, then those for the compiler.
    fn arguments(&self) -> Vec<String> {
        let year = format!("year{}", self.year);
        let mut arguments = ["-p", &year, "--bin", &year].map(str::to_owned).to_vec();
        arguments.extend(self.request.profile.arguments(self.request.project));
        arguments.extend(self.request.feature_arguments(self.year));
        if let Some(days) = &self.days {
            let hash = fingerprint::hash(days);
            let options = format!("-- -A dead_code -C metadata=aoc{hash} --cfg aoc_some");
            arguments.extend(options.split(' ').map(str::to_owned));
            let conditions = days.iter().map(|day| format!("aoc_day=\"{day}\""));
            arguments.extend(conditions.flat_map(|condition| ["--cfg".to_owned(), condition]));
        }
        arguments
    }

    /// A hash of everything that the program depends on except files.
    fn settings(&self, variables: &BTreeSet<String>) -> u64 {
        let environment = fingerprint::environment_hash(self.request.environment, variables);
        let version = env!("CARGO_PKG_VERSION");
        fingerprint::hash(&(version, &self.root, self.arguments(), environment))
    }

    /// Calls cargo until the sources of the program are known. Returns no program if it
    /// does not compile.
    pub fn build(
        &self,
        on_event: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<(Option<PathBuf>, Output), CliError> {
        let stamps = stamps(self.request.project);
        let mut records = Records::load(&stamps, &self.profile_dir());
        let mut known = self.known_files();
        let mut attempt = 1;
        loop {
            let before = fingerprint::content_hashes(known);
            let output = self.cargo(attempt > 1, on_event)?;
            let review = Review::new(self.request, &self.root, &before, &output, &mut records);
            if !review.missed.is_empty() {
                let packages = review.missed.iter().flat_map(|package| ["-p", package]);
                let mut arguments: Vec<String> = packages.map(str::to_owned).collect();
                arguments.extend(self.request.profile.arguments(self.request.project));
                arguments.push("--quiet".to_owned());
                command::run(self.request, "clean", &arguments, on_event)?;
            }
            let executable = output.executable();
            let retry = !review.missed.is_empty() || executable.is_some() && review.is_unsure;
            if retry && attempt < ATTEMPTS {
                attempt += 1;
                known = before.into_keys().chain(review.files.into_keys()).collect();
                continue;
            }
            records.save(&stamps);
            let kept = executable.map(|file| self.keep(file)).transpose()?;
            if let Some(kept) = kept.as_ref().filter(|_| !retry && !review.is_incomplete) {
                self.remember(kept, review);
            }
            return Ok((kept, output));
        }
    }

    /// Writes the fingerprint. Without it, cargo is called the next time.
    fn remember(&self, executable: &Path, review: Review) {
        let mut files = review.files;
        if let Some(days) = &self.days {
            // `main.rs` changes when a day is added, but its part about these days
            // depends only on their files.
            files.remove(&self.year_dir().join("main.rs"));
            let puzzles = days.iter().map(|day| self.year.day(*day));
            let paths = puzzles.flat_map(|puzzle| self.request.project.day_files(puzzle));
            files.extend(fingerprint::content_hashes(paths.collect()));
        }
        let fingerprint = Fingerprint {
            settings: self.settings(&review.variables),
            variables: review.variables,
            files: files.into_iter().collect(),
            program: fingerprint::file_state(executable),
            executable: executable.to_owned(),
        };
        // If it is lost in a crash, cargo is called once more.
        let file = self.fingerprint_file();
        if let Ok(text) = serde_json::to_vec(&fingerprint) {
            let _ = replace_unflushed(&file, text);
        }
    }

    /// Cargo's output folder for the profile.
    fn profile_dir(&self) -> PathBuf {
        self.root.join(TARGET).join(self.request.profile.folder())
    }

    fn year_dir(&self) -> PathBuf {
        self.root.join(format!("days/year{}", self.year))
    }

    /// The folder of kept builds.
    fn builds(&self) -> PathBuf {
        let name = format!("{}-{}", self.name, self.request.profile.name());
        self.root.join(TARGET).join("programs").join(name)
    }

    /// Keeps a program under a name that no other build uses.
    fn keep(&self, executable: &Path) -> Result<PathBuf, CliError> {
        let content_hash = fingerprint::content_hash(executable);
        let name = format!("{:016x}", content_hash.unwrap_or_default());
        let folder = self.builds().join(name);
        let kept = self.file_in(&folder);
        // A linker may have written into this file, which is a hard link to cargo's.
        if fingerprint::content_hash(&kept) != content_hash {
            let _ = fs::remove_file(&kept);
            fs::create_dir_all(&folder)
                .and_then(|()| fs::hard_link(executable, &kept))
                .or_else(|_| fs::copy(executable, &kept).map(drop))
                .map_err(|error| CliError::write(&kept, error))?;
        }
        mark_used(&folder);
        remove_oldest(&self.builds(), KEPT_BUILDS, "");
        Ok(kept)
    }

    /// Calls cargo. A retry does not repeat cargo's own messages.
    fn cargo(
        &self,
        is_retry: bool,
        on_event: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<Output, CliError> {
        // Cargo's own lines are shown while it downloads and compiles the libraries, also
        // after an interrupt, but not at every save.
        let built = fs::read_dir(self.profile_dir().join("deps"));
        let mut built = built.into_iter().flatten().flatten();
        let has_libraries = built.any(|file| {
            let name = file.file_name();
            name.to_string_lossy().starts_with("libaoc_solution-")
        });
        let is_quiet = is_retry || self.request.quiet || has_libraries;
        let (format, color) = if self.request.color {
            ("json-diagnostic-rendered-ansi", "always")
        } else {
            ("json", "never")
        };
        let mut options = vec!["--message-format", format, "--color", color];
        options.extend(is_quiet.then_some("--quiet"));
        let options = options.into_iter().map(str::to_owned);
        let arguments: Vec<String> = options.chain(self.arguments()).collect();
        command::run(self.request, "rustc", &arguments, on_event)
    }

    /// The files that may be sources: those of the last build and those of the year, or
    /// without a last build all files.
    fn known_files(&self) -> BTreeSet<PathBuf> {
        let environment = self.request.environment;
        let mut files = fingerprint::further_files(&self.root, environment, &BTreeSet::new());
        let last = Fingerprint::load(&self.fingerprint_file());
        let folder = last.as_ref().map_or(self.root.clone(), |_| self.year_dir());
        fingerprint::files_below(&folder, &self.root.join("target"), false, &mut files);
        let last = last.into_iter().flat_map(|last| last.files);
        files.extend(last.map(|(path, _)| path));
        files
    }
}

/// Removes programs that were not used for a long time, with cargo's files for them. If
/// cargo's files are not where they are expected, they stay.
pub fn prune(request: &BuildRequest<'_>) {
    let workers = request.project.root().join(TARGET);
    let profile = workers.join(request.profile.folder());
    for (folder, kept) in [
        (workers.join("programs"), KEPT_PROGRAMS),
        (profile.join("deps"), KEPT_OUTPUTS),
        (profile.join("incremental"), KEPT_INCREMENTAL),
    ] {
        remove_oldest(&folder, kept, "year");
    }
}

/// The files that a day's program was last built from, and those whose absence matters,
/// each with its content hash at that time; and whether all of them are unchanged.
pub fn built_from(
    project: &Project,
    puzzle: Puzzle,
    profile: Profile,
) -> (Vec<(PathBuf, Option<u64>)>, bool) {
    let year = format!("year{}", puzzle.year);
    let mut all = Vec::new();
    for name in [format!("{year}-{:02}", puzzle.day.0), year] {
        let file = stamps(project).join(format!("{name}-{}.json", profile.name()));
        let Some(fingerprint) = Fingerprint::load(&file) else {
            continue;
        };
        if fingerprint.has_same_files() {
            return (fingerprint.files, true);
        }
        all.extend(fingerprint.files);
    }
    (all, false)
}
