use std::panic;

use super::*;
use crate::{Alternative, Answer, Context, Example, Part, Result, bail};

/// Sums the numbers of its input.
struct Good;

fn sum(numbers: &[u64]) -> Answer {
    numbers.iter().sum::<u64>().into()
}

#[expect(
    clippy::ptr_arg,
    clippy::unnecessary_wraps,
    reason = "as the trait has it"
)]
fn count(numbers: &Vec<u64>) -> Result<Answer> {
    Ok(numbers.len().into())
}

impl Solution for Good {
    const TITLE: &'static str = "Good";
    type Input<'a> = Vec<u64>;

    fn parse(input: &str) -> Result<Vec<u64>> {
        assert_eq!(std::thread::current().name(), Some("2020/01"));
        input
            .split_whitespace()
            .map(|word| word.parse().with_context(|| format!("`{word}`")))
            .collect()
    }

    fn part1(numbers: &Vec<u64>) -> Result<Answer> {
        Ok(sum(numbers))
    }

    fn part2(_: &Vec<u64>) -> Result<Answer> {
        // Deeper than the stack of an ordinary thread allows.
        fn depth(left: u64) -> u64 {
            let room = std::hint::black_box([left; 128]);
            if left == 0 {
                0
            } else {
                1 + depth(left - 1) + room[0] - left
            }
        }
        Ok(depth(20_000).into())
    }

    const EXAMPLES: &'static [Example<Self>] = &[
        Example::new("1 2 3").part1("6").part2("20000"),
        Example::<Self>::new("4 5").part1_with("4", |numbers| Ok(sum(&numbers[..1]))),
        // No answer is known, so only `parse` is checked.
        Example::new("7"),
        Example::<Self>::new("4,5")
            .parse_with(|text| Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?))
            .part1("9")
            .part2_with("2", count),
    ];

    // Fails if it is asked to solve an example with rules of its own.
    const ALTERNATIVES: &'static [Alternative<Self>] =
        &[Alternative::new("sum", Part::One, |numbers| {
            Ok(sum(numbers))
        })];
}

/// Fails in all ways that cost the process nothing.
struct Bad;

impl Solution for Bad {
    const TITLE: &'static str = "Bad";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        match input {
            "unreadable" => bail!("line 1 is unreadable"),
            "panics" => panic!("parse has given up"),
            text => Ok(text),
        }
    }

    fn part1(_: &&str) -> Result<Answer> {
        Ok(Answer::letters([[true, false], [false, true]]))
    }

    fn part2(_: &&str) -> Result<Answer> {
        panic!("index {} is out of bounds", 7)
    }

    const EXAMPLES: &'static [Example<Self>] = &[
        Example::new("text").part1("##\n##\n").part2("5"),
        Example::new("unreadable").part1("1"),
        Example::new("panics").part2("1"),
    ];

    const ALTERNATIVES: &'static [Alternative<Self>] = &[
        Alternative::new("wrong", Part::Two, |_| Ok(4.into())),
        Alternative::new("right", Part::Two, |_| Ok(5.into())),
        Alternative::new("unsolved", Part::Two, |_| Ok(Answer::Unsolved)),
        Alternative::new("error", Part::Two, |_| bail!("no solution exists")),
    ];
}

#[test]
fn tests_examples() {
    Registry::new(2020).day::<Good>(1).test();
    Registry::new(2020).test();
}

#[test]
fn lists_every_example_that_fails() {
    let registry = || Registry::new(2020).day::<Bad>(2).day::<Good>(1);
    let payload = panic::catch_unwind(|| registry().test()).unwrap_err();
    let message = payload.downcast::<String>().unwrap();
    assert_eq!(
        *message,
        "\
examples failed:

2020/2 part 1, example 1: expected
    ##
    ##
  got
    #.
    .#

2020/2 part 2, example 1: expected 5, got a panic: index 7 is out of bounds
2020/2 part 2 (wrong), example 1: expected 5, got 4
2020/2 part 2 (unsolved), example 1: expected 5, got no answer: the part is unsolved
2020/2 part 2 (error), example 1: expected 5, got an error: no solution exists
2020/2 parse, example 2: got an error: line 1 is unreadable
2020/2 parse, example 3: got a panic: parse has given up
"
    );
}

#[test]
#[should_panic(expected = "day 1 of 2020 is registered twice")]
fn refuses_a_day_twice() {
    let _ = Registry::new(2020).day::<Good>(1).day::<Good>(1);
}
