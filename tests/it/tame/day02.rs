//! Half a day: no part two yet, no example, no inputs of its own making.

aoc_solution::functions!(Day02, "One star");

fn part1(input: &str) -> usize {
    input.trim().len()
}
