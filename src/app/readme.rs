//! The block of README.md that `aoc readme` and `aoc bench --readme` write: the stars of all
//! years, and a table for each year with the days that have code.

use std::path::PathBuf;

use super::context::App;
use super::overview::Overview;
use super::stars::{StarRows, star_rows, star_table};
use crate::error::Result;
use crate::files::slashed;
use crate::project::{Project, ReadmeBlock};
use crate::puzzle::{Puzzle, unlock};
use crate::reporter::{DayOverview, LastTime, escape_cell};
use crate::terminal::elapsed;

/// Replaces the block, and that of the stars if there is one. Returns the file.
pub fn write_readme(app: &App) -> Result<PathBuf> {
    let project = app.project()?;
    let block = ReadmeBlock::find(project.root(), "bench")?;
    let calendar = ReadmeBlock::find(project.root(), "calendar").ok();
    let mut old = block.lines()?;
    if let Some(calendar) = &calendar {
        old += &calendar.lines()?;
    }
    let stars = star_rows(app, &old, &[]);
    let sum: u32 = stars.values().map(|row| row.stars).sum();
    let mut text = format!("![{sum} stars](https://img.shields.io/badge/stars-{sum}-yellow)\n");
    let table = star_table(app, &stars);
    match &calendar {
        Some(calendar) => drop(calendar.replace(&table)?),
        None => text += &format!("\n{table}"),
    }
    let mut tables = Tables {
        app,
        project,
        overview: Overview::new(app),
        stars,
        old,
    };
    let now = app.site_time();
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
    tables.overview.warn();
    text += "\nThe times are those of the last `aoc bench --readme` or `aoc run`, which checks for \
             overflows.\n";
    Ok(app.relative_path(block.replace(&text)?))
}

/// Older years are folded.
const OPEN_YEARS: usize = 3;

/// A table that the reader of the page opens. Markdown within HTML needs blank lines.
fn folded(name: &str, table: &str) -> String {
    format!("\n<details><summary>{name}</summary>\n{table}\n</details>\n")
}

/// The tables of years.
struct Tables<'a> {
    app: &'a App,
    project: &'a Project,
    overview: Overview<'a>,
    stars: StarRows,
    /// The lines of the README, whose cells are kept where nothing is known.
    old: String,
}

impl Tables<'_> {
    /// The table of these days of one year.
    fn year(&mut self, days: &[Puzzle]) -> String {
        let mut text = "\n| day | title | stars | part 1 | part 2 | all |\n\
                        |:--|:--|:--|--:|--:|--:|\n"
            .to_owned();
        let mut sum = Some(0_u64);
        let mut is_whole = true;
        let year = days[0].year;
        for &day in days {
            let day = self.overview.day(day);
            sum = match (sum, day.last_run) {
                (Some(sum), Some(last)) => Some(sum.saturating_add(last.ns)),
                _ => None,
            };
            is_whole &= day.last_run.is_none_or(|last| !last.is_partial);
            text += &self.line(self.day(&day));
        }
        let mut last = <[String; 6]>::default();
        last[0] = format!("**{year}**");
        if let Some(row) = self.stars.get(&year) {
            last[2] = format!("{} of {}", row.stars, row.of);
        }
        let bound = if is_whole { "" } else { "> " };
        last[5] = sum.map_or_else(String::new, |ns| format!("{bound}{}", elapsed(ns)));
        text + &self.line(last)
    }

    fn day(&self, day: &DayOverview) -> [String; 6] {
        let puzzle = day.puzzle;
        let file = self.project.day_file(puzzle).unwrap_or_default();
        let root = self.project.root();
        let source = slashed(file.strip_prefix(root).unwrap_or(&file));
        let mut title = String::new();
        if let Some(name) = &day.title {
            let address = self.app.page_url(puzzle);
            title = format!("[{}]({address})", escape_cell(name));
        }
        let all = day.last_run.as_ref().map(LastTime::total);
        let parts = day.last_run.map_or([None; 2], |last| last.parts);
        [
            format!("[{puzzle}]({source})"),
            title,
            "⭐".repeat(day.stars.unwrap_or(0).into()),
            time(parts[0]),
            time(parts[1]),
            all.unwrap_or_default(),
        ]
    }

    /// A line with these cells, and with those of the old line where nothing or fewer stars
    /// are known.
    fn line(&self, mut cells: [String; 6]) -> String {
        let start = format!("| {} | ", cells[0]);
        let old = self
            .old
            .lines()
            .find_map(|line| line.strip_prefix(&start)?.strip_suffix(" |"))
            .unwrap_or_default();
        for (cell, old) in cells[1..].iter_mut().zip(old.split(" | ")) {
            let count = cell.matches('⭐').count();
            let old_count = old.matches('⭐').count();
            if count < old_count || cell.is_empty() {
                old.clone_into(cell);
            }
        }
        format!("| {} |\n", cells.join(" | "))
    }
}

fn time(ns: Option<u64>) -> String {
    ns.map(elapsed).unwrap_or_default()
}
