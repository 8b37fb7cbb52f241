//! Runs solutions for `run` and `watch`: builds them, creates the jobs with inputs and examples,
//! and shows the results.

use super::build::{BuildMode, build_workers};
use super::execute::Execution;
use super::jobs::{JobMaker, parts};
use crate::app::args::RunOptions;
use crate::app::{App, Ui, Workspace};
use crate::download::inputs::{Found, InputRequest, find_or_download};
use crate::download::{Downloader, examples};
use crate::error::{Exit, Result};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::{Alternatives, ExampleSources, SolvePlan, exit_of};

/// The inputs, parts and options of a run.
pub struct RunPlan {
    /// The inputs. If they are missing, the examples replace them. `None` means only the
    /// examples.
    pub inputs: Option<InputRequest>,
    pub alternatives: Alternatives,
    /// Whether the traces of the parts are written before they are timed.
    pub trace: bool,
    /// Whether the solution may read standard input, if nothing else reads it.
    pub leaves_stdin: bool,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
    options: RunOptions,
}

impl RunPlan {
    /// The plan for running a puzzle with the user's input.
    pub fn new(options: &RunOptions) -> Self {
        Self {
            inputs: Some(InputRequest::Own),
            alternatives: match &options.alt {
                Some(name) => Alternatives::Instead(name.clone()),
                None => Alternatives::None,
            },
            trace: false,
            leaves_stdin: true,
            parallelism: 1,
            options: options.clone(),
        }
    }
}

/// Runs the puzzles, and shows the results.
pub fn run(app: &App, puzzles: &[Puzzle], plan: &RunPlan) -> Result<Exit> {
    let options = &plan.options;
    let workers = build_workers(
        &app.ui,
        &app.launcher,
        app.workspace.project()?,
        puzzles,
        &options.build,
        BuildMode::Run,
    )?;
    let downloader = Downloader::of(app)?;
    let maker = JobMaker::new(app, &options.limits);
    let jobs = maker.jobs(puzzles, &workers, |puzzle, executable| {
        let solve_plan = match &plan.inputs {
            None => SolvePlan::Examples(None),
            Some(request) => match find_or_download(&downloader, puzzle, request)? {
                Found::Inputs(inputs) => SolvePlan::Inputs(inputs),
                Found::Missing(missing) => SolvePlan::Examples(Some(missing)),
            },
        };
        let examples = plan.examples(&app.ui, &app.workspace, puzzle, &solve_plan)?;
        let may_read_stdin = puzzles.len() == 1 && plan.may_read_stdin(&solve_plan);
        let mut job = maker.solve_job(puzzle, executable, solve_plan);
        job.examples = examples;
        job.parts = parts(options.part);
        job.alternatives = plan.alternatives.clone();
        job.trace = plan.trace;
        job.spawn_options.stdin = may_read_stdin;
        Ok(job)
    })?;
    let execution = Execution {
        parallelism: plan.parallelism,
        ..Execution::new(app)
    };
    let ended = execution.run_and_show(Results::Run, puzzles, &workers, jobs)?;
    exit_of(ended, puzzles.len())
}

impl RunPlan {
    /// The examples to run, before the inputs if there are any. `None` means no examples.
    fn examples(
        &self,
        ui: &Ui,
        workspace: &Workspace,
        puzzle: Puzzle,
        solve_plan: &SolvePlan,
    ) -> Result<Option<ExampleSources>> {
        let has_inputs = matches!(solve_plan, SolvePlan::Inputs(_));
        if has_inputs && self.options.no_examples {
            return Ok(None);
        }
        match examples(workspace, puzzle) {
            // If the file of examples cannot be read, the input is run anyway.
            Err(error) if has_inputs => {
                ui.warning(format!("{puzzle}: {error:#}"));
                Ok(Some(ExampleSources::default()))
            }
            examples => examples.map(Some),
        }
    }

    /// Whether a solution may read standard input. Only the worker of a single input may, and
    /// only if standard input is not the input itself.
    fn may_read_stdin(&self, solve_plan: &SolvePlan) -> bool {
        self.leaves_stdin
            && match solve_plan {
                SolvePlan::Inputs(inputs) => {
                    inputs.len() == 1 && !matches!(self.inputs, Some(InputRequest::Stdin(_)))
                }
                SolvePlan::Examples(_) | SolvePlan::Test => true,
            }
    }
}
