//! Building what was asked for: a program of one day for a command on one day,
//! else that of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use super::command::Output;
use super::program::{Program, prune, stamps};
use super::request::{BuildEvent, BuildFailure, BuildRequest, Workers};
use crate::error::{CliError, Exit};
use crate::files::{Lock, replace_unflushed};
use crate::project::{NoteKind, YearSources, module_name};
use crate::puzzle::{Day, Year};

/// How often one looks whether another `aoc` has ended its build.
const POLL: Duration = Duration::from_millis(10);

/// Days that one program is to solve.
struct Group {
    year: Year,
    asked: BTreeSet<Day>,
    sources: YearSources,
}

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    on_event: &'a mut dyn FnMut(BuildEvent<'_>),
    /// The messages of the compiler that were shown: several programs may have
    /// the same.
    shown: HashSet<String>,
    workers: Workers,
}

/// Brings the programs of the years up to date and builds what the request
/// asks for.
pub fn build(
    request: &BuildRequest<'_>,
    on_event: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<Workers, CliError> {
    let mut builder = Builder {
        request,
        on_event,
        shown: HashSet::new(),
        workers: Workers::default(),
    };
    let mut years: BTreeMap<Year, BTreeSet<Day>> = BTreeMap::new();
    for puzzle in request.puzzles {
        years.entry(puzzle.year).or_default().insert(puzzle.day);
    }
    let mut groups = Vec::new();
    for (year, days) in years {
        groups.extend(builder.plan(year, days));
    }
    groups.retain(|group| builder.is_stale(group));
    if !groups.is_empty() {
        let years = groups.iter().map(|group| group.year).collect();
        (builder.on_event)(BuildEvent::Started(&years));
        let _lock = lock(request)?;
        // Another aoc may have built it meanwhile.
        groups.retain(|group| builder.is_stale(group));
        for group in &groups {
            builder.build(group)?;
        }
        prune(request);
    }
    Ok(builder.workers)
}

impl<'a> Builder<'a> {
    fn insert<'d>(
        &mut self,
        year: Year,
        days: impl IntoIterator<Item = &'d Day>,
        worker: &Result<PathBuf, BuildFailure>,
    ) {
        let workers = days.into_iter().map(|day| (year.day(*day), worker.clone()));
        self.workers.0.extend(workers);
    }

    /// The programs for these days of a year, without the days that are left out, and
    /// without those whose own program is up to date: that needs no other file.
    fn plan(&mut self, year: Year, mut asked: BTreeSet<Day>) -> Vec<Group> {
        let project = self.request.project;
        if (self.request.per_day || asked.len() == 1) && project.is_generated(year) {
            asked.retain(|&day| {
                let program = Program::new(self.request, year, Some([day].into()));
                let fresh = program.fresh();
                if let Some(program) = &fresh {
                    self.insert(year, &[day], &Ok(program.clone()));
                }
                fresh.is_none()
            });
        }
        if asked.is_empty() {
            return Vec::new();
        }
        let manifest = project.year_dir(year).join("Cargo.toml");
        let sources = match project.sync(year) {
            Ok(_) if !manifest.is_file() => {
                let manifest = project.shown(&manifest);
                let message = format!("{} is missing: copy another year's", manifest.display());
                Err(BuildFailure::new(Exit::Failed, message))
            }
            Ok(sources) => Ok(sources),
            Err(error) => Err(BuildFailure::new(error.exit, format!("{error:#}"))),
        };
        let sources = match sources {
            Ok(sources) => sources,
            Err(failure) => {
                self.insert(year, &asked, &Err(failure));
                return Vec::new();
            }
        };
        self.tell_notes(year, &mut asked, &sources);
        let group = |asked| Group {
            year,
            asked,
            sources: sources.clone(),
        };
        if asked.is_empty() {
            Vec::new()
        } else if self.request.per_day && sources.generated {
            asked.into_iter().map(|day| group([day].into())).collect()
        } else {
            vec![group(asked)]
        }
    }

    /// Tells what there is to know about the files of a year. A day that is left out
    /// fails if it is asked for; else it is mentioned once, until another is.
    fn tell_notes(&mut self, year: Year, asked: &mut BTreeSet<Day>, sources: &YearSources) {
        let path = stamps(self.request.project).join(format!("year{year}.notes"));
        let told = fs::read_to_string(&path).unwrap_or_default();
        let mut left_out = String::new();
        for note in &sources.notes {
            let is_left_out = note.kind == NoteKind::LeftOut;
            let days = note.days.clone();
            if is_left_out && days.iter().any(|day| asked.remove(day)) {
                let failure = BuildFailure {
                    day: days.first().copied(),
                    ..BuildFailure::new(Exit::Failed, note.message.as_str())
                };
                self.insert(year, &days, &Err(failure));
            } else if !is_left_out || !told.lines().any(|line| line == note.message) {
                (self.on_event)(BuildEvent::Note(note));
            }
            if is_left_out {
                left_out.extend([&note.message, "\n"]);
            }
        }
        if left_out != told {
            // Otherwise it is mentioned again.
            let _ = replace_unflushed(&path, left_out);
        }
    }

    /// The program that is tried first: that of the day if it is only one, unless
    /// it was found to need its year.
    fn first(&self, group: &Group) -> Program<'a> {
        let one = group.sources.generated && group.asked.len() == 1;
        let alone = one.then(|| Program::new(self.request, group.year, Some(group.asked.clone())));
        let alone = alone.filter(|program| !program.needs_year());
        alone.unwrap_or_else(|| Program::new(self.request, group.year, None))
    }

    fn is_stale(&mut self, group: &Group) -> bool {
        let fresh = self.first(group).fresh();
        if let Some(program) = &fresh {
            self.insert(group.year, &group.asked, &Ok(program.clone()));
        }
        fresh.is_none()
    }

    fn build(&mut self, group: &Group) -> Result<(), CliError> {
        let program = self.first(group);
        if program.days.is_none() {
            return self.build_year(group);
        }
        let (built, output) = program.build(self.on_event)?;
        // What does not compile alone may do so with its year.
        if built.is_none()
            && group.sources.days.len() > group.asked.len()
            && output.errors.iter().any(|error| error.misses_something)
        {
            self.build_year(group)?;
            let mut days = group.asked.iter().map(|day| group.year.day(*day));
            if days.all(|puzzle| self.workers.0[&puzzle].is_ok()) {
                program.remember_need_of_year();
            }
            return Ok(());
        }
        let worker = built.ok_or_else(|| output.failure(self.request.project, group.year));
        self.show(&output, worker.is_err());
        self.insert(group.year, &group.asked, &worker);
        Ok(())
    }

    /// Builds a year; if some of its days do not compile, the others without them.
    fn build_year(&mut self, group: &Group) -> Result<(), CliError> {
        let mut broken: BTreeMap<Day, BuildFailure> = BTreeMap::new();
        let mut left = group.asked.clone();
        while !left.is_empty() {
            let days = group.sources.days.keys().copied();
            let list = days.filter(|day| !broken.contains_key(day)).collect();
            let list = (!broken.is_empty()).then_some(list);
            let program = Program::new(self.request, group.year, list);
            if let Some(fresh) = program.fresh() {
                self.insert(group.year, &left, &Ok(fresh));
                break;
            }
            let (built, output) = program.build(self.on_event)?;
            self.show(&output, built.is_none());
            let mut failures = output.failures_by_day();
            failures.retain(|day, _| !broken.contains_key(day));
            if built.is_none() && group.sources.generated && !failures.is_empty() {
                for failure in failures.values_mut() {
                    let of_broken = |day: &Day| failure.message.contains(&module_name(*day));
                    if broken.keys().any(of_broken) {
                        "it uses a day that does not compile".clone_into(&mut failure.message);
                    }
                }
                broken.extend(failures);
                left.retain(|day| !broken.contains_key(day));
                continue;
            }
            let worker = built.ok_or_else(|| output.failure(self.request.project, group.year));
            self.insert(group.year, &left, &worker);
            break;
        }
        for (day, failure) in broken {
            if group.asked.contains(&day) {
                self.insert(group.year, &[day], &Err(failure));
            }
        }
        Ok(())
    }

    /// Shows what the compiler said, and cargo where nothing was built.
    fn show(&mut self, output: &Output, failed: bool) {
        // Where there is little room, the first ones are seen.
        let (errors, others): (Vec<_>, Vec<_>) =
            output.messages.iter().partition(|(is_error, _)| *is_error);
        for (is_error, text) in errors.into_iter().chain(others) {
            if (*is_error || !self.request.quiet) && self.shown.insert(text.clone()) {
                (self.on_event)(BuildEvent::Output(text));
            }
        }
        for line in output.error_lines.iter().filter(|_| failed) {
            (self.on_event)(BuildEvent::Output(&format!("{line}\n")));
        }
    }
}

/// Waits until no other `aoc` builds in this project, and keeps others from
/// building until the lock is dropped.
fn lock(request: &BuildRequest<'_>) -> Result<Lock, CliError> {
    let path = stamps(request.project).join("lock");
    loop {
        let lock = Lock::try_acquire(&path).map_err(|error| CliError::write(&path, error))?;
        if let Some(lock) = lock {
            return Ok(lock);
        }
        request.cancel.check()?;
        thread::sleep(POLL);
    }
}
