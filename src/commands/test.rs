//! `aoc test`: runs the examples and shows how answers differ.

use std::num::NonZeroUsize;

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, parse_part};
use crate::error::{Exit, Result};
use crate::reporter::Results;
use crate::runner::{Alternatives, SolvePlan, exit_of};
use crate::steps::{BuildMode, Execution, Resolver, examples, take_examples, take_unseen};

use crate::steps::jobs::{TIMEOUT, parts};

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
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
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
    let mut unseen = Vec::new();
    if args.take {
        for &puzzle in &puzzles {
            let taken_later = take_examples(&app.ui, &app.workspace, puzzle)?;
            unseen.extend(taken_later.map(|examples| (puzzle, examples)));
        }
    }
    let execution = Execution {
        parallelism: args.jobs.get(),
        ..Execution::new(app)
    };
    let workers = execution.build(&puzzles, &args.build, BuildMode::Run)?;
    let jobs = execution.prepare(&puzzles, &workers, |puzzle, executable| {
        let mut job = execution.solve_job(puzzle, executable, &args.limits, SolvePlan::Test);
        job.examples = Some(examples(&app.workspace, puzzle)?);
        job.parts = parts(args.part);
        job.alternatives = Alternatives::All;
        job.spawn_options.timeout.get_or_insert(TIMEOUT);
        Ok(job)
    })?;
    let ended = execution.run_and_show(Results::Test, &puzzles, &workers, jobs)?;
    for (puzzle, examples) in unseen {
        let results = ended.iter().find(|(ended, _)| *ended == puzzle);
        if let Some((_, Ok(results))) = results {
            take_unseen(&app.ui, &app.workspace, &examples, results)?;
        }
    }
    exit_of(ended, puzzles.len())
}
