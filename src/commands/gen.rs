//! `aoc gen`: prints a generated input.

use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::app::args::{SelectionArgs, parse_number};
use crate::error::{Exit, Result, usage_error};
use crate::execution::{BuildArgs, BuildMode, GenerateLimitArgs, build};
use crate::puzzle::{Puzzle, PuzzleScope};
use crate::runner::{RestartingWorker, SpawnOptions, StdoutTarget};
use crate::steps::selection::{Resolver, only_puzzle};

/// The document of `aoc gen --json`.
#[derive(Serialize)]
struct Generated {
    #[serde(flatten)]
    puzzle: Puzzle,
    seed: u64,
    input: String,
}

/// Generate an input from a seed
///
/// Prints the input that the day's generate function makes from a seed. The same
/// seed gives the same input, so generated inputs can be shared in place of the
/// site's.
#[derive(Args)]
#[command(mut_arg("selectors", |selectors| selectors
    .help("A puzzle whose day has a `generate` function, such as 22")
    .long_help("One puzzle, such as 22, 2020/22, latest or the file of its day, which has a \
                `generate` function")))]
#[command(after_help = "\
Examples:
  aoc gen 22                print an input of day 22
  aoc gen 2020/22 --seed 7  print another one")]
pub struct GenArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// The seed
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_number::<u64>)]
    seed: u64,
    #[command(flatten)]
    limits: GenerateLimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

pub fn run(app: &App, args: &GenArgs) -> Result<Exit> {
    if args.selection.is_empty() {
        return Err(usage_error(
            "missing SELECTOR: write one such as 22, or latest; see `aoc gen -h`",
        ));
    }
    let puzzles = Resolver::new(app).select(&args.selection, PuzzleScope::Solutions)?;
    let puzzle = only_puzzle(&puzzles)?;
    let programs = build(app, &puzzles, &args.build, BuildMode::RUN)?;
    let mut worker = RestartingWorker::new(SpawnOptions {
        // Stdout is reserved for the input.
        stdout: StdoutTarget::Stderr,
        ..programs.spawn_options(puzzle, args.limits.limits())?
    });
    let input = worker
        .generate(args.seed)
        .map_err(|error| error.context(puzzle))?;
    let generated = Generated {
        puzzle,
        seed: args.seed,
        input: input.ok_or_else(|| {
            let advice = "choose another seed, or change the function";
            worker.no_generated_input_error(args.seed, advice)
        })?,
    };
    app.ui.show("gen", &generated, || generated.input.clone())?;
    Ok(Exit::Done)
}
