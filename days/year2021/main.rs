//! Advent of Code 2021: the days that are solved here.
//! `aoc` keeps the two lists below in step with the files beside this one.

mod day21;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2021)
        .day::<day21::Day21>(21)
        .main()
}
