//! Builds the requested days: a program with one day for a command on one day, otherwise
//! the program of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::thread;

use super::command::{Level, Output};
use super::dependence::may_need_other_days;
use super::program::{Program, copy_for, prune, stamps};
use super::request::{BuildEvent, BuildFailure, BuildRequest, OnEvent, Workers};
use crate::error::{CliError, Exit, Result};
use crate::files::{Lock, replace_unflushed};
use crate::processes::POLL;
use crate::project::{Project, YearSources, module_name};
use crate::puzzle::{Day, Year};

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    on_event: OnEvent<'a>,
    /// The compiler messages that were shown: those of several programs may be the same.
    shown: HashSet<String>,
    workers: Workers,
    /// The lock is held from the first call of cargo until the build ends.
    lock: Option<Lock>,
}

/// Updates the `main.rs` of the years and builds the requested days.
pub fn build(request: &BuildRequest<'_>, on_event: OnEvent<'_>) -> Result<Workers> {
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
    /// Builds these days of a year, together or separately, except those that are left
    /// out.
    fn build_days(&mut self, year: Year, mut asked: BTreeSet<Day>) -> Result<()> {
        let project = self.request.project;
        let is_single = self.request.per_day || asked.len() == 1;
        if is_single && project.is_generated(year) {
            // If the day's own program is up to date, no other file matters.
            asked.retain(|&day| {
                let alone = BTreeSet::from([day]);
                !self.is_fresh(year, &alone, Some(alone.clone()))
            });
        }
        if asked.is_empty() {
            return Ok(());
        }
        let sources = match sync(project, year) {
            Ok(sources) => sources,
            Err(error) => {
                let failure = BuildFailure::new(error.exit, format!("{error:#}"));
                self.fail(year, &asked, &failure);
                return Ok(());
            }
        };
        self.tell_notes(year, &mut asked, &sources);
        let mut groups = Vec::new();
        if self.request.per_day && sources.generated {
            for day in asked {
                groups.push(BTreeSet::from([day]));
            }
        } else if !asked.is_empty() {
            groups.push(asked);
        }
        let mut is_started = false;
        for days in groups {
            if self.is_up_to_date(year, &days, &sources) {
                continue;
            }
            if !is_started {
                is_started = true;
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

    /// Makes a program the worker of these days.
    fn succeed(&mut self, year: Year, days: &BTreeSet<Day>, program: &Path) {
        for &day in days {
            let mut own = program.to_owned();
            if days.len() > 1 {
                own = copy_for(program, day);
            }
            self.workers.0.insert(year.day(day), Ok(own));
        }
    }

    fn fail(&mut self, year: Year, days: &BTreeSet<Day>, failure: &BuildFailure) {
        for &day in days {
            let failure = failure.clone();
            self.workers.0.insert(year.day(day), Err(failure));
        }
    }

    /// Reports the notes about the files of a year. A day that is left out is a failure
    /// if it was asked for; otherwise it is mentioned once, until another day is left
    /// out.
    fn tell_notes(&mut self, year: Year, asked: &mut BTreeSet<Day>, sources: &YearSources) {
        let stamps = stamps(self.request.project);
        let path = stamps.join(format!("year{year}.notes"));
        let shown_before = fs::read_to_string(&path).unwrap_or_default();
        let mut left_out = String::new();
        for note in &sources.notes {
            let days: BTreeSet<Day> = note.days.iter().copied().collect();
            let mut is_known = false;
            if sources.generated {
                left_out += &format!("{}\n", note.message);
                is_known = shown_before.contains(&note.message);
                if !asked.is_disjoint(&days) {
                    asked.retain(|day| !days.contains(day));
                    let failure = BuildFailure::new(Exit::Failed, &*note.message);
                    self.fail(year, &days, &failure);
                    continue;
                }
            }
            if !is_known {
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
        let is_alone = sources.generated && days.len() == 1;
        if is_alone && self.is_fresh(year, days, Some(days.clone())) {
            return true;
        }
        !self.request.per_day && self.is_fresh(year, days, None)
    }

    fn is_fresh(
        &mut self,
        year: Year,
        days: &BTreeSet<Day>,
        program_days: Option<BTreeSet<Day>>,
    ) -> bool {
        let program = Program::new(self.request, year, program_days);
        let Some(executable) = program.fresh_executable() else {
            return false;
        };
        self.succeed(year, days, &executable);
        true
    }

    /// Builds the program of one day, or that of the year if the day needs other days or
    /// several days are asked for.
    fn build_group(
        &mut self,
        year: Year,
        asked: &BTreeSet<Day>,
        sources: &YearSources,
    ) -> Result<()> {
        if !sources.generated || asked.len() > 1 {
            return self.build_year(year, asked, sources);
        }
        let project = self.request.project;
        let program = Program::new(self.request, year, Some(asked.clone()));
        let (built, output) = program.build(self.on_event)?;
        if let Some(executable) = built {
            self.show(&output, None);
            self.succeed(year, asked, &executable);
            return Ok(());
        }
        for &day in asked {
            let puzzle = year.day(day);
            if may_need_other_days(project, puzzle, &output.errors, sources) {
                return self.build_year(year, asked, sources);
            }
        }
        self.show(&output, None);
        self.show_end(&output);
        self.fail(year, asked, &output.failure(project));
        Ok(())
    }

    /// Builds the program of a year. If some days do not compile, the others are built
    /// without them.
    fn build_year(
        &mut self,
        year: Year,
        asked: &BTreeSet<Day>,
        sources: &YearSources,
    ) -> Result<()> {
        let project = self.request.project;
        // The messages of days that were not asked for are shown only if the user
        // maintains `main.rs`.
        let wanted = if sources.generated { Some(asked) } else { None };
        let mut broken: BTreeMap<Day, BuildFailure> = BTreeMap::new();
        let mut left = asked.clone();
        while !left.is_empty() {
            let mut days = None;
            if !broken.is_empty() {
                let mut others = BTreeSet::new();
                for &day in sources.days.keys() {
                    if !broken.contains_key(&day) {
                        others.insert(day);
                    }
                }
                days = Some(others);
            }
            let program = Program::new(self.request, year, days);
            if let Some(executable) = program.fresh_executable() {
                self.succeed(year, &left, &executable);
                return Ok(());
            }
            let (built, mut output) = program.build(self.on_event)?;
            output.assign_features(&sources.features);
            let is_complete = self.show(&output, wanted);
            if let Some(executable) = built {
                self.succeed(year, &left, &executable);
                return Ok(());
            }
            if is_complete {
                self.show_end(&output);
            }
            let mut failures = output.failures_by_day();
            failures.retain(|day, _| !broken.contains_key(day));
            if !sources.generated || failures.is_empty() {
                self.fail(year, &left, &output.failure(project));
                return Ok(());
            }
            for failure in failures.values_mut() {
                failure.name_broken_day(&broken);
            }
            for (day, failure) in failures {
                if left.remove(&day) {
                    self.fail(year, &[day].into(), &failure);
                }
                broken.insert(day, failure);
            }
        }
        Ok(())
    }

    /// Shows the messages of the compiler, except those about days that are not `wanted`;
    /// `None` is for all days. Returns whether all errors were shown.
    fn show(&mut self, output: &Output, wanted: Option<&BTreeSet<Day>>) -> bool {
        // Errors come first, because only the beginning may be visible.
        for level in [Level::Error, Level::Warning] {
            if level == Level::Warning && self.request.quiet {
                continue;
            }
            for message in &output.messages {
                if message.level == level && is_wanted(&message.days, wanted) {
                    self.show_once(&message.text);
                }
            }
        }
        let mut errors = output.errors.iter();
        errors.all(|error| is_wanted(&error.days, wanted))
    }

    /// Shows how many errors there were, once all of them were shown.
    fn show_end(&mut self, output: &Output) {
        for message in &output.messages {
            if message.level == Level::Summary && !self.request.quiet {
                self.show_once(&message.text);
            }
        }
        for line in &output.error_lines {
            (self.on_event)(BuildEvent::Output(&format!("{line}\n")));
        }
    }

    fn show_once(&mut self, text: &str) {
        if self.shown.insert(text.to_owned()) {
            (self.on_event)(BuildEvent::Output(text));
        }
    }
}

/// True if a message about these days is to be shown.
fn is_wanted(days: &[Day], wanted: Option<&BTreeSet<Day>>) -> bool {
    match wanted {
        Some(wanted) if !days.is_empty() => days.iter().any(|day| wanted.contains(day)),
        _ => true,
    }
}

impl BuildFailure {
    /// If the error names a day that does not compile, that day is the reason.
    fn name_broken_day(&mut self, broken: &BTreeMap<Day, Self>) {
        for (day, other) in broken {
            if self.message.contains(&module_name(*day)) {
                let other = &other.message;
                self.message = format!("it uses a day that does not compile: {other}");
                return;
            }
        }
    }
}

/// Updates the `main.rs` of a year, which must have a manifest.
fn sync(project: &Project, year: Year) -> Result<YearSources> {
    let sources = project.sync(year)?;
    let manifest = project.year_dir(year).join("Cargo.toml");
    if manifest.is_file() {
        return Ok(sources);
    }
    let shown = project.shown(&manifest);
    let message = format!("{} is missing: copy another year's", shown.display());
    Err(CliError::failed(message))
}

/// Waits until no other `aoc` builds in this project, and prevents other builds until
/// the lock is dropped.
fn lock(request: &BuildRequest<'_>) -> Result<Lock> {
    let path = stamps(request.project).join("lock");
    loop {
        let lock = Lock::try_acquire(&path)?;
        if let Some(lock) = lock {
            return Ok(lock);
        }
        request.cancel.check()?;
        thread::sleep(POLL);
    }
}
