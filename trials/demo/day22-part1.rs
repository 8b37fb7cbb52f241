//! Crab Combat: the higher card takes both.

use std::collections::VecDeque;

aoc_solution::functions!(Day22, "Crab Combat", [VecDeque<usize>; 2]);

fn parse(input: &str) -> [VecDeque<usize>; 2] {
    let mut decks = input.split("\n\n");
    [(); 2].map(|()| {
        let deck = decks.next().unwrap_or_default();
        deck.lines()
            .skip(1)
            .filter_map(|card| card.parse().ok())
            .collect()
    })
}

fn part1(decks: &[VecDeque<usize>; 2]) -> usize {
    let [mut ours, mut theirs] = decks.clone();
    while let (Some(&a), Some(&b)) = (ours.front(), theirs.front()) {
        ours.pop_front();
        theirs.pop_front();
        if a > b {
            ours.extend([a, b])
        } else {
            theirs.extend([b, a])
        }
    }
    score(&ours) + score(&theirs)
}

fn score(deck: &VecDeque<usize>) -> usize {
    (1..)
        .zip(deck.iter().rev())
        .map(|(place, card)| place * card)
        .sum()
}
