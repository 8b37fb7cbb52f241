//! A program with an allocator of its own. Its allocations are not counted, and only the runner
//! enforces the limit of `--memory`. The package's manifest declares the allocator in
//! `[package.metadata.aoc]`, with `allocator = "own"`.
//!
//! `cargo run -p aoc-solution --example own_allocator -- 4 --example`

use std::alloc::System;

use aoc_solution::{Registry, example, functions};

/// Any other allocator can be here instead.
#[global_allocator]
static ALLOCATOR: System = System;

functions! {
    Day04, "Lines",
    examples = [example!("a\nb\n").part1("2")],
}

fn part1(input: &str) -> usize {
    input.lines().count()
}

fn main() -> std::process::ExitCode {
    Registry::new(2020).day::<Day04>(4).main()
}
