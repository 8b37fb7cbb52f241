//! The files of a folder that is not ours, and which puzzle they are of by their
//! paths. The folder may be large, contain loops of links, or files that cannot
//! be read.

use std::fs;
use std::path::{Path, PathBuf};

use super::Plan;
use crate::error::{CliError, Exit};
use crate::files::{MAX_TEXT, read_regular_file};
use crate::puzzle::{self, Day, Puzzle, Year};

/// The deepest folder that is looked into.
const MAX_DEPTH: usize = 12;
/// The most files that are looked at: whoever gives a whole home folder is told.
const MAX_FILES: usize = 50_000;

/// Folders that contain no solutions, however large they are.
const IGNORED: [&str; 5] = ["target", "node_modules", ".git", ".hg", ".venv"];

/// Other contests with days.
const CONTESTS: [&str; 4] = ["everybodycodes", "codyssi", "flipflop", "leetcode"];

/// A folder and the files below it.
#[derive(Debug)]
pub struct Tree {
    pub root: PathBuf,
    /// From the root, with slashes, sorted.
    pub files: Vec<String>,
}

impl Tree {
    /// Lists the files below `root`, without the folders in `without`, which are
    /// as the system sees them. The plan notes what is not listed.
    pub fn read(root: &Path, without: &[PathBuf], plan: &mut Plan) -> Result<Self, CliError> {
        let (root, files) = (root.to_owned(), Vec::new());
        let mut tree = Self { root, files };
        tree.add("", 0, without, plan).map_err(|error| {
            let why = format!("cannot read {}: {error}", tree.root.display());
            CliError::new(Exit::Files, why)
        })?;
        tree.files.sort();
        Ok(tree)
    }

    fn add(
        &mut self,
        folder: &str,
        depth: usize,
        without: &[PathBuf],
        plan: &mut Plan,
    ) -> std::io::Result<()> {
        for entry in fs::read_dir(self.path(folder))?.flatten() {
            let (path, name, kind) = (entry.path(), entry.file_name(), entry.file_type()?);
            let Some(name) = name.to_str() else { continue };
            let why = if IGNORED.contains(&name) {
                continue;
            } else if name.contains(char::is_control) {
                "its name has control characters"
            } else if kind.is_symlink() {
                "symbolic links are not followed: import it by its own path"
            } else if kind.is_file() && self.files.len() == MAX_FILES {
                plan.skip(&self.root, "it has too many files: give a smaller folder");
                return Ok(());
            } else if kind.is_file() {
                self.files.push(join(folder, name));
                continue;
            } else if CONTESTS.contains(&&*words(name).concat()) {
                "another contest"
            } else if depth == MAX_DEPTH {
                "it is too deep in folders to be looked into"
            } else {
                let is_own = fs::canonicalize(&path).is_ok_and(|path| without.contains(&path));
                if kind.is_dir()
                    && !is_own
                    && let Err(error) = self.add(&join(folder, name), depth + 1, without, plan)
                {
                    plan.skip(path, format!("cannot be read: {error}"));
                }
                continue;
            };
            plan.skip(path, why);
        }
        Ok(())
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    pub fn has(&self, file: &str) -> bool {
        self.files.iter().any(|it| it == file)
    }

    /// The files below a folder, or all for an empty name.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let files = self.files.iter().map(String::as_str);
        files.filter(move |file| within(folder, file).is_some())
    }

    /// The text of a file with plain line ends; the error says why there is none.
    pub fn text(&self, file: &str) -> Result<String, String> {
        let text = read_regular_file(&self.path(file), MAX_TEXT);
        let text = text.map_err(|error| format!("cannot be read: {error}"))?;
        let text = String::from_utf8(text).map_err(|_| "it is not UTF-8")?;
        Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
    }
}

/// The path of a file from a folder that it is in.
pub fn within<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    match folder {
        "" => Some(file),
        folder => file.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// The folder of a file; empty for the root.
pub fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a file is a source.
pub fn is_rust(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|it| it == "rs")
}

pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// A relative path from a folder, without `..`; `None` if it leads out.
pub fn resolved(folder: &str, path: &str) -> Option<String> {
    let mut names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    if path.starts_with(['/', '\\']) || path.contains(':') {
        return None;
    }
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()?),
            name => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// The lower-case words and the numbers of a name: `Day01_input` is `day`, `01`,
/// `input`.
pub fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for c in name.chars().filter(|c| !c.is_alphabetic() || c.is_ascii()) {
        let continues = previous.is_ascii_digit() == c.is_ascii_digit()
            && (c.is_lowercase() || !previous.is_lowercase());
        match words.last_mut() {
            _ if !c.is_ascii_alphanumeric() => {}
            Some(word) if previous.is_alphanumeric() && continues => {
                word.push(c.to_ascii_lowercase());
            }
            _ => words.push(c.to_ascii_lowercase().into()),
        }
        previous = c;
    }
    words
}

/// The year that a name mentions, such as `year2020` or `aoc-2020-rs`.
pub fn year_in(name: &str) -> Option<Year> {
    let mut years = words(name)
        .into_iter()
        .filter_map(|word| Year::parse(&word));
    years.find(|year| year.0 < 2100)
}

/// The year that a path mentions; of several, the one nearest to its end.
pub fn year_of(path: &str) -> Option<Year> {
    path.rsplit('/').find_map(year_in)
}

/// Words that may stand beside the number of a day.
const OF_A_DAY: [&str; 6] = ["day", "d", "input", "puzzle", "aoc", "advent"];

/// The day that a name is, and nothing else: `day01`, `d1`, `01`, `input_01`.
pub fn day_in(name: &str) -> Option<Day> {
    let mut day = None;
    for word in words(name) {
        match word.parse::<u16>() {
            Ok(number) if number >= Year::FIRST.0 => {}
            Ok(number) if day.is_none() && word.len() <= 2 => day = u8::try_from(number).ok(),
            Err(_) if OF_A_DAY.contains(&&*word) => {}
            _ => return None,
        }
    }
    day.filter(|day| (1..=Day::LAST.0).contains(day)).map(Day)
}

/// The puzzle, if the year is known and has that day.
pub fn puzzle(year: Option<Year>, day: Day) -> Result<Puzzle, String> {
    let year = year.ok_or("its year is not known: say it with -y")?;
    if (1..=puzzle::days(year)).contains(&day.0) {
        Ok(year.day(day))
    } else {
        Err(format!("{year} has no day {day}"))
    }
}
