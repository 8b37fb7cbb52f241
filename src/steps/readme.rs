//! The block of README.md that `aoc readme` and `aoc bench --readme` write: the stars of all
//! years, and a table for each year with the days that have code.

use std::path::PathBuf;

use super::overview::Overview;
use super::stars::{StarRows, star_rows, star_table};
use crate::app::Ui;
use crate::config::Settings;
use crate::error::Result;
use crate::files::slashed;
use crate::overview::{DayOverview, LATER};
use crate::project::{Project, ReadmeBlock};
use crate::puzzle::{Puzzle, unlock};
use crate::reporter::escape_cell;
use crate::terminal::{elapsed, plural};

/// Replaces the block, and that of the stars if there is one. Returns the file.
pub fn write_readme(ui: &Ui, settings: &Settings, mut overview: Overview) -> Result<PathBuf> {
    let workspace = overview.workspace;
    let project = workspace.project()?;
    let block = ReadmeBlock::find(project.root(), "bench")?;
    let calendar = ReadmeBlock::find(project.root(), "calendar").ok();
    let mut old = block.lines()?;
    if let Some(calendar) = &calendar {
        old += &calendar.lines()?;
    }
    let stars = star_rows(&mut overview, &old, &[]);
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
    let now = overview.clock.now();
    let mut tables = Tables {
        settings,
        project,
        overview,
        stars,
        old,
    };
    let mut days = Vec::from_iter(project.days()?);
    days.retain(|&puzzle| unlock(puzzle) <= now || !project.is_template(puzzle));
    let years = days
        .chunk_by(|first, second| first.year == second.year)
        .rev();
    for (index, days) in years.enumerate() {
        let table = tables.year(days);
        text += &if index < OPEN_YEARS {
            table
        } else {
            folded(&days[0].year.to_string(), &table)
        };
    }
    tables.overview.warn(ui);
    if !days.is_empty() {
        text += "\nThe times are those of the last `aoc bench --readme` or `aoc run`, which checks \
                 for overflows.\n";
    }
    Ok(workspace.relative_path(block.replace(&text)?))
}

/// The cells of a line. Those of the last two columns are shown if one has a time.
type Cells = [String; 8];

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

/// Older years are folded.
const OPEN_YEARS: usize = 3;

/// A table that the reader of the page opens. Markdown within HTML needs blank lines.
fn folded(name: &str, table: &str) -> String {
    format!("\n<details><summary>{name}</summary>\n{table}\n</details>\n")
}

/// The tables of years.
struct Tables<'a> {
    settings: &'a Settings,
    project: &'a Project,
    overview: Overview<'a>,
    stars: StarRows,
    /// The lines of the README, whose cells are kept where nothing is known.
    old: String,
}

impl Tables<'_> {
    /// The table of these days of one year.
    fn year(&mut self, days: &[Puzzle]) -> String {
        let mut rows = Vec::new();
        let mut sum = Some(0_u64);
        let mut old_sum = 0_u64;
        let mut is_whole = true;
        let year = days[0].year;
        for &day in days {
            let day = self.overview.day(day);
            let last = day.last_time();
            old_sum = old_sum.saturating_add(last.map_or(0, |last| last.ns));
            sum = match (sum, last) {
                (Some(sum), Some(last)) if !day.has_old_time => Some(sum.saturating_add(last.ns)),
                _ => None,
            };
            is_whole &= last.is_none_or(|last| !last.is_partial);
            rows.push(self.day(&day));
        }
        let mut cells = Cells::default();
        cells[0] = format!("**{year}**");
        if let Some(row) = self.stars.get(&year) {
            cells[2] = format!("{} of {}", row.stars, row.of);
        }
        let bound = if is_whole { "" } else { "> " };
        let shown = |ns| format!("{bound}{}", elapsed(ns));
        cells[5] = sum.map(shown).unwrap_or_default();
        rows.push(self.with_old(cells, &[shown(old_sum)]));
        let has_times = rows
            .iter()
            .flat_map(|cells| &cells[6..])
            .any(|time| !time.is_empty() && time != LATER);
        let columns = if has_times { 8 } else { 6 };
        let line = |cells: &[String]| format!("| {} |\n", cells[..columns].join(" | "));
        let heading = line(&HEADING.map(str::to_owned));
        let times = "--:|".repeat(columns - 3);
        let rows: String = rows.iter().map(|cells| line(cells)).collect();
        format!("\n{heading}|:--|:--|:--|{times}\n{rows}")
    }

    /// The cells of a day. A time of other contents of its files is left out.
    fn day(&self, day: &DayOverview) -> Cells {
        let puzzle = day.puzzle;
        let file = self.project.day_file(puzzle).unwrap_or_default();
        let root = self.project.root();
        let source = slashed(file.strip_prefix(root).unwrap_or(&file));
        let mut title = String::new();
        if let Some(name) = &day.title {
            let address = self.settings.page_url(puzzle);
            title = format!("[{}]({address})", escape_cell(name));
        }
        let mut times = <[String; 3]>::default();
        if let Some(last) = day.last_time() {
            let [part1, part2] = last.parts.map(|ns| ns.map(elapsed).unwrap_or_default());
            times = [part1, part2, last.total()];
        }
        let [now, outdated] = if day.has_old_time {
            [Default::default(), times]
        } else {
            [times, Default::default()]
        };
        let [part1, part2, all] = now;
        let stars = "⭐".repeat(day.stars.unwrap_or(0).into());
        let cells = [
            format!("[{puzzle}]({source})"),
            title,
            stars,
            part1,
            part2,
            all,
            day.times.since_unlock().unwrap_or_default(),
            day.times.since_first_look().unwrap_or_default(),
        ];
        self.with_old(cells, &outdated)
    }

    /// The cells, with those of the old line where nothing or fewer stars are known, unless these
    /// are known to be outdated.
    fn with_old(&self, mut cells: Cells, outdated: &[String]) -> Cells {
        let start = format!("| {} | ", cells[0]);
        let old = self
            .old
            .lines()
            .find_map(|line| line.strip_prefix(&start)?.strip_suffix(" |"))
            .unwrap_or_default();
        for (cell, old) in cells[1..].iter_mut().zip(old.split(" | ")) {
            let count = cell.matches('⭐').count();
            let old_count = old.matches('⭐').count();
            let is_outdated = outdated.iter().any(|outdated| outdated == old);
            let fills_gap = cell.is_empty() && !is_outdated;
            if fills_gap || count < old_count {
                old.clone_into(cell);
            }
        }
        cells
    }
}
