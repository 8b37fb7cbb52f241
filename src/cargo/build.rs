//! Builds the requested days. If one day of a year is requested, its program has only this day.
//! Otherwise it is the program of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem;
use std::thread::sleep;

use super::command::{CargoOutput, package_name};
use super::dependence::may_need_other_days;
use super::diagnostic::{Cause, Diagnostic, Level};
use super::fingerprint::Executable;
use super::program::{Program, ProgramBuild, copy_for, prune};
use super::request::{BuildEvent, BuildRequest, DayPrograms, OnEvent};
use crate::error::{CliError, Result, failure};
use crate::files::{Lock, SharedLock};
use crate::processes::POLL;
use crate::project::YearFiles;
use crate::puzzle::{Day, Year};

/// The compiler messages to show after a call of cargo.
#[derive(Clone, Copy, PartialEq)]
enum MessageScope {
    /// Only messages about the requested days. Another call follows, without the days that do not
    /// compile.
    Days,
    /// Messages about the requested days, and about files that belong to no day.
    All,
}

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    on_event: OnEvent<'a>,
    /// The messages of the compiler and of cargo that were shown, because different programs may
    /// have the same messages.
    shown: HashSet<String>,
    programs: DayPrograms,
    /// The lock on builds. It is held from the first call of cargo until the build ends.
    lock: Option<Lock>,
}

/// Requested days that share a program.
struct DayGroup<'a> {
    year: Year,
    days: BTreeSet<Day>,
    /// The files of the year. Its `main.rs` is up to date.
    files: &'a YearFiles,
    /// The days of the year that are known not to compile.
    broken: BTreeMap<Day, CliError>,
}

impl DayGroup<'_> {
    /// The requested days that may compile.
    fn remaining(&self) -> BTreeSet<Day> {
        let days = self.days.iter().copied();
        days.filter(|day| !self.broken.contains_key(day)).collect()
    }

    /// The days of the year that may compile. `None` means all days.
    fn unbroken(&self) -> Option<BTreeSet<Day>> {
        if self.broken.is_empty() {
            return None;
        }
        let of_year = self.files.days.keys().copied();
        Some(
            of_year
                .filter(|day| !self.broken.contains_key(day))
                .collect(),
        )
    }

    /// True if a message of the compiler is shown: it is about a requested day, or the user
    /// maintains `main.rs`. `scope` decides about messages that are about no day.
    fn shows(&self, message: &Diagnostic, scope: MessageScope) -> bool {
        if !self.files.is_generated {
            return true;
        }
        if message.days.is_empty() {
            return scope == MessageScope::All;
        }
        !message.days.is_disjoint(&self.days)
    }
}

/// Updates the `main.rs` of the years and builds the requested days.
pub fn build(request: &BuildRequest, on_event: OnEvent) -> Result<DayPrograms> {
    let mut years: BTreeMap<Year, BTreeSet<Day>> = BTreeMap::new();
    for puzzle in request.puzzles {
        years.entry(puzzle.year).or_default().insert(puzzle.day);
    }
    let mut builder = Builder {
        request,
        on_event,
        shown: HashSet::new(),
        programs: DayPrograms {
            profile: request.profile,
            in_use: SharedLock::acquire(&request.project.state_dir().join("programs.lock")),
            project: request.project.clone(),
            by_puzzle: BTreeMap::new(),
        },
        lock: None,
    };
    for (year, days) in years {
        builder.build_days(year, days)?;
    }
    if builder.lock.is_some() {
        prune(request, &builder.programs.in_use);
    }
    Ok(builder.programs)
}

impl Builder<'_> {
    /// Gives these days of a year the first available of these programs:
    ///
    /// 1. the day's own program, if it is up to date; then only the names of the year's files are
    ///    checked
    /// 2. the program of the year, if it is up to date
    /// 3. the day's own program, which is built now
    /// 4. the program of the year, which is built now without the days that do not compile
    ///
    /// A day has its own program if it is requested alone, or with [`BuildRequest::per_day`], which
    /// skips step 2. If the user maintains `main.rs`, there is only the program of the year.
    fn build_days(&mut self, year: Year, mut days: BTreeSet<Day>) -> Result<()> {
        let BuildRequest {
            project, per_day, ..
        } = *self.request;
        if (per_day || days.len() == 1) && project.is_current(year) {
            days.retain(|&day| {
                let alone = BTreeSet::from([day]);
                !self.use_if_fresh(year, Some(&alone), &alone)
            });
        }
        if days.is_empty() {
            return Ok(());
        }
        let mut files = match self.sync(year) {
            Ok(files) => files,
            Err(error) => {
                self.fail(year, days, &error);
                return Ok(());
            }
        };
        self.fail_left_out(year, &mut days, &mut files);
        let is_separate = per_day && files.is_generated;
        let groups = if is_separate {
            days.into_iter().map(|day| BTreeSet::from([day])).collect()
        } else {
            vec![days]
        };
        for days in groups {
            if days.is_empty() || !is_separate && self.use_if_fresh(year, None, &days) {
                continue;
            }
            self.lock()?;
            (self.on_event)(BuildEvent::Started(year));
            let group = DayGroup {
                year,
                days,
                files: &files,
                broken: BTreeMap::new(),
            };
            if !self.build_alone(&group)? {
                self.build_year(group)?;
            }
        }
        Ok(())
    }

    /// Updates the year's `main.rs`. Fails if the year has no package. Cargo's own error would only
    /// be about the workspace.
    fn sync(&self, year: Year) -> Result<YearFiles> {
        let project = self.request.project;
        match project.missing_manifest_message(&year.package()) {
            Some(why) => Err(failure(why)),
            None => project.sync(year),
        }
    }

    /// Reports the notes about the files of the year. A requested day that is left out of a
    /// generated `main.rs` gets the reason instead of a program, and is removed from `days`.
    fn fail_left_out(&mut self, year: Year, days: &mut BTreeSet<Day>, files: &mut YearFiles) {
        for note in mem::take(&mut files.notes) {
            (self.on_event)(BuildEvent::Note(&note));
        }
        for (day, message) in mem::take(&mut files.left_out) {
            if days.remove(&day) {
                self.fail(year, [day], &failure(message));
            }
        }
    }

    /// Uses the program with `contents` for these days, if it is up to date. Otherwise returns
    /// false.
    fn use_if_fresh(
        &mut self,
        year: Year,
        contents: Option<&BTreeSet<Day>>,
        days: &BTreeSet<Day>,
    ) -> bool {
        let program = Program::new(self.request, year, contents.cloned());
        let executable = program.fresh_executable();
        if let Some(executable) = &executable {
            self.succeed(year, days, executable);
        }
        executable.is_some()
    }

    /// Uses a program for these days.
    fn succeed(&mut self, year: Year, days: &BTreeSet<Day>, program: &Executable) {
        for &day in days {
            let mut own = program.clone();
            // Tests do not change their program.
            if days.len() > 1 && !self.request.tests {
                own.path = copy_for(&program.path, day);
            }
            self.programs.by_puzzle.insert(year.day(day), Ok(own));
        }
    }

    fn fail(&mut self, year: Year, days: impl IntoIterator<Item = Day>, error: &CliError) {
        for day in days {
            let error = Err(error.clone());
            self.programs.by_puzzle.insert(year.day(day), error);
        }
    }

    fn lock(&mut self) -> Result<()> {
        if self.lock.is_none() {
            self.lock = Some(lock_builds(self.request, self.on_event)?);
        }
        Ok(())
    }

    /// Builds the day's own program. Returns false if the day has no program of its own, or if it
    /// fails alone, but may compile with the other days of its year.
    fn build_alone(&mut self, group: &DayGroup) -> Result<bool> {
        let Some(&day) = group.days.first() else {
            return Ok(false);
        };
        if group.days.len() > 1 || !group.files.is_generated {
            return Ok(false);
        }
        let built = self.build_program(group, Some(group.days.clone()))?;
        let puzzle = group.year.day(day);
        if built.executable.is_none()
            && may_need_other_days(self.request.project, puzzle, &built.output, group.files)
        {
            return Ok(false);
        }
        self.finish(group, &built);
        Ok(true)
    }

    /// Builds the program of the year. Leaves out the days that do not compile, and builds again
    /// until it compiles.
    fn build_year(&mut self, mut group: DayGroup) -> Result<()> {
        while !group.remaining().is_empty() {
            let built = self.build_program(&group, group.unbroken())?;
            let mut failed = built.output.broken_days();
            failed.retain(|day| !group.broken.contains_key(day));
            if built.executable.is_some() || !group.files.is_generated || failed.is_empty() {
                self.finish(&group, &built);
                break;
            }
            // Errors in other files may be consequences of the errors in these days. The next call
            // shows those that remain.
            self.show(&group, &built.output, MessageScope::Days);
            let failures: Vec<_> = failed
                .into_iter()
                .map(|day| (day, failure_of(day, &built.output, &group.broken)))
                .collect();
            for (day, failure) in failures {
                if group.days.contains(&day) {
                    self.fail(group.year, [day], &failure);
                }
                group.broken.insert(day, failure);
            }
        }
        Ok(())
    }

    /// Builds the program with these days. `None` means all days of the year.
    fn build_program(
        &mut self,
        group: &DayGroup,
        contents: Option<BTreeSet<Day>>,
    ) -> Result<ProgramBuild> {
        let has_all_days = contents.is_none();
        let program = Program::new(self.request, group.year, contents);
        let mut built = program.build(self.on_event)?;
        let in_use = &self.programs.in_use;
        in_use.if_not_shared(|| program.remove_old_builds());
        built.output.assign_features(&group.files.features);
        // The days that are left out may use an item of a shared file that seems unused.
        let package = group.year.package();
        built.output.messages.retain(|message| {
            let is_unused = message.level == Level::Warning && message.cause == Cause::Unused;
            has_all_days || !is_unused || package_name(&message.package_id) != package
        });
        Ok(built)
    }

    /// Shows the messages of the last call of cargo. The remaining days of the group get the
    /// program, or fail.
    fn finish(&mut self, group: &DayGroup, built: &ProgramBuild) {
        self.show(group, &built.output, MessageScope::All);
        let days = group.remaining();
        if let Some(executable) = &built.executable {
            self.succeed(group.year, &days, executable);
            return;
        }
        for day in days {
            let failure = failure_of(day, &built.output, &group.broken);
            self.fail(group.year, [day], &failure);
        }
    }

    /// Shows the compiler's messages, or the error of cargo itself. Messages about days that were
    /// not requested are left out, unless the user maintains `main.rs`.
    fn show(&mut self, group: &DayGroup, output: &CargoOutput, scope: MessageScope) {
        // A short error is told as the error of the day. The same error may end the build of several
        // years.
        if !output.has_errors()
            && output.complete_failure().is_none()
            && self.shown.insert(output.error_lines.join("\n"))
        {
            for line in &output.error_lines {
                (self.on_event)(BuildEvent::Output(&format!("{line}\n")));
            }
        }
        // The explanation lists the codes of all errors, so it is shown only if all of these errors
        // are shown.
        let is_complete = output.errors().all(|error| group.shows(error, scope));
        let messages = output
            .messages
            .iter()
            .filter(|message| match message.level {
                Level::Error => group.shows(message, scope),
                Level::Warning => group.shows(message, scope) && !self.request.quiet,
                Level::Explanation => is_complete && !self.request.quiet,
            });
        for message in messages {
            if self.shown.insert(message.rendered.clone()) {
                (self.on_event)(BuildEvent::Output(&message.rendered));
            }
        }
    }
}

/// The reason why a day was not built. If the error names another day that does not compile, that
/// day is the reason.
fn failure_of(day: Day, output: &CargoOutput, broken: &BTreeMap<Day, CliError>) -> CliError {
    let Some(error) = output.error_of(day) else {
        let complete = output.complete_failure();
        return complete.unwrap_or_else(|| output.failure());
    };
    let reason = error.named_days.iter().find_map(|day| broken.get(day));
    match reason {
        Some(reason) => CliError::new(
            reason.exit,
            format!("it uses a day that does not compile: {reason}"),
        ),
        None => error.failure(),
    }
}

/// Waits for other builds in this project, and locks builds until the returned lock is dropped.
fn lock_builds(request: &BuildRequest, on_event: OnEvent) -> Result<Lock> {
    let path = request.project.state_dir().join("lock");
    let mut has_reported = false;
    loop {
        if let Some(lock) = Lock::try_acquire(&path)? {
            return Ok(lock);
        }
        request.cancel.check()?;
        if !mem::replace(&mut has_reported, true) {
            on_event(BuildEvent::Waiting);
        }
        sleep(POLL);
    }
}
