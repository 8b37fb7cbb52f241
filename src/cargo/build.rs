//! Building what was asked for: a program of one day for a command on one day,
//! else that of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use super::command::Output;
use super::program::{Attempt, Program, prune, stamps};
use super::request::{BuildEvents, BuildFailure, BuildRequest, Built, Programs, Workers};
use crate::error::CliError;
use crate::files::Lock;
use crate::project::{Project, YearSources, module_name};
use crate::puzzle::{Day, Year};

/// How often one looks whether another `aoc` has ended its build.
const POLL: Duration = Duration::from_millis(10);

/// Days that one program is to solve.
struct Group {
    year: Year,
    asked: BTreeSet<Day>,
    sources: YearSources,
}

impl Group {
    /// The file of its first day.
    fn file(&self, project: &Project) -> Option<PathBuf> {
        project.day_file(self.year.day(*self.asked.first()?))
    }
}

/// Brings the programs of the years up to date and builds what the request
/// asks for.
pub fn build(
    request: &BuildRequest<'_>,
    events: &mut dyn BuildEvents,
) -> Result<Workers, CliError> {
    let mut workers = Workers::default();
    let mut groups = Vec::new();
    for (&year, days) in request.days {
        match plan(request, year, days, &mut workers, events) {
            Ok(planned) => groups.extend(planned),
            Err(failure) => workers.insert(year, days, &Err(failure)),
        }
    }
    let mut is_stale = |group: &Group| match Program::of(request, group).fresh() {
        Some(built) => {
            workers.insert(group.year, &group.asked, &Ok(built));
            false
        }
        None => true,
    };
    groups.retain(&mut is_stale);
    if groups.is_empty() {
        return Ok(workers);
    }
    let years: BTreeSet<Year> = groups.iter().map(|group| group.year).collect();
    events.started(&Vec::from_iter(years));
    let _lock = lock(request)?;
    // Another aoc may have built it meanwhile.
    groups.retain(is_stale);
    let mut builder = Builder {
        request,
        events,
        shown: HashSet::new(),
        workers,
    };
    for group in &groups {
        builder.build(group)?;
    }
    prune(request);
    builder.events.finished();
    Ok(builder.workers)
}

/// The programs for these days of a year, without the days that are left out.
fn plan(
    request: &BuildRequest<'_>,
    year: Year,
    days: &[Day],
    workers: &mut Workers,
    events: &mut dyn BuildEvents,
) -> Result<Vec<Group>, BuildFailure> {
    let project = request.project;
    let sources = project.sync(year).map_err(|error| BuildFailure {
        exit: error.exit,
        ..BuildFailure::new(format!("{error:#}"))
    })?;
    let mut asked: BTreeSet<Day> = days.iter().copied().collect();
    for note in &sources.notes {
        let of = sources.left_out.iter().find(|(_, it)| *it == note);
        if of.is_none_or(|(day, _)| !asked.contains(day)) {
            events.note(note);
        }
    }
    for (&day, note) in &sources.left_out {
        if asked.remove(&day) {
            let failure = BuildFailure {
                day: Some(day),
                ..BuildFailure::new(note.message.as_str())
            };
            workers.insert(year, &[day], &Err(failure));
        }
    }
    let manifest = project.year_dir(year).join("Cargo.toml");
    if !manifest.is_file() {
        let manifest = project.shown(&manifest);
        let message = format!("{} is missing: copy another year's", manifest.display());
        return Err(BuildFailure::new(message));
    }
    let group = |asked| Group {
        year,
        asked,
        sources: sources.clone(),
    };
    Ok(match request.programs {
        _ if asked.is_empty() => Vec::new(),
        Programs::PerDay if sources.generated => {
            asked.into_iter().map(|day| group([day].into())).collect()
        }
        _ => vec![group(asked)],
    })
}

impl<'a> Program<'a> {
    /// The program that is tried first: that of the day if it is only one, unless
    /// it was found to need its year.
    fn of(request: &'a BuildRequest<'a>, group: &Group) -> Self {
        let sources = &group.sources;
        let one = sources.generated && group.asked.len() == 1;
        let alone = one.then(|| Self::new(request, group.year, Some(&group.asked), sources));
        let alone = alone.filter(|program| !program.needs_year(group.file(request.project)));
        alone.unwrap_or_else(|| Self::new(request, group.year, None, sources))
    }
}

impl Workers {
    fn insert<'d>(
        &mut self,
        year: Year,
        days: impl IntoIterator<Item = &'d Day>,
        worker: &Result<Built, BuildFailure>,
    ) {
        let days = days.into_iter();
        self.0
            .extend(days.map(|day| (year.day(*day), worker.clone())));
    }
}

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    events: &'a mut dyn BuildEvents,
    /// The messages of the compiler that were shown: several programs may have
    /// the same.
    shown: HashSet<String>,
    workers: Workers,
}

impl Builder<'_> {
    fn build(&mut self, group: &Group) -> Result<(), CliError> {
        let program = Program::of(self.request, group);
        if !program.is_alone() {
            return self.build_year(group);
        }
        let attempt = program.build(self.events)?;
        let worker = match attempt.built {
            Some(built) => Ok(built),
            None if Self::may_need_others(group, &attempt.output) => {
                self.build_year(group)?;
                let mut days = group.asked.iter().map(|day| group.year.day(*day));
                if days.all(|puzzle| self.workers.worker(puzzle).is_ok()) {
                    program.remember_need_of_year(group.file(self.request.project));
                }
                return Ok(());
            }
            None => Err(attempt.output.failure(self.request.project, group.year)),
        };
        self.show(&attempt.output, worker.is_err());
        self.workers.insert(group.year, &group.asked, &worker);
        Ok(())
    }

    /// Builds a year; if some of its days do not compile, the others without them.
    fn build_year(&mut self, group: &Group) -> Result<(), CliError> {
        let project = self.request.project;
        let mut broken: BTreeMap<Day, BuildFailure> = BTreeMap::new();
        loop {
            let mut left = group.asked.clone();
            left.retain(|day| !broken.contains_key(day));
            if left.is_empty() {
                break;
            }
            let days = group.sources.days.keys().copied();
            let list: BTreeSet<Day> = days.filter(|day| !broken.contains_key(day)).collect();
            let list = (!broken.is_empty()).then_some(&list);
            let program = Program::new(self.request, group.year, list, &group.sources);
            if let Some(built) = program.fresh() {
                self.workers.insert(group.year, &left, &Ok(built));
                break;
            }
            let Attempt { built, output } = program.build(self.events)?;
            self.show(&output, built.is_none());
            if let Some(built) = built {
                self.workers.insert(group.year, &left, &Ok(built));
                break;
            }
            let mut failures = output.failures_by_day(project, group.year);
            failures.retain(|day, _| !broken.contains_key(day));
            if failures.is_empty() || !group.sources.generated {
                let failure = output.failure(project, group.year);
                self.workers.insert(group.year, &left, &Err(failure));
                break;
            }
            for failure in failures.values_mut() {
                let of_broken = |day: &Day| failure.message.contains(&module_name(*day));
                if broken.keys().any(of_broken) {
                    *failure = BuildFailure::new("it uses a day that does not compile");
                }
            }
            broken.extend(failures);
        }
        for (day, failure) in broken {
            if group.asked.contains(&day) {
                self.workers.insert(group.year, &[day], &Err(failure));
            }
        }
        Ok(())
    }

    /// Shows what the compiler said, and cargo where nothing was built.
    fn show(&mut self, output: &Output, failed: bool) {
        // Where there is little room, the first ones are seen.
        let (errors, others): (Vec<_>, Vec<_>) =
            output.messages.iter().partition(|message| message.is_error);
        for message in errors.into_iter().chain(others) {
            let wanted = message.is_error || !self.request.options.quiet;
            if wanted && self.shown.insert(message.text.clone()) {
                self.events.message(&message.text);
            }
        }
        for line in output.error_lines.iter().filter(|_| failed) {
            self.events.line(line);
        }
    }

    /// Whether days that do not compile alone may do so with their year.
    fn may_need_others(group: &Group, output: &Output) -> bool {
        group.sources.days.len() > group.asked.len()
            && output.errors.iter().any(|error| error.misses_something)
    }
}

/// Waits until no other `aoc` builds in this project, and keeps others from
/// building until the lock is dropped.
fn lock(request: &BuildRequest<'_>) -> Result<Lock, CliError> {
    let path = stamps(request.project).join("lock");
    loop {
        if let Some(lock) =
            Lock::try_acquire(&path).map_err(|error| CliError::write(&path, error))?
        {
            return Ok(lock);
        }
        if request.cancel.is_cancelled() {
            return Err(CliError::interrupted());
        }
        thread::sleep(POLL);
    }
}
