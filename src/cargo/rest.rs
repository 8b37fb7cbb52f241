//! Where some days of a year do not compile, the others are built without them.

use std::collections::BTreeMap;

use super::error::{BuildError, BuildFailure};
use super::events::BuildEvents;
use super::group::{self, Outcome};
use super::request::BuildRequest;
use super::single;
use super::unit::Unit;
use super::workers::Workers;
use crate::project::{Project, YearSources, rest_main};
use crate::puzzle::{Day, Year};

/// Builds a year without the days that are `broken`, which are left out of the
/// workers then, each with its own reason. If that is not possible, the failure of
/// the year stays.
pub fn build(
    request: &BuildRequest<'_>,
    year: Year,
    mut broken: BTreeMap<Day, BuildFailure>,
    workers: &mut Workers,
    events: &mut dyn BuildEvents,
) -> Result<(), BuildError> {
    let project = request.project;
    let Ok(sources) = project.sync(year) else {
        return Ok(());
    };
    if broken.is_empty() || !single::is_possible() || !sources.generated {
        return Ok(());
    }
    let asked = &request.days[&year];
    loop {
        add_dependents(project, year, &sources, &mut broken);
        let mut days = sources.days.clone();
        days.retain(|day, _| !broken.contains_key(day));
        if !asked.iter().any(|day| days.contains_key(day)) {
            break;
        }
        let main = rest_main(year, &days, &sources.modules);
        let unit = Unit::of_rest(request, year, main);
        if let Some(built) = unit.fresh(request) {
            workers.years.insert(year, Ok(built));
            break;
        }
        events.started(&[year]);
        let (units, _) = single::prepare(request, vec![unit]);
        match group::build(request, units, events)?.pop() {
            Some((_, Outcome::Built(built))) => {
                workers.years.insert(year, Ok(built));
                break;
            }
            // A syntax error hides what else is wrong.
            Some((_, Outcome::Failed { by_day, .. }))
                if by_day.keys().any(|day| days.contains_key(day)) =>
            {
                broken.extend(by_day);
            }
            _ => return Ok(()),
        }
    }
    let broken = broken.into_iter().filter(|(day, _)| asked.contains(day));
    workers
        .left_out
        .extend(broken.map(|(day, failure)| (year.day(day), failure)));
    Ok(())
}

/// Adds the days that use one of the broken ones.
fn add_dependents(
    project: &Project,
    year: Year,
    sources: &YearSources,
    broken: &mut BTreeMap<Day, BuildFailure>,
) {
    loop {
        let dependents: Vec<Day> = sources
            .days
            .keys()
            .copied()
            .filter(|day| !broken.contains_key(day))
            .filter(|day| project.needs_one_of(broken.keys().copied(), year.day(*day), sources))
            .collect();
        if dependents.is_empty() {
            return;
        }
        broken.extend(dependents.into_iter().map(|day| {
            let failure = BuildFailure::new("it uses a day that does not compile");
            (day, failure)
        }));
    }
}
