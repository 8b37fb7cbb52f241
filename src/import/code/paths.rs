//! Paths from the root of a tree, with slashes.

use std::path::Path;

pub fn is_rust(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|extension| extension == "rs")
}

/// `file` without the folder that it is in, however deep.
pub fn within<'f>(folder: &str, file: &'f str) -> &'f str {
    match file.strip_prefix(folder) {
        Some(rest) if !folder.is_empty() => rest.strip_prefix('/').unwrap_or(file),
        _ => file,
    }
}

pub fn join(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

pub fn split(file: &str) -> (&str, &str) {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    (folder, name.strip_suffix(".rs").unwrap_or(name))
}
