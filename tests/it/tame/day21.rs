//! Has an example for part one alone; part two makes no sense with it.

use aoc_solution::{Answer, Example, Result, Solution, bail};

pub struct Day21;

impl Solution for Day21 {
    const TITLE: &'static str = "Half an example";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        bail!("part two was run")
    }

    const EXAMPLES: &'static [Example<Self>] = &[Example::new("abc").part1("3")];
}
