//! What a solution gives now for the user's input: for commands that take its
//! answers and show no table.

use std::path::Path;

use aoc_solution::Part;

use super::context::App;
use super::inputs::{FoundInputs, InputRequest};
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, Input, Limits, MissingInput, PhaseResult, PuzzleResult, SolveJob, SourceKind,
    SpawnOptions, Status, Stdout, Task,
};

/// What a solution gives for a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartAnswer {
    Answer(String),
    /// The part is not written yet.
    NotYet,
    /// The error's message.
    Failed(String),
}

impl PartAnswer {
    /// What the results of one input have for the part.
    pub fn of(results: &[PuzzleResult], part: Part) -> Self {
        let phases: Vec<&PhaseResult> = results.iter().flat_map(|result| &result.phases).collect();
        let of_part = phases.iter().find(|phase| phase.phase == part.into());
        // Without a phase of its own, the part was stopped by the one before, or
        // the day does not have it.
        let stopped = phases.last().filter(|phase| phase.status.is_failure());
        let Some(phase) = of_part.or(stopped) else {
            return Self::NotYet;
        };
        match (&phase.answer, phase.status) {
            (Some(answer), _) => Self::Answer(answer.clone()),
            (None, Status::Unsolved) => Self::NotYet,
            (None, _) => Self::Failed(phase.message.clone().unwrap_or_default()),
        }
    }
}

impl App {
    /// Solves these parts for an input, without anything else; what the solution
    /// prints goes to stderr.
    pub fn plain_job(
        &self,
        puzzle: Puzzle,
        executable: &Path,
        task: Task,
        parts: &[Part],
    ) -> SolveJob {
        SolveJob {
            puzzle,
            executable: executable.to_owned(),
            task,
            parts: parts.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options: SpawnOptions {
                stdout: Stdout::Stderr,
                ..self.spawn_options(false)
            },
            limits: Limits::default(),
        }
    }

    /// The user's input or the named one, downloaded once if it is missing: no
    /// example takes its place, as the answers of examples are not the user's.
    pub fn real_input(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Input, CliError> {
        let request = match name {
            Some(name) => InputRequest::NameOrPath(name.to_string()),
            None => InputRequest::Own,
        };
        let found = self.inputs_or_fetched(puzzle, &request)?;
        let inputs = match found {
            FoundInputs::Inputs(inputs) => inputs,
            FoundInputs::Examples { missing, .. } => {
                return Err(missing.map_or(NoInput::Name, NoInput::Missing).into());
            }
        };
        let stored = inputs
            .into_iter()
            .find(|input| matches!(input.header.source, SourceKind::Input | SourceKind::Named));
        Ok(stored.ok_or(NoInput::Name)?)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::runner::PuzzleHeader;

    #[test]
    fn the_answer_of_one_part_is_never_that_of_the_other() {
        let of = |status: Status, answer: Option<&str>| {
            let header = PuzzleHeader::unknown(Year(2020).day(Day(25)));
            let mut result = PuzzleResult::new(header);
            result.push(PhaseResult {
                phase: Part::One.into(),
                ns: None,
                alternative: None,
                answer: answer.map(str::to_owned),
                expected: None,
                picture: None,
                status,
                message: Some("why".to_owned()),
            });
            PartAnswer::of(&[result], Part::Two)
        };
        // The last day of an event has no second part.
        assert_eq!(of(Status::Unverified, Some("5")), PartAnswer::NotYet);
        assert_eq!(
            of(Status::Error, None),
            PartAnswer::Failed("why".to_owned())
        );
    }
}
