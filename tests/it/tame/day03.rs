//! Answers with its environment.

use aoc_solution::{Answer, Result, Solution};

pub struct Day03;

impl Solution for Day03 {
    const TITLE: &'static str = "Environment";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(_: &&str) -> Result<Answer> {
        let variables = std::env::vars().map(|(name, value)| format!("{name}={value}"));
        Ok(variables.collect::<Vec<_>>().join("\n").into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        Ok(std::env::current_dir()?.display().to_string().into())
    }
}
