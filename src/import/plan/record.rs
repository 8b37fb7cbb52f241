//! The record of the files that earlier imports have written. Like an untouched template, a copy
//! that nobody has edited since is replaced by the next import.

use std::path::Path;

use crate::error::Result;
use crate::files::{WrittenFiles, if_exists, read_text_file};
use crate::project::{Project, new_year_manifest, parse_year};
use crate::puzzle::Puzzle;

/// The path of the record, from the project's root. The record has a line for each copy, with the
/// hash of its text and its path.
pub const FILE: &str = "days/.imported";

#[derive(Debug, Default)]
pub struct Record(WrittenFiles);

impl Record {
    /// Reads the record of a project. If it cannot be read, every copy counts as edited and stays.
    pub fn read(root: &Path) -> Self {
        let path = root.join(FILE);
        let stored = if_exists(&path, read_text_file(&path)).ok().flatten();
        Self(WrittenFiles::parse(&stored.unwrap_or_default()))
    }

    /// True if the user has not written the file at this path of the project: there is none, it is
    /// an untouched template of a day, the manifest of a new year, or it still has the text that an
    /// import has written. Then it may be replaced.
    pub fn is_ours(&self, project: &Project, path: &str, puzzle: Option<Puzzle>) -> bool {
        let root = project.root();
        !root.join(path).exists()
            || puzzle.is_some_and(|puzzle| project.is_untouched(puzzle))
            || self.is_unedited(root, path)
            || is_new_manifest(root, path)
    }

    /// True if a file still has the text that an import has written.
    pub fn is_unedited(&self, root: &Path, file: &str) -> bool {
        let text = read_text_file(&root.join(file));
        text.is_ok_and(|text| self.0.is_unedited(file, &text))
    }

    /// True if an earlier import has written the file.
    pub fn has(&self, file: &str) -> bool {
        self.0.has(file)
    }

    pub fn add(&mut self, file: &str, text: &str) {
        self.0.add(file, text);
    }

    /// Adds the text that a file gets next. Until then it may have the text of an earlier import.
    pub fn add_next(&mut self, file: &str, text: &str) {
        self.0.add_next(file, text);
    }

    pub fn write(&self, project: &Project) -> Result<()> {
        project.write(&project.root().join(FILE), &self.0.list())
    }
}

/// True if a file is the manifest of a year, as `aoc new` writes it.
fn is_new_manifest(root: &Path, file: &str) -> bool {
    let folder = file
        .strip_prefix("days/")
        .and_then(|file| file.strip_suffix("/Cargo.toml"));
    let text = read_text_file(&root.join(file)).unwrap_or_default();
    folder
        .and_then(parse_year)
        .is_some_and(|year| text == new_year_manifest(year))
}
