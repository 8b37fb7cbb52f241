//! Remembers its answer, and says so at every call.

use std::sync::OnceLock;

use aoc_solution::{Answer, Result, Solution};

pub struct Day05;

static MEMO: OnceLock<u64> = OnceLock::new();

impl Solution for Day05 {
    const TITLE: &'static str = "Memo";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(input: &&str) -> Result<Answer> {
        println!("{{\"schema\":\"aoc-bench/1\"}}");
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        let sum =
            || (0..20_000_000u64).fold(input.len() as u64, |a, b| std::hint::black_box(a ^ b));
        Ok((*MEMO.get_or_init(sum)).into())
    }
}
