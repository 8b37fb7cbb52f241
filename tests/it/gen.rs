//! `aoc gen`: inputs from a seed.

use serde_json::json;

use crate::workshop::workshop;

#[test]
fn the_same_seed_gives_the_same_input() {
    let workshop = workshop();
    let made = |seed: &str| {
        let done = workshop
            .aoc(&["gen", "2016/1", "--seed", seed])
            .says("")
            .exits(0);
        assert_eq!(done.stdout.lines().count(), 100);
        done.stdout
    };
    let first = made("7");
    assert_eq!(made("7"), first);
    assert_ne!(made("8"), first);
    // The seed 0 where none is given.
    workshop.aoc(&["gen", "2016/1"]).prints(&made("0")).exits(0);
    made(&u64::MAX.to_string());

    let json = workshop
        .aoc(&["gen", "2016/1", "--seed", "7", "--json"])
        .says("")
        .exits(0);
    assert_eq!(
        json.json(),
        json!({"schema": "aoc-gen/1", "year": 2016, "day": 1, "seed": 7, "input": first})
    );
}

#[test]
fn what_it_makes_can_be_run() {
    let workshop = workshop();
    let made = workshop.aoc(&["gen", "2016/1"]).exits(0).stdout;
    let sum: u64 = made
        .lines()
        .map(|line| line.parse::<u64>().expect("a number"))
        .sum();
    let done = workshop
        .aoc_reading(&made, &["run", "2016/1", "--input", "-", "--json"])
        .exits(0);
    assert_eq!(
        done.json()["results"][0]["phases"][1]["answer"],
        sum.to_string()
    );
}

#[test]
fn a_day_that_makes_none_or_cannot_is_a_failure() {
    let workshop = workshop();
    workshop
        .aoc(&["gen", "2016/2"])
        .says("aoc: 2016/2 has no `generate` function: write one to generate inputs\n")
        .prints("")
        .exits(1);
    workshop
        .aoc(&["gen", "2016/6"])
        .says(
            "aoc: 2016/6: no input from the seed 0: panicked at days/year2016/day06.rs:31:9: no \
             input from 0\n",
        )
        .prints("")
        .exits(1);
}
