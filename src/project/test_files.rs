//! The files that tests of this module and its children work on.

use std::fs;
use std::path::Path;

/// Writes a file and creates its folder.
pub fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
