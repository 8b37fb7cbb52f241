//! Aborts in part one.

aoc_solution::functions!(Day03, "Abort");

fn part1(input: &str) -> usize {
    assert!(!input.is_empty());
    std::process::abort()
}

fn part2(input: &str) -> usize {
    input.len()
}
