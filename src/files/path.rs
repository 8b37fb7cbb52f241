//! Paths without detours, for messages and comparisons.

use std::path::{Component, Path, PathBuf};

/// `a/./b/../c` as `a/c`, whether it exists or not.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            // There is nothing above the root.
            Component::ParentDir if plain.has_root() => {}
            component => plain.push(component),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_are_removed() {
        for (path, plain) in [
            ("/a/./b/../c", "/a/c"),
            ("/../a", "/a"),
            ("../../a", "../../a"),
            ("a/../../b", "../b"),
            ("./a", "a"),
        ] {
            assert_eq!(without_dots(Path::new(path)), Path::new(plain), "{path}");
        }
    }
}
