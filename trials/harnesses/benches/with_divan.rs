//! Parse and part 2 of 2020 day 22, on the input that `aoc gen 2020/22` writes.

use aoc_solution::Solution;
use divan::{Bencher, black_box};

#[path = "../../../days/year2020"]
#[expect(dead_code, reason = "not all of the day is measured")]
mod year2020 {
    pub mod day22;
}

use year2020::day22::Day22;

fn main() {
    divan::main();
}

#[divan::bench]
fn parse(bencher: Bencher) {
    let text = Day22::generate(0).expect("a generated input");
    bencher.bench(|| Day22::parse(black_box(&text)));
}

#[divan::bench]
fn part2(bencher: Bencher) {
    let text = Day22::generate(0).expect("a generated input");
    let input = Day22::parse(&text).expect("it parses");
    bencher.bench(|| Day22::part2(black_box(&input)));
}
