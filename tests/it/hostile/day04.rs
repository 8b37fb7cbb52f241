//! Never ends part one.

aoc_solution::functions!(Day04, "Endless loop");

fn part1(input: &str) -> usize {
    let mut number = input.len();
    loop {
        number = std::hint::black_box(number ^ 1);
    }
}

fn part2(input: &str) -> usize {
    input.len()
}
