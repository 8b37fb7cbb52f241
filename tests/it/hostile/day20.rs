//! Prints a little, long after it began: beside whatever tells that it runs.

use std::io::{Write, stdout};
use std::thread::sleep;
use std::time::Duration;

aoc_solution::functions!(Day20, "Slow chatter");

fn part1(input: &str) -> usize {
    let pause = || sleep(Duration::from_millis(700));
    pause();
    print!("half a line");
    stdout().flush().unwrap();
    pause();
    println!(", and the rest\none\ntwo");
    eprintln!("and on stderr");
    pause();
    input.len()
}
