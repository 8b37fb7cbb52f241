//! A day that fails in part 2, in `generate` and in its trace.

use std::io::Write;

use aoc_solution::{Answer, Part, Result, Solution, Trace, bail, ensure};

pub struct Day06;

impl Solution for Day06 {
    const TITLE: &'static str = "Error";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        bail!("no way out of the maze")
    }

    fn trace(_: &&str, part: Part, _: &mut dyn Write) -> Result<Trace> {
        ensure!(part == Part::Two, "no words for it");
        panic!("nor for that")
    }

    fn generate(seed: u64) -> Option<String> {
        panic!("no input from {seed}")
    }
}
