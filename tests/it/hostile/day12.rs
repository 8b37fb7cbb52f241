//! Answers with what a terminal would obey, and with a picture.

aoc_solution::functions!(Day12, "Odd answers");

fn part1(_: &str) -> &'static str {
    "\u{1b}[31mred\u{7}"
}

fn part2(_: &str) -> aoc_solution::Answer {
    aoc_solution::Answer::letters([[true, false], [false, true]])
}
