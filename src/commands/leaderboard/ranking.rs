//! Orders of members, and several leaderboards as one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::ValueEnum;

use super::seconds_between;
use crate::puzzle::{Day, unlock};
use crate::site::{Leaderboard, Member};

/// What the members are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum Order {
    /// The points of the site: the earlier a star, the more.
    #[default]
    Score,
    /// The number of stars, then the time of the last one.
    Stars,
    /// How often a member was the first to get a star.
    First,
    /// The median time between the stars of a day.
    Delta,
    /// The days with both stars, then the sum of the times to them.
    Sum,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Star {
    day: Day,
    part: Part,
}

/// What orders go by, of one member.
#[derive(Debug, Default, PartialEq)]
pub struct Figures {
    pub first: u32,
    /// The median of the seconds between both stars; `None` without a whole day.
    pub delta: Option<u64>,
    pub whole_days: usize,
    /// The seconds from the unlocks to the second stars.
    pub sum: u64,
}

fn stars(member: &Member) -> impl Iterator<Item = (Star, DateTime<Utc>)> {
    member.days.iter().flat_map(|times| {
        let day = times.day;
        let parts = [(Part::One, times.part1), (Part::Two, times.part2)].into_iter();
        parts.filter_map(move |(part, time)| Some((Star { day, part }, time?)))
    })
}

/// The figures of the members, in their order.
pub fn member_figures(board: &Leaderboard) -> Vec<Figures> {
    let mut earliest: BTreeMap<Star, DateTime<Utc>> = BTreeMap::new();
    for (star, time) in board.members.iter().flat_map(stars) {
        let first = earliest.entry(star).or_insert(time);
        *first = time.min(*first);
    }
    board
        .members
        .iter()
        .map(|member| {
            let firsts = stars(member).filter(|(star, time)| earliest.get(star) == Some(time));
            let whole_days = member.days.iter().filter_map(|times| {
                let unlock = unlock(board.year.day(times.day));
                Some((times.part1?, times.part2?, unlock))
            });
            let mut deltas: Vec<u64> = whole_days
                .clone()
                .map(|(part1, part2, _)| seconds_between(part1, part2))
                .collect();
            deltas.sort_unstable();
            Figures {
                first: firsts.map(|_| 1).sum(),
                delta: deltas.get(deltas.len() / 2).copied(),
                whole_days: deltas.len(),
                sum: whole_days
                    .map(|(_, part2, unlock)| seconds_between(unlock, part2))
                    .fold(0, u64::saturating_add),
            }
        })
        .collect()
}

/// Sorts the members; equal ones stay in the order of their scores.
pub fn sort(board: &mut Leaderboard, order: Order) {
    let figures = member_figures(board);
    let mut members: Vec<(Figures, Member)> =
        figures.into_iter().zip(board.members.drain(..)).collect();
    let last_star = |member: &Member| stars(member).map(|(_, time)| time).max();
    members.sort_by_key(|(_, member)| {
        let score = Reverse((member.local_score, member.stars));
        (score, last_star(member), member.id)
    });
    match order {
        Order::Score => {}
        Order::Stars => {
            members.sort_by_key(|(_, member)| (Reverse(member.stars), last_star(member)));
        }
        Order::First => members.sort_by_key(|(figures, _)| Reverse(figures.first)),
        Order::Delta => {
            members.sort_by_key(|(figures, _)| (figures.delta.is_none(), figures.delta));
        }
        Order::Sum => {
            members.sort_by_key(|(figures, _)| (Reverse(figures.whole_days), figures.sum));
        }
    }
    board.members = members.into_iter().map(|(_, member)| member).collect();
}

/// Makes one leaderboard of several, with the ID of the first, the oldest time, and scores
/// as the site counts them: of N members the first to get a star gets N points, the next one
/// less. A single leaderboard stays as it is.
pub fn merge(boards: Vec<Leaderboard>) -> Leaderboard {
    let is_single = boards.len() == 1;
    let mut boards = boards.into_iter();
    let mut merged = boards.next().expect("at least one leaderboard");
    for board in boards {
        merged.fetched = merged.fetched.min(board.fetched);
        for member in board.members {
            if merged.members.iter().all(|known| known.id != member.id) {
                merged.members.push(member);
            }
        }
    }
    if is_single {
        return merged;
    }
    let mut finishers: BTreeMap<Star, Vec<(DateTime<Utc>, u64)>> = BTreeMap::new();
    for member in &merged.members {
        for (star, time) in stars(member) {
            finishers.entry(star).or_default().push((time, member.id));
        }
    }
    let mut scores: BTreeMap<u64, u64> = BTreeMap::new();
    for finishers in finishers.values_mut() {
        finishers.sort_unstable();
        let points = (1..=merged.members.len() as u64).rev();
        for ((_, id), points) in finishers.iter().zip(points) {
            *scores.entry(*id).or_default() += points;
        }
    }
    for member in &mut merged.members {
        member.local_score = scores.get(&member.id).copied().unwrap_or_default();
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::super::screen::tests::{board, day, member};
    use super::*;

    fn names(board: &Leaderboard) -> Vec<&str> {
        board.members.iter().map(|member| &*member.name).collect()
    }

    #[test]
    fn members_are_sorted_by_what_was_asked_for() {
        let ana = member(1, "Ana", 12, &[day(1, 60, Some(600)), day(2, 50, Some(90))]);
        let bob = member(2, "Bob", 20, &[day(1, 61, Some(100)), day(2, 49, None)]);
        let cy = member(
            3,
            "Cy",
            5,
            &[day(1, 900, Some(910)), day(2, 900, Some(901))],
        );
        let dee = member(4, "Dee", 0, &[]);
        for (order, expected) in [
            (Order::Score, ["Bob", "Ana", "Cy", "Dee"]),
            (Order::Stars, ["Ana", "Cy", "Bob", "Dee"]),
            (Order::First, ["Bob", "Ana", "Cy", "Dee"]),
            (Order::Delta, ["Cy", "Bob", "Ana", "Dee"]),
            (Order::Sum, ["Ana", "Cy", "Bob", "Dee"]),
        ] {
            let mut board = board(vec![dee.clone(), cy.clone(), bob.clone(), ana.clone()]);
            sort(&mut board, order);
            assert_eq!(names(&board), expected, "{order:?}");
        }
        let board = board(vec![ana, bob, dee]);
        let expected = [
            Figures {
                first: 2,
                delta: Some(540),
                whole_days: 2,
                sum: 690,
            },
            Figures {
                first: 2,
                delta: Some(39),
                whole_days: 1,
                sum: 100,
            },
            Figures::default(),
        ];
        assert_eq!(member_figures(&board), expected);
    }

    #[test]
    fn several_leaderboards_are_one_with_scores_among_all_members() {
        let ana = member(1, "Ana", 4, &[day(1, 60, Some(600))]);
        let bob = member(2, "Bob", 2, &[day(1, 61, Some(100))]);
        let cy = member(3, "Cy", 2, &[day(1, 59, None)]);
        let single = merge(vec![board(vec![ana.clone(), bob.clone()])]);
        assert_eq!(single.members[0].local_score, 4);
        let mut other = board(vec![cy, ana.clone()]);
        other.id = 1002;
        other.fetched -= chrono::TimeDelta::minutes(3);
        let fetched = other.fetched;
        let mut merged = merge(vec![board(vec![ana, bob]), other]);
        sort(&mut merged, Order::Score);
        assert_eq!((merged.id, merged.fetched), (1001, fetched));
        let scores = merged
            .members
            .iter()
            .map(|member| (&*member.name, member.local_score));
        // Part 1: Cy, Ana, Bob; part 2: Bob, Ana.
        let expected = [("Bob", 4), ("Ana", 4), ("Cy", 3)];
        assert_eq!(scores.collect::<Vec<_>>(), expected);
    }
}
