//! Remembers its answer, which two threads found, and says so at every call.

use std::hint::black_box;
use std::sync::OnceLock;
use std::thread;

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
        eprintln!("called");
        Ok(input.len().into())
    }

    fn part2(input: &&str) -> Result<Answer> {
        let sum = || (0..40_000_000u64).fold(input.len() as u64, |a, b| black_box(a ^ b));
        let both = || {
            thread::scope(|scope| {
                let threads = [scope.spawn(sum), scope.spawn(sum)];
                threads.map(|thread| thread.join().unwrap()).iter().sum()
            })
        };
        Ok((*MEMO.get_or_init(both)).into())
    }
}
