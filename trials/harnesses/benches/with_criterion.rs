//! Parse and part 2 of 2020 day 22, on the input that `aoc gen 2020/22` writes.

use std::hint::black_box;

use aoc_solution::Solution;
use criterion::{Criterion, criterion_group, criterion_main};

#[path = "../../../days/year2020"]
#[expect(dead_code, reason = "not all of the day is measured")]
mod year2020 {
    pub mod day22;
}

use year2020::day22::Day22;

fn crab_combat(criterion: &mut Criterion) {
    let text = Day22::generate(0).expect("a generated input");
    criterion.bench_function("parse", |bencher| {
        bencher.iter(|| Day22::parse(black_box(&text)));
    });
    let input = Day22::parse(&text).expect("it parses");
    criterion.bench_function("part2", |bencher| {
        bencher.iter(|| Day22::part2(black_box(&input)));
    });
}

criterion_group!(benches, crab_combat);
criterion_main!(benches);
