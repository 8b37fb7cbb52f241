//! Closes all its descriptors but the three that everybody has in part one.

aoc_solution::functions!(Day16, "Closed");

unsafe extern "C" {
    fn close(descriptor: i32) -> i32;
}

fn part1(input: &str) -> usize {
    for descriptor in 3..100 {
        unsafe { close(descriptor) };
    }
    input.len()
}

fn part2(input: &str) -> usize {
    input.len()
}
