//! Has an example for part one alone; part two makes no sense with it.

use aoc_solution::{Answer, Example, Result};

aoc_solution::functions! {
    Day21, "Half an example",
    part1 = str::len,
    part2 = nonsense,
    examples = [Example::new("abc").part1("3")],
}

fn nonsense(_: &str) -> Result<Answer> {
    aoc_solution::bail!("part two was run")
}
