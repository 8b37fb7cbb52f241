//! Leaderboards and members for the tests of the command.

use chrono::TimeDelta;

use crate::puzzle::{Day, Year, unlock};
use crate::site::{Leaderboard, Member, MemberDay};

pub const YEAR: Year = Year::of(2020);

/// A day with the seconds from its unlock to its stars.
pub fn day(day: u8, part1: i64, part2: Option<i64>) -> MemberDay {
    let day = Day::of(day);
    let after = |seconds| unlock(YEAR.day(day)) + TimeDelta::seconds(seconds);
    MemberDay {
        day,
        part1: Some(after(part1)),
        part2: part2.map(after),
        part1_index: None,
        part2_index: None,
    }
}

pub fn member(id: u64, name: &str, local_score: u64, days: &[MemberDay]) -> Member {
    let stars = days.iter().flat_map(|day| [day.part1, day.part2]).flatten();
    Member {
        id,
        name: name.to_owned(),
        stars: stars.count() as u64,
        local_score,
        days: days.to_vec(),
    }
}

pub fn board(members: Vec<Member>) -> Leaderboard {
    let unlock = unlock(YEAR.day(Day::FIRST));
    Leaderboard {
        year: YEAR,
        id: 1001,
        fetched: unlock,
        first_unlock: unlock,
        day_count: None,
        members,
    }
}
