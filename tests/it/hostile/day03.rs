//! Aborts in part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day03;

impl Solution for Day03 {
    const TITLE: &'static str = "Abort";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        assert!(!input.is_empty());
        std::process::abort()
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
