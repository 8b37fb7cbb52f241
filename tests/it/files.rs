//! Writing and copying files.

use std::fs;
use std::path::Path;

/// Writes what is not so yet: the times of files count.
pub fn write(root: &Path, path: &str, content: impl AsRef<[u8]>) {
    let path = root.join(path);
    if fs::read(&path).is_ok_and(|old| old == content.as_ref()) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, content).expect("a file");
}

/// Copies a folder, except for files that are the same already.
pub fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (from, name) = (entry.path(), entry.file_name());
        if from.is_dir() {
            copy(&from, &to.join(name));
        } else {
            let name = name.to_str().expect("a name");
            write(to, name, fs::read(&from).expect("a file"));
        }
    }
}
