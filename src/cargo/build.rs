//! Building what was asked for: which programs, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{BuildError, BuildFailure};
use super::events::{BuildEvents, EachOnce};
use super::group::{self, Outcome};
use super::request::{BuildRequest, Programs};
use super::unit::Unit;
use super::workers::Workers;
use super::{prune, rest, single, stamps};
use crate::error::{Exit, HasExit};
use crate::project::{YearSources, one_day_main};
use crate::puzzle::{Day, Puzzle, Year};

/// Brings the programs of the years up to date and builds what the request
/// asks for: programs of days, or of years.
pub fn build(
    request: &BuildRequest<'_>,
    events: &mut dyn BuildEvents,
) -> Result<Workers, BuildError> {
    let events = &mut EachOnce::new(events);
    let mut workers = Workers::default();
    let mut stale = Vec::new();
    for (&year, days) in request.days {
        match plan(request, year, days, &mut workers, events) {
            Ok(units) => stale.extend(units),
            Err(failure) => {
                for day in days {
                    workers.insert(year.day(*day), Err(failure.clone()));
                }
            }
        }
    }
    take_fresh(request, &mut stale, &mut workers);
    if stale.is_empty() {
        return Ok(workers);
    }

    let years: BTreeSet<Year> = stale.iter().map(|unit| unit.year).collect();
    events.started(&Vec::from_iter(years));
    let _lock = stamps::lock(request.project, request.cancel)?;
    // Another aoc may have built it meanwhile.
    take_fresh(request, &mut stale, &mut workers);
    let (days, mut years): (Vec<Unit>, Vec<Unit>) =
        stale.into_iter().partition(|unit| unit.one_day().is_some());
    if !days.is_empty() {
        let (days, impossible) = single::prepare(request, days);
        years.extend(impossible);
        let mut last = None;
        for (unit, outcome) in group::build(request, days, events)? {
            match outcome {
                Outcome::NotAlone => years.push(unit),
                Outcome::Built(built) => {
                    last = Some(built.executable.clone());
                    workers.insert_unit(&unit, &Ok(built));
                }
                Outcome::Failed { failure, .. } => workers.insert_unit(&unit, &Err(failure)),
            }
        }
        if let Some(last) = last {
            prune::prune(request, &last);
        }
    }
    let mut years = of_years(request, years);
    take_fresh(request, &mut years, &mut workers);
    let mut broken = Vec::new();
    for (unit, outcome) in group::build(request, years, events)? {
        let worker = match outcome {
            Outcome::Built(built) => Ok(built),
            Outcome::Failed { failure, by_day } => {
                broken.push((unit.year, unit.asked.clone(), by_day));
                Err(failure)
            }
            Outcome::NotAlone => Err(BuildFailure::new("cargo built nothing")),
        };
        workers.insert_unit(&unit, &worker);
    }
    for (year, asked, days) in broken {
        rest::build(request, year, &asked, days, &mut workers, events)?;
    }
    events.finished();
    Ok(workers)
}

/// Which programs have these days of a year, without those that are left out.
fn plan(
    request: &BuildRequest<'_>,
    year: Year,
    days: &[Day],
    workers: &mut Workers,
    events: &mut dyn BuildEvents,
) -> Result<Vec<Unit>, BuildFailure> {
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
            workers.insert(year.day(day), Err(failure));
        }
    }
    let manifest = project.year_dir(year).join("Cargo.toml");
    if !manifest.is_file() {
        let manifest = project.shown(&manifest);
        let message = format!("{} is missing: copy another year's", manifest.display());
        return Err(BuildFailure::new(message));
    }
    let mut units = Vec::new();
    if days.len() == 1 || request.programs == Programs::PerDay {
        units.extend(
            days.iter()
                .filter_map(|day| one_day(request, year.day(*day), &sources)),
        );
    }
    for unit in &units {
        days.retain(|day| !unit.asked.contains(day));
    }
    if !days.is_empty() {
        units.push(Unit::of_year(request, year, days));
    }
    Ok(units)
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

/// The programs of years that have what these units have.
fn of_years(request: &BuildRequest<'_>, units: Vec<Unit>) -> Vec<Unit> {
    let mut years: BTreeMap<Year, Unit> = BTreeMap::new();
    for unit in units {
        let of_year = || Unit::of_year(request, unit.year, BTreeSet::new());
        years.entry(unit.year).or_insert_with(of_year).take(unit);
    }
    years.into_values().collect()
}

/// Takes out the units for which there is nothing to do.
fn take_fresh(request: &BuildRequest<'_>, units: &mut Vec<Unit>, workers: &mut Workers) {
    units.retain(|unit| {
        let built = unit.fresh(request);
        let stale = built.is_none();
        if let Some(built) = built {
            workers.insert_unit(unit, &Ok(built));
        }
        stale
    });
}
