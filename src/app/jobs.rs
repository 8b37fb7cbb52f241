//! The steps between the build and the screen: how workers are started, jobs, the
//! executor, the document of results.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aoc_solution::Part;
use serde::Serialize;

use super::args::LimitArgs;
use super::context::App;
use super::examples::{tell_unclear_pages, write_examples};
use super::new_day::title;
use crate::cargo::Workers;
use crate::error::Result;
use crate::project::source::misspelt_part;
use crate::puzzle::Puzzle;
use crate::reporter::{Results, progress_reporter, results_reporter};
use crate::runner::{
    self, Alternatives, Job, JobResult, PuzzleResult, SolveJob, SolvePlan, SpawnOptions, Status,
    Stdout, all_results,
};
use crate::terminal::json;

/// The time limit of a phase for commands that measure or check many puzzles.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// The options to start a worker with: no stdin; with `--json`, the output of solutions
/// goes to stderr.
pub fn spawn_options(
    app: &App,
    puzzle: Puzzle,
    executable: &Path,
    limits: &LimitArgs,
) -> SpawnOptions {
    SpawnOptions {
        executable: executable.to_owned(),
        puzzle,
        environment: app.child_env.variables.clone(),
        folder: app.environment.current_dir.clone(),
        stdin: false,
        stdout: if app.json {
            Stdout::Stderr
        } else {
            Stdout::Inherit
        },
        timeout: limits.timeout,
        memory: limits.memory,
        cancel: app.cancel.clone(),
    }
}

/// A job for both parts, without examples, alternatives and trace.
pub fn solve_job(
    app: &App,
    puzzle: Puzzle,
    executable: &Path,
    limits: &LimitArgs,
    plan: SolvePlan,
) -> SolveJob {
    SolveJob {
        title: title(app, puzzle),
        plan,
        examples: None,
        parts: Part::BOTH.to_vec(),
        alternatives: Alternatives::None,
        trace: false,
        spawn_options: spawn_options(app, puzzle, executable, limits),
    }
}

/// Makes a job one of many: its output is discarded, because the output of all would be
/// mixed, and a phase that never ends is stopped.
pub fn silence(job: &mut SolveJob) {
    job.spawn_options.stdout = Stdout::Discard;
    job.spawn_options.timeout.get_or_insert(TIMEOUT);
}

/// Makes the job of each puzzle from its program. If the program was not built, or the
/// job cannot be made, the error takes the job's place.
pub fn prepare<J: Job>(
    app: &App,
    puzzles: &[Puzzle],
    workers: &Workers,
    make: impl Fn(Puzzle, &Path) -> Result<J>,
) -> Result<Vec<JobResult<J>>> {
    let mut jobs = Vec::new();
    for &puzzle in puzzles {
        // Making a job may take time, because a missing input is downloaded.
        app.cancel.check()?;
        let job = workers
            .worker(puzzle)
            .and_then(|program| make(puzzle, program));
        jobs.push((puzzle, job));
    }
    Ok(jobs)
}

/// Runs the jobs, and shows their results as a table, unless there is to be JSON or nothing.
pub fn execute(
    app: &App,
    results: Option<Results>,
    puzzles: &[Puzzle],
    parallelism: usize,
    jobs: Vec<JobResult<SolveJob>>,
) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
    let reporter = match results {
        Some(results) if !app.json => results_reporter(results, app.console(), puzzles),
        _ => progress_reporter(app.console(), puzzles.len()),
    };
    let ended = runner::execute(jobs, parallelism, &app.cancel, reporter)?;
    let mut unclear = Vec::new();
    for (puzzle, results) in &ended {
        let Ok(results) = results else {
            continue;
        };
        for result in results {
            unclear.extend(result.unclear.map(|page| (*puzzle, page)));
            if let Some(confirmed) = &result.confirmed
                && let Err(error) = write_examples(app, *puzzle, std::slice::from_ref(confirmed))
            {
                app.warning(format!("{puzzle}: {error:#}"));
            }
        }
        tell_misspelt_parts(app, *puzzle, results);
    }
    tell_unclear_pages(app, unclear)?;
    Ok(ended)
}

/// Points to functions with another name than that of the unsolved part that they are
/// probably meant to be. The compiler does not, because unused code is no warning.
fn tell_misspelt_parts(app: &App, puzzle: Puzzle, results: &[PuzzleResult]) {
    let examples = results.iter().flat_map(|result| &result.examples);
    let mut phases = Vec::new();
    for result in results.iter().chain(examples) {
        phases.extend(&result.phases);
    }
    phases.retain(|phase| phase.status == Status::Unsolved);
    for part in Part::BOTH {
        if phases.iter().any(|phase| phase.phase == part.into())
            && let Ok(project) = app.project()
            && let Some(name) = misspelt_part(&project.source(puzzle), part)
        {
            app.note(format!(
                "{puzzle}: part {part} is unsolved, and nothing uses `{name}`: is it `part{part}`?"
            ));
        }
    }
}

/// Runs the jobs and shows their results, as a table or JSON. `without_answers` is only
/// for the JSON of `verify`.
pub fn execute_and_show(
    app: &App,
    results: Results,
    puzzles: &[Puzzle],
    parallelism: usize,
    jobs: Vec<JobResult<SolveJob>>,
    without_answers: Option<Vec<Puzzle>>,
) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
    let ended = execute(app, Some(results), puzzles, parallelism, jobs)?;
    if app.json {
        let document = RunResults {
            results: all_results(&ended),
            without_answers,
        };
        json(&mut app.console(), results.command(), &document)?;
    }
    Ok(ended)
}

/// Runs a job with one input without showing its result; output of the solution goes to
/// stderr.
pub fn solve_silently(app: &App, mut job: SolveJob) -> Result<PuzzleResult> {
    job.spawn_options.stdout = Stdout::Stderr;
    let puzzle = job.spawn_options.puzzle;
    let jobs = vec![(puzzle, Ok(job))];
    let mut ended = execute(app, None, &[puzzle], 1, jobs)?;
    let (_, results) = ended.pop().expect("there is one job");
    Ok(results?.pop().expect("an input has one result"))
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

/// The number of puzzles that run in parallel when times are not shown.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The parts of `--part`; without it, both.
pub fn parts(part: Option<Part>) -> Vec<Part> {
    part.map_or(Part::BOTH.to_vec(), |part| vec![part])
}
