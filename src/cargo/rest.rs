//! Where some days of a year do not compile, the others are built without them.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{BuildError, BuildFailure};
use super::events::BuildEvents;
use super::group::{self, Outcome};
use super::request::BuildRequest;
use super::single;
use super::unit::Unit;
use super::workers::Workers;
use crate::project::{Project, YearSources, rest_main};
use crate::puzzle::{Day, Year};

/// Builds a year without the days that are `broken`, each of which has its own
/// reason in the workers then. If that is not possible, the failure of the year
/// stays that of all days that are `asked` for.
pub fn build(
    request: &BuildRequest<'_>,
    year: Year,
    asked: &BTreeSet<Day>,
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
    loop {
        add_dependents(project, year, &sources, &mut broken);
        let mut days = sources.days.clone();
        days.retain(|day, _| !broken.contains_key(day));
        let asked = asked.iter().copied().filter(|day| days.contains_key(day));
        let asked: BTreeSet<Day> = asked.collect();
        if asked.is_empty() {
            break;
        }
        let main = rest_main(year, &days, &sources.modules);
        let unit = Unit::of_rest(request, year, asked, main);
        if let Some(built) = unit.fresh(request) {
            workers.insert_unit(&unit, &Ok(built));
            break;
        }
        events.started(&[year]);
        let (units, _) = single::prepare(request, vec![unit]);
        match group::build(request, units, events)?.pop() {
            Some((unit, Outcome::Built(built))) => {
                workers.insert_unit(&unit, &Ok(built));
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
    for (day, failure) in broken {
        if asked.contains(&day) {
            workers.insert(year.day(day), Err(failure));
        }
    }
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
        let days = broken.keys().copied().collect();
        let dependents: Vec<Day> = sources
            .days
            .keys()
            .copied()
            .filter(|day| !broken.contains_key(day))
            .filter(|day| project.needs_one_of(&days, year.day(*day), sources))
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
