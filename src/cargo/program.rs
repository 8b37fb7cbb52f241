//! One program of a year: with all its days, or with some of them.
//!
//! The list of days is told to the compiler as `--cfg`, which the generated
//! `main.rs` looks at. Cargo gives each list an output of its own, and by
//! `-C metadata` the compiler an incremental folder.
//!
//! Cargo compares times: a file that is older than the last build is unchanged to
//! it, whatever its content. So `aoc` keeps a record of what each library and
//! program was compiled from. Where cargo calls one fresh whose sources are others
//! now, the package is cleaned and built once more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::command::{self, Output, TARGET};
use super::fingerprint::{self, Contents, Fingerprint};
use super::messages::Artifact;
use super::request::{BuildError, BuildEvents, BuildRequest, Built, Profile};
use super::{dep_info, features};
use crate::files::replace_unflushed;
use crate::project::{Project, YearSources};
use crate::puzzle::{Day, Puzzle, Year};

/// How often cargo is called for one program: it may miss a change, files may be
/// found that were not known, and they may be saved meanwhile.
const ATTEMPTS: usize = 5;

/// How many builds of one program are kept: another terminal may be about to start
/// the last one.
const KEPT_BUILDS: usize = 3;

/// How many programs are kept: `bench all` has one for each day of all years.
const KEPT_PROGRAMS: usize = 400;

/// How many of cargo's outputs are kept. Without it cargo builds the program again.
const KEPT_OUTPUTS: usize = 100;

/// How many incremental folders are kept, some 4 MB each.
const KEPT_INCREMENTAL: usize = 12;

/// How many libraries and programs are known by what they were compiled from.
const KEPT_RECORDS: usize = 2000;

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
        let mut arguments = [
            "-p",
            &format!("year{year}"),
            "--bin",
            &format!("year{year}"),
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.extend(request.options.profile.arguments(request.project));
        arguments.extend(features::arguments(request, year));
        let mut rustc = Vec::new();
        let mut name = format!("year{year}");
        for day in days.into_iter().flatten() {
            rustc.extend(["--cfg".to_owned(), format!("aoc_day=\"{day}\"")]);
        }
        if let Some(days) = days {
            name += &match Vec::from_iter(days).as_slice() {
                [day] => format!("-{:02}", day.0),
                _ => "-some".to_owned(),
            };
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

    /// Whether the days were found to use others of their year.
    pub fn needs_year(&self) -> bool {
        self.stamp("needs-year").is_file()
    }

    pub fn remember_need_of_year(&self) {
        // If that fails it is found out again.
        let _ = replace_unflushed(&self.stamp("needs-year"), "");
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
    pub fn build(&self, events: &mut dyn BuildEvents) -> Result<Attempt, BuildError> {
        let mut records = Records::load(self.request.project);
        let mut known = self.known_files();
        let mut last = None;
        for attempt in 0..ATTEMPTS {
            let before = fingerprint::contents(known);
            let output = self.cargo(attempt > 0, events)?;
            let mut review = Review::new(self, before);
            review.compare(&output, &mut records);
            let files = output.executable().map(|_| self.files(&output));
            let settled = match files {
                _ if !review.missed.is_empty() => {
                    self.clean(&review.missed, events)?;
                    false
                }
                None => true,
                Some(None) => true,
                Some(Some(ref files)) => !review.is_unsure && review.is_unchanged(files),
            };
            known = review
                .before
                .keys()
                .chain(review.after.keys())
                .cloned()
                .collect();
            last = Some((output, files.flatten().filter(|_| settled), review));
            if settled {
                break;
            }
        }
        records.save(self.request.project);
        let (output, files, mut review) = last.expect("there is an attempt");
        let Some(executable) = output.executable() else {
            return Ok(Attempt {
                built: None,
                output,
            });
        };
        let executable = self.keep(executable).map_err(|source| BuildError::Write {
            path: executable.to_path_buf(),
            source,
        })?;
        if let Some((files, variables)) = files.zip(self.variables(&output)) {
            let files = files
                .into_iter()
                .filter(|file| !self.is_generated_main(file));
            let fingerprint = Fingerprint {
                settings: self.settings(&variables),
                variables,
                files: files
                    .map(|file| (file.clone(), review.now(&file)))
                    .collect(),
                executable: executable.clone(),
            };
            // Without it cargo is asked the next time.
            let _ = fingerprint.save(&self.stamp("json"));
        }
        let built = Some(Built { executable });
        Ok(Attempt { built, output })
    }

    fn is_generated_main(&self, file: &Path) -> bool {
        self.main.is_some() && file == self.root.join(self.main_file())
    }

    fn main_file(&self) -> String {
        format!("days/year{}/main.rs", self.year)
    }

    /// Keeps a program under a name that no other build takes.
    fn keep(&self, executable: &Path) -> io::Result<PathBuf> {
        let profile = self.request.options.profile.name();
        let programs = self.root.join(TARGET).join("programs");
        let builds = programs.join(format!("{}-{profile}", self.name));
        let content = fingerprint::content(executable).ok_or(io::ErrorKind::NotFound)?;
        let folder = builds.join(format!("{content:016x}"));
        let program = folder
            .join(&self.name)
            .with_extension(std::env::consts::EXE_EXTENSION);
        fs::create_dir_all(&folder)?;
        if !program.is_file() {
            fs::hard_link(executable, &program)
                .or_else(|_| fs::copy(executable, &program).map(drop))?;
        }
        let current = folder.file_name().unwrap_or_default();
        remove_oldest(&builds, KEPT_BUILDS - 1, |name| name != current);
        Ok(program)
    }

    /// Calls cargo. The second of two calls says nothing that the first has not
    /// said.
    fn cargo(&self, again: bool, events: &mut dyn BuildEvents) -> Result<Output, BuildError> {
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
    ) -> Result<(), BuildError> {
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
        let mut files = self.further_files(&BTreeSet::new());
        files.insert(self.root.join(self.main_file()));
        match Fingerprint::load(&self.stamp("json")) {
            Some(last) => {
                fingerprint::files_below(&year, &target, &mut files);
                files.extend(last.files.into_keys());
            }
            None => fingerprint::files_below(&self.root, &target, &mut files),
        }
        files
    }

    fn further_files(&self, packages: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        fingerprint::further_files(&self.root, self.request.environment, packages)
    }

    /// All files that the program depends on; `None` if they are not understood.
    fn files(&self, output: &Output) -> Option<BTreeSet<PathBuf>> {
        let mut files = BTreeSet::new();
        let mut folders = BTreeSet::new();
        for artifact in local(output) {
            files.extend(self.sources(artifact, output)?);
            folders.insert(artifact.folder().to_path_buf());
        }
        files.extend(self.further_files(&folders));
        for out_dir in &output.out_dirs {
            for path in dep_info::script_output(out_dir)?.1 {
                if path.is_dir() {
                    fingerprint::files_below(&path, &self.root.join("target"), &mut files);
                } else {
                    files.insert(path);
                }
            }
        }
        Some(files)
    }

    /// The sources of an artifact; `None` if there is no list that can be relied
    /// on. No list says which files a build script reads, so all of its package
    /// count.
    fn sources(&self, artifact: &Artifact, output: &Output) -> Option<BTreeSet<PathBuf>> {
        let folder = artifact.folder();
        let list = match &artifact.executable {
            _ if artifact.is("custom-build") => BTreeSet::new(),
            Some(executable) => dep_info::program_sources(executable, self.main_file().as_ref())?,
            None => {
                // Rustc runs in the workspace for what is in it.
                let inside = folder.starts_with(&self.root);
                let ran_in = if inside { &self.root } else { folder };
                dep_info::crate_sources(artifact.filenames.first()?, ran_in)?
            }
        };
        let mut files: BTreeSet<PathBuf> = list.into_iter().map(real_path).collect();
        let mut scripts = local(output).filter(|it| it.is("custom-build"));
        if scripts.any(|it| it.folder() == folder) {
            fingerprint::files_below(folder, &self.root.join("target"), &mut files);
        }
        Some(files)
    }

    /// The environment variables that the program was compiled with; `None` if they
    /// are not understood.
    fn variables(&self, output: &Output) -> Option<BTreeSet<String>> {
        let crates = local(output).map(|it| it.target.name.replace('-', "_"));
        let crates: BTreeSet<String> = crates.collect();
        let mut folders = BTreeSet::from([output.executable()?.parent()?.join("deps")]);
        for artifact in local(output) {
            folders.extend(artifact.filenames.first()?.parent().map(Path::to_path_buf));
        }
        let mut variables = BTreeSet::new();
        for folder in folders {
            variables.extend(dep_info::variables(&folder, &crates));
        }
        for out_dir in &output.out_dirs {
            variables.extend(dep_info::script_output(out_dir)?.0);
        }
        Some(variables)
    }
}

/// A path without `..`, so that a file has one name.
fn real_path(path: PathBuf) -> PathBuf {
    match path.components().any(|it| it.as_os_str() == "..") {
        true => path.canonicalize().unwrap_or(path),
        false => path,
    }
}

fn local(output: &Output) -> impl Iterator<Item = &Artifact> {
    let artifacts = output.artifacts.iter();
    artifacts.filter(|artifact| artifact.local_package().is_some())
}

/// What a call of cargo shows about the sources.
struct Review<'a> {
    program: &'a Program<'a>,
    before: Contents,
    after: Contents,
    /// The packages that cargo did not compile though their sources changed.
    missed: BTreeSet<String>,
    /// Whether something was compiled from sources that were not known, or that
    /// changed meanwhile.
    is_unsure: bool,
}

impl<'a> Review<'a> {
    fn new(program: &'a Program<'a>, before: Contents) -> Self {
        Self {
            program,
            before,
            after: Contents::new(),
            missed: BTreeSet::new(),
            is_unsure: false,
        }
    }

    /// Compares what cargo compiled, and what it did not, with the sources.
    fn compare(&mut self, output: &Output, records: &mut Records) {
        for artifact in local(output).filter(|it| !it.is("custom-build")) {
            let package = artifact.local_package().unwrap_or_default();
            let built = artifact.filenames.first();
            let built = built.and_then(|file| fingerprint::content(file));
            let files = self.program.sources(artifact, output);
            match (built, files) {
                (Some(built), Some(files)) => {
                    let contents: Vec<_> = files.iter().map(|it| (it, self.now(it))).collect();
                    let sources = fingerprint::hash(&contents);
                    if artifact.fresh {
                        if records.sources_of(built) != Some(sources) {
                            self.missed.insert(package.to_owned());
                        }
                    } else if self.is_unchanged(&files) {
                        records.insert(built, sources);
                    } else {
                        self.is_unsure = true;
                    }
                }
                _ if artifact.fresh => drop(self.missed.insert(package.to_owned())),
                _ => self.is_unsure = true,
            }
        }
    }

    /// The content of a file after the call.
    fn now(&mut self, file: &Path) -> Option<u64> {
        if let Some(content) = self.after.get(file) {
            return *content;
        }
        let content = fingerprint::content(file);
        self.after.insert(file.to_path_buf(), content);
        content
    }

    /// Whether it is known that the files had before the call what they have now.
    /// Only cargo writes into its folder.
    fn is_unchanged(&mut self, files: &BTreeSet<PathBuf>) -> bool {
        let target = self.program.root.join(TARGET);
        files.iter().all(|file| {
            let now = self.now(file);
            let before = self.before.get(file).copied();
            before.unwrap_or_default() == now || file.starts_with(&target)
        })
    }
}

/// What libraries and programs were last compiled from: pairs of a content and of
/// a hash of the sources, the newest last.
struct Records(Vec<(u64, u64)>);

impl Records {
    /// Without a record an artifact counts as changed.
    fn load(project: &Project) -> Self {
        let text = fs::read(stamps(project).join("compiled.json"));
        Self(serde_json::from_slice(&text.unwrap_or_default()).unwrap_or_default())
    }

    fn sources_of(&self, built: u64) -> Option<u64> {
        let record = self.0.iter().find(|(of, _)| *of == built);
        record.map(|(_, sources)| *sources)
    }

    fn insert(&mut self, built: u64, sources: u64) {
        self.0.retain(|(of, _)| *of != built);
        self.0.push((built, sources));
    }

    fn save(self, project: &Project) {
        let surplus = self.0.len().saturating_sub(KEPT_RECORDS);
        if let Ok(text) = serde_json::to_vec(&self.0[surplus..]) {
            let _ = replace_unflushed(&stamps(project).join("compiled.json"), text);
        }
    }
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
    let stamp = |name: &str| of_year(name) && name.ends_with(".json");
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
    let mut groups = Vec::from_iter(groups.into_values());
    groups.sort();
    let surplus = groups.len().saturating_sub(kept);
    for path in groups
        .into_iter()
        .take(surplus)
        .flat_map(|(_, paths)| paths)
    {
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}

/// The files that the program of a day was made from, with those whose absence
/// matters; `None` if it was not built from what they are now.
pub fn built_from(
    project: &Project,
    puzzle: Puzzle,
    profile: Profile,
) -> Option<BTreeSet<PathBuf>> {
    let year = format!("year{}", puzzle.year);
    let names = [format!("{year}-{:02}", puzzle.day.0), year];
    let fingerprints = names.into_iter().filter_map(|name| {
        let stamp = format!("{name}-{}.json", profile.name());
        Fingerprint::load(&stamps(project).join(stamp))
    });
    let mut fresh = fingerprints.filter(Fingerprint::has_same_files);
    fresh.next().map(|it| it.files.into_keys().collect())
}
