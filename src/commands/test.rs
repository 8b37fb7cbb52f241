//! `aoc test`: runs the examples and shows how answers differ.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::{SelectionArgs, parse_jobs, parse_part, requested_parts};
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::examples::{self, TakeOutcome, take_examples, take_unasked};
use crate::execution::{BatchLimitArgs, BuildArgs, BuildMode, build, execute_and_show};
use crate::puzzle::{Puzzle, PuzzleScope};
use crate::reporter::TableKind;
use crate::runner::{Alternatives, SolveInputs, SolveJob, Solved, exit_of};
use crate::steps::Resolver;
use crate::terminal::ResultList;

/// Run the examples and compare their answers
///
/// Runs the examples in the code and those in the .examples.toml file of each day,
/// with every alternative, and shows where answers differ. --take adds likely
/// examples of the page to that file. No input is needed, and no request is made.
/// Without a selector it tests the day that was edited last.
#[derive(Args)]
#[command(
    visible_alias = "t",
    after_help = "\
Examples:
  aoc test --take        take likely examples of the page
  aoc test all --jobs 4  test everything, four days at a time"
)]
pub struct TestArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Test one part only
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    /// Show likely examples on the page, and ask which to take
    #[arg(long)]
    take: bool,
    /// Test this many puzzles at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_jobs)]
    jobs: NonZeroUsize,
    #[command(flatten)]
    limits: BatchLimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

pub fn run(app: &App, args: &TestArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, PuzzleScope::Solutions)?;
    let mut taken = BTreeMap::new();
    if args.take {
        for &puzzle in &puzzles {
            let outcome = take_examples(&app.ui, &app.site, &app.workspace, puzzle);
            taken.insert(puzzle, outcome);
        }
    }
    let programs = build(app, &puzzles, &args.build, BuildMode::RUN)?;
    let limits = args.limits.limits();
    let jobs = programs.jobs(&InputRequest::Examples, limits, |_, spawn_options| {
        let puzzle = spawn_options.puzzle;
        let taken = taken.get(&puzzle).map(Result::as_ref).transpose();
        let inputs = inputs_of_job(app, puzzle, taken.map_err(Clone::clone)?)?;
        Ok(SolveJob {
            parts: requested_parts(args.part),
            alternatives: Alternatives::All,
            ..SolveJob::new(inputs, spawn_options)
        })
    });
    let parallelism = args.jobs.get();
    let outcomes = execute_and_show(&programs, TableKind::Test, parallelism, jobs, |results| {
        ResultList { results }
    })?;
    let mut not_written = Exit::Done;
    for outcome in &outcomes {
        let puzzle = outcome.header.puzzle;
        if let Some(Ok(TakeOutcome::NotAsked(likely))) = taken.get(&puzzle)
            && let Ok(Solved { examples, .. }) = &outcome.value
            && let Err(error) = take_unasked(&app.ui, &app.workspace, puzzle, likely, examples)
        {
            not_written = not_written.or(error.exit);
            app.ui.warning(error.of_puzzle(puzzle));
        }
    }
    Ok(exit_of(outcomes)?.or(not_written))
}

/// The examples that a job checks. Fails if they cannot be read.
fn inputs_of_job(app: &App, puzzle: Puzzle, taken: Option<&TakeOutcome>) -> Result<SolveInputs> {
    let mut examples = examples::find(&app.site, &app.workspace, puzzle)?;
    if let Some(TakeOutcome::Declined) = taken {
        examples.likely.clear();
    }
    let note = examples::no_example_note(&app.workspace, puzzle)?;
    Ok(SolveInputs::AllExamples(examples, note))
}
