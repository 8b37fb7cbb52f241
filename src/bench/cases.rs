//! What a puzzle is measured over: its inputs, generated ones, or an example.

use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Outcome, Phase};

use super::error::BenchError;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Case, CaseClient, Client, Input, JobError, MissingInput, PuzzleHeader, SourceKind, cases,
    generate,
};

/// What a puzzle is measured over.
#[derive(Clone, Debug)]
pub enum BenchInput {
    Inputs(Vec<Input>),
    /// A generated input, else one of these examples.
    StandIn {
        missing: MissingInput,
        examples: Vec<Input>,
    },
    /// The median and the worst of this many generated inputs.
    Generated(u32),
}

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
        let of_input = |input| cases(input, self.puzzle, &Part::BOTH, self.info);
        inputs.iter().flat_map(of_input).collect()
    }

    /// Of this many generated inputs, from the seed 0 on, the one that takes a
    /// median time, and the one that takes longest or with which the solution
    /// fails. A few calls with each tell which these are.
    pub(super) fn generated(
        &mut self,
        count: u32,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Vec<Case>, CliError> {
        if count == 1 {
            return Ok(vec![self.seed(0, "seed 0".to_owned())?]);
        }
        let mut times = Vec::new();
        for seed in 0..count {
            let case = self.seed(seed.into(), String::new())?;
            times.push((self.time(&case), seed));
            tell(f64::from(seed + 1) / f64::from(count));
        }
        let (median, worst) = median_and_worst(times);
        [(median, "median"), (worst, "worst")]
            .map(|(seed, what)| {
                self.seed(seed.into(), format!("seed {seed}, {what} of {count}"))
            })
            .into_iter()
            .collect()
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
        if let Some(text) = generate(self.client, puzzle, 0)? {
            let case = self.case(text, "seed 0".to_owned());
            return Ok((case, because("a generated input")));
        }
        let mut examples = self.of_inputs(examples).into_iter();
        let example = examples.next().ok_or_else(|| BenchError::NoInput {
            puzzle,
            missing: missing.clone(),
        })?;
        Ok((example, because("the example")))
    }

    /// The input of a seed.
    fn seed(&mut self, seed: u64, name: String) -> Result<Case, CliError> {
        let puzzle = self.puzzle;
        let text = generate(self.client, puzzle, seed)?;
        let text = text.ok_or(JobError::NoGenerate { puzzle })?;
        Ok(self.case(text, name))
    }

    fn case(&self, text: String, name: String) -> Case {
        let header = PuzzleHeader {
            source: SourceKind::Generated,
            name: Some(name),
            ..PuzzleHeader::new(self.puzzle, self.info)
        };
        Case::of_text(header, text, &Part::BOTH)
    }

    /// About what parsing and both parts take together, in nanoseconds. If one of
    /// them fails, that is the longest time.
    fn time(&mut self, case: &Case) -> u64 {
        /// Calls of a part are repeated for about this long, and so often at most:
        /// the first is slower than the others.
        const TIME: Duration = Duration::from_millis(2);
        const CALLS: u32 = 20;
        let mut worker = CaseClient::new(self.client, self.puzzle, case, None);
        let Ok((mut total, Outcome::Parsed)) = worker.open() else {
            return u64::MAX;
        };
        for part in Part::BOTH {
            let call = Command::Run(Call {
                phase: Phase::from(part),
                alternative: None,
            });
            let start = Instant::now();
            let mut fastest = u64::MAX;
            for _ in 0..CALLS {
                match worker.call(&call) {
                    Ok((ns, Outcome::Answered(_))) => fastest = fastest.min(ns),
                    Ok((_, Outcome::Unsolved)) => fastest = 0,
                    _ => return u64::MAX,
                }
                if start.elapsed() >= TIME {
                    break;
                }
            }
            total = total.saturating_add(fastest);
        }
        total
    }
}

/// The seeds of two of the inputs, of which there is at least one. Of equal times,
/// the lowest seed is first for both.
fn median_and_worst(mut times: Vec<(u64, u32)>) -> (u32, u32) {
    times.sort_unstable();
    let longest = times[times.len() - 1].0;
    let worst = times.partition_point(|&(ns, _)| ns < longest);
    (times[(times.len() - 1) / 2].1, times[worst].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_worst_have_the_lowest_seed_of_equal_times() {
        assert_eq!(median_and_worst(vec![(7, 0)]), (0, 0));
        assert_eq!(median_and_worst(vec![(30, 0), (10, 1), (20, 2)]), (2, 0));
        assert_eq!(median_and_worst(vec![(5, 0), (5, 1), (5, 2), (5, 3)]), (1, 0));
        let fails = vec![(1, 0), (u64::MAX, 1), (2, 2), (u64::MAX, 3)];
        assert_eq!(median_and_worst(fails), (2, 1));
    }
}
