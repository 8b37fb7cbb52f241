//! How every file is read, written and locked: whole or not at all, within a
//! size limit, and by one process at a time.

use std::path::{Component, Path, PathBuf};

pub mod atomic;
pub mod lock;
pub mod read;

pub use atomic::{
    Readers, create, fail_writes_past_the_size_limit, probe_file, probe_for, replace,
    replace_unflushed, settle, write_source,
};
pub use lock::{Lock, Locks};
pub use read::{
    MAX_INPUT, MAX_TEXT, mode, others_can_read, read_limited, read_regular_file, read_text_file,
};

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
