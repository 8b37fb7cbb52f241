//! The path of the folder that the setting `inputs` names.

use std::path::{Path, PathBuf};

use crate::files::without_dots;

/// The folder that a setting names: a path from the project's root, an absolute path, or one that
/// begins with `~`.
pub fn inputs_folder(root: &Path, home: Option<&Path>, setting: &str) -> PathBuf {
    let path = Path::new(setting);
    let folder = match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => root.join(path),
    };
    without_dots(&folder)
}

/// True if the folder that a setting names is outside of the project, or a link in its path leads
/// out of it.
pub fn is_outside(root: &Path, home: Option<&Path>, setting: &str) -> bool {
    let folder = inputs_folder(root, home, setting);
    if !folder.starts_with(root) {
        return true;
    }
    let real_root = root.canonicalize().unwrap_or_default();
    let existing = folder.ancestors().find_map(|part| part.canonicalize().ok());
    existing.is_none_or(|real| !real.starts_with(real_root))
}
