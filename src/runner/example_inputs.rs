//! The examples of a puzzle as inputs, sorted by what they can show about a solution.

use std::cmp::Reverse;

use aoc_solution::Part;
use aoc_solution::protocol::DayInfo;

use super::day_examples::DayExamples;
use super::header::{PuzzleHeader, SourceKind};
use super::input::Input;
use crate::puzzle::Puzzle;

/// The examples of a job, in the order in which they run.
#[derive(Default)]
pub struct ExampleInputs {
    /// Examples in the code and the file that can refute the solution.
    pub refuting: Vec<Input>,
    /// Examples in the file that can only confirm it.
    pub confirming: Vec<Input>,
    /// Texts on the page that may be examples of the next part to solve.
    pub likely: Vec<Input>,
}

impl ExampleInputs {
    /// Sorts the examples of a job: those in the code, which `info` contains, and the `others`.
    pub fn new(puzzle: Puzzle, others: &DayExamples, info: &DayInfo) -> Self {
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, Some(&others.file));
        let (stored, confirming): (Vec<Input>, Vec<Input>) = others
            .stored
            .iter()
            .map(|example| Input::of_example(header.clone(), example))
            .partition(|example| example.trust().refutes());
        Self {
            refuting: Input::examples(puzzle, &stored, info),
            confirming,
            likely: others
                .likely
                .iter()
                .filter_map(|example| Input::of_likely_example(header.clone(), example))
                .collect(),
        }
    }

    /// The example that replaces a missing input: the first one with answers to most of these
    /// parts.
    pub fn substitute(&self, parts: &[Part]) -> Option<&Input> {
        self.of_code_and_file()
            .min_by_key(|example| Reverse(example.phases(parts).len()))
    }

    /// All examples in the code and the file.
    pub fn of_code_and_file(&self) -> impl Iterator<Item = &Input> {
        self.refuting.iter().chain(&self.confirming)
    }

    /// True if the input has the text of an example in the code or the file.
    pub fn contain(&self, input: &Input) -> bool {
        self.of_code_and_file()
            .any(|example| example.digest == input.digest)
    }
}
