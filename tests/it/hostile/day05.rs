//! Takes memory without end in part one.

aoc_solution::functions!(Day05, "Gigabytes");

fn part1(input: &str) -> usize {
    let mut hoard = Vec::new();
    loop {
        hoard.push(std::hint::black_box(vec![input.len(); 1 << 17]));
    }
}

fn part2(input: &str) -> usize {
    input.len()
}
