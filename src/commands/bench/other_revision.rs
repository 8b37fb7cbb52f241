//! Building what another revision has of the puzzles that are measured.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::args::BenchArgs;
use crate::app::App;
use crate::error::CliError;
use crate::project::Revision;
use crate::puzzle::Puzzle;
use crate::reporter::puzzle_list;

/// Builds the puzzles of the other revision. One that cannot be built is not
/// compared; if that is so for all of them, or if a check depends on it, it is
/// an error.
pub(super) fn build(
    app: &App,
    revision: &Revision,
    puzzles: &[Puzzle],
    args: &BenchArgs,
) -> Result<BTreeMap<Puzzle, PathBuf>, CliError> {
    let workers = app.build_to_measure(&revision.project, puzzles, &args.build)?;
    let mut programs = BTreeMap::new();
    let mut failures: BTreeMap<String, (BTreeSet<Puzzle>, CliError)> = BTreeMap::new();
    for &puzzle in puzzles {
        match workers.worker(puzzle) {
            Ok(built) => drop(programs.insert(puzzle, built.executable.clone())),
            Err(failure) => {
                let text = failure.to_string();
                let failed = || (BTreeSet::new(), failure.clone().into());
                failures.entry(text).or_insert_with(failed).0.insert(puzzle);
            }
        }
    }
    let name = &revision.name;
    let is_error = args.comparison.fail_on.is_some() || programs.is_empty();
    for (text, (puzzles, error)) in failures {
        let puzzles = puzzle_list(puzzles);
        if is_error {
            return Err(error.context(format!("{puzzles} at {name} cannot be built")));
        }
        app.warning(&format!("{puzzles}: not compared with {name}: {text}"));
    }
    Ok(programs)
}
