//! What the unit tests of several modules share.

use std::fs;
use std::path::Path;

/// Writes a file below a folder, with the folders that it is in.
pub fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
