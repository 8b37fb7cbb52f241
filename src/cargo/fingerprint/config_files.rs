//! The files in which users configure cargo and rustup.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::Value;

use crate::config::ChildEnv;
use crate::files::read_text_file;

/// The files that configure a build in `root`, whether they exist or not, with
/// those that they include.
pub fn find(root: &Path, environment: &ChildEnv) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let folders = root.ancestors().map(|folder| folder.join(".cargo"));
    for folder in folders.chain(environment.cargo_home()) {
        for name in ["config", "config.toml"] {
            with_included(&folder.join(name), &mut files);
        }
    }
    for folder in root.ancestors() {
        files.insert(folder.join("rust-toolchain"));
        files.insert(folder.join("rust-toolchain.toml"));
    }
    files
}

/// `include` is a path, or a list of paths and of tables with a `path`, all
/// relative to the file.
fn with_included(file: &Path, files: &mut BTreeSet<PathBuf>) {
    if !files.insert(file.to_path_buf()) {
        return;
    }
    let text = read_text_file(file).unwrap_or_default();
    // Cargo says what is wrong with one that cannot be parsed.
    let config: toml::Table = text.parse().unwrap_or_default();
    let included = match config.get("include") {
        Some(Value::Array(list)) => list.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    };
    for item in included {
        let path = item.get("path").unwrap_or(&item);
        if let (Some(path), Some(folder)) = (path.as_str(), file.parent()) {
            with_included(&folder.join(path), files);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn they_are_in_every_folder_above() {
        let variables = [("CARGO_HOME".into(), "/c".into())];
        let files = find(Path::new("/a/b"), &ChildEnv::new(variables, None));
        for file in [
            "/a/b/.cargo/config.toml",
            "/a/.cargo/config",
            "/.cargo/config.toml",
            "/c/config.toml",
            "/a/rust-toolchain.toml",
        ] {
            assert!(files.contains(Path::new(file)), "{file}");
        }
    }

    #[test]
    fn included_files_count() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(".cargo").join(name);
        fs::create_dir(path("")).unwrap();
        for (name, text) in [
            ("config.toml", "include = 'one.toml'"),
            (
                "one.toml",
                "include = ['two.toml', { path = '../three.toml', optional = true }]",
            ),
            ("two.toml", "include = ['one.toml']"),
        ] {
            fs::write(path(name), text).unwrap();
        }
        let files = find(temp.path(), &ChildEnv::new([], None));
        for name in ["config.toml", "one.toml", "two.toml", "../three.toml"] {
            assert!(files.contains(&path(name)), "{name}");
        }
    }
}
