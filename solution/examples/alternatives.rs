//! A day with two ways to solve a part. `aoc run --all-alts` compares their answers, and
//! `aoc bench --all-alts` their times.
//!
//! `cargo run -p aoc-solution --example alternatives -- 3 --example --alt loop`

use aoc_solution::{CountingAllocator, Registry, example, functions};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

functions! {
    Day03, "Triangular Numbers", u64,
    part1 = formula,
    alternatives = [part1 "loop" = one_by_one],
    examples = [example!("4\n").part1("10")],
}

fn parse(input: &str) -> Result<u64, std::num::ParseIntError> {
    input.trim().parse()
}

fn formula(n: u64) -> u64 {
    n * (n + 1) / 2
}

fn one_by_one(n: u64) -> u64 {
    (1..=n).sum()
}

fn main() -> std::process::ExitCode {
    Registry::new(2020).day::<Day03>(3).main()
}
