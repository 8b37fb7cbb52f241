//! Dirac Dice: a race around a board of ten spaces, in which each turn scores the
//! number of the space it ends on. Both parts are fast because the players never
//! affect each other: the space and the score of a player depend only on that
//! player's rolls. Only the winner depends on both, so each player is followed
//! alone and the two are compared at the end.
//!
//! # Part 1: every lap is the same
//!
//! Counting the turns of both players from 0, turn t rolls 3t+1, 3t+2 and 3t+3,
//! together 9t+6. The die starts again after 100, which changes nothing, because
//! 100 is a multiple of the 10 spaces. A player has every other turn, so its own
//! turn k moves 18k + c spaces, with the same c throughout. Ten turns later that
//! is 180 spaces more: 18 times around the board, which changes nothing. And ten
//! such moves add up to 18 * (0 + 1 + ... + 9) + 10c = 810 + 10c spaces, which is
//! a multiple of 10 as well. So after ten turns a player is back on the first
//! space with the same moves ahead, and every lap of ten turns scores the same.
//! Ten turns are played; the rest is division.
//!
//! # Part 2: counting universes by turns
//!
//! Each turn splits every universe into 27. For one player alone let
//!
//! - `reached[t]` be the number of ways to roll that reach the goal on turn t, and
//! - `short[t]` the number of ways that are short of the goal after t turns.
//!
//! Player 1 wins on turn t in `reached1[t] * short2[t - 1]` universes: each way
//! of player 1 goes with each way of player 2, who has had one turn less. Player
//! 2, who has had as many turns, wins in `reached2[t] * short1[t]`. Only the
//! numbers of ways are kept, for each space and score: 10 * 21 numbers, where a
//! memo of both players' spaces and scores has 44,100.
//!
//! A turn moves the ways of one score on, one roll after the other: the ways to a
//! space are the sum of those to the three spaces before it, and after three
//! rolls the space is added to the score. So ways of different scores never
//! mix, and a turn can be played in place. The answer takes some 30,000
//! additions.
//!
//! As there are only ten starting spaces, the compiler does all this work, and the
//! program contains the 100 answers. The alternative "at run time" does the same
//! work when it is called, so that it can be measured.
//!
//! # Sources
//!
//! Laps of ten turns are also what [Voltara] counts in part 1. The memo of both
//! players' spaces and scores is that of most solutions, such as
//! [maneatingape]'s. Many have noticed that each player can be followed alone; we
//! do not know who was first.
//!
//! [maneatingape]: https://github.com/maneatingape/advent-of-code-rust
//! [Voltara]: https://github.com/Voltara/advent2021-fast

use std::io::Write;

use aoc_solution::{Alternative, Answer, Example, Part, Random, Result, Solution, bail};

#[cfg(test)]
mod tests;
mod textbook;

/// The spaces on the board, numbered from 1, in a circle.
const BOARD: usize = 10;
/// The rolls in a turn.
const ROLLS: usize = 3;

/// The practice die rolls 1, 2, 3 and so on up to this, then starts again.
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

    fn part2(&[start1, start2]: &Starts) -> Result<Answer> {
        static ANSWERS: [[u64; BOARD]; BOARD] = answers();
        Ok(ANSWERS[start1 - 1][start2 - 1].into())
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
        Alternative::new("at run time", Part::Two, |&[start1, start2]| {
            let ways1 = ways::<QUANTUM_SIDES, BOARD, QUANTUM_GOAL>(start1);
            let ways2 = ways::<QUANTUM_SIDES, BOARD, QUANTUM_GOAL>(start2);
            Ok(most_wins(&ways1, &ways2).into())
        }),
    ];

    fn generate(seed: u64) -> Option<String> {
        let mut random = Random::new(seed);
        let mut start = || 1 + random.below(BOARD as u64);
        Some(format!(
            "Player 1 starting position: {}\nPlayer 2 starting position: {}\n",
            start(),
            start()
        ))
    }

    /// The practice game, turn by turn. The real game has no trace: it has 27
    /// universes after one turn and 729 after two.
    fn trace(starts: &Starts, part: Part, out: &mut dyn Write) -> Result<bool> {
        if part == Part::Two {
            return Ok(false);
        }
        for turn in textbook::Practice::new(*starts) {
            writeln!(out, "{turn}")?;
        }
        Ok(true)
    }
}

/// The beginning of a line, escaped for terminals.
fn excerpt(line: &str) -> String {
    line.chars().take(40).flat_map(char::escape_debug).collect()
}

/// The loser's score times the number of rolls.
fn practice(starts: Starts) -> u64 {
    let laps = [first_lap(starts[0], 0), first_lap(starts[1], 1)];
    // After the same number of turns, player 1 reaches the goal first.
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

/// The first lap of the player who starts from `space` and takes every other
/// turn from turn `first` on.
fn first_lap(mut space: usize, first: usize) -> Lap {
    // Two things must hold on a board of this size: that the die starts again
    // after its last side changes nothing, and that a lap of as many turns as
    // there are spaces returns to its start. The second is true because the
    // moves of successive own turns grow by twice 3 * 3, an even number.
    const { assert!(PRACTICE_SIDES.is_multiple_of(BOARD)) };
    let mut scores = [0; BOARD + 1];
    for own in 0..BOARD {
        let rolled = ROLLS * (first + 2 * own);
        let sum: usize = (rolled + 1..=rolled + ROLLS).sum();
        space = (space - 1 + sum) % BOARD + 1;
        scores[own + 1] = scores[own] + space as u64;
    }
    scores
}

fn score_after(lap: &Lap, turns: usize) -> u64 {
    (turns / BOARD) as u64 * lap[BOARD] + lap[turns % BOARD]
}

/// The own turn on which the player reaches the goal, counted from 1.
fn turns_to_goal(lap: &Lap) -> usize {
    // The number of whole laps that stay below the goal.
    let laps = (PRACTICE_GOAL as u64 - 1) / lap[BOARD];
    let rest = PRACTICE_GOAL as u64 - laps * lap[BOARD];
    let turns = lap.iter().take_while(|&&score| score < rest).count();
    usize::try_from(laps).expect("below the goal") * BOARD + turns
}

/// The numbers of ways to roll for one player and each turn, from the first: those
/// that reach the goal on this turn, and those that are still short of it. The goal
/// is reached after at most `GOAL` turns.
#[derive(Clone, Copy)]
struct Ways<const GOAL: usize> {
    reached: [u64; GOAL],
    short: [u64; GOAL],
}

/// Follows a player from a space, for a die, a board and a goal of any size, as
/// long as the numbers of ways fit in 64 bits.
const fn ways<const SIDES: usize, const BOARD: usize, const GOAL: usize>(
    start: usize,
) -> Ways<GOAL> {
    let mut ways = Ways {
        reached: [0; GOAL],
        short: [0; GOAL],
    };
    // The number of ways to each score below the goal and each space, which
    // counts from 0 here.
    let mut ways_at = [[0; BOARD]; GOAL];
    ways_at[0][start - 1] = 1;
    let mut turn = 0;
    while turn == 0 || ways.short[turn - 1] > 0 {
        // From the highest score down, so that nothing moves twice. Each turn
        // so far has scored at least one point.
        let mut score = GOAL;
        while score > turn {
            score -= 1;
            let mut moved = ways_at[score];
            ways_at[score] = [0; BOARD];
            let mut roll = 0;
            while roll < ROLLS {
                moved = rolled::<SIDES, BOARD>(&moved);
                roll += 1;
            }
            let mut space = 0;
            while space < BOARD {
                let scored = score + space + 1;
                if scored < GOAL {
                    ways_at[scored][space] = moved[space];
                    ways.short[turn] += moved[space];
                } else {
                    ways.reached[turn] += moved[space];
                }
                space += 1;
            }
        }
        turn += 1;
    }
    ways
}

/// The ways to each space after one more roll.
const fn rolled<const SIDES: usize, const BOARD: usize>(before: &[u64; BOARD]) -> [u64; BOARD] {
    let mut after = [0; BOARD];
    let mut from = 0;
    while from < BOARD {
        let mut side = 1;
        while side <= SIDES {
            after[(from + side) % BOARD] += before[from];
            side += 1;
        }
        from += 1;
    }
    after
}

/// The number of universes in which each player wins.
const fn wins<const GOAL: usize>(ways1: &Ways<GOAL>, ways2: &Ways<GOAL>) -> [u64; 2] {
    let mut wins = [0; 2];
    let mut turn = 0;
    // The ways of player 2 to be short of the goal before this turn.
    let mut short2 = 1;
    while turn < GOAL {
        wins[0] += ways1.reached[turn] * short2;
        wins[1] += ways2.reached[turn] * ways1.short[turn];
        short2 = ways2.short[turn];
        turn += 1;
    }
    wins
}

const fn most_wins<const GOAL: usize>(ways1: &Ways<GOAL>, ways2: &Ways<GOAL>) -> u64 {
    let [wins1, wins2] = wins(ways1, ways2);
    if wins1 > wins2 { wins1 } else { wins2 }
}

/// The answers of part 2 for all starts.
const fn answers() -> [[u64; BOARD]; BOARD] {
    let mut ways = [ways::<QUANTUM_SIDES, BOARD, QUANTUM_GOAL>(1); BOARD];
    let mut start = 2;
    while start <= BOARD {
        ways[start - 1] = self::ways::<QUANTUM_SIDES, BOARD, QUANTUM_GOAL>(start);
        start += 1;
    }
    let mut answers = [[0; BOARD]; BOARD];
    let mut place = 0;
    while place < BOARD * BOARD {
        let (space1, space2) = (place / BOARD, place % BOARD);
        answers[space1][space2] = most_wins(&ways[space1], &ways[space2]);
        place += 1;
    }
    answers
}
