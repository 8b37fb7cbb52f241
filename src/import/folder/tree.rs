//! Lists the files of a folder, which may be large, and may contain loops of links and files that
//! cannot be read. Only the manifests of workspaces and `Cargo.lock` are also read outside of the
//! listed files.

use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::names::{is_source, within};
use crate::files::{read_text_file, slashed, unix_lines, without_bom};
use crate::import::left_out::{LeftOut, SkippedKind};
use crate::project::LIBRARY;

/// Folders with build outputs or the data of other tools. They are not listed, unless they are the
/// folder of a module.
const IGNORED: [&str; 6] = ["target", "node_modules", ".git", ".hg", ".jj", ".venv"];

/// A folder that contains no solutions.
const BENCHMARKS: &str = "benches";

/// True if an entry is a folder that is not listed, without a note about it. The entry may also be
/// a link to a folder. The folder of a module is listed: `src/target/mod.rs`, or `src/target` beside
/// `src/target.rs`.
fn is_ignored(entry: &DirEntry) -> bool {
    let path = entry.path();
    let name = entry.file_name().to_string_lossy().to_lowercase();
    IGNORED.contains(&&*name)
        && path.is_dir()
        && !path.join("mod.rs").is_file()
        && !path.with_extension("rs").is_file()
}

/// True if an entry is a folder that is not searched for days of the old repository: it contains
/// benchmarks or the library of `aoc`, or it is one of the folders `own`, where the import writes,
/// or a link to one of these.
fn has_no_days(entry: &DirEntry, own: &[PathBuf]) -> bool {
    entry.file_type().is_dir()
        && (entry.file_name().eq_ignore_ascii_case(BENCHMARKS) || entry.path().ends_with(LIBRARY))
        || canonicalize(entry.path()).is_ok_and(|place| own.contains(&place))
}

/// The reason for not listing an entry that is not ignored. `inner` is the entry's path from the
/// root.
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

/// A folder and the files below it. Their paths are relative to its root, with slashes.
#[derive(Default)]
pub struct Tree {
    root: PathBuf,
    /// The files that are searched for days and inputs.
    pub files: BTreeSet<String>,
    /// The files that are not searched: benchmarks, and the project's own files.
    /// Cargo may need them to build the old program.
    others: BTreeSet<String>,
}

impl Tree {
    /// Lists the files below `folder`, which is in `root`. The folders `own` are not searched. The
    /// links in the paths of `own` must be resolved. Entries that are not listed are noted in
    /// `left_out`.
    pub fn read(root: &Path, folder: &Path, own: &[PathBuf], left_out: &mut LeftOut) -> Self {
        let mut tree = Self {
            root: root.to_owned(),
            files: BTreeSet::new(),
            others: BTreeSet::new(),
        };
        let mut unsearched: Vec<PathBuf> = Vec::new();
        let entries = WalkDir::new(folder).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| !is_ignored(entry)) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(root);
                    let why = match error.io_error() {
                        Some(why) => format!("cannot be read: {why}"),
                        None => error.to_string(),
                    };
                    left_out.skip(path, SkippedKind::File, why);
                    continue;
                }
            };
            let path = entry.path();
            if has_no_days(&entry, own) {
                unsearched.push(path.to_owned());
                continue;
            }
            let is_searched = !unsearched.iter().any(|folder| path.starts_with(folder));
            let inner = path.strip_prefix(root).unwrap_or(path);
            let file = slashed(inner);
            match why_not_listed(&entry, inner) {
                Some(why) if is_searched => left_out.skip(path, SkippedKind::File, why),
                None if entry.file_type().is_file() => {
                    let files = if is_searched {
                        &mut tree.files
                    } else {
                        &mut tree.others
                    };
                    files.insert(file);
                }
                Some(_) | None => {}
            }
        }
        tree
    }

    /// All listed files, including those that are not searched.
    pub fn all_files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().chain(&self.others).map(|file| &**file)
    }

    /// Turns all listed files into searched files.
    pub fn searched(mut self) -> Self {
        self.files.append(&mut self.others);
        self
    }

    /// The path of a file on this machine, for messages and for reading.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// The sources below a folder.
    pub fn sources(&self, folder: &str) -> Vec<&str> {
        let mut sources = Vec::new();
        for file in &self.files {
            if is_source(file) && within(folder, file).is_some() {
                sources.push(&**file);
            }
        }
        sources
    }

    /// The text of a file, with `\n` at the ends of lines. The error says why it cannot be read.
    pub fn text(&self, file: &str) -> Result<String, String> {
        // Links are not listed, because they may lead to any file of this machine.
        if !self.files.contains(file) {
            return Err("it is not there".to_owned());
        }
        let read = read_text_file(&self.path(file));
        let text = read.map_err(|error| format!("cannot be read: {error}"))?;
        Ok(unix_lines(without_bom(&text)))
    }
}
