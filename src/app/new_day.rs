//! Creates the files of days, and the other files that their years need.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::Serialize;

use self::NewDayStatus::{Created, Exists};
use super::context::App;
use crate::error::CliError;
use crate::files::Lock;
use crate::project::{create_missing, has_member, templates};
use crate::puzzle::{Day, Puzzle, Year};
use crate::site::PuzzlePage;

/// A day that has a file now, as in `aoc new --json`.
#[derive(Debug, Serialize)]
pub struct NewDay {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub path: PathBuf,
    pub status: NewDayStatus,
    /// The title in a new file, if the puzzle's page is cached.
    pub title: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NewDayStatus {
    Created,
    /// The file was there and is unchanged.
    Exists,
}

impl App {
    /// Creates the missing files of days, all or none, and the crates of new years. The
    /// result has one entry for each puzzle, in order.
    pub fn new_days(&self, puzzles: &[Puzzle]) -> Result<Vec<NewDay>, CliError> {
        let project = self.project()?;
        let root = project.root();
        let _lock = self.lock_files()?;
        let new_day = |&puzzle: &Puzzle| {
            let existing = project.day_file(puzzle);
            let is_new = existing.is_none();
            let path = existing.unwrap_or_else(|| root.join(puzzle.source()));
            NewDay {
                puzzle,
                path: self.relative_path(&path),
                status: if is_new { Created } else { Exists },
                title: self.cached_title(puzzle).filter(|_| is_new),
            }
        };
        let days: Vec<NewDay> = puzzles.iter().map(new_day).collect();
        let created = days.iter().filter(|day| day.status == Created);
        let created: Vec<_> = created.map(|day| (day.puzzle, day.title.clone())).collect();
        // All years are checked, because an earlier call may have been killed after it
        // created the days.
        let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
        let template = templates::day_template(root)?;
        let files = templates::days(project, &template, &years, &created);
        create_missing(root, &files)?;
        let created: Vec<Puzzle> = created.into_iter().map(|(puzzle, _)| puzzle).collect();
        self.sync_years(&years, &created)?;
        Ok(days)
    }

    /// Waits until no other process creates files of the repository.
    pub fn lock_files(&self) -> Result<Lock, CliError> {
        let manifest = self.project()?.manifest_path();
        Ok(self.locks().acquire(&manifest, || {
            self.note("waiting for another aoc that creates files here");
        }))
    }

    /// Updates the `main.rs` of the years, and warns if something prevents the new days
    /// from being built.
    pub fn sync_years(&self, years: &BTreeSet<Year>, created: &[Puzzle]) -> Result<(), CliError> {
        let project = self.project()?;
        for &year in years {
            let is_created = |&day: &Day| created.contains(&year.day(day));
            for note in project.sync(year)?.notes {
                if note.days.iter().any(is_created) {
                    self.warning(&note.message);
                }
            }
            if !has_member(project.manifest(), year) {
                self.warning(&format!(
                    "days/year{year} is not a member of the workspace in {}: add \
                     \"days/year*\" to its `members`",
                    self.relative_path(&project.manifest_path()).display()
                ));
            }
        }
        Ok(())
    }

    /// The title on the cached page, for a day without its own title.
    pub fn page_title(&self, puzzle: Puzzle) -> Option<String> {
        let lacks_title = self.project().ok()?.lacks_title(puzzle);
        lacks_title.then(|| self.cached_title(puzzle)).flatten()
    }

    /// The title of a day from its code, otherwise from the cached page.
    pub fn title(&self, puzzle: Puzzle) -> Option<String> {
        let title = self.page_title(puzzle);
        title.or_else(|| self.project().ok()?.title(puzzle))
    }

    /// The title on the cached page; `None` if the page is missing or cannot be read.
    pub fn cached_title(&self, puzzle: Puzzle) -> Option<String> {
        PuzzlePage::stored_name(&self.store().ok()?, puzzle)
    }
}
