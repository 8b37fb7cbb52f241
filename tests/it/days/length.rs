//! Measures the text. For tests that need a day of their own.

use aoc_solution::{Answer, Example, Result, Solution};

pub struct DayNN;

impl Solution for DayNN {
    const TITLE: &'static str = "Length";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.lines().count().into())
    }

    const EXAMPLES: &'static [Example<Self>] = &[Example::new("abc").part1("3").part2("1")];
}
