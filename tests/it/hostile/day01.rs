//! Panics in part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day01;

impl Solution for Day01 {
    const TITLE: &'static str = "Panic";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        let numbers: Vec<u32> = Vec::new();
        Ok(numbers[input.len()].into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
