//! Runs solutions for `run` and `watch`: builds them, creates the jobs with inputs and examples,
//! and shows the results.

use super::args::SharedRunArgs;
use super::build::{BuildMode, build};
use super::execute::execute_and_show;
use crate::app::App;
use crate::app::args::requested_parts;
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::examples;
use crate::pages::DayExamples;
use crate::puzzle::Puzzle;
use crate::reporter::TableKind;
use crate::runner::{Alternatives, SolveJob, SourceKind, exit_of};
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
    let jobs = programs.jobs(&plan.inputs, limits, |found, spawn_options| {
        job(app, plan, SolveJob::new(found, spawn_options))
    })?;
    let outcomes = execute_and_show(
        &programs,
        TableKind::Run,
        plan.parallelism,
        jobs,
        |results| ResultList { results },
    )?;
    exit_of(outcomes)
}

/// The job with the options of the run. Fails if it has no inputs and its examples cannot be read.
fn job(app: &App, plan: &RunPlan, mut job: SolveJob) -> Result<SolveJob> {
    let puzzle = job.spawn_options.puzzle;
    let has_inputs = !job.inputs.is_empty();
    job.parts = requested_parts(plan.options.part);
    job.alternatives = if plan.all_alternatives {
        Alternatives::All
    } else {
        Alternatives::instead(plan.options.alt.as_deref())
    };
    job.trace = plan.trace;
    job.spawn_options.reads_stdin = plan.allows_stdin
        && match &job.inputs[..] {
            // Of several examples, the first may read all of it.
            [] => true,
            [input] => input.header.source != SourceKind::Stdin,
            _ => false,
        };
    if !has_inputs || !plan.options.no_examples {
        job.examples = match examples::find(&app.site, &app.workspace, puzzle) {
            // The input can run even if the file of examples cannot be read.
            Err(error) if has_inputs => {
                app.ui.warning(format!("{puzzle}: {error}"));
                Some(DayExamples::default())
            }
            examples => Some(examples?),
        };
    }
    if !has_inputs && job.missing.is_none() {
        job.without_example = Some(examples::no_example_note(&app.workspace, puzzle)?);
    }
    Ok(job)
}
