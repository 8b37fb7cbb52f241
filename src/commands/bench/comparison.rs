//! What the figures are compared with: a baseline, or another revision.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::args::{BenchArgs, ComparisonArgs};
use crate::app::App;
use crate::bench::{Against, Baseline, BenchReport, BenchResult};
use crate::cargo::Workers;
use crate::error::{CliError, Exit};
use crate::project::Revision;
use crate::puzzle::Puzzle;
use crate::reporter::puzzle_list;

pub(super) enum Comparison {
    Nothing,
    Baseline(String, Arc<Baseline>),
    /// With the programs of the puzzles that it solves.
    Revision(Revision, BTreeMap<Puzzle, PathBuf>),
}

impl Comparison {
    /// What the flags ask for.
    pub(super) fn new(app: &App, args: &ComparisonArgs) -> Result<Self, CliError> {
        if let Some(name) = args.baseline.as_deref() {
            let baseline = Arc::new(app.baselines()?.load(name)?);
            Ok(Self::Baseline(name.to_owned(), baseline))
        } else if let Some(revision) = args.against.as_deref() {
            let revision = app.project()?.revision(revision, &app.child_env())?;
            Ok(Self::Revision(revision, BTreeMap::new()))
        } else {
            Ok(Self::Nothing)
        }
    }

    /// Looks whether there is anything to compare the puzzles with, and builds what
    /// the other revision has of those that `workers` has. A check that compares
    /// nothing would pass whatever changed, so with `--fail-on` that is an error.
    pub(super) fn prepare(
        &mut self,
        app: &App,
        puzzles: &[Puzzle],
        args: &BenchArgs,
        workers: &Workers,
    ) -> Result<(), CliError> {
        let must_compare = args.comparison.fail_on.is_some();
        let nothing = |why: String| {
            let why = format!("nothing to compare for --fail-on: {why}");
            Err(CliError::new(Exit::Usage, why))
        };
        let names = puzzle_list(puzzles.iter().copied());
        match self {
            Self::Baseline(name, baseline)
                if must_compare && !puzzles.iter().any(|&puzzle| baseline.has(puzzle)) =>
            {
                nothing(format!(
                    "the baseline {name} has no figures of {names}: save them first, with --save \
                     {name}"
                ))
            }
            Self::Nothing | Self::Baseline(..) => Ok(()),
            Self::Revision(revision, programs) => {
                let days = revision.project.days()?;
                let has = |puzzle: &Puzzle| {
                    let days = days.get(&puzzle.year);
                    days.is_some_and(|days| days.contains(&puzzle.day))
                };
                let (mut there, missing): (Vec<Puzzle>, Vec<Puzzle>) =
                    puzzles.iter().copied().partition(has);
                let name = &revision.name;
                if must_compare && there.is_empty() {
                    return nothing(format!("{name} has no solution for {names}"));
                }
                if !missing.is_empty() {
                    let missing = puzzle_list(missing);
                    app.note(&format!("{name} has no solution for {missing}"));
                }
                there.retain(|&puzzle| workers.worker(puzzle).is_ok());
                *programs = build(app, revision, &there, args)?;
                Ok(())
            }
        }
    }

    /// What the puzzle is compared with.
    pub(super) fn against(&self, puzzle: Puzzle) -> Option<Against> {
        match self {
            Self::Nothing => None,
            Self::Baseline(name, baseline) => {
                Some(Against::Baseline(name.clone(), Arc::clone(baseline)))
            }
            Self::Revision(revision, programs) => Some(Against::Revision {
                name: revision.name.clone(),
                executable: programs.get(&puzzle)?.clone(),
            }),
        }
    }

    /// Says which puzzles the baseline does not have, or has with another input,
    /// and whether something else than the solution may make a difference.
    pub(super) fn end(&self, app: &App, report: &BenchReport) {
        let Self::Baseline(name, baseline) = self else {
            return;
        };
        let results = || report.results.iter();
        let is_compared = |puzzle| results().any(|it| it.puzzle() == puzzle && it.change.is_some());
        let measured = results().filter(|it| it.figures().is_some());
        let mut missing: BTreeSet<Puzzle> = measured.map(BenchResult::puzzle).collect();
        missing.retain(|&puzzle| !is_compared(puzzle));
        if !missing.is_empty() {
            let missing = puzzle_list(missing);
            app.note(&format!(
                "{name} has no figures of {missing} with this input"
            ));
        }
        let mut saved = results().filter_map(|result| baseline.find(result));
        let difference = saved.find_map(|saved| saved.host.difference(&report.host));
        if let Some((then, now)) = difference {
            app.note(&format!(
                "{name} was measured with {then}, and this with {now}: the difference may be theirs"
            ));
        }
    }
}

/// Builds the puzzles of the other revision. One that cannot be built is not
/// compared; if that is so for all of them, or if a check depends on it, it is an
/// error.
fn build(
    app: &App,
    revision: &Revision,
    puzzles: &[Puzzle],
    args: &BenchArgs,
) -> Result<BTreeMap<Puzzle, PathBuf>, CliError> {
    let workers = app.build_to_measure(&revision.project, puzzles, &args.build)?;
    let mut programs = BTreeMap::new();
    let mut failures = Vec::new();
    for &puzzle in puzzles {
        match workers.worker(puzzle) {
            Ok(worker) => drop(programs.insert(puzzle, worker.executable.clone())),
            Err(failure) => failures.push((puzzle, failure)),
        }
    }
    if let Some(&(_, first)) = failures.first() {
        let name = &revision.name;
        let failed = puzzle_list(failures.iter().map(|(puzzle, _)| *puzzle));
        if args.comparison.fail_on.is_some() || programs.is_empty() {
            let error = CliError::from(first.clone());
            return Err(error.context(format!("{failed} at {name} cannot be built")));
        }
        app.warning(&format!("{failed}: not compared with {name}: {first}"));
    }
    Ok(programs)
}
