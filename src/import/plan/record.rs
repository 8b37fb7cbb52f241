//! The record of the files that earlier imports have written. Like an untouched template, a copy
//! that nobody has edited since is replaced by the next import, unless that knows less about the
//! same code.

use std::path::Path;

use crate::error::Result;
use crate::files::{WrittenFiles, if_exists, read_text_file, written_hash};
use crate::import::day_decision::Certainty;
use crate::project::{FileState, NewFile, Project, new_year_manifest, parse_year};
use crate::puzzle::Puzzle;

/// The path of the record, from the project's root. The record has a line for each copy, with the
/// hash of its text, its [`Origin`] if it has one, and its path.
pub const FILE: &str = "days/.imported";

/// What the text of a copy was made from: of a day, or of the root of a package, which may declare
/// unstable features.
#[derive(Debug)]
pub struct Origin {
    /// The hash of the original.
    source: String,
    certainty: Certainty,
}

impl Origin {
    pub fn new(source: &str, certainty: Certainty) -> Self {
        Self {
            source: written_hash(source),
            certainty,
        }
    }

    /// Reads `tried:2d06800538d394c2`.
    fn parse(note: &str) -> Option<Self> {
        let (certainty, source) = note.split_once(':')?;
        let mut all = Certainty::ALL.into_iter();
        Some(Self {
            source: source.to_owned(),
            certainty: all.find(|known| known.name() == certainty)?,
        })
    }

    fn note(&self) -> String {
        format!("{}:{}", self.certainty.name(), self.source)
    }
}

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

    /// The text of an unedited copy that an earlier import has made from the same original, knowing
    /// more than this one. `origin` is that of the text that this import would write.
    pub fn better_copy(&self, root: &Path, file: &str, origin: &Origin) -> Option<String> {
        let text = read_text_file(&root.join(file)).ok()?;
        let old = Origin::parse(self.0.note_of(file, &text)?)?;
        let is_better = old.source == origin.source && old.certainty > origin.certainty;
        is_better.then_some(text)
    }

    /// Notes the origin of a copy that has this text already.
    pub fn set_origin_of_copy(&mut self, root: &Path, file: &str, origin: &Origin) {
        if let Ok(text) = read_text_file(&root.join(file)) {
            self.set_origin(file, &text, origin);
        }
    }

    /// Notes the origin of a text that an import writes next.
    pub fn set_origin(&mut self, file: &str, text: &str, origin: &Origin) {
        self.0.set_note(file, text, origin.note());
    }

    /// The days that imports have written to a project, and that are still there.
    pub fn days(&self, project: &Project) -> impl Iterator<Item = Puzzle> {
        let files = self.0.paths().map(|path| project.root().join(path));
        files
            .filter(|file| file.exists())
            .filter_map(|file| project.puzzle_of(&file))
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

    /// Writes the record, if it is not empty and has changed.
    pub fn write(&self, project: &Project) -> Result<()> {
        let record = NewFile::new(FILE, self.0.list());
        if record.text.is_empty() || record.state_in(project.root()) == FileState::Same {
            return Ok(());
        }
        project.write(&project.root().join(FILE), &record.text)
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
