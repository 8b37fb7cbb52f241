//! Builds workers, and shows the compiler's messages as cargo does.

use anstream::adapter::strip_str;

use super::args::BuildArgs;
use super::programs::BuiltPrograms;
use crate::app::{App, OnInterrupt, watch_key};
use crate::cargo::{self, BuildEvent, BuildRequest, DayPrograms, Profile};
use crate::error::Result;
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::reporter::Spinner;
use crate::terminal::{Terminal, Verbosity, plural, tty, width};

/// The rules of a build. They depend on its purpose.
#[derive(Clone, Copy)]
pub struct BuildMode {
    /// The profile without `--dev`.
    profile: Profile,
    /// Whether each puzzle gets a separate worker. Otherwise, several days may share one.
    per_day: bool,
    /// Whether the programs run the tests in the days' code, and not their solutions.
    tests: bool,
    output: BuildOutput,
}

/// The output of a build that the user sees.
#[derive(Clone, Copy, PartialEq)]
enum BuildOutput {
    /// The compiler's messages, and notes about the years.
    All,
    NotesOnly,
    Nothing,
}

impl BuildMode {
    /// The mode of commands that run solutions.
    pub const RUN: Self = Self {
        profile: Profile::Aoc,
        per_day: false,
        tests: false,
        output: BuildOutput::All,
    };

    pub const VERIFY: Self = Self {
        profile: Profile::AocBench,
        ..Self::RUN
    };

    pub const BENCH: Self = Self {
        per_day: true,
        ..Self::VERIFY
    };

    pub const PROFILE: Self = Self {
        profile: Profile::Profiled,
        ..Self::BENCH
    };

    /// The mode for imported solutions, which may not compile.
    pub const IMPORTED: Self = Self {
        output: BuildOutput::NotesOnly,
        ..Self::RUN
    };

    /// The mode for the tests in the days' code. The build of the days' solutions shows the notes.
    pub const TESTS: Self = Self {
        tests: true,
        output: BuildOutput::Nothing,
        ..Self::RUN
    };
}

/// The profile of a build: the one of `--dev`, or the default of the mode.
pub fn build_profile(args: &BuildArgs, mode: BuildMode) -> Profile {
    if args.dev { Profile::Dev } else { mode.profile }
}

/// Builds the programs of the project's puzzles, unless they are up to date.
pub fn build<'a>(
    app: &'a App,
    puzzles: &'a [Puzzle],
    args: &BuildArgs,
    mode: BuildMode,
) -> Result<BuiltPrograms<'a>> {
    let project = app.workspace.project()?;
    let days = build_days(app, project, puzzles, args, mode)?;
    Ok(BuiltPrograms {
        app,
        puzzles,
        days,
        interrupt: app.launcher.cancel.child(),
    })
}

/// Like [`build`], for a project that may be another revision.
pub fn build_days(
    app: &App,
    project: &Project,
    puzzles: &[Puzzle],
    args: &BuildArgs,
    mode: BuildMode,
) -> Result<DayPrograms> {
    let App { ui, launcher, .. } = app;
    let request = BuildRequest {
        per_day: mode.per_day,
        tests: mode.tests,
        profile: build_profile(args, mode),
        features: &args.features,
        quiet: ui.is_quiet(),
        ..launcher.quiet_build(project, puzzles)
    };
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let mut spinner = None;
    let mut budget = RowBudget::on_terminal(ui.stderr, ui.verbosity, tty::rows());
    let programs = cargo::build(&request, &mut |event| match event {
        BuildEvent::Waiting => {
            let what = "waiting for another aoc that builds in this project";
            spinner = Some(Spinner::new(ui.stderr, what));
        }
        BuildEvent::Started(year) => {
            spinner = Some(Spinner::new(ui.stderr, &format!("building year{year}")));
        }
        BuildEvent::Output(text) if mode.output == BuildOutput::All => {
            spinner = None;
            for line in text.split_inclusive('\n') {
                if budget.reserve(line) {
                    // A closed stderr does not stop the build.
                    let _ = ui.write_stderr(line);
                }
            }
        }
        BuildEvent::Note(note) if mode.output != BuildOutput::Nothing => ui.note(note),
        BuildEvent::Output(_) | BuildEvent::Note(_) => {}
    });
    drop(spinner);
    drop(armed);
    if budget.hidden_lines > 0 {
        let hidden = plural(budget.hidden_lines, "more line");
        let how = ui.hint("-v", watch_key::DETAILS);
        ui.note(format!("{hidden} of the compiler: {how} shows all"));
    }
    // An interrupt may have come after cargo had ended.
    launcher.cancel.check()?;
    programs
}

/// The rows of the terminal that the compiler's messages may fill, so that the beginning of the
/// first error stays visible.
struct RowBudget {
    columns: usize,
    /// The rows that are left.
    rows: usize,
    hidden_lines: usize,
}

impl RowBudget {
    /// The number of rows that stay free for the lines below the messages, and also the minimum
    /// number of rows for the messages.
    const ROWS_BELOW: usize = 8;

    /// The budget on a terminal with this many rows. It is unlimited if the number of rows is not
    /// known, with `-v`, and in a pipe.
    fn on_terminal(stderr: Terminal, verbosity: Verbosity, rows: Option<usize>) -> Self {
        let rows = match rows {
            Some(rows) if stderr.interactive && verbosity != Verbosity::Verbose => {
                rows.saturating_sub(Self::ROWS_BELOW).max(Self::ROWS_BELOW)
            }
            _ => usize::MAX,
        };
        Self {
            columns: stderr.width.unwrap_or(usize::MAX),
            rows,
            hidden_lines: 0,
        }
    }

    /// Reserves the rows for a line of a message. Returns false if the line has to be hidden,
    /// because this line or an earlier one does not fit.
    fn reserve(&mut self, line: &str) -> bool {
        let text = strip_str(line.trim_end()).to_string();
        let rows = width(&text).div_ceil(self.columns).max(1);
        if let Some(left) = self.rows.checked_sub(rows) {
            self.rows = left;
            return true;
        }
        self.rows = 0;
        self.hidden_lines += 1;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_has_its_profile_and_its_programs_unless_dev_is_asked_for() {
        for (mode, usual, is_per_day) in [
            (BuildMode::RUN, Profile::Aoc, false),
            (BuildMode::IMPORTED, Profile::Aoc, false),
            (BuildMode::TESTS, Profile::Aoc, false),
            (BuildMode::VERIFY, Profile::AocBench, false),
            (BuildMode::BENCH, Profile::AocBench, true),
            (BuildMode::PROFILE, Profile::Profiled, true),
        ] {
            let dev = BuildArgs {
                dev: true,
                ..BuildArgs::default()
            };
            assert_eq!(build_profile(&BuildArgs::default(), mode), usual);
            assert_eq!(build_profile(&dev, mode), Profile::Dev);
            assert_eq!(mode.per_day, is_per_day, "{usual:?}");
        }
    }

    /// A terminal with 10 columns.
    const SCREEN: Terminal = Terminal {
        width: Some(10),
        interactive: true,
        ..Terminal::PLAIN
    };

    #[test]
    fn messages_leave_rows_for_what_is_below_them() {
        for (screen, verbosity, rows, room) in [
            (SCREEN, Verbosity::Normal, Some(24), 16),
            (SCREEN, Verbosity::Quiet, Some(24), 16),
            // A terminal with few rows still gets 8 rows of messages, and scrolls.
            (SCREEN, Verbosity::Normal, Some(16), 8),
            (SCREEN, Verbosity::Normal, Some(15), 8),
            (SCREEN, Verbosity::Normal, Some(3), 8),
            (SCREEN, Verbosity::Normal, None, usize::MAX),
            (SCREEN, Verbosity::Verbose, Some(24), usize::MAX),
            (Terminal::PLAIN, Verbosity::Normal, Some(24), usize::MAX),
        ] {
            let found = RowBudget::on_terminal(screen, verbosity, rows);
            assert_eq!(found.rows, room, "{rows:?}");
            assert_eq!(found.hidden_lines, 0, "{rows:?}");
        }
    }

    #[test]
    fn a_line_takes_the_rows_that_it_fills_and_after_a_hidden_one_all_are_hidden() {
        let mut budget = RowBudget::on_terminal(SCREEN, Verbosity::Normal, Some(16));
        // Each line, whether it is shown, and the rows that are left.
        for (line, is_shown, left) in [
            ("\n", true, 7),
            ("\u{1b}[31m1234567890\u{1b}[0m\n", true, 6),
            ("12345678901\n", true, 4),
            ("1234567890123456789012345678901\n", true, 0),
            ("x\n", false, 0),
            ("\n", false, 0),
        ] {
            assert_eq!(budget.reserve(line), is_shown, "{line}");
            assert_eq!(budget.rows, left, "{line}");
        }
        assert_eq!(budget.hidden_lines, 2);
        let mut budget = RowBudget::on_terminal(SCREEN, Verbosity::Normal, Some(16));
        let long = "x".repeat(81);
        assert!(!budget.reserve(&long) && !budget.reserve("short\n"));
        let mut pipe = RowBudget::on_terminal(Terminal::PLAIN, Verbosity::Normal, None);
        assert!(pipe.reserve(&long) && pipe.reserve(&long));
        assert_eq!(pipe.rows, usize::MAX - 2);
    }
}
