//! Builds the requested days: a program with one day for a command on one day, otherwise
//! the program of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem;
use std::path::Path;
use std::thread::sleep;

use super::command::Output;
use super::fingerprint::stamps;
use super::program::{Program, copy_for, prune};
use super::request::{BuildEvent, BuildFailure, BuildRequest, OnEvent, Workers};
use crate::error::{Exit, Result};
use crate::files::Lock;
use crate::processes::POLL;
use crate::project::source::tokens;
use crate::project::{YearSources, module_name};
use crate::puzzle::{Day, Year, parse_day_name};

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    on_event: OnEvent<'a>,
    /// The compiler messages that were shown: those of several programs may be the same.
    shown: HashSet<String>,
    workers: Workers,
    /// The lock is held from the first call of cargo until the build ends.
    lock: Option<Lock>,
    /// The year that is built now, and its files.
    year: Year,
    sources: YearSources,
}

/// Updates the `main.rs` of the years and builds the requested days.
pub fn build(request: &BuildRequest, on_event: OnEvent) -> Result<Workers> {
    let mut years: BTreeMap<Year, BTreeSet<Day>> = BTreeMap::new();
    for puzzle in request.puzzles {
        years.entry(puzzle.year).or_default().insert(puzzle.day);
    }
    let mut builder = Builder {
        request,
        on_event,
        shown: HashSet::new(),
        workers: Workers::default(),
        lock: None,
        year: Year::FIRST,
        sources: YearSources::default(),
    };
    for (year, days) in years {
        builder.year = year;
        builder.build_days(days)?;
    }
    if builder.lock.is_some() {
        prune(request);
    }
    Ok(builder.workers)
}

impl Builder<'_> {
    /// Builds these days of the year, together or separately, except those that are left
    /// out.
    fn build_days(&mut self, mut asked: BTreeSet<Day>) -> Result<()> {
        let project = self.request.project;
        let is_single = self.request.per_day || asked.len() == 1;
        if is_single && project.is_generated(self.year) {
            // If the day's own program is up to date, no other file matters.
            asked.retain(|&day| {
                let alone = BTreeSet::from([day]);
                let program = Program::new(self.request, self.year, Some(alone.clone()));
                !self.is_fresh(&program, &alone)
            });
        }
        if asked.is_empty() {
            return Ok(());
        }
        match project.sync(self.year) {
            Ok(sources) => self.sources = sources,
            Err(error) => {
                let message = format!("{error:#}");
                let exit = error.exit;
                self.fail(asked, &BuildFailure { message, exit });
                return Ok(());
            }
        }
        self.tell_notes(&mut asked);
        if self.request.per_day && self.sources.generated {
            for day in asked {
                self.build_group([day].into())?;
            }
            return Ok(());
        }
        // The program of the year has these days too.
        let program = Program::new(self.request, self.year, None);
        if self.is_fresh(&program, &asked) {
            return Ok(());
        }
        self.build_group(asked)
    }

    /// Makes a program the worker of these days.
    fn succeed(&mut self, days: &BTreeSet<Day>, program: &Path) {
        for &day in days {
            let mut own = program.to_owned();
            if days.len() > 1 {
                own = copy_for(program, day);
            }
            self.workers.0.insert(self.year.day(day), Ok(own));
        }
    }

    fn fail(&mut self, days: impl IntoIterator<Item = Day>, failure: &BuildFailure) {
        for day in days {
            let failure = Err(failure.clone());
            self.workers.0.insert(self.year.day(day), failure);
        }
    }

    /// Reports the notes about the files of the year. A day that is left out of a generated
    /// `main.rs` is a failure if it was asked for, and does not matter otherwise.
    fn tell_notes(&mut self, asked: &mut BTreeSet<Day>) {
        for note in mem::take(&mut self.sources.notes) {
            let Some(day) = note.day else {
                (self.on_event)(BuildEvent::Note(&note.message));
                continue;
            };
            let failure = BuildFailure {
                message: note.message,
                exit: Exit::Failed,
            };
            if asked.remove(&day) {
                self.fail([day], &failure);
            }
        }
    }

    /// True if the program is up to date. Then it becomes the worker of these days.
    fn is_fresh(&mut self, program: &Program, days: &BTreeSet<Day>) -> bool {
        let executable = program.fresh_executable();
        if let Some(executable) = &executable {
            self.succeed(days, executable);
        }
        executable.is_some()
    }

    /// Builds the program of a single day, or that of the year if several days are asked for
    /// or the day needs others. If some days do not compile, the others are built without
    /// them.
    fn build_group(&mut self, mut asked: BTreeSet<Day>) -> Result<()> {
        if asked.is_empty() {
            return Ok(());
        }
        (self.on_event)(BuildEvent::Started(self.year));
        if self.lock.is_none() {
            self.lock = Some(lock(self.request)?);
        }
        let all = asked.clone();
        let mut broken: BTreeMap<Day, BuildFailure> = BTreeMap::new();
        let mut days = None;
        if asked.len() == 1 && self.sources.generated {
            days = Some(asked.clone());
        }
        while !asked.is_empty() {
            let program = Program::new(self.request, self.year, days.clone());
            // Another `aoc` may have built it in the meantime.
            if self.is_fresh(&program, &asked) {
                break;
            }
            let (built, mut output) = program.build(self.on_event)?;
            let is_alone = days.is_some() && broken.is_empty();
            if built.is_none() && is_alone && self.may_need_other_days(&asked, &output) {
                days = None;
                continue;
            }
            output.assign_features(&self.sources.features);
            self.show(&output, &all);
            if let Some(executable) = built {
                self.succeed(&asked, &executable);
                break;
            }
            let mut failures = output.failures_by_day();
            failures.retain(|day, _| !broken.contains_key(day));
            if !self.sources.generated || failures.is_empty() {
                self.fail(asked, &output.failure());
                break;
            }
            for (day, mut failure) in failures {
                // If the error names a day that does not compile, that day is the reason.
                if let Some((_, other)) = broken
                    .iter()
                    .find(|(day, _)| failure.message.contains(&module_name(**day)))
                {
                    let other = &other.message;
                    failure.message = format!("it uses a day that does not compile: {other}");
                }
                if asked.remove(&day) {
                    self.fail([day], &failure);
                }
                broken.insert(day, failure);
            }
            let mut others: BTreeSet<Day> = self.sources.days.keys().copied().collect();
            others.retain(|day| !broken.contains_key(day));
            days = Some(others);
        }
        Ok(())
    }

    /// Shows the messages of the compiler, except those about other days than the asked
    /// ones, unless the user maintains `main.rs`. Cargo's own error is shown if it is not
    /// just that there are errors.
    fn show(&mut self, output: &Output, asked: &BTreeSet<Day>) {
        if output.errors().next().is_none() {
            for line in &output.error_lines {
                (self.on_event)(BuildEvent::Output(&format!("{line}\n")));
            }
        }
        // Errors come first, because only the beginning may be visible.
        let mut messages: Vec<_> = output.messages.iter().collect();
        messages.sort_by_key(|message| !message.is_error);
        for message in messages {
            let is_about_all = message.days.is_empty() || !self.sources.generated;
            let is_meant = is_about_all || !message.days.is_disjoint(asked);
            let is_shown = message.is_error || !self.request.quiet;
            if is_meant && is_shown && self.shown.insert(message.rendered.clone()) {
                (self.on_event)(BuildEvent::Output(&message.rendered));
            }
        }
    }

    /// Whether another day may have what a day misses: an error names one, or is about
    /// something that the day itself does not use.
    fn may_need_other_days(&self, asked: &BTreeSet<Day>, output: &Output) -> bool {
        output.errors().any(|error| {
            error.is_unused
                || tokens(&error.text)
                    .into_iter()
                    .filter_map(parse_day_name)
                    .any(|day| self.sources.days.contains_key(&day) && !asked.contains(&day))
        })
    }
}

/// Waits until no other `aoc` builds in this project, and prevents other builds until
/// the lock is dropped.
fn lock(request: &BuildRequest) -> Result<Lock> {
    let path = stamps(request.project).join("lock");
    loop {
        if let Some(lock) = Lock::try_acquire(&path)? {
            return Ok(lock);
        }
        request.cancel.check()?;
        sleep(POLL);
    }
}
