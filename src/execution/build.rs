//! Builds workers and shows the compiler's messages, as cargo does.

use std::io::stderr;

use anstream::adapter::strip_str;

use super::programs::BuiltPrograms;
use crate::app::args::BuildArgs;
use crate::app::{App, Launcher, OnInterrupt, Ui, watch_key};
use crate::cargo::{self, BuildEvent, BuildRequest, DayPrograms, Profile};
use crate::error::Result;
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::reporter::Spinner;
use crate::terminal::{Verbosity, plural, raw, tty, width};

/// The purpose of a build.
#[derive(Clone, Copy, PartialEq)]
pub enum BuildMode {
    /// Several days may share a worker.
    Run,
    /// Like [`Self::Run`], with the profile of `bench`.
    Verify,
    /// Each puzzle gets a separate worker.
    Bench,
    /// Like [`Self::Bench`], with line numbers.
    Profile,
    /// Like [`Self::Run`], for code that may not compile: the compiler's messages are not shown.
    Trial,
}

/// The profile to build with: that of `--dev`, or the default of the mode.
pub fn profile(args: &BuildArgs, mode: BuildMode) -> Profile {
    match mode {
        _ if args.dev => Profile::Dev,
        BuildMode::Run | BuildMode::Trial => Profile::Aoc,
        BuildMode::Verify | BuildMode::Bench => Profile::AocBench,
        BuildMode::Profile => Profile::LineTables,
    }
}

/// Builds the programs of the project's puzzles if anything has changed.
pub fn build<'a>(
    app: &'a App,
    puzzles: &'a [Puzzle],
    args: &BuildArgs,
    mode: BuildMode,
) -> Result<BuiltPrograms<'a>> {
    let project = app.workspace.project()?;
    let days = build_days(&app.ui, &app.launcher, project, puzzles, args, mode)?;
    Ok(BuiltPrograms { app, puzzles, days })
}

/// Like [`build`], for a project that may be another revision.
pub fn build_days(
    ui: &Ui,
    launcher: &Launcher,
    project: &Project,
    puzzles: &[Puzzle],
    args: &BuildArgs,
    mode: BuildMode,
) -> Result<DayPrograms> {
    let request = BuildRequest {
        per_day: matches!(mode, BuildMode::Bench | BuildMode::Profile),
        profile: profile(args, mode),
        features: &args.features,
        quiet: ui.is_quiet(),
        ..launcher.quiet_build(project, puzzles)
    };
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let mut spinner = None;
    let mut rows_left = message_rows(ui);
    let mut hidden = 0;
    let programs = cargo::build(&request, &mut |event| match event {
        BuildEvent::Started(year) => {
            spinner = Some(Spinner::new(ui.stderr, &format!("building year{year}")));
        }
        BuildEvent::Output(_) if mode == BuildMode::Trial => {}
        BuildEvent::Output(text) => {
            spinner = None;
            for line in text.split_inclusive('\n') {
                if let Some(left) = rows_left.checked_sub(rows_of_line(ui, line)) {
                    rows_left = left;
                    // A closed stderr does not stop the build.
                    let _ = raw(&mut ui.stderr.writer(stderr()), line.as_bytes());
                } else {
                    rows_left = 0;
                    hidden += 1;
                }
            }
        }
        BuildEvent::Note(note) => ui.note(note),
    });
    drop(spinner);
    drop(armed);
    if hidden > 0 {
        let hidden = plural(hidden, "more line");
        let how = ui.hint("-v", watch_key::DETAILS);
        ui.note(format!("{hidden} of the compiler: {how} shows all"));
    }
    // The interrupt may have come after cargo ended.
    launcher.cancel.check()?;
    programs
}

/// The number of rows that a line of the compiler takes on the terminal.
fn rows_of_line(ui: &Ui, line: &str) -> usize {
    let text = strip_str(line).to_string();
    let columns = ui.stderr.width.unwrap_or(usize::MAX);
    width(&text).div_ceil(columns).max(1)
}

/// The number of rows for the compiler's messages. The beginning of the first error must stay
/// visible.
fn message_rows(ui: &Ui) -> usize {
    /// The number of rows for the lines below the messages.
    const BELOW: usize = 8;
    if ui.verbosity == Verbosity::Verbose || !ui.stderr.interactive {
        return usize::MAX;
    }
    match tty::rows() {
        Some(rows) => rows.saturating_sub(BELOW).max(BELOW),
        None => usize::MAX,
    }
}
