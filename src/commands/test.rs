//! `aoc test`: runs the examples and shows how answers differ.

use std::num::NonZeroUsize;

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::execute::execute_and_show;
use crate::app::jobs::{TIMEOUT, parts, prepare, solve_job};
use crate::app::selection::solutions;
use crate::app::times::{Timing, remember};
use crate::app::{App, BuildMode, build, examples, take_examples};
use crate::error::{Exit, Result};
use crate::reporter::Results;
use crate::runner::{Alternatives, SolvePlan, exit_of};

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
    let puzzles = solutions(app, &args.selection)?;
    if args.take {
        for &puzzle in &puzzles {
            take_examples(app, puzzle)?;
        }
    }
    let workers = build(app, &puzzles, &args.build, BuildMode::Run)?;
    let jobs = prepare(app, &puzzles, &workers, |puzzle, executable| {
        let mut job = solve_job(app, puzzle, executable, &args.limits, SolvePlan::Test);
        job.examples = Some(examples(app, puzzle)?);
        job.parts = parts(args.part);
        job.alternatives = Alternatives::All;
        job.spawn_options.timeout.get_or_insert(TIMEOUT);
        Ok(job)
    })?;
    let ended = execute_and_show(app, Results::Test, &puzzles, args.jobs.get(), jobs, None)?;
    remember(app, &ended, Timing::Other);
    exit_of(ended, puzzles.len())
}
