//! The library for writing Advent of Code days.
//!
//! A day has a function that parses the input and one for each part. [`functions!`] turns them into
//! a type, whatever their signatures are:
//!
//! ```
//! aoc_solution::functions!(Day01, "Report Repair", Vec<u64>);
//!
//! fn parse(input: &str) -> Result<Vec<u64>, std::num::ParseIntError> {
//!     input.lines().map(str::parse).collect()
//! }
//!
//! fn part1(numbers: &[u64]) -> u64 {
//!     numbers.iter().sum()
//! }
//! # use aoc_solution::{Answer, Solution};
//! # let numbers = Day01::parse("1721\n979\n").unwrap();
//! # assert_eq!(Day01::part1(&numbers).unwrap(), Answer::from(2700_u64));
//! ```
//!
//! The type implements [`Solution`]. A day that generates inputs or writes a trace implements this
//! trait itself. The days of a year are in one program, called a *worker*, whose `main` lists them
//! in a [`Registry`]:
//!
//! ```no_run
//! use aoc_solution::{Answer, Registry, Result, Solution};
//!
//! struct Day01;
//!
//! impl Solution for Day01 {
//!     const TITLE: &'static str = "Report Repair";
//!     type Input<'a> = Vec<u64>;
//!
//!     fn parse(input: &str) -> Result<Vec<u64>> {
//!         input.lines().map(|line| Ok(line.parse()?)).collect()
//!     }
//!
//!     fn part1(numbers: &Vec<u64>) -> Result<Answer> {
//!         Ok(numbers.iter().sum::<u64>().into())
//!     }
//! }
//!
//! fn registry() -> Registry {
//!     Registry::new(2020).day::<Day01>(1)
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     registry().main()
//! }
//!
//! #[global_allocator]
//! static ALLOCATOR: aoc_solution::CountingAllocator = aoc_solution::CountingAllocator;
//!
//! # #[cfg(test)]
//! # mod tests {
//! #[test]
//! fn day01_examples() {
//!     registry().test_day(1);
//! }
//! # use super::registry;
//! # }
//! ```
//!
//! The runner `aoc` builds the worker, starts it and controls it. In its own process, the worker
//! times each phase, runs the sampling loop and counts allocations. It also works without the
//! runner, for a debugger or a profiler: `cargo run -p year2020 -- 22 < input`.
//!
//! [`solution/examples`](https://github.com/aoc-kit/aoc-kit/tree/main/solution/examples) contains a
//! day of each form: with free functions, with the trait, with alternatives, and with an allocator
//! of its own.
//!
//! # Errors
//!
//! [`Result`] and [`Error`] are those of [anyhow](https://docs.rs/anyhow/1) 1, so `?` converts
//! every error. These types and the exported macros of anyhow are part of this library's contract.
//! A new major version of anyhow would need a new major version of this library.

mod answer;
mod cli;
mod dispatch;
mod examples;
mod excerpt;
mod executor;
#[doc(hidden)]
pub mod figures;
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "nobody sees these types")]
pub mod functions;
#[doc(hidden)]
pub mod imported;
pub mod letters;
mod measure;
mod memory;
#[doc(hidden)]
pub mod protocol;
mod random;
mod registry;
mod solution;
#[cfg(feature = "source")]
pub mod source;
mod worker;

pub use answer::Answer;
pub use excerpt::excerpt;
pub use memory::CountingAllocator;
pub use random::Random;
pub use registry::Registry;
pub use solution::{Alternative, Example, ParseFn, Part, PartFn, Solution, Trace, UnknownPart};

pub use anyhow::{Context, Error, Result, anyhow, bail, ensure};
