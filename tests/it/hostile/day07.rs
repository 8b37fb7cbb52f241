//! Answers what standard input has.

use aoc_solution::{Answer, Result, Solution};

pub struct Day07;

impl Solution for Day07 {
    const TITLE: &'static str = "Standard input";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        let said = std::io::read_to_string(std::io::stdin())?;
        Ok(format!("{}+{}", input.len(), said.trim()).into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
