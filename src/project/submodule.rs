//! Submodules of git in the repository.

use std::path::Path;

use super::root::Project;
use crate::files::read_text_file;

impl Project {
    /// Whether a folder is that of a submodule, checked out or not.
    pub fn is_submodule(&self, folder: &Path) -> bool {
        let Ok(inner) = folder.strip_prefix(self.root()) else {
            return false;
        };
        let text = read_text_file(&self.root().join(".gitmodules")).unwrap_or_default();
        let mut paths = text.lines().filter_map(|line| {
            let (key, path) = line.split_once('=')?;
            (key.trim() == "path").then(|| path.trim().trim_matches('"'))
        });
        paths.any(|path| Path::new(path) == inner)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn submodules_are_listed_by_git() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("Cargo.toml"), "[workspace.metadata.aoc]").unwrap();
        let project = Project::find(temp.path()).unwrap();
        let is_submodule = |path: &str| project.is_submodule(&temp.path().join(path));
        assert!(!is_submodule("private"));
        let text = "[submodule \"x\"]\n\tpath = private\n\turl = ../path\n\
                    [submodule \"y\"]\n\tpath = \"a/my inputs\"\n";
        fs::write(temp.path().join(".gitmodules"), text).unwrap();
        assert!(is_submodule("private") && is_submodule("a/my inputs"));
        assert!(!is_submodule("../path") && !is_submodule("a") && !is_submodule(""));
    }
}
