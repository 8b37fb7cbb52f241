//! Running solutions, as `run` and `watch` do: the build, the jobs with their inputs and
//! examples, the results.

use std::path::Path;

use super::args::RunOptions;
use super::build::{BuildMode, build};
use super::context::App;
use super::examples::examples;
use super::execute::execute_and_show;
use super::inputs::{InputRequest, find_or_download};
use super::jobs::{parts, prepare, solve_job};
use super::times::{Timing, remember};
use crate::error::{Exit, Result};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::{Alternatives, ExampleSources, SolveJob, SolvePlan, exit_of};

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
    let workers = build(app, puzzles, &plan.options.build, BuildMode::Run)?;
    let is_single = puzzles.len() == 1;
    let jobs = prepare(app, puzzles, &workers, |puzzle, executable| {
        plan.job(app, puzzle, executable, is_single)
    })?;
    let ended = execute_and_show(app, Results::Run, puzzles, plan.parallelism, jobs, None)?;
    let timing = if plan.options.build.dev {
        Timing::Other
    } else {
        Timing::Usual
    };
    remember(app, &ended, timing);
    exit_of(ended, puzzles.len())
}

impl RunPlan {
    fn job(
        &self,
        app: &App,
        puzzle: Puzzle,
        executable: &Path,
        is_single: bool,
    ) -> Result<SolveJob> {
        let solve_plan = self.solve_plan(app, puzzle)?;
        let examples = self.examples(app, puzzle, &solve_plan)?;
        let may_read_stdin = is_single && self.leaves_stdin(&solve_plan);
        let limits = &self.options.limits;
        let mut job = solve_job(app, puzzle, executable, limits, solve_plan);
        job.examples = examples;
        job.parts = parts(self.options.part);
        job.alternatives = self.alternatives.clone();
        job.trace = self.trace;
        job.spawn_options.stdin = may_read_stdin;
        Ok(job)
    }

    /// The inputs, of which a missing one is downloaded; otherwise the examples.
    fn solve_plan(&self, app: &App, puzzle: Puzzle) -> Result<SolvePlan> {
        let Some(request) = &self.inputs else {
            return Ok(SolvePlan::Examples(None));
        };
        Ok(match find_or_download(app, puzzle, request)? {
            Ok(inputs) => SolvePlan::Inputs(inputs),
            Err(missing) => SolvePlan::Examples(Some(missing)),
        })
    }

    /// The examples to run, before the inputs if there are any; `None` for none.
    fn examples(
        &self,
        app: &App,
        puzzle: Puzzle,
        solve_plan: &SolvePlan,
    ) -> Result<Option<ExampleSources>> {
        let has_inputs = matches!(solve_plan, SolvePlan::Inputs(_));
        if has_inputs && self.options.no_examples {
            return Ok(None);
        }
        match examples(app, puzzle) {
            // If the file of examples cannot be read, the input still runs.
            Err(error) if has_inputs => {
                app.ui.warning(format!("{puzzle}: {error:#}"));
                Ok(Some(ExampleSources::default()))
            }
            examples => examples.map(Some),
        }
    }

    /// Whether a solution may read standard input: only the worker of a single input does,
    /// and only if it is not the input itself.
    fn leaves_stdin(&self, solve_plan: &SolvePlan) -> bool {
        match solve_plan {
            SolvePlan::Inputs(inputs) => {
                inputs.len() == 1 && !matches!(self.inputs, Some(InputRequest::Stdin(_)))
            }
            SolvePlan::Examples(_) | SolvePlan::Test => true,
        }
    }
}
