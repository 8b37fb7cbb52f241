//! Parses once, and panics whenever it parses again. Its other panic has a
//! message of ten megabytes, and it generates for ever, or holds memory doing
//! so.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use aoc_solution::{Answer, Result, Solution};

pub struct Day19;

static PARSED: AtomicBool = AtomicBool::new(false);

impl Solution for Day19 {
    const TITLE: &'static str = "Only once";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        assert!(!PARSED.swap(true, SeqCst), "parsed already");
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        Ok(input.len().into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        panic!("{}", "very long ".repeat(1_000_000))
    }

    fn generate(seed: u64) -> Option<String> {
        let mut held = Vec::new();
        loop {
            if seed > 0 {
                held.push(vec![1_u8; 1 << 20]);
            }
            std::hint::black_box(&held);
        }
    }
}
