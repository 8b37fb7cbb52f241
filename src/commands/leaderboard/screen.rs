//! The screens of leaderboards. Names are last in their lines, so that their width or
//! writing direction does not move other columns.

use std::time::Duration;

use anstyle::Style;
use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::new_stars::NewStar;
use super::ranking::{Figures, Order, member_figures};
use crate::puzzle::{Day, unlock};
use crate::site::{Leaderboard, Member, MemberDay};
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG, star_marks};
use crate::terminal::{Terminal, cut_end, one_line, plural, row, span, span_of, text_line};

/// The columns that a name has at least.
const MIN_NAME: usize = 4;

/// A name stays on its line as long as it fits.
const NAME: isize = 1;

/// What is shown, and how.
pub struct View<'a> {
    pub terminal: Terminal,
    pub board: &'a Leaderboard,
    pub ids: &'a [u64],
    pub age: Duration,
    pub order: Order,
    /// The name of the session's user, as far as it is known.
    pub own_name: Option<&'a str>,
}

impl View<'_> {
    /// The members, and the first of each day; with `everyone` the times of all.
    pub fn all(&self, everyone: bool) -> String {
        let hint = if everyone {
            ""
        } else {
            "; -v shows everyone's"
        };
        let order = match self.order {
            Order::Score | Order::Stars => "",
            Order::First => "first: how often one was the first to get a star; ",
            Order::Delta => "delta of a member: the median of all days; ",
            Order::Sum => "sum: all times to both stars; more such days come first; ",
        };
        let delta = if self.has_delta() {
            "; delta: the time between them"
        } else {
            ""
        };
        let legend = format!(
            "{order}score: the earlier a star, the more points; part 1, part 2: the time since the \
             unlock{delta}{hint}"
        );
        let title = if everyone {
            "the times of each day"
        } else {
            "the first of each day"
        };
        self.head(&self.board.year.to_string())
            + &self.ranks()
            + "\n"
            + &text_line(self.terminal, STRONG, title)
            + &self.days(everyone)
            + "\n"
            + &text_line(self.terminal, DIM, legend)
    }

    /// The members with a star of this day, in the order of completion.
    pub fn day(&self, day: Day) -> String {
        let puzzle = self.board.year.day(day);
        let mut solved = self.solved();
        solved.retain(|(times, _)| times.day == day);
        let head = self.head(&puzzle.to_string());
        if solved.is_empty() {
            return head + &text_line(self.terminal, DIM, "nobody has a star of this day yet");
        }
        let rows = (1..)
            .zip(solved)
            .map(|(rank, (times, member)): (usize, _)| {
                let style = if times.part2.is_some() { GOLD } else { PLAIN };
                (style, rank.to_string(), times, member)
            });
        head + &self.times_table("rank", rows)
    }

    /// A line for each new star.
    pub fn new_stars(&self, stars: &[NewStar]) -> String {
        stars
            .iter()
            .map(|star| {
                let puzzle = self.board.year.day(star.day);
                let cells = [
                    (STRONG, puzzle.to_string()),
                    (GOLD, star_marks(star.part.into()).to_owned()),
                    (PLAIN, span_of(star.time - unlock(puzzle))),
                    (PLAIN, star.name.clone()),
                ];
                row(self.terminal, 2, &[7, 2, -8], &cells)
            })
            .collect()
    }

    fn head(&self, name: &str) -> String {
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
        row(self.terminal, 2, &[], &cells)
    }

    /// A line for each member, with a column of what they are sorted by.
    fn ranks(&self) -> String {
        let column = match self.order {
            Order::Score | Order::Stars => None,
            Order::First => Some("first"),
            Order::Delta => Some("delta"),
            Order::Sum => Some("sum"),
        };
        let mut widths = vec![-4, -5, -5];
        widths.extend(column.map(|_| -8));
        widths.push(NAME);
        let line = |style: Style, cells: [&str; 3], figure: &str, name: &str| {
            let mut cells = Vec::from(cells);
            cells.extend(column.map(|_| figure));
            cells.push(name);
            let cells: Vec<_> = cells.into_iter().map(|cell| (style, cell)).collect();
            row(self.terminal, 2, &widths, &cells)
        };
        let mut text = line(
            DIM,
            ["rank", "stars", "score"],
            column.unwrap_or(""),
            "name",
        );
        let figures = member_figures(self.board);
        for (rank, (member, figures)) in (1..).zip(self.board.members.iter().zip(figures)) {
            let cells: [String; 3] = [
                rank.to_string(),
                member.stars.to_string(),
                member.local_score.to_string(),
            ];
            let style = if rank == 1 { GOLD } else { PLAIN };
            let name = self.name(member, &widths);
            let figure = self.figure(&figures);
            text += &line(style, cells.each_ref().map(String::as_str), &figure, &name);
        }
        text
    }

    fn figure(&self, figures: &Figures) -> String {
        let time = match self.order {
            Order::Score | Order::Stars => None,
            Order::First => return figures.first.to_string(),
            Order::Delta => figures.delta,
            Order::Sum => (figures.whole_days > 0).then_some(figures.sum),
        };
        time.map_or_else(|| "–".to_owned(), span)
    }

    /// The table of times for each day.
    fn days(&self, everyone: bool) -> String {
        let mut solved = self.solved();
        if !everyone {
            solved.dedup_by_key(|(times, _)| times.day);
        }
        let rows = solved.into_iter().map(|(times, member)| {
            let day = times.day.to_string();
            (PLAIN, day, times, member)
        });
        self.times_table("day", rows)
    }

    /// A line for each row, with its style and first cell: the times of a member on a day.
    fn times_table<'a>(
        &self,
        first: &str,
        rows: impl Iterator<Item = (Style, String, &'a MemberDay, &'a Member)>,
    ) -> String {
        let mut widths = vec![-first.len().cast_signed(), -8, -8];
        let mut heading = vec![first, "part 1", "part 2"];
        if self.has_delta() {
            widths.push(-8);
            heading.push("delta");
        }
        widths.push(NAME);
        heading.push("name");
        let heading: Vec<_> = heading.into_iter().map(|name| (DIM, name)).collect();
        let mut text = row(self.terminal, 2, &widths, &heading);
        for (style, first, times, member) in rows {
            let [part1, part2, delta] = self.times(times);
            let mut cells = vec![first, part1, part2];
            if self.has_delta() {
                cells.push(delta);
            }
            cells.push(self.name(member, &widths));
            let cells: Vec<_> = cells.into_iter().map(|cell| (style, cell)).collect();
            text += &row(self.terminal, 2, &widths, &cells);
        }
        text
    }

    /// A narrow terminal has no room for the times between two stars beside a name.
    fn has_delta(&self) -> bool {
        self.terminal.width.is_none_or(|columns| columns >= 50)
    }

    /// The days of all members by day; members with both stars come first.
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

    /// The times from the unlock to both stars, and the time between them.
    fn times(&self, times: &MemberDay) -> [String; 3] {
        let unlock = Some(unlock(self.board.year.day(times.day)));
        [
            time_between(unlock, times.part1),
            time_between(unlock, times.part2),
            time_between(times.part1, times.part2),
        ]
    }

    /// The name of a member behind columns of these widths, the last of which is its own; cut
    /// to what is left of the line.
    fn name(&self, member: &Member, widths: &[isize]) -> String {
        let own = if self.own_name == Some(&member.name) {
            " (you)"
        } else {
            ""
        };
        let Some(width) = self.terminal.width else {
            return format!("{}{own}", member.name);
        };
        let before = &widths[..widths.len() - 1];
        let before: usize = before.iter().map(|width| width.unsigned_abs() + 2).sum();
        let columns = width.saturating_sub(before + own.len()).max(MIN_NAME);
        let name = one_line(&member.name);
        format!("{}{own}", cut_end(&name, columns))
    }
}

/// The time in words; a dash if one of its ends is unknown. Beta testers solve puzzles
/// before the unlock.
fn time_between(start: Option<DateTime<Utc>>, end: Option<DateTime<Utc>>) -> String {
    let (Some(start), Some(end)) = (start, end) else {
        return "–".to_owned();
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
            own_name: Some("member 9 with a name"),
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
        insta::assert_snapshot!(view(&ours, 80, Order::Score).all(true), @r"
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
        let first = first.all(false);
        assert_eq!(first.matches("member 8").count(), 1, "{first}");
        assert!(first.contains("\nthe first of each day\n"), "{first}");
        assert!(first.ends_with("; -v shows everyone's\n"), "{first}");
    }

    #[test]
    fn a_leaderboard_in_forty_columns() {
        let ours = three();
        insta::assert_snapshot!(view(&ours, 40, Order::Score).all(true), @r"
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

    /// The own name is as long as the others' can be beside its mark.
    #[test]
    fn lines_of_days_fit_with_ones_own_name() {
        let mut ours = three();
        ours.members[0].name = "member 9 with a name".to_owned();
        for width in 40..60 {
            let view = view(&ours, width, Order::Score);
            for line in (view.days(true) + &view.day(Day::FIRST)).lines().skip(1) {
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
            let shown = view(&ours, 200, order).all(true);
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
