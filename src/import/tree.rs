//! The files of a folder that is not ours, and which puzzle they are of by their
//! paths. The folder may be large, contain loops of links, or files that cannot
//! be read.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::Plan;
use crate::files::{read_text_file, slashed};
use crate::puzzle::{self, Day, Puzzle, Year};

/// Folders that contain no solutions, however large they are.
const IGNORED: [&str; 6] = ["benches", "target", "node_modules", ".git", ".hg", ".venv"];

/// Names of other contests, whose puzzles may have years and days, too.
const OF_OTHERS: &str = "adventjs atcoder codechef codeforces codewars codyssi euler everybody \
                         exercism flipflop hackerrank i18n kattis leetcode rosalind spoj usaco";

/// Words that may stand beside the number of a day.
const OF_A_DAY: [&str; 6] = ["day", "d", "input", "puzzle", "aoc", "advent"];

/// A folder and the files below it.
pub struct Tree {
    pub root: PathBuf,
    /// From the root, with slashes, sorted.
    pub files: Vec<String>,
}

impl Tree {
    /// Lists the files below a folder of `root`, without the folders in `own`, which are
    /// as the system sees them. The plan notes what is not listed.
    pub fn read(root: &Path, folder: &Path, own: &[PathBuf], plan: &mut Plan) -> Self {
        let is_listed = |entry: &DirEntry| {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let is_folder = entry.file_type().is_dir();
            let is_own = || fs::canonicalize(entry.path()).is_ok_and(|path| own.contains(&path));
            let is_other = is_folder && OF_OTHERS.split(' ').any(|other| name.contains(other));
            if is_other || entry.path_is_symlink() || name.contains(char::is_control) {
                let why = "a link, another contest or an odd name: import it by its own path";
                plan.skip(entry.path(), None, why);
                return false;
            }
            !is_folder || !IGNORED.contains(&&*name) && !is_own()
        };
        let entries = WalkDir::new(folder).min_depth(1).into_iter();
        let entries: Vec<_> = entries.filter_entry(is_listed).collect();
        let mut files = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => files.push(slashed(entry.path().strip_prefix(root).unwrap_or(root))),
                Err(error) => plan.skip(error.path().unwrap_or(root), None, error.to_string()),
            }
        }
        files.sort();
        let root = root.to_owned();
        Self { root, files }
    }

    /// The sources below a folder.
    pub fn sources<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let files = self.files.iter().map(String::as_str);
        files.filter(move |it| it.strip_suffix(".rs").is_some() && within(folder, it).is_some())
    }

    /// The text of a file with plain line ends; the error says why there is none.
    pub fn text(&self, file: &str) -> Result<String, String> {
        // Links were not listed: they may lead to any file of this machine.
        let is_listed = self.files.binary_search(&file.to_owned()).is_ok();
        let path = is_listed.then(|| self.root.join(file));
        let text = read_text_file(&path.ok_or("it is not there")?);
        let text = text.map_err(|error| format!("cannot be read: {error}"))?;
        Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
    }
}

/// The last name of a path.
pub fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The path of a file from a folder that it is in.
pub fn within<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    Path::new(file).strip_prefix(folder).ok()?.to_str()
}

/// The folder of a file; empty for the root.
pub fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub fn join(folder: &str, name: &str) -> String {
    format!("{folder}/{name}").trim_matches('/').to_owned()
}

/// The lower-case words and the numbers of a name: `Day01_input` is `day`, `01`,
/// `input`.
pub fn words(name: &str) -> Vec<String> {
    let kind = |c: char| (c.is_ascii_digit(), c.is_ascii_alphabetic());
    let chars: Vec<char> = name.to_lowercase().chars().collect();
    let words = chars.chunk_by(|&one, &other| kind(one) == kind(other));
    let words = words.filter(|word| word[0].is_ascii_alphanumeric());
    words.map(|word| word.iter().collect()).collect()
}

/// The year that a path mentions, such as `year2020` or `aoc-2020-rs`; of several,
/// the one nearest to its end.
pub fn year_of(path: &str) -> Option<Year> {
    let mut words = path.rsplit('/').flat_map(words);
    words.find_map(|it| Year::parse(&it).filter(|year| year.0 < 2100))
}

/// The day that a name is, and nothing else: `day01`, `d1`, `01`, `input_01`.
pub fn day_in(name: &str) -> Option<Day> {
    day_at(name).filter(|it| it.1.is_empty()).map(|it| it.0)
}

/// The day that a name begins with, as a folder's may, and the other words after it:
/// `day01_report_repair`.
pub fn day_at(name: &str) -> Option<(Day, Vec<String>)> {
    let words = words(name).into_iter();
    let mut words = words.filter(|it| Year::parse(it).is_none() && !OF_A_DAY.contains(&&**it));
    let day = words.next().filter(|it| it.len() <= 2)?.parse().ok()?;
    let after: Vec<String> = words.collect();
    let is_number = |word: &String| word.starts_with(char::is_numeric);
    let is_day = (1..=Day::LAST.0).contains(&day) && !after.first().is_some_and(is_number);
    is_day.then_some((Day(day), after))
}

/// The puzzle, if the year is known and has that day.
pub fn puzzle(year: Option<Year>, day: Day) -> Result<Puzzle, String> {
    let year = year.ok_or("its year is not known: say it with -y")?;
    let has_day = (1..=puzzle::days(year)).contains(&day.0);
    let puzzle = has_day.then(|| year.day(day));
    puzzle.ok_or_else(|| format!("{year} has no day {day}"))
}
