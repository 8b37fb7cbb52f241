//! Runs solutions for `run` and `watch`: builds them, creates the jobs with inputs and examples,
//! and shows the results.

use aoc_solution::Part;

use super::args::{BuildArgs, SharedRunArgs};
use super::build::{BuildMode, build};
use super::execute::execute_and_show;
use super::programs::BuiltProgram;
use crate::app::App;
use crate::app::args::requested_parts;
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::examples;
use crate::pages::DayExamples;
use crate::puzzle::Puzzle;
use crate::reporter::TableKind;
use crate::runner::{
    Alternatives, JobInputs, Limits, SolveJob, SourceKind, SpawnOptions, WithoutExample, exit_of,
};
use crate::terminal::ResultList;

/// The inputs, parts and options of a run.
pub struct RunPlan {
    /// The inputs, or `None` to run only the examples. The examples replace missing inputs.
    pub inputs: Option<InputRequest>,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// Whether the examples are checked before the inputs.
    pub checks_examples: bool,
    /// Whether the parts write their traces before they are timed.
    pub trace: bool,
    /// Whether the solution may read standard input, if the input itself does not come from there.
    pub allows_stdin: bool,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
    pub limits: Limits,
    pub build: BuildArgs,
}

/// Builds the puzzles, runs them with their inputs and examples, and shows the results.
pub fn run_puzzles(app: &App, puzzles: &[Puzzle], plan: &RunPlan) -> Result<Exit> {
    let programs = build(app, puzzles, &plan.build, BuildMode::RUN)?;
    let jobs = match &plan.inputs {
        Some(request) => programs.jobs_with_inputs(request, |program, found| {
            let inputs = match found {
                Ok(inputs) => JobInputs::Inputs(inputs),
                Err(missing) => JobInputs::Examples(WithoutExample::Failure(missing)),
            };
            plan.job(program, inputs)
        })?,
        None => programs.jobs(SourceKind::Example, |program| {
            let note = examples::no_example_note(&app.workspace, program.puzzle)?;
            plan.job(program, JobInputs::Examples(WithoutExample::Note(note)))
        })?,
    };
    let outcomes = execute_and_show(
        &programs,
        TableKind::Run,
        plan.parallelism,
        jobs,
        |results| ResultList { results },
    )?;
    exit_of(outcomes)
}

impl RunPlan {
    /// The plan for one puzzle with its input, without a trace and without standard input.
    pub fn new(options: &SharedRunArgs) -> Self {
        Self {
            inputs: Some(InputRequest::Own),
            parts: requested_parts(options.part),
            alternatives: Alternatives::instead(options.alt.as_deref()),
            checks_examples: !options.no_examples,
            trace: false,
            allows_stdin: false,
            parallelism: 1,
            limits: options.limits.limits(),
            build: options.build.clone(),
        }
    }

    /// The job of a puzzle with these inputs. Fails if its examples cannot be read.
    fn job(&self, program: &BuiltProgram, inputs: JobInputs) -> Result<SolveJob> {
        Ok(SolveJob {
            examples: self.examples(program.app, program.puzzle, &inputs)?,
            parts: self.parts.clone(),
            alternatives: self.alternatives.clone(),
            trace: self.trace,
            spawn_options: SpawnOptions {
                reads_stdin: self.may_read_stdin(&inputs),
                ..program.spawn_options(self.limits)?
            },
            inputs,
        })
    }

    /// The examples to run, before the inputs if there are any. `None` if no examples run.
    fn examples(
        &self,
        app: &App,
        puzzle: Puzzle,
        inputs: &JobInputs,
    ) -> Result<Option<DayExamples>> {
        let has_inputs = matches!(inputs, JobInputs::Inputs(_));
        if has_inputs && !self.checks_examples {
            return Ok(None);
        }
        match examples::find(&app.site, &app.workspace, puzzle) {
            // The input can run even if the file of examples cannot be read.
            Err(error) if has_inputs => {
                app.ui.warning(format!("{puzzle}: {error}"));
                Ok(Some(DayExamples::default()))
            }
            examples => examples.map(Some),
        }
    }

    /// True if the solution may read standard input. The run must allow it, and a single input must
    /// not come from standard input itself. Of several examples, the first may read all of it.
    fn may_read_stdin(&self, inputs: &JobInputs) -> bool {
        self.allows_stdin
            && match inputs {
                JobInputs::Inputs(inputs) => {
                    matches!(&inputs[..], [input] if input.header.source != SourceKind::Stdin)
                }
                _ => true,
            }
    }
}
