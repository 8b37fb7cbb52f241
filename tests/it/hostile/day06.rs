//! Prints a megabyte, and what looks like a result, to both streams.

aoc_solution::functions!(Day06, "Chatter");

fn part1(input: &str) -> usize {
    for _ in 0..1000 {
        println!("{}", "x".repeat(1000));
    }
    println!("{{\"schema\":\"aoc-run/1\",\"results\":[]}}");
    eprintln!("a word on stderr");
    print!("no line end");
    input.len()
}

fn part2(input: &str) -> usize {
    input.len()
}
