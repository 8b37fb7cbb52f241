//! Parts of relative paths with forward slashes, as [`super::slashed`] makes them.

/// The last name of a path.
pub fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The path of a file from a folder that it is in.
pub fn within<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    match folder {
        "" => Some(file),
        _ => file.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// The folder of a file; empty for the root.
pub fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub fn join(folder: &str, name: &str) -> String {
    format!("{folder}/{name}").trim_matches('/').to_owned()
}
