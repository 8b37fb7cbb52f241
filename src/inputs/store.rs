//! The files of the folder `inputs/`, read and written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::answers::Answers;
use super::error::StoreError;
use super::examples::Examples;
use super::extracted::{Extracted, is_untouched};
use super::name::InputName;
use super::paths::Paths;
use crate::files::atomic::{self, Readers, replace};
use crate::files::lock::{Lock, Locks};
use crate::files::read::{MAX_INPUT, MAX_TEXT, read_regular_file};
use crate::puzzle::Puzzle;

/// What is known of the folder of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFolder {
    /// It is created when it is needed.
    Usual,
    /// The settings name it: a slip there must not create a second one.
    Named,
    /// A submodule of git: what is written before it is checked out would be in
    /// its way.
    Submodule,
}

/// A project's folder `inputs/`.
#[derive(Clone, Debug)]
pub struct Store {
    pub paths: Paths,
    pub folder: StoreFolder,
    pub(super) locks: Locks,
}

impl Store {
    pub const fn new(root: PathBuf, locks: Locks) -> Self {
        let paths = Paths { root };
        Self {
            paths,
            folder: StoreFolder::Usual,
            locks,
        }
    }

    /// Whether there is an input. An empty file is none: no puzzle has one, and
    /// it is what a failed download of another tool leaves.
    pub fn has_input(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<bool, StoreError> {
        let size = file_size(&self.paths.input_path(puzzle, name))?;
        Ok(size.is_some_and(|size| size > 0))
    }

    /// The input's text; `None` if the file does not exist. Blank text is an
    /// error.
    pub fn input(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
    ) -> Result<Option<String>, StoreError> {
        let path = self.paths.input_path(puzzle, name);
        let text = if_there(read_input(&path))?;
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(StoreError::Empty { path });
        }
        Ok(text)
    }

    /// Writes an input and returns its path.
    pub fn write_input(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
        bytes: &[u8],
    ) -> Result<PathBuf, StoreError> {
        self.write(self.paths.input_path(puzzle, name), bytes)
    }

    /// Whether there is a page.
    pub fn has_page(&self, puzzle: Puzzle) -> Result<bool, StoreError> {
        Ok(file_size(&self.paths.page_path(puzzle))?.is_some())
    }

    /// The puzzle's page as HTML; `None` if the file does not exist.
    pub fn page(&self, puzzle: Puzzle) -> Result<Option<String>, StoreError> {
        if_there(read_input(&self.paths.page_path(puzzle)))
    }

    /// Writes a page and returns its path.
    pub fn write_page(&self, puzzle: Puzzle, html: &str) -> Result<PathBuf, StoreError> {
        self.write(self.paths.page_path(puzzle), html.as_bytes())
    }

    /// Fails where a write for this puzzle would fail, as far as that can be
    /// known: to be asked before a download that could not be stored.
    pub fn probe(&self, puzzle: Puzzle) -> Result<(), StoreError> {
        self.check_folder()?;
        let dir = self.paths.year_dir(puzzle);
        atomic::probe_for(&dir).map_err(|(path, source)| StoreError::Write { path, source })
    }

    /// The examples that lie in a file beside the input; none if the file does
    /// not exist.
    pub fn examples(&self, puzzle: Puzzle) -> Result<Examples, StoreError> {
        read_toml(self.paths.examples_path(puzzle), Examples::parse)
    }

    /// Whether there is a file of examples.
    pub fn has_examples(&self, puzzle: Puzzle) -> Result<bool, StoreError> {
        Ok(file_size(&self.paths.examples_path(puzzle))?.is_some())
    }

    /// The file of examples is as it was taken from the puzzle's page: nobody has
    /// edited it.
    pub fn has_only_extracted_examples(&self, puzzle: Puzzle) -> bool {
        let text = read_text(&self.paths.examples_path(puzzle), MAX_TEXT);
        text.is_ok_and(|text| is_untouched(&text))
    }

    /// Writes the examples of the puzzle's page, unless the file that is there
    /// was edited. Without an example the file says so: then the page is not
    /// searched again.
    pub fn write_examples(
        &self,
        puzzle: Puzzle,
        extracted: &Extracted,
    ) -> Result<WrittenExamples, StoreError> {
        let path = self.paths.examples_path(puzzle);
        let _lock = self.locks.acquire(&path, || {});
        let new = extracted.render();
        match if_there(read_text(&path, MAX_TEXT))? {
            Some(old) if old == new => Ok(WrittenExamples::Unchanged),
            Some(old) if !is_untouched(&old) => Ok(WrittenExamples::Edited),
            _ => self
                .write(path, new.as_bytes())
                .map(|_| WrittenExamples::Written),
        }
    }

    /// What is known about the answers to an input.
    pub fn answers(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Answers, StoreError> {
        read_toml(self.paths.answers_path(puzzle, name), Answers::parse)
    }

    /// Changes what is known about the answers, with no other process in
    /// between; what people wrote into the file stays.
    pub fn edit_answers<T>(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
        change: impl FnOnce(&mut Answers) -> T,
    ) -> Result<T, StoreError> {
        let path = self.paths.answers_path(puzzle, name);
        let _lock = self.locks.acquire(&path, || {});
        let old = if_there(read_text(&path, MAX_TEXT))?.unwrap_or_default();
        let before = Answers::parse(&old).map_err(|why| StoreError::Toml {
            path: path.clone(),
            why,
        })?;
        let mut answers = before.clone();
        let result = change(&mut answers);
        if answers != before {
            self.write(path, answers.write_over(&old).as_bytes())?;
        }
        Ok(result)
    }

    /// Takes the last guess out of the file again, which was not sent after all.
    pub fn forget_last_guess(&self, puzzle: Puzzle) -> Result<(), StoreError> {
        let path = self.paths.answers_path(puzzle, None);
        let _lock = self.locks.acquire(&path, || {});
        let text = if_there(read_text(&path, MAX_TEXT))?.unwrap_or_default();
        let Some(at) = text.rfind("[[guess]]") else {
            return Ok(());
        };
        match text[..at].trim_end() {
            "" => fs::remove_file(&path).map_err(|source| StoreError::Write { path, source }),
            before => self.write(path, format!("{before}\n").as_bytes()).map(drop),
        }
    }

    fn write(&self, path: PathBuf, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        self.check_folder()?;
        match replace(&path, bytes, Readers::Owner) {
            Ok(()) => Ok(path),
            Err(source) => Err(StoreError::Write { path, source }),
        }
    }

    /// Whether the folder is one to write into.
    pub fn check_folder(&self) -> Result<(), StoreError> {
        let path = &self.paths.root;
        match self.folder {
            StoreFolder::Named if !path.is_dir() => {
                Err(StoreError::NoFolder { path: path.clone() })
            }
            StoreFolder::Submodule if !path.join(".git").exists() => {
                Err(StoreError::NoSubmodule { path: path.clone() })
            }
            StoreFolder::Usual | StoreFolder::Named | StoreFolder::Submodule => Ok(()),
        }
    }

    /// Waits until no other process downloads this input; calls `waiting` first
    /// if one does.
    pub fn lock(&self, puzzle: Puzzle, name: Option<&InputName>, waiting: impl FnOnce()) -> Lock {
        self.locks
            .acquire(&self.paths.input_path(puzzle, name), waiting)
    }

    /// Waits until no other process submits an answer; calls `waiting` first if one
    /// does. The lock is on the folder of the answers, so that it holds without a
    /// cache folder too.
    pub fn lock_submission(
        &self,
        puzzle: Puzzle,
        waiting: impl FnOnce(),
    ) -> Result<Lock, StoreError> {
        let path = self.paths.year_dir(puzzle);
        let created = fs::create_dir_all(&path);
        created.map_err(|source| StoreError::Write {
            path: path.clone(),
            source,
        })?;
        let lock = Lock::on_folder(&path, waiting);
        Ok(lock.unwrap_or_else(|| self.locks.acquire(&path.join("submission"), || {})))
    }
}

/// What became of the examples of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenExamples {
    Written,
    /// The file says the same already, or there is nothing to write.
    Unchanged,
    /// The file was edited and stays as it is.
    Edited,
}

/// The text of an input anywhere on the disk.
pub fn read_input(path: &Path) -> Result<String, StoreError> {
    read_text(path, MAX_INPUT)
}

fn read_text(path: &Path, limit: u64) -> Result<String, StoreError> {
    let bytes = read_regular_file(path, limit).map_err(|source| StoreError::Read {
        path: path.to_owned(),
        source,
    })?;
    String::from_utf8(bytes).map_err(|error| StoreError::NotText {
        path: path.to_owned(),
        at: error.utf8_error().valid_up_to(),
    })
}

fn read_toml<T: Default>(
    path: PathBuf,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, StoreError> {
    match if_there(read_text(&path, MAX_TEXT))? {
        Some(text) => parse(&text).map_err(|why| StoreError::Toml { path, why }),
        None => Ok(T::default()),
    }
}

fn if_there(read: Result<String, StoreError>) -> Result<Option<String>, StoreError> {
    match read {
        Err(StoreError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// The size in bytes; `None` if the file does not exist.
fn file_size(path: &Path) -> Result<Option<u64>, StoreError> {
    let path = || path.to_owned();
    match fs::metadata(path()) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata.len())),
        Ok(_) => Err(StoreError::NotAFile { path: path() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StoreError::Read {
            path: path(),
            source,
        }),
    }
}
