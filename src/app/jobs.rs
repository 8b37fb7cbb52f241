//! The steps between the build and the executor: options of workers, jobs, and the
//! display of results.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aoc_solution::Part;
use serde::Serialize;

use super::args::LimitArgs;
use super::context::App;
use crate::cargo::Workers;
use crate::error::CliError;
use crate::puzzle::{Day, Puzzle};
use crate::reporter::{Results, progress_reporter, results_reporter};
use crate::runner::{
    self, Alternatives, Input, Job, JobResult, PuzzleResult, SolveJob, SpawnOptions, Stdout,
};
use crate::terminal;

/// The time limit of a phase for commands that measure or check many puzzles.
pub const TIMEOUT: Duration = Duration::from_mins(1);

impl App {
    /// The options to start a worker with: no stdin; with `--json`, the output of
    /// solutions goes to stderr. `timeout` is used if the flags do not set one.
    pub fn spawn_options(
        &self,
        day: Day,
        executable: &Path,
        limits: &LimitArgs,
        timeout: Option<Duration>,
    ) -> SpawnOptions {
        SpawnOptions {
            executable: executable.to_owned(),
            day,
            environment: self.child_env.variables.clone(),
            folder: self.environment.current_dir.clone(),
            stdin: false,
            stdout: if self.json {
                Stdout::Stderr
            } else {
                Stdout::Inherit
            },
            timeout: limits.timeout.or(timeout),
            memory: limits.memory,
            cancel: self.cancel.clone(),
        }
    }

    /// The options for a worker that is one of many: its output is discarded, because the
    /// output of all would be mixed, and a phase that never ends is stopped.
    pub fn silent_options(&self, day: Day, executable: &Path, limits: &LimitArgs) -> SpawnOptions {
        SpawnOptions {
            stdout: Stdout::Discard,
            ..self.spawn_options(day, executable, limits, Some(TIMEOUT))
        }
    }

    /// A job that solves these parts without alternatives, and without examples before
    /// the input.
    pub fn plain_job(
        &self,
        puzzle: Puzzle,
        inputs: Vec<Input>,
        parts: &[Part],
        spawn_options: SpawnOptions,
    ) -> SolveJob {
        SolveJob {
            puzzle,
            title: self.page_title(puzzle),
            inputs,
            missing: None,
            is_test: false,
            examples: None,
            page: None,
            parts: parts.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            client: None,
            spawn_options,
        }
    }

    /// Runs the jobs, and shows their results unless there is to be JSON.
    pub fn execute(
        &self,
        results: Results,
        puzzles: &[Puzzle],
        parallelism: usize,
        jobs: impl IntoIterator<Item = JobResult<SolveJob>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>, CliError> {
        let reporter = if self.json {
            progress_reporter(self.console(), puzzles.len())
        } else {
            results_reporter(results, self.console(), puzzles)
        };
        let ended = runner::execute(jobs, parallelism, &self.cancel, reporter)?;
        for (puzzle, results) in &ended {
            for result in results.iter().flatten() {
                self.keep_confirmed_example(*puzzle, result);
            }
        }
        Ok(ended)
    }

    /// Runs the jobs and shows their results, as a table or JSON. `without_answers` is
    /// only for the JSON of `verify`.
    pub fn show_results(
        &self,
        results: Results,
        puzzles: &[Puzzle],
        parallelism: usize,
        jobs: impl IntoIterator<Item = JobResult<SolveJob>>,
        without_answers: Option<Vec<Puzzle>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>, CliError> {
        let ended = self.execute(results, puzzles, parallelism, jobs)?;
        if self.json {
            let document = RunResults {
                results: runner::all_results(&ended),
                without_answers,
            };
            terminal::json(&mut self.console(), results.command(), &document)?;
        }
        Ok(ended)
    }

    /// Runs a job with one input without showing its result; output of the solution
    /// goes to stderr.
    pub fn solve_silently(&self, mut job: SolveJob) -> Result<PuzzleResult, CliError> {
        job.spawn_options.stdout = Stdout::Stderr;
        let reporter = progress_reporter(self.console(), 1);
        let mut ended = runner::execute([(job.puzzle, Ok(job))], 1, &self.cancel, reporter)?;
        let (puzzle, results) = ended.pop().expect("there is one job");
        let result = results?.pop().expect("an input has one result");
        self.keep_confirmed_example(puzzle, &result);
        Ok(result)
    }
}

/// The document of `run` (schema `aoc-run/1`), `test` and `verify`.
#[derive(Serialize)]
struct RunResults {
    /// The results, in the order in which the puzzles were selected.
    results: Vec<PuzzleResult>,
    /// The puzzles without accepted answers; only for `verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_answers: Option<Vec<Puzzle>>,
}

/// The job that `make` creates for a puzzle from its program, or the error of building
/// the program or of `make`.
pub fn prepare<J: Job>(
    puzzle: Puzzle,
    workers: &Workers,
    make: impl FnOnce(&Path) -> Result<J, CliError>,
) -> JobResult<J> {
    (puzzle, workers.worker(puzzle).and_then(make))
}

/// The number of puzzles that run in parallel when times are not shown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The parts of `--part`; without it, both.
pub fn parts(part: Option<Part>) -> Vec<Part> {
    part.map_or_else(|| Part::BOTH.to_vec(), |part| vec![part])
}
