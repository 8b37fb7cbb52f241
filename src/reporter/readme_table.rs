//! The table of a year's days in a README: links to source and puzzle, stars and times. A cell of
//! the old table is kept if nothing newer is known.

use super::export::escape_cell;
use super::star_table::StarRows;
use crate::config::Settings;
use crate::records::{DayRecord, LastTime};
use crate::site::StarTime;
use crate::terminal::measured_time;
use crate::terminal::table::{Column, markdown};

/// The tables of years.
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

impl ReadmeTables<'_> {
    /// The table of these days of one year.
    pub fn year(&self, days: &[DayRecord]) -> YearTable {
        let mut rows = Vec::new();
        let mut sum = Some(0_u64);
        let mut old_sum = 0_u64;
        let mut is_whole = true;
        let mut has_time = false;
        let year = days[0].puzzle.year;
        for day in days {
            let last = shown_time(day);
            old_sum = old_sum.saturating_add(last.map_or(0, |last| last.ns));
            let timed = last.filter(|&last| !day.is_old(last));
            has_time |= timed.is_some();
            is_whole &= timed.is_some_and(|last| !last.is_partial);
            sum = match (sum, timed) {
                (Some(sum), Some(last)) => Some(sum.saturating_add(last.ns)),
                (Some(sum), None) if day.has_failed() => Some(sum),
                _ => None,
            };
            rows.push(self.day(day));
        }
        let sum = sum.filter(|_| has_time);
        let stars = match self.stars.get(&year) {
            Some(row) => format!("{} of {}", row.stars, row.of),
            None => String::new(),
        };
        let bound = if is_whole { "" } else { "> " };
        let shown = |ns| format!("{bound}{}", measured_time(ns));
        let times_of = |all| Times {
            all,
            ..Times::default()
        };
        let row = TableLine {
            name: format!("**{year}**"),
            stars,
            times: times_of(sum.map(shown).unwrap_or_default()),
            ..TableLine::default()
        };
        let sum = self.with_old(row, &times_of(shown(old_sum)));
        let is_known = rows.iter().chain([&sum]).any(TableLine::is_known);
        if sum.is_known() {
            rows.push(sum);
        }
        let has_times = rows
            .iter()
            .flat_map(|row| [&row.since_unlock, &row.since_first_look])
            .any(|time| !time.is_empty() && time != StarTime::LATER_TEXT);
        let has_bound = rows
            .iter()
            .flat_map(|row| [&row.times.part1, &row.times.part2, &row.times.all])
            .any(|time| time.starts_with("> "));
        let columns = if has_times { 8 } else { 6 };
        let rows = rows.iter().map(|row| row.cells().into_iter().take(columns));
        YearTable {
            markdown: markdown(&COLUMNS[..columns], rows),
            is_known,
            has_bound,
        }
    }

    /// The line of a day. A time of older code is left out.
    fn day(&self, day: &DayRecord) -> TableLine {
        let puzzle = day.puzzle;
        let source = day.code.as_ref().map_or("", |code| &code.file);
        let title = match &day.title {
            Some(name) => {
                let address = self.settings.page_url(puzzle);
                format!("[{}]({address})", escape_cell(name))
            }
            None => String::new(),
        };
        let last_time = shown_time(day);
        let last = match last_time {
            Some(last) => {
                let [part1, part2] = last
                    .parts
                    .map(|ns| ns.map(measured_time).unwrap_or_default());
                let all = last.total();
                Times { part1, part2, all }
            }
            None => Times::default(),
        };
        let [times, outdated] = match last_time {
            Some(time) if day.is_old(time) => [Times::default(), last],
            _ => [last, Times::default()],
        };
        let row = TableLine {
            name: format!("[{puzzle}]({source})"),
            title,
            stars: "⭐".repeat(day.stars.count().unwrap_or(0).into()),
            times,
            since_unlock: day.times.since_unlock().unwrap_or_default(),
            since_first_look: day.times.since_first_look().unwrap_or_default(),
        };
        self.with_old(row, &outdated)
    }

    fn with_old(&self, row: TableLine, outdated: &Times) -> TableLine {
        let old = TableLine::find(&row.name, &self.old);
        row.or_old(old, outdated)
    }
}

/// A row of a table, in the order of its cells. The last two columns are shown only if a row has a
/// time in one of them.
#[derive(Default)]
struct TableLine {
    /// The day or the year. It identifies the row in an old table.
    name: String,
    title: String,
    stars: String,
    times: Times,
    since_unlock: String,
    since_first_look: String,
}

/// The times of a row, in words; empty if there is none.
#[derive(Default)]
struct Times {
    part1: String,
    part2: String,
    all: String,
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

impl TableLine {
    fn cells(&self) -> [&str; 8] {
        [
            &self.name,
            &self.title,
            &self.stars,
            &self.times.part1,
            &self.times.part2,
            &self.times.all,
            &self.since_unlock,
            &self.since_first_look,
        ]
    }

    /// True if the row has more than the name and the title.
    fn is_known(&self) -> bool {
        self.cells()[2..].iter().any(|cell| !cell.is_empty())
    }

    /// The row with this name in a text; empty if there is none.
    fn find(name: &str, text: &str) -> Self {
        let start = format!("| {name} | ");
        let mut cells = text
            .lines()
            .find_map(|line| line.strip_prefix(&start)?.strip_suffix(" |"))
            .unwrap_or_default()
            .split(" | ")
            .map(str::to_owned);
        let mut next = || cells.next().unwrap_or_default();
        Self {
            name: name.to_owned(),
            title: next(),
            stars: next(),
            times: Times {
                part1: next(),
                part2: next(),
                all: next(),
            },
            since_unlock: next(),
            since_first_look: next(),
        }
    }

    /// Keeps an old cell whose value is not known now, and old stars if they are more. Outdated
    /// times are not kept.
    fn or_old(self, old: Self, outdated: &Times) -> Self {
        Self {
            name: self.name,
            title: or_old(self.title, old.title, ""),
            stars: if star_count(&self.stars) < star_count(&old.stars) {
                old.stars
            } else {
                or_old(self.stars, old.stars, "")
            },
            times: Times {
                part1: or_old(self.times.part1, old.times.part1, &outdated.part1),
                part2: or_old(self.times.part2, old.times.part2, &outdated.part2),
                all: or_old(self.times.all, old.times.all, &outdated.all),
            },
            since_unlock: or_old(self.since_unlock, old.since_unlock, ""),
            since_first_look: or_old(self.since_first_look, old.since_first_look, ""),
        }
    }
}

fn or_old(cell: String, old: String, outdated: &str) -> String {
    if cell.is_empty() && old != outdated {
        old
    } else {
        cell
    }
}

/// The time of the last run, or of `aoc bench --readme` if that came later.
fn shown_time(day: &DayRecord) -> Option<LastTime> {
    day.last_run.as_ref()?.for_readme()
}

fn star_count(cell: &str) -> usize {
    cell.matches('⭐').count()
}
