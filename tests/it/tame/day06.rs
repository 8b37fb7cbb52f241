//! Cannot answer part two, nor make an input.

use aoc_solution::{Answer, Result, Solution, bail};

pub struct Day06;

impl Solution for Day06 {
    const TITLE: &'static str = "Error";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        bail!("no way out of the maze")
    }

    fn generate(seed: u64) -> Option<String> {
        panic!("no input from {seed}")
    }
}
