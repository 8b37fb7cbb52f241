//! What the solutions give now for the user's inputs.

use aoc_solution::Part;
use aoc_solution::protocol::Call;

use crate::app::{App, InputRequest};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::runner::{
    self, Alternatives, Input, Job, Limits, PhaseResult, PuzzleResult, RunEvents, SourceKind,
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
    let workers = app.build(puzzles, Profile::Aoc, false)?;
    let run = |puzzle: Puzzle| -> Parts {
        let executable = match &workers[&puzzle.year] {
            Ok(built) => built.executable.clone(),
            Err(failure) => return Err(CliError::new(Exit::Failed, failure.to_string())),
        };
        let job = Job {
            puzzle,
            executable,
            text: input(app, puzzle, name)?,
            parts: parts.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options: SpawnOptions {
                environment: app.child_env().variables().to_vec(),
                folder: app.environment.current_dir.clone(),
                stdin: false,
                stdout: Stdout::Stderr,
            },
            limits: Limits {
                timeout: None,
                memory: None,
            },
        };
        let results = runner::run(&job, &mut Silent)?;
        let phases: Vec<&PhaseResult> = results.iter().flat_map(|result| &result.phases).collect();
        let of_part = |&part: &Part| (part, solved(&phases, part));
        Ok(parts.iter().map(of_part).collect())
    };
    let run = |&puzzle: &Puzzle| (puzzle, run(puzzle));
    Ok(puzzles.iter().map(run).collect())
}

/// The user's input: an example's answers are not accepted ones.
fn input(app: &App, puzzle: Puzzle, name: Option<&InputName>) -> Result<Input, CliError> {
    let request = match name {
        Some(name) => InputRequest::NameOrPath(name.to_string()),
        None => InputRequest::Own,
    };
    let found = app.inputs_or_fetched(puzzle, &request)?;
    if let Some(why) = found.unavailable {
        return Err(CliError::new(why.exit, why.reason).context("no input"));
    }
    let stored = found.inputs.into_iter().find(|input| {
        let kinds = [SourceKind::Input, SourceKind::Named];
        matches!(input, Input::Input { kind, .. } if kinds.contains(kind))
    });
    stored.ok_or_else(|| CliError::new(Exit::Files, "no input of that name"))
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

/// Shows nothing: the results are shown at the end.
struct Silent;

impl RunEvents for Silent {
    fn begun(&mut self, _: &PuzzleResult, _: &[String]) {}

    fn running(&mut self, _: &Call) {}

    fn finished(&mut self, _: &PhaseResult) {}

    fn traced(&mut self) {}

    fn note(&mut self, _: &str) {}
}
