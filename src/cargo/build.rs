//! Building workers: with cargo if anything is different from the last time,
//! else not at all.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::time::Instant;

use super::command::{self as cargo, Call, Output};
use super::error::{BuildError, BuildFailure};
use super::events::BuildEvents;
use super::fingerprint::{Before, Changes, Question, Stamp};
use super::request::Request;
use super::unit::{Built, Look, Stale, Unit};
use super::{failure, lock, only, rebuild};
use crate::puzzle::Year;

/// Each year's worker, or why there is none.
pub type Workers = BTreeMap<Year, Result<Built, BuildFailure>>;

/// Brings the registries of the years up to date and builds their workers. One
/// call of cargo builds all that are stale.
pub fn build(request: &Request<'_>, events: &mut dyn BuildEvents) -> Result<Workers, BuildError> {
    let mut workers = Workers::new();
    let mut stale = Vec::new();
    for (&year, days) in request.days {
        for note in request.project.sync(year)?.notes {
            events.note(&note);
        }
        let manifest = request.project.year_dir(year).join("Cargo.toml");
        if !manifest.is_file() {
            let manifest = request.project.shown(&manifest);
            let message = format!("{} is missing: copy another year's", manifest.display());
            workers.insert(year, Err(BuildFailure::new(message)));
            continue;
        }
        let unit = Unit::new(request, year, days);
        match unit.look(request) {
            Look::Ready(built) => drop(workers.insert(year, Ok(built))),
            Look::Changed(..) | Look::New => {
                // Its notes are those from above.
                request.project.sync_renamed(year)?;
                stale.push(unit);
            }
        }
    }
    if stale.is_empty() {
        return Ok(workers);
    }

    let years: Vec<Year> = stale.iter().map(|unit| unit.year).collect();
    let start = Instant::now();
    events.started(&years);
    let _lock = lock::wait(request.project, events)?;
    let mut groups: Vec<Vec<Unit>> = Vec::new();
    for unit in stale {
        match groups.last_mut() {
            // A shadow is a workspace of its own.
            Some(group) if !request.plan.only => group.push(unit),
            _ => groups.push(vec![unit]),
        }
    }
    for group in groups {
        workers.extend(build_group(request, group, events)?);
    }
    events.finished(start.elapsed());
    Ok(workers)
}

/// Builds what one call of cargo can build.
fn build_group(
    request: &Request<'_>,
    units: Vec<Unit>,
    events: &mut dyn BuildEvents,
) -> Result<Workers, BuildError> {
    let mut workers = Workers::new();
    let mut stale = Vec::new();
    for unit in units {
        // Another aoc may have built it while we waited for the lock.
        let (stamp, changes) = match unit.look(request) {
            Look::Ready(built) => {
                workers.insert(unit.year, Ok(built));
                continue;
            }
            Look::Changed(stamp, changes) => (Some(stamp), changes),
            Look::New => (None, Changes::default()),
        };
        if let Err(failure) = only::write(request.project, &unit)? {
            workers.insert(unit.year, Err(failure));
            continue;
        }
        stale.push(Stale {
            unit,
            stamp,
            changes,
        });
    }
    if stale.is_empty() {
        return Ok(workers);
    }

    let mut before = take(request, &stale);
    rebuild::forget_missed(&stale);
    let mut shown = HashSet::new();
    let mut output = call(request, &stale, events, &mut shown)?;
    let forced = rebuild::packages(&stale, &output);
    if !forced.is_empty() {
        for folder in rebuild::profile_folders(&output) {
            rebuild::forget(&folder, &forced);
        }
        output = call(request, &stale, events, &mut shown)?;
    }
    let mut stamps = stamp(request, &stale, &before, &output);
    let lock_file = request.project.root().join("Cargo.lock");
    let known: Vec<&Stamp> = stamps.iter().flatten().collect();
    let unsure = |stamp: &&Stamp| stamp.is_unsure();
    if !known.is_empty() && (before.refresh(&lock_file) || known.iter().any(unsure)) {
        // Cargo wrote the lock file itself, or named files that nobody had
        // looked at before and that are as new as the build. Now that they are
        // known, once more.
        for (stale, stamp) in stale.iter_mut().zip(stamps) {
            stale.stamp = stamp.map(Box::new).or(stale.stamp.take());
        }
        before = take(request, &stale);
        output = call(request, &stale, events, &mut shown)?;
        stamps = stamp(request, &stale, &before, &output);
    }
    for (Stale { unit, .. }, stamp) in stale.iter().zip(stamps) {
        let executable = output.executable(&unit.name);
        let worker = match executable {
            Some(executable) => {
                // Without a stamp cargo is asked the next time: no harm.
                let _ = stamp.map(|stamp| stamp.save(&unit.stamp));
                Ok(Built { executable })
            }
            None => Err(failure::of(request, unit, &output)),
        };
        workers.insert(unit.year, worker);
    }
    Ok(workers)
}

/// The stamps of those that were built. None if any was not: cargo brings its
/// dependency lists up to date only if all goes well, and an old list would
/// leave out what is new.
fn stamp(
    request: &Request<'_>,
    stale: &[Stale],
    before: &Before,
    output: &Output,
) -> Vec<Option<Stamp>> {
    let stamp = |Stale { unit, .. }: &Stale| {
        let executable = output.executable(&unit.name)?;
        let packages = rebuild::packages_of(unit, output)
            .into_iter()
            .map(|(folder, package)| (folder, package.name))
            .collect();
        let scripted = rebuild::is_scripted(unit, output);
        before.stamp(&unit.question(request), &executable, &packages, scripted)
    };
    let whole = output.complaint.is_none();
    stale.iter().map(|it| stamp(it).filter(|_| whole)).collect()
}

fn take(request: &Request<'_>, stale: &[Stale]) -> Before {
    let further: Vec<PathBuf> = stale
        .iter()
        .flat_map(|it| it.unit.further.clone())
        .collect();
    let question = stale[0].unit.question(request);
    let question = Question {
        further: &further,
        ..question
    };
    let folders: Vec<PathBuf> = stale
        .iter()
        .flat_map(|it| {
            [
                Some(request.project.year_dir(it.unit.year)),
                it.unit.shadow.clone(),
            ]
        })
        .flatten()
        .collect();
    let stamps = stale.iter().filter_map(|it| it.stamp.as_deref());
    Before::take(&question, stamps, &folders)
}

fn call(
    request: &Request<'_>,
    stale: &[Stale],
    events: &mut dyn BuildEvents,
    shown: &mut HashSet<String>,
) -> Result<Output, BuildError> {
    let plan = request.plan;
    let mut arguments = vec!["build".to_owned(), "--keep-going".to_owned()];
    // Cargo's own lines are of interest while it fetches and compiles the
    // libraries, and noise at every save.
    if stale.iter().all(|it| it.stamp.is_some()) {
        arguments.push("--quiet".to_owned());
    }
    let (format, color) = if plan.color {
        ("json-diagnostic-rendered-ansi", "always")
    } else {
        ("json", "never")
    };
    arguments.extend(["--message-format", format, "--color", color].map(str::to_owned));
    arguments.extend(plan.profile.arguments(request.project));
    for Stale { unit, .. } in stale {
        arguments.extend(unit.arguments());
    }
    let call = Call {
        root: request.project.root(),
        environment: request.environment,
        arguments: &arguments,
        target_dir: &request.project.target_dir(),
        offline: plan.offline,
    };
    cargo::run(&call, events, shown)
}
