//! Answers with what a terminal would obey, and with a picture.

use aoc_solution::{Answer, Result, Solution};

pub struct Day12;

impl Solution for Day12 {
    const TITLE: &'static str = "Odd answers";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        let _ = input;
        Ok("\u{1b}[31mred\u{7}".into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        Ok(Answer::letters([[true, false], [false, true]]))
    }
}
