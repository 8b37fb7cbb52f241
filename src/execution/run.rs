//! Runs solutions for `run` and `watch`: builds them, creates the jobs with inputs and examples,
//! and shows the results.

use super::args::SharedRunArgs;
use super::build::{BuildMode, build};
use super::execute::execute_and_show;
use super::programs::FoundInputs;
use crate::app::App;
use crate::app::args::requested_parts;
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::examples;
use crate::puzzle::Puzzle;
use crate::reporter::TableKind;
use crate::runner::{
    Alternatives, DayExamples, SolveInputs, SolveJob, SourceKind, SpawnOptions, exit_of,
};
use crate::terminal::ResultList;

/// The inputs and options of a run.
pub struct RunPlan<'a> {
    pub options: &'a SharedRunArgs,
    /// The inputs. The examples replace missing ones.
    pub inputs: InputRequest,
    /// Whether all alternatives run beside the primary.
    pub all_alternatives: bool,
    /// Whether the parts write their traces before they are timed.
    pub trace: bool,
    /// Whether the solution may read standard input, if the input itself does not come from there.
    pub allows_stdin: bool,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
}

/// Builds the puzzles, runs them with their inputs and examples, and shows the results.
pub fn run_puzzles(app: &App, puzzles: &[Puzzle], plan: &RunPlan) -> Result<Exit> {
    let options = plan.options;
    let programs = build(app, puzzles, &options.build, BuildMode::RUN)?;
    let limits = options.limits.limits();
    // Inputs may be downloaded here.
    let jobs = programs.jobs(&plan.inputs, limits, |inputs, spawn_options| {
        solve_job(app, plan, inputs, spawn_options)
    });
    let outcomes = execute_and_show(
        &programs,
        TableKind::Run,
        plan.parallelism,
        jobs,
        |results| ResultList { results },
    )?;
    exit_of(outcomes)
}

/// The job of a puzzle, with its examples and the options of the run. Without an input, fails if
/// the examples cannot be read.
fn solve_job(
    app: &App,
    plan: &RunPlan,
    inputs: FoundInputs,
    spawn_options: SpawnOptions,
) -> Result<SolveJob> {
    let puzzle = spawn_options.puzzle;
    let examples = || examples::find(&app.site, &app.workspace, puzzle);
    let inputs = match (&plan.inputs, inputs) {
        (InputRequest::Examples, _) => {
            let examples = examples()?;
            let note = examples::no_example_note(&app.workspace, puzzle)?;
            SolveInputs::EachExample(examples, Some(note))
        }
        (_, Ok(inputs)) if plan.options.no_examples => SolveInputs::Inputs(inputs, None),
        (_, Ok(inputs)) => {
            // The input can run even if the file of examples cannot be read.
            let examples = examples().unwrap_or_else(|error| {
                app.ui.warning(format!("{puzzle}: {error}"));
                DayExamples::default()
            });
            SolveInputs::Inputs(inputs, Some(examples))
        }
        (_, Err(missing)) => SolveInputs::InsteadOf(missing, examples()?),
    };
    let mut job = SolveJob::new(inputs, spawn_options);
    job.parts = requested_parts(plan.options.part);
    job.alternatives = if plan.all_alternatives {
        Alternatives::All
    } else {
        Alternatives::instead(plan.options.alt.as_deref())
    };
    job.trace = plan.trace;
    job.spawn_options.reads_stdin = plan.allows_stdin
        && match job.inputs.inputs() {
            // Examples may read stdin. If there are several, the first one may read all of it.
            [] => true,
            [input] => input.header.source != SourceKind::Stdin,
            _ => false,
        };
    Ok(job)
}
