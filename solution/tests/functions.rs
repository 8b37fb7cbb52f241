//! Every signature that a function may have.

#![allow(
    clippy::needless_pass_by_value,
    clippy::ptr_arg,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "people write such functions"
)]

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::num::ParseIntError;

use aoc_solution::{Answer, Registry, Result, Solution, example};

/// The answers to both parts, as they are displayed. An error is in brackets.
fn both<S: Solution>(text: &'static str) -> [String; 2] {
    [S::part1, S::part2].map(
        |solve| match S::parse(text).and_then(|input| solve(&input)) {
            Ok(Answer::Unsolved) => "unsolved".to_owned(),
            Ok(answer) => answer.to_string(),
            Err(error) => format!("({error:#})"),
        },
    )
}

/// A module with a day for each pair of parts.
macro_rules! day {
    ($module:ident, [$($adapter:tt)*], $($item:item)*) => {
        mod $module {
            #[allow(unused_imports)]
            use super::*;
            aoc_solution::functions!(Day, "A Day", $($adapter)*);
            $($item)*
        }
    };
}

day! {slices, [Vec<&'a str>],
    fn parse(input: &str) -> Vec<&str> { input.lines().collect() }
    fn part1(lines: &[&str]) -> usize { lines.len() }
    fn part2<'a>(lines: &Vec<&'a str>) -> &'a str { lines[0] }
}
day! {values, [Vec<u32>],
    fn parse(input: &str) -> Result<Vec<u32>, ParseIntError> { input.lines().map(str::parse).collect() }
    fn part1(mut numbers: Vec<u32>) -> Option<u32> { numbers.pop() }
    fn part2(numbers: &mut Vec<u32>) -> Result<u32, String> { numbers.pop().ok_or_else(|| "empty".to_owned()) }
}
day! {mutable_slices, [Vec<u32>],
    fn parse(input: &str) -> Option<Vec<u32>> { input.lines().map(|line| line.parse().ok()).collect() }
    fn part1(numbers: &mut [u32]) -> u32 {
        numbers.sort_unstable();
        numbers[0]
    }
    fn part2(numbers: &[u32]) -> u32 { numbers[0] }
}
day! {borrowed_from_the_clone, [Vec<String>],
    fn parse(input: &str) -> Vec<String> { input.lines().map(str::to_owned).collect() }
    fn part1(lines: &mut Vec<String>) -> Option<&str> {
        lines.sort();
        Some(lines.first()?)
    }
    fn part2(lines: &mut [String]) -> impl fmt::Display { lines.len() }
}
day! {pairs_borrowed_from_the_clone, [Vec<u32>, solve = solve],
    fn parse(input: &str) -> Result<Vec<u32>, ParseIntError> { input.lines().map(str::parse).collect() }
    fn solve(numbers: &mut Vec<u32>) -> (impl fmt::Display, &u32) {
        numbers.push(7);
        (numbers.len(), &numbers[0])
    }
}
day! {arrays, [[u8; 2]],
    fn parse(input: &str) -> [u8; 2] { [input.as_bytes()[0], input.as_bytes()[1]] }
    fn part1(array: &[u8]) -> u8 { array[0] }
    fn part2([_, second]: [u8; 2]) -> u8 { second }
}
day! {numbers, [u64],
    fn parse(input: &str) -> u64 { input.len() as u64 }
    fn part1(number: u64) -> i64 { -number.cast_signed() }
    fn part2(number: &u64) -> f64 { if *number > 2 { 1.5 } else { 1.0 } }
}
day! {text_alone, [],
    fn part1(input: &str) -> String { input.to_uppercase() }
    fn part2(input: &[u8]) -> char { char::from(input[0]) }
}
day! {converted_to_text, [],
    fn part1(input: &str) -> impl ToString { input.len() }
    fn part2(input: &str) -> Option<impl ToString> { input.get(1..) }
}
day! {made_for_the_call, [],
    fn part1(lines: &[&str]) -> impl fmt::Display + use<> { lines.len() }
    fn part2(text: &String) -> impl fmt::Display + use<> { text.len() }
}
day! {owned_text, [],
    fn part1(input: String) -> usize { input.len() }
    fn part2(_: &str) {}
}
day! {borrowing, [Grid<'a>],
    pub struct Grid<'a> {
        rows: HashMap<usize, &'a [u8]>,
    }
    fn parse(input: &str) -> Grid<'_> {
        Grid {
            rows: input.lines().map(str::as_bytes).enumerate().collect(),
        }
    }
    fn part1(grid: &Grid<'_>) -> usize { grid.rows.len() }
    fn part2<'a>(grid: &'a Grid<'a>) -> impl fmt::Display + 'a { grid.rows[&0].len() }
}
day! {nested, [Result<u8, ParseIntError>],
    fn parse(input: &str) -> Result<u8, ParseIntError> { input.parse() }
    fn part1(input: &Result<u8, ParseIntError>) -> Result<Option<u8>, ParseIntError> { input.clone().map(|number| (number > 1).then_some(number)) }
    fn part2(input: &Result<u8, ParseIntError>) -> Result<Option<u8>, ()> {
        match input {
            Ok(0) => Ok(None),
            Ok(number) => Ok(Some(*number)),
            Err(_) => Err(()),
        }
    }
}
day! {errors, [],
    fn part1(_: &str) -> Result<u8, Box<dyn Error>> { Err("boxed".into()) }
    fn part2(_: &str) -> Result<u8> { Err(aoc_solution::anyhow!("inner").context("outer")) }
}
day! {one_part, [Vec<u8>, part1 = solve_it, parse = generator],
    fn generator(input: &str) -> Vec<u8> { input.into() }
    fn solve_it(input: &[u8]) -> usize { input.len() }
    #[allow(dead_code)]
    fn part2(_: &[u8]) -> usize { unreachable!("not named") }
}
day! {pairs, [solve = solve],
    fn solve(input: &str) -> (usize, Option<char>) { (input.len(), input.chars().next()) }
}
day! {pairs_in_a_result, [solve = solve],
    fn solve(input: &str) -> Result<(usize, Option<char>), String> {
        match input {
            "" => Err("empty".to_owned()),
            input => Ok((input.len(), input.chars().nth(1))),
        }
    }
}
day! {borrowing_as_in_a_signature, [(&str, Vec<&[u8]>)],
    fn parse(input: &str) -> (&str, Vec<&[u8]>) { (input, input.lines().map(str::as_bytes).collect()) }
    fn part1(&(text, _): &(&str, Vec<&[u8]>)) -> usize { text.len() }
    fn part2((_, lines): &(&str, Vec<&[u8]>)) -> usize { lines.len() }
}
day! {with_everything, [
        u32, examples = [
            example!("5").part1("5"),
            aoc_solution::example!("6").part1_with("7", |number| number + 1).part2_with("6", Some,),
            example!("x").parse_with(|text| Ok(u32::from(!text.is_empty()))).part1_with("1", |&length| Some(length)).part2_with(
                "2",
                |number| -> Result<_, ParseIntError> { "2".parse::<u32>().map(|two| Some(two * number)) },
            ),
        ],
        alternatives = [part2 "slow" = slow, part1 "closed" = |number: &u32| *number, part1 "open" = |number| *number],
    ],
    fn parse(input: &str) -> Result<u32, ParseIntError> { input.parse() }
    fn part1(input: &u32) -> u32 { *input }
    fn part2(_: &u32) -> Option<u32> { None }
    fn slow(_: u32) -> Option<u32> { None }
}
day! {generic, [Vec<u8>],
    fn parse(input: &str) -> Vec<u8> { input.into() }
    /// Compiles only if a reference to the input itself is the first choice: `[u8]` has no size.
    fn part1<I: AsRef<[u8]>>(input: &I) -> usize { input.as_ref().len() }
    fn part2(_: &[u8]) {}
}
day! {trimmed, [Vec<u8>, text = |text| text.trim_end_matches('\n')],
    fn parse(input: &[u8]) -> Vec<u8> { input.into() }
    fn part1(input: &[u8]) -> usize { input.len() }
    fn part2(input: &[u8]) -> bool { input.is_empty() }
}
day! {own_probe, [Vec<u8>, part1 = |input| Probe::of(input).0, part2 = |_| ParsedProbe],
    /// Types with the names of those that the macro uses.
    struct Probe(usize);
    struct ParsedProbe;
    impl Probe {
        fn of(input: &[u8]) -> Self { Self(input.len()) }
    }
    impl fmt::Display for ParsedProbe {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { f.write_str("parsed") }
    }
    fn parse(input: &str) -> Vec<u8> { input.into() }
}
day! {shadowing, [Input],
    #[allow(dead_code)]
    type Result = u8;
    #[allow(dead_code, non_camel_case_types)]
    struct Ok;
    type Input = (u8, u8);
    fn parse(_: &str) -> Input { (1, 2) }
    fn part1(input: &Input) -> u8 { input.0 }
    fn part2(&(_, second): &Input) -> u8 { second }
}

#[test]
fn takes_the_input_in_any_way() {
    assert_eq!(both::<slices::Day>("a\nb"), ["2", "a"]);
    assert_eq!(both::<values::Day>("1\n2"), ["2", "2"]);
    assert_eq!(both::<mutable_slices::Day>("3\n2"), ["2", "3"]);
    assert_eq!(both::<borrowed_from_the_clone::Day>("b\na"), ["a", "2"]);
    assert_eq!(both::<pairs_borrowed_from_the_clone::Day>("5"), ["2", "5"]);
    assert_eq!(both::<arrays::Day>("ab"), ["97", "98"]);
    assert_eq!(both::<numbers::Day>("abc"), ["-3", "1.5"]);
    assert_eq!(both::<text_alone::Day>("abc"), ["ABC", "a"]);
    assert_eq!(both::<converted_to_text::Day>("abc"), ["3", "bc"]);
    assert_eq!(both::<made_for_the_call::Day>("a\nb"), ["2", "3"]);
    assert_eq!(both::<owned_text::Day>("abc"), ["3", "unsolved"]);
    assert_eq!(both::<borrowing::Day>("abc\nd"), ["2", "3"]);
    assert_eq!(both::<borrowing_as_in_a_signature::Day>("a\nb"), ["3", "2"]);
    assert_eq!(both::<generic::Day>("ab"), ["2", "unsolved"]);
    assert_eq!(both::<trimmed::Day>("a \n\n"), ["2", "false"]);
    assert_eq!(both::<shadowing::Day>(""), ["1", "2"]);
    assert_eq!(both::<own_probe::Day>("abc"), ["3", "parsed"]);
}

#[test]
fn none_is_unsolved_and_an_error_is_an_error() {
    assert_eq!(both::<values::Day>(""), ["unsolved", "(empty)"]);
    let error = "(invalid digit found in string)";
    assert_eq!(both::<values::Day>("x")[0], error);
    let none = "(the input was not understood: `parse` returned `None`)";
    assert_eq!(both::<mutable_slices::Day>("x"), [none; 2]);
    assert_eq!(both::<nested::Day>("2"), ["2", "2"]);
    assert_eq!(both::<nested::Day>("0"), ["unsolved", "unsolved"]);
    let errors = ["(invalid digit found in string)", "(())"];
    assert_eq!(both::<nested::Day>("x"), errors);
    assert_eq!(both::<errors::Day>(""), ["(boxed)", "(outer: inner)"]);
    assert_eq!(both::<one_part::Day>("ab"), ["2", "unsolved"]);
    assert_eq!(both::<pairs::Day>("ab"), ["2", "a"]);
    assert_eq!(both::<pairs::Day>(""), ["0", "unsolved"]);
    assert_eq!(both::<pairs_in_a_result::Day>("ab"), ["2", "b"]);
    assert_eq!(both::<pairs_in_a_result::Day>("a"), ["1", "unsolved"]);
    assert_eq!(both::<pairs_in_a_result::Day>(""), ["(empty)", "(empty)"]);
}

#[test]
fn options_are_the_constants_of_a_solution() {
    use with_everything::Day;
    assert_eq!((Day::TITLE, Day::EXAMPLES.len()), ("A Day", 3));
    Registry::new(2020).day::<Day>(1).test_day(1);
    assert_eq!(both::<Day>("5"), ["5", "unsolved"]);
}
