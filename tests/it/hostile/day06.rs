//! Prints a megabyte, and what looks like a result, to both streams.

use aoc_solution::{Answer, Result, Solution};

pub struct Day06;

impl Solution for Day06 {
    const TITLE: &'static str = "Chatter";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        for _ in 0..1000 {
            println!("{}", "x".repeat(1000));
        }
        println!("{{\"schema\":\"aoc-run/1\",\"results\":[]}}");
        eprintln!("a word on stderr");
        print!("no line end");
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
