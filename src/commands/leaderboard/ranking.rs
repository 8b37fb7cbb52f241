//! Sorts the members of a leaderboard, and merges several leaderboards.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::ValueEnum;

use crate::puzzle::{Day, Year, unlock};
use crate::site::{Leaderboard, Member};

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum Order {
    /// By the site's points. An earlier star gives more points.
    #[default]
    Score,
    /// By the number of stars, then by the time of the last star.
    Stars,
    /// By the number of stars that the member got first.
    First,
    /// By the median time between the stars of a day.
    Delta,
    /// By the number of days with both stars, then by the sum of the times to the second stars.
    Sum,
}

/// The figures of a member by which members are sorted.
#[derive(Debug, Default, PartialEq)]
pub struct Figures {
    pub first: u32,
    /// The median of the times between both stars of a day. `None` if no day has both.
    pub delta: Option<Duration>,
    pub whole_days: usize,
    /// The sum of the times from the unlocks to the second stars.
    pub sum: Duration,
}

/// The indices of the members who have each star, in the site's order.
fn finishers(board: &Leaderboard) -> BTreeMap<(Day, Part), Vec<usize>> {
    let mut stars: BTreeMap<(Day, Part), Vec<_>> = BTreeMap::new();
    for (index, member) in board.members.iter().enumerate() {
        for day in &member.days {
            for part in Part::BOTH {
                if let Some(order) = day.order(part) {
                    let finishers = stars.entry((day.day, part)).or_default();
                    finishers.push((order, member.id, index));
                }
            }
        }
    }
    let mut sorted = BTreeMap::new();
    for (star, mut finishers) in stars {
        finishers.sort_unstable();
        let indices = finishers.into_iter().map(|(_, _, index)| index);
        sorted.insert(star, indices.collect());
    }
    sorted
}

/// The figures of each member, in the order of the members.
pub fn member_figures(board: &Leaderboard) -> Vec<Figures> {
    let mut figures: Vec<Figures> = board
        .members
        .iter()
        .map(|member| own_figures(board, member))
        .collect();
    for finishers in finishers(board).values() {
        figures[finishers[0]].first += 1;
    }
    figures
}

/// The figures that do not depend on other members.
fn own_figures(board: &Leaderboard, member: &Member) -> Figures {
    let mut deltas = Vec::new();
    let mut sum = Duration::ZERO;
    for times in &member.days {
        if let (Some(part1), Some(part2)) = (times.part1, times.part2) {
            deltas.push(between(part1, part2));
            let unlock = unlock(board.year.day(times.day));
            sum = sum.saturating_add(between(unlock, part2));
        }
    }
    Figures {
        first: 0,
        whole_days: deltas.len(),
        delta: median(deltas),
        sum,
    }
}

/// The time from `start` to `end`, or 0 if `end` is earlier: beta testers solve puzzles before the
/// unlock.
fn between(start: DateTime<Utc>, end: DateTime<Utc>) -> Duration {
    (end - start).to_std().unwrap_or_default()
}

/// The median, which for an even number of times is the mean of the two in the middle.
fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    let upper = *times.get(times.len() / 2)?;
    let lower = times[(times.len() - 1) / 2];
    Some((lower + upper) / 2)
}

/// Sorts the members. Equal members are ordered by score. Members without a star come last.
pub fn sort(board: &mut Leaderboard, order: Order) {
    let figures = member_figures(board);
    let mut members: Vec<(Figures, Member)> =
        figures.into_iter().zip(board.members.drain(..)).collect();
    members.sort_by_key(|(_, member)| member.rank());
    match order {
        Order::Score => {}
        Order::Stars => {
            members.sort_by_key(|(_, member)| (Reverse(member.stars), member.latest_star()));
        }
        Order::First => members.sort_by_key(|(figures, _)| Reverse(figures.first)),
        Order::Delta => {
            members.sort_by_key(|(figures, _)| (figures.delta.is_none(), figures.delta));
        }
        Order::Sum => {
            members.sort_by_key(|(figures, _)| (Reverse(figures.whole_days), figures.sum));
        }
    }
    members.sort_by_key(|(_, member)| !member.has_star());
    board.members = members.into_iter().map(|(_, member)| member).collect();
}

/// Merges several leaderboards into one, with the ID of the first leaderboard, the oldest time, and
/// scores among all members. The latest reply about a member counts. A single leaderboard does not
/// change.
pub fn merge(mut boards: Vec<Leaderboard>) -> Leaderboard {
    if boards.len() == 1 {
        return boards.remove(0);
    }
    let first = boards[0].clone();
    boards.sort_by_key(|board| Reverse(board.fetched));
    let fetched = boards.last().map_or(first.fetched, |oldest| oldest.fetched);
    let mut known = BTreeSet::new();
    let mut members: Vec<Member> = boards.into_iter().flat_map(|board| board.members).collect();
    members.retain(|member| known.insert(member.id));
    let mut merged = Leaderboard {
        fetched,
        members,
        ..first
    };
    count_scores(&mut merged);
    merged
}

/// Computes the scores as the site does. With N members, the first member to get a star gets N
/// points, and each later member gets one point less.
pub fn count_scores(board: &mut Leaderboard) {
    let count = board.members.len() as u64;
    let finishers = finishers(board);
    for member in &mut board.members {
        member.local_score = 0;
    }
    for ((day, _), finishers) in finishers {
        if !gives_points(board.year, day) {
            continue;
        }
        for (index, points) in finishers.into_iter().zip((1..=count).rev()) {
            board.members[index].local_score += points;
        }
    }
}

/// False for the days on which the site was down at the unlock. Their stars give no points.
fn gives_points(year: Year, day: Day) -> bool {
    !matches!((year.get(), day.get()), (2018, 6) | (2020, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::leaderboard::testing::{board, day, member};
    use crate::site::MemberDay;

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
                delta: Some(Duration::from_secs(290)),
                whole_days: 2,
                sum: Duration::from_secs(690),
            },
            Figures {
                first: 2,
                delta: Some(Duration::from_secs(39)),
                whole_days: 1,
                sum: Duration::from_secs(100),
            },
            Figures::default(),
        ];
        assert_eq!(member_figures(&board), expected);
    }

    #[test]
    fn several_leaderboards_are_one_with_scores_among_all_members() {
        let ana = member(1, "Ana", 4, &[day(2, 60, Some(600))]);
        let bob = member(2, "Bob", 2, &[day(2, 61, Some(100))]);
        let cy = member(3, "Cy", 2, &[day(2, 59, None)]);
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
        // The members solved part 1 in the order Cy, Ana, Bob, and part 2 in the order Bob, Ana.
        let expected = [("Bob", 4), ("Ana", 4), ("Cy", 3)];
        assert_eq!(scores.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_median_of_an_even_number_is_the_mean_of_the_middle_ones() {
        for (seconds, expected) in [
            (&[][..], None),
            (&[7], Some(7_000)),
            (&[20, 10], Some(15_000)),
            (&[90, 10, 20], Some(20_000)),
            (&[90, 10, 31, 20], Some(25_500)),
        ] {
            let times = seconds.iter().copied().map(Duration::from_secs).collect();
            let expected = expected.map(Duration::from_millis);
            assert_eq!(median(times), expected, "{seconds:?}");
        }
    }

    /// For two stars in the same second, the star with the smaller number came first.
    #[test]
    fn stars_of_the_same_second_are_in_the_order_of_their_numbers() {
        let with_index = |index, day: MemberDay| MemberDay {
            part1_index: index,
            ..day
        };
        let on_day_2 = |index| with_index(index, day(2, 60, None));
        let mut board = board(vec![
            member(1, "Ana", 0, &[on_day_2(Some(9))]),
            member(2, "Bob", 0, &[on_day_2(Some(8))]),
            // Without such a number, the ID decides.
            member(4, "Dee", 0, &[day(3, 60, None)]),
            member(3, "Cy", 0, &[day(3, 60, None)]),
            // The site was down on day 1 of 2020.
            member(5, "Eve", 0, &[day(1, 1, Some(2))]),
        ]);
        count_scores(&mut board);
        let scores = board.members.iter().map(|member| member.local_score);
        assert_eq!(scores.collect::<Vec<_>>(), [4, 5, 4, 5, 0]);
        let firsts = member_figures(&board)
            .into_iter()
            .map(|figures| figures.first);
        assert_eq!(firsts.collect::<Vec<_>>(), [0, 1, 0, 1, 2]);
    }
}
