//! Panics in part one.

aoc_solution::functions!(Day01, "Panic");

fn part1(input: &str) -> u32 {
    let numbers: Vec<u32> = Vec::new();
    numbers[input.len()]
}

fn part2(input: &str) -> usize {
    input.len()
}
