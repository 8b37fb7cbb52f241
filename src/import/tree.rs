//! The files of a folder that is not ours. The folder may be large, contain loops of
//! links, or files that cannot be read.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::names::within;
use super::plan::Plan;
use crate::files::{read_text_file, slashed};

/// Folders that contain no solutions, however large they are.
const IGNORED: [&str; 6] = ["benches", "target", "node_modules", ".git", ".hg", ".venv"];

/// Words in the names of other contests, whose puzzles may have years and days, too.
const CONTESTS: &str = "adventjs atcoder codechef codeforces codewars codyssi euler everybody \
                         exercism flipflop hackerrank i18n kattis leetcode rosalind spoj usaco";

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
            let is_other = is_folder && CONTESTS.split(' ').any(|other| name.contains(other));
            if is_other || entry.path_is_symlink() || name.contains(char::is_control) {
                let why = "a link, another contest or an odd name: give its own path to import it";
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
        let is_source = move |path: &&str| path.strip_suffix(".rs").is_some();
        let paths = self.files.iter().map(String::as_str).filter(is_source);
        paths.filter(move |path| within(folder, path).is_some())
    }

    /// The text of a file with plain line ends; the error says why there is none.
    pub fn text(&self, file: &str) -> Result<String, String> {
        // Links are not listed, because they may lead to any file of this machine.
        let is_listed = self.files.binary_search(&file.to_owned()).is_ok();
        let path = is_listed.then(|| self.root.join(file));
        let text = read_text_file(&path.ok_or("it is not there")?);
        let text = text.map_err(|error| format!("cannot be read: {error}"))?;
        Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
    }
}
