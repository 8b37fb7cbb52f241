//! Creating the files of days, with what else their years need.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::Serialize;

use super::context::App;
use crate::error::CliError;
use crate::project::templates::{self, DayTemplate};
use crate::project::{Project, has_member};
use crate::puzzle::{Puzzle, Year};
use crate::site::PuzzlePage;

/// A day that has a file now, as `aoc new --json` prints it.
#[derive(Debug, Serialize)]
pub struct NewDay {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub path: PathBuf,
    pub status: NewStatus,
    /// The title in a file that was created, if the puzzle's page is cached.
    pub title: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NewStatus {
    Created,
    /// The file was there, and is unchanged.
    Exists,
}

impl App {
    /// Creates the files of the days that have none, all or nothing, and the
    /// crates of years that have none. The result has one entry for each puzzle,
    /// in order.
    pub fn new_days(&self, puzzles: &[Puzzle]) -> Result<Vec<NewDay>, CliError> {
        let project = self.project()?;
        let root = project.root();
        let _lock = self.locks().acquire(&project.manifest_path(), || {
            self.note("waiting for another aoc that creates files here");
        });
        let mut days: Vec<NewDay> = Vec::new();
        for &puzzle in puzzles {
            let there = project.day_file(puzzle);
            let is_new = there.is_none();
            days.push(NewDay {
                puzzle,
                path: self.shown(&there.unwrap_or_else(|| root.join(puzzle.source()))),
                status: if is_new {
                    NewStatus::Created
                } else {
                    NewStatus::Exists
                },
                title: is_new.then(|| self.cached_title(puzzle)).flatten(),
            });
        }
        let created = days.iter().filter(|day| day.status == NewStatus::Created);
        let wanted: Vec<(Puzzle, Option<String>)> =
            created.map(|day| (day.puzzle, day.title.clone())).collect();
        // Also where all days are there: whoever created them may have been killed
        // before the rest was.
        let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
        let has_manifest = |&year: &Year| project.year_dir(year).join("Cargo.toml").is_file();
        if !wanted.is_empty() || !years.iter().all(has_manifest) {
            let template = DayTemplate::find(root)?;
            let files = templates::days(project, &template, &years, &wanted);
            templates::create_missing(root, &files)?;
        }
        self.sync_years(project, years, &wanted)?;
        Ok(days)
    }

    /// Brings the `main.rs` of the years up to date, and says what keeps the new
    /// days from being built.
    pub fn sync_years(
        &self,
        project: &Project,
        years: BTreeSet<Year>,
        created: &[(Puzzle, Option<String>)],
    ) -> Result<(), CliError> {
        let is_new = |year: Year, day| created.iter().any(|(new, _)| *new == year.day(day));
        for year in years {
            for note in project.sync(year)?.notes {
                let is_of_new = note.days.iter().any(|&day| is_new(year, day));
                if is_of_new {
                    self.warning(&note.message);
                }
            }
            if !has_member(project.manifest(), year) {
                self.warning(&format!(
                    "days/year{year} is not a member of the workspace in {}: add \
                     \"days/year*\" to its `members`",
                    self.shown(&project.manifest_path()).display()
                ));
            }
        }
        Ok(())
    }

    /// The title on the cached page. A page that cannot be read is as good as
    /// none.
    pub fn cached_title(&self, puzzle: Puzzle) -> Option<String> {
        let html = self.store().ok()?.page(puzzle).ok()??;
        PuzzlePage::parse(&html).name(puzzle)
    }
}
