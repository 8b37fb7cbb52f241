//! The idea of the solution, its complexity, and what makes it fast.

use aoc_solution::{Answer, Example, Result, Solution};

pub struct Day%PADDED_DAY%;

impl Solution for Day%PADDED_DAY% {
    const TITLE: &'static str = "%TITLE%";
    type Input<'a> = Vec<&'a str>;

    fn parse(input: &str) -> Result<Vec<&str>> {
        Ok(input.lines().collect())
    }

    fn part1(_lines: &Vec<&str>) -> Result<Answer> {
        Ok(Answer::Unsolved)
    }

    fn part2(_lines: &Vec<&str>) -> Result<Answer> {
        Ok(Answer::Unsolved)
    }

    // Replace this with the example from the puzzle's text, and add its expected
    // answers with `.part1("...")` and `.part2("...")`; where its rules differ from
    // those of the input, with `.part1_with("...", |lines| ...)`.
    const EXAMPLES: &'static [Example<Self>] = &[Example::<Self>::new("first line\nsecond line\n")];
}
