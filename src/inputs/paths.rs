//! The paths under `inputs/`, such as `year2020/day22.txt`.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::error::StoreError;
use super::name::InputName;
use crate::puzzle::{Puzzle, Year};

/// The paths below the folder `inputs/`.
#[derive(Clone, Debug)]
pub struct Paths {
    pub root: PathBuf,
}

impl Paths {
    /// The folder of a puzzle's year.
    pub fn year_dir(&self, puzzle: Puzzle) -> PathBuf {
        self.folder_of(puzzle.year)
    }

    pub(super) fn folder_of(&self, year: Year) -> PathBuf {
        self.root.join(format!("year{year}"))
    }

    /// `day22.txt`, or `day22.NAME.txt`.
    pub fn input_path(&self, puzzle: Puzzle, name: Option<&InputName>) -> PathBuf {
        self.file(puzzle, name, "txt")
    }

    /// `day22.html`: the page as the site sent it.
    pub fn page_path(&self, puzzle: Puzzle) -> PathBuf {
        self.file(puzzle, None, "html")
    }

    /// `day22.answers.toml`, or `day22.NAME.answers.toml`.
    pub fn answers_path(&self, puzzle: Puzzle, name: Option<&InputName>) -> PathBuf {
        self.file(puzzle, name, "answers.toml")
    }

    /// `day22.examples.toml`.
    pub fn examples_path(&self, puzzle: Puzzle) -> PathBuf {
        self.file(puzzle, None, "examples.toml")
    }

    /// The names of the puzzle's named inputs, sorted.
    pub fn named_inputs(&self, puzzle: Puzzle) -> Result<Vec<InputName>, StoreError> {
        let dir = self.year_dir(puzzle);
        let failed = |source| StoreError::Read {
            path: dir.clone(),
            source,
        };
        let entries = match fs::read_dir(&dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let prefix = format!("{}.", stem(puzzle));
        let mut names = Vec::new();
        for entry in entries {
            let file = entry.map_err(failed)?.file_name();
            let name = file
                .to_str()
                .and_then(|file| file.strip_prefix(&prefix)?.strip_suffix(".txt"))
                // Other files with such a name are not inputs.
                .and_then(|name| name.parse().ok());
            names.extend(name);
        }
        names.sort();
        Ok(names)
    }

    fn file(&self, puzzle: Puzzle, name: Option<&InputName>, extension: &str) -> PathBuf {
        let stem = stem(puzzle);
        let file = name.map_or_else(
            || format!("{stem}.{extension}"),
            |name| format!("{stem}.{name}.{extension}"),
        );
        self.year_dir(puzzle).join(file)
    }
}

fn stem(puzzle: Puzzle) -> String {
    format!("day{:02}", puzzle.day.0)
}
