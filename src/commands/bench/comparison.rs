//! What the figures are compared with: a baseline, or another revision.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::args::{BenchArgs, ComparisonArgs};
use super::other_revision::build;
use crate::app::App;
use crate::bench::{Against, Baseline, BaselineName, BenchReport, BenchResult, RatioTo, Verdict};
use crate::cargo::Workers;
use crate::error::{CliError, Exit, HasExit};
use crate::project::Revision;
use crate::puzzle::Puzzle;
use crate::reporter::puzzle_list;

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
    pub(super) fn new(app: &App, args: &ComparisonArgs) -> Result<Self, CliError> {
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
        args: &BenchArgs,
        workers: &Workers,
    ) -> Result<(), CliError> {
        let must_compare = args.comparison.fail_on.is_some();
        match self {
            Self::Nothing => Ok(()),
            Self::Baseline(name, baseline) => {
                let has = |puzzle: &Puzzle| baseline.has(*puzzle);
                if must_compare && !puzzles.iter().any(has) {
                    let (name, puzzles) = (name.clone(), puzzle_list(puzzles.iter().copied()));
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
                    let (revision, puzzles) = (revision.name.clone(), puzzle_list(missing));
                    return Err(ComparisonError::NoSolution { revision, puzzles }.into());
                }
                if !missing.is_empty() {
                    let missing = puzzle_list(missing);
                    app.note(&format!("{} has no solution for {missing}", revision.name));
                }
                let built = there.into_iter().filter(|&it| workers.worker(it).is_ok());
                let built: Vec<Puzzle> = built.collect();
                *programs = build(app, revision, &built, args)?;
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
        let (name, baseline) = match self {
            Self::Nothing => return,
            Self::Baseline(name, baseline) => (name, baseline),
            Self::Revision {
                revision,
                programs: others,
            } => {
                if let Some(note) = built_otherwise(&revision.name, report, programs, others) {
                    app.note(&note);
                }
                return;
            }
        };
        let measured = report.results().filter(|result| result.figures().is_some());
        let compared = |puzzle: &Puzzle| {
            let mut results = report.results();
            results.any(|result| result.puzzle() == *puzzle && result.change.is_some())
        };
        let puzzles: BTreeSet<Puzzle> = measured.map(BenchResult::puzzle).collect();
        let missing: Vec<Puzzle> = puzzles.into_iter().filter(|it| !compared(it)).collect();
        if !missing.is_empty() {
            let missing = puzzle_list(missing);
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

/// Says which puzzles with a difference have no program of their own on both sides:
/// in that of a year, an edit of another day changes their times too.
fn built_otherwise(
    revision: &str,
    report: &BenchReport,
    programs: &BTreeMap<Puzzle, String>,
    others: &BTreeMap<Puzzle, PathBuf>,
) -> Option<String> {
    let other = |puzzle: &Puzzle| others.get(puzzle)?.file_stem()?.to_str();
    let is_alone = |puzzle: &Puzzle| {
        let of_day = format!("-{:02}", puzzle.day.0);
        let alone = |program: &str| program.ends_with(&of_day);
        other(puzzle).is_none_or(alone) && programs.get(puzzle).is_none_or(|it| alone(it))
    };
    let differs = |to: &RatioTo| to.verdict != Verdict::Same;
    let changed = report
        .results()
        .filter(|result| result.change.as_ref().is_some_and(differs));
    let changed: BTreeSet<Puzzle> = changed.map(BenchResult::puzzle).collect();
    let puzzles: Vec<Puzzle> = changed.into_iter().filter(|it| !is_alone(it)).collect();
    (!puzzles.is_empty()).then(|| {
        format!(
            "{}: part of a program with all days of the year, here or at {revision}: an edit of \
             another day may make the difference",
            puzzle_list(puzzles)
        )
    })
}
