//! A day that stores its answer and prints at every call. Two threads find the answer.

use std::hint::black_box;
use std::sync::OnceLock;
use std::thread;

aoc_solution::functions!(Day05, "Memo");

static MEMO: OnceLock<u64> = OnceLock::new();

fn part1(input: &str) -> usize {
    println!("{{\"schema\":\"aoc-bench/1\"}}");
    eprintln!("called");
    input.len()
}

fn part2(input: &str) -> u64 {
    let sum = || (0..1_000_000u64).fold(input.len() as u64, |a, b| black_box(a ^ b));
    let both = || {
        thread::scope(|scope| {
            let threads = [scope.spawn(sum), scope.spawn(sum)];
            threads.map(|thread| thread.join().unwrap()).iter().sum()
        })
    };
    *MEMO.get_or_init(both)
}
