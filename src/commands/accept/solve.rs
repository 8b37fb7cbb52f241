//! What the solutions give now for the user's inputs.

use aoc_solution::Part;

use crate::app::args::BuildArgs;
use crate::app::{App, PartAnswer, prepare};
use crate::cargo::Profile;
use crate::error::CliError;
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, progress_reporter};
use crate::runner::{Prepared, Task};

/// What a puzzle's solution gives for each part. An error means that it could
/// not run.
pub type Parts = Result<Vec<(Part, PartAnswer)>, CliError>;

/// Builds the workers and runs these parts of the puzzles.
pub fn solve(
    app: &App,
    puzzles: &[Puzzle],
    name: Option<&InputName>,
    parts: &[Part],
    build: &BuildArgs,
) -> Result<Vec<(Puzzle, Parts)>, CliError> {
    let workers = app.build(puzzles, build, Profile::Aoc)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: 1,
    };
    // One for each puzzle.
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let input = app.real_input(puzzle, name)?;
            let task = Task::Input {
                input,
                examples: None,
            };
            let job = app.plain_job(puzzle, executable, task, parts);
            Ok(vec![Prepared::new(job)])
        })
    });
    let reporter = progress_reporter(app.console(), extent);
    let executed = app.execute(jobs, extent, reporter)?;
    let solved = executed.results.into_iter().map(|result| {
        let results = result.map_err(|failure| failure.error)?;
        let of_part = |&part: &Part| (part, PartAnswer::of(&results, part));
        Ok(parts.iter().map(of_part).collect())
    });
    Ok(puzzles.iter().copied().zip(solved).collect())
}
