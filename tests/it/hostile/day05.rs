//! Takes memory without end in part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day05;

impl Solution for Day05 {
    const TITLE: &'static str = "Gigabytes";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        let mut hoard = Vec::new();
        loop {
            hoard.push(std::hint::black_box(vec![input.len(); 1 << 17]));
        }
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
