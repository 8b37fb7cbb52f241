//! What the figures are compared with: a baseline, or another revision.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::App;
use crate::args;
use crate::bench::{Against, Baseline, BaselineName, BenchReport, BenchResult};
use crate::cargo::{Profile, Workers};
use crate::error::{CliError, Exit, HasExit};
use crate::project::Revision;
use crate::puzzle::{Day, Puzzle, Year};
use crate::reporter::puzzle_names;

pub(super) enum Comparison {
    Nothing,
    Baseline(BaselineName, Arc<Baseline>),
    Revision {
        revision: Revision,
        /// The puzzles that it solves.
        programs: BTreeMap<Puzzle, PathBuf>,
    },
}

/// A check that compares nothing would pass whatever changed.
#[derive(Debug, thiserror::Error)]
enum ComparisonError {
    #[error(
        "nothing to compare for --fail-on: the baseline {name} has no figures of {puzzles}: save \
         them first, with --save {name}"
    )]
    NoFigures { name: BaselineName, puzzles: String },
    #[error("nothing to compare for --fail-on: {revision} has no solution for {puzzles}")]
    NoSolution { revision: String, puzzles: String },
}

impl HasExit for ComparisonError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoFigures { .. } | Self::NoSolution { .. } => Exit::Usage,
        }
    }
}

impl Comparison {
    /// What the flags ask for.
    pub(super) fn new(app: &App, args: &args::Comparison) -> Result<Self, CliError> {
        if let Some(name) = args.baseline.as_deref() {
            let name = name.parse()?;
            let baseline = Arc::new(app.baselines()?.load(&name)?);
            return Ok(Self::Baseline(name, baseline));
        }
        if let Some(revision) = args.against.as_deref() {
            let revision = app.project()?.revision(revision, &app.child_env())?;
            return Ok(Self::Revision {
                revision,
                programs: BTreeMap::new(),
            });
        }
        Ok(Self::Nothing)
    }

    /// Looks whether there is anything to compare the puzzles with, and builds
    /// what the other revision has of those that `workers` has.
    pub(super) fn prepare(
        &mut self,
        app: &App,
        puzzles: &[Puzzle],
        args: &args::Bench,
        workers: &Workers,
    ) -> Result<(), CliError> {
        let must_compare = args.comparison.fail_on.is_some();
        match self {
            Self::Nothing => Ok(()),
            Self::Baseline(name, baseline) => {
                let has = |puzzle: &Puzzle| baseline.has(*puzzle);
                if must_compare && !puzzles.iter().any(has) {
                    let (name, puzzles) = (name.clone(), names(puzzles.iter().copied()));
                    return Err(ComparisonError::NoFigures { name, puzzles }.into());
                }
                Ok(())
            }
            Self::Revision { revision, programs } => {
                let days = revision.project.days()?;
                let has = |puzzle: &Puzzle| {
                    let days = days.get(&puzzle.year);
                    days.is_some_and(|days| days.contains(&puzzle.day))
                };
                let (there, missing): (Vec<Puzzle>, Vec<Puzzle>) =
                    puzzles.iter().copied().partition(has);
                if must_compare && there.is_empty() {
                    let (revision, puzzles) = (revision.name.clone(), names(missing));
                    return Err(ComparisonError::NoSolution { revision, puzzles }.into());
                }
                if !missing.is_empty() {
                    let missing = names(missing);
                    app.note(&format!("{} has no solution for {missing}", revision.name));
                }
                let built = there.into_iter().filter(|&it| workers.worker(it).is_ok());
                let wanted = Wanted::new(built.collect(), puzzles, &days);
                *programs = build(app, revision, &wanted, args)?;
                Ok(())
            }
        }
    }

    /// What the puzzle is compared with.
    pub(super) fn against(&self, puzzle: Puzzle) -> Against {
        match self {
            Self::Nothing => Against::Nothing,
            Self::Baseline(name, baseline) => Against::Baseline(name.clone(), Arc::clone(baseline)),
            Self::Revision { revision, programs } => match programs.get(&puzzle) {
                Some(executable) => Against::Revision {
                    name: revision.name.clone(),
                    executable: executable.clone(),
                },
                // As was said.
                None => Against::Nothing,
            },
        }
    }

    /// Says which puzzles the baseline does not have, or has with another input,
    /// and whether something else than the solution may make a difference.
    pub(super) fn end(&self, app: &App, report: &BenchReport, programs: &BTreeMap<Puzzle, String>) {
        let Self::Baseline(name, baseline) = self else {
            return;
        };
        let measured = report.results().filter(|result| result.figures().is_some());
        let compared = |puzzle: &Puzzle| {
            let mut results = report.results();
            results.any(|result| result.puzzle() == *puzzle && result.change.is_some())
        };
        let puzzles: BTreeSet<Puzzle> = measured.map(BenchResult::puzzle).collect();
        let missing: Vec<Puzzle> = puzzles.into_iter().filter(|it| !compared(it)).collect();
        if !missing.is_empty() {
            let missing = names(missing);
            app.note(&format!(
                "{name} has no figures of {missing} with this input"
            ));
        }
        let mut compared = report.results().filter(|result| result.change.is_some());
        let other = compared.find_map(|result| {
            let saved = baseline.find(result)?;
            let program = |name: &String| format!("the program {name}");
            let now = programs.get(&result.puzzle()).map(program);
            let programs = saved.program.as_ref().map(program).zip(now);
            let programs = programs.filter(|(then, now)| then != now);
            saved.host.difference(&report.host).or(programs)
        });
        if let Some((then, now)) = other {
            app.note(&format!(
                "{name} was measured with {then}, and this with {now}: the difference may be theirs"
            ));
        }
    }
}

/// What to build of the other revision.
struct Wanted {
    puzzles: Vec<Puzzle>,
    /// Built with them, and not measured: a single day has a program of its own,
    /// in which the compiler may decide otherwise than in that of the year. What
    /// is compared must be built alike.
    company: Vec<Puzzle>,
}

impl Wanted {
    /// The `puzzles`, of those that are `measured`, in a revision with these
    /// `days`.
    fn new(
        puzzles: Vec<Puzzle>,
        measured: &[Puzzle],
        days: &BTreeMap<Year, BTreeSet<Day>>,
    ) -> Self {
        let of_year =
            |puzzles: &[Puzzle], year| puzzles.iter().filter(|it| it.year == year).count();
        let company = puzzles.iter().filter_map(|&puzzle| {
            let is_alone = of_year(&puzzles, puzzle.year) == 1;
            let year = days
                .get(&puzzle.year)?
                .iter()
                .map(|day| puzzle.year.day(*day));
            (is_alone && of_year(measured, puzzle.year) > 1)
                .then(|| year.into_iter().find(|it| *it != puzzle))?
        });
        Self {
            company: company.collect(),
            puzzles,
        }
    }
}

/// Builds the puzzles of the other revision. One that cannot be built is not
/// compared; if that is so for all of them, or if a check depends on it, it is
/// an error.
fn build(
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
        let puzzles = names(puzzles);
        if is_error {
            return Err(error.context(format!("{puzzles} at {name} cannot be built")));
        }
        app.warning(&format!("{puzzles}: not compared with {name}: {text}"));
    }
    Ok(programs)
}

fn names(puzzles: impl IntoIterator<Item = Puzzle>) -> String {
    puzzle_names(&puzzles.into_iter().collect()).join(", ")
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
