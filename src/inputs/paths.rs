//! The paths under `inputs/`, such as `year2020/day22.txt`, and the names of
//! named inputs in them.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{CliError, Exit};
use crate::puzzle::{Puzzle, Year, misnamed};

/// The longest name in bytes: some file systems allow only some 140.
const MAX_NAME: usize = 64;

/// The name of a named input of a puzzle. It becomes part of a file name, so
/// it consists of letters, digits, `-` and `_` only, and cannot form a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct InputName(String);

impl FromStr for InputName {
    type Err = CliError;

    fn from_str(name: &str) -> Result<Self, CliError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let is_good = name.len() <= MAX_NAME
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(is_plain);
        if is_good {
            return Ok(Self(name.to_owned()));
        }
        let name: String = name.chars().take(MAX_NAME).collect();
        let message = format!(
            "`{}` cannot name an input: use letters, digits, - and _, with a letter or digit \
             first, at most {MAX_NAME} characters",
            name.escape_debug()
        );
        Err(CliError::new(Exit::Usage, message))
    }
}

impl fmt::Display for InputName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The paths below the folder `inputs/`.
#[derive(Clone, Debug)]
pub struct Paths {
    pub root: PathBuf,
}

impl Paths {
    /// The folder of a year.
    pub(super) fn year_dir(&self, year: Year) -> PathBuf {
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

    fn file(&self, puzzle: Puzzle, name: Option<&InputName>, extension: &str) -> PathBuf {
        let name = name.map_or_else(String::new, |name| format!("{name}."));
        let file = format!("day{:02}.{name}{extension}", puzzle.day.0);
        self.year_dir(puzzle.year).join(file)
    }

    /// The names of the puzzle's named inputs, sorted.
    pub fn named_inputs(&self, puzzle: Puzzle) -> Result<Vec<InputName>, CliError> {
        let path = self.year_dir(puzzle.year);
        match fs::read_dir(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(CliError::read(&path, error));
            }
            _ => {}
        }
        let prefix = format!("day{:02}.", puzzle.day.0);
        // Other files with such a name are not inputs.
        let name = |file: String| {
            let name = file.strip_prefix(&prefix)?.strip_suffix(".txt")?;
            name.parse().ok()
        };
        let mut names: Vec<InputName> = names_in(&path).filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    /// The years that have a folder.
    pub fn years(&self) -> Vec<Year> {
        let year = |name: String| Year::parse(name.strip_prefix("year")?);
        names_in(&self.root).filter_map(year).collect()
    }

    /// One line for each file of a year whose name looks like that of an input, page,
    /// examples or answers, sorted; none if the folder cannot be read.
    pub fn misnamed(&self, year: Year, shown: impl Fn(&Path) -> PathBuf) -> Vec<String> {
        let folder = self.year_dir(year);
        let misnamed = |file: String| {
            let (stem, end) = file.split_once('.')?;
            let rest = format!(".{}", end.to_ascii_lowercase());
            let is_ours = [".txt", ".html", ".toml"]
                .iter()
                .any(|it| rest.ends_with(it));
            let is_there = |right: &str| folder.join(right).exists();
            let shown = shown(&folder.join(&file));
            misnamed(year, &shown, (stem, &rest), is_there).filter(|_| is_ours)
        };
        let mut found: Vec<String> = names_in(&folder).filter_map(misnamed).collect();
        found.sort();
        found
    }
}

fn names_in(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}
