//! Works in threads; one that nobody joins runs on, one panics.

use aoc_solution::{Answer, Result, Solution};

pub struct Day08;

impl Solution for Day08 {
    const TITLE: &'static str = "Threads";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        std::thread::spawn(|| {
            loop {
                std::thread::park();
            }
        });
        let panicked = std::thread::spawn(|| panic!("in a thread")).join();
        assert!(panicked.is_err());
        let halves = [0, 1].map(|half| {
            let length = input.len();
            std::thread::spawn(move || length * half)
        });
        let sum: usize = halves.map(|half| half.join().unwrap()).iter().sum();
        Ok(sum.into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }
}
