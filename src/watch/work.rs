//! The work of a round of `watch`: running, measuring, showing a text, or submitting.

use aoc_solution::Part;

use super::keys::{RunKind, SubmitKind, Work};
use crate::app::App;
use crate::app::args::parts;
use crate::bench::BenchPlan;
use crate::download::InputRequest;
use crate::error::Result;
use crate::examples::take_examples;
use crate::execution::{
    BuildArgs, MeasurePlan, MeasuredInputs, RunPlan, SharedRunArgs, measure, run_puzzles,
};
use crate::puzzle::Puzzle;
use crate::reporter::show_bench;
use crate::runner::Alternatives;
use crate::steps::PageReader;
use crate::submit::{Overrides, SubmitError, SubmitPlan, submit};

/// Does the work of a round. An answer is submitted with these overrides. If an answer is refused,
/// the error names the option that would submit it anyway.
pub fn perform(
    work: Work,
    app: &App,
    options: &SharedRunArgs,
    overrides: Overrides,
    puzzle: Puzzle,
) -> Result<(), SubmitError> {
    match work {
        Work::Run(kind) => {
            if kind == RunKind::Take {
                take_examples(&app.ui, &app.site, &app.workspace, puzzle)?;
            }
            let plan = RunPlan {
                trace: kind == RunKind::Trace,
                // A worker that reads the terminal is in the process group of `aoc`, and would take
                // its keys.
                allows_stdin: false,
                ..RunPlan::new(options)
            };
            run_puzzles(app, &[puzzle], &plan)?;
        }
        Work::Bench => bench(app, puzzle, options)?,
        Work::Read => {
            let reader = PageReader {
                ui: &app.ui,
                site: &app.site,
                workspace: &app.workspace,
                launcher: &app.launcher,
            };
            reader.show_open_part(puzzle)?;
        }
        Work::Submit(kind) => {
            let plan = SubmitPlan {
                part: if kind == SubmitKind::LastStar {
                    Some(Part::Two)
                } else {
                    options.part
                },
                overrides,
                answer: None,
                dry_run: false,
                limits: options.limits.into(),
                build: options.build.clone(),
            };
            submit(app, puzzle, &plan)?;
        }
    }
    Ok(())
}

/// Measures the puzzle with its input. Uses the profile of all measurements, because the profile
/// for quick builds is slower.
fn bench(app: &App, puzzle: Puzzle, options: &SharedRunArgs) -> Result<()> {
    let measured = measure(
        app,
        &[puzzle],
        &MeasurePlan {
            bench: BenchPlan {
                parts: parts(options.part),
                alternatives: Alternatives::beside(options.alt.as_deref()),
                ..BenchPlan::default()
            },
            inputs: MeasuredInputs::Stored(InputRequest::Own),
            parallelism: 1,
            limits: options.limits.into(),
            build: BuildArgs {
                dev: false,
                ..options.build.clone()
            },
        },
    )?;
    show_bench(&mut app.ui.console(), app.ui.json, &measured.report)?;
    measured.exit(&app.ui, &app.launcher.cancel)?;
    Ok(())
}
