//! Builds the requested days: a program with one day for a command on one day, otherwise
//! the program of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::PathBuf;
use std::thread;

use super::command::Output;
use super::program::{Program, prune, stamps};
use super::request::{BuildEvent, BuildFailure, BuildRequest, Workers};
use crate::error::{CliError, Exit};
use crate::files::{Lock, replace_unflushed};
use crate::processes::POLL;
use crate::project::{YearSources, module_name};
use crate::puzzle::{Day, Year};

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    on_event: &'a mut dyn FnMut(BuildEvent<'_>),
    /// The compiler messages that were shown: those of several programs may be the same.
    shown: HashSet<String>,
    workers: Workers,
    /// The lock is held from the first call of cargo until the build ends.
    lock: Option<Lock>,
}

/// Updates the `main.rs` of the years and builds the requested days.
pub fn build(
    request: &BuildRequest<'_>,
    on_event: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<Workers, CliError> {
    let mut builder = Builder {
        request,
        on_event,
        shown: HashSet::new(),
        workers: Workers::default(),
        lock: None,
    };
    let mut years: BTreeMap<Year, BTreeSet<Day>> = BTreeMap::new();
    for puzzle in request.puzzles {
        years.entry(puzzle.year).or_default().insert(puzzle.day);
    }
    for (year, days) in years {
        builder.build_days(year, days)?;
    }
    if builder.lock.is_some() {
        prune(request);
    }
    Ok(builder.workers)
}

impl Builder<'_> {
    fn insert<'d>(
        &mut self,
        year: Year,
        days: impl IntoIterator<Item = &'d Day>,
        worker: &Result<PathBuf, BuildFailure>,
    ) {
        let workers = days.into_iter().map(|day| (year.day(*day), worker.clone()));
        self.workers.0.extend(workers);
    }

    /// Builds these days of a year, together or separately, except those that are left
    /// out.
    fn build_days(&mut self, year: Year, mut asked: BTreeSet<Day>) -> Result<(), CliError> {
        let project = self.request.project;
        // If the day's own program is up to date, no other file matters.
        if (self.request.per_day || asked.len() == 1) && project.is_generated(year) {
            asked.retain(|&day| !self.is_fresh(year, &[day].into(), Some([day].into())));
        }
        if asked.is_empty() {
            return Ok(());
        }
        let manifest = project.year_dir(year).join("Cargo.toml");
        let shown = project.shown(&manifest);
        let sources = project.sync(year).and_then(|sources| {
            let message = format!("{} is missing: copy another year's", shown.display());
            let missing = CliError::new(Exit::Failed, message);
            manifest.is_file().then_some(sources).ok_or(missing)
        });
        let sources = match sources {
            Ok(sources) => sources,
            Err(error) => {
                let failure = BuildFailure::new(error.exit, format!("{error:#}"));
                self.insert(year, &asked, &Err(failure));
                return Ok(());
            }
        };
        self.tell_notes(year, &mut asked, &sources);
        let groups: Vec<BTreeSet<Day>> = if self.request.per_day && sources.generated {
            asked.into_iter().map(|day| [day].into()).collect()
        } else {
            vec![asked]
        };
        let mut started = false;
        for days in groups.into_iter().filter(|days| !days.is_empty()) {
            if self.is_up_to_date(year, &days, &sources) {
                continue;
            }
            if !started {
                started = true;
                (self.on_event)(BuildEvent::Started(year));
            }
            if self.lock.is_none() {
                self.lock = Some(lock(self.request)?);
                // Another `aoc` may have built it in the meantime.
                if self.is_up_to_date(year, &days, &sources) {
                    continue;
                }
            }
            self.build_group(year, &days, &sources)?;
        }
        Ok(())
    }

    /// Reports the notes about the files of a year. A day that is left out is a failure
    /// if it was asked for; otherwise it is mentioned once, until another day is left
    /// out.
    fn tell_notes(&mut self, year: Year, asked: &mut BTreeSet<Day>, sources: &YearSources) {
        let path = stamps(self.request.project).join(format!("year{year}.notes"));
        let shown_before = fs::read_to_string(&path).unwrap_or_default();
        let mut left_out = String::new();
        for note in &sources.notes {
            if sources.generated {
                left_out.extend([&note.message, "\n"]);
            }
            if sources.generated && note.days.iter().any(|day| asked.remove(day)) {
                let failure = BuildFailure {
                    day: note.days.first().copied(),
                    ..BuildFailure::new(Exit::Failed, note.message.as_str())
                };
                self.insert(year, &note.days, &Err(failure));
            } else if !left_out.contains(&note.message) || !shown_before.contains(&note.message) {
                (self.on_event)(BuildEvent::Note(note));
            }
        }
        if left_out != shown_before {
            // If this fails, the note is shown again next time.
            let _ = replace_unflushed(&path, left_out);
        }
    }

    /// True if the program of these days, or that of their year, is up to date. Then it
    /// becomes their worker.
    fn is_up_to_date(&mut self, year: Year, days: &BTreeSet<Day>, sources: &YearSources) -> bool {
        let alone = sources.generated && days.len() == 1;
        alone && self.is_fresh(year, days, Some(days.clone()))
            || !self.request.per_day && self.is_fresh(year, days, None)
    }

    fn is_fresh(
        &mut self,
        year: Year,
        days: &BTreeSet<Day>,
        program_days: Option<BTreeSet<Day>>,
    ) -> bool {
        let program = Program::new(self.request, year, program_days);
        let Some(program) = program.fresh_executable() else {
            return false;
        };
        self.insert(year, days, &Ok(program));
        true
    }

    /// Builds the program of one day or of the year. If some days do not compile, the
    /// others are built without them.
    fn build_group(
        &mut self,
        year: Year,
        asked: &BTreeSet<Day>,
        sources: &YearSources,
    ) -> Result<(), CliError> {
        let project = self.request.project;
        if sources.generated && asked.len() == 1 {
            let program = Program::new(self.request, year, Some(asked.clone()));
            let (built, output) = program.build(self.on_event)?;
            // A day that does not compile alone may compile with its year.
            let misses_something = output.errors.iter().any(|error| error.misses_something);
            if built.is_some() || sources.days.len() == 1 || !misses_something {
                self.show(&output, built.is_none(), |_| true);
                let worker = built.ok_or_else(|| output.failure(project));
                self.insert(year, asked, &worker);
                return Ok(());
            }
        }
        let mut broken: BTreeMap<Day, BuildFailure> = BTreeMap::new();
        let worker = loop {
            let others = sources.days.keys().copied();
            let others = others.filter(|day| !broken.contains_key(day)).collect();
            let program = Program::new(self.request, year, (!broken.is_empty()).then_some(others));
            if let Some(fresh) = program.fresh_executable() {
                break Ok(fresh);
            }
            let (built, output) = program.build(self.on_event)?;
            // The messages of days that were not asked for are shown only if the user
            // maintains `main.rs`.
            let is_wanted = |day| !sources.generated || asked.contains(&day);
            self.show(&output, built.is_none(), is_wanted);
            let mut failures = output.failures_by_day();
            failures.retain(|day, _| !broken.contains_key(day));
            if built.is_some() || !sources.generated || failures.is_empty() {
                break built.ok_or_else(|| output.failure(project));
            }
            for failure in failures.values_mut() {
                let names_broken_day = |day: &Day| failure.message.contains(&module_name(*day));
                if let Some((_, other)) = broken.iter().find(|(day, _)| names_broken_day(day)) {
                    let other = &other.message;
                    failure.message = format!("it uses a day that does not compile: {other}");
                }
            }
            broken.extend(failures);
            if asked.iter().all(|day| broken.contains_key(day)) {
                break Err(output.failure(project));
            }
        };
        for day in asked {
            let own = broken.remove(day).map_or_else(|| worker.clone(), Err);
            self.insert(year, [day], &own);
        }
        Ok(())
    }

    /// Shows the messages of the compiler, except those about unwanted days, and after a
    /// failure also cargo's own, if all errors were shown.
    fn show(&mut self, output: &Output, failed: bool, is_wanted: impl Fn(Day) -> bool) {
        let is_wanted = |day: Option<Day>| day.is_none_or(&is_wanted);
        // Errors come first, because only the beginning may be visible.
        for are_errors in [true, false] {
            for message in output.messages.iter().filter(|it| is_wanted(it.day)) {
                let is_next = message.is_error == are_errors && (are_errors || !self.request.quiet);
                if is_next && self.shown.insert(message.text.clone()) {
                    (self.on_event)(BuildEvent::Output(&message.text));
                }
            }
        }
        // Cargo counts all errors.
        let mut errors = output.errors.iter();
        let is_complete = errors.all(|error| is_wanted(error.failure.day));
        for line in output.error_lines.iter().filter(|_| failed && is_complete) {
            (self.on_event)(BuildEvent::Output(&format!("{line}\n")));
        }
    }
}

/// Waits until no other `aoc` builds in this project, and prevents other builds until
/// the lock is dropped.
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
