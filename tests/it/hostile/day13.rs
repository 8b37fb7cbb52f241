//! Says which process it is, and never ends.

aoc_solution::functions!(Day13, "Orphan");

fn part1(input: &str) -> usize {
    println!("process {}", std::process::id());
    let mut number = input.len();
    loop {
        number = std::hint::black_box(number ^ 1);
    }
}
