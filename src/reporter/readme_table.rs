//! The table of a year's days in a README: links to source and puzzle, stars and times. A cell of
//! the old table is kept if nothing newer is known.

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
    /// The rows of the old README. Their cells are kept if nothing newer is known.
    pub old: String,
}

/// The table of a year's days.
pub struct YearTable {
    pub markdown: String,
    /// Whether anything is known of the days, other than their titles.
    pub is_known: bool,
    /// Whether a time is shown with `>`, because it lacks a part.
    pub has_bound: bool,
}

/// A column of the table, with its cells in the lines of the days and of the year.
struct ReadmeColumn {
    column: Column,
    of_day: fn(&DayLine) -> String,
    of_year: fn(&YearLine) -> String,
    /// Whether the column is left out if none of the columns with this mark has a time.
    is_optional: bool,
}

/// The facts in the line of a day.
struct DayLine<'a> {
    day: &'a DayRecord,
    settings: &'a Settings,
    time: Option<LastTime>,
}

/// The facts in the line of a year.
struct YearLine {
    year: Year,
    stars: String,
    time: String,
}

/// The number of columns that identify a line. The others have facts about it.
const NAMES: usize = 2;

const COLUMNS: [ReadmeColumn; 8] = [
    ReadmeColumn {
        of_year: |line| format!("**{}**", line.year),
        ..ReadmeColumn::new(Column::left("day"), |line| {
            let file = line.day.code.as_ref().map_or("", |code| &code.file);
            format!("[{}]({file})", line.day.puzzle)
        })
    },
    ReadmeColumn::new(Column::left("title"), |line| match &line.day.title {
        Some(name) => {
            let address = line.settings.page_url(line.day.puzzle);
            format!("[{}]({address})", escape_cell(name))
        }
        None => String::new(),
    }),
    ReadmeColumn {
        of_year: |line| line.stars.clone(),
        ..ReadmeColumn::new(Column::left("stars"), |line| {
            "⭐".repeat(line.day.stars.count().unwrap_or(0).into())
        })
    },
    ReadmeColumn::new(Column::right("part 1"), |line| line.time_of(Part::One)),
    ReadmeColumn::new(Column::right("part 2"), |line| line.time_of(Part::Two)),
    ReadmeColumn {
        of_year: |line| line.time.clone(),
        ..ReadmeColumn::new(Column::right("all"), |line| {
            line.time.map(|time| time.total()).unwrap_or_default()
        })
    },
    ReadmeColumn {
        is_optional: true,
        ..ReadmeColumn::new(Column::right("from the unlock"), |line| {
            line.day.times.since_unlock_text().unwrap_or_default()
        })
    },
    ReadmeColumn {
        is_optional: true,
        ..ReadmeColumn::new(Column::right("from the first look"), |line| {
            line.day.times.since_first_look_text().unwrap_or_default()
        })
    },
];

impl ReadmeColumn {
    const fn new(column: Column, of_day: fn(&DayLine) -> String) -> Self {
        Self {
            column,
            of_day,
            of_year: |_| String::new(),
            is_optional: false,
        }
    }
}

/// The cells of a line.
type Cells = [String; COLUMNS.len()];

impl DayLine<'_> {
    fn time_of(&self, part: Part) -> String {
        let ns = self.time.and_then(|time| time.parts[part.index()]);
        ns.map(measured_time).unwrap_or_default()
    }

    fn cells(&self) -> Cells {
        COLUMNS.map(|column| (column.of_day)(self))
    }
}

impl YearLine {
    fn cells(&self) -> Cells {
        COLUMNS.map(|column| (column.of_year)(self))
    }
}

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
            .flat_map(|line| line.iter().zip(&COLUMNS))
            .filter(|(_, column)| column.is_optional)
            .any(|(time, _)| !time.is_empty() && time != StarTime::LATER_TEXT);
        let is_shown = |column: &ReadmeColumn| has_times || !column.is_optional;
        let columns: Vec<Column> = COLUMNS
            .iter()
            .filter(|column| is_shown(column))
            .map(|column| column.column)
            .collect();
        let cells = lines.iter().map(|line| {
            let cells = line.iter().zip(&COLUMNS);
            cells
                .filter(|(_, column)| is_shown(column))
                .map(|(cell, _)| cell)
        });
        YearTable {
            markdown: markdown(&columns, cells),
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
        let line = |time| DayLine {
            day,
            settings: self.settings,
            time,
        };
        let now = line(time.filter(|time| !day.is_old(*time)));
        self.with_old(now.cells(), &line(time).cells())
    }

    /// The line of the year, with the sum of its times. It is a lower bound if a time lacks a part
    /// or a day failed, and is not known if a day has no time for another reason.
    fn sum(&self, days: &[DayRecord]) -> Cells {
        let mut sum = Some(0_u64);
        let mut outdated_sum = 0_u64;
        let mut is_whole = true;
        let mut has_time = false;
        for day in days {
            let last = shown_time(day);
            outdated_sum = outdated_sum.saturating_add(last.map_or(0, |last| last.ns));
            let timed = last.filter(|&last| !day.is_old(last));
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
        let line = |sum: Option<u64>| YearLine {
            year,
            stars: match self.stars.get(&year) {
                Some(row) => format!("{} of {}", row.stars, row.total),
                None => String::new(),
            },
            time: match sum {
                Some(ns) => format!("{bound}{}", measured_time(ns)),
                None => String::new(),
            },
        };
        let now = line(if has_time { sum } else { None });
        self.with_old(now.cells(), &line(Some(outdated_sum)).cells())
    }

    /// Keeps each old cell whose value is not known now, unless it is `outdated`, and old stars if
    /// they are more.
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

/// True if the line has any facts.
fn has_facts(line: &Cells) -> bool {
    line[NAMES..].iter().any(|cell| !cell.is_empty())
}

/// The time of the last run, or of `aoc bench --readme` if that came later.
fn shown_time(day: &DayRecord) -> Option<LastTime> {
    day.last_run.as_ref()?.for_readme()
}

fn star_count(cell: &str) -> usize {
    cell.matches('⭐').count()
}
