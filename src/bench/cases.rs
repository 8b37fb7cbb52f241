//! What a puzzle is measured over: its inputs, several generated ones together,
//! or an example.

use aoc_solution::Part;
use aoc_solution::protocol::DayInfo;

use super::error::BenchError;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Case, Client, GenerateError, Input, JobError, MissingInput, PuzzleHeader, SourceKind, cases,
};

/// Makes the cases of the day that is measured.
pub(super) struct Cases<'a> {
    pub(super) puzzle: Puzzle,
    pub(super) info: &'a DayInfo,
    /// For generated inputs.
    pub(super) client: &'a mut Client,
}

impl Cases<'_> {
    /// One for each input and example.
    pub(super) fn of_inputs(&self, inputs: &[Input]) -> Vec<Case> {
        inputs
            .iter()
            .flat_map(|input| cases(input, self.puzzle, &Part::BOTH, self.info))
            .collect()
    }

    /// This many generated inputs, measured together, from the seed 0 on.
    pub(super) fn generated(&mut self, count: u32) -> Result<Case, CliError> {
        let puzzle = self.puzzle;
        let generated = self.try_generated(count)?;
        generated.ok_or_else(|| JobError::NoGenerate { puzzle }.into())
    }

    /// What replaces a missing input: a generated one, else the first of the
    /// `examples`. The note says which.
    pub(super) fn stand_in(
        &mut self,
        missing: &MissingInput,
        examples: &[Input],
    ) -> Result<(Case, String), CliError> {
        let puzzle = self.puzzle;
        let because = |what| {
            let reason = &missing.reason;
            format!("{puzzle}: benchmarking {what}, as there is no input: {reason}")
        };
        if let Some(generated) = self.try_generated(1)? {
            return Ok((generated, because("a generated input")));
        }
        let mut examples = self.of_inputs(examples).into_iter();
        let example = examples.next().ok_or_else(|| BenchError::NoInput {
            puzzle,
            missing: missing.clone(),
        })?;
        Ok((example, because("the example")))
    }

    fn try_generated(&mut self, count: u32) -> Result<Option<Case>, GenerateError> {
        let mut texts = Vec::new();
        for seed in 0..u64::from(count) {
            match self.client.generate(self.puzzle.day, seed)? {
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        let header = PuzzleHeader {
            source: SourceKind::Generated,
            name: Some(match count {
                1 => "seed 0".to_owned(),
                _ => format!("seeds 0 to {}", count - 1),
            }),
            ..PuzzleHeader::new(self.puzzle, self.info)
        };
        Ok(Some(Case::of_texts(header, texts, &Part::BOTH)))
    }
}
