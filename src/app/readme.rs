//! The block of README.md that `aoc readme` and `aoc bench --readme` write: the stars of all
//! years, and a table for each year with the days that have code.

use std::path::PathBuf;

use super::context::App;
use super::overview::Overview;
use super::stars::{StarRows, star_rows, star_table};
use crate::error::Result;
use crate::files::slashed;
use crate::project::{Project, ReadmeBlock};
use crate::puzzle::Puzzle;
use crate::reporter::{DayOverview, escape_cell};
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
    let days = Vec::from_iter(project.days()?);
    for days in days
        .chunk_by(|first, second| first.year == second.year)
        .rev()
    {
        text += &tables.year(days);
    }
    tables.overview.warn();
    text += "\nThe times are those of the last `aoc bench --readme` or `aoc run`, which checks for \
             overflows.\n";
    Ok(app.relative_path(block.replace(&text)?))
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
        let mut sum = Some(0);
        let year = days[0].year;
        for &day in days {
            let day = self.overview.day(day);
            sum = match (sum, day.last_run) {
                (Some(sum), Some(last)) => Some(last.ns.saturating_add(sum)),
                _ => None,
            };
            text += &self.line(self.day(&day));
        }
        let mut last = <[String; 6]>::default();
        last[0] = format!("**{year}**");
        if let Some(row) = self.stars.get(&year) {
            last[2] = format!("{} of {}", row.stars, row.of);
        }
        last[5] = time(sum);
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
        let mut all = None;
        let mut parts = [None; 2];
        if let Some(last) = day.last_run {
            all = Some(last.ns);
            parts = last.parts;
        }
        [
            format!("[{puzzle}]({source})"),
            title,
            "⭐".repeat(day.stars.unwrap_or(0).into()),
            time(parts[0]),
            time(parts[1]),
            time(all),
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
