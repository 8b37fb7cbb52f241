//! The block in README.md that `aoc readme` and `aoc bench --readme` write: the stars of all
//! years, and a table for each year with the days that have code.

use std::path::PathBuf;

use crate::app::{Ui, Workspace};
use crate::config::Settings;
use crate::error::Result;
use crate::files::slashed;
use crate::project::{Project, ReadmeBlock};
use crate::records::{DayRecord, LastTime, Records};
use crate::reporter::{StarRows, escape_cell, star_rows, star_table};
use crate::site::LATER;
use crate::terminal::{elapsed, plural};

/// Replaces the block, and that of the stars if there is one. Returns the file.
pub fn write_readme(
    ui: &Ui,
    settings: &Settings,
    workspace: &Workspace,
    mut records: Records,
) -> Result<PathBuf> {
    let project = workspace.project()?;
    let block = ReadmeBlock::find(project.root(), "bench")?;
    let calendar = ReadmeBlock::find(project.root(), "calendar").ok();
    let mut old = block.lines()?;
    if let Some(calendar) = &calendar {
        old += &calendar.lines()?;
    }
    let years = records.years();
    let stars = star_rows(&years, &old, |_| false);
    let sum = stars.values().map(|row| row.stars as usize).sum();
    let name = plural(sum, "star");
    let mut text = format!("![{name}](https://img.shields.io/badge/stars-{sum}-yellow)\n");
    let table = star_table(&settings.base_url, &stars);
    match &calendar {
        Some(calendar) => {
            calendar.replace(&table)?;
        }
        None if stars.is_empty() => {}
        None => text += &format!("\n{table}"),
    }
    let tables = Tables {
        settings,
        project,
        stars,
        old,
    };
    let mut days = Vec::new();
    for puzzle in project.days()? {
        let day = records.day(puzzle);
        if day.unlocked || !project.is_template(puzzle) {
            days.push(day.clone());
        }
    }
    let years = days
        .chunk_by(|first, second| first.puzzle.year == second.puzzle.year)
        .rev();
    let mut count = 0;
    for days in years {
        let Some(table) = tables.year(days) else {
            continue;
        };
        count += 1;
        text += &if count <= OPEN_YEARS {
            table
        } else {
            folded(&days[0].puzzle.year.to_string(), &table)
        };
    }
    ui.warn_of(&records.errors);
    if count > 0 {
        let has_bound = text.contains("| > ");
        text += "\nThe times are those of the last `aoc bench --readme` or `aoc run`, which checks \
                 for overflows.\n";
        if has_bound {
            text += "`>` stands before a time without a part.\n";
        }
    }
    Ok(workspace.relative_path(block.replace(&text)?))
}

/// A row of a table, in the order of its cells. Each of the last two columns is shown only if a
/// row has a time in it.
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

const HEADING: [&str; 8] = [
    "day",
    "title",
    "stars",
    "part 1",
    "part 2",
    "all",
    "from the unlock",
    "from the first look",
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

/// The number of years whose tables are open. The tables of older years are folded.
const OPEN_YEARS: usize = 3;

/// A table that the reader can unfold. Markdown within HTML needs blank lines around it.
fn folded(name: &str, table: &str) -> String {
    format!("\n<details><summary>{name}</summary>\n{table}\n</details>\n")
}

/// The tables of years.
struct Tables<'a> {
    settings: &'a Settings,
    project: &'a Project,
    stars: StarRows,
    /// The rows of the old README. Their cells are kept if nothing newer is known.
    old: String,
}

impl Tables<'_> {
    /// The table of these days of one year; `None` if there are only templates, of which nothing
    /// is known.
    fn year(&self, days: &[DayRecord]) -> Option<String> {
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
        let shown = |ns| format!("{bound}{}", elapsed(ns));
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
        if !is_known && days.iter().all(|day| self.project.is_unwritten(day.puzzle)) {
            return None;
        }
        if sum.is_known() {
            rows.push(sum);
        }
        let has_times = rows
            .iter()
            .flat_map(|row| [&row.since_unlock, &row.since_first_look])
            .any(|time| !time.is_empty() && time != LATER);
        let columns = if has_times { 8 } else { 6 };
        let line = |cells: [&str; 8]| format!("| {} |\n", cells[..columns].join(" | "));
        let heading = line(HEADING);
        let times = "--:|".repeat(columns - 3);
        let rows: String = rows.iter().map(|row| line(row.cells())).collect();
        Some(format!("\n{heading}|:--|:--|:--|{times}\n{rows}"))
    }

    /// The line of a day. A time of older code is left out.
    fn day(&self, day: &DayRecord) -> TableLine {
        let puzzle = day.puzzle;
        let file = self.project.day_file(puzzle).unwrap_or_default();
        let root = self.project.root();
        let source = slashed(file.strip_prefix(root).unwrap_or(&file));
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
                let [part1, part2] = last.parts.map(|ns| ns.map(elapsed).unwrap_or_default());
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
