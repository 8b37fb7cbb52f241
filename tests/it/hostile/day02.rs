//! Recurses without end in part one.

aoc_solution::functions!(Day02, "Stack overflow");

fn part1(input: &str) -> u64 {
    dive(input.len() as u64)
}

fn dive(depth: u64) -> u64 {
    if depth == 0 {
        return 0;
    }
    let room = std::hint::black_box([depth; 512]);
    dive(depth + 1) + room[depth as usize % 512]
}

fn part2(input: &str) -> usize {
    input.len()
}
