//! The table of days, which `aoc`, `aoc status` and `aoc list`
//! show.
//!
//! ```text
//! day     title         stars examples answers     last
//! 2025/1  Secret Entr…  **           2       2  2.10 ms
//! 2025/2  Gift Shop     *            1       1           no input
//! ```

use super::names::puzzle_link;
use crate::records::{DayProblem, DayRecord};
use crate::terminal::style::{BAD, DIM, DOUBT, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::table::{AFTER_CUTS, Cell, Column, Layout, table};
use crate::terminal::{Terminal, text_line};

/// The columns of the table, in their order.
const COLUMNS: [Column; 9] = [
    Column::left("day").at_least(7),
    Column::left("title").gap(1).cut(13, 22, usize::MAX),
    Column::left("stars").gap(1),
    Column::right("examples").gap(1).drop_order(2),
    Column::right("answers").gap(1).drop_order(2),
    Column::right("unlock")
        .gap(1)
        .at_least(7)
        .optional()
        .drop_order(1),
    Column::right("look")
        .gap(1)
        .at_least(7)
        .optional()
        .drop_order(1),
    Column::right("last")
        .gap(1)
        .at_least(8)
        .drop_order(AFTER_CUTS),
    Column::left("").gap(1).wraps().drop_order(3),
];

/// The index of the first column of times.
const UNLOCK: usize = 5;

/// The meaning of the signs in the table.
pub fn days_legend(terminal: Terminal, days: &[DayRecord]) -> String {
    let mut legend = "· none; an empty stars cell means unknown".to_owned();
    if days
        .iter()
        .any(|day| day.last_time().is_some_and(|last| last.is_partial))
    {
        legend += "; > a part is missing from the time";
    }
    let layout = Layout::of_rows(terminal, &COLUMNS, &rows(days));
    if layout.width(UNLOCK).is_some() {
        legend += "; unlock and look: the time from the unlock and from your first look to the \
                   last star";
    }
    text_line(terminal, DIM, legend)
}

/// The table with a line for each day. On a terminal titles are cut to the room that is left; a
/// pipe gets whole titles.
pub fn days_table(terminal: Terminal, days: &[DayRecord]) -> String {
    if days.is_empty() {
        return String::new();
    }
    table(terminal, &COLUMNS, &rows(days))
}

fn rows(days: &[DayRecord]) -> Vec<Vec<Cell>> {
    let has_times = days.iter().any(|day| day.times.has_time_to_show());
    days.iter().map(|day| cells_of(day, has_times)).collect()
}

fn shown_title(day: &DayRecord) -> &str {
    day.title.as_deref().unwrap_or("(no title)")
}

/// The words for what a day lacks.
fn note(day: &DayRecord) -> Cell {
    match day.problem() {
        Some(DayProblem::Fails(status)) => Cell::new(BAD, format!("{status} now")),
        Some(DayProblem::NoInput) => Cell::new(DOUBT, "no input"),
        Some(DayProblem::UnclearExample) => Cell::new(DOUBT, "example not clear"),
        None => Cell::new(PLAIN, ""),
    }
}

fn cells_of(day: &DayRecord, has_times: bool) -> Vec<Cell> {
    let marks = day.stars.count().map(star_marks).unwrap_or_default();
    let style = if day.has_old_stars() {
        DIM
    } else {
        star_style(day.stars.count().unwrap_or(0).into(), 2)
    };
    let last = day.last_time();
    let last_style = match last {
        Some(last) if day.is_old(last) => DIM,
        _ => PLAIN,
    };
    let last = last.map(|last| last.total());
    let [unlock, look] = if has_times {
        [day.times.since_unlock(), day.times.since_first_look()]
    } else {
        [None, None]
    };
    vec![
        Cell::new(STRONG, day.puzzle.to_string()).link(puzzle_link(day.puzzle)),
        Cell::new(PLAIN, shown_title(day)),
        Cell::new(style, marks),
        count_cell(day.example_count()),
        count_cell(day.answer_count()),
        Cell::new(PLAIN, unlock.unwrap_or_default()),
        Cell::new(PLAIN, look.unwrap_or_default()),
        Cell::new(last_style, last.unwrap_or_default()),
        note(day),
    ]
}

fn count_cell(count: usize) -> Cell {
    match count {
        0 => Cell::new(DIM, "·"),
        _ => Cell::new(PLAIN, count.to_string()),
    }
}
