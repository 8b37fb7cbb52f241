//! The screens of leaderboards. A name is at the end of its line, so that its width and writing
//! direction cannot move other columns.

use std::collections::BTreeSet;
use std::time::Duration;

use anstyle::Style;
use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::new_stars::NewStar;
use super::ranking::{Figures, Order, member_figures};
use crate::puzzle::{Day, unlock};
use crate::render::{puzzle_link, year_link};
use crate::site::{Leaderboard, Member, MemberDay};
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG, star_marks};
use crate::terminal::table::{Cell, Column, Layout, cells, list, table};
use crate::terminal::{
    DASH, Link, Terminal, linked_row, plural, span, span_of, span_or_dash, text_line,
};

const NAME: Column = Column::left("name").cut(4, 15, None);

/// The columns for the times of a day. `first` is the title of the first column.
fn times_columns(first: &'static str) -> [Column; 5] {
    [
        Column::right(first),
        Column::right("part 1").at_least(8),
        Column::right("part 2").at_least(8),
        Column::right("delta").at_least(8).drop_order(1),
        NAME,
    ]
}

/// A leaderboard with the options for showing it.
pub struct View<'a> {
    pub terminal: Terminal,
    pub board: &'a Leaderboard,
    /// The IDs of the leaderboards that `board` shows as one.
    pub ids: &'a [u64],
    /// The time since the site sent the leaderboard.
    pub age: Duration,
    pub order: Order,
    /// The ID of the session's user, if it is known.
    pub own_id: Option<u64>,
    /// True if each day shows the times of all members, and not only of the first member.
    pub has_all_times: bool,
    /// True if each member without a star has a line.
    pub has_starless: bool,
}

impl View<'_> {
    /// The members, and the times of each day with a star.
    pub fn all(&self) -> String {
        let year = self.board.year;
        let members = self.head(&year.to_string(), year_link(year)) + &self.ranks();
        let days = self.days();
        if days.is_empty() {
            return members;
        }
        let hint = if self.has_all_times {
            ""
        } else {
            "; -v shows everyone's"
        };
        let order = match self.order {
            Order::Score | Order::Stars => "",
            Order::First => "first: the number of stars that the member got before all others; ",
            Order::Delta => "delta of a member: the median of all days; ",
            Order::Sum => {
                "sum: the sum of the times to the second stars; members with more complete days come first; "
            }
        };
        let columns = times_columns("day");
        let layout = Layout::of_rows(self.terminal, &columns, &days);
        let delta = if layout.shows("delta") {
            "; delta: the time between them"
        } else {
            ""
        };
        let legend = format!(
            "{order}score: the earlier a star, the more points; part 1, part 2: the time since the \
             unlock{delta}{hint}"
        );
        let title = if self.has_all_times {
            "the times of each day"
        } else {
            "the first of each day"
        };
        members
            + "\n"
            + &text_line(self.terminal, STRONG, title)
            + &layout.table(&days)
            + "\n"
            + &text_line(self.terminal, DIM, legend)
    }

    /// The members with a star of this day, in the order of completion.
    pub fn day(&self, day: Day) -> String {
        let puzzle = self.board.year.day(day);
        let mut solved = self.solved();
        solved.retain(|(times, _)| times.day == day);
        let head = self.head(&puzzle.to_string(), puzzle_link(puzzle));
        if solved.is_empty() {
            return head + &text_line(self.terminal, DIM, "nobody has a star of this day yet");
        }
        let rows: Vec<_> = (1..)
            .zip(solved)
            .map(|(rank, (times, member)): (usize, _)| {
                let style = if times.part2.is_some() { GOLD } else { PLAIN };
                self.times_row(style, rank.to_string(), times, member)
            })
            .collect();
        head + &table(self.terminal, &times_columns("rank"), &rows)
    }

    /// A line for each new star.
    pub fn new_stars(&self, stars: &[NewStar]) -> String {
        const COLUMNS: &[Column] = &[
            Column::left("").at_least(7),
            Column::left("").at_least(2),
            Column::right("").at_least(8),
            Column::left("").wraps(),
        ];
        let rows = stars.iter().map(|star| {
            let puzzle = self.board.year.day(star.day);
            [
                Cell::new(STRONG, puzzle.to_string()).link(puzzle_link(puzzle)),
                Cell::new(GOLD, star_marks(star.part.into())),
                Cell::new(PLAIN, span_of(star.time - unlock(puzzle))),
                Cell::new(PLAIN, &star.name),
            ]
        });
        list(self.terminal, COLUMNS, rows)
    }

    /// The new stars of more than a week. Each day has a line for the members with both stars, and
    /// a line for the members with only the first star.
    pub fn new_stars_by_day(&self, stars: &[NewStar]) -> String {
        const COLUMNS: &[Column] = &[
            Column::left("").at_least(7),
            Column::left("").at_least(2),
            Column::left("").at_least(11),
            Column::left("").wraps(),
        ];
        let days: BTreeSet<Day> = stars.iter().map(|star| star.day).collect();
        let mut rows = Vec::new();
        for day in days {
            let (both, mut first): (Vec<&NewStar>, Vec<&NewStar>) = stars
                .iter()
                .filter(|star| star.day == day)
                .partition(|star| star.part == Part::Two);
            first.retain(|star| both.iter().all(|other| other.id != star.id));
            for (part, stars) in [(Part::Two, both), (Part::One, first)] {
                let names: Vec<&str> = stars.iter().map(|star| &*star.name).collect();
                if names.is_empty() {
                    continue;
                }
                let puzzle = self.board.year.day(day);
                rows.push([
                    Cell::new(STRONG, puzzle.to_string()).link(puzzle_link(puzzle)),
                    Cell::new(GOLD, star_marks(part.into())),
                    Cell::new(PLAIN, plural(names.len(), "member")),
                    Cell::new(PLAIN, names.join(", ")),
                ]);
            }
        }
        list(self.terminal, COLUMNS, rows)
    }

    fn head(&self, name: &str, link: Option<Link>) -> String {
        let ids: Vec<String> = self.ids.iter().map(u64::to_string).collect();
        let word = if ids.len() == 1 {
            "leaderboard"
        } else {
            "leaderboards"
        };
        let cells = [
            (STRONG, name.to_owned()),
            (PLAIN, format!("{word} {}", ids.join(", "))),
            (PLAIN, plural(self.board.members.len(), "member")),
            (DIM, format!("fetched {} ago", span(self.age))),
        ];
        linked_row(self.terminal, link, 2, &cells)
    }

    /// A line for each member. The order may add a column. Members without a star share one line,
    /// unless `has_starless` is set.
    fn ranks(&self) -> String {
        let members = &self.board.members;
        let without = members.iter().filter(|member| !member.has_star()).count();
        let is_folded = !self.has_starless && without > 1;
        let mut columns = vec![
            Column::right("rank"),
            Column::right("stars"),
            Column::right("score"),
        ];
        columns.extend(match self.order {
            Order::Score | Order::Stars => None,
            Order::First => Some(Column::right("first").at_least(8)),
            Order::Delta => Some(Column::right("delta").at_least(8)),
            Order::Sum => Some(Column::right("sum").at_least(8)),
        });
        columns.push(NAME);
        let figures = member_figures(self.board);
        let rows: Vec<_> = (1..)
            .zip(members.iter().zip(figures))
            .filter(|(_, (member, _))| member.has_star() || !is_folded)
            .map(|(rank, (member, figures))| self.rank_row(rank, member, &figures))
            .collect();
        let table = if rows.is_empty() {
            String::new()
        } else {
            table(self.terminal, &columns, &rows)
        };
        if !is_folded {
            return table;
        }
        let is_own = members
            .iter()
            .filter(|member| !member.has_star())
            .any(|member| self.own_id == Some(member.id));
        let own = if is_own { ", you among them" } else { "" };
        let line = format!("{without} members without a star{own}; --all shows them");
        table + &text_line(self.terminal, DIM, line)
    }

    fn rank_row(&self, rank: usize, member: &Member, figures: &Figures) -> Vec<Cell> {
        let style = if rank == 1 { GOLD } else { PLAIN };
        let mut row = cells(
            style,
            [
                rank.to_string(),
                member.stars.to_string(),
                member.local_score.to_string(),
            ],
        );
        let figure = self.figure(figures);
        row.extend(figure.map(|figure| Cell::new(style, figure)));
        row.push(self.name(style, member));
        row
    }

    /// The figure of the order, if the order has its own column.
    fn figure(&self, figures: &Figures) -> Option<String> {
        let time = match self.order {
            Order::Score | Order::Stars => return None,
            Order::First => return Some(figures.first.to_string()),
            Order::Delta => figures.delta,
            Order::Sum => (figures.whole_days > 0).then_some(figures.sum),
        };
        Some(span_or_dash(time))
    }

    /// The times of each day, of all members or only of the first one.
    fn days(&self) -> Vec<Vec<Cell>> {
        let mut solved = self.solved();
        if !self.has_all_times {
            solved.dedup_by_key(|(times, _)| times.day);
        }
        solved
            .into_iter()
            .map(|(times, member)| self.times_row(PLAIN, times.day.to_string(), times, member))
            .collect()
    }

    /// The times of a member on a day.
    fn times_row(
        &self,
        style: Style,
        first: String,
        times: &MemberDay,
        member: &Member,
    ) -> Vec<Cell> {
        let unlock = Some(unlock(self.board.year.day(times.day)));
        let mut row = cells(
            style,
            [
                first,
                time_between(unlock, times.part1),
                time_between(unlock, times.part2),
                time_between(times.part1, times.part2),
            ],
        );
        row.push(self.name(style, member));
        row
    }

    /// The solved days of all members, sorted by day. On each day, members with both stars come
    /// first.
    fn solved(&self) -> Vec<(&MemberDay, &Member)> {
        let mut solved: Vec<_> = self
            .board
            .members
            .iter()
            .flat_map(|member| member.days.iter().map(move |times| (times, member)))
            .collect();
        solved.sort_by_key(|(times, _)| {
            let is_half = times.part2.is_none();
            (
                times.day,
                is_half,
                times.order(Part::Two),
                times.order(Part::One),
            )
        });
        solved
    }

    /// The name of a member, with a mark at the user's own name. The ID in the name of an anonymous
    /// member is never cut, because it distinguishes the members.
    fn name(&self, style: Style, member: &Member) -> Cell {
        let id = format!(" #{})", member.id);
        if self.own_id == Some(member.id) {
            Cell::new(style, &member.name).tail(" (you)")
        } else if let Some(begin) = member.name.strip_suffix(&id) {
            Cell::new(style, begin).tail(id)
        } else {
            Cell::new(style, &member.name)
        }
    }
}

/// The time in words, or a dash if `start` or `end` is not known. Beta testers solve puzzles before
/// the unlock.
fn time_between(start: Option<DateTime<Utc>>, end: Option<DateTime<Utc>>) -> String {
    let (Some(start), Some(end)) = (start, end) else {
        return DASH.to_owned();
    };
    span_of(end - start)
}

#[cfg(test)]
mod tests;
