//! Panics while it parses.

use aoc_solution::{Answer, Result, Solution};

pub struct Day11;

impl Solution for Day11 {
    const TITLE: &'static str = "Parse panic";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        panic!("no input is good enough: {}", input.len())
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
