//! Adds and multiplies. This day has every feature of a day.

use std::io::Write;

use aoc_solution::{Alternative, Answer, Context, Example, Part, Random, Result, Solution, Trace};

pub struct Day01;

impl Solution for Day01 {
    const TITLE: &'static str = "Sums";
    type Input<'a> = Vec<u64>;

    fn parse(input: &str) -> Result<Vec<u64>> {
        let number = |(index, line): (usize, &str)| {
            line.parse()
                .with_context(|| format!("line {}: `{line}` is no number", index + 1))
        };
        input.trim_end().lines().enumerate().map(number).collect()
    }

    fn part1(numbers: &Vec<u64>) -> Result<Answer> {
        Ok(numbers.iter().sum::<u64>().into())
    }

    fn part2(numbers: &Vec<u64>) -> Result<Answer> {
        Ok(numbers.iter().fold(1u64, |a, &b| a.wrapping_mul(b)).into())
    }

    const EXAMPLES: &'static [Example<Self>] = &[
        Example::new("1\n2\n3\n").part1("6").part2("6"),
        Example::new("4\n").part1_with("40", |numbers| Ok((10 * numbers[0]).into())),
    ];

    const ALTERNATIVES: &'static [Alternative<Self>] = &[
        Alternative::new("backwards", Part::One, |numbers| {
            // This is much slower.
            let sum = |_| std::hint::black_box(numbers).iter().rev().sum::<u64>();
            Ok(((0..100).map(sum).sum::<u64>() / 100).into())
        }),
        Alternative::new("liar", Part::Two, |_| Ok(0.into())),
    ];

    fn generate(seed: u64) -> Option<String> {
        let mut random = Random::new(seed);
        let numbers = (0..100).map(|_| format!("{}\n", random.below(1000)));
        Some(numbers.collect())
    }

    fn trace(numbers: &Vec<u64>, part: Part, out: &mut dyn Write) -> Result<Trace> {
        if part == Part::Two {
            return Ok(Trace::None);
        }
        for number in numbers {
            writeln!(out, "+ {number}")?;
        }
        Ok(Trace::Written)
    }
}
