//! Both games in the obvious way: turn by turn, and for the quantum game a memo of all states. The
//! tests check the fast solutions against this code, and benchmarks compare the two. It also writes
//! the trace of the practice game.

use std::collections::HashMap;
use std::fmt;

use super::{BOARD, PRACTICE_GOAL, PRACTICE_SIDES, QUANTUM_GOAL, QUANTUM_SIDES, ROLLS, Starts};

/// The loser's score times the number of rolls.
pub fn practice(starts: Starts) -> u64 {
    let mut practice = Practice::new(starts);
    let turns = practice.by_ref().count();
    let [score1, score2] = practice.scores;
    (score1.min(score2) * turns * ROLLS) as u64
}

/// The practice game, turn by turn until someone wins.
pub struct Practice {
    turns: usize,
    spaces: Starts,
    scores: [usize; 2],
}

/// One turn of a player.
pub struct Turn {
    player: usize,
    rolls: [usize; ROLLS],
    space: usize,
    score: usize,
}

impl Practice {
    pub fn new(starts: Starts) -> Self {
        Self {
            turns: 0,
            spaces: starts,
            scores: [0; 2],
        }
    }
}

impl Iterator for Practice {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        if self.scores.iter().any(|&score| score >= PRACTICE_GOAL) {
            return None;
        }
        let player = self.turns % 2;
        let rolls = std::array::from_fn(|roll| (self.turns * ROLLS + roll) % PRACTICE_SIDES + 1);
        let space = (self.spaces[player] - 1 + rolls.iter().sum::<usize>()) % BOARD + 1;
        self.turns += 1;
        self.spaces[player] = space;
        self.scores[player] += space;
        Some(Turn {
            player: player + 1,
            rolls,
            space,
            score: self.scores[player],
        })
    }
}

/// Describes the turn in the puzzle's words.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            player,
            rolls: [a, b, c],
            space,
            score,
        } = self;
        write!(
            f,
            "Player {player} rolls {a}+{b}+{c} and moves to space {space} for a "
        )?;
        if *score < PRACTICE_GOAL {
            write!(f, "total score of {score}.")
        } else {
            write!(f, "final score, {score}.")
        }
    }
}

/// The number of universes in which the player who wins more often wins.
pub fn quantum(starts: Starts) -> u64 {
    let game = Quantum {
        spaces: starts,
        scores: [0; 2],
    };
    let [wins1, wins2] = game.wins(&mut HashMap::new());
    wins1.max(wins2)
}

/// The state before a turn. The next player to move comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Quantum {
    spaces: Starts,
    scores: [usize; 2],
}

impl Quantum {
    /// The number of universes in which each of the two players wins.
    fn wins(self, memo: &mut HashMap<Self, [u64; 2]>) -> [u64; 2] {
        if self.scores[1] >= QUANTUM_GOAL {
            return [0, 1];
        }
        if let Some(&known) = memo.get(&self) {
            return known;
        }
        let mut wins = [0; 2];
        for (sum, universes) in SUMS {
            let space = (self.spaces[0] - 1 + sum) % BOARD + 1;
            let next = Self {
                spaces: [self.spaces[1], space],
                scores: [self.scores[1], self.scores[0] + space],
            };
            let [other, own] = next.wins(memo);
            wins[0] += universes * own;
            wins[1] += universes * other;
        }
        memo.insert(self, wins);
        wins
    }
}

/// The sums of three rolls, and the number of universes with each.
const SUMS: [(usize, u64); 7] = [(3, 1), (4, 3), (5, 6), (6, 7), (7, 6), (8, 3), (9, 1)];
const _: () = assert!(
    QUANTUM_SIDES == 3 && ROLLS == 3,
    "`SUMS` is for three rolls of 1 to 3"
);
