//! Dirac Dice.

use aoc_solution::{Result, Solution};

pub struct Day21;

impl Solution for Day21 {
    const TITLE: &'static str = "Dirac Dice";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }
}
