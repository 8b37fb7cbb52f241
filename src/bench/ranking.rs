//! Which of many generated inputs are typical, and which is the hardest: a few
//! calls with each of them, by which they are ranked.

use std::time::{Duration, Instant};

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, Outcome, Phase};

use crate::error::CliError;
use crate::runner::{Client, Input, PuzzleHeader};

/// Calls of a part are repeated for about this long: the first is slower than
/// the others.
const TIME: Duration = Duration::from_millis(2);
/// And at most so often.
const CALLS: u32 = 20;

/// The seeds of two of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranking {
    /// Half of the inputs take at most as long.
    pub(super) median: u64,
    /// The one that takes longest, or with which the solution fails.
    pub(super) worst: u64,
}

/// Ranks the inputs that the puzzle makes from the seeds below `count`; `None`
/// if it makes none.
pub(super) fn rank(
    header: &PuzzleHeader,
    count: u32,
    client: &mut Client,
    tell: &mut dyn FnMut(f64),
) -> Result<Option<Ranking>, CliError> {
    let puzzle = header.puzzle();
    let mut times = Vec::new();
    for seed in 0..u64::from(count) {
        let Some(text) = client.generate(puzzle, seed)? else {
            return Ok(None);
        };
        times.push((time(header, text, client), seed));
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        tell(times.len() as f64 / f64::from(count));
    }
    Ok(of_times(times))
}

fn of_times(mut times: Vec<(u64, u64)>) -> Option<Ranking> {
    // Of equal times, the lowest seed is first for both.
    times.sort_by_key(|&(ns, seed)| (ns, seed));
    let &(longest, _) = times.last()?;
    let worst = times.iter().find(|&&(ns, _)| ns == longest)?.1;
    let median = times[(times.len() - 1) / 2].1;
    Some(Ranking { median, worst })
}

/// About what parsing and both parts take together, in nanoseconds. If one of
/// them fails, that is the longest time.
fn time(header: &PuzzleHeader, text: String, client: &mut Client) -> u64 {
    client.set_input(&Input::new(header.clone(), text));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(times: &[u64]) -> Option<Ranking> {
        of_times(times.iter().copied().zip(0..).collect())
    }

    #[test]
    fn half_take_at_most_as_long_as_the_median() {
        let found = |median, worst| Some(Ranking { median, worst });
        assert_eq!(ranking(&[30, 10, 20]), found(2, 0));
        assert_eq!(ranking(&[40, 10, 20, 30]), found(2, 0));
        assert_eq!(ranking(&[5]), found(0, 0));
        assert_eq!(ranking(&[7, 7, 7]), found(1, 0));
        assert_eq!(ranking(&[1, u64::MAX, 2]), found(2, 1));
        assert_eq!(ranking(&[]), None);
    }
}
