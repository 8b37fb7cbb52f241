//! The table of days, which `aoc`, `aoc status` and `aoc list`
//! show.
//!
//! ```text
//! day     title         stars examples answers     last
//! 2025/1  Secret Entr…  **           2       2  2.10 ms
//! 2025/2  Gift Shop     *            1       1           no input
//! ```

use anstyle::Style;

use crate::overview::{DayOverview, DayProblem};
use crate::terminal::style::{BAD, DIM, DOUBT, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_end, one_line, row, text_line, width};

type Cell = (Style, String);

/// The columns of the table, in their order.
const COLUMNS: [&str; 8] = [
    "day", "title", "stars", "examples", "answers", "unlock", "look", "last",
];

/// What the signs of the table mean.
pub fn days_legend(terminal: Terminal, days: &[DayOverview]) -> String {
    let mut legend = "· none; a blank cell of stars is not known".to_owned();
    if days
        .iter()
        .any(|day| day.last_time().is_some_and(|last| last.is_partial))
    {
        legend += "; > the last run was without a part";
    }
    if has_times(terminal, days) {
        legend += "; unlock and look: the time from the unlock and from your first look to the \
                   last star";
    }
    text_line(terminal, DIM, legend)
}

/// Whether the table has the columns of the times of stars.
fn has_times(terminal: Terminal, days: &[DayOverview]) -> bool {
    terminal.width.is_none_or(|columns| columns >= 96)
        && days.iter().any(|day| day.times.is_telling())
}

/// A line for each day. Titles have the room that is left; a pipe has whole titles.
pub fn days_table(terminal: Terminal, days: &[DayOverview]) -> String {
    if days.is_empty() {
        return String::new();
    }
    let mut title_width = width("title");
    let mut note_width = 0;
    for day in days {
        title_width = title_width.max(width(&shown_title(day)));
        note_width = note_width.max(width(&note(day).1));
    }
    // The columns that do not fit, and what the others take beside the title.
    let (hidden, others): (&[usize], usize) = match terminal.width {
        Some(..36) => (&[3, 4, 5, 6, 7], 14),
        Some(..72) => (&[3, 4, 5, 6], 23),
        _ if has_times(terminal, days) => (&[], 57 + note_width),
        _ => (&[5, 6], 41 + note_width),
    };
    if let Some(columns) = terminal.width {
        title_width = title_width.min(columns.saturating_sub(others));
    }
    let widths = [7, title_width.cast_signed(), 5, -8, -7, -7, -7, -8];
    let widths = shown(widths, hidden);
    let heading = COLUMNS.map(|name| (DIM, name.to_owned()));
    let mut text = row(terminal, 1, &widths, &shown(heading, hidden));
    for day in days {
        let mut cells = shown(cells_of(day, title_width), hidden);
        cells.push(note(day));
        text += &row(terminal, 1, &widths, &cells);
    }
    text
}

/// The cells without those of the hidden columns.
fn shown<T>(cells: [T; 8], hidden: &[usize]) -> Vec<T> {
    let cells = cells.into_iter().enumerate();
    cells
        .filter(|(column, _)| !hidden.contains(column))
        .map(|(_, cell)| cell)
        .collect()
}

fn shown_title(day: &DayOverview) -> String {
    one_line(day.title.as_deref().unwrap_or("(no title)"))
}

/// What is missing, in words.
fn note(day: &DayOverview) -> Cell {
    match day.problem() {
        Some(DayProblem::Fails(status)) => (BAD, format!("{status} now")),
        Some(DayProblem::NoInput) => (DOUBT, "no input".to_owned()),
        Some(DayProblem::UnclearExample) => (DOUBT, "example not clear".to_owned()),
        None => (PLAIN, String::new()),
    }
}

fn cells_of(day: &DayOverview, title_width: usize) -> [Cell; 8] {
    let title = cut_end(&shown_title(day), title_width).into_owned();
    let marks = day.stars.map(star_marks).unwrap_or_default();
    let style = if day.is_old {
        DIM
    } else {
        star_style(day.stars.unwrap_or(0).into(), 2)
    };
    let last = day.last_time().map(|last| last.total());
    let last_style = if day.has_old_time { DIM } else { PLAIN };
    [
        (STRONG, day.puzzle.to_string()),
        (PLAIN, title),
        (style, marks.to_owned()),
        count_cell(day.example_count),
        count_cell(day.answers),
        (PLAIN, day.times.since_unlock().unwrap_or_default()),
        (PLAIN, day.times.since_first_look().unwrap_or_default()),
        (last_style, last.unwrap_or_default()),
    ]
}

fn count_cell(count: usize) -> Cell {
    match count {
        0 => (DIM, "·".to_owned()),
        _ => (PLAIN, count.to_string()),
    }
}
