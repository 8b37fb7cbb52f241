//! Forks in part one: both copies go on to the answer. The copy that is not
//! the worker answers something else, and the input says whether it then goes
//! on for ever, with the worker's connection.

use aoc_solution::{Answer, Result, Solution};

pub struct Day15;

unsafe extern "C" {
    fn fork() -> i32;
}

impl Solution for Day15 {
    const TITLE: &'static str = "Fork";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input.trim())
    }

    fn part1(input: &&str) -> Result<Answer> {
        let is_copy = unsafe { fork() } == 0;
        match *input {
            "copy lives on" if is_copy => loop {
                std::thread::park();
            },
            "copy lives on" => std::process::exit(3),
            _ if is_copy => Ok("of the copy".into()),
            _ => Ok("one".into()),
        }
    }

    fn part2(_: &&str) -> Result<Answer> {
        Ok("two".into())
    }
}
