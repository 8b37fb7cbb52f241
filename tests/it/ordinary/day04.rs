//! A day without inputs. It generates inputs of different lengths, and none for the seed 3.

use aoc_solution::{Answer, Example, Result, Solution};

pub struct Day04;

impl Solution for Day04 {
    const TITLE: &'static str = "Generated";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.to_owned().into())
    }

    const EXAMPLES: &'static [Example<Self>] = &[Example::new("abc").part1("abc")];

    fn generate(seed: u64) -> Option<String> {
        assert!(seed != 3, "no input from {seed}");
        Some("x".repeat(1000 * (usize::try_from(seed).ok()? + 1)))
    }
}
