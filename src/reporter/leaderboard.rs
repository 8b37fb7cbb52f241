//! What `aoc leaderboard` shows: the members, then the days, with `-v` also
//! everyone's times.
//!
//! Names stand last in their lines: how wide a terminal draws one, or in which
//! direction, then moves nothing else.

use std::io::Write;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::puzzle::{Day, Year};
use crate::terminal::Verbosity;
use crate::terminal::cut_end;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG};
use crate::terminal::{OutputError, raw};
use crate::terminal::{plural, sanitize, span};

/// What `aoc leaderboard --json` prints: schema `aoc-leaderboard/1`. Times with
/// a unit in their name count from the unlock of the day.
#[derive(Debug, Serialize)]
pub struct LeaderboardResults {
    schema: &'static str,
    year: Year,
    id: u64,
    /// When the site sent it.
    fetched: DateTime<Utc>,
    age_seconds: u64,
    /// The best first.
    members: Vec<LeaderboardMember>,
    /// The days on which someone has a star.
    days: Vec<LeaderboardDay>,
}

#[derive(Debug, Serialize)]
pub struct LeaderboardMember {
    pub rank: u32,
    pub id: u64,
    pub name: String,
    pub stars: u32,
    pub local_score: u64,
    pub medians: Medians,
    pub days: Vec<MemberDay>,
}

/// Of one member over all days, or of one day over all members.
#[expect(
    clippy::struct_field_names,
    reason = "in the document they have their unit"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Medians {
    pub part1_seconds: Option<i64>,
    pub part2_seconds: Option<i64>,
    /// From part 1 to part 2.
    pub delta_seconds: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemberDay {
    pub day: Day,
    pub part1: Option<DateTime<Utc>>,
    pub part2: Option<DateTime<Utc>>,
    pub part1_seconds: Option<i64>,
    pub part2_seconds: Option<i64>,
    pub delta_seconds: Option<i64>,
    /// The rank by time on this leaderboard.
    pub part1_rank: Option<u32>,
    pub part2_rank: Option<u32>,
}

#[derive(Debug, Serialize)]
pub struct LeaderboardDay {
    pub day: Day,
    pub unlock: DateTime<Utc>,
    pub part1: PartStandings,
    pub part2: PartStandings,
    pub medians: Medians,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PartStandings {
    /// How many members solved it.
    pub solved: u32,
    pub first_seconds: Option<i64>,
    /// The name of the first.
    pub first: Option<String>,
}

impl LeaderboardResults {
    pub const fn new(
        year: Year,
        id: u64,
        fetched: DateTime<Utc>,
        age: Duration,
        members: Vec<LeaderboardMember>,
        days: Vec<LeaderboardDay>,
    ) -> Self {
        Self {
            schema: "aoc-leaderboard/1",
            year,
            id,
            fetched,
            age_seconds: age.as_secs(),
            members,
            days,
        }
    }
}

/// Writes the leaderboard.
pub fn leaderboard(
    out: &mut dyn Write,
    terminal: Terminal,
    verbosity: Verbosity,
    results: &LeaderboardResults,
) -> Result<(), OutputError> {
    let mut lines = head(terminal, results);
    if !results.members.is_empty() {
        lines += &members(terminal, results);
    }
    if !results.days.is_empty() {
        lines.push('\n');
        lines += &days(terminal, results);
    }
    if verbosity == Verbosity::Verbose {
        for day in &results.days {
            lines.push('\n');
            lines += &times(terminal, results, day);
        }
    }
    raw(out, lines.as_bytes())
}

const RANK: usize = 4;
const STARS: usize = 5;
/// A time such as `23h 59m`, and the words above it.
const TIME: usize = 8;
/// Fewer columns than this are not enough for a name.
const NAME: usize = 8;
/// The columns between two cells.
const GAP: usize = 2;

/// The columns before the name with all times, and without.
const WIDE: usize = RANK + 2 * (GAP + STARS) + 3 * (GAP + TIME) + GAP;

fn head(terminal: Terminal, results: &LeaderboardResults) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &results.year.to_string()).gap(GAP);
    line.words(PLAIN, &format!("leaderboard {}", results.id));
    let members = plural(results.members.len(), "member");
    line.gap(GAP).cell(PLAIN, &members).gap(GAP);
    let age = match results.age_seconds {
        0 => "fetched just now".to_owned(),
        seconds => format!("{} old", span(Duration::from_secs(seconds))),
    };
    line.cell(DIM, &age);
    line.end()
}

/// Whether there is room for this many columns and a name.
fn fits(terminal: Terminal, columns: usize) -> bool {
    terminal.width.is_none_or(|width| columns + NAME <= width)
}

fn members(terminal: Terminal, results: &LeaderboardResults) -> String {
    let wide = fits(terminal, WIDE);
    let mut line = Line::new(terminal, 0);
    line.right(DIM, "rank", RANK);
    line.gap(GAP).right(DIM, "stars", STARS);
    line.gap(GAP).right(DIM, "score", STARS);
    if wide {
        for word in ["median 1", "median 2", "delta"] {
            line.gap(GAP).right(DIM, word, TIME);
        }
    }
    line.gap(GAP);
    let mut lines = named(line, terminal, wide, DIM, "name");
    for member in &results.members {
        let style = if member.rank == 1 { GOLD } else { PLAIN };
        let mut line = Line::new(terminal, 0);
        line.right(style, &member.rank.to_string(), RANK);
        line.gap(GAP).right(PLAIN, &member.stars.to_string(), STARS);
        line.gap(GAP)
            .right(STRONG, &member.local_score.to_string(), STARS);
        if wide {
            let Medians {
                part1_seconds,
                part2_seconds,
                delta_seconds,
            } = member.medians;
            for seconds in [part1_seconds, part2_seconds, delta_seconds] {
                line.gap(GAP).right(PLAIN, &since(seconds), TIME);
            }
        }
        line.gap(GAP);
        lines += &named(line, terminal, wide, style, &member.name);
    }
    lines
}

/// The finished line, with a name as its last cell.
fn named(
    mut line: Line,
    terminal: Terminal,
    wide: bool,
    style: anstyle::Style,
    name: &str,
) -> String {
    let before = if wide {
        WIDE
    } else {
        RANK + 2 * (GAP + STARS) + GAP
    };
    name_cell(&mut line, terminal, before, style, name);
    line.end()
}

/// A name in the room that `before` columns leave, or on a line of its own.
fn name_cell(
    line: &mut Line,
    terminal: Terminal,
    before: usize,
    style: anstyle::Style,
    name: &str,
) {
    let room = terminal.width.unwrap_or(usize::MAX);
    let beside = room.saturating_sub(before);
    let columns = if beside >= NAME { beside } else { room };
    let name = sanitize(name);
    line.cell(style, &cut_end(&name, columns));
}

fn days(terminal: Terminal, results: &LeaderboardResults) -> String {
    const DAY: usize = 3;
    const COUNT: usize = 4;
    let before = DAY + 2 * (GAP + COUNT) + 5 * (GAP + TIME) + GAP;
    let wide = fits(terminal, before);
    let row = |style: anstyle::Style, cells: [&str; 8], name: &str| {
        let mut line = Line::new(terminal, 0);
        let [day, both, one, times @ ..] = cells;
        line.right(STRONG, day, DAY);
        line.gap(GAP).right(style, both, COUNT);
        line.gap(GAP).right(DIM, one, COUNT);
        if wide {
            for time in times {
                line.gap(GAP).right(style, time, TIME);
            }
            line.gap(GAP);
            name_cell(&mut line, terminal, before, style, name);
        } else {
            line.gap(GAP).right(style, times[3], TIME);
        }
        line.end()
    };
    let words = [
        "day", "both", "one", "first 1", "median 1", "first 2", "median 2", "delta",
    ];
    let mut lines = row(DIM, words, "first");
    for day in &results.days {
        let one = day.part1.solved.saturating_sub(day.part2.solved);
        let medians = day.medians;
        let cells = [
            day.day.to_string(),
            day.part2.solved.to_string(),
            one.to_string(),
            since(day.part1.first_seconds),
            since(medians.part1_seconds),
            since(day.part2.first_seconds),
            since(medians.part2_seconds),
            since(medians.delta_seconds),
        ];
        let name = day.part2.first.as_ref().or(day.part1.first.as_ref());
        lines += &row(
            PLAIN,
            cells.each_ref().map(String::as_str),
            name.map_or("", String::as_str),
        );
    }
    lines
}

/// Everyone's times on a day, the fastest first.
fn times(terminal: Terminal, results: &LeaderboardResults, day: &LeaderboardDay) -> String {
    let mut rows: Vec<(&MemberDay, &str)> = results
        .members
        .iter()
        .filter_map(|member| {
            let time = member.days.iter().find(|time| time.day == day.day)?;
            Some((time, member.name.as_str()))
        })
        .collect();
    let last = i64::MAX;
    rows.sort_by_key(|(time, _)| {
        let seconds = |seconds: Option<i64>| seconds.unwrap_or(last);
        (seconds(time.part2_seconds), seconds(time.part1_seconds))
    });

    let before = 2 * (RANK + GAP + TIME) + 2 * GAP + TIME + GAP;
    let wide = fits(terminal, before);
    let row = |cells: [&str; 5], style: anstyle::Style, name: &str| {
        let mut line = Line::new(terminal, 0);
        let [rank1, time1, rank2, time2, delta] = cells;
        line.right(DIM, rank1, RANK)
            .gap(GAP)
            .right(style, time1, TIME);
        line.gap(GAP).right(DIM, rank2, RANK);
        line.gap(GAP).right(style, time2, TIME);
        line.gap(GAP).right(DIM, delta, TIME).gap(GAP);
        let before = if wide { before } else { usize::MAX };
        name_cell(&mut line, terminal, before, style, name);
        line.end()
    };
    let mut head = Line::new(terminal, 2);
    head.cell(STRONG, &format!("day {}", day.day)).gap(GAP);
    let unlock = day.unlock.format("%Y-%m-%d %H:%M UTC");
    head.words(DIM, &format!("unlocked {unlock}"));
    let mut lines = head.end();
    lines += &row(["rank", "part 1", "rank", "part 2", "delta"], DIM, "name");
    for (time, name) in rows {
        let rank = |rank: Option<u32>| rank.map_or_else(String::new, |rank| rank.to_string());
        let cells = [
            rank(time.part1_rank),
            since(time.part1_seconds),
            rank(time.part2_rank),
            since(time.part2_seconds),
            since(time.delta_seconds),
        ];
        lines += &row(cells.each_ref().map(String::as_str), PLAIN, name);
    }
    lines
}

/// A time, or a dash where there is none.
fn since(seconds: Option<i64>) -> String {
    let seconds = seconds.map(i64::unsigned_abs);
    seconds.map_or_else(|| "–".to_owned(), |s| span(Duration::from_secs(s)))
}

#[cfg(test)]
mod tests;
