use std::fmt::Write;

use proptest::prelude::*;

use super::corpus::{CASES, Case};
use super::document::{Block, PuzzlePage, text};
use super::examples::{Confidence, guess_examples};
use aoc_solution::Part;

/// How often the answers on the pages were read right, were said to be unsure,
/// were not seen, or were wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    right: usize,
    unsure: usize,
    missed: usize,
    wrong: usize,
}

fn score(case: &Case) -> Score {
    let guesses = guess_examples(&PuzzlePage::parse(&case.html()), None);
    let (sure, unsure): (Vec<_>, Vec<_>) = guesses
        .iter()
        .partition(|guess| guess.confidence == Confidence::Sure);
    let mut score = Score::default();
    let mut known = 0;
    for &(input, part1, part2) in case.examples {
        for (index, expected) in [part1, part2].into_iter().enumerate() {
            let Some(expected) = expected else { continue };
            let said = sure.iter().filter(|guess| guess.input == input);
            let mut said = said.filter_map(|guess| [&guess.part1, &guess.part2][index].as_ref());
            match said.next() {
                Some(answer) if answer == expected => {
                    score.right += 1;
                    known += 1;
                }
                Some(_) => {}
                None if unsure.is_empty() => score.missed += 1,
                None => score.unsure += 1,
            }
        }
    }
    let said = sure.iter().flat_map(|guess| [&guess.part1, &guess.part2]);
    score.wrong = said.flatten().count() - known;
    score
}

fn table() -> String {
    let mut table =
        String::from("| page | right | unsure | missed | wrong |\n|---|---:|---:|---:|---:|\n");
    let mut total = Score::default();
    for case in CASES {
        let Score {
            right,
            unsure,
            missed,
            wrong,
        } = score(case);
        let _ = writeln!(
            table,
            "| {} | {right} | {unsure} | {missed} | {wrong} |",
            case.shape
        );
        total.right += right;
        total.unsure += unsure;
        total.missed += missed;
        total.wrong += wrong;
    }
    let Score {
        right,
        unsure,
        missed,
        wrong,
    } = total;
    let _ = writeln!(
        table,
        "| **all** | **{right}** | **{unsure}** | **{missed}** | **{wrong}** |"
    );
    table
}

#[test]
fn the_table_of_examples() {
    let table = table();
    println!("{table}");
}
