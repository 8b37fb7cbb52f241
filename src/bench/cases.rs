//! What a puzzle is measured over: its inputs, generated ones, or an example.

use aoc_solution::protocol::DayInfo;

use super::error::BenchError;
use super::ranking::rank;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{Client, Input, JobError, MissingInput, PuzzleHeader, SourceKind};

/// Makes the cases of the day that is measured.
pub(super) struct Cases<'a> {
    pub(super) puzzle: Puzzle,
    pub(super) info: &'a DayInfo,
    /// For generated inputs.
    pub(super) client: &'a mut Client,
}

impl Cases<'_> {
    /// One for each input and example.
    pub(super) fn of_inputs(&self, inputs: &[Input]) -> Vec<Input> {
        inputs
            .iter()
            .cloned()
            .map(|mut input| {
                input.header.title = self.info.title.clone();
                input
            })
            .collect()
    }

    /// Of this many generated inputs, from the seed 0 on, the one that takes a
    /// median time, and the one that takes longest.
    pub(super) fn generated(
        &mut self,
        count: u32,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Vec<Input>, CliError> {
        let puzzle = self.puzzle;
        let none = || JobError::NoGenerate { puzzle };
        if count == 1 {
            let (text, name) = (self.text(0)?, "seed 0".to_owned());
            return Ok(vec![self.case(text.ok_or_else(none)?, name)]);
        }
        let ranking = rank(&self.header(None), count, self.client, tell)?.ok_or_else(none)?;
        let named = [(ranking.median, "median"), (ranking.worst, "worst")];
        let mut cases = Vec::new();
        for (seed, what) in named {
            let text = self.text(seed)?.ok_or_else(none)?;
            cases.push(self.case(text, format!("seed {seed}, {what} of {count}")));
        }
        Ok(cases)
    }

    /// What replaces a missing input: a generated one, else the first of the
    /// `examples`. The note says which.
    pub(super) fn stand_in(
        &mut self,
        missing: &MissingInput,
        examples: &[Input],
    ) -> Result<(Input, String), CliError> {
        let puzzle = self.puzzle;
        let because = |what| {
            let reason = &missing.reason;
            format!("{puzzle}: benchmarking {what}, as there is no input: {reason}")
        };
        if let Some(text) = self.text(0)? {
            let case = self.case(text, "seed 0".to_owned());
            return Ok((case, because("a generated input")));
        }
        let mut examples = Input::examples(puzzle, examples, self.info).into_iter();
        let example = examples.next().ok_or_else(|| BenchError::NoInput {
            puzzle,
            missing: missing.clone(),
        })?;
        Ok((example, because("the example")))
    }

    fn text(&mut self, seed: u64) -> Result<Option<String>, CliError> {
        self.client.generate(self.puzzle, seed)
    }

    fn case(&self, text: String, name: String) -> Input {
        Input::new(self.header(Some(name)), text)
    }

    /// The header of a generated input.
    fn header(&self, name: Option<String>) -> PuzzleHeader {
        PuzzleHeader {
            source: SourceKind::Generated,
            name,
            ..PuzzleHeader::new(self.puzzle, self.info)
        }
    }
}
