//! Runs solutions for `run` and `watch`: builds them, creates the jobs with inputs and examples,
//! and shows the results.

use aoc_solution::Part;

use super::args::{BuildArgs, SharedRunArgs};
use super::build::{BuildMode, build};
use super::execute::{RunResults, execute_and_show};
use super::programs::BuiltProgram;
use crate::app::App;
use crate::app::args::parts;
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::examples;
use crate::puzzle::Puzzle;
use crate::reporter::TableKind;
use crate::runner::{
    Alternatives, JobExamples, JobInput, Limits, PreparedJob, SolveJob, SourceKind, exit_of,
};

/// The inputs, parts and options of a run.
pub struct RunPlan {
    /// The inputs. The examples replace missing ones. `None` means that only the examples run.
    pub inputs: Option<InputRequest>,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// Whether the examples are checked before the inputs.
    pub checks_examples: bool,
    /// Whether the parts write their traces before they are timed.
    pub trace: bool,
    /// Whether a solution that runs alone may read standard input, unless the input itself is read
    /// from there.
    pub allows_stdin: bool,
    /// The number of jobs that run at the same time.
    pub parallelism: usize,
    pub limits: Limits,
    pub build: BuildArgs,
}

/// Builds the puzzles, runs them with their inputs and examples, and shows the results.
pub fn run_puzzles(app: &App, puzzles: &[Puzzle], plan: &RunPlan) -> Result<Exit> {
    let programs = build(app, puzzles, &plan.build, BuildMode::Run)?;
    let mut jobs = match &plan.inputs {
        Some(request) => programs.jobs_with_inputs(request, |program, input, is_first| {
            plan.job(program, JobInput::new(input), is_first)
        })?,
        None => programs.jobs(|program| {
            let input = JobInput::Examples { missing: None };
            plan.job(program, input, true)
        })?,
    };
    // Of several jobs, each would read the text for the others.
    if plan.allows_stdin
        && let [PreparedJob { job: Ok(job), .. }] = &mut jobs[..]
    {
        let input = job.input.input();
        job.spawn_options.stdin =
            input.is_none_or(|input| input.header.source != SourceKind::Stdin);
    }
    let outcomes = execute_and_show(
        &programs,
        TableKind::Run,
        plan.parallelism,
        jobs,
        RunResults::new,
    )?;
    exit_of(outcomes)
}

impl RunPlan {
    /// The plan for one puzzle with its input, without a trace and without standard input.
    pub fn new(options: &SharedRunArgs) -> Self {
        Self {
            inputs: Some(InputRequest::Own),
            parts: parts(options.part),
            alternatives: Alternatives::instead(options.alt.as_deref()),
            checks_examples: !options.no_examples,
            trace: false,
            allows_stdin: false,
            parallelism: 1,
            limits: options.limits.limits(),
            build: options.build.clone(),
        }
    }

    /// The job of a puzzle with this input. The first job of the puzzle checks the examples. Fails
    /// if they cannot be read.
    fn job(&self, program: &BuiltProgram, input: JobInput, is_first: bool) -> Result<SolveJob> {
        let examples = if is_first {
            self.examples(program.app, program.puzzle, &input)?
        } else {
            None
        };
        Ok(SolveJob {
            examples,
            parts: self.parts.clone(),
            alternatives: self.alternatives.clone(),
            trace: self.trace,
            ..SolveJob::new(input, program.spawn_options(self.limits))
        })
    }

    /// The examples to run. They run before the input, if there is one. `None` means no examples.
    fn examples(&self, app: &App, puzzle: Puzzle, input: &JobInput) -> Result<Option<JobExamples>> {
        let has_input = input.input().is_some();
        if has_input && !self.checks_examples {
            return Ok(None);
        }
        match examples::find_for_job(&app.site, &app.workspace, puzzle) {
            // The input can be run without the file of examples.
            Err(error) if has_input => {
                app.ui.warning(format!("{puzzle}: {error:#}"));
                Ok(Some(JobExamples::default()))
            }
            examples => examples.map(Some),
        }
    }
}
