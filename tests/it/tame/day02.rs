//! A day without part 2, examples and generated inputs.

aoc_solution::functions!(Day02, "One star");

fn part1(input: &str) -> usize {
    input.trim().len()
}
