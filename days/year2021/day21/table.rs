//! Part 2 as a table of the 100 answers, which the compiler computes. It does the same work as
//! `day21.rs`, with the loops that are possible in a `const` function. The table shows how much
//! time is left if nothing is computed at run time.

use super::{BOARD, QUANTUM_GOAL, QUANTUM_SIDES, ROLLS, Starts, Ways};

static ANSWERS: [[u64; BOARD]; BOARD] = answers();

pub fn quantum([start1, start2]: Starts) -> u64 {
    ANSWERS[start1 - 1][start2 - 1]
}

const fn answers() -> [[u64; BOARD]; BOARD] {
    const NO_WAYS: Ways = Ways {
        reached: [0; QUANTUM_GOAL],
        short: [0; QUANTUM_GOAL],
    };
    let mut all = [NO_WAYS; BOARD];
    let mut place = 0;
    while place < BOARD {
        all[place] = ways(place);
        place += 1;
    }
    let mut answers = [[0; BOARD]; BOARD];
    let mut pair = 0;
    while pair < BOARD * BOARD {
        let place1 = pair / BOARD;
        let place2 = pair % BOARD;
        answers[place1][place2] = most_wins(&all[place1], &all[place2]);
        pair += 1;
    }
    answers
}

const fn most_wins(ways1: &Ways, ways2: &Ways) -> u64 {
    let mut wins1 = 0;
    let mut wins2 = 0;
    let mut short2 = 1;
    let mut turn = 0;
    while turn < QUANTUM_GOAL {
        wins1 += ways1.reached[turn] * short2;
        wins2 += ways2.reached[turn] * ways1.short[turn];
        short2 = ways2.short[turn];
        turn += 1;
    }
    if wins1 > wins2 { wins1 } else { wins2 }
}

const fn ways(start: usize) -> Ways {
    let mut ways = Ways {
        reached: [0; QUANTUM_GOAL],
        short: [0; QUANTUM_GOAL],
    };
    let mut ways_at = [[0; BOARD]; QUANTUM_GOAL];
    ways_at[0][start] = 1;
    let mut turn = 0;
    while turn < QUANTUM_GOAL {
        let mut score = QUANTUM_GOAL;
        while score > turn {
            score -= 1;
            let moved = moved(ways_at[score]);
            ways_at[score] = [0; BOARD];
            let mut place = 0;
            while place < BOARD {
                let scored = score + place + 1;
                if scored < QUANTUM_GOAL {
                    ways_at[scored][place] = moved[place];
                    ways.short[turn] += moved[place];
                } else {
                    ways.reached[turn] += moved[place];
                }
                place += 1;
            }
        }
        turn += 1;
    }
    ways
}

const fn moved(mut ways: [u64; BOARD]) -> [u64; BOARD] {
    let mut roll = 0;
    while roll < ROLLS {
        let mut rolled = [0; BOARD];
        let mut place = 0;
        while place < BOARD {
            let mut side = 1;
            while side <= QUANTUM_SIDES {
                rolled[(place + side) % BOARD] += ways[place];
                side += 1;
            }
            place += 1;
        }
        ways = rolled;
        roll += 1;
    }
    ways
}
