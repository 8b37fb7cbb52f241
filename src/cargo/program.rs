//! One program of a year: with all its days, or with some of them.
//!
//! The list of days is told to the compiler as `--cfg`, which the generated
//! `main.rs` looks at. Cargo gives each list an output of its own, and by
//! `-C metadata` the compiler an incremental folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::command::{self, Output, TARGET};
use super::fingerprint::{self, Fingerprint};
use super::request::{BuildEvents, BuildRequest, Built, Profile};
use super::review::{Records, Review};
use crate::error::CliError;
use crate::files::replace_unflushed;
use crate::project::{Project, YearSources};
use crate::puzzle::{Day, Puzzle, Year};

/// How often cargo is called for one program: it may miss a change, files may be
/// found that were not known, and they may be saved meanwhile.
const ATTEMPTS: usize = 4;

/// How many builds of one program are kept: another terminal may be about to start
/// the last one.
const KEPT_BUILDS: usize = 5;

/// How many programs are kept: `bench all` has one for each day of all years.
const KEPT_PROGRAMS: usize = 400;

/// How many of cargo's outputs are kept. Without it cargo builds the program again.
const KEPT_OUTPUTS: usize = 100;

/// How many incremental folders are kept, some 4 MB each.
const KEPT_INCREMENTAL: usize = 12;

/// What `aoc` remembers about builds, and its lock.
pub fn stamps(project: &Project) -> PathBuf {
    project.target_dir().join("aoc-stamps")
}

pub struct Program<'a> {
    request: &'a BuildRequest<'a>,
    year: Year,
    /// Such as `year2020-22`.
    name: String,
    /// The project's root as cargo names it.
    root: PathBuf,
    /// Cargo's arguments that change the program.
    arguments: Vec<String>,
    /// The compiler's; none for the program of the whole year, which is then the
    /// one that plain cargo builds.
    rustc: Vec<String>,
    /// What this program has of a generated `main.rs`, which itself is another one
    /// when a day is added. `None` if all of it counts.
    main: Option<String>,
}

/// The result of a build.
pub struct Attempt {
    pub built: Option<Built>,
    pub output: Output,
}

impl<'a> Program<'a> {
    /// The program of some days of a year, or of all.
    pub fn new(
        request: &'a BuildRequest<'a>,
        year: Year,
        days: Option<&BTreeSet<Day>>,
        sources: &YearSources,
    ) -> Self {
        let root = request.project.root();
        let mut name = format!("year{year}");
        let mut arguments = ["-p", &name, "--bin", &name].map(str::to_owned).to_vec();
        arguments.extend(request.options.profile.arguments(request.project));
        arguments.extend(request.feature_arguments(year));
        let mut rustc = Vec::new();
        if let Some(days) = days {
            name = match days.first() {
                Some(day) if days.len() == 1 => format!("{name}-{:02}", day.0),
                _ => format!("{name}-some"),
            };
            for day in days {
                rustc.extend(["--cfg".to_owned(), format!("aoc_day=\"{day}\"")]);
            }
            let metadata = format!("metadata=aoc{}", fingerprint::hash(days));
            let more = ["--cfg", "aoc_some", "-A", "dead_code", "-C", &metadata];
            rustc.extend(more.map(str::to_owned));
        }
        Self {
            request,
            year,
            name,
            root: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
            arguments,
            rustc,
            main: days.map(|days| sources.main(year, days)),
        }
    }

    /// Whether it has some days of the year alone.
    pub fn is_alone(&self) -> bool {
        self.main.is_some()
    }

    /// The program, if a build would change nothing.
    pub fn fresh(&self) -> Option<Built> {
        let stamp = self.stamp("json");
        let fingerprint = Fingerprint::load(&stamp)?;
        let is_fresh = fingerprint.settings == self.settings(&fingerprint.variables)
            && fingerprint.has_same_files();
        is_fresh.then(|| {
            // What was used last is kept longest.
            let stamp = File::options().append(true).open(&stamp);
            let _ = stamp.and_then(|stamp| stamp.set_modified(self.request.now));
            Built {
                executable: fingerprint.executable,
            }
        })
    }

    /// Whether the day was found to use others of its year, and is as it was then.
    pub fn needs_year(&self, day: Option<PathBuf>) -> bool {
        let found = fs::read_to_string(self.stamp("needs-year"));
        found.is_ok_and(|found| found == mark(day))
    }

    pub fn remember_need_of_year(&self, day: Option<PathBuf>) {
        // If that fails it is found out again.
        let _ = replace_unflushed(&self.stamp("needs-year"), mark(day));
    }

    fn stamp(&self, extension: &str) -> PathBuf {
        let profile = self.request.options.profile.name();
        let name = format!("{}-{profile}.{extension}", self.name);
        stamps(self.request.project).join(name)
    }

    /// A hash of all that the program depends on but files.
    fn settings(&self, variables: &BTreeSet<String>) -> u64 {
        let environment = fingerprint::environment_hash(self.request.environment, variables);
        let arguments = (&self.arguments, &self.rustc, &self.main);
        let version = env!("CARGO_PKG_VERSION");
        fingerprint::hash(&(version, &self.root, arguments, environment))
    }

    /// Has cargo build the program, until it is known what it was built from.
    pub fn build(&self, events: &mut dyn BuildEvents) -> Result<Attempt, CliError> {
        let stamps = stamps(self.request.project);
        let mut records = Records::load(&stamps);
        let mut known = self.known_files();
        let main = PathBuf::from(self.main_file());
        for attempt in 1.. {
            let before = fingerprint::contents(known);
            let output = self.cargo(attempt > 1, events)?;
            let of = (self.root.as_path(), main.as_path());
            let review = Review::new(self.request, of, &before, &output, &mut records);
            if !review.missed.is_empty() {
                self.clean(&review.missed, events)?;
            }
            let executable = output.executable();
            let again = !review.missed.is_empty() || executable.is_some() && review.is_unsure;
            if again && attempt < ATTEMPTS {
                known = before.into_keys().chain(review.files.into_keys()).collect();
                continue;
            }
            records.save(&stamps);
            let built = executable
                .map(|executable| self.keep(executable))
                .transpose()?;
            if let Some(built) = built.as_ref().filter(|_| !again && review.is_complete) {
                self.remember(built, review);
            }
            return Ok(Attempt { built, output });
        }
        unreachable!("the last attempt returns")
    }

    /// Without its fingerprint cargo is asked the next time.
    fn remember(&self, built: &Built, review: Review) {
        let mut files = review.files;
        if self.main.is_some() {
            files.remove(&self.root.join(self.main_file()));
        }
        let executable = built.executable.clone();
        let fingerprint = Fingerprint {
            settings: self.settings(&review.variables),
            variables: review.variables,
            files: files.into_iter().collect(),
            program: fingerprint::state(&executable),
            executable,
        };
        let _ = fingerprint.save(&self.stamp("json"));
    }

    fn main_file(&self) -> String {
        format!("days/year{}/main.rs", self.year)
    }

    /// Keeps a program under a name that no other build takes.
    fn keep(&self, executable: &Path) -> Result<Built, CliError> {
        let profile = self.request.options.profile.name();
        let programs = self.root.join(TARGET).join("programs");
        let builds = programs.join(format!("{}-{profile}", self.name));
        let content = fingerprint::content(executable).unwrap_or_default();
        let current = format!("{content:016x}");
        let kept = builds.join(&current).join(&self.name);
        let kept = kept.with_extension(std::env::consts::EXE_EXTENSION);
        // A linker may have written into the file that this one is.
        if fingerprint::content(&kept) != Some(content) {
            let _ = fs::remove_file(&kept);
            fs::create_dir_all(builds.join(&current))
                .and_then(|()| fs::hard_link(executable, &kept))
                .or_else(|_| fs::copy(executable, &kept).map(drop))
                .map_err(|error| CliError::write(&kept, error))?;
        }
        remove_oldest(&builds, KEPT_BUILDS - 1, |name| name != current);
        Ok(Built { executable: kept })
    }

    /// Calls cargo. The second of two calls says nothing that the first has not
    /// said.
    fn cargo(&self, again: bool, events: &mut dyn BuildEvents) -> Result<Output, CliError> {
        let options = self.request.options;
        let mut arguments = vec!["rustc".to_owned()];
        // Cargo's own lines are of interest while it fetches and compiles the
        // libraries, and noise at every save.
        if again || options.quiet || has_stamps(self.request) {
            arguments.push("--quiet".to_owned());
        }
        let (format, color) = if options.color {
            ("json-diagnostic-rendered-ansi", "always")
        } else {
            ("json", "never")
        };
        arguments.extend(["--message-format", format, "--color", color].map(str::to_owned));
        arguments.extend_from_slice(&self.arguments);
        command::run(self.request, &arguments, &self.rustc, events)
    }

    fn clean(
        &self,
        packages: &BTreeSet<String>,
        events: &mut dyn BuildEvents,
    ) -> Result<(), CliError> {
        let mut arguments = vec!["clean".to_owned(), "--quiet".to_owned()];
        for package in packages {
            arguments.extend(["-p".to_owned(), package.clone()]);
        }
        let profile = self.request.options.profile;
        arguments.extend(profile.arguments(self.request.project));
        command::run(self.request, &arguments, &[], events).map(drop)
    }

    /// The files that may be sources: those of the last build and what is beside
    /// them, or all there are.
    fn known_files(&self) -> BTreeSet<PathBuf> {
        let target = self.root.join("target");
        let year = self.root.join(format!("days/year{}", self.year));
        let environment = self.request.environment;
        let mut files = fingerprint::further_files(&self.root, environment, &BTreeSet::new());
        files.insert(self.root.join(self.main_file()));
        match Fingerprint::load(&self.stamp("json")) {
            Some(last) => {
                fingerprint::files_below(&year, &target, &mut files);
                files.extend(last.files.into_iter().map(|(file, _)| file));
            }
            None => fingerprint::files_below(&self.root, &target, &mut files),
        }
        files
    }
}

/// The state of a day's file.
fn mark(day: Option<PathBuf>) -> String {
    format!("{:?}", day.and_then(|file| fingerprint::content(&file)))
}

/// Whether anything was built with the profile: then its libraries are there.
fn has_stamps(request: &BuildRequest<'_>) -> bool {
    let end = format!("-{}.json", request.options.profile.name());
    let entries = fs::read_dir(stamps(request.project)).into_iter().flatten();
    let mut names = entries.flatten().map(|entry| entry.file_name());
    names.any(|name| name.to_str().is_some_and(|name| name.ends_with(&end)))
}

/// Removes the programs that were not used for long, with what cargo keeps of
/// them. Where cargo keeps its files in another way than is known here, they stay.
pub fn prune(request: &BuildRequest<'_>) {
    let workers = request.project.root().join(TARGET);
    let of_year = |name: &str| name.starts_with("year");
    remove_oldest(&workers.join("programs"), KEPT_PROGRAMS, of_year);
    let stamp = |name: &str| of_year(name) && !name.contains(".needs-year");
    remove_oldest(&stamps(request.project), KEPT_PROGRAMS, stamp);
    let profile = match request.options.profile.name() {
        "dev" => "debug",
        name => name,
    };
    let profile = workers.join(profile);
    remove_oldest(&profile.join("deps"), KEPT_OUTPUTS, of_year);
    remove_oldest(&profile.join("incremental"), KEPT_INCREMENTAL, of_year);
}

/// Removes all but the newest of the entries with such names. Names that differ in
/// an extension are one.
fn remove_oldest(folder: &Path, kept: usize, is_wanted: impl Fn(&str) -> bool) {
    let mut groups: BTreeMap<String, (SystemTime, Vec<PathBuf>)> = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        if let (true, Ok(modified)) = (is_wanted(&name), modified) {
            let stem = name.split('.').next().unwrap_or_default().to_owned();
            let group = groups.entry(stem).or_insert((modified, Vec::new()));
            group.0 = group.0.max(modified);
            group.1.push(path);
        }
    }
    let surplus = groups.len().saturating_sub(kept);
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort();
    for path in groups.iter().take(surplus).flat_map(|(_, paths)| paths) {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
}

/// The files that the program of a day was made from when it was built last, with those
/// whose absence matters, each with its content then; and whether all are still the same.
pub fn built_from(
    project: &Project,
    puzzle: Puzzle,
    profile: Profile,
) -> (Vec<(PathBuf, Option<u64>)>, bool) {
    let year = format!("year{}", puzzle.year);
    let mut all = Vec::new();
    for name in [format!("{year}-{:02}", puzzle.day.0), year] {
        let stamp = stamps(project).join(format!("{name}-{}.json", profile.name()));
        let Some(fingerprint) = Fingerprint::load(&stamp) else {
            continue;
        };
        if fingerprint.has_same_files() {
            return (fingerprint.files, true);
        }
        all.extend(fingerprint.files);
    }
    (all, false)
}
