//! Building the units of one workspace: cargo is called once in the usual case,
//! and twice where it missed a change.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

use super::command::{self, Call, Output};
use super::compiled::Compiled;
use super::error::{BuildError, BuildFailure};
use super::events::BuildEvents;
use super::request::BuildRequest;
use super::review::Review;
use super::snapshot::{Snapshot, files_below};
use super::unit::Unit;
use super::workers::Built;
use super::workspace::Workspace;
use super::{failure, single, stamps};
use crate::puzzle::Day;

/// The result for one unit.
pub enum Outcome {
    Built(Built),
    Failed {
        failure: BuildFailure,
        /// Why each day does not compile, if it is days alone that do not.
        by_day: BTreeMap<Day, BuildFailure>,
    },
    /// The day cannot be built without its year.
    NotAlone,
}

/// Builds units that are all of one workspace: the project's, or that of
/// single days.
pub fn build(
    request: &BuildRequest<'_>,
    units: Vec<Unit>,
    events: &mut dyn BuildEvents,
) -> Result<Vec<(Unit, Outcome)>, BuildError> {
    if units.is_empty() {
        return Ok(Vec::new());
    }
    let group = Group {
        workspace: Workspace::new(request, &units),
        request,
    };
    let all: Vec<&Unit> = units.iter().collect();
    let mut compiled = Compiled::load(&stamps::folder(request.project));
    let known = group.known_files();
    let mut review = group.call(&all, known, &mut compiled, &Review::default(), events)?;
    let mut failed = None;
    if !review.missed.is_empty() {
        group.clean(&review.missed, events)?;
        let known = review.paths();
        review = group.call(&all, known, &mut compiled, &review, events)?;
    } else if review.is_unsure() {
        let built = |unit: &&Unit| review.output.program(&unit.program).is_some();
        let built: Vec<&Unit> = all.into_iter().filter(built).collect();
        if !built.is_empty() {
            let known = review.paths();
            let second = group.call(&built, known, &mut compiled, &review, events)?;
            failed = Some(std::mem::replace(&mut review, second));
        }
    }
    compiled.save();

    for unit in &units {
        if let Some(fingerprint) = review.fingerprint(&group.workspace, unit) {
            unit.remember(&fingerprint);
        }
    }
    let first = failed.as_ref().unwrap_or(&review);
    let outcome = |unit: &Unit| match review.output.program(&unit.program) {
        Some(executable) => Outcome::Built(Built {
            executable: executable.to_path_buf(),
        }),
        None if failure::is_of_one_day(unit, &first.output) => Outcome::NotAlone,
        None => Outcome::Failed {
            failure: failure::of(request.project, unit, &first.output),
            by_day: failure::by_day(request.project, unit, &first.output),
        },
    };
    let outcomes: Vec<Outcome> = units.iter().map(outcome).collect();
    let first = failed.unwrap_or(review).output;
    let outcomes: Vec<(Unit, Outcome)> = units.into_iter().zip(outcomes).collect();
    show(&first, &outcomes, request.options.quiet, events);
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
    let failed = |(_, outcome): &(Unit, Outcome)| matches!(outcome, Outcome::Failed { .. });
    if outcomes.iter().any(failed) {
        for line in &output.error_lines {
            events.line(line);
        }
    }
}

struct Group<'a> {
    request: &'a BuildRequest<'a>,
    workspace: Workspace<'a>,
}

impl Group<'_> {
    /// The files that may be sources: those of the last builds and what is new
    /// beside them, or all there are.
    fn known_files(&self) -> BTreeSet<PathBuf> {
        let project = self.request.project;
        let mut files = BTreeSet::new();
        let mut folders = BTreeSet::new();
        for unit in self.workspace.units {
            folders.insert(match unit.last() {
                Some(fingerprint) => {
                    files.extend(fingerprint.files().cloned());
                    project.year_dir(unit.year)
                }
                None => project.root().to_path_buf(),
            });
            files.insert(self.workspace.main_file(unit));
        }
        for folder in folders {
            files_below(&folder, &project.target_dir(), &mut files);
        }
        files.extend(self.workspace.further_files(&BTreeSet::new()));
        files
    }

    fn call(
        &self,
        units: &[&Unit],
        known: BTreeSet<PathBuf>,
        compiled: &mut Compiled,
        previous: &Review,
        events: &mut dyn BuildEvents,
    ) -> Result<Review, BuildError> {
        let options = self.request.options;
        let mut arguments = vec!["build".to_owned(), "--keep-going".to_owned()];
        // The first of two calls has shown it all.
        let again = !previous.output.artifacts.is_empty();
        // Cargo's own lines are of interest while it fetches and compiles the
        // libraries, and noise at every save.
        if again || options.quiet || stamps::has_any(self.request.project, options.profile.name()) {
            arguments.push("--quiet".to_owned());
        }
        let (format, color) = if options.color {
            ("json-diagnostic-rendered-ansi", "always")
        } else {
            ("json", "never")
        };
        arguments.extend(["--message-format", format, "--color", color].map(str::to_owned));
        for unit in units {
            let package = format!("year{}", unit.year);
            arguments.extend(["-p", &package, "--bin", &unit.program].map(str::to_owned));
        }
        // Those that no year has are the same for all.
        let features: BTreeSet<&[String]> = units
            .iter()
            .flat_map(|unit| unit.features.chunks(2))
            .collect();
        arguments.extend(features.into_iter().flatten().cloned());
        let before = Snapshot::take(known);
        let output = self.cargo(arguments, events)?;
        let workspace = &self.workspace;
        Ok(Review::new(workspace, output, before, compiled, previous))
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
        arguments.extend(self.workspace.profile_arguments());
        if self.workspace.is_single() {
            let manifest = format!("{}/Cargo.toml", single::FOLDER);
            arguments.extend(["--manifest-path".to_owned(), manifest]);
        }
        let call = Call {
            root: self.request.project.root(),
            environment: self.request.environment,
            arguments: &arguments,
            offline: self.request.options.offline,
            cancel: self.request.cancel,
        };
        command::run(&call, events)
    }
}
