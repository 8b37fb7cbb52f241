//! Dirac Dice: a race around a board of ten spaces. A turn scores the number of the space where it
//! ends. [`textbook`] is the obvious way: turn by turn, and for the quantum game a memo of states.
//! A state is both players' spaces and scores. Of (10 * 21)^2 states, 12 to 18 thousand occur.
//!
//! Both parts are fast because the players never affect each other. The space and the score of a
//! player depend only on that player's rolls, and only the winner depends on both. So each player
//! is followed alone, and the two are compared at the end.
//!
//! In part 1, every lap of ten turns scores the same. So ten turns are played, and the rest is
//! division ([`practice`]). In part 2, the ways to roll are counted turn by turn, for each space
//! and score of one player ([`ways`]): 10 * 21 numbers, and some 8,000 additions. There are only
//! ten starting spaces, so the compiler can do this work ([`table`]).
//!
//! # Sources
//!
//! [Voltara] also counts laps of ten turns in part 1. Most solutions, such as that of
//! [maneatingape], have a memo of both players' spaces and scores. `StripedSunlight` and `Sykout09`
//! wrote on the day of the puzzle, 21 December 2021, that each player can be followed alone.
//!
//! [maneatingape]: https://github.com/maneatingape/advent-of-code-rust
//! [Voltara]: https://github.com/Voltara/advent2021-fast

use std::io::Write;
use std::mem;

use aoc_solution::{
    Alternative, Answer, Example, Part, Random, Result, Solution, Trace, bail, excerpt,
};

mod table;
#[cfg(test)]
mod tests;
mod textbook;

/// The spaces on the board, numbered from 1, in a circle.
const BOARD: usize = 10;
/// The rolls in a turn.
const ROLLS: usize = 3;

/// The practice die rolls 1, 2, 3 and so on up to this number, then starts again.
const PRACTICE_SIDES: usize = 100;
const PRACTICE_GOAL: usize = 1000;

/// Each roll of the real die splits the universe into one for each side.
const QUANTUM_SIDES: usize = 3;
const QUANTUM_GOAL: usize = 21;

pub struct Day21;

/// The spaces that the players start from.
type Starts = [usize; 2];

impl Solution for Day21 {
    const TITLE: &'static str = "Dirac Dice";
    type Input<'a> = Starts;

    fn parse(input: &str) -> Result<Starts> {
        const LABELS: [&str; 2] = ["Player 1 starting position:", "Player 2 starting position:"];
        let mut lines = (1..)
            .zip(input.lines())
            .filter(|(_, line)| !line.trim().is_empty());
        let mut starts = [0; 2];
        for (start, label) in starts.iter_mut().zip(LABELS) {
            let Some((number, line)) = lines.next() else {
                bail!("the input ends before `{label}`; is it complete?");
            };
            let Some(value) = line.strip_prefix(label) else {
                bail!(
                    "line {number}: expected `{label} `, found `{}`",
                    excerpt(line)
                );
            };
            *start = match value.trim().parse() {
                Ok(space) if (1..=BOARD).contains(&space) => space,
                _ => bail!(
                    "line {number}: expected a space from 1 to {BOARD}, found `{}`",
                    excerpt(value.trim())
                ),
            };
        }
        if let Some((number, line)) = lines.next() {
            bail!(
                "line {number}: expected the end of the input, found `{}`",
                excerpt(line)
            );
        }
        Ok(starts)
    }

    fn part1(starts: &Starts) -> Result<Answer> {
        Ok(practice(*starts).into())
    }

    fn part2(starts: &Starts) -> Result<Answer> {
        Ok(quantum(*starts).into())
    }

    const EXAMPLES: &'static [Example<Self>] =
        &[
            Example::new("Player 1 starting position: 4\nPlayer 2 starting position: 8\n")
                .part1("739785")
                .part2("444356092776315"),
        ];

    const ALTERNATIVES: &'static [Alternative<Self>] = &[
        Alternative::new("textbook", Part::One, |starts| {
            Ok(textbook::practice(*starts).into())
        }),
        Alternative::new("textbook", Part::Two, |starts| {
            Ok(textbook::quantum(*starts).into())
        }),
        Alternative::new("table", Part::Two, |starts| {
            Ok(table::quantum(*starts).into())
        }),
    ];

    fn generate(seed: u64) -> Option<String> {
        let mut random = Random::new(seed);
        let start1 = 1 + random.below(BOARD as u64);
        let start2 = 1 + random.below(BOARD as u64);
        Some(format!(
            "Player 1 starting position: {start1}\nPlayer 2 starting position: {start2}\n"
        ))
    }

    /// Writes the practice game, turn by turn. The real game has too many universes for a trace: 27
    /// after one turn and 729 after two.
    fn trace(starts: &Starts, part: Part, out: &mut dyn Write) -> Result<Trace> {
        if part == Part::Two {
            return Ok(Trace::None);
        }
        for turn in textbook::Practice::new(*starts) {
            writeln!(out, "{turn}")?;
        }
        Ok(Trace::Written)
    }
}

/// The loser's score times the number of rolls.
///
/// Every lap is the same. Count the turns of both players from 0. Turn t rolls 3t+1, 3t+2 and 3t+3,
/// together 9t+6. The die starts again after 100, which changes nothing, because 100 is a multiple
/// of the 10 spaces. A player has every other turn, so the player's turn k moves 18k + c spaces,
/// with the same c throughout. Ten turns later, the move is 180 spaces longer, which is 18 times
/// around the board and also changes nothing. Ten such moves add up to 18 * (0 + 1 + ... + 9) + 10c
/// = 810 + 10c spaces, which is again a multiple of 10. So after ten turns, a player is back on the
/// first space with the same moves ahead.
fn practice(starts: Starts) -> u64 {
    let laps = [first_lap(starts[0], 0), first_lap(starts[1], 1)];
    // If both need the same number of turns, player 1 reaches the goal first.
    let [needed1, needed2] = laps.each_ref().map(turns_to_goal);
    let (turns, loser_score) = if needed1 <= needed2 {
        (2 * needed1 - 1, score_after(&laps[1], needed1 - 1))
    } else {
        (2 * needed2, score_after(&laps[0], needed2))
    };
    loser_score * (turns * ROLLS) as u64
}

/// A player's score after 0 to 10 turns of the practice game.
type Lap = [u64; BOARD + 1];

/// The first lap of the player who starts from space `start` and takes every other turn, from
/// turn `first` on.
fn first_lap(start: usize, first: usize) -> Lap {
    // The restart of the die after its last side must change nothing, which the assertion checks. A
    // lap of as many turns as there are spaces returns to its start on every board, because the
    // moves of a player's successive turns grow by twice 3 * 3, an even number.
    const { assert!(PRACTICE_SIDES.is_multiple_of(BOARD)) };
    let mut scores = [0; BOARD + 1];
    let mut moved = 0;
    for own in 0..BOARD {
        let rolled = ROLLS * (first + 2 * own);
        moved += (rolled + 1..=rolled + ROLLS).sum::<usize>();
        let space = (start - 1 + moved) % BOARD + 1;
        scores[own + 1] = scores[own] + space as u64;
    }
    scores
}

fn score_after(lap: &Lap, turns: usize) -> u64 {
    (turns / BOARD) as u64 * lap[BOARD] + lap[turns % BOARD]
}

/// The number of the player's turns until the goal is reached.
fn turns_to_goal(lap: &Lap) -> usize {
    // The number of whole laps that stay below the goal.
    let laps = (PRACTICE_GOAL as u64 - 1) / lap[BOARD];
    let rest = PRACTICE_GOAL as u64 - laps * lap[BOARD];
    let turns = lap.iter().take_while(|&&score| score < rest).count();
    usize::try_from(laps).expect("below the goal") * BOARD + turns
}

/// The number of universes in which the player who wins more often wins.
///
/// Player 1 wins on a turn by reaching the goal on it, if player 2 was short of the goal one turn
/// earlier. Each way of one player goes with each way of the other, so the number of universes is a
/// product. Player 2 wins on a turn by reaching the goal on it, if player 1 is still short after
/// the same turn.
fn quantum([start1, start2]: Starts) -> u64 {
    let ways1 = ways(start1);
    let ways2 = ways(start2);
    let mut wins1 = 0;
    let mut wins2 = 0;
    // The ways of player 2 that are short of the goal before this turn.
    let mut short2 = 1;
    for turn in 0..QUANTUM_GOAL {
        wins1 += ways1.reached[turn] * short2;
        wins2 += ways2.reached[turn] * ways1.short[turn];
        short2 = ways2.short[turn];
    }
    wins1.max(wins2)
}

/// The numbers of ways to roll, for one player and each turn: those that reach the goal on this
/// turn, and those that are still short of it. Each turn scores at least one point, so the goal is
/// reached after at most as many turns as it has points.
#[derive(Clone, Copy, Default)]
struct Ways {
    reached: [u64; QUANTUM_GOAL],
    short: [u64; QUANTUM_GOAL],
}

/// No ways to any space.
const NO_WAYS: [u64; BOARD] = [0; BOARD];

/// Counts the ways of a player who starts from this space.
///
/// A turn moves the ways of one score to higher scores, so the turn can be computed in place if it
/// begins with the highest score.
fn ways(start: usize) -> Ways {
    let mut ways = Ways::default();
    // The number of ways to each space, for each score below the goal.
    let mut ways_at = [NO_WAYS; QUANTUM_GOAL];
    ways_at[0][start - 1] = 1;
    for turn in 0..QUANTUM_GOAL {
        // Each turn so far has scored at least one point.
        for score in (turn..QUANTUM_GOAL).rev() {
            if ways_at[score] == NO_WAYS {
                continue;
            }
            let moved = moved(mem::replace(&mut ways_at[score], NO_WAYS));
            for (place, count) in moved.into_iter().enumerate() {
                let scored = score + place + 1;
                if scored < QUANTUM_GOAL {
                    ways_at[scored][place] = count;
                    ways.short[turn] += count;
                } else {
                    ways.reached[turn] += count;
                }
            }
        }
        if ways.short[turn] == 0 {
            break;
        }
    }
    ways
}

/// The ways to each space after three more rolls. The argument is the ways before them.
fn moved(mut ways: [u64; BOARD]) -> [u64; BOARD] {
    for _ in 0..ROLLS {
        let mut rolled = [0; BOARD];
        for (place, count) in ways.into_iter().enumerate() {
            for side in 1..=QUANTUM_SIDES {
                rolled[(place + side) % BOARD] += count;
            }
        }
        ways = rolled;
    }
    ways
}
