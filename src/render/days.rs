//! The table of days that `aoc`, `aoc status` and `aoc list` show, and the form of a day in their
//! JSON.
//!
//! ```text
//! day     title         stars examples answers     last
//! 2025/1  Secret Entr…  **           2       2  2.10 ms
//! 2025/2  Gift Shop     *            1       1           no input
//! ```

use aoc_solution::Part;
use serde::Serialize;

use super::names::puzzle_link;
use crate::puzzle::Puzzle;
use crate::records::{DayProblem, DayRecord, LastRun, StarTimes};
use crate::runner::Status;
use crate::terminal::style::{BAD, DIM, PLAIN, STRONG, WARNING, star_marks, star_style};
use crate::terminal::table::{Cell, Column, Layout};
use crate::terminal::{Terminal, legend};

/// Makes the cell of a day.
type MakeCell = fn(&DayRecord) -> Cell;

const COLUMNS: [(Column, MakeCell); 9] = [
    (Column::left("day").at_least(7), day_cell),
    (Column::left("title").gap(1).cut(13, 22, None), title_cell),
    (Column::left("stars").gap(1), stars_cell),
    (Column::right("examples").gap(1).drop_order(2), |day| {
        count_cell(day.example_count())
    }),
    (Column::right("answers").gap(1).drop_order(2), |day| {
        count_cell(day.answer_count())
    }),
    (time_column("unlock"), |day| {
        star_time_cell(day, StarTimes::since_unlock_text)
    }),
    (time_column("look"), |day| {
        star_time_cell(day, StarTimes::since_first_look_text)
    }),
    (
        Column::right("last").gap(1).at_least(8).drop_after_cuts(),
        last_time_cell,
    ),
    (Column::left("").gap(1).wraps().drop_order(3), problem_cell),
];

/// The sign for a number that is zero.
const NONE: &str = "·";

/// A column with the times from the unlock or from the first look to the latest star.
const fn time_column(title: &'static str) -> Column {
    Column::right(title)
        .gap(1)
        .at_least(7)
        .optional()
        .drop_order(1)
}

/// The table of these days for one terminal.
pub struct DaysTable<'a> {
    terminal: Terminal,
    days: &'a [DayRecord],
    layout: Layout,
    rows: Vec<Vec<Cell>>,
}

impl<'a> DaysTable<'a> {
    pub fn new(terminal: Terminal, days: &'a [DayRecord]) -> Self {
        let columns = COLUMNS.map(|(column, _)| column);
        let row = |day| COLUMNS.map(|(_, cell)| cell(day)).to_vec();
        let rows: Vec<_> = days.iter().map(row).collect();
        Self {
            terminal,
            days,
            layout: Layout::of_rows(terminal, &columns, &rows),
            rows,
        }
    }

    /// The heading and a line for each day. Empty without days. On a terminal, titles are cut to
    /// the remaining width. Other outputs get whole titles.
    pub fn text(&self) -> String {
        if self.days.is_empty() {
            return String::new();
        }
        self.layout.table(&self.rows)
    }

    /// The line that explains the signs in the table. Empty if it has none.
    pub fn legend(&self) -> String {
        let mut signs = Vec::new();
        if self.layout.shows_text(&self.rows, NONE) {
            signs.push("· none");
        }
        if self.days.iter().any(|day| day.stars.count().is_none()) {
            signs.push("an empty stars cell means unknown");
        }
        let mut times: Vec<_> = self.days.iter().filter_map(DayRecord::last_time).collect();
        if !self.layout.shows("last") {
            times.clear();
        }
        if times.iter().any(|last| last.is_partial) {
            signs.push("> a part is missing from the time");
        }
        if times.iter().any(|last| last.is_old) {
            signs.push("( ) the code or the input has changed since");
        }
        if self.layout.shows("unlock") {
            signs.push(
                "unlock and look: the time from the unlock and from your first look to the last \
                 star",
            );
        }
        legend(self.terminal, &signs)
    }
}

fn day_cell(day: &DayRecord) -> Cell {
    Cell::new(STRONG, day.puzzle.to_string()).link(puzzle_link(day.puzzle))
}

fn title_cell(day: &DayRecord) -> Cell {
    Cell::new(PLAIN, day.title.as_deref().unwrap_or("(no title)"))
}

/// One of the times to the latest star. If that star was won more than a day after the unlock and
/// there is no time since the first look, both are empty.
fn star_time_cell(day: &DayRecord, text: fn(&StarTimes, Part) -> Option<String>) -> Cell {
    let latest = day.part_of_latest_star();
    let is_shown = day.times.has_time_to_show(latest);
    let time = is_shown.then(|| text(&day.times, latest)).flatten();
    Cell::new(PLAIN, time.unwrap_or_default())
}

/// The cell for the problem of a day, with its style.
fn problem_cell(day: &DayRecord) -> Cell {
    match day.problem() {
        Some(DayProblem::Fails(status)) => Cell::new(BAD, format!("{status} now")),
        Some(DayProblem::NoInput) => Cell::new(WARNING, "no input"),
        Some(DayProblem::LikelyExample) => Cell::new(WARNING, "example not clear"),
        None => Cell::new(PLAIN, ""),
    }
}

/// The stars as marks. Empty if they are not known.
fn stars_cell(day: &DayRecord) -> Cell {
    let marks = day.stars.count().map(star_marks).unwrap_or_default();
    let style = if day.has_old_stars() {
        DIM
    } else {
        star_style(day.stars.count().unwrap_or(0).into(), 2)
    };
    Cell::new(style, marks)
}

/// The time of the last run. A time of older code or another input is in parentheses.
fn last_time_cell(day: &DayRecord) -> Cell {
    match day.last_time() {
        Some(last) if last.is_old => Cell::new(DIM, format!("({})", last.total())),
        Some(last) => Cell::new(PLAIN, last.total()),
        None => Cell::new(PLAIN, ""),
    }
}

fn count_cell(count: usize) -> Cell {
    match count {
        0 => Cell::new(DIM, NONE),
        _ => Cell::new(PLAIN, count.to_string()),
    }
}

/// A day in JSON.
#[derive(Serialize)]
pub struct DayDocument<'a> {
    #[serde(flatten)]
    puzzle: Puzzle,
    title: Option<&'a str>,
    unlocked: bool,
    stars: Option<u8>,
    seen_stars: Option<u8>,
    /// True if the file exists.
    solution: bool,
    input: bool,
    page: bool,
    examples: bool,
    /// The number of accepted answers. `None` if the file cannot be read.
    answers: Option<usize>,
    times: StarTimes,
    last_run: Option<LastRunDocument<'a>>,
}

/// The last run of a day in JSON.
#[derive(Serialize)]
struct LastRunDocument<'a> {
    status: Status,
    examples: Status,
    /// True if the code or the input has changed since the time was measured. `None` without a
    /// time.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_old: Option<bool>,
    #[serde(flatten)]
    last: &'a LastRun,
}

impl<'a> From<&'a DayRecord> for DayDocument<'a> {
    fn from(day: &'a DayRecord) -> Self {
        Self {
            puzzle: day.puzzle,
            title: day.title.as_deref(),
            unlocked: day.is_unlocked,
            stars: day.stars.count(),
            seen_stars: day.stars.on_site,
            solution: day.code.is_some(),
            input: day.has_input,
            page: day.has_page,
            examples: day.example_count() > 0,
            answers: day.accepted_parts().map(|parts| parts.len()),
            times: day.times,
            last_run: day.last_run.as_ref().map(|last| LastRunDocument {
                status: last.parts_status(),
                examples: last.examples_status(),
                is_old: last.time.as_ref().map(|time| time.is_old),
                last,
            }),
        }
    }
}
