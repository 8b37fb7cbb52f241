//! The files of the folder `inputs/`, read and written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::answers::Answers;
use super::examples::{Example, ExtractedExample, is_untouched, parse_examples, render_examples};
use super::paths::{InputName, MAX_NAME, Paths};
use crate::error::{Exit, HasExit};
use crate::files::{self, Lock, Locks, MAX_INPUT, MAX_TEXT, Readers};
use crate::puzzle::Puzzle;

/// A failure of the files under `inputs/`.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("{} cannot be read", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} cannot be written", path.display())]
    Write { path: PathBuf, source: io::Error },
    /// The folder that the project's settings name.
    #[error(
        "the folder of the inputs, {}, does not exist: create it, or correct `inputs` in the \
         table [workspace.metadata.aoc] of Cargo.toml",
        path.display()
    )]
    NoFolder { path: PathBuf },
    #[error(
        "the inputs are in the submodule {}, which is not checked out: run `git submodule update \
         --init`",
        path.display()
    )]
    NoSubmodule { path: PathBuf },
    /// A file whose content is not what it should be.
    #[error("{}{why}", path.display())]
    Content { path: PathBuf, why: String },
    /// A name that no input can have.
    #[error(
        "`{}` cannot name an input: use letters, digits, - and _, with a letter or digit first, \
         at most {MAX_NAME} characters",
        name.escape_debug()
    )]
    Name { name: String },
}

impl HasExit for StoreError {
    fn exit(&self) -> Exit {
        match self {
            Self::Name { .. } => Exit::Usage,
            _ => Exit::Files,
        }
    }
}

/// The kind of the folder of the inputs.
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
    locks: Locks,
}

/// The outcome of writing the examples of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenExamples {
    Written,
    /// The file says the same already, or there is nothing to write.
    Unchanged,
    /// The file was edited and stays as it is.
    Edited,
}

impl Store {
    pub const fn new(root: PathBuf, locks: Locks) -> Self {
        Self {
            paths: Paths { root },
            folder: StoreFolder::Usual,
            locks,
        }
    }

    /// Returns whether there is an input. An empty file is none: no puzzle has one, and
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
            let why = " is empty; download it again with `aoc fetch --force`".to_owned();
            return Err(StoreError::Content { path, why });
        }
        Ok(text)
    }

    pub fn write_input(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        self.write(self.paths.input_path(puzzle, name), bytes)
    }

    /// Returns whether there is a page.
    pub fn has_page(&self, puzzle: Puzzle) -> Result<bool, StoreError> {
        Ok(file_size(&self.paths.page_path(puzzle))?.is_some())
    }

    /// The puzzle's page as HTML; `None` if the file does not exist.
    pub fn page(&self, puzzle: Puzzle) -> Result<Option<String>, StoreError> {
        if_there(read_input(&self.paths.page_path(puzzle)))
    }

    pub fn write_page(&self, puzzle: Puzzle, html: &str) -> Result<(), StoreError> {
        self.write(self.paths.page_path(puzzle), html.as_bytes())
    }

    /// Fails where a write for this puzzle would fail, as far as that can be
    /// known: to be asked before a download that could not be stored.
    pub fn probe(&self, puzzle: Puzzle) -> Result<(), StoreError> {
        self.check_folder()?;
        let dir = self.paths.year_dir(puzzle.year);
        files::probe_for(&dir).map_err(|(path, source)| StoreError::Write { path, source })
    }

    /// The examples that lie in a file beside the input; none if the file does
    /// not exist.
    pub fn examples(&self, puzzle: Puzzle) -> Result<Vec<Example>, StoreError> {
        let path = self.paths.examples_path(puzzle);
        parse(
            &path,
            &edited_text(&path)?.unwrap_or_default(),
            parse_examples,
        )
    }

    /// Returns whether there is a file of examples.
    pub fn has_examples(&self, puzzle: Puzzle) -> Result<bool, StoreError> {
        Ok(file_size(&self.paths.examples_path(puzzle))?.is_some())
    }

    /// Returns whether the file of examples is as it was taken from the puzzle's page.
    pub fn has_only_extracted_examples(&self, puzzle: Puzzle) -> bool {
        let text = edited_text(&self.paths.examples_path(puzzle));
        text.ok().flatten().is_some_and(|text| is_untouched(&text))
    }

    /// Writes the examples of the puzzle's page, unless the file that is there
    /// was edited. Without an example the file says so: then the page is not
    /// searched again.
    pub fn write_examples(
        &self,
        puzzle: Puzzle,
        extracted: &[ExtractedExample],
    ) -> Result<WrittenExamples, StoreError> {
        let path = self.paths.examples_path(puzzle);
        let _lock = self.locks.acquire(&path, || {});
        let new = render_examples(extracted);
        match edited_text(&path)? {
            Some(old) if old == new => Ok(WrittenExamples::Unchanged),
            Some(old) if !is_untouched(&old) => Ok(WrittenExamples::Edited),
            _ => {
                self.write(path, new.as_bytes())?;
                Ok(WrittenExamples::Written)
            }
        }
    }

    /// The answers to an input.
    pub fn answers(&self, puzzle: Puzzle, name: Option<&InputName>) -> Result<Answers, StoreError> {
        let path = self.paths.answers_path(puzzle, name);
        parse(
            &path,
            &edited_text(&path)?.unwrap_or_default(),
            Answers::parse,
        )
    }

    /// Changes what is known about the answers, with no other process in
    /// between; what people wrote into the file stays. A file that becomes empty
    /// goes.
    pub fn edit_answers<T>(
        &self,
        puzzle: Puzzle,
        name: Option<&InputName>,
        change: impl FnOnce(&mut Answers) -> T,
    ) -> Result<T, StoreError> {
        let path = self.paths.answers_path(puzzle, name);
        let _lock = self.locks.acquire(&path, || {});
        let old = edited_text(&path)?.unwrap_or_default();
        let before = parse(&path, &old, Answers::parse)?;
        let mut answers = before.clone();
        let result = change(&mut answers);
        if answers != before {
            match answers.write_over(&old) {
                new if new.is_empty() => {
                    fs::remove_file(&path).map_err(|source| StoreError::Write { path, source })?;
                }
                new => self.write(path, new.as_bytes())?,
            }
        }
        Ok(result)
    }

    fn write(&self, path: PathBuf, bytes: &[u8]) -> Result<(), StoreError> {
        self.check_folder()?;
        let written = files::replace(&path, bytes, Readers::Owner);
        written.map_err(|source| StoreError::Write { path, source })
    }

    /// Fails if the folder is not one to write into.
    pub fn check_folder(&self) -> Result<(), StoreError> {
        let path = self.paths.root.clone();
        match self.folder {
            StoreFolder::Named if !path.is_dir() => Err(StoreError::NoFolder { path }),
            StoreFolder::Submodule if !path.join(".git").exists() => {
                Err(StoreError::NoSubmodule { path })
            }
            _ => Ok(()),
        }
    }

    /// Waits until no other process downloads this input; calls `waiting` first
    /// if one does.
    pub fn lock(&self, puzzle: Puzzle, name: Option<&InputName>, waiting: impl FnOnce()) -> Lock {
        let path = self.paths.input_path(puzzle, name);
        self.locks.acquire(&path, waiting)
    }

    /// Waits until no other process submits an answer; calls `waiting` first if one
    /// does. The lock is on the folder of the answers, so that it holds without a
    /// cache folder too.
    pub fn lock_submission(
        &self,
        puzzle: Puzzle,
        waiting: impl FnOnce(),
    ) -> Result<Lock, StoreError> {
        let path = self.paths.year_dir(puzzle.year);
        if let Err(source) = fs::create_dir_all(&path) {
            return Err(StoreError::Write { path, source });
        }
        let lock = Lock::on_folder(&path, waiting);
        Ok(lock.unwrap_or_else(|| self.locks.acquire(&path.join("submission"), || {})))
    }
}

/// The text of an input anywhere on the disk.
pub fn read_input(path: &Path) -> Result<String, StoreError> {
    read_text(path, MAX_INPUT)
}

fn read_text(path: &Path, limit: u64) -> Result<String, StoreError> {
    let path = || path.to_owned();
    let bytes = files::read_regular_file(&path(), limit);
    let bytes = bytes.map_err(|source| StoreError::Read {
        path: path(),
        source,
    })?;
    String::from_utf8(bytes).map_err(|error| StoreError::Content {
        path: path(),
        why: format!(
            " is not text: byte {} is not UTF-8; use another file, or download it again with \
             `aoc fetch --force`",
            error.utf8_error().valid_up_to()
        ),
    })
}

/// The text of a file that people edit; `None` if it does not exist.
fn edited_text(path: &Path) -> Result<Option<String>, StoreError> {
    if_there(read_text(path, MAX_TEXT))
}

fn parse<T>(
    path: &Path,
    text: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, StoreError> {
    parse(text).map_err(|why| StoreError::Content {
        path: path.to_owned(),
        why: format!(", {why}; correct the file or remove it"),
    })
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
    let owned = || path.to_owned();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata.len())),
        Ok(_) => Err(StoreError::Content {
            path: owned(),
            why: " is not a file; move it out of the way".to_owned(),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StoreError::Read {
            path: owned(),
            source,
        }),
    }
}
