//! A day without part 2, without examples and without generated inputs.

aoc_solution::functions!(Day02, "One star");

fn part1(input: &str) -> usize {
    input.trim().len()
}
