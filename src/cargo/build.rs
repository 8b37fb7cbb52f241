//! Builds the requested days. A command on one day gets a program with only this day. Other
//! commands get the program of the year, without the days that do not compile.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem;
use std::thread::sleep;

use super::command::CargoOutput;
use super::dependence::may_need_other_days;
use super::diagnostic::{Diagnostic, Level};
use super::program::{Built, Program, copy_for, prune};
use super::request::{BuildEvent, BuildFailure, BuildRequest, DayPrograms, Executable, OnEvent};
use crate::error::{Exit, Result, failure};
use crate::files::Lock;
use crate::processes::POLL;
use crate::project::YearSources;
use crate::puzzle::{Day, Year};

/// The compiler messages to show after a call of cargo.
#[derive(Clone, Copy, PartialEq)]
enum MessageScope {
    /// Only messages about the requested days, because another call follows without the days that
    /// do not compile.
    Days,
    /// Messages about the requested days, and about files that belong to no day.
    All,
}

/// The result of building a day without the others.
#[derive(Clone, Copy, PartialEq)]
enum BuildEnd {
    /// The day has its program or has failed.
    Final,
    /// The day may compile together with the other days of its year.
    MayNeedOtherDays,
}

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    on_event: OnEvent<'a>,
    /// The compiler messages that were shown. Different programs may have the same messages.
    shown: HashSet<String>,
    programs: DayPrograms,
    /// The lock on builds, held from the first call of cargo until the build ends.
    lock: Option<Lock>,
}

/// The build of a year whose `main.rs` is up to date.
struct YearBuild<'b, 'a> {
    builder: &'b mut Builder<'a>,
    year: Year,
    sources: YearSources,
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
            ..DayPrograms::default()
        },
        lock: None,
    };
    for (year, days) in years {
        builder.build_days(year, days)?;
    }
    if builder.lock.is_some() {
        prune(request);
    }
    Ok(builder.programs)
}

impl Builder<'_> {
    /// Builds these days of a year. Days that are left out of `main.rs` fail.
    fn build_days(&mut self, year: Year, mut asked: BTreeSet<Day>) -> Result<()> {
        let is_single = self.request.per_day || asked.len() == 1;
        if is_single && self.request.project.is_generated(year) {
            // If a day's own program is up to date, its year need not be checked.
            asked.retain(|&day| {
                let alone = BTreeSet::from([day]);
                let program = Program::new(self.request, year, Some(alone.clone()));
                !self.take_if_fresh(&program, &alone)
            });
        }
        if asked.is_empty() {
            return Ok(());
        }
        let sources = match self.sync(year) {
            Ok(sources) => sources,
            Err(error) => {
                let message = format!("{error:#}");
                let exit = error.exit;
                self.fail(year, asked, &BuildFailure { message, exit });
                return Ok(());
            }
        };
        let mut build = YearBuild {
            builder: self,
            year,
            sources,
        };
        build.build_days(asked)
    }

    /// Updates the year's `main.rs`. Fails if the year has no package, because cargo's error
    /// would be about the workspace.
    fn sync(&self, year: Year) -> Result<YearSources> {
        let project = self.request.project;
        let manifest = project.manifest_of(year);
        if manifest.exists() {
            return project.sync(year);
        }
        let manifest = project.shown(&manifest);
        Err(failure(format!(
            "{manifest} is missing: `aoc new {year}/1` creates it"
        )))
    }

    /// Makes the program the worker of these days if it is up to date. Returns false if it is
    /// not.
    fn take_if_fresh(&mut self, program: &Program, days: &BTreeSet<Day>) -> bool {
        let executable = program.fresh_executable();
        if let Some(executable) = &executable {
            self.succeed(program.year, days, executable);
        }
        executable.is_some()
    }

    /// Makes a program the worker of these days.
    fn succeed(&mut self, year: Year, days: &BTreeSet<Day>, program: &Executable) {
        for &day in days {
            let mut own = program.clone();
            if days.len() > 1 {
                own.path = copy_for(&program.path, day);
            }
            self.programs.by_puzzle.insert(year.day(day), Ok(own));
        }
    }

    fn fail(&mut self, year: Year, days: impl IntoIterator<Item = Day>, failure: &BuildFailure) {
        for day in days {
            let failure = Err(failure.clone());
            self.programs.by_puzzle.insert(year.day(day), failure);
        }
    }

    fn lock(&mut self) -> Result<()> {
        if self.lock.is_none() {
            self.lock = Some(lock_builds(self.request)?);
        }
        Ok(())
    }
}

impl<'a> YearBuild<'_, 'a> {
    /// Builds these days, together or separately.
    fn build_days(&mut self, asked: BTreeSet<Day>) -> Result<()> {
        let asked = self.fail_left_out(asked);
        if self.builder.request.per_day && self.sources.generated {
            for day in asked {
                self.build_group([day].into())?;
            }
            return Ok(());
        }
        // The year's program contains these days, too.
        let program = self.program(None);
        if self.builder.take_if_fresh(&program, &asked) {
            return Ok(());
        }
        self.build_group(asked)
    }

    /// The program with these days; `None` means all days of the year.
    fn program(&self, days: Option<BTreeSet<Day>>) -> Program<'a> {
        Program::new(self.builder.request, self.year, days)
    }

    /// Reports the notes about the files of the year. A requested day that is left out of a
    /// generated `main.rs` has failed; other days that are left out do not matter. Returns the
    /// remaining requested days.
    fn fail_left_out(&mut self, mut asked: BTreeSet<Day>) -> BTreeSet<Day> {
        for note in mem::take(&mut self.sources.notes) {
            (self.builder.on_event)(BuildEvent::Note(&note));
        }
        for (day, message) in mem::take(&mut self.sources.left_out) {
            if asked.remove(&day) {
                let exit = Exit::Failed;
                self.builder
                    .fail(self.year, [day], &BuildFailure { message, exit });
            }
        }
        asked
    }

    /// Builds the program of a single day. If several days are requested, or the day needs
    /// others, builds the program of the year.
    fn build_group(&mut self, asked: BTreeSet<Day>) -> Result<()> {
        if asked.is_empty() {
            return Ok(());
        }
        (self.builder.on_event)(BuildEvent::Started(self.year));
        self.builder.lock()?;
        if self.sources.generated
            && asked.len() == 1
            && let Some(&day) = asked.first()
            && self.build_alone(day)? == BuildEnd::Final
        {
            return Ok(());
        }
        self.build_year(asked)
    }

    /// Builds the program of the year. Days that do not compile are left out, and it is built
    /// again until it compiles.
    fn build_year(&mut self, mut asked: BTreeSet<Day>) -> Result<()> {
        let all_asked = asked.clone();
        let mut broken: BTreeMap<Day, BuildFailure> = BTreeMap::new();
        while !asked.is_empty() {
            let days = if broken.is_empty() {
                None
            } else {
                let of_year = self.sources.days.keys().copied();
                Some(of_year.filter(|day| !broken.contains_key(day)).collect())
            };
            let program = self.program(days);
            // Another `aoc` may have built the program in the meantime.
            if self.builder.take_if_fresh(&program, &asked) {
                break;
            }
            let Built {
                executable,
                mut output,
            } = program.build(self.builder.on_event)?;
            output.assign_features(&self.sources.features);
            if let Some(executable) = executable {
                self.show(&output, &all_asked, MessageScope::All);
                self.builder.succeed(self.year, &asked, &executable);
                break;
            }
            let mut failed = output.broken_days();
            failed.retain(|day| !broken.contains_key(day));
            if !self.sources.generated || failed.is_empty() {
                self.show(&output, &all_asked, MessageScope::All);
                for day in asked {
                    self.builder
                        .fail(self.year, [day], &failure_of(day, &output, &broken));
                }
                break;
            }
            // The errors in other files may be consequences of the errors of these days. The next
            // call shows those that remain.
            self.show(&output, &all_asked, MessageScope::Days);
            let failures: Vec<_> = failed
                .into_iter()
                .map(|day| (day, failure_of(day, &output, &broken)))
                .collect();
            for (day, failure) in failures {
                if asked.remove(&day) {
                    self.builder.fail(self.year, [day], &failure);
                }
                broken.insert(day, failure);
            }
        }
        Ok(())
    }

    /// Builds the program of a single day.
    fn build_alone(&mut self, day: Day) -> Result<BuildEnd> {
        let asked = BTreeSet::from([day]);
        let program = self.program(Some(asked.clone()));
        // Another `aoc` may have built the program in the meantime.
        if self.builder.take_if_fresh(&program, &asked) {
            return Ok(BuildEnd::Final);
        }
        let Built {
            executable,
            mut output,
        } = program.build(self.builder.on_event)?;
        let puzzle = self.year.day(day);
        if executable.is_none()
            && may_need_other_days(self.builder.request.project, puzzle, &output, &self.sources)
        {
            return Ok(BuildEnd::MayNeedOtherDays);
        }
        output.assign_features(&self.sources.features);
        self.show(&output, &asked, MessageScope::All);
        match executable {
            Some(executable) => self.builder.succeed(self.year, &asked, &executable),
            None => self.builder.fail(
                self.year,
                [day],
                &failure_of(day, &output, &BTreeMap::new()),
            ),
        }
        Ok(BuildEnd::Final)
    }

    /// Shows the compiler's messages. Messages about days that were not requested are left out,
    /// unless the user maintains `main.rs`. Cargo's own error is shown if it says more than that
    /// there are errors.
    fn show(&mut self, output: &CargoOutput, asked: &BTreeSet<Day>, scope: MessageScope) {
        if output.errors().next().is_none() {
            for line in &output.error_lines {
                (self.builder.on_event)(BuildEvent::Output(&format!("{line}\n")));
            }
        }
        let is_meant = |message: &Diagnostic| {
            !self.sources.generated
                || if message.days.is_empty() {
                    scope == MessageScope::All
                } else {
                    !message.days.is_disjoint(asked)
                }
        };
        // Errors come first, because perhaps only the beginning is visible. The explanation lists
        // the codes of all errors.
        let mut messages: Vec<_> = output.messages.iter().collect();
        messages.sort_by_key(|message| message.level);
        let is_complete = output.errors().all(is_meant);
        messages.retain(|message| match message.level {
            Level::Error => is_meant(message),
            Level::Warning => is_meant(message) && !self.builder.request.quiet,
            Level::Explanation => is_complete && !self.builder.request.quiet,
        });
        for message in messages {
            if self.builder.shown.insert(message.rendered.clone()) {
                (self.builder.on_event)(BuildEvent::Output(&message.rendered));
            }
        }
    }
}

/// The reason why a day was not built. If the error names another day that does not compile, that
/// day is the reason.
fn failure_of(
    day: Day,
    output: &CargoOutput,
    broken: &BTreeMap<Day, BuildFailure>,
) -> BuildFailure {
    let Some(error) = output.error_of(day) else {
        return output.failure();
    };
    let reason = error.named.iter().find_map(|day| broken.get(day));
    match reason {
        Some(BuildFailure { message, exit }) => BuildFailure {
            message: format!("it uses a day that does not compile: {message}"),
            exit: *exit,
        },
        None => error.failure.clone(),
    }
}

/// Waits until no other `aoc` builds in this project. Other builds wait until the lock is
/// dropped.
fn lock_builds(request: &BuildRequest) -> Result<Lock> {
    let path = request.project.stamps_dir().join("lock");
    loop {
        if let Some(lock) = Lock::try_acquire(&path)? {
            return Ok(lock);
        }
        request.cancel.check()?;
        sleep(POLL);
    }
}
