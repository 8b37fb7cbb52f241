//! Panics while it parses.

aoc_solution::functions!(Day11, "Parse panic", usize);

fn parse(input: &str) -> usize {
    panic!("no input is good enough: {}", input.len())
}

fn part1(input: &usize) -> usize {
    *input
}
