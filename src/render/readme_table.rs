//! The table of a year's days in a README, with links to source and puzzle, stars and times. An old
//! cell is kept if its new value is unknown and the old value is not known to be outdated.

use std::cmp::Ordering;
use std::ops::Range;

use super::star_table::StarRows;
use crate::config::SITE;
use crate::records::{DayRecord, MeasuredTime};
use crate::site::StarTime;
use crate::terminal::table::{Column, escape_cell, markdown, markdown_cells};
use crate::terminal::{LOWER_BOUND, measured_time};

/// The facts that the tables of all years share.
pub struct ReadmeTables {
    pub stars: StarRows,
    /// The rows of the old README.
    pub old: String,
}

/// The table of a year's days.
pub struct YearTable {
    pub markdown: String,
    /// True if any fact about the days is known. Titles do not count.
    pub is_known: bool,
    /// True if a time has a `>`, because a part is missing.
    pub has_lower_bound: bool,
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
const NAME_COLUMNS: usize = 2;

/// The number of columns that every table has. The other columns are the times to the latest star,
/// which are left out if no day has such a time.
const FIXED_COLUMNS: usize = 6;

const TITLE_COLUMN: usize = 1;

/// The columns that the line of the year also fills: the stars and the time of all parts.
const STARS_COLUMN: usize = 2;
const TOTAL_COLUMN: usize = 5;

/// The columns with the times of a run.
const TIME_COLUMNS: Range<usize> = 3..6;

/// The cells of a line.
type Cells = [String; COLUMNS.len()];

impl ReadmeTables {
    /// The table of these days of one year.
    pub fn year_table(&self, days: &[DayRecord]) -> YearTable {
        let mut lines: Vec<Cells> = days.iter().map(|day| self.day_line(day)).collect();
        let sum = self.sum_line(days, &lines);
        let is_known = lines.iter().chain([&sum]).any(has_facts);
        if has_facts(&sum) {
            lines.push(sum);
        }
        let has_times = lines
            .iter()
            .flat_map(|line| &line[FIXED_COLUMNS..])
            .any(|time| !time.is_empty() && time != StarTime::LATER_TEXT);
        let shown = if has_times {
            COLUMNS.len()
        } else {
            FIXED_COLUMNS
        };
        let rows = lines.iter().map(|line| &line[..shown]);
        YearTable {
            markdown: markdown(&COLUMNS[..shown], rows),
            is_known,
            has_lower_bound: lines
                .iter()
                .flatten()
                .any(|cell| cell.starts_with(LOWER_BOUND)),
        }
    }

    /// The line of a day. An old time is left out if it was measured here with other code or
    /// another input. For times that were measured elsewhere, this is not known.
    fn day_line(&self, day: &DayRecord) -> Cells {
        let line = day_cells(day);
        let mut old = self.old_line(&line[0]);
        for outdated in day.outdated_times() {
            for (old, outdated) in old[TIME_COLUMNS].iter_mut().zip(time_cells(outdated)) {
                if *old == outdated {
                    old.clear();
                }
            }
        }
        let mut line = merge_with_old(line, old);
        if line[TITLE_COLUMN].is_empty() {
            line[TITLE_COLUMN] = page_link(day, &format!("Day {}", day.puzzle.day));
        }
        line
    }

    /// The line of the year with the sum of its times. The old sum is left out if the times in
    /// `lines` differ from the old times that it adds up.
    fn sum_line(&self, days: &[DayRecord], lines: &[Cells]) -> Cells {
        let year = days[0].puzzle.year;
        let mut line = Cells::default();
        line[0] = format!("**{year}**");
        if let Some(row) = self.stars.get(&year) {
            line[STARS_COLUMN] = format!("{} of {}", row.stars, row.total);
        }
        line[TOTAL_COLUMN] = summed_time(days).unwrap_or_default();
        let mut old = self.old_line(&line[0]);
        let first_cell = format!("[{year}/");
        let old_days = self
            .old_lines()
            .filter(|line| line[0].starts_with(&first_cell));
        if !times(old_days).eq(times(lines.iter().cloned())) {
            old[TOTAL_COLUMN].clear();
        }
        merge_with_old(line, old)
    }

    /// The line of the old README for the day or year of this first cell. Empty if there is none.
    /// The link does not matter, because the file of a day may have moved. After a merge conflict,
    /// the README may have several such lines. Of these, the one with the most stars counts, and of
    /// equal ones the first.
    fn old_line(&self, first_cell: &str) -> Cells {
        self.old_lines()
            .filter(|old| without_link(&old[0]) == without_link(first_cell))
            .reduce(|best, line| {
                let has_more = star_count(&line[STARS_COLUMN]) > star_count(&best[STARS_COLUMN]);
                if has_more { line } else { best }
            })
            .unwrap_or_default()
    }

    fn old_lines(&self) -> impl Iterator<Item = Cells> {
        self.old.lines().filter_map(markdown_cells).map(|cells| {
            let mut line = Cells::default();
            for (cell, text) in line.iter_mut().zip(cells) {
                text.clone_into(cell);
            }
            line
        })
    }
}

/// The sum of the times of these days. A template that nobody has edited counts only if it has a
/// time. The sum is a lower bound if a time lacks a part or a day failed. `None` if a day has no
/// time for another reason, or if no day has a time.
fn summed_time(days: &[DayRecord]) -> Option<String> {
    let mut sum: Option<u64> = None;
    let mut bound = "";
    for day in days {
        match day.readme_time() {
            Some(time) => {
                sum = Some(sum.unwrap_or(0).saturating_add(time.ns));
                if time.is_partial {
                    bound = LOWER_BOUND;
                }
            }
            None if day.is_template() => {}
            None if day.has_failed() => bound = LOWER_BOUND,
            None => return None,
        }
    }
    Some(format!("{bound}{}", measured_time(sum?)))
}

fn day_cells(day: &DayRecord) -> Cells {
    let file = day.code.as_ref().map_or("", |code| &code.file);
    let title = day.title.as_ref().map(|name| page_link(day, name));
    let latest = day.part_of_latest_star();
    let [part1, part2, all] = day.readme_time().map(time_cells).unwrap_or_default();
    [
        format!("[{}]({file})", day.puzzle),
        title.unwrap_or_default(),
        "⭐".repeat(day.stars.count().unwrap_or(0).into()),
        part1,
        part2,
        all,
        day.times.since_unlock_text(latest).unwrap_or_default(),
        day.times.since_first_look_text(latest).unwrap_or_default(),
    ]
}

/// The link to the page of the puzzle.
fn page_link(day: &DayRecord, name: &str) -> String {
    let page = day.puzzle.page_path();
    format!("[{}]({SITE}{page})", escape_cell(name))
}

/// The cell without the target of its link.
fn without_link(cell: &str) -> &str {
    cell.split_once("](").map_or(cell, |(name, _)| name)
}

/// Fills empty cells from the old line. Keeps the old stars if there are more of them. Takes the
/// times to the latest star from the line with more stars. The cells of a run's time belong
/// together, and so do those of a star: an old line with another time of the star is that of
/// another user.
fn merge_with_old(mut line: Cells, mut old: Cells) -> Cells {
    let stars = star_count(&line[STARS_COLUMN]);
    match stars.cmp(&star_count(&old[STARS_COLUMN])) {
        Ordering::Less => {
            line[STARS_COLUMN].clear();
            line[FIXED_COLUMNS..].fill_with(String::new);
        }
        Ordering::Equal => {
            let mut times = line[FIXED_COLUMNS..].iter().zip(&old[FIXED_COLUMNS..]);
            if times.any(|(time, old)| !time.is_empty() && !old.is_empty() && time != old) {
                old[FIXED_COLUMNS..].fill_with(String::new);
            }
        }
        Ordering::Greater => old[FIXED_COLUMNS..].fill_with(String::new),
    }
    if !line[TOTAL_COLUMN].is_empty() {
        old[TIME_COLUMNS].fill_with(String::new);
    }
    for (cell, old) in line.iter_mut().zip(old) {
        if cell.is_empty() {
            *cell = old;
        }
    }
    line
}

/// The cells of a time, in the columns [`TIME_COLUMNS`].
fn time_cells(time: &MeasuredTime) -> [String; 3] {
    let [part1, part2] = time
        .parts
        .map(|ns| ns.map(measured_time).unwrap_or_default());
    [part1, part2, time.total()]
}

/// The times of the days in these lines.
fn times(lines: impl Iterator<Item = Cells>) -> impl Iterator<Item = String> {
    lines
        .map(|line| line[TOTAL_COLUMN].clone())
        .filter(|time| !time.is_empty())
}

/// True if the line has a fact besides its name.
fn has_facts(line: &Cells) -> bool {
    line[NAME_COLUMNS..].iter().any(|cell| !cell.is_empty())
}

fn star_count(cell: &str) -> usize {
    cell.matches('⭐').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_line_has_the_times_of_one_run_and_of_one_star() {
        let cells = |[part1, part2, all, unlock, look]: [&str; 5]| -> Cells {
            ["", "", "⭐", part1, part2, all, unlock, look].map(str::to_owned)
        };
        for (new, old, merged) in [
            // The last run lacks the first part.
            (
                ["", "2 ns", "> 3 ns", "", ""],
                ["5 ns", "6 ns", "11 ns", "", ""],
                ["", "2 ns", "> 3 ns", "", ""],
            ),
            (
                ["", "", "", "", ""],
                ["5 ns", "", "11 ns", ">24h", "30s"],
                ["5 ns", "", "11 ns", ">24h", "30s"],
            ),
            // The star of another user.
            (
                ["", "", "", ">24h", ""],
                ["", "", "", "2m 5s", "30s"],
                ["", "", "", ">24h", ""],
            ),
            // The same star, whose first look another computer knows.
            (
                ["", "", "", ">24h", ""],
                ["", "", "", ">24h", "30s"],
                ["", "", "", ">24h", "30s"],
            ),
        ] {
            assert_eq!(merge_with_old(cells(new), cells(old)), cells(merged));
        }
    }

    #[test]
    fn a_day_without_a_known_title_links_to_its_puzzle() {
        let day = DayRecord {
            puzzle: Puzzle::of(2026, 1),
            ..DayRecord::default()
        };
        for (old, title) in [
            ("", "[Day 1](https://adventofcode.com/2026/day/1)"),
            ("| [2026/1](days/day01.rs) | Title |", "Title"),
        ] {
            let tables = ReadmeTables {
                stars: StarRows::default(),
                old: old.to_owned(),
            };
            assert_eq!(tables.day_line(&day)[TITLE_COLUMN], title);
        }
    }
}
