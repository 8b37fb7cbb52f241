//! Never ends part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day04;

impl Solution for Day04 {
    const TITLE: &'static str = "Endless loop";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        let mut number = input.len();
        loop {
            number = std::hint::black_box(number ^ 1);
        }
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
