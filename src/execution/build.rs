//! Builds workers, and shows the compiler's messages as cargo does.

use super::args::BuildArgs;
use super::programs::BuiltPrograms;
use crate::app::{App, OnInterrupt};
use crate::cargo::{self, BuildEvent, BuildRequest, DayPrograms, Profile};
use crate::error::Result;
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::reporter::Spinner;

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

    /// The mode for the tests in the days' code. The notes were shown when the solutions were built.
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
            // A closed stderr does not stop the build.
            let _ = ui.write_stderr(text);
        }
        BuildEvent::Note(note) if mode.output != BuildOutput::Nothing => ui.note(note),
        BuildEvent::Output(_) | BuildEvent::Note(_) => {}
    });
    drop(spinner);
    drop(armed);
    // An interrupt may have come after cargo had ended.
    launcher.cancel.check()?;
    programs
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
}
