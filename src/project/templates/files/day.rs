//! What the solution rests on: the idea, what it costs, what makes it fast.

use aoc_solution::{Answer, Example, Result, Solution};

pub struct Day00;

impl Solution for Day00 {
    const TITLE: &'static str = "Day 0";
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

    // The example of the puzzle's text; add `.part1("...")` and `.part2("...")`
    // with the answers it gives.
    const EXAMPLES: &'static [Example<Self>] = &[Example::new("first line\nsecond line\n")];
}
