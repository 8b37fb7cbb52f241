//! The branches and tags of the repository that a project is in, read from git's
//! files: a shell that waits for completions is not to wait for git.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::root::Project;

/// More than this are too many to choose from.
const MOST: usize = 1000;

/// Where references are, and how they are called without that.
const KINDS: [&str; 3] = ["refs/heads/", "refs/tags/", "refs/remotes/"];

impl Project {
    /// The names of branches and tags; none outside a repository.
    pub fn references(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let Some(folder) = git_folder(self.root()) else {
            return names;
        };
        for kind in KINDS {
            add_files(&folder.join(kind), "", &mut names);
        }
        let packed = fs::read_to_string(folder.join("packed-refs")).unwrap_or_default();
        let packed = packed.lines().filter_map(|line| {
            let (_, reference) = line.split_once(' ')?;
            let kind = KINDS.iter().find(|kind| reference.starts_with(**kind))?;
            Some(reference[kind.len()..].to_owned())
        });
        names.extend(packed.take(MOST));
        names
    }
}

/// Where the repository around a folder has its references.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let candidates = folder.ancestors().map(|folder| folder.join(".git"));
    let git = candidates.into_iter().find(|git| git.exists())?;
    if git.is_dir() {
        return Some(git);
    }
    // A worktree: the file names its folder, which names that of the repository.
    let text = fs::read_to_string(&git).ok()?;
    let own = git
        .parent()?
        .join(text.trim().strip_prefix("gitdir:")?.trim());
    let common = fs::read_to_string(own.join("commondir"));
    Some(match common {
        Ok(common) => own.join(common.trim()),
        Err(_) => own,
    })
}

/// The files below a folder, with `/` between the names.
fn add_files(folder: &Path, prefix: &str, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{prefix}{name}");
        if names.len() >= MOST {
            return;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            add_files(&entry.path(), &format!("{name}/"), names);
        } else {
            names.insert(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn loose_and_packed_ones_of_a_repository_and_of_a_worktree() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        write(root, "main/aoc/Cargo.toml", "[workspace.metadata.aoc]\n");
        write(root, "other/Cargo.toml", "[workspace.metadata.aoc]\n");
        let names = |path: &str| {
            let names = Project::find(&root.join(path)).unwrap().references();
            names.into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("main/aoc"), "");
        write(root, "main/.git/refs/heads/main", "1\n");
        write(root, "main/.git/refs/heads/fast/part2", "1\n");
        write(root, "main/.git/refs/tags/v1", "1\n");
        let packed = "# pack-refs with: peeled\n1 refs/heads/main\n1 refs/remotes/origin/old\n^2\n";
        write(root, "main/.git/packed-refs", packed);
        let all = "fast/part2 main origin/old v1";
        assert_eq!(names("main/aoc"), all);
        write(root, "other/.git", "gitdir: ../main/.git/worktrees/other\n");
        write(root, "main/.git/worktrees/other/commondir", "../..\n");
        assert_eq!(names("other"), all);
    }
}
