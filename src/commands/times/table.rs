//! The table of `aoc times`.
//!
//! ```text
//! 2025  best day: 1
//! day   part 1   part 2  between  guesses
//!   1    2m 5s  12m 34s  10m 29s        3
//! sum           12m 34s                 3
//! ```

use std::time::Duration;

use aoc_solution::Part;

use super::document::{DayTimes, TimesDocument};
use crate::records::DayRecord;
use crate::render::year_link;
use crate::site::StarTime;
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG};
use crate::terminal::table::{Cell, Column, Layout, cells};
use crate::terminal::{DASH, Terminal, legend, linked_row, plural, span_or_dash, text_line};

/// The columns of the table. On a narrow terminal, the times from the first look are left out.
const COLUMNS: [Column; 7] = [
    Column::right("day"),
    Column::right("part 1").at_least(7),
    Column::right("part 2").at_least(7),
    Column::right("between"),
    Column::right("guesses"),
    Column::right("look 1").at_least(7).optional().drop_order(1),
    Column::right("look 2").at_least(7).optional().drop_order(1),
];

/// The year with its best day, a line for each day, and the sum, or else a line that says why
/// nothing is known about the `selected` days.
pub fn screen(
    terminal: Terminal,
    times: &TimesDocument,
    selected: &[DayRecord],
    explains_signs: bool,
) -> String {
    if times.days.iter().all(DayTimes::is_unknown) {
        let why = why_nothing_is_known(times, selected);
        return headline(terminal, times) + &text_line(terminal, DIM, why);
    }
    let rows = table_rows(times);
    let layout = Layout::of_rows(terminal, &COLUMNS, &rows);
    let mut text = headline(terminal, times) + &layout.table(&rows);
    if explains_signs {
        let signs = signs(layout.shows_text(&rows, DASH), times);
        text += &legend(terminal, &signs);
    }
    if layout.shows("look 1") {
        let look = "look: the time from the first look at the puzzle's text to the star";
        text += &text_line(terminal, DIM, look);
    }
    if let Some(days) = left_out_of_sum(times, selected) {
        text += &text_line(terminal, DIM, format!("the sum leaves out {days}"));
    }
    text
}

/// The days with both stars whose time is not in the sum, in words. `None` if there are none, or no
/// sum.
fn left_out_of_sum(times: &TimesDocument, selected: &[DayRecord]) -> Option<String> {
    times.total?;
    let later = times
        .days
        .iter()
        .filter(|day| day.times.after_unlock[1] == Some(StarTime::Later))
        .count();
    let unknown = selected
        .iter()
        .filter(|day| day.stars.is_solved(Part::Two) && day.times.after_unlock[1].is_none())
        .count();
    let mut left_out = Vec::new();
    if later > 0 {
        left_out.push(format!("{} with >24h", plural(later, "day")));
    }
    if unknown > 0 {
        left_out.push(format!("{} of unknown time", plural(unknown, "day")));
    }
    (!left_out.is_empty()).then(|| left_out.join(" and "))
}

fn headline(terminal: Terminal, times: &TimesDocument) -> String {
    let mut head = vec![(STRONG, times.year.to_string())];
    if let Some(best) = times.best {
        head.push((GOLD, format!("best day: {best}")));
    }
    linked_row(terminal, year_link(times.year), 2, &head)
}

fn why_nothing_is_known(times: &TimesDocument, selected: &[DayRecord]) -> String {
    let year = times.year;
    let is_shown = times.fetched.is_some();
    let mut stars = selected
        .iter()
        .filter(|day| day.is_unlocked)
        .map(|day| day.stars.count())
        .peekable();
    if !is_shown && stars.peek().is_none() {
        "none of these puzzles is unlocked".to_owned()
    } else if !is_shown || stars.clone().any(|count| count.is_none()) {
        format!("no times are known: `aoc times {year} --refresh` asks the site")
    } else if stars.any(|count| count > Some(0)) {
        format!(
            "the site has not shown the times of these stars: `aoc times {year} --refresh` asks it \
             again"
        )
    } else if selected.len() < year.puzzles().count() {
        "no stars on these days yet, according to the site".to_owned()
    } else {
        "no stars yet, according to the site".to_owned()
    }
}

fn has_looks(times: &TimesDocument) -> bool {
    times
        .days
        .iter()
        .any(|day| day.times.since_first_look != [None; 2])
}

/// The signs in the table, with their meanings.
fn signs(has_dash: bool, times: &TimesDocument) -> Vec<&'static str> {
    let mut signs = Vec::new();
    if has_dash {
        signs.push("– not known");
    }
    if times.days.iter().any(has_later_star) {
        signs.push(">24h more than a day after the unlock, as the site shows no exact time");
    }
    signs
}

/// A row for each day and a row for the sum.
fn table_rows(times: &TimesDocument) -> Vec<Vec<Cell>> {
    let has_looks = has_looks(times);
    let mut rows = Vec::new();
    for day in &times.days {
        let [part1, part2] = day.times.after_unlock.map(|time| match time {
            Some(time) => time.in_words(),
            None => DASH.to_owned(),
        });
        let mut texts = vec![
            day.day.to_string(),
            part1,
            part2,
            span_or_dash(day.between.map(Duration::from_secs)),
            count_or_dash(day.guesses),
        ];
        if has_looks {
            texts.extend(day.times.since_first_look.map(span_or_dash));
        }
        let is_best = times.best == Some(day.day);
        let style = if is_best { GOLD } else { PLAIN };
        rows.push(cells(style, texts));
    }
    let sum = [
        "sum".to_owned(),
        String::new(),
        span_or_dash(times.total.map(Duration::from_secs)),
        String::new(),
        count_or_dash(times.guesses),
    ];
    rows.push(cells(STRONG, sum));
    rows
}

fn count_or_dash(count: Option<usize>) -> String {
    count.map_or_else(|| DASH.to_owned(), |count| count.to_string())
}

/// True if a star of the day came more than a day after the unlock, and its exact time is not
/// known.
fn has_later_star(day: &DayTimes) -> bool {
    day.times.after_unlock.contains(&Some(StarTime::Later))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::records::StarTimes;

    fn times_table(terminal: Terminal, times: &TimesDocument) -> String {
        screen(terminal, times, &[], true)
    }

    /// A time as the site shows it.
    fn star(seconds: u64) -> StarTime {
        match seconds {
            86_400 => StarTime::Later,
            seconds => StarTime::After(Duration::from_secs(seconds)),
        }
    }

    /// A day that unlocked after the site was asked has neither stars nor no stars.
    #[test]
    fn stars_are_mentioned_only_if_there_are_some() {
        let ask = "no times are known: `aoc times 2026 --refresh` asks the site";
        let none = "no stars on these days yet, according to the site";
        for (on_site, why) in [
            (None, ask),
            (Some(0), none),
            (
                Some(1),
                "the site has not shown the times of these stars: `aoc times 2026 --refresh` asks \
                 it again",
            ),
        ] {
            let mut day = DayRecord {
                is_unlocked: true,
                ..DayRecord::default()
            };
            day.stars.on_site = on_site;
            let fetched = Some("2026-12-05T12:00:00Z".parse().unwrap());
            let times = TimesDocument::of(Year::of(2026), fetched, &[]);
            let text = screen(Terminal::wide(100), &times, &[day], true);
            assert_eq!(text, format!("2026\n{why}\n"));
        }
    }

    #[test]
    fn days_are_a_table_with_its_sums() {
        let day = |day, part1: Option<u64>, part2: Option<u64>, guesses| DayTimes {
            day: Day::of(day),
            times: StarTimes {
                after_unlock: [part1.map(star), part2.map(star)],
                ..StarTimes::default()
            },
            between: Some(629),
            guesses: Some(guesses),
        };
        let times = TimesDocument {
            year: Year::of(2025),
            fetched: None,
            days: vec![
                day(1, Some(125), Some(754), 3),
                day(12, Some(86_400), None, 1),
                day(13, Some(9), Some(86_400), 1),
            ],
            total: Some(754),
            guesses: Some(4),
            best: Some(Day::of(1)),
        };
        insta::assert_snapshot!(times_table(Terminal::wide(40), &times), @r"
        2025  best day: 1
        day   part 1   part 2  between  guesses
          1    2m 5s  12m 34s  10m 29s        3
         12     >24h        –  10m 29s        1
         13       9s     >24h  10m 29s        1
        sum           12m 34s                 4
        – not known; >24h more than a day after
          the unlock, as the site shows no exact
          time
        the sum leaves out 1 day with >24h
        ");
        let seen = |columns| {
            let mut seen = day(1, Some(125), Some(754), 3);
            seen.times.since_first_look[0] = Some(Duration::from_mins(1));
            let times = TimesDocument {
                days: vec![seen],
                ..times.clone()
            };
            times_table(Terminal::wide(columns), &times)
        };
        // Columns that do not fit are left out, because lines would wrap.
        assert!(seen(57).contains("  guesses   look 1   look 2\n"));
        assert!(!seen(56).contains("look"));
        // The second look has a dash.
        let mut whole = day(1, Some(125), Some(754), 3);
        whole.times.since_first_look[0] = Some(Duration::from_mins(1));
        let whole = TimesDocument {
            days: vec![whole],
            ..times.clone()
        };
        assert!(times_table(Terminal::wide(57), &whole).contains("\n– not known\n"));
        assert!(!times_table(Terminal::wide(56), &whole).contains("known"));
        let ascii = Terminal {
            unicode: false,
            ..Terminal::wide(57)
        };
        assert!(times_table(ascii, &whole).contains("\n- not known\n"));
        let exact = TimesDocument {
            days: vec![day(1, Some(125), Some(754), 3)],
            ..times
        };
        assert!(!times_table(Terminal::wide(40), &exact).contains("leaves out"));
        // The site has shown both stars of a day, but not their times.
        let mut unknown = DayRecord::default();
        unknown.stars.on_site = Some(2);
        for total in [Some(754), None] {
            let times = TimesDocument {
                days: vec![day(13, Some(9), Some(86_400), 1)],
                total,
                ..exact.clone()
            };
            let text = screen(
                Terminal::wide(80),
                &times,
                &[unknown.clone(), unknown.clone()],
                true,
            );
            let left_out = "the sum leaves out 1 day with >24h and 2 days of unknown time\n";
            assert_eq!(text.ends_with(left_out), total.is_some(), "{text}");
            // A dash leaves out nothing.
            assert_eq!(text.contains("leaves out"), total.is_some(), "{text}");
        }
        // The legend explains only the signs that the table has. Without both stars there is no
        // sum.
        let explained = |part1, part2| {
            let times = TimesDocument {
                days: vec![day(1, part1, part2, 3)],
                total: part2,
                ..exact.clone()
            };
            times_table(Terminal::wide(60), &times)
        };
        for (part1, part2, dash, later) in [
            (Some(125), Some(754), false, false),
            (Some(125), None, true, false),
            (Some(125), Some(86_400), false, true),
        ] {
            let text = explained(part1, part2);
            assert_eq!(text.contains("– not known"), dash, "{text}");
            assert_eq!(text.contains(">24h more than a day"), later, "{text}");
            assert!(!text.contains("0s"), "{text}");
        }
    }
}
