//! Islands: `winnow` reads points such as `3,4`, `itertools` forms pairs of them, `rayon` uses
//! all processors, and `pathfinding` does the search.

use aoc_solution::{anyhow, example};
use itertools::Itertools;
use pathfinding::prelude::bfs;
use rayon::prelude::*;
use winnow::ascii::{dec_int, newline};
use winnow::combinator::{separated, separated_pair};
use winnow::{ModalResult, Parser};

aoc_solution::functions! {
    Day07, "Islands", Vec<(i32, i32)>,
    examples = [example!("0,0\n3,4\n3,0\n").part1("7").part2("3")],
}

fn parse(input: &str) -> aoc_solution::Result<Vec<(i32, i32)>> {
    points
        .parse(input.trim_end())
        .map_err(|error| anyhow!("{error}"))
}

fn points(input: &mut &str) -> ModalResult<Vec<(i32, i32)>> {
    separated(1.., separated_pair(dec_int, ',', dec_int), newline).parse_next(input)
}

/// The largest distance between two points.
fn part1(points: &[(i32, i32)]) -> Option<i32> {
    let pairs = points.iter().tuple_combinations();
    pairs
        .map(|((ax, ay), (bx, by))| (ax - bx).abs() + (ay - by).abs())
        .max()
}

/// The number of points that can be reached from the first one in steps of at most 4.
fn part2(points: &[(i32, i32)]) -> usize {
    let near = |&(ax, ay): &(i32, i32)| {
        let is_near = move |&(bx, by): &(i32, i32)| (ax - bx).abs() + (ay - by).abs() <= 4;
        points.iter().copied().filter(is_near).collect_vec()
    };
    let is_reached = |end: &&(i32, i32)| bfs(&points[0], near, |place| place == *end).is_some();
    points.par_iter().filter(is_reached).count()
}

#[test]
fn the_example_matches() {
    let points = parse("0,0\n3,4\n3,0\n").expect("points");
    assert_eq!((part1(&points), part2(&points)), (Some(7), 3));
    assert!(parse("0,0\n3;4\n").is_err());
}
