//! Prints a little, long after it began: beside whatever tells that it runs.

use std::io::{Write, stdout};
use std::thread::sleep;
use std::time::Duration;

use aoc_solution::{Answer, Result, Solution};

pub struct Day20;

impl Solution for Day20 {
    const TITLE: &'static str = "Slow chatter";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        let pause = || sleep(Duration::from_millis(700));
        pause();
        print!("half a line");
        stdout().flush()?;
        pause();
        println!(", and the rest\none\ntwo");
        eprintln!("and on stderr");
        pause();
        Ok(input.len().into())
    }
}
