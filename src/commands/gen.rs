//! `aoc gen`: a generated input on stdout.

use crate::app::{App, limits, prepare};
use crate::args;
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::reporter::{Extent, gen_reporter};
use crate::runner::{GenerateJob, Prepared, SpawnOptions, Stdout};

pub fn run(app: &App, args: &args::Gen) -> Result<Exit, CliError> {
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
