//! How fast the processor runs at the moment.
//!
//! A processor changes its clock with its temperature, with what its other cores
//! do and with where its power comes from, and few systems tell a program of it.
//! But a chain of instructions that each need the result of the one before takes
//! a fixed number of cycles, so the time that it takes tells the clock.

use std::hint::black_box;
use std::time::Instant;

use crate::batch::nanoseconds;

/// A chain takes some microseconds: long against the time that it takes to read
/// the clock, short against that of a batch.
const STEPS: u64 = 4096;
/// An interrupt makes one chain longer, and hardly ever both.
const CHAINS: usize = 2;

/// How long a fixed chain of instructions takes now, in nanoseconds.
pub(crate) fn pace() -> u64 {
    let time = |_| {
        let start = Instant::now();
        black_box(chain(black_box(1)));
        nanoseconds(start)
    };
    (0..CHAINS).map(time).min().unwrap_or(0)
}

fn chain(mut state: u64) -> u64 {
    for step in 0..STEPS {
        state = state.rotate_left(5).wrapping_add(step);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_takes_a_cycle_a_step_at_least() {
        // No processor has cycles of less than a tenth of a nanosecond.
        assert!(pace() > STEPS / 10);
    }

    #[test]
    fn steps_need_each_other() {
        assert_ne!(chain(1), chain(2));
    }
}
