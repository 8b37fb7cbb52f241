//! `aoc gen`: a generated input on stdout.

use clap::Args;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs};
use crate::app::{App, limits, prepare};
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::reporter::{Extent, gen_reporter};
use crate::runner::{GenerateJob, Prepared, SpawnOptions, Stdout};

/// Generate an input from a seed
///
/// Prints the input that the day's generate function makes from a seed. The same
/// seed gives the same input, so inputs can be shared and compared without those of
/// the site.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc gen 22                print an input of day 22
  aoc gen 2020/22 --seed 7  print another one")]
pub struct GenArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// The seed: the same seed gives the same input
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

pub fn run(app: &App, args: &GenArgs) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let &[puzzle] = puzzles.as_slice() else {
        let puzzles = puzzles.len();
        return Err(GenError::Many { puzzles }.into());
    };
    let workers = app.build(&puzzles, &args.build, Profile::Aoc)?;
    let extent = Extent {
        puzzles: 1,
        parallelism: 1,
    };
    let jobs = prepare(puzzle, &workers, |executable| {
        Ok(vec![Prepared::new(GenerateJob {
            puzzle,
            executable: executable.to_owned(),
            seed: args.seed,
            spawn_options: SpawnOptions {
                // The runner's stdout is for the input alone.
                stdout: Stdout::Stderr,
                ..app.spawn_options(false)
            },
            limits: limits(&args.limits, None),
        })])
    });
    let reporter = gen_reporter(app.console(), app.json);
    app.execute(jobs, extent, reporter)?
        .into_exit(extent.puzzles)
}

#[derive(Debug, thiserror::Error)]
pub enum GenError {
    #[error("one puzzle's input at a time, but {puzzles} puzzles are selected: name one")]
    Many { puzzles: usize },
}

impl HasExit for GenError {
    fn exit(&self) -> Exit {
        match self {
            Self::Many { .. } => Exit::Usage,
        }
    }
}
