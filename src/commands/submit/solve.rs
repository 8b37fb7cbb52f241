//! What the solution gives for a part, and whether it agrees with the examples.

use std::path::Path;

use aoc_solution::Part;

use crate::app::args::BuildArgs;
use crate::app::{App, PartAnswer, prepare};
use crate::cargo::{Profile, Workers};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, progress_reporter};
use crate::runner::{PhaseResult, Prepared, PuzzleResult, SolveJob, Status, Task};

/// An answer to submit.
#[derive(Debug, Default)]
pub struct Found {
    pub answer: String,
    /// The examples that were checked.
    pub examples: Vec<PuzzleResult>,
    /// What an example says against the answer.
    pub doubt: Option<String>,
}

impl Found {
    /// An answer that no example checks.
    pub fn of(answer: &str) -> Self {
        Self {
            answer: answer.to_owned(),
            ..Self::default()
        }
    }
}

/// Builds the worker, runs the examples if `check` is set, then the part on the
/// user's input.
pub fn solve(app: &App, puzzle: Puzzle, part: Part, check: bool) -> Result<Found, CliError> {
    let days = app.project()?.days()?;
    if !days
        .get(&puzzle.year)
        .is_some_and(|days| days.contains(&puzzle.day))
    {
        return Err(SolveError::NoSolution { puzzle }.into());
    }
    let workers = app.build(&[puzzle], &BuildArgs::default(), Profile::Aoc)?;
    let mut examples = run(app, puzzle, &workers, |executable| {
        let task = Task::Examples {
            examples: app.stored_examples(puzzle)?,
            missing: None,
        };
        Ok(check.then(|| app.plain_job(puzzle, executable, task, &[part])))
    })?;
    examples.retain(|example| !example.has_no_example());
    let solved = run(app, puzzle, &workers, |executable| {
        let input = app.real_input(puzzle, None)?;
        let task = Task::Input {
            input,
            examples: None,
        };
        Ok(Some(app.plain_job(puzzle, executable, task, &[part])))
    })?;
    let answer = match PartAnswer::of(&solved, part) {
        PartAnswer::Answer(answer) => answer,
        PartAnswer::NotYet => return Err(SolveError::NotYet.into()),
        PartAnswer::Failed(message) => return Err(SolveError::Failed { message }.into()),
    };
    if check
        && !examples
            .iter()
            .any(|example| phase(example, part).is_some())
    {
        app.note(&format!("{puzzle} part {part}: no example checks it"));
    }
    let doubt = examples.iter().find_map(|example| {
        let doubt = doubt(example, part)?;
        Some(match &example.header.input {
            Some(file) => format!("{doubt} ({})", file.display()),
            None => doubt,
        })
    });
    Ok(Found {
        answer,
        doubt,
        examples,
    })
}

/// The results of one job; none if there is no job.
fn run(
    app: &App,
    puzzle: Puzzle,
    workers: &Workers,
    job: impl FnOnce(&Path) -> Result<Option<SolveJob>, CliError>,
) -> Result<Vec<PuzzleResult>, CliError> {
    let jobs = prepare(puzzle, workers, |executable| {
        Ok(job(executable)?.map(Prepared::new).into_iter().collect())
    });
    let extent = Extent {
        puzzles: 1,
        parallelism: 1,
    };
    let executed = app.execute(jobs, extent, progress_reporter(app.console(), extent))?;
    let mut results = Vec::new();
    for result in executed.results {
        results.extend(result.map_err(|failure| failure.error)?);
    }
    Ok(results)
}

fn phase(example: &PuzzleResult, part: Part) -> Option<&PhaseResult> {
    let mut phases = example.phases.iter();
    phases.find(|phase| phase.phase == part.into())
}

/// What an example says against the solution, if anything.
fn doubt(example: &PuzzleResult, part: Part) -> Option<String> {
    if !example.is_failure() {
        return None;
    }
    let name = example.header.name.as_deref();
    let name = name.map_or_else(
        || "the example".to_owned(),
        |name| format!("example {name}"),
    );
    let failed = phase(example, part).or(example.phases.last())?;
    let message = failed.message.as_deref().unwrap_or_default();
    Some(match (failed.status, &failed.answer) {
        (Status::Wrong, Some(answer)) if answer.trim_end().contains('\n') => {
            let puzzle = example.header.puzzle();
            format!("{name} gives other lines than expected: `aoc test {puzzle}` shows them")
        }
        (Status::Wrong, Some(answer)) => format!("{name} gives {answer}, {message}"),
        _ => format!("{name} fails: {message}"),
    })
}

/// Why the solution has no answer.
#[derive(Debug, thiserror::Error)]
enum SolveError {
    #[error("no solution: create it with `aoc new {puzzle}`, or give the answer with --answer")]
    NoSolution { puzzle: Puzzle },
    #[error("not solved yet, so there is nothing to submit")]
    NotYet,
    #[error("the solution failed: {message}")]
    Failed { message: String },
}

impl HasExit for SolveError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoSolution { .. } => Exit::Usage,
            Self::NotYet | Self::Failed { .. } => Exit::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::runner::PuzzleHeader;

    #[test]
    fn answers_of_many_lines_are_not_put_into_a_sentence() {
        let doubt_of = |answer: &str| {
            let puzzle = Year(2016).day(Day(8));
            let mut example = PuzzleResult::new(PuzzleHeader::unknown(puzzle));
            example.push(PhaseResult {
                phase: Phase::Part1,
                ns: Some(1),
                alternative: None,
                answer: Some(answer.to_owned()),
                expected: Some("7".to_owned()),
                picture: None,
                status: Status::Wrong,
                message: Some("expected 7".to_owned()),
            });
            doubt(&example, Part::One)
        };
        let one = Some("the example gives 8, expected 7".to_owned());
        assert_eq!(doubt_of("8"), one);
        let many = "the example gives other lines than expected: `aoc test 2016/8` shows them";
        assert_eq!(doubt_of("#.\n.#\n"), Some(many.to_owned()));
    }
}
