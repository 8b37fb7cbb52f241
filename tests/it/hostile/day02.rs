//! Recurses without end in part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day02;

impl Solution for Day02 {
    const TITLE: &'static str = "Stack overflow";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(dive(input.len() as u64).into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}

fn dive(depth: u64) -> u64 {
    if depth == 0 {
        return 0;
    }
    let room = std::hint::black_box([depth; 512]);
    dive(depth + 1) + room[depth as usize % 512]
}
