//! The table of a year's days in a README, with links to source and puzzle, stars and times. An old
//! cell is kept if its new value is not known.

use aoc_solution::Part;

use super::star_table::StarRows;
use crate::config::Settings;
use crate::puzzle::Year;
use crate::records::{DayRecord, LastTime};
use crate::site::StarTime;
use crate::terminal::table::{Column, escape_cell, markdown, markdown_cells};
use crate::terminal::{LOWER_BOUND, measured_time};

/// The facts that the tables of all years share.
pub struct ReadmeTables<'a> {
    pub settings: &'a Settings,
    pub stars: StarRows,
    /// The rows of the old README. A cell is kept if its new value is not known.
    pub old: String,
}

/// The table of a year's days.
pub struct YearTable {
    pub markdown: String,
    /// True if any fact about the days is known. Titles do not count.
    pub is_known: bool,
    /// True if a time has a `>`, because a part is missing.
    pub has_bound: bool,
}

const COLUMNS: [Column; 8] = [
    Column::left("day"),
    Column::left("title"),
    Column::left("stars"),
    Column::right("part 1"),
    Column::right("part 2"),
    Column::right("all"),
    Column::right("from the unlock"),
    Column::right("from the first look"),
];

/// The number of columns that name the day of a line. The other columns have facts about the day.
const NAMES: usize = 2;

/// The number of columns that every table has. The other columns have times to the last star. They
/// are left out if no day has such a time.
const ALWAYS: usize = 6;

/// The columns that the line of the year also fills.
const STARS: usize = 2;
const ALL: usize = 5;

/// The cells of a line.
type Cells = [String; COLUMNS.len()];

impl ReadmeTables<'_> {
    /// The table of these days of one year.
    pub fn year(&self, days: &[DayRecord]) -> YearTable {
        let mut lines: Vec<Cells> = days.iter().map(|day| self.day(day)).collect();
        let sum = self.sum(days);
        let is_known = lines.iter().chain([&sum]).any(has_facts);
        if has_facts(&sum) {
            lines.push(sum);
        }
        let has_times = lines
            .iter()
            .flat_map(|line| &line[ALWAYS..])
            .any(|time| !time.is_empty() && time != StarTime::LATER_TEXT);
        let shown = if has_times { COLUMNS.len() } else { ALWAYS };
        let rows = lines.iter().map(|line| &line[..shown]);
        YearTable {
            markdown: markdown(&COLUMNS[..shown], rows),
            is_known,
            has_bound: lines
                .iter()
                .flatten()
                .any(|cell| cell.starts_with(LOWER_BOUND)),
        }
    }

    /// The line of a day. A time of older code is left out.
    fn day(&self, day: &DayRecord) -> Cells {
        let time = shown_time(day);
        let time_now = time.filter(|time| !time.is_old);
        let cells = |time| self.day_cells(day, time);
        self.with_old(cells(time_now), &cells(time))
    }

    fn day_cells(&self, day: &DayRecord, time: Option<&LastTime>) -> Cells {
        let file = day.code.as_ref().map_or("", |code| &code.file);
        let title = match &day.title {
            Some(name) => {
                let address = self.settings.page_url(day.puzzle);
                format!("[{}]({address})", escape_cell(name))
            }
            None => String::new(),
        };
        let time_of = |part: Part| {
            let ns = time.and_then(|time| time.parts[part.index()]);
            ns.map(measured_time).unwrap_or_default()
        };
        [
            format!("[{}]({file})", day.puzzle),
            title,
            "⭐".repeat(day.stars.count().unwrap_or(0).into()),
            time_of(Part::One),
            time_of(Part::Two),
            time.map(LastTime::total).unwrap_or_default(),
            day.times.since_unlock_text().unwrap_or_default(),
            day.times.since_first_look_text().unwrap_or_default(),
        ]
    }

    /// The line of the year with the sum of its times. The sum is a lower bound if a time lacks a
    /// part or a day failed. It is not known if a day has no time for another reason.
    fn sum(&self, days: &[DayRecord]) -> Cells {
        let mut sum = Some(0_u64);
        let mut outdated_sum = 0_u64;
        let mut is_whole = true;
        let mut has_time = false;
        for day in days {
            let last = shown_time(day);
            outdated_sum = outdated_sum.saturating_add(last.map_or(0, |last| last.ns));
            let timed = last.filter(|last| !last.is_old);
            has_time |= timed.is_some();
            is_whole &= timed.is_some_and(|last| !last.is_partial);
            sum = match (sum, timed) {
                (Some(sum), Some(last)) => Some(sum.saturating_add(last.ns)),
                (Some(sum), None) if day.has_failed() => Some(sum),
                _ => None,
            };
        }
        let bound = if is_whole { "" } else { LOWER_BOUND };
        let year = days[0].puzzle.year;
        let cells = |sum: Option<u64>| {
            let time = sum.map(|ns| format!("{bound}{}", measured_time(ns)));
            self.year_cells(year, time.unwrap_or_default())
        };
        let sum = if has_time { sum } else { None };
        self.with_old(cells(sum), &cells(Some(outdated_sum)))
    }

    fn year_cells(&self, year: Year, time: String) -> Cells {
        let mut cells = Cells::default();
        cells[0] = format!("**{year}**");
        if let Some(row) = self.stars.get(&year) {
            cells[STARS] = format!("{} of {}", row.stars, row.total);
        }
        cells[ALL] = time;
        cells
    }

    /// Keeps an old cell if its new value is not known and the old one is not `outdated`. Also
    /// keeps the old stars if they are more.
    fn with_old(&self, mut line: Cells, outdated: &Cells) -> Cells {
        let old = self
            .old
            .lines()
            .filter_map(markdown_cells)
            .find(|old| old[0] == line[0])
            .unwrap_or_default();
        for ((cell, outdated), old) in line.iter_mut().zip(outdated).zip(old).skip(1) {
            let is_kept = cell.is_empty() && old != outdated;
            if is_kept || star_count(cell) < star_count(old) {
                old.clone_into(cell);
            }
        }
        line
    }
}

/// True if the line has a fact.
fn has_facts(line: &Cells) -> bool {
    line[NAMES..].iter().any(|cell| !cell.is_empty())
}

/// The time of the last run. If `aoc bench --readme` came later, its time.
fn shown_time(day: &DayRecord) -> Option<&LastTime> {
    day.last_run.as_ref()?.for_readme()
}

fn star_count(cell: &str) -> usize {
    cell.matches('⭐').count()
}
