//! Advent of Code 2020: the days that are solved here.
//! `aoc` keeps the two lists below in step with the files beside this one.

mod day22;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day22::Day22>(22)
        .main()
}
