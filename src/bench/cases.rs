//! What a puzzle is measured over: its inputs, generated ones, or an example.

use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Outcome, Phase};

use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{Client, Input, MissingInput, PuzzleHeader, RunEvent, SourceKind, no_generate};

/// What a puzzle is measured over.
#[derive(Clone, Debug)]
pub enum BenchInput {
    Inputs(Vec<Input>),
    /// A generated input, else one of these examples.
    StandIn {
        missing: MissingInput,
        examples: Vec<Input>,
    },
    /// Of this many generated inputs, from the seed 0 on, the one that takes a median
    /// time, and the one that takes longest or with which the solution fails. A few
    /// calls with each tell which these are.
    Generated(u32),
}

/// The inputs that a day is measured over. A stand-in for a missing one is a
/// generated one, else the first of the examples; a note says which.
pub fn inputs(
    wanted: &BenchInput,
    puzzle: Puzzle,
    info: &DayInfo,
    client: &mut Client,
    emit: &mut dyn FnMut(RunEvent),
) -> Result<Vec<Input>, CliError> {
    let made = |text: String, name: String| {
        let header = PuzzleHeader {
            source: SourceKind::Generated,
            name: Some(name),
            ..PuzzleHeader::new(puzzle, info)
        };
        Input::new(header, text)
    };
    match wanted {
        BenchInput::Inputs(inputs) => {
            let mut inputs = inputs.clone();
            for input in &mut inputs {
                input.header.title.clone_from(&info.title);
            }
            Ok(inputs)
        }
        BenchInput::StandIn { missing, examples } => {
            let reason = &missing.reason;
            let (input, what) = if let Some(text) = client.generate(puzzle, 0)? {
                (made(text, "seed 0".to_owned()), "a generated input")
            } else {
                let mut examples = Input::examples(puzzle, examples, info).into_iter();
                let example = examples.next().ok_or_else(|| {
                    let why = format!(
                        "nothing to benchmark: {puzzle} has neither a `generate` function nor an \
                         example, and there is no input: {reason}"
                    );
                    CliError::new(missing.exit, why)
                })?;
                (example, "the example")
            };
            let note = format!("{puzzle}: benchmarking {what}, as there is no input: {reason}");
            emit(RunEvent::Note(note));
            Ok(vec![input])
        }
        BenchInput::Generated(count) => {
            emit(RunEvent::PhaseStarted {
                phase: Phase::Parse,
                alternative: None,
            });
            let input = |client: &mut Client, seed: u32, name| {
                let text = client.generate(puzzle, seed.into())?;
                let text = text.ok_or_else(|| no_generate(puzzle))?;
                Ok(made(text, name))
            };
            if *count == 1 {
                return Ok(vec![input(client, 0, "seed 0".to_owned())?]);
            }
            let mut times = Vec::new();
            for seed in 0..*count {
                let input: Result<Input, CliError> = input(client, seed, String::new());
                times.push((time(client, &input?), seed));
                let share = f64::from(seed + 1) / f64::from(*count);
                emit(RunEvent::PhaseProgress(share));
            }
            let (median, worst) = median_and_worst(times);
            [(median, "median"), (worst, "worst")]
                .map(|(seed, what)| input(client, seed, format!("seed {seed}, {what} of {count}")))
                .into_iter()
                .collect()
        }
    }
}

/// About what parsing and both parts take together, in nanoseconds. If one of them
/// fails, that is the longest time.
fn time(client: &mut Client, input: &Input) -> u64 {
    /// Calls of a part are repeated for about this long, and so often at most: the
    /// first is slower than the others.
    const TIME: Duration = Duration::from_millis(2);
    const CALLS: u32 = 20;
    client.set_input(input);
    let Ok((mut total, Outcome::Parsed)) = client.open() else {
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
            match client.call(&call) {
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
        assert_eq!(median_and_worst(vec![(7, 0)]), (0, 0));
        assert_eq!(median_and_worst(vec![(30, 0), (10, 1), (20, 2)]), (2, 0));
        assert_eq!(
            median_and_worst(vec![(5, 0), (5, 1), (5, 2), (5, 3)]),
            (1, 0)
        );
        let fails = vec![(1, 0), (u64::MAX, 1), (2, 2), (u64::MAX, 3)];
        assert_eq!(median_and_worst(fails), (2, 1));
    }
}
