//! `aoc test`: runs the examples and shows how answers differ.

use std::num::NonZeroUsize;

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::error::{Exit, Result};
use crate::reporter::Results;
use crate::runner::{Alternatives, SolvePlan, exit_of};
use crate::steps::Execution;

use crate::steps::Resolver;
use crate::steps::jobs::{TIMEOUT, parts, prepare, solve_job};
use crate::steps::times::{Timing, remember};
use crate::steps::{BuildMode, build, examples, take_examples};

/// Run the examples and compare their answers
///
/// Runs the examples in the code and those in the .examples.toml file of each day,
/// with every alternative, and shows where answers differ. --take makes an example of
/// one that is not clear on the page. No input is needed, and no request is made.
/// Without a selector it tests the day that was edited last.
#[derive(Args)]
#[command(
    visible_alias = "t",
    after_help = "\
Examples:
  aoc test --take        take the example that is not clear on the page
  aoc test all --jobs 4  test everything, four days at a time"
)]
pub struct TestArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Test one part only
    #[arg(short, long, value_name = "N", value_parser = part)]
    part: Option<Part>,
    /// Show what may be an example on the page, and take it as one
    #[arg(long)]
    take: bool,
    /// How many puzzles to test at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

pub fn run(app: &App, args: &TestArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).solutions(&args.selection)?;
    if args.take {
        for &puzzle in &puzzles {
            take_examples(&app.ui, &app.workspace, puzzle)?;
        }
    }
    let workers = build(
        &app.ui,
        &app.launcher,
        app.workspace.project()?,
        &puzzles,
        &args.build,
        BuildMode::Run,
    )?;
    let jobs = prepare(
        &app.launcher.cancel,
        &puzzles,
        &workers,
        |puzzle, executable| {
            let mut job = solve_job(
                &app.launcher,
                &app.workspace,
                puzzle,
                executable,
                &args.limits,
                SolvePlan::Test,
            );
            job.examples = Some(examples(&app.workspace, puzzle)?);
            job.parts = parts(args.part);
            job.alternatives = Alternatives::All;
            job.spawn_options.timeout.get_or_insert(TIMEOUT);
            Ok(job)
        },
    )?;
    let execution = Execution {
        parallelism: args.jobs.get(),
        ..Execution::new(app)
    };
    let ended = execution.show(Results::Test, &puzzles, jobs, None)?;
    let now = (app.environment.now)();
    remember(&app.workspace, now, &ended, Timing::Other);
    exit_of(ended, puzzles.len())
}
