//! Half a day: no part two yet, no example, no inputs of its own making.

use aoc_solution::{Answer, Result, Solution};

pub struct Day02;

impl Solution for Day02 {
    const TITLE: &'static str = "One star";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input.trim())
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
