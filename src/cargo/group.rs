//! Building the units of one workspace: cargo is called once if all goes as
//! usual, and twice where it must be told what it does not see.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::command::{self, Call, Output};
use super::compiled::Compiled;
use super::error::{BuildError, BuildFailure};
use super::events::BuildEvents;
use super::fingerprint::{self, Fingerprint};
use super::messages::Artifact;
use super::request::Request;
use super::snapshot::{Snapshot, files_below};
use super::unit::Unit;
use super::workers::Built;
use super::{failure, single, stamps};

/// What came of a unit.
pub enum Outcome {
    Built(Built),
    Failed(BuildFailure),
    /// The day cannot be built without its year.
    NotAlone,
}

/// Builds units that are all of one workspace: the project's, or that of
/// single days.
pub fn build(
    request: &Request<'_>,
    units: Vec<Unit>,
    events: &mut dyn BuildEvents,
) -> Result<Vec<(Unit, Outcome)>, BuildError> {
    let Some(first) = units.first() else {
        return Ok(Vec::new());
    };
    let root = request.project.root();
    let group = Group {
        request,
        // As cargo names it.
        workspace: match root.canonicalize().unwrap_or_else(|_| root.to_path_buf()) {
            root if first.one_day().is_some() => root.join(single::FOLDER),
            root => root,
        },
        arguments: request.plan.profile.arguments(request.project),
        units: &units,
    };
    let all: Vec<&Unit> = units.iter().collect();
    let mut compiled = Compiled::load(&stamps::folder(request.project));
    let known = group.known_files();
    let mut review = group.call(&all, known, &mut compiled, &Review::default(), events)?;
    let mut failed = None;
    if !review.missed.is_empty() {
        group.clean(&review.missed, events)?;
        let known = review.contents.paths();
        review = group.call(&all, known, &mut compiled, &review, events)?;
    } else if review.is_unsure() {
        let built = |unit: &&Unit| review.output.program(&unit.program).is_some();
        let built: Vec<&Unit> = all.into_iter().filter(built).collect();
        if !built.is_empty() {
            let known = review.contents.paths();
            let second = group.call(&built, known, &mut compiled, &review, events)?;
            failed = Some(std::mem::replace(&mut review, second));
        }
    }
    compiled.save();

    for unit in &units {
        if let Some(fingerprint) = group.fingerprint(unit, &mut review) {
            unit.remember(&fingerprint);
        }
    }
    let first = failed.as_ref().unwrap_or(&review);
    let outcome = |unit: &Unit| match review.output.program(&unit.program) {
        Some(executable) => Outcome::Built(Built {
            executable: executable.to_path_buf(),
        }),
        None if failure::is_of_one_day(unit, &first.output) => Outcome::NotAlone,
        None => Outcome::Failed(failure::of(request.project, unit, &first.output)),
    };
    let outcomes: Vec<Outcome> = units.iter().map(outcome).collect();
    let first = failed.unwrap_or(review).output;
    let outcomes: Vec<(Unit, Outcome)> = units.into_iter().zip(outcomes).collect();
    show(&first, &outcomes, request.plan.quiet, events);
    Ok(outcomes)
}

/// Shows what the compiler and cargo said, but not about units that are going
/// to be built in another way.
fn show(
    output: &Output,
    outcomes: &[(Unit, Outcome)],
    only_errors: bool,
    events: &mut dyn BuildEvents,
) {
    let again = |target: &str| {
        let of_target = outcomes.iter().find(|(unit, _)| unit.program == target);
        of_target.is_some_and(|(_, outcome)| matches!(outcome, Outcome::NotAlone))
    };
    let mut shown = HashSet::new();
    for message in &output.messages {
        let wanted = message.is_error || !only_errors;
        if wanted && !again(&message.target) && shown.insert(&message.text) {
            events.message(&message.text);
        }
    }
    let failed = |(_, outcome): &(Unit, Outcome)| matches!(outcome, Outcome::Failed(_));
    if outcomes.iter().any(failed) {
        for line in &output.error_lines {
            events.line(line);
        }
    }
}

struct Group<'a> {
    request: &'a Request<'a>,
    /// The folder of the workspace, as cargo names it.
    workspace: PathBuf,
    /// The arguments that choose the profile.
    arguments: Vec<String>,
    units: &'a [Unit],
}

/// A call of cargo, and what it shows about the sources.
#[derive(Default)]
struct Review {
    output: Output,
    contents: Contents,
    /// The packages that cargo did not compile though their sources changed.
    missed: BTreeSet<String>,
    /// Artifacts that were compiled from sources that were not known before.
    pending: BTreeSet<String>,
    /// Whether a program depends on files that were not known before, or that
    /// changed, as the lock file does when cargo writes it.
    changed: bool,
}

impl Review {
    /// Whether another call would know more.
    fn is_unsure(&self) -> bool {
        self.changed || !self.pending.is_empty() || self.output.complaint.is_some()
    }
}

/// The contents of files before and after a call.
#[derive(Default)]
struct Contents {
    before: Snapshot,
    after: Snapshot,
}

impl Contents {
    fn paths(&self) -> BTreeSet<PathBuf> {
        let paths = self.before.paths().chain(self.after.paths());
        paths.cloned().collect()
    }

    /// Whether it is not known what a file was before the call.
    fn is_unknown(&mut self, file: &Path) -> bool {
        let content = self.after.look(file);
        self.before.is_unsure(file, content)
    }

    fn is_unchanged(&mut self, file: &Path) -> bool {
        let content = self.after.look(file);
        self.before.had(file, content)
    }
}

impl Group<'_> {
    /// The files that may be sources: those of the last builds and what is new
    /// beside them, or all there are.
    fn known_files(&self) -> BTreeSet<PathBuf> {
        let project = self.request.project;
        let mut files = BTreeSet::new();
        for unit in self.units {
            let folder = match unit.last() {
                Some(fingerprint) => {
                    files.extend(fingerprint.files().cloned());
                    project.year_dir(unit.year)
                }
                None => project.root().to_path_buf(),
            };
            files_below(&folder, &project.target_dir(), &mut files);
            files.insert(self.to_project(&self.workspace.join(unit.main_file())));
        }
        files.extend(self.further_files(&BTreeSet::new()));
        files
    }

    fn further_files(&self, packages: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let request = self.request;
        fingerprint::further_files(request.project.root(), request.environment, packages)
    }

    fn call(
        &self,
        units: &[&Unit],
        known: BTreeSet<PathBuf>,
        compiled: &mut Compiled,
        previous: &Review,
        events: &mut dyn BuildEvents,
    ) -> Result<Review, BuildError> {
        let plan = self.request.plan;
        let mut arguments = vec!["build".to_owned(), "--keep-going".to_owned()];
        // Cargo's own lines are of interest while it fetches and compiles the
        // libraries, and noise at every save.
        if plan.quiet || stamps::has_any(self.request.project, plan.profile.name()) {
            arguments.push("--quiet".to_owned());
        }
        let (format, color) = if plan.color {
            ("json-diagnostic-rendered-ansi", "always")
        } else {
            ("json", "never")
        };
        arguments.extend(["--message-format", format, "--color", color].map(str::to_owned));
        for unit in units {
            let package = format!("year{}", unit.year);
            arguments.extend(["-p", &package, "--bin", &unit.program].map(str::to_owned));
        }
        let before = Snapshot::take(known);
        let output = self.cargo(arguments, events)?;
        let mut review = Review {
            output,
            contents: Contents {
                before,
                after: Snapshot::default(),
            },
            ..Review::default()
        };
        self.review(&mut review, compiled, previous);
        Ok(review)
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
        self.cargo(arguments, events).map(drop)
    }

    fn cargo(
        &self,
        mut arguments: Vec<String>,
        events: &mut dyn BuildEvents,
    ) -> Result<Output, BuildError> {
        arguments.extend(self.arguments.iter().cloned());
        if self.workspace.ends_with(single::FOLDER) {
            let manifest = format!("{}/Cargo.toml", single::FOLDER);
            arguments.extend(["--manifest-path".to_owned(), manifest]);
        }
        let call = Call {
            root: self.request.project.root(),
            environment: self.request.environment,
            arguments: &arguments,
            offline: self.request.plan.offline,
        };
        command::run(&call, events)
    }

    /// Compares what cargo compiled, and what it did not, with the sources.
    fn review(&self, review: &mut Review, compiled: &mut Compiled, previous: &Review) {
        let variant = self.variant(&mut review.contents.after);
        for artifact in &review.output.artifacts {
            let (Some(package), Some(file)) =
                (artifact.local_package(), artifact.filenames.first())
            else {
                continue;
            };
            // The name of a library tells how it was compiled.
            let variant = if artifact.is("bin") { variant } else { 0 };
            let key = Compiled::key(file, variant);
            let Some(files) = self.sources(artifact, &review.output) else {
                compiled.record(&key, None);
                review.pending.insert(key);
                continue;
            };
            let hash = fingerprint::combined(&files, &mut review.contents.after);
            if artifact.fresh && !previous.pending.contains(&key) {
                if !compiled.is(&key, hash) {
                    review.missed.insert(package.to_owned());
                }
            } else if files.iter().any(|file| review.contents.is_unknown(file)) {
                compiled.record(&key, None);
                review.pending.insert(key);
            } else {
                let unchanged = files.iter().all(|file| review.contents.is_unchanged(file));
                compiled.record(&key, unchanged.then_some(hash));
            }
        }
        for unit in self.units {
            for file in self.files(unit, &review.output).unwrap_or_default() {
                review.changed |= !review.contents.is_unchanged(&file);
            }
        }
    }

    /// A hash of the settings that a program's file name does not show.
    fn variant(&self, snapshot: &mut Snapshot) -> u64 {
        let environment = self.request.environment;
        let config = fingerprint::config_files(self.request.project.root(), environment);
        let mut hasher = DefaultHasher::new();
        fingerprint::environment_hash(environment, &BTreeSet::new()).hash(&mut hasher);
        fingerprint::combined(&config, snapshot).hash(&mut hasher);
        self.arguments.hash(&mut hasher);
        hasher.finish()
    }

    /// The sources of an artifact; `None` if there is no list that can be
    /// relied on. Cargo brings the lists of programs up to date only if the
    /// whole build succeeds.
    fn sources(&self, artifact: &Artifact, output: &Output) -> Option<BTreeSet<PathBuf>> {
        if artifact.is("bin") {
            let is_its = |unit: &&Unit| artifact.is_program(&unit.program);
            let unit = self.units.iter().find(is_its)?;
            return self.program_sources(unit, output);
        }
        // Rustc runs in the workspace for what is in it.
        let folder = artifact.folder();
        let ran_in = if folder.starts_with(&self.workspace) {
            &self.workspace
        } else {
            folder
        };
        let files = fingerprint::crate_sources(artifact.filenames.first()?, ran_in)?;
        Some(files.iter().map(|file| self.to_project(file)).collect())
    }

    fn program_sources(&self, unit: &Unit, output: &Output) -> Option<BTreeSet<PathBuf>> {
        if output.complaint.is_some() {
            return None;
        }
        let executable = output.program(&unit.program)?;
        let files = fingerprint::program_sources(executable, &unit.main_file())?;
        Some(files.iter().map(|file| self.to_project(file)).collect())
    }

    /// A file of the workspace of single days is a link to one of the
    /// project's, but for the generated programs.
    fn to_project(&self, file: &Path) -> PathBuf {
        let generated = self
            .units
            .iter()
            .any(|unit| unit.one_day().is_some() && file == self.workspace.join(unit.main_file()));
        match file.strip_prefix(&self.workspace) {
            Ok(inner) if !generated => self.request.project.root().join(inner),
            _ => file.to_path_buf(),
        }
    }

    /// The local artifacts that are part of a unit's program.
    fn artifacts<'o>(&self, unit: &Unit, output: &'o Output) -> Vec<&'o Artifact> {
        let other = |artifact: &&Artifact| {
            let mut others = self.units.iter().filter(|other| other.year != unit.year);
            let folder = self.to_project(artifact.folder());
            others.any(|other| folder == self.request.project.year_dir(other.year))
        };
        let local = output
            .artifacts
            .iter()
            .filter(|it| it.local_package().is_some());
        local.filter(|artifact| !other(artifact)).collect()
    }

    /// All files that a unit's program depends on.
    fn files(&self, unit: &Unit, output: &Output) -> Option<BTreeSet<PathBuf>> {
        let mut files = self.program_sources(unit, output)?;
        let artifacts = self.artifacts(unit, output);
        let folders = artifacts.iter().map(|it| self.to_project(it.folder()));
        files.extend(self.further_files(&folders.collect()));
        for out_dir in &output.out_dirs {
            files.extend(fingerprint::script_output(out_dir)?.1);
        }
        Some(files)
    }

    /// The fingerprint of a unit's program; `None` if something was changed
    /// during the build, or is not understood.
    fn fingerprint(&self, unit: &Unit, review: &mut Review) -> Option<Fingerprint> {
        let output = &review.output;
        let artifacts = self.artifacts(unit, output);
        // What a build script of the user looks at is in no list.
        let scripted = artifacts.iter().any(|it| it.is("custom-build"));
        if scripted || review.is_unsure() || !review.missed.is_empty() {
            return None;
        }
        let files = self.files(unit, output)?;
        let contents: BTreeMap<PathBuf, Option<u64>> = files
            .into_iter()
            .map(|file| {
                let content = review.contents.after.look(&file);
                review
                    .contents
                    .before
                    .had(&file, content)
                    .then_some((file, content))
            })
            .collect::<Option<_>>()?;

        let executable = output.program(&unit.program)?;
        let crates: BTreeSet<String> = artifacts
            .iter()
            .map(|artifact| artifact.target.name.replace('-', "_"))
            .collect();
        let mut folders: BTreeSet<PathBuf> = [executable.parent()?.join("deps")].into();
        for artifact in artifacts {
            folders.extend(artifact.filenames.first()?.parent().map(Path::to_path_buf));
        }
        let mut variables = BTreeSet::new();
        for folder in folders {
            variables.extend(fingerprint::variables(&folder, &crates));
        }
        for out_dir in &output.out_dirs {
            variables.extend(fingerprint::script_output(out_dir)?.0);
        }
        Some(Fingerprint::new(
            &unit.inputs(self.request, &self.arguments),
            executable.to_path_buf(),
            contents,
            variables,
        ))
    }
}
