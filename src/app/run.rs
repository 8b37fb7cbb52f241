//! Running solutions, as `run` and `watch` do: the build, the inputs and the examples,
//! the jobs, the results.

use super::args::RunOptions;
use super::build::BuildMode::Run;
use super::build::build;
use super::context::App;
use super::examples::examples;
use super::inputs::{InputRequest, find_or_download};
use super::jobs::{execute_and_show, parts, prepare, solve_job};
use super::times;
use crate::error::{Exit, Result};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::SolvePlan::{Examples, Inputs};
use crate::runner::{Alternatives, ExampleSources, exit_of};

/// What is run of each puzzle.
pub struct RunPlan {
    /// The inputs, or the examples where these are missing; `None` for the examples.
    pub inputs: Option<InputRequest>,
    pub alternatives: Alternatives,
    /// Whether the trace is written before the parts are timed.
    pub trace: bool,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
    options: RunOptions,
}

impl RunPlan {
    /// The plan to run a puzzle with the user's input.
    pub fn new(options: &RunOptions) -> Self {
        Self {
            inputs: Some(InputRequest::Own),
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
    let workers = build(app, puzzles, &options.build, Run)?;
    let jobs = prepare(app, puzzles, &workers, |puzzle, executable| {
        // Only the worker of a single job may read standard input.
        let mut may_read_stdin = puzzles.len() == 1;
        let mut solve_plan = Examples(None);
        if let Some(request) = &plan.inputs {
            // A missing input is downloaded.
            solve_plan = match find_or_download(app, puzzle, request)? {
                Ok(inputs) => {
                    let is_stdin = matches!(request, InputRequest::Stdin(_));
                    may_read_stdin &= inputs.len() == 1 && !is_stdin;
                    Inputs(inputs)
                }
                Err(missing) => Examples(Some(missing)),
            };
        }
        let has_inputs = matches!(solve_plan, Inputs(_));
        let mut job = solve_job(app, puzzle, executable, &options.limits, solve_plan);
        if !has_inputs {
            job.examples = Some(examples(app, puzzle)?);
        } else if !options.no_examples {
            job.examples = Some(examples(app, puzzle).unwrap_or_else(|error| {
                // If the file of examples cannot be read, the input still runs.
                app.warning(format!("{puzzle}: {error:#}"));
                ExampleSources::default()
            }));
        }
        job.parts = parts(options.part);
        job.alternatives = plan.alternatives.clone();
        job.trace = plan.trace;
        job.spawn_options.stdin = may_read_stdin;
        Ok(job)
    })?;
    let ended = execute_and_show(app, Results::Run, puzzles, plan.parallelism, jobs, None)?;
    if !options.build.dev {
        times::remember(app, &ended);
    }
    exit_of(ended, puzzles.len())
}
