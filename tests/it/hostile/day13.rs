//! Says which process it is, and never ends.

use aoc_solution::{Answer, Result, Solution};

pub struct Day13;

impl Solution for Day13 {
    const TITLE: &'static str = "Orphan";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        println!("process {}", std::process::id());
        let mut number = input.len();
        loop {
            number = std::hint::black_box(number ^ 1);
        }
    }
}
