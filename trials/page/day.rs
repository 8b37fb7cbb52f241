//! A day of the trial: it counts to a number that depends on the day.

use std::hint::black_box;

use aoc_solution::{Alternative, Answer, Example, Part, Result, Solution};

pub struct DayNN;

fn count(to: u64) -> Answer {
    (0..to).fold(0u64, |sum, n| sum ^ black_box(n)).into()
}

impl Solution for DayNN {
    const TITLE: &'static str = "%TITLE%";
    type Input<'a> = Vec<&'a str>;

    fn parse(input: &str) -> Result<Vec<&str>> {
        Ok(input.lines().collect())
    }

    fn part1(_: &Vec<&str>) -> Result<Answer> {
        Ok(count(%CALLS%))
    }

    fn part2(_: &Vec<&str>) -> Result<Answer> {
        %PART2%
    }

    const EXAMPLES: &'static [Example<Self>] = &[Example::new("a\nb\nc\n")];

    const ALTERNATIVES: &'static [Alternative<Self>] = &[Alternative::new("twice as long", Part::One, |_| {
        Ok(count(2 * %CALLS%))
    })];
}
