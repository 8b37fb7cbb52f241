//! The library that days are written with. Repositories carry a copy until it
//! is on a registry.

use std::path::Path;

use aoc_solution::source;

use super::checksums::{self, Checksums};
use super::file::{File, is_same};
use crate::files::{MAX_TEXT, read_regular_file};

/// The library's folder in a repository.
pub const FOLDER: &str = "vendor/aoc-solution";

/// Records what the files were when `aoc` wrote them, in the format of
/// `sha256sum`: a file that is different now was edited.
pub const RECORD: &str = "SHA256SUMS";

/// The files of this version, the record first: whatever is written after it
/// can be told from an edit.
pub fn files() -> Vec<File> {
    let sources = source::FILES.iter().copied();
    let record = checksums::of(sources.clone());
    [(RECORD, record.to_string().as_str())]
        .into_iter()
        .chain(sources)
        .map(|(name, text)| File::new(format!("{FOLDER}/{name}"), text))
        .collect()
}

/// Whether a file of the library in `root` is not as this version has it.
/// Missing files do not count.
pub fn differs(root: &Path) -> bool {
    folder_differs(&root.join(FOLDER))
}

/// The same for a library in any folder.
pub fn folder_differs(folder: &Path) -> bool {
    source::FILES.iter().any(|(name, text)| {
        let found = read(&folder.join(name));
        found.is_some_and(|found| {
            // In its own repository it also sets lints.
            let lints = *name == "Cargo.toml" && found.starts_with(&format!("{text}\n[lints"));
            !lints && !is_same(&found, text)
        })
    })
}

/// The version in a manifest of the library.
pub fn version(manifest: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    Some(
        manifest
            .get("package")?
            .get("version")?
            .as_str()?
            .to_owned(),
    )
}

/// The version that this `aoc` carries.
pub fn own_version() -> String {
    version(own_manifest()).expect("cargo has read this manifest")
}

/// The oldest compiler that builds the library that this `aoc` carries.
pub fn least_rust_version() -> &'static str {
    let line = own_manifest()
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \""));
    let version = line.and_then(|line| line.strip_suffix('"'));
    version.expect("the manifest says it")
}

fn own_manifest() -> &'static str {
    let manifest = source::FILES.iter().find(|(name, _)| *name == "Cargo.toml");
    manifest.expect("the library has a manifest").1
}

/// What was recorded when the library in `root` was written; `None` if there is
/// no record.
pub fn record(root: &Path) -> Option<Checksums> {
    read(&root.join(FOLDER).join(RECORD)).map(|text| Checksums::parse(&text))
}

/// The text of a file; `None` if there is no such file. One that is not text
/// differs from any text.
pub fn read(path: &Path) -> Option<String> {
    match read_regular_file(path, MAX_TEXT) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(_) => path.symlink_metadata().is_ok().then(String::new),
    }
}
