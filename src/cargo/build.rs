//! Building what was asked for: which programs, and in which order.

use std::collections::BTreeSet;

use super::error::{BuildError, BuildFailure};
use super::events::BuildEvents;
use super::group::{self, Outcome};
use super::request::BuildRequest;
use super::unit::Unit;
use super::workers::Workers;
use super::{prune, rest, single, stamps};
use crate::error::{Exit, HasExit};
use crate::project::{YearSources, one_day_main};
use crate::puzzle::{Day, Puzzle, Year};

/// Brings the programs of the years up to date and builds what the request
/// asks for: one day of a year, or the year.
pub fn build(
    request: &BuildRequest<'_>,
    events: &mut dyn BuildEvents,
) -> Result<Workers, BuildError> {
    let mut workers = Workers::default();
    let mut stale = Vec::new();
    for (&year, days) in request.days {
        match plan(request, year, days, &mut workers, events) {
            Ok(unit) => stale.extend(unit),
            Err(failure) => drop(workers.years.insert(year, Err(failure))),
        }
    }
    take_fresh(request, &mut stale, &mut workers);
    if stale.is_empty() {
        return Ok(workers);
    }

    let years: Vec<Year> = stale.iter().map(|unit| unit.year).collect();
    events.started(&years);
    let _lock = stamps::lock(request.project, request.cancel)?;
    // Another aoc may have built it meanwhile.
    take_fresh(request, &mut stale, &mut workers);
    let (days, mut years): (Vec<Unit>, Vec<Unit>) =
        stale.into_iter().partition(|unit| unit.one_day().is_some());
    if !days.is_empty() {
        let (days, impossible) = single::prepare(request, days);
        years.extend(impossible.into_iter().map(|unit| unit.into_year(request)));
        for (unit, outcome) in group::build(request, days, events)? {
            match outcome {
                Outcome::NotAlone => years.push(unit.into_year(request)),
                Outcome::Built(built) => {
                    prune::prune(request, &built.executable);
                    workers.years.insert(unit.year, Ok(built));
                }
                Outcome::Failed { failure, .. } => {
                    workers.years.insert(unit.year, Err(failure));
                }
            }
        }
    }
    take_fresh(request, &mut years, &mut workers);
    let mut broken = Vec::new();
    for (unit, outcome) in group::build(request, years, events)? {
        let worker = match outcome {
            Outcome::Built(built) => Ok(built),
            Outcome::Failed { failure, by_day } => {
                broken.push((unit.year, by_day));
                Err(failure)
            }
            Outcome::NotAlone => Err(BuildFailure::new("cargo built nothing")),
        };
        workers.years.insert(unit.year, worker);
    }
    for (year, days) in broken {
        rest::build(request, year, days, &mut workers, events)?;
    }
    events.finished();
    Ok(workers)
}

/// Which program has these days of a year; none if they are all left out.
fn plan(
    request: &BuildRequest<'_>,
    year: Year,
    days: &[Day],
    workers: &mut Workers,
    events: &mut dyn BuildEvents,
) -> Result<Option<Unit>, BuildFailure> {
    let project = request.project;
    let sources = project.sync(year).map_err(|error| BuildFailure {
        exit: error.exit(),
        ..BuildFailure::new(format!("{:#}", anyhow::Error::from(error)))
    })?;
    let mut days: BTreeSet<Day> = days.iter().copied().collect();
    for note in &sources.notes {
        let asked = |day: &Day| sources.left_out.get(day) == Some(note);
        if !days.iter().any(asked) {
            events.note(note);
        }
    }
    for (&day, note) in &sources.left_out {
        if days.remove(&day) {
            let failure = BuildFailure {
                day: Some(day),
                message: note.to_string(),
                exit: Exit::Failed,
            };
            workers.left_out.insert(year.day(day), failure);
        }
    }
    let manifest = project.year_dir(year).join("Cargo.toml");
    if !manifest.is_file() {
        let manifest = project.shown(&manifest);
        let message = format!("{} is missing: copy another year's", manifest.display());
        return Err(BuildFailure::new(message));
    }
    let mut days = days.into_iter();
    Ok(match (days.next(), days.next()) {
        (None, _) => None,
        (Some(day), None) => {
            let alone = one_day(request, year.day(day), &sources);
            Some(alone.unwrap_or_else(|| Unit::of_year(request, year)))
        }
        _ => Some(Unit::of_year(request, year)),
    })
}

/// The program of one day, unless it needs the rest of its year.
fn one_day(request: &BuildRequest<'_>, puzzle: Puzzle, sources: &YearSources) -> Option<Unit> {
    let solution = sources.days.get(&puzzle.day)?;
    let alone = single::is_possible()
        && sources.generated
        && !request.project.needs_other_days(puzzle, sources);
    alone.then(|| {
        let main = one_day_main(puzzle, solution, &sources.modules);
        Unit::of_day(request, puzzle, main)
    })
}

/// Takes out the units for which there is nothing to do.
fn take_fresh(request: &BuildRequest<'_>, units: &mut Vec<Unit>, workers: &mut Workers) {
    units.retain(|unit| {
        let built = unit.fresh(request);
        let stale = built.is_none();
        if let Some(built) = built {
            workers.years.insert(unit.year, Ok(built));
        }
        stale
    });
}
