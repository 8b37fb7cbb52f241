//! A day made of free functions: `parse`, `part1` and `part2` have whatever signatures suit them,
//! and the macro connects them.
//!
//! `cargo run -p aoc-solution --example functions -- 1 --example`

use aoc_solution::{CountingAllocator, Registry, example, functions};

/// Counts what a solution allocates. Without this allocator, nothing is counted.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

functions! {
    Day01, "Sums", Vec<i64>,
    examples = [example!("1\n-2\n4\n").part1("3").part2("4")],
}

fn parse(input: &str) -> Result<Vec<i64>, std::num::ParseIntError> {
    input.lines().map(str::parse).collect()
}

fn part1(numbers: &[i64]) -> i64 {
    numbers.iter().sum()
}

/// `None` means that the part is not solved.
fn part2(numbers: &[i64]) -> Option<i64> {
    numbers.iter().copied().max()
}

fn main() -> std::process::ExitCode {
    Registry::new(2020).day::<Day01>(1).main()
}
