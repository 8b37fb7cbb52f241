//! The results of running puzzles, as plain data. `run --json` prints them.

use std::slice;

use aoc_solution::Part;
use aoc_solution::protocol::Phase;
use serde::Serialize;

use super::header::{PuzzleHeader, SourceKind};
use super::phase_result::PhaseResult;
use super::status::Status;
use crate::error::{Exit, HasExit, Result};
use crate::inputs::{Example, InputName, Trust};
use crate::pages::MissingExample;
use crate::puzzle::Puzzle;

/// The result of a puzzle with one input or example, or the result of only its examples.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PuzzleResult {
    #[serde(flatten)]
    pub header: PuzzleHeader,
    /// The status of the first failure, without traces. [`Status::Ok`] if there is none.
    pub status: Status,
    /// The reason why the puzzle did not run, or a failure outside of the phases.
    pub message: Option<String>,
    /// The examples that were checked before the input, or without an input.
    pub examples: Vec<Self>,
    /// The results of `parse` and of each part with its alternatives. Empty if no input was solved.
    pub phases: Vec<PhaseResult>,
    /// The traces that failed. The results of the parts do not depend on them.
    #[serde(skip)]
    pub failed_traces: Vec<PhaseResult>,
    /// The text of an example that failed.
    #[serde(skip)]
    pub text: Option<Box<str>>,
    /// The trust in an example. JSON contains the mark from the file.
    #[serde(rename = "mark", skip_serializing_if = "has_no_mark")]
    pub trust: Trust,
}

impl PuzzleResult {
    /// A result without phases, which are added when they end.
    pub fn new(header: PuzzleHeader) -> Self {
        Self {
            header,
            ..Self::default()
        }
    }

    /// True if nothing ran because the day has no example, which is not a failure. All other
    /// results without a failure have phases or examples.
    pub fn has_no_example(&self) -> bool {
        self.status == Status::Ok && self.phases.is_empty() && self.examples.is_empty()
    }

    /// Adds a phase that has ended.
    pub fn push(&mut self, phase: PhaseResult) {
        if phase.status.is_failure() && self.status == Status::Ok {
            self.status = phase.status;
        }
        self.phases.push(phase);
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

    /// The result in documents. Its status and its message are those of the first failure, which
    /// may be a trace. This also applies to its examples.
    pub fn documented(&self) -> Self {
        let (status, message) = self.first_failure();
        Self {
            status,
            message: message.map(str::to_owned),
            examples: self.examples.iter().map(Self::documented).collect(),
            ..self.clone()
        }
    }

    /// The status and the message of the first failure: of a trace, of the result itself, or of an
    /// example. Without a failure, those of the result.
    fn first_failure(&self) -> (Status, Option<&str>) {
        if let Some(trace) = self.failed_traces.first() {
            return (trace.status, trace.message.as_deref());
        }
        let mut examples = self.examples.iter();
        let of_example = examples.find(|example| example.is_failure());
        let of_example = of_example.map(Self::first_failure);
        let own = self.message.as_deref();
        if !self.status.is_failure() {
            return of_example.unwrap_or((self.status, own));
        }
        let mut phases = self.phases.iter();
        let failed_phase = phases.find(|phase| phase.status.is_failure());
        let of_phase = failed_phase.map(|phase| phase.message.as_deref());
        let of_part = || of_phase.unwrap_or_else(|| of_example?.1);
        (self.status, own.or_else(of_part))
    }

    /// True for a failure that proves the solution wrong, and for a trace that failed.
    pub fn is_failure(&self) -> bool {
        self.counts() && self.status.is_failure()
            || !self.failed_traces.is_empty()
            || self.examples.iter().any(Self::is_failure)
    }

    /// False for an example that failed but cannot refute the solution.
    fn counts(&self) -> bool {
        self.trust.refutes() || !self.status.is_failure()
    }

    /// True if no part failed, or if parts failed only because their answers are wrong. Parts may
    /// be unwritten.
    pub fn has_answers(&self) -> bool {
        self.status == Status::Wrong || !self.status.is_failure()
    }

    /// The examples that count. The other examples have a note.
    pub fn counted_examples(&self) -> Vec<Self> {
        let mut examples = self.examples.clone();
        examples.retain(Self::counts);
        examples
    }

    /// The phases that ran with the input and with the examples before it.
    pub fn all_phases(&self) -> impl Iterator<Item = &PhaseResult> {
        let of_examples = self.examples.iter().flat_map(|example| &example.phases);
        self.phases.iter().chain(of_examples)
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn has_no_mark(trust: &Trust) -> bool {
    trust.mark().is_none()
}

/// The exit code of a command with these results.
impl HasExit for Vec<PuzzleResult> {
    fn exit(&self) -> Exit {
        if self.iter().any(PuzzleResult::is_failure) {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

/// The result of a job.
pub struct JobResult<T> {
    pub puzzle: Puzzle,
    /// The named input of the job, if it is for a single one.
    pub input: Option<InputName>,
    /// The output of the job, or the reason why it did not run.
    pub output: Result<T>,
}

impl<T> JobResult<T> {
    #[cfg(test)]
    pub const fn new(puzzle: Puzzle, output: Result<T>) -> Self {
        Self {
            puzzle,
            input: None,
            output,
        }
    }

    /// The header of a job that did not run. `source` is that of an input without a name.
    pub fn header(&self, source: SourceKind) -> PuzzleHeader {
        let name = self.input.as_ref().map(InputName::to_string);
        let source = match name {
            Some(_) => SourceKind::Named,
            None => source,
        };
        PuzzleHeader {
            name,
            ..PuzzleHeader::new(self.puzzle, source, None)
        }
    }
}

/// The results of a puzzle: one for each input, or one for all of its examples.
#[derive(Debug, Default)]
pub struct Solved {
    pub results: Vec<PuzzleResult>,
    pub findings: ExampleFindings,
}

/// Facts about the puzzle's examples that a run shows in addition to their results.
#[derive(Debug, Default)]
pub struct ExampleFindings {
    /// An example that was only likely before this run. The solution gave its answer.
    pub confirmed: Option<Example>,
    /// Texts that may be examples, but for which the solution gave no answer.
    pub unanswered: Vec<String>,
    /// The reason why an example is missing, if no other example checked the part.
    pub missing: Option<MissingExample>,
    /// True if the first input has the text of an example in the code or the file.
    pub input_is_example: bool,
}

/// Results without findings about examples.
#[cfg(test)]
impl From<Vec<PuzzleResult>> for Solved {
    fn from(results: Vec<PuzzleResult>) -> Self {
        Self {
            results,
            findings: ExampleFindings::default(),
        }
    }
}

impl<'a> IntoIterator for &'a Solved {
    type Item = &'a PuzzleResult;
    type IntoIter = slice::Iter<'a, PuzzleResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.results.iter()
    }
}

impl HasExit for Solved {
    fn exit(&self) -> Exit {
        self.results.exit()
    }
}

/// The exit code of a command with these outcomes: that of the first solution that failed, or else
/// of the first job that could not run. If there is only one job, its error becomes the error of
/// the command.
pub fn exit_of<T: HasExit>(outcomes: Vec<JobResult<T>>) -> Result<Exit> {
    let is_single = outcomes.len() == 1;
    let mut failed = Exit::Done;
    let mut first_error = None;
    for outcome in outcomes {
        match outcome.output {
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

    #[test]
    fn the_answer_of_one_part_is_never_that_of_the_other() {
        let of = |status, answer: Option<&str>| {
            let header = PuzzleHeader::unknown(Puzzle::of(2020, 25));
            let mut result = PuzzleResult::new(header);
            result.push(PhaseResult {
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

    #[test]
    fn the_failure_of_an_example_is_that_of_the_result_in_documents() {
        let result_of = |status: Status, trust: Trust| {
            let mut result = PuzzleResult::new(PuzzleHeader::unknown(Puzzle::of(2020, 25)));
            let why = status.is_failure().then(|| format!("why {status}"));
            result.push(PhaseResult::new(Phase::Part1, status, why));
            result.trust = trust;
            result
        };
        for (own, example, trust, status, message) in [
            (
                Status::Ok,
                Status::Wrong,
                Trust::User,
                "wrong",
                Some("why wrong"),
            ),
            (Status::Ok, Status::Ok, Trust::User, "ok", None),
            // An example that cannot refute is no failure.
            (Status::Ok, Status::Wrong, Trust::Confirmed, "ok", None),
            (
                Status::Panic,
                Status::Wrong,
                Trust::User,
                "panic",
                Some("why panic"),
            ),
        ] {
            let mut result = result_of(own, Trust::User);
            result.examples = vec![result_of(example, trust)];
            let documented = result.documented();
            assert_eq!(documented.status.to_string(), status, "{own} {example}");
            assert_eq!(documented.message.as_deref(), message, "{own} {example}");
        }
    }
}
