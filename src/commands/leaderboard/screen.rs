//! The output of leaderboards. A name is at the end of its line, so its width and writing direction
//! cannot move other columns.

use std::collections::BTreeSet;
use std::time::Duration;

use anstyle::Style;
use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::new_stars::NewStar;
use super::ranking::{Figures, Order, member_figures};
use crate::puzzle::{Day, unlock};
use crate::reporter::{puzzle_link, year_link};
use crate::site::{Leaderboard, Member, MemberDay};
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG, star_marks};
use crate::terminal::table::{Cell, Column, Layout, cells, list, table};
use crate::terminal::{Link, Terminal, linked_row, plural, span, span_of, span_or_dash, text_line};

/// The column of names.
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
    pub ids: &'a [u64],
    pub age: Duration,
    pub order: Order,
    /// The ID of the session's user, if it is known.
    pub own_id: Option<u64>,
    /// True if each day shows the times of all members. Otherwise it shows only the first member.
    pub has_all_times: bool,
    /// True if each member without a star has a line.
    pub has_starless: bool,
}

impl View<'_> {
    /// The members, and the times of each day.
    pub fn all(&self) -> String {
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
        let days = self.days();
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
        self.head(&self.board.year.to_string(), year_link(self.board.year))
            + &self.ranks()
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

    /// The new stars of more than a week. A day has one line for the members with both stars, and
    /// one line for the members with only the first star.
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
            let of_part = |part| {
                stars
                    .iter()
                    .filter(move |star| (star.day, star.part) == (day, part))
            };
            let both: Vec<&NewStar> = of_part(Part::Two).collect();
            let mut first: Vec<&NewStar> = of_part(Part::One).collect();
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

    /// A line for each member. The order may add a column. Members without a star share one line if
    /// they have no lines of their own.
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
            .map(|(rank, (member, figures)): (usize, _)| {
                let style = if rank == 1 { GOLD } else { PLAIN };
                let mut row = cells(
                    style,
                    [
                        rank.to_string(),
                        member.stars.to_string(),
                        member.local_score.to_string(),
                    ],
                );
                let figure = self.figure(&figures);
                row.extend(figure.map(|figure| Cell::new(style, figure)));
                row.push(self.name(style, member));
                row
            })
            .collect();
        let table = table(self.terminal, &columns, &rows);
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

    /// The figure for the order, if it has a column of its own.
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
        let members = self.board.members.iter();
        let mut solved: Vec<_> = members
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

    /// The name of a member. The user's own name has a mark.
    fn name(&self, style: Style, member: &Member) -> Cell {
        let name = Cell::new(style, &member.name);
        if self.own_id == Some(member.id) {
            name.tail(" (you)")
        } else {
            name
        }
    }
}

/// The time in words, or a dash if `start` or `end` is not known. A beta tester solves puzzles
/// before the unlock.
fn time_between(start: Option<DateTime<Utc>>, end: Option<DateTime<Utc>>) -> String {
    let (Some(start), Some(end)) = (start, end) else {
        return span_or_dash(None);
    };
    span_of(end - start)
}

#[cfg(test)]
pub mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::puzzle::Year;

    const YEAR: Year = Year::of(2020);

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

    fn view(board: &Leaderboard, width: usize, order: Order) -> View<'_> {
        View {
            terminal: Terminal::wide(width),
            board,
            ids: &[1001],
            age: Duration::from_secs(125),
            order,
            own_id: Some(9),
            has_all_times: false,
            has_starless: false,
        }
    }

    /// The leaderboard with `-v`.
    fn verbose(board: &Leaderboard, width: usize, order: Order) -> View<'_> {
        View {
            has_all_times: true,
            ..view(board, width, order)
        }
    }

    fn three() -> Leaderboard {
        board(vec![
            member(
                7,
                "member 7 \u{1b}[2Jカニ",
                12,
                &[day(1, 125, Some(754)), day(2, 100, None)],
            ),
            member(8, "member 8 \u{1b}[2Jカニ", 9, &[day(1, -9, None)]),
            member(9, "member 9 with a name", 0, &[]),
        ])
    }

    #[test]
    fn members_and_days_are_shown() {
        let ours = three();
        insta::assert_snapshot!(verbose(&ours, 80, Order::Score).all(), @r"
        2020  leaderboard 1001  3 members  fetched 2m 5s ago
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
           3      0      0  member 9 with a name (you)

        the times of each day
        day    part 1    part 2     delta  name
          1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
          1        0s         –         –  member 8 \u{1b}[2Jカニ
          2    1m 40s         –         –  member 7 \u{1b}[2Jカニ

        score: the earlier a star, the more points; part 1, part 2: the time since the
          unlock; delta: the time between them
        ");
        let first = View {
            terminal: Terminal::PLAIN,
            ..view(&ours, 80, Order::Score)
        };
        let first = first.all();
        assert_eq!(first.matches("member 8").count(), 1, "{first}");
        assert!(first.contains("\nthe first of each day\n"), "{first}");
        assert!(first.ends_with("; -v shows everyone's\n"), "{first}");
    }

    #[test]
    fn the_year_or_the_puzzle_in_the_heading_is_a_link() {
        let ours = three();
        let view = View {
            terminal: Terminal {
                links: true,
                ..Terminal::wide(80)
            },
            ..view(&ours, 80, Order::Score)
        };
        let all = view.all();
        let day = view.day(Day::of(1));
        for (text, page, name) in [(all, "2020", "2020"), (day, "2020/day/1", "2020/1")] {
            let link = format!("\x1b]8;;https://adventofcode.com/{page}\x1b\\{name}\x1b]8;;\x1b\\");
            assert!(text.starts_with(&link), "{text:?}");
        }
    }

    #[test]
    fn a_leaderboard_in_forty_columns() {
        let ours = three();
        insta::assert_snapshot!(verbose(&ours, 40, Order::Score).all(), @r"
        2020  leaderboard 1001  3 members
          fetched 2m 5s ago
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2J…
           2      1      9  member 8 \u{1b}[2J…
           3      0      0  member 9 with… (you)

        the times of each day
        day    part 1    part 2  name
          1     2m 5s   12m 34s  member 7 \u{1b…
          1        0s         –  member 8 \u{1b…
          2    1m 40s         –  member 7 \u{1b…

        score: the earlier a star, the more
          points; part 1, part 2: the time since
          the unlock
        ");
    }

    /// The user's name has the largest length that fits beside its mark.
    #[test]
    fn lines_of_days_fit_with_ones_own_name() {
        let mut ours = three();
        ours.members[0].name = "member 9 with a name".to_owned();
        for width in 40..60 {
            let view = verbose(&ours, width, Order::Score);
            let days = table(view.terminal, &times_columns("day"), &view.days());
            for line in (days + &view.day(Day::FIRST)).lines().skip(1) {
                assert!(!line.starts_with("  m"), "{line}");
                assert!(line.chars().count() <= width, "{line}");
            }
        }
    }

    #[test]
    fn an_order_is_explained() {
        let ours = three();
        for (order, word) in [
            (Order::First, "first: "),
            (Order::Delta, "delta of a member: "),
            (Order::Sum, "sum: "),
        ] {
            let shown = verbose(&ours, 250, order).all();
            let legend = shown.lines().last().expect("a line");
            assert!(legend.starts_with(word), "{legend}");
        }
    }

    #[test]
    fn an_order_has_its_column_and_long_names_are_cut() {
        let mut ours = three();
        for member in &mut ours.members {
            member.name = member.name.replace('\u{1b}', "~");
        }
        let shown = [Order::First, Order::Delta, Order::Sum].map(|order| {
            let view = view(&ours, 40, order);
            view.ranks()
        });
        insta::assert_snapshot!(shown.join("\n"), @r"
        rank  stars  score     first  name
           1      3     12         2  member 7…
           2      1      9         1  member 8…
           3      0      0         0  mem… (you)

        rank  stars  score     delta  name
           1      3     12   10m 29s  member 7…
           2      1      9         –  member 8…
           3      0      0         –  mem… (you)

        rank  stars  score       sum  name
           1      3     12   12m 34s  member 7…
           2      1      9         –  member 8…
           3      0      0         –  mem… (you)
        ");
    }

    #[test]
    fn a_day_is_in_the_order_of_completion() {
        let ours = three();
        let view = view(&ours, 60, Order::Score);
        insta::assert_snapshot!(view.day(Day::FIRST) + &view.day(Day::of(3)), @r"
        2020/1  leaderboard 1001  3 members  fetched 2m 5s ago
        rank    part 1    part 2     delta  name
           1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
           2        0s         –         –  member 8 \u{1b}[2Jカニ
        2020/3  leaderboard 1001  3 members  fetched 2m 5s ago
        nobody has a star of this day yet
        ");
    }

    #[test]
    fn several_members_without_a_star_are_a_line_unless_all_are_asked_for() {
        let mut ours = three();
        ours.members.push(member(10, "Dee", 0, &[]));
        let own = view(&ours, 60, Order::Score);
        let folded = own.ranks();
        insta::assert_snapshot!(folded, @r"
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
        2 members without a star, you among them; --all shows them
        ");
        let other = View {
            own_id: None,
            ..view(&ours, 60, Order::Score)
        };
        let line = "\n2 members without a star; --all shows them\n";
        assert!(other.ranks().ends_with(line));
        let with_all = View {
            has_starless: true,
            ..own
        };
        let all = with_all.ranks();
        insta::assert_snapshot!(all, @r"
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
           3      0      0  member 9 with a name (you)
           4      0      0  Dee
        ");
    }

    #[test]
    fn new_stars_of_more_than_a_week_are_grouped_by_day() {
        let board = board(Vec::new());
        let star = |day, part, id, name: &str| NewStar {
            day: Day::of(day),
            part,
            time: unlock(YEAR.day(Day::of(day))),
            id,
            name: name.to_owned(),
        };
        let stars = [
            star(2, Part::One, 8, "Bob"),
            star(1, Part::One, 7, "Ana"),
            star(1, Part::One, 8, "Bob"),
            star(1, Part::Two, 9, "Cy \u{1b}[2J"),
            star(1, Part::Two, 7, "Ana"),
            star(3, Part::One, 7, "Ana"),
            star(3, Part::Two, 7, "Ana"),
        ];
        let grouped = [80, 40].map(|width| {
            let view = view(&board, width, Order::Score);
            view.new_stars_by_day(&stars)
        });
        insta::assert_snapshot!(grouped.join("\n"), @r"
        2020/1   **  2 members    Cy \u{1b}[2J, Ana
        2020/1   *   1 member     Bob
        2020/2   *   1 member     Bob
        2020/3   **  1 member     Ana

        2020/1   **  2 members    Cy \u{1b}[2J,
          Ana
        2020/1   *   1 member     Bob
        2020/2   *   1 member     Bob
        2020/3   **  1 member     Ana
        ");
    }

    #[test]
    fn new_stars_are_lines() {
        let board = board(Vec::new());
        let time = unlock(YEAR.day(Day::of(12))) + TimeDelta::seconds(754);
        let star = |part| NewStar {
            day: Day::of(12),
            part,
            time,
            id: 7,
            name: "Ana".to_owned(),
        };
        let shown = view(&board, 80, Order::Score).new_stars(&Part::BOTH.map(star));
        insta::assert_snapshot!(shown, @r"
        2020/12  *    12m 34s  Ana
        2020/12  **   12m 34s  Ana
        ");
    }
}
