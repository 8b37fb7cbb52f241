//! What the solutions give now for the user's inputs.

use aoc_solution::Part;

use crate::app::{App, InputRequest, execute, prepare};
use crate::cargo::Profile;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, progress_reporter};
use crate::runner::{
    Alternatives, Input, Limits, MissingInput, PhaseResult, Prepared, SolveJob, SourceKind,
    SpawnOptions, Status, Stdout,
};

/// What a solution gives for a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    Answer(String),
    /// The part is not written yet.
    NotYet,
    /// The error's message.
    Failed(String),
}

/// What a puzzle's solution gives for each part. An error means that it could
/// not run.
pub type Parts = Result<Vec<(Part, Solved)>, CliError>;

/// Builds the workers and runs these parts of the puzzles.
pub fn solve(
    app: &App,
    puzzles: &[Puzzle],
    name: Option<&InputName>,
    parts: &[Part],
) -> Result<Vec<(Puzzle, Parts)>, CliError> {
    let workers = app.build(puzzles, Profile::Aoc)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: 1,
    };
    // One for each puzzle.
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            Ok(vec![Prepared::new(SolveJob {
                puzzle,
                executable: executable.to_owned(),
                input: input(app, puzzle, name)?,
                missing_input: None,
                parts: parts.to_vec(),
                alternatives: Alternatives::None,
                trace: false,
                spawn_options: SpawnOptions {
                    stdout: Stdout::Stderr,
                    ..app.spawn_options(false)
                },
                limits: Limits::default(),
            })])
        })
    });
    let reporter = progress_reporter(app.console(), extent);
    let executed = execute(jobs, extent, reporter)?;
    let solved = executed.results.into_iter().map(|result| {
        let results = result.map_err(|failure| failure.error)?.0;
        let phases: Vec<&PhaseResult> = results.iter().flat_map(|result| &result.phases).collect();
        let of_part = |&part: &Part| (part, solved(&phases, part));
        Ok(parts.iter().map(of_part).collect())
    });
    Ok(puzzles.iter().copied().zip(solved).collect())
}

/// The user's input: an example's answers are not accepted ones.
fn input(app: &App, puzzle: Puzzle, name: Option<&InputName>) -> Result<Input, CliError> {
    let request = match name {
        Some(name) => InputRequest::NameOrPath(name.to_string()),
        None => InputRequest::Own,
    };
    let found = app.inputs_or_fetched(puzzle, &request)?;
    if let Some(unavailable) = found.unavailable {
        return Err(NoInput::Missing(unavailable.missing).into());
    }
    let stored = found.inputs.into_iter().find(|input| {
        let kinds = [SourceKind::Input, SourceKind::Named];
        matches!(input, Input::Text { kind, .. } if kinds.contains(kind))
    });
    Ok(stored.ok_or(NoInput::Name)?)
}

/// Why there is no input to solve.
#[derive(Debug, thiserror::Error)]
enum NoInput {
    #[error("no input: {}", .0.reason)]
    Missing(MissingInput),
    #[error("no input of that name")]
    Name,
}

impl HasExit for NoInput {
    fn exit(&self) -> Exit {
        match self {
            Self::Missing(missing) => missing.exit,
            Self::Name => Exit::Files,
        }
    }
}

fn solved(phases: &[&PhaseResult], part: Part) -> Solved {
    let of_part = phases.iter().find(|phase| phase.phase == part.into());
    // Without a phase of its own, the part was stopped by the one before.
    let Some(phase) = of_part.or(phases.last()) else {
        return Solved::NotYet;
    };
    match (&phase.answer, phase.status) {
        (Some(answer), _) => Solved::Answer(answer.clone()),
        (None, Status::Unsolved) => Solved::NotYet,
        (None, _) => Solved::Failed(phase.message.clone().unwrap_or_default()),
    }
}
