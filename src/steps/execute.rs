//! The step after the jobs are prepared: the executor runs them, a reporter shows their
//! results, as a table or JSON, and what the examples have confirmed is written.

use std::path::Path;
use std::slice;

use aoc_solution::Part;
use serde::Serialize;

use super::build::{BuildMode, build_workers};
use super::examples::{tell_unclear_pages, write_examples};
use super::jobs::spawn_options;
use super::legend::mark_explained;
use super::new_day::known_title;
use crate::app::args::{BuildArgs, LimitArgs};
use crate::app::{App, Launcher, Ui, Workspace};
use crate::cargo::Workers;
use crate::error::Result;
use crate::project::source::misspelt_part;
use crate::puzzle::Puzzle;
use crate::reporter::{Results, progress_reporter, results_legend, results_reporter};
use crate::runner::{
    self, Alternatives, Job, JobResult, PuzzleResult, SolveJob, SolvePlan, Status, Stdout,
    all_results,
};
use crate::terminal::json;

/// Building days, making their jobs, and running these. It makes no request.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    pub ui: &'a Ui,
    pub workspace: &'a Workspace,
    pub launcher: &'a Launcher,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
}

/// The document of `run` (schema `aoc-run/1`) and `test`.
#[derive(Serialize)]
struct RunResults {
    results: Vec<PuzzleResult>,
}

impl<'a> Execution<'a> {
    /// Of one puzzle after the other.
    pub fn new(app: &'a App) -> Self {
        Self {
            ui: &app.ui,
            workspace: &app.workspace,
            launcher: &app.launcher,
            parallelism: 1,
        }
    }

    /// Builds the workers of the puzzles if something changed.
    pub fn build(self, puzzles: &[Puzzle], args: &BuildArgs, mode: BuildMode) -> Result<Workers> {
        let project = self.workspace.project()?;
        build_workers(self.ui, self.launcher, project, puzzles, args, mode)
    }

    /// Makes the job of each puzzle from its program. If the program was not built, or the
    /// job cannot be made, the error takes the job's place.
    pub fn prepare<J: Job>(
        self,
        puzzles: &[Puzzle],
        workers: &Workers,
        make: impl Fn(Puzzle, &Path) -> Result<J>,
    ) -> Result<Vec<JobResult<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in puzzles {
            // Making a job may take time, because a missing input is downloaded.
            self.launcher.cancel.check()?;
            let job = workers
                .worker(puzzle)
                .and_then(|program| make(puzzle, program));
            jobs.push((puzzle, job));
        }
        Ok(jobs)
    }

    /// A job for both parts, without examples, alternatives and trace.
    pub fn solve_job(
        self,
        puzzle: Puzzle,
        program: &Path,
        limits: &LimitArgs,
        plan: SolvePlan,
    ) -> SolveJob {
        SolveJob {
            title: known_title(self.workspace, puzzle),
            plan,
            examples: None,
            parts: Part::BOTH.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options: spawn_options(self.launcher, puzzle, program, limits),
        }
    }

    /// Runs the jobs and shows their results, as a table or JSON.
    pub fn run_and_show(
        self,
        results: Results,
        puzzles: &[Puzzle],
        jobs: Vec<JobResult<SolveJob>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        self.run_and_show_as(results, puzzles, jobs, |results| RunResults { results })
    }

    /// As [`Self::run_and_show`], with another JSON document of all results, which are in the
    /// order in which the puzzles were selected.
    pub fn run_and_show_as<D: Serialize>(
        self,
        results: Results,
        puzzles: &[Puzzle],
        jobs: Vec<JobResult<SolveJob>>,
        document: impl FnOnce(Vec<PuzzleResult>) -> D,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        let ended = self.run(Some(results), puzzles, jobs)?;
        if mark_explained(self.ui, self.workspace, "results") {
            self.ui.console().print(&results_legend(self.ui.stdout))?;
        }
        if self.ui.json {
            let document = document(all_results(&ended));
            json(&mut self.ui.console(), results.command(), &document)?;
        }
        Ok(ended)
    }

    /// Runs the jobs, and shows their results as a table, unless there is to be JSON or
    /// nothing. Then come the notes on the puzzles.
    pub fn run(
        self,
        results: Option<Results>,
        puzzles: &[Puzzle],
        jobs: Vec<JobResult<SolveJob>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        let Self { ui, workspace, .. } = self;
        let reporter = match results {
            Some(results) if !ui.json => results_reporter(results, ui.console(), puzzles),
            _ => progress_reporter(ui.console(), puzzles.len()),
        };
        let ended = runner::execute(jobs, self.parallelism, &self.launcher.cancel, reporter)?;
        let ran = ended
            .iter()
            .filter_map(|(puzzle, results)| Some((*puzzle, &**results.as_ref().ok()?)));
        let mut unclear = Vec::new();
        for (puzzle, results) in ran {
            keep_confirmed(ui, workspace, puzzle, results);
            tell_misspelt_parts(ui, workspace, puzzle, results);
            let pages = results.iter().filter_map(|result| result.missing_example);
            unclear.extend(pages.map(|page| (puzzle, page)));
        }
        tell_unclear_pages(ui, workspace, unclear)?;
        Ok(ended)
    }

    /// Runs a job with one input without showing its result; output of the solution goes to
    /// stderr.
    pub fn run_silently(self, mut job: SolveJob) -> Result<PuzzleResult> {
        job.spawn_options.stdout = Stdout::Stderr;
        let puzzle = job.spawn_options.puzzle;
        let jobs = vec![(puzzle, Ok(job))];
        let mut ended = self.run(None, &[puzzle], jobs)?;
        let (_, results) = ended.pop().expect("there is one job");
        Ok(results?.pop().expect("an input has one result"))
    }
}

/// Writes the examples that the solution has confirmed to the files.
fn keep_confirmed(ui: &Ui, workspace: &Workspace, puzzle: Puzzle, results: &[PuzzleResult]) {
    for example in results
        .iter()
        .filter_map(|result| result.confirmed.as_ref())
    {
        if let Err(error) = write_examples(ui, workspace, puzzle, slice::from_ref(example)) {
            ui.warning(format!("{puzzle}: {error:#}"));
        }
    }
}

/// Points to functions with another name than that of the unsolved part that they are
/// probably meant to be. The compiler does not, because unused code is no warning.
fn tell_misspelt_parts(ui: &Ui, workspace: &Workspace, puzzle: Puzzle, results: &[PuzzleResult]) {
    let examples = results.iter().flat_map(|result| &result.examples);
    let mut phases = Vec::new();
    for result in results.iter().chain(examples) {
        phases.extend(&result.phases);
    }
    phases.retain(|phase| phase.status == Status::Unsolved);
    for part in Part::BOTH {
        if phases.iter().any(|phase| phase.phase == part.into())
            && let Ok(project) = workspace.project()
            && let Some(name) = misspelt_part(&project.source(puzzle), part)
        {
            ui.note(format!(
                "{puzzle}: part {part} is unsolved, and nothing uses `{name}`: is it `part{part}`?"
            ));
        }
    }
}
