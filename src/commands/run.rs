//! `aoc run`: runs, times and checks parse, part 1 and part 2.

use std::num::NonZeroUsize;

use clap::Args;

use crate::app::App;
use crate::app::args::{InputArgs, SelectionArgs, parse_jobs};
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::execution::{RunPlan, SharedRunArgs, run_puzzles};
use crate::puzzle::PuzzleScope;
use crate::steps::Resolver;

/// Run solutions: parse, part 1 and part 2, each timed and checked
///
/// Builds the days that were edited and runs parse, part 1 and part 2, each timed
/// and compared with the accepted answer. The examples are checked first. Without a
/// selector it runs the day that was edited last.
///
/// An answer is accepted if the site has accepted it, matched if it equals that of the
/// example or of the primary solution, and unverified if there is nothing to compare
/// it with yet.
///
/// A missing input is downloaded once if there is a session; otherwise the examples
/// take its place. A day that panics, hangs or uses too much memory fails alone.
#[derive(Args)]
#[command(
    visible_alias = "r",
    after_help = "\
Examples:
  aoc run 2020/22 -p 2                run one part
  aoc run all --jobs 4 --timeout 10s  run everything, four puzzles at a time"
)]
pub struct RunArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    inputs: InputArgs,
    /// Run the examples
    #[arg(long, conflicts_with_all = ["input", "all_inputs", "no_examples"])]
    example: bool,
    /// Run every alternative as well
    #[arg(long, conflicts_with = "alt")]
    all_alts: bool,
    /// Write the trace of the parts that have one
    #[arg(long, conflicts_with_all = ["alt", "jobs"])]
    trace: bool,
    /// Run this many puzzles at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_jobs)]
    jobs: NonZeroUsize,
    #[command(flatten)]
    options: SharedRunArgs,
}

pub fn run(app: &App, args: &RunArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, PuzzleScope::Solutions)?;
    let plan = RunPlan {
        options: &args.options,
        inputs: if args.example {
            InputRequest::Examples
        } else {
            InputRequest::of(&args.inputs, puzzles.len())?
        },
        all_alternatives: args.all_alts,
        trace: args.trace,
        // With several puzzles, one solution would read text that is meant for another.
        allows_stdin: puzzles.len() == 1,
        parallelism: args.jobs.get(),
    };
    run_puzzles(app, &puzzles, &plan)
}
