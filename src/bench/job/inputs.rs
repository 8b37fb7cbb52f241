//! The inputs with which `bench` measures a puzzle: stored inputs, generated inputs, or the
//! replacement of a missing input.

use super::{BenchInputs, BenchJob, MeasuredProgram};
use crate::bench::results::BenchResult;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::{
    DayExamples, Emit, ExampleInputs, Input, MissingInput, PuzzleHeader, RunEvent, SourceKind,
};

/// After this many failed seeds at the beginning, no further seed is tried.
const MAX_FAILED_SEEDS: u32 = 3;

impl BenchJob<'_> {
    /// The inputs with which the program is measured. An input that cannot be generated is replaced
    /// by the result that says why.
    pub(super) fn inputs(
        &self,
        program: &mut MeasuredProgram,
        emit: Emit,
    ) -> Result<Vec<Result<Input, BenchResult>>> {
        let puzzle = self.spawn_options.puzzle;
        let mut inputs: Vec<_> = match &self.inputs {
            BenchInputs::Inputs(inputs) => inputs.iter().cloned().map(Ok).collect(),
            BenchInputs::InsteadOf(missing, examples) => {
                let (input, message) = self.substitute(program, missing, examples)?;
                emit(message);
                vec![Ok(input)]
            }
            BenchInputs::Generated(count) => program.generate_all(puzzle, *count)?,
        };
        for input in inputs.iter_mut().flatten() {
            input.header.title.clone_from(&program.info.title);
        }
        Ok(inputs)
    }

    /// The input that replaces a missing input, with the message about it. It is a warning if the
    /// times are those of an example.
    fn substitute(
        &self,
        program: &mut MeasuredProgram,
        missing: &MissingInput,
        examples: &DayExamples,
    ) -> Result<(Input, RunEvent)> {
        let puzzle = self.spawn_options.puzzle;
        if let Some(input) = program.generate(puzzle, 0)? {
            let note = missing.replaced_message("benchmarking a generated input");
            return Ok((input, RunEvent::Note(note)));
        }
        let examples = ExampleInputs::new(puzzle, examples, &program.info);
        let Some(input) = examples.substitute(&self.plan.parts) else {
            let problem = "nothing to benchmark, neither a `generate` function nor an example, and \
                           there is no input";
            return Err(missing.not_replaced_error(puzzle, problem));
        };
        let warning = missing.replaced_message("benchmarking the example");
        Ok((input.clone(), RunEvent::Warning(warning)))
    }
}

impl MeasuredProgram {
    /// The input of a seed. `None` if `generate` returns none.
    fn generate(&mut self, puzzle: Puzzle, seed: u32) -> Result<Option<Input>> {
        let text = self.worker.generate(seed.into())?;
        let header = self.generated_header(puzzle, seed);
        Ok(text.map(|text| Input::new(header, text)))
    }

    fn generated_header(&self, puzzle: Puzzle, seed: u32) -> PuzzleHeader {
        PuzzleHeader {
            title: self.info.title.clone(),
            name: Some(format!("seed {seed}")),
            ..PuzzleHeader::new(puzzle, SourceKind::Generated, None)
        }
    }

    /// The inputs of this many seeds. A seed without an input gets the result that says why. Fails
    /// if none of the seeds, or none of the first [`MAX_FAILED_SEEDS`], has an input.
    fn generate_all(
        &mut self,
        puzzle: Puzzle,
        count: u32,
    ) -> Result<Vec<Result<Input, BenchResult>>> {
        let mut inputs = Vec::new();
        for seed in 0..count {
            let error = match self.generate(puzzle, seed) {
                Ok(Some(input)) => {
                    inputs.push(Ok(input));
                    continue;
                }
                Ok(None) => {
                    let advice = "change the function";
                    self.worker.no_generated_input_error(seed.into(), advice)
                }
                Err(error) if error.is_interrupted() => return Err(error),
                Err(error) => error,
            };
            // All seeds might fail, and each might take the whole time limit.
            if inputs.iter().all(Result::is_err) && seed + 1 >= MAX_FAILED_SEEDS.min(count) {
                return Err(error);
            }
            let header = self.generated_header(puzzle, seed);
            inputs.push(Err(BenchResult::not_measured(header, &error)));
        }
        Ok(inputs)
    }
}
