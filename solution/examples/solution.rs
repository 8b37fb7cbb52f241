//! A day that implements the trait. Unlike the macro, the trait can generate inputs and write
//! traces. The input of this day borrows from the text.
//!
//! `cargo run -p aoc-solution --example solution -- 2 --example --trace`
//!
//! `cargo run -p aoc-solution --example solution -- 2 --seed 7`

use std::io::Write;

use aoc_solution::{
    Answer, Context, CountingAllocator, Example, Part, Random, Registry, Result, Solution, Trace,
    example,
};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

struct Day02;

impl Solution for Day02 {
    const TITLE: &'static str = "Longest Words";
    type Input<'a> = Vec<&'a str>;

    fn parse(input: &str) -> Result<Vec<&str>> {
        Ok(input.split_whitespace().collect())
    }

    fn part1(words: &Vec<&str>) -> Result<Answer> {
        let longest = words.iter().map(|word| word.len()).max();
        Ok(longest.context("there are no words")?.into())
    }

    fn part2(words: &Vec<&str>) -> Result<Answer> {
        Ok(longer_than(words, 5).into())
    }

    const EXAMPLES: &'static [Example<Self>] = &[
        Example::new("a bc def").part1("3"),
        // The words of the example are shorter than those of the input, so the example has its own
        // function for part 2, as a closure. `example!` creates such an example, and also takes
        // named functions.
        example!("a bc def").part2_with("2", |words| Ok(longer_than(words, 1).into())),
    ];

    fn generate(seed: u64) -> Option<String> {
        let mut random = Random::new(seed);
        let words = (0..100).map(|_| format!("{}\n", random.below(1_000_000)));
        Some(words.collect())
    }

    fn trace(words: &Vec<&str>, part: Part, out: &mut dyn Write) -> Result<Trace> {
        if part == Part::Two {
            return Ok(Trace::None);
        }
        for word in words {
            writeln!(out, "{word}: {}", word.len())?;
        }
        Ok(Trace::Written)
    }
}

fn longer_than(words: &[&str], length: usize) -> usize {
    words.iter().filter(|word| word.len() > length).count()
}

fn main() -> std::process::ExitCode {
    Registry::new(2020).day::<Day02>(2).main()
}
