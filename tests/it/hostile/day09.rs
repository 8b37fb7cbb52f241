//! Ends the program in part one.

aoc_solution::functions!(Day09, "Exit");

fn part1(input: &str) -> u8 {
    std::process::exit(input.len().min(3) as i32)
}

fn part2(input: &str) -> usize {
    input.len()
}
