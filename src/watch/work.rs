//! The kinds of work of a round of `watch`: running, measuring, showing a text, or submitting.

use aoc_solution::Part;

use crate::app::App;
use crate::app::args::requested_parts;
use crate::bench::BenchPlan;
use crate::download::InputRequest;
use crate::error::Result;
use crate::examples::take_examples;
use crate::execution::{BuildArgs, MeasurePlan, RunPlan, SharedRunArgs, measure, run_puzzles};
use crate::puzzle::Puzzle;
use crate::reporter::show_bench;
use crate::runner::{Alternatives, DEFAULT_TIMEOUT};
use crate::steps::show_open_part;
use crate::submit::{Overrides, SubmitError, SubmitPlan, submit};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    Run(RunKind),
    Read,
    Bench,
    Submit {
        /// The part. `None` means the part of `--part`, or else the next unsolved part.
        part: Option<Part>,
        overrides: Overrides,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunKind {
    Plain,
    /// Takes the page's likely example, and then runs the day.
    Take,
    Trace,
}

impl Work {
    /// True if the round submits an answer. Only the key that quits stops such a round, and a save
    /// stops it until the answer is sent. The round does not clear the screen, so that the answer
    /// stays visible.
    pub fn submits(self) -> bool {
        matches!(self, Self::Submit { .. })
    }

    /// True if the round shows a page. It uses the terminal for a pager, and it does not need the
    /// day's code, so that it also starts while the file is gone.
    pub fn reads(self) -> bool {
        self == Self::Read
    }
}

/// Does the work of a round. If an answer is refused, the error names the option that would submit
/// it anyway.
pub fn perform(
    work: Work,
    app: &App,
    options: &SharedRunArgs,
    puzzle: Puzzle,
) -> Result<(), SubmitError> {
    match work {
        Work::Run(kind) => {
            if kind == RunKind::Take {
                take_examples(&app.ui, &app.site, &app.workspace, puzzle)?;
            }
            let plan = RunPlan {
                options,
                inputs: InputRequest::Own,
                all_alternatives: false,
                trace: kind == RunKind::Trace,
                allows_stdin: false,
                parallelism: 1,
            };
            run_puzzles(app, &[puzzle], &plan)?;
        }
        Work::Bench => bench(app, puzzle, options)?,
        Work::Read => {
            show_open_part(app, puzzle)?;
        }
        Work::Submit { part, overrides } => {
            let plan = SubmitPlan {
                part: part.or(options.part),
                overrides,
                answer: None,
                dry_run: false,
                limits: options.limits.limits(),
                build: options.build.clone(),
            };
            submit(app, puzzle, &plan)?;
        }
    }
    Ok(())
}

/// Measures the puzzle with its input, as `aoc bench` does.
fn bench(app: &App, puzzle: Puzzle, options: &SharedRunArgs) -> Result<()> {
    let measured = measure(app, &[puzzle], &measure_plan(options))?;
    show_bench(app.ui.console, app.ui.json, &measured.report)?;
    measured.exit(&app.ui, &app.launcher.cancel)?;
    Ok(())
}

/// The plan that `aoc bench` has for these parts. It has the time limit of `aoc bench`, and not the
/// profile for quick builds, which makes slower programs.
fn measure_plan(options: &SharedRunArgs) -> MeasurePlan {
    MeasurePlan {
        bench: BenchPlan {
            parts: requested_parts(options.part),
            alternatives: Alternatives::beside(options.alt.as_deref()),
            ..BenchPlan::default()
        },
        inputs: InputRequest::Own,
        parallelism: 1,
        limits: options.limits.limits().or_timeout(DEFAULT_TIMEOUT),
        build: BuildArgs {
            dev: false,
            ..options.build.clone()
        },
        for_readme: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_has_the_time_limit_of_bench() {
        let plan = measure_plan(&SharedRunArgs::default());
        assert_eq!(plan.limits.timeout, Some(DEFAULT_TIMEOUT));
    }

    #[test]
    fn a_measurement_has_the_alternative_of_the_runs_but_not_their_profile() {
        let options = SharedRunArgs {
            part: Some(Part::Two),
            alt: Some("fast".to_owned()),
            build: BuildArgs {
                dev: true,
                ..BuildArgs::default()
            },
            ..SharedRunArgs::default()
        };
        let plan = measure_plan(&options);
        assert!(!plan.build.dev);
        assert!(plan.bench.alternatives.includes("fast"));
        assert_eq!(plan.bench.parts, [Part::Two]);
    }
}
