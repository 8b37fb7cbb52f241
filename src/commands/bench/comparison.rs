//! What the figures are compared with: a baseline, or another revision.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::App;
use crate::args;
use crate::bench::{Against, Baseline, BaselineName, Baselines};
use crate::cargo::Profile;
use crate::error::CliError;
use crate::project::Revision;
use crate::puzzle::Puzzle;

pub(super) enum Comparison {
    Nothing,
    Baseline(BaselineName, Arc<Baseline>),
    Revision {
        revision: Revision,
        /// The puzzles that it solves.
        programs: BTreeMap<Puzzle, PathBuf>,
    },
}

impl Comparison {
    /// What the flags ask for.
    pub(super) fn new(
        app: &App,
        baselines: &Baselines,
        args: &args::Comparison,
    ) -> Result<Self, CliError> {
        if let Some(name) = args.baseline.as_deref() {
            let name = name.parse()?;
            let baseline = Arc::new(baselines.load(&name)?);
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

    /// Builds those of the puzzles that the other revision has.
    pub(super) fn build(
        &mut self,
        app: &App,
        puzzles: &[Puzzle],
        args: &args::Bench,
    ) -> Result<(), CliError> {
        if let Self::Revision { revision, programs } = self {
            let must_compare = args.comparison.fail_on.is_some();
            let days = revision.project.days()?;
            let has = |puzzle: &Puzzle| {
                days.get(&puzzle.year)
                    .is_some_and(|days| days.contains(&puzzle.day))
            };
            let (there, missing): (Vec<Puzzle>, Vec<Puzzle>) =
                puzzles.iter().copied().partition(has);
            for puzzle in missing {
                app.note(&format!("{} has no solution for {puzzle}", revision.name));
            }
            let workers =
                app.build_in(&revision.project, &there, &args.build, Profile::AocBench)?;
            for puzzle in there {
                match workers.worker(puzzle) {
                    Ok(built) => drop(programs.insert(puzzle, built.executable.clone())),
                    // A check that compares nothing would pass whatever changed.
                    Err(failure) if must_compare => return Err(failure.clone().into()),
                    Err(failure) => {
                        let name = &revision.name;
                        app.warning(&format!("{puzzle}: not compared with {name}: {failure}"));
                    }
                }
            }
        }
        Ok(())
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
}
