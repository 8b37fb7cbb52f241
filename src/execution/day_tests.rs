//! Builds and runs the tests in the code of days that have no example.

use super::args::BuildArgs;
use super::build::{BuildMode, build};
use crate::app::{App, Workspace};
use crate::error::Result;
use crate::examples;
use crate::puzzle::Puzzle;
use crate::records::DayCode;
use crate::reporter::{progress_reporter, tests_row};
use crate::runner::{DayTests, Limits, OfPuzzle, SpawnOptions, TestJob, execute};

/// Runs the tests of the days that have tests and no example, and shows a row for each of these
/// days. Builds nothing if no day may have tests.
pub fn run_day_tests(
    app: &App,
    days: impl IntoIterator<Item = Puzzle>,
    args: &BuildArgs,
    limits: Limits,
    parallelism: usize,
) -> Result<Vec<DayTests>> {
    let App {
        ui,
        workspace,
        launcher,
        ..
    } = app;
    let mut tested = Vec::new();
    for day in days {
        if may_have_only_tests(workspace, day)? {
            tested.push(day);
        }
    }
    if tested.is_empty() {
        return Ok(Vec::new());
    }
    let programs = build(app, &tested, args, BuildMode::TESTS)?;
    let mut jobs = Vec::new();
    for &day in &tested {
        let job = match programs.spawn_options(day, limits) {
            Ok(options) => Ok(TestJob {
                spawn_options: SpawnOptions {
                    // `cargo test` also runs the tests in this folder.
                    working_dir: programs.days.package_dir(day),
                    ..options
                },
            }),
            Err(error) => Err(error.context("its tests were not built")),
        };
        jobs.push(OfPuzzle::new(day, job));
    }
    let reporter = progress_reporter(ui.console, None);
    let mut tests = Vec::new();
    for outcome in execute(jobs, parallelism, &launcher.cancel, reporter)? {
        let of_day = outcome
            .value
            .unwrap_or_else(|error| DayTests::not_started(outcome.header.puzzle, &error));
        if of_day.has_no_tests() {
            continue;
        }
        if !ui.json && (of_day.status.is_failure() || !ui.is_quiet()) {
            ui.print(&tests_row(ui.stdout, &of_day))?;
        }
        tests.push(of_day);
    }
    Ok(tests)
}

/// True if the day's code may have tests, and there is no example in the code or the file.
fn may_have_only_tests(workspace: &Workspace, puzzle: Puzzle) -> Result<bool> {
    let project = workspace.project()?;
    let has_example = DayCode::of(project, puzzle).is_some_and(|code| code.examples > 0);
    if has_example || !project.may_have_tests(puzzle) {
        return Ok(false);
    }
    // A file that cannot be read may contain examples.
    let found = examples::find_in_file(workspace, puzzle);
    Ok(found.is_ok_and(|found| found.stored.is_empty()))
}
