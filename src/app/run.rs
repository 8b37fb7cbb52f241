//! Running solutions, as `run` and `watch` do: the build, the inputs and the examples,
//! the jobs, the results.

use std::path::Path;

use super::args::RunOptions;
use super::build::{BuildMode, build};
use super::context::App;
use super::inputs::{self, FoundInputs, InputRequest};
use super::jobs::{execute_and_show, parts, prepare, solve_job};
use super::times;
use crate::error::{Exit, Result};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::{Alternatives, ExampleSources, SolveJob, SolvePlan, exit_of};

/// What is run of each puzzle.
pub struct RunPlan {
    pub subject: RunSubject,
    pub alternatives: Alternatives,
    /// Whether the trace is written before the parts are timed.
    pub trace: bool,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
    pub options: RunOptions,
}

/// What the solutions are run on.
pub enum RunSubject {
    /// Inputs; if they are missing, the examples.
    Inputs(InputRequest),
    Examples,
}

impl RunPlan {
    /// The plan to run a puzzle with the user's input.
    pub fn new(options: &RunOptions) -> Self {
        Self {
            subject: RunSubject::Inputs(InputRequest::Own),
            alternatives: match &options.alt {
                Some(name) => Alternatives::Instead(name.clone()),
                None => Alternatives::None,
            },
            trace: false,
            parallelism: 1,
            options: options.clone(),
        }
    }
}

/// Runs the puzzles, and shows the results.
pub fn run(app: &App, puzzles: &[Puzzle], plan: &RunPlan) -> Result<Exit> {
    let options = &plan.options;
    let workers = build(app, puzzles, &options.build, BuildMode::Run)?;
    let jobs = prepare(app, puzzles, &workers, |puzzle, executable| {
        job(app, puzzle, executable, plan, puzzles.len() == 1)
    })?;
    let ended = execute_and_show(app, Results::Run, puzzles, plan.parallelism, jobs, None)?;
    if !options.build.dev {
        times::remember(app, &ended);
    }
    exit_of(ended, puzzles.len())
}

/// The job of a puzzle. Only the worker of a single job may read standard input.
fn job(
    app: &App,
    puzzle: Puzzle,
    executable: &Path,
    plan: &RunPlan,
    is_only_puzzle: bool,
) -> Result<SolveJob> {
    let solve_plan = solve_plan(app, puzzle, plan)?;
    let is_single = match &solve_plan {
        SolvePlan::Inputs { inputs, .. } => inputs.len() == 1,
        _ => true,
    };
    let is_stdin = matches!(plan.subject, RunSubject::Inputs(InputRequest::Stdin(_)));
    let mut job = solve_job(app, puzzle, executable, &plan.options.limits, solve_plan);
    job.parts = parts(plan.options.part);
    job.alternatives = plan.alternatives.clone();
    job.trace = plan.trace;
    job.spawn_options.stdin = is_only_puzzle && is_single && !is_stdin;
    Ok(job)
}

/// The inputs or examples of a puzzle. A missing input is downloaded.
fn solve_plan(app: &App, puzzle: Puzzle, plan: &RunPlan) -> Result<SolvePlan> {
    let RunSubject::Inputs(request) = &plan.subject else {
        return Ok(SolvePlan::Examples {
            examples: inputs::examples(app, puzzle)?,
            missing: None,
        });
    };
    let inputs = match inputs::find_or_download(app, puzzle, request)? {
        FoundInputs::Found(inputs) => inputs,
        FoundInputs::Missing(missing) => {
            return Ok(SolvePlan::Examples {
                examples: inputs::examples(app, puzzle)?,
                missing: Some(missing),
            });
        }
    };
    let mut examples = None;
    if !plan.options.no_examples {
        examples = Some(inputs::examples(app, puzzle).unwrap_or_else(|error| {
            // If the file of examples cannot be read, the input still runs.
            app.warning(&format!("{puzzle}: {:#}", error.source));
            ExampleSources::default()
        }));
    }
    Ok(SolvePlan::Inputs { inputs, examples })
}
