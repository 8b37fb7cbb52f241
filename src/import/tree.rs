//! Lists the files of a folder that is not ours. It may be large, and contain loops of links and
//! files that cannot be read.

use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::left_out::LeftOut;
use super::names::within;
use crate::files::{read_text_file, slashed};

/// Folders that contain no solutions. They may be large.
const IGNORED: [&str; 6] = ["benches", "target", "node_modules", ".git", ".hg", ".venv"];

/// Words in the names of other contests. Their puzzles may have years and days, too.
const CONTESTS: [&str; 18] = [
    "adventjs",
    "atcoder",
    "codechef",
    "codeforces",
    "codewars",
    "codyssi",
    "euler",
    "everybody",
    "exercism",
    "flipflop",
    "hackerrank",
    "i18n",
    "kattis",
    "leetcode",
    "rosalind",
    "spoj",
    "topcoder",
    "usaco",
];

/// True if an entry is a folder for another contest.
fn is_other_contest(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy().to_lowercase();
    entry.file_type().is_dir() && CONTESTS.iter().any(|contest| name.contains(contest))
}

/// True if an entry is a folder that is not searched. It is not mentioned.
fn is_ignored(entry: &DirEntry, own: &[PathBuf]) -> bool {
    if !entry.file_type().is_dir() {
        return false;
    }
    let name = entry.file_name().to_string_lossy().to_lowercase();
    let place = canonicalize(entry.path());
    IGNORED.contains(&&*name) || place.is_ok_and(|place| own.contains(&place))
}

/// The reason for not listing an entry that is not ignored. `inner` is its path from the root.
fn why_not_listed(entry: &DirEntry, inner: &Path) -> Option<&'static str> {
    if entry.path_is_symlink() {
        return Some(if entry.path().is_dir() {
            "a link: give its own path to import it"
        } else {
            "a link: put the file in its place to import it"
        });
    }
    if inner
        .to_str()
        .is_none_or(|path| path.contains(char::is_control))
    {
        return Some("its name has control characters or is not UTF-8: rename it to import it");
    }
    let is_other = !entry.file_type().is_dir() && !entry.file_type().is_file();
    is_other.then_some("neither a file nor a folder")
}

/// A folder and the files below it.
pub struct Tree {
    root: PathBuf,
    /// The paths from the root, with slashes.
    pub files: BTreeSet<String>,
}

impl Tree {
    /// Lists the files below `folder`, which is in `root`, except those below the folders `own`.
    /// These are paths with links resolved. What is not listed is noted.
    pub fn read(root: &Path, folder: &Path, own: &[PathBuf], left_out: &mut LeftOut) -> Self {
        let mut files = BTreeSet::new();
        let mut entries = WalkDir::new(folder).min_depth(1).into_iter();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    left_out.skip(root, None, error.to_string());
                    continue;
                }
            };
            if is_ignored(&entry, own) {
                entries.skip_current_dir();
                continue;
            }
            let path = entry.path();
            if is_other_contest(&entry) {
                entries.skip_current_dir();
                left_out.skip(
                    path,
                    None,
                    "another contest: give its own path to import it",
                );
                continue;
            }
            let inner = path.strip_prefix(root).unwrap_or(path);
            let file = slashed(inner);
            match why_not_listed(&entry, inner) {
                Some(why) => left_out.skip(path, None, why),
                None if entry.file_type().is_file() => {
                    files.insert(file);
                }
                None => {}
            }
        }
        let root = root.to_owned();
        Self { root, files }
    }

    /// The path of a file as the user would write it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// The sources below a folder.
    pub fn sources(&self, folder: &str) -> Vec<&str> {
        let mut sources = Vec::new();
        for file in &self.files {
            if file.strip_suffix(".rs").is_some() && within(folder, file).is_some() {
                sources.push(&**file);
            }
        }
        sources
    }

    /// The text of a file, with plain line ends. The error says why it cannot be read.
    pub fn text(&self, file: &str) -> Result<String, String> {
        // Links are not listed, because they may lead to any file of this machine.
        if !self.files.contains(file) {
            return Err("it is not there".to_owned());
        }
        let read = read_text_file(&self.path(file));
        let text = read.map_err(|error| format!("cannot be read: {error}"))?;
        Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
    }
}
