//! The block in README.md that `aoc readme` and `aoc bench --readme` write. It contains the stars
//! of all years, and a table of the days with code for each year.

use std::path::PathBuf;

use crate::app::{Ui, Workspace};
use crate::error::Result;
use crate::files::Lock;
use crate::project::{Project, ReadmeBlock};
use crate::records::{DayRecord, Records, remember_readme};
use crate::render::{ReadmeTables, StarRows, star_rows, star_table};
use crate::terminal::plural;

/// The number of years whose tables are open. The tables of older years are folded.
const OPEN_YEARS: usize = 3;

/// Fails if [`write_readme`] would not be able to replace the blocks.
pub fn check_readme(project: &Project) -> Result<()> {
    ReadmeBlock::find(project.root(), "bench")?;
    ReadmeBlock::find_if_marked(project.root(), "calendar")?;
    Ok(())
}

/// Replaces the block, and also the block of stars if there is one. Returns the file.
pub fn write_readme(ui: &Ui, workspace: &Workspace, mut records: Records) -> Result<PathBuf> {
    let project = workspace.project()?;
    let block = ReadmeBlock::find(project.root(), "bench")?;
    let calendar = ReadmeBlock::find_if_marked(project.root(), "calendar")?;
    let _lock = lock_readme(ui, workspace, &block);
    let mut old = block.lines()?;
    if let Some(calendar) = &calendar {
        old += &calendar.lines()?;
    }
    let years = records.years();
    let stars = star_rows(&years, &old, |_| false);
    let mut text = String::new();
    let table = star_table(&stars);
    if !stars.is_empty() {
        text += &badge(&stars);
        if calendar.is_none() {
            text += &format!("\n{table}");
        }
    }
    let tables = ReadmeTables { stars, old };
    let days = readme_days(project, &mut records)?;
    text += &tables_of_years(&days, &tables);
    ui.warn_of(&records.errors);
    if let Some(calendar) = calendar {
        calendar.replace(&table)?;
    }
    let file = block.replace(&text)?;
    remember_readme(project, &days);
    Ok(workspace.relative_path(file))
}

/// Waits until no other process changes README.md.
pub fn lock_readme(ui: &Ui, workspace: &Workspace, block: &ReadmeBlock) -> Option<Lock> {
    let waiting = ui.note_once("waiting for another aoc that writes README.md");
    block.lock(&workspace.locks(), waiting)
}

/// The badge with the stars of all years.
fn badge(stars: &StarRows) -> String {
    let sum = stars.values().map(|row| row.stars as usize).sum();
    let name = plural(sum, "star");
    format!("![{name}](https://img.shields.io/badge/stars-{sum}-yellow)\n")
}

/// The days of the project, without the templates of locked puzzles.
fn readme_days(project: &Project, records: &mut Records) -> Result<Vec<DayRecord>> {
    let mut days = Vec::new();
    for puzzle in project.days()? {
        let day = records.day(puzzle);
        if day.is_unlocked || !day.is_template() {
            days.push(day.clone());
        }
    }
    Ok(days)
}

/// A table for each year of the days, newest year first, and a description of their times.
fn tables_of_years(days: &[DayRecord], tables: &ReadmeTables) -> String {
    let years = days
        .chunk_by(|first, second| first.puzzle.year == second.puzzle.year)
        .rev();
    let mut text = String::new();
    let mut count = 0;
    let mut has_bound = false;
    for days in years {
        let table = tables.year_table(days);
        // A year gets no table if nothing is known about its days and all of them are untouched
        // templates.
        if !table.is_known && days.iter().all(DayRecord::is_template) {
            continue;
        }
        count += 1;
        has_bound |= table.has_lower_bound;
        text += "\n";
        text += &if count <= OPEN_YEARS {
            table.markdown
        } else {
            folded(&days[0].puzzle.year.to_string(), &table.markdown)
        };
    }
    if count > 0 {
        text += "\nThe times are those of the last `aoc bench --readme`, or of `aoc run`, which is \
                 slower where it checks for overflows.\n";
        if has_bound {
            text += "`>` marks a time that lacks a part.\n";
        }
    }
    text
}

/// A table that the reader can unfold. Markdown inside of HTML needs blank lines around it.
fn folded(name: &str, table: &str) -> String {
    format!("<details><summary>{name}</summary>\n\n{table}\n</details>\n")
}
