//! Ends the program in part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day09;

impl Solution for Day09 {
    const TITLE: &'static str = "Exit";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        std::process::exit(input.len().min(3) as i32)
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
