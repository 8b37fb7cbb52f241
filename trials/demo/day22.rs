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

fn part2(decks: &[VecDeque<usize>; 2]) -> usize {
    let [ours, theirs] = play(decks.clone());
    score(&ours) + score(&theirs)
}

fn play([mut ours, mut theirs]: [VecDeque<usize>; 2]) -> [VecDeque<usize>; 2] {
    let mut seen = std::collections::HashSet::new();
    while !ours.is_empty() && !theirs.is_empty() {
        if !seen.insert((ours.clone(), theirs.clone())) {
            return [ours, VecDeque::new()];
        }
        let (a, b) = (ours.pop_front().unwrap(), theirs.pop_front().unwrap());
        let wins = if a <= ours.len() && b <= theirs.len() {
            let copies = [ours.iter().take(a), theirs.iter().take(b)];
            let copies: [VecDeque<usize>; 2] = copies.map(|cards| cards.copied().collect());
            // The highest card is never lost, and player 1 wins a game that repeats itself.
            copies[0].iter().max() > copies[1].iter().max() || !play(copies)[0].is_empty()
        } else {
            a > b
        };
        if wins {
            ours.extend([a, b])
        } else {
            theirs.extend([b, a])
        }
    }
    [ours, theirs]
}

fn score(deck: &VecDeque<usize>) -> usize {
    (1..)
        .zip(deck.iter().rev())
        .map(|(place, card)| place * card)
        .sum()
}
