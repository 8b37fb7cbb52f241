//! Building what another revision has of the puzzles that are measured.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::app::App;
use crate::args;
use crate::cargo::Profile;
use crate::error::CliError;
use crate::project::Revision;
use crate::puzzle::{Day, Puzzle, Year};
use crate::reporter::puzzle_list;

/// What to build of the other revision.
pub(super) struct Wanted {
    puzzles: Vec<Puzzle>,
    /// Built with them, and not measured: a single day has a program of its own,
    /// in which the compiler may decide otherwise than in that of the year. What
    /// is compared must be built alike.
    company: Vec<Puzzle>,
}

impl Wanted {
    /// The `puzzles`, of those that are `measured`, in a revision with these
    /// `days`.
    pub(super) fn new(
        puzzles: Vec<Puzzle>,
        measured: &[Puzzle],
        days: &BTreeMap<Year, BTreeSet<Day>>,
    ) -> Self {
        let company = |&puzzle: &Puzzle| {
            let of_year = |all: &[Puzzle]| all.iter().filter(|it| it.year == puzzle.year).count();
            let is_alike = of_year(&puzzles) > 1 || of_year(measured) == 1;
            let mut year = days.get(&puzzle.year).filter(|_| !is_alike)?.iter();
            let other = year.find(|day| **day != puzzle.day)?;
            Some(puzzle.year.day(*other))
        };
        Self {
            company: puzzles.iter().filter_map(company).collect(),
            puzzles,
        }
    }
}

/// Builds the puzzles of the other revision. One that cannot be built is not
/// compared; if that is so for all of them, or if a check depends on it, it is
/// an error.
pub(super) fn build(
    app: &App,
    revision: &Revision,
    wanted: &Wanted,
    args: &args::Bench,
) -> Result<BTreeMap<Puzzle, PathBuf>, CliError> {
    let Wanted { puzzles, company } = wanted;
    let all = [puzzles.as_slice(), company].concat();
    let workers = app.build_in(&revision.project, &all, &args.build, Profile::AocBench)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_is_built_alike() {
        let year = Year(2020);
        let puzzles =
            |days: &[u8]| -> Vec<Puzzle> { days.iter().map(|&day| year.day(Day(day))).collect() };
        let days = BTreeMap::from([(year, [Day(1), Day(2)].into())]);
        let company = |there: &[u8], measured: &[u8]| {
            Wanted::new(puzzles(there), &puzzles(measured), &days).company
        };
        // One day here, one day there.
        assert_eq!(company(&[2], &[2]), []);
        assert_eq!(company(&[1, 2], &[1, 2]), []);
        // Here it is a part of its year.
        assert_eq!(company(&[2], &[2, 3]), puzzles(&[1]));
    }
}
