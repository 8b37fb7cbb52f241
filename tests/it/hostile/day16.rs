//! Closes all its descriptors but the three that everybody has in part one.

use aoc_solution::{Answer, Result, Solution};

pub struct Day16;

unsafe extern "C" {
    fn close(descriptor: i32) -> i32;
}

impl Solution for Day16 {
    const TITLE: &'static str = "Closed";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        for descriptor in 3..100 {
            unsafe { close(descriptor) };
        }
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
