//! The record of the files that earlier imports have written. Like an untouched template, a copy
//! that nobody has edited since may be replaced by the next import. But if its source has not
//! changed, and the import that made the copy was more certain, the copy stays.

use std::path::Path;

use super::folder_below_days;
use crate::error::Result;
use crate::files::{WrittenFiles, if_exists, read_text_file, unix_lines, written_hash};
use crate::import::repository::day_decision::Certainty;
use crate::project::{FileState, NewFile, Project, new_year_manifest, parse_year};
use crate::puzzle::Puzzle;

/// The path of the record, from the project's root. Each line has a mark and the path of a copy.
/// The mark of a module is the hash of its text. The mark of a day also has the certainty and the
/// hash of the original (`Origin::mark`).
pub const FILE: &str = "days/.imported";

/// The source of a day's copy, and how certain its call is.
#[derive(Debug)]
pub struct Origin {
    source_hash: String,
    certainty: Certainty,
}

impl Origin {
    pub fn new(source: &str, certainty: Certainty) -> Self {
        Self {
            source_hash: written_hash(source),
            certainty,
        }
    }

    /// The mark of a copy with this text, as the record stores it:
    /// `tried:2d06800538d394c2:9a3f6e1cb1f4a7d0`.
    fn mark(&self, text: &str) -> String {
        let certainty = match self.certainty {
            Certainty::ByNames => "names",
            Certainty::Tried => "tried",
            Certainty::Sure => "sure",
        };
        format!("{certainty}:{}:{}", written_hash(text), self.source_hash)
    }
}

/// The files that imports have written, with the origins of days.
#[derive(Debug, Default)]
pub struct Record {
    pub(super) files: WrittenFiles,
}

impl Record {
    /// Reads the record of a project. If it cannot be read, every copy counts as edited and stays.
    pub fn read(root: &Path) -> Self {
        let path = root.join(FILE);
        let stored = if_exists(&path, read_text_file(&path)).ok().flatten();
        Self {
            files: WrittenFiles::parse(&stored.unwrap_or_default()),
        }
    }

    /// True if the file at this path of the project may be replaced, because the user has not
    /// written it: it is missing, is an untouched template of a day or the manifest of a new year,
    /// or still has the text that an import has written.
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
        text.is_ok_and(|text| self.has_written(file, &text))
    }

    /// True if an earlier import has written this text to the file.
    pub fn has_written(&self, file: &str, text: &str) -> bool {
        self.files.is_unedited(file, text)
    }

    /// The certainty of the import that has written this text to a file, as the copy of `source`.
    pub fn certainty_of(&self, file: &str, text: &str, source: &str) -> Option<Certainty> {
        [Certainty::Sure, Certainty::Tried, Certainty::ByNames]
            .into_iter()
            .find(|certainty| {
                let mark = Origin::new(source, *certainty).mark(text);
                self.files.has_mark(file, &mark)
            })
    }

    /// Adds the origin of a copy.
    pub fn add_origin(&mut self, root: &Path, file: &str, origin: &Origin) {
        if let Ok(text) = read_text_file(&root.join(file)) {
            self.files.add_mark(file, origin.mark(&text));
        }
    }

    /// Writes the record, if it is not empty and has changed.
    pub fn write(&self, project: &Project) -> Result<()> {
        let record = NewFile::new(FILE, self.files.list());
        if record.text.is_empty() || record.state_in(project.root()) == FileState::Same {
            return Ok(());
        }
        project.write(&project.root().join(FILE), &record.text)
    }
}

/// True if a file is the manifest of a year with the built-in text, which `aoc new` writes for the
/// first year. The manifest of a later year may differ, because it gets the dependencies of an
/// earlier year.
fn is_new_manifest(root: &Path, file: &str) -> bool {
    let text = read_text_file(&root.join(file)).unwrap_or_default();
    folder_below_days(file)
        .and_then(parse_year)
        .is_some_and(|year| unix_lines(&text) == new_year_manifest(year))
}
