//! The folder `inputs/`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::answers::Answers;
use super::atomic::{self, Readers, replace};
use super::error::StoreError;
use super::lock::{Lock, Locks};
use super::name::InputName;
use super::paths::Paths;
use crate::puzzle::Puzzle;

/// A project's `inputs/` folder.
#[derive(Clone, Debug)]
pub struct Store {
    pub paths: Paths,
    pub(super) locks: Locks,
}

impl Store {
    /// The store in the folder `root`, whose locks lie where `locks` says.
    pub const fn new(root: PathBuf, locks: Locks) -> Self {
        let paths = Paths { root };
        Self { paths, locks }
    }

    /// Whether the input is there.
    pub fn has_input(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<bool, StoreError> {
        is_file(&self.paths.input_path(puzzle, name))
    }

    /// The input's text; none if it is not there.
    pub fn input(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
    ) -> Result<Option<String>, StoreError> {
        read_optional(&self.paths.input_path(puzzle, name))
    }

    /// Stores an input.
    pub fn write_input(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
        bytes: &[u8],
    ) -> Result<PathBuf, StoreError> {
        let path = self.paths.input_path(puzzle, name);
        write(&path, bytes)?;
        Ok(path)
    }

    /// Whether the puzzle's page is there.
    pub fn has_page(&self, puzzle: Puzzle) -> Result<bool, StoreError> {
        is_file(&self.paths.page_path(puzzle))
    }

    /// The puzzle's page; none if it is not there.
    pub fn page(&self, puzzle: Puzzle) -> Result<Option<String>, StoreError> {
        read_optional(&self.paths.page_path(puzzle))
    }

    /// Stores a puzzle's page.
    pub fn write_page(&self, puzzle: Puzzle, html: &str) -> Result<PathBuf, StoreError> {
        let path = self.paths.page_path(puzzle);
        write(&path, html.as_bytes())?;
        Ok(path)
    }

    /// Fails as a write for this puzzle would, as far as that can be known
    /// without writing: asked before a request whose reply could not be kept.
    pub fn probe(&self, puzzle: Puzzle) -> Result<(), StoreError> {
        let dir = self.paths.year_dir(puzzle);
        let there = dir
            .ancestors()
            .find(|dir| dir.symlink_metadata().is_ok())
            .unwrap_or(&dir);
        atomic::probe(there).map_err(|why| StoreError::Write {
            path: there.to_owned(),
            why,
        })
    }

    /// The accepted answers that are recorded for an input of a puzzle.
    pub fn answers(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Answers, StoreError> {
        let path = self.paths.answers_path(puzzle, name);
        read_optional(&path)?.map_or_else(
            || Ok(Answers::default()),
            |text| Answers::parse(&text).map_err(|why| StoreError::Answers { path, why }),
        )
    }

    /// Makes this process the only one that fetches this input; tells
    /// `waiting` if another one is at it.
    pub fn lock(&self, puzzle: Puzzle, name: Option<&InputName>, waiting: impl FnOnce()) -> Lock {
        self.locks
            .take(&self.paths.input_path(puzzle, name), waiting)
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    replace(path, bytes, Readers::Owner).map_err(|why| StoreError::Write {
        path: path.to_owned(),
        why,
    })
}

/// The text of an input anywhere on the disk.
pub fn read_text(path: &Path) -> Result<String, StoreError> {
    let bytes = fs::read(path).map_err(|why| StoreError::Read {
        path: path.to_owned(),
        why,
    })?;
    String::from_utf8(bytes).map_err(|error| StoreError::NotText {
        path: path.to_owned(),
        at: error.utf8_error().valid_up_to(),
    })
}

fn read_optional(path: &Path) -> Result<Option<String>, StoreError> {
    match read_text(path) {
        Err(StoreError::Read { why, .. }) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

fn is_file(path: &Path) -> Result<bool, StoreError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(true),
        Ok(_) => Err(StoreError::NotAFile {
            path: path.to_owned(),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(StoreError::Read {
            path: path.to_owned(),
            why,
        }),
    }
}
