//! Crab Combat.

use aoc_solution::{Result, Solution};

pub struct Day22;

impl Solution for Day22 {
    const TITLE: &'static str = "Crab Combat";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }
}
