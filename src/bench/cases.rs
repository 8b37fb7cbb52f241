//! What a puzzle is measured over: its inputs, generated ones, or an example.

use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Command, DayInfo, Outcome, Phase};

use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Client, Input, MissingInput, PuzzleHeader, RunEvent, SourceKind, no_generate, primary,
};

/// What a puzzle is measured over.
pub enum BenchInput {
    /// These inputs; or if they are the examples of a puzzle whose input is missing, a
    /// generated input, else the first of them or of those in the code.
    Inputs(Vec<Input>, Option<MissingInput>),
    /// Of this many generated inputs, from the seed 0 on, the one that takes a median
    /// time, and the one that takes longest or with which the solution fails. A few
    /// calls with each tell which these are.
    Generated(u32),
}

/// The inputs that a day is measured over. A note says what stands in for a missing
/// one.
pub fn inputs(
    wanted: &BenchInput,
    puzzle: Puzzle,
    info: &DayInfo,
    client: &mut Client,
    emit: &mut dyn FnMut(RunEvent),
) -> Result<Vec<Input>, CliError> {
    let generated = |client: &mut Client, seed: u32, which: &str| {
        let text = client.generate(puzzle, seed.into())?;
        let header = PuzzleHeader {
            source: SourceKind::Generated,
            name: Some(format!("seed {seed}{which}")),
            title: info.title.clone(),
            ..PuzzleHeader::unknown(puzzle)
        };
        Ok::<_, CliError>(text.map(|text| Input::new(header, text)))
    };
    let count = match wanted {
        BenchInput::Inputs(inputs, None) => {
            let mut inputs = inputs.clone();
            for input in &mut inputs {
                input.header.title.clone_from(&info.title);
            }
            return Ok(inputs);
        }
        BenchInput::Inputs(examples, Some(MissingInput { reason, exit })) => {
            let mut examples = Input::examples(puzzle, examples, info).into_iter();
            let (input, what) = match generated(client, 0, "")? {
                Some(input) => (Some(input), "a generated input"),
                None => (examples.next(), "the example"),
            };
            let input = input.ok_or_else(|| {
                let why = format!(
                    "nothing to benchmark: {puzzle} has neither a `generate` function nor an \
                     example, and there is no input: {reason}"
                );
                CliError::new(*exit, why)
            })?;
            let note = format!("{puzzle}: benchmarking {what}, as there is no input: {reason}");
            emit(RunEvent::Note(note));
            return Ok(vec![input]);
        }
        BenchInput::Generated(count) => *count,
    };
    let made = |client: &mut Client, seed, which: &str| {
        generated(client, seed, which)?.ok_or_else(|| no_generate(puzzle))
    };
    if count == 1 {
        return Ok(vec![made(client, 0, "")?]);
    }
    emit(RunEvent::PhaseStarted(primary(Phase::Parse)));
    let mut times = Vec::new();
    for seed in 0..count {
        let input: Input = made(client, seed, "")?;
        times.push((time(client, &input), seed));
    }
    let (median, worst) = median_and_worst(times);
    let two = [(median, "median"), (worst, "worst")].into_iter();
    two.map(|(seed, which)| made(client, seed, &format!(", {which} of {count}")))
        .collect()
}

/// About what parsing and both parts take together, in nanoseconds. If one of them
/// fails, that is the longest time.
fn time(client: &mut Client, input: &Input) -> u64 {
    /// Calls of a part are repeated for about this long, and so often at most: the
    /// first is slower than the others.
    const TIME: Duration = Duration::from_millis(2);
    const CALLS: u32 = 20;
    client.set_input(input.header.day, &input.source);
    let Ok((mut total, Outcome::Parsed)) = client.open() else {
        return u64::MAX;
    };
    for part in Part::BOTH {
        let call = Command::Run(primary(part.into()));
        let start = Instant::now();
        let mut fastest = u64::MAX;
        for _ in 0..CALLS {
            match client.call(call.clone()) {
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
        let fails = vec![(1, 0), (u64::MAX, 1), (2, 2), (u64::MAX, 3)];
        for (times, seeds) in [
            (vec![(7, 0)], (0, 0)),
            (vec![(30, 0), (10, 1), (20, 2)], (2, 0)),
            (vec![(5, 0), (5, 1), (5, 2), (5, 3)], (1, 0)),
            (fails, (2, 1)),
        ] {
            assert_eq!(median_and_worst(times), seeds);
        }
    }
}
