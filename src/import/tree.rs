//! The files of a folder that is not ours: it may be large, contain loops of
//! links, or files that cannot be read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::ImportError;
use super::plan::Plan;
use crate::files::read_regular_file;

/// The deepest folder that is looked into.
const MAX_DEPTH: usize = 12;
/// The most files that are looked at: whoever gives a whole home folder is told.
const MAX_FILES: usize = 50_000;
/// The size of the largest file that is read as source, in bytes.
const SOURCE_LIMIT: u64 = 4 << 20;

/// Folders that contain no solutions, however large they are.
const IGNORED: [&str; 6] = ["target", "node_modules", ".git", ".hg", ".svn", ".venv"];

/// A folder and the files below it.
#[derive(Debug)]
pub struct Tree {
    pub root: PathBuf,
    /// From the root, with slashes, sorted.
    pub files: Vec<String>,
}

impl Tree {
    /// Lists the files below `root`, without the folders in `without`, which are
    /// as the system sees them. What
    /// cannot be listed is noted in the plan.
    pub fn read(root: &Path, without: &[PathBuf], plan: &mut Plan) -> Result<Self, ImportError> {
        let mut tree = Self {
            root: root.to_owned(),
            files: Vec::new(),
        };
        let entries = fs::read_dir(root).map_err(|source| match source.kind() {
            io::ErrorKind::NotADirectory => ImportError::NotAFolder(root.to_owned()),
            _ => ImportError::Read {
                path: root.to_owned(),
                source,
            },
        })?;
        tree.add(entries, "", 0, without, plan);
        tree.files.sort();
        Ok(tree)
    }

    fn add(
        &mut self,
        entries: fs::ReadDir,
        prefix: &str,
        depth: usize,
        without: &[PathBuf],
        plan: &mut Plan,
    ) {
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            // No file that we look for has such a name.
            let Some(name) = name.to_str() else { continue };
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let relative = format!("{prefix}{name}");
            if kind.is_symlink() {
                if path.exists() {
                    let why = "it is a symbolic link and not followed: import it by its own path";
                    plan.skip(path, None, why);
                }
            } else if kind.is_file() {
                if self.files.len() == MAX_FILES {
                    return;
                }
                self.files.push(relative);
                if self.files.len() == MAX_FILES {
                    let why = format!(
                        "only the first {MAX_FILES} files were looked at: give the folder of the \
                         repository alone"
                    );
                    plan.skip(self.root.clone(), None, why);
                }
            } else if kind.is_dir() && !IGNORED.contains(&name) && !is_one_of(without, &path) {
                if depth == MAX_DEPTH {
                    plan.skip(path, None, "it is too deep in folders to be looked into");
                    continue;
                }
                match fs::read_dir(&path) {
                    Ok(entries) => {
                        self.add(entries, &format!("{relative}/"), depth + 1, without, plan);
                    }
                    Err(error) => plan.skip(path, None, format!("cannot be read: {error}")),
                }
            }
        }
    }

    /// The path of a file.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// The files below a folder, or all for an empty name.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        self.files.iter().map(String::as_str).filter(move |file| {
            folder.is_empty()
                || file
                    .strip_prefix(folder)
                    .is_some_and(|rest| rest.starts_with('/'))
        })
    }

    /// The text of a source file; `None`, with a note in the plan, if it cannot
    /// be read.
    pub fn source(&self, file: &str, plan: &mut Plan) -> Option<String> {
        let path = self.path(file);
        let text = read_regular_file(&path, SOURCE_LIMIT)
            .and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
            })
            .map(|text| text.trim_start_matches('\u{feff}').replace("\r\n", "\n"));
        text.map_err(|error| plan.skip(path, None, format!("cannot be read: {error}")))
            .ok()
    }
}

/// Whether a folder, by whatever path, is one of these.
fn is_one_of(folders: &[PathBuf], path: &Path) -> bool {
    let mut same_name = folders
        .iter()
        .filter(|folder| folder.file_name() == path.file_name());
    same_name.any(|folder| fs::canonicalize(path).is_ok_and(|path| path == *folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_files_and_follows_no_links() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        for file in ["a.txt", "src/b.rs", "target/c", "days/d", "src/deep/e"] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text\r\n").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("..", root.join("src/loop")).unwrap();
        let mut plan = Plan::default();
        let tree = Tree::read(
            root,
            &[fs::canonicalize(root.join("days")).unwrap()],
            &mut plan,
        )
        .unwrap();
        assert_eq!(tree.files, ["a.txt", "src/b.rs", "src/deep/e"]);
        assert_eq!(tree.below("src").count(), 2);
        assert_eq!(plan.skipped.len(), usize::from(cfg!(unix)));
        assert_eq!(tree.source("a.txt", &mut plan).as_deref(), Some("text\n"));
        let error = Tree::read(&root.join("a.txt"), &[], &mut plan).unwrap_err();
        assert!(matches!(error, ImportError::NotAFolder(_)), "{error}");
    }
}
