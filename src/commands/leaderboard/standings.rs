//! Computes ranks, medians and the time between the parts from a leaderboard's
//! times.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::puzzle::Day;
use crate::reporter::{
    LeaderboardDay, LeaderboardMember, LeaderboardResults, Medians, MemberDay, PartStandings,
};
use crate::site::{Leaderboard, Member, SeenLeaderboard};

/// A member with the times of all days.
type Row<'a> = (&'a Member, Vec<MemberDay>);

pub fn standings(seen: &SeenLeaderboard) -> LeaderboardResults {
    let board = &seen.board;
    let mut rows: Vec<Row> = board
        .members
        .iter()
        .map(|member| (member, times(board, member)))
        .collect();
    let days: BTreeSet<Day> = rows
        .iter()
        .flat_map(|(_, times)| times.iter().map(|time| time.day))
        .collect();
    for &day in &days {
        rank(
            &mut rows,
            day,
            |time| time.part1_seconds,
            |time, rank| time.part1_rank = rank,
        );
        rank(
            &mut rows,
            day,
            |time| time.part2_seconds,
            |time, rank| time.part2_rank = rank,
        );
    }
    LeaderboardResults::new(
        board.year,
        board.id,
        seen.fetched,
        seen.age,
        members(&rows),
        days.iter()
            .map(|&day| day_standings(board, &rows, day))
            .collect(),
    )
}

fn times(board: &Leaderboard, member: &Member) -> Vec<MemberDay> {
    let day = |(&day, &[part1, part2]): (&Day, &[Option<DateTime<Utc>>; 2])| {
        let unlock = board.unlock(day);
        // Some solve before the unlock: those who test the puzzles.
        let seconds = |time: DateTime<Utc>| (time - unlock).num_seconds().max(0);
        MemberDay {
            day,
            part1,
            part2,
            part1_seconds: part1.map(seconds),
            part2_seconds: part2.map(seconds),
            delta_seconds: part1
                .zip(part2)
                .map(|(part1, part2)| (part2 - part1).num_seconds().max(0)),
            part1_rank: None,
            part2_rank: None,
        }
    };
    let days = member.days.iter().map(day);
    days.filter(|day| day.part1.or(day.part2).is_some())
        .collect()
}

/// Gives the members who solved a part of a day their ranks; equal times have
/// equal ranks.
fn rank(
    rows: &mut [Row],
    day: Day,
    time: impl Fn(&MemberDay) -> Option<i64>,
    set: impl Fn(&mut MemberDay, Option<u32>),
) {
    let on_day = |times: &[MemberDay]| times.iter().find(|time| time.day == day).and_then(&time);
    let mut all: Vec<i64> = rows.iter().filter_map(|(_, times)| on_day(times)).collect();
    all.sort_unstable();
    for (_, times) in rows {
        if let Some(found) = times.iter_mut().find(|time| time.day == day) {
            set(found, time(found).map(|seconds| place(&all, &seconds)));
        }
    }
}

/// The place of a value among sorted ones, from 1 on.
fn place<T: Ord>(sorted: &[T], value: &T) -> u32 {
    let before = sorted.partition_point(|other| other < value);
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}

/// The members, the best first. Those with as many points and stars share a
/// rank; the one who had the stars first stands first.
fn members(rows: &[Row]) -> Vec<LeaderboardMember> {
    let score = |member: &Member| Reverse((member.local_score, member.stars));
    let last_star = |member: &Member| member.days.values().flatten().flatten().max().copied();
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|(member, _)| (score(member), last_star(member), member.id));
    let scores: Vec<_> = rows.iter().map(|(member, _)| score(member)).collect();
    rows.into_iter()
        .map(|(member, times)| LeaderboardMember {
            rank: place(&scores, &score(member)),
            id: member.id,
            name: member.name.clone(),
            stars: member.stars,
            local_score: member.local_score,
            medians: medians(&times.iter()),
            days: times.clone(),
        })
        .collect()
}

fn medians<'a>(times: &(impl Iterator<Item = &'a MemberDay> + Clone)) -> Medians {
    let median =
        |value: fn(&MemberDay) -> Option<i64>| median(times.clone().filter_map(value).collect());
    Medians {
        part1_seconds: median(|time| time.part1_seconds),
        part2_seconds: median(|time| time.part2_seconds),
        delta_seconds: median(|time| time.delta_seconds),
    }
}

fn median(mut values: Vec<i64>) -> Option<i64> {
    values.sort_unstable();
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    Some(i64::midpoint(values[middle - 1], upper))
}

fn day_standings(board: &Leaderboard, rows: &[Row], day: Day) -> LeaderboardDay {
    let on_day: BTreeMap<usize, &MemberDay> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, (_, times))| Some((at, times.iter().find(|time| time.day == day)?)))
        .collect();
    let part = |seconds: fn(&MemberDay) -> Option<i64>| {
        let solved = on_day
            .iter()
            .filter_map(|(&at, time)| Some((seconds(time)?, at)));
        let first = solved.clone().min();
        PartStandings {
            solved: u32::try_from(solved.count()).unwrap_or(u32::MAX),
            first_seconds: first.map(|(seconds, _)| seconds),
            first: first.map(|(_, at)| rows[at].0.name.clone()),
        }
    };
    LeaderboardDay {
        day,
        unlock: board.unlock(day),
        part1: part(|time| time.part1_seconds),
        part2: part(|time| time.part2_seconds),
        medians: medians(&on_day.values().copied()),
    }
}

#[cfg(test)]
mod tests;
