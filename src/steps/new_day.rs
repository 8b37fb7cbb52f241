//! Creates the files of days, and the other files that their years need.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::app::{Ui, Workspace};
use crate::error::Result;
use crate::files::Lock;
use crate::project::{Project, templates};
use crate::puzzle::{Puzzle, Year, puzzle_list};
use crate::records::StoredDay;
use crate::terminal::{ResultList, plain_line};

/// An entry of `aoc new --json`: a day that has a file now.
#[derive(Serialize)]
pub struct NewDay {
    #[serde(flatten)]
    puzzle: Puzzle,
    pub path: PathBuf,
    pub status: NewDayStatus,
    /// The title that was written into the file. `None` if unknown.
    title: Option<String>,
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NewDayStatus {
    Created,
    /// The file already existed. It is unchanged, except that an untouched template may have got
    /// its title.
    Exists,
}

/// Creates the missing files of days and the packages of new years. Returns an entry for each
/// puzzle in the same order. If a file cannot be created, no new file stays. The new days stay if
/// only the update of a year's files fails.
pub fn new_days(ui: &Ui, workspace: &Workspace, puzzles: &[Puzzle]) -> Result<Vec<NewDay>> {
    let project = workspace.project()?;
    let root = project.root();
    let _lock = lock_files(ui, workspace)?;
    // `start` may have waited for hours since the last check.
    let store = workspace.store()?;
    store.check_repository()?;
    let mut days = Vec::new();
    let mut created = Vec::new();
    let mut unchanged = Vec::new();
    for &puzzle in puzzles {
        let title = StoredDay::new(store, puzzle).title();
        let (path, status, title) = if let Some(path) = project.day_file(puzzle) {
            let added = add_title(project, puzzle, &path, title)?;
            if added.is_none() {
                unchanged.push(puzzle);
            }
            (path, NewDayStatus::Exists, added)
        } else {
            project.check_new_day(puzzle)?;
            created.push((puzzle, title.clone()));
            let path = root.join(puzzle.solution_path());
            (path, NewDayStatus::Created, title)
        };
        days.push(NewDay {
            puzzle,
            path: workspace.relative_path(&path),
            status,
            title,
        });
    }
    // An earlier call may have been killed after it created the days, so all years are updated.
    let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
    let template = templates::day_template(root)?;
    let files = templates::day_files(project, &template, &years, &created);
    project.create_missing(&files)?;
    sync_years(ui, workspace, &years)?;
    if !unchanged.is_empty() {
        let verb = if unchanged.len() == 1 {
            "exists"
        } else {
            "exist"
        };
        let list = puzzle_list(unchanged);
        ui.note(format!("{list} {verb} already, unchanged"));
    }
    Ok(days)
}

/// Writes the title into the file of a day if the file is an untouched template. Returns the title
/// that was written.
fn add_title(
    project: &Project,
    puzzle: Puzzle,
    path: &Path,
    title: Option<String>,
) -> Result<Option<String>> {
    let Some(title) = title else {
        return Ok(None);
    };
    let Some(text) = project.template_with_title(puzzle, &title) else {
        return Ok(None);
    };
    project.write(path, &text)?;
    Ok(Some(title))
}

/// Prints the path of each file on a line of its own.
pub fn show_new_days(ui: &Ui, days: &[NewDay]) -> Result<()> {
    ui.show("new", &ResultList { results: days }, || {
        let lines = days.iter().map(|day| plain_line(day.path.display()));
        lines.collect()
    })
}

/// Waits until no other process creates files in the repository.
pub fn lock_files(ui: &Ui, workspace: &Workspace) -> Result<Option<Lock>> {
    let manifest = workspace.project()?.manifest_path();
    let waiting = ui.note_once("waiting for another aoc that creates files here");
    Ok(workspace.locks().lock_repository(&manifest, waiting))
}

/// Updates the `main.rs` of the years. Warns about files that are left out of a year, and about
/// years outside of the workspace, which cannot be built.
pub fn sync_years(ui: &Ui, workspace: &Workspace, years: &BTreeSet<Year>) -> Result<()> {
    let project = workspace.project()?;
    for &year in years {
        let sources = project.sync(year)?;
        for warning in sources.left_out.into_values().chain(sources.notes) {
            ui.warning(warning);
        }
        if let Some(warning) = project.not_a_member_message(year) {
            ui.warning(warning);
        }
    }
    Ok(())
}
