//! The results of running puzzles, as plain data.

use aoc_solution::Part;
use aoc_solution::protocol::Phase;

use super::day_examples::MissingExample;
use super::header::{OfPuzzle, PuzzleHeader, SourceKind};
use super::phase_result::PhaseResult;
use super::status::Status;
use crate::error::{Exit, HasExit, Result};
use crate::inputs::{Example, Trust};

/// The result of a puzzle with one input or one example.
#[derive(Clone, Debug, Default)]
pub struct PuzzleResult {
    pub header: PuzzleHeader,
    /// The results of `parse` and of each part with its alternatives. Empty for a skipped example.
    pub phases: Vec<PhaseResult>,
    /// The reason why an example was skipped after an earlier timeout. A skipped example counts as
    /// timed out, too.
    pub skipped: Option<&'static str>,
    /// The traces that failed. The results of the parts do not depend on them.
    pub failed_traces: Vec<PhaseResult>,
    /// The text of an example that failed.
    pub text: Option<Box<str>>,
    /// The trust in an example.
    pub trust: Trust,
}

impl PuzzleResult {
    /// A result without phases. They are added as they end.
    pub fn new(header: PuzzleHeader) -> Self {
        Self {
            header,
            ..Self::default()
        }
    }

    /// The status of the first failure, without traces. [`Status::Ok`] if there is none.
    pub fn status(&self) -> Status {
        if self.skipped.is_some() {
            return Status::Timeout;
        }
        let failed = self.failed_phases().next();
        failed.map_or(Status::Ok, |phase| phase.status)
    }

    /// The failed phases, including failed alternatives. Failed traces are left out.
    pub fn failed_phases(&self) -> impl Iterator<Item = &PhaseResult> {
        self.phases.iter().filter(|phase| phase.status.is_failure())
    }

    /// The results of the solution itself, without those of its alternatives.
    pub fn primary_phases(&self) -> impl Iterator<Item = &PhaseResult> {
        self.phases
            .iter()
            .filter(|phase| phase.alternative.is_none())
    }

    /// The result of the solution itself for a phase.
    pub fn primary_phase(&self, phase: impl Into<Phase>) -> Option<&PhaseResult> {
        let phase = phase.into();
        self.primary_phases().find(|result| result.phase == phase)
    }

    /// The answer to a part, or the message of its failure. `None` if the part is not written yet.
    pub fn answer(&self, part: Part) -> Result<Option<String>, String> {
        let own = self.primary_phase(part);
        // An earlier phase that failed without an answer prevents the part from running. A wrong
        // answer does not.
        let failed = self
            .phases
            .last()
            .filter(|last| last.status.is_failure() && last.answer.is_none());
        let Some(phase) = own.or(failed) else {
            return Ok(None);
        };
        if phase.answer.is_none() && phase.status != Status::Unsolved {
            return Err(phase.message.clone().unwrap_or_default());
        }
        Ok(phase.answer.clone())
    }

    /// The status and the message of the first failure, which may be a trace.
    pub fn first_failure(&self) -> Option<(Status, Option<&str>)> {
        if self.skipped.is_some() {
            return Some((self.status(), self.skipped));
        }
        let mut failed = self.failed_traces.iter().chain(self.failed_phases());
        let first = failed.next()?;
        Some((first.status, first.message.as_deref()))
    }

    /// True for a failure that proves the solution wrong, and for a trace that failed.
    pub fn is_failure(&self) -> bool {
        self.counts() && self.status().is_failure() || !self.failed_traces.is_empty()
    }

    /// True if the result affects the verdict. An example that can only confirm the solution counts
    /// only if an answer matches and nothing failed. Otherwise a note reports it.
    pub fn counts(&self) -> bool {
        let mut phases = self.phases.iter();
        self.trust.refutes()
            || !self.status().is_failure() && phases.any(|phase| phase.status == Status::Matched)
    }

    /// The examples that count. The others have a note.
    pub fn counted(examples: &[Self]) -> impl Iterator<Item = &Self> {
        examples.iter().filter(|example| example.counts())
    }

    /// True if no part failed, or if parts failed only because their answers are wrong. Parts may
    /// be unwritten.
    pub fn has_answers(&self) -> bool {
        self.status() == Status::Wrong || !self.status().is_failure()
    }
}

/// The results of a puzzle, which may have failed in every part.
#[derive(Debug, Default)]
pub struct Solved {
    pub title: String,
    /// The results of the inputs, or of the examples that were solved like inputs.
    pub results: Vec<PuzzleResult>,
    pub examples: CheckedExamples,
}

/// The examples that were checked before the first input, or without an input.
#[derive(Debug, Default)]
pub struct CheckedExamples {
    pub results: Vec<PuzzleResult>,
    /// The reason why no example was checked.
    pub note: Option<String>,
    /// An example that was only likely before this run. The solution gave its answer.
    pub confirmed: Option<Example>,
    /// Texts that may be examples, but to which the solution gave another answer.
    pub contradicted: Vec<String>,
    /// The reason why an example is missing, if no other example checked the part.
    pub missing: Option<MissingExample>,
    /// True if the first input has the text of an example in the code or the file.
    pub input_is_example: bool,
}

/// The result of an input and of the examples that ran before it. `result` is `None` if there are
/// only examples.
pub struct ResultGroup<'a> {
    pub result: Option<&'a PuzzleResult>,
    pub examples: &'a [PuzzleResult],
}

impl Solved {
    /// The results as documents and tables show them. The examples belong to the first input, or
    /// are a group of their own.
    pub fn groups(&self) -> Vec<ResultGroup<'_>> {
        let results = self.results.iter();
        let mut groups: Vec<ResultGroup> = results
            .map(|result| ResultGroup {
                result: Some(result),
                examples: &[],
            })
            .collect();
        let examples = &self.examples.results[..];
        let first = self.results.first();
        if first.is_some_and(|first| first.header.source != SourceKind::Example) {
            groups[0].examples = examples;
        } else if groups.is_empty() || !examples.is_empty() {
            groups.push(ResultGroup {
                result: None,
                examples,
            });
        }
        groups
    }

    /// True if nothing ran because the day has no example, which is not a failure.
    pub fn has_no_example(&self) -> bool {
        self.all().next().is_none()
    }

    /// The results of the inputs and of all examples.
    pub fn all(&self) -> impl Iterator<Item = &PuzzleResult> {
        self.results.iter().chain(&self.examples.results)
    }

    /// The phases that ran with the inputs and with all examples.
    pub fn all_phases(&self) -> impl Iterator<Item = &PhaseResult> {
        self.all().flat_map(|result| &result.phases)
    }
}

/// The result of an input without examples.
#[cfg(test)]
impl From<PuzzleResult> for Solved {
    fn from(result: PuzzleResult) -> Self {
        Self {
            results: vec![result],
            ..Self::default()
        }
    }
}

#[cfg(test)]
impl From<Vec<PuzzleResult>> for CheckedExamples {
    fn from(results: Vec<PuzzleResult>) -> Self {
        Self {
            results,
            ..Self::default()
        }
    }
}

impl HasExit for Solved {
    fn exit(&self) -> Exit {
        if self.all().any(PuzzleResult::is_failure) {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

/// The exit code of a command with these outcomes. The first solution that failed decides it, or
/// else the first job that could not run. If there is only one job, its error becomes the error of
/// the command.
pub fn exit_of<T: HasExit>(outcomes: Vec<OfPuzzle<T>>) -> Result<Exit> {
    let is_single = outcomes.len() == 1;
    let mut failed = Exit::Done;
    let mut first_error = None;
    for outcome in outcomes {
        match outcome.value {
            Ok(output) => failed = failed.or(output.exit()),
            // A closed pipe is not a failure.
            Err(error) if error.exit == Exit::ClosedPipe => {}
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    match first_error {
        Some(error) if is_single => Err(error),
        Some(error) => Ok(failed.or(error.exit)),
        None => Ok(failed),
    }
}

/// The result of an example that never counts as a failure.
#[derive(Clone, Debug)]
pub struct ExampleNote {
    pub result: PuzzleResult,
    pub part: Part,
    /// The answer that the example has, or its most likely one.
    pub expected: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn the_answer_of_one_part_is_never_that_of_the_other() {
        let of = |status, answer: Option<&str>| {
            let header = PuzzleHeader::unknown(Puzzle::of(2020, 25));
            let mut result = PuzzleResult::new(header);
            result.phases.push(PhaseResult {
                answer: answer.map(str::to_owned),
                ..PhaseResult::new(Phase::Part1, status, Some("why".to_owned()))
            });
            result.answer(Part::Two)
        };
        // The last day of an event has no second part.
        assert_eq!(of(Status::Unverified, Some("5")), Ok(None));
        assert_eq!(of(Status::Wrong, Some("5")), Ok(None));
        assert_eq!(of(Status::Error, None), Err("why".to_owned()));
    }
}
