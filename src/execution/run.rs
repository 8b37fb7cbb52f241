//! Runs solutions for `run` and `watch`: builds them, creates the jobs with inputs and examples,
//! and shows the results.

use super::build::{BuildMode, build};
use super::execute::{RunResults, execute_and_show};
use super::jobs::{BuiltPrograms, parts};
use crate::app::args::RunOptions;
use crate::app::{App, Ui, Workspace};
use crate::download::inputs::{Found, InputRequest, find_or_download};
use crate::download::{Downloader, examples};
use crate::error::{Exit, Result};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::{Alternatives, ExampleSources, SolveJob, SolvePlan, exit_of};

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

/// Builds the puzzles, runs them with their inputs and examples, and shows the results.
pub fn run_puzzles(app: &App, puzzles: &[Puzzle], plan: &RunPlan) -> Result<Exit> {
    let programs = build(app, puzzles, &plan.options.build, BuildMode::Run)?;
    let downloader = Downloader::of(app)?;
    let jobs = programs.jobs(|puzzle| plan.job(&programs, &downloader, puzzle))?;
    let document = |results| RunResults { results };
    let ended = execute_and_show(&programs, Results::Run, plan.parallelism, jobs, document)?;
    exit_of(ended, puzzles.len())
}

impl RunPlan {
    /// The job of a puzzle. A missing input is downloaded.
    fn job(
        &self,
        programs: &BuiltPrograms,
        downloader: &Downloader,
        puzzle: Puzzle,
    ) -> Result<SolveJob> {
        let App { ui, workspace, .. } = programs.app;
        let solve_plan = match &self.inputs {
            None => SolvePlan::Examples(None),
            Some(request) => match find_or_download(downloader, puzzle, request)? {
                Found::Inputs(inputs) => SolvePlan::Inputs(inputs),
                Found::Missing(missing) => SolvePlan::Examples(Some(missing)),
            },
        };
        let examples = self.examples(ui, workspace, puzzle, &solve_plan)?;
        let mut spawn_options = programs.spawn_options(puzzle, &self.options.limits)?;
        spawn_options.stdin = programs.puzzles.len() == 1 && self.may_read_stdin(&solve_plan);
        Ok(SolveJob {
            examples,
            parts: parts(self.options.part),
            alternatives: self.alternatives.clone(),
            trace: self.trace,
            ..SolveJob::new(spawn_options, solve_plan)
        })
    }

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
