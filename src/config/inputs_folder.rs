//! The setting `inputs`: the folder of a project's inputs, and who set it.

use std::path::{Path, PathBuf};

use crate::files::without_dots;
use crate::terminal::shell_word;

/// The folder of the inputs, as the user or the project wrote it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum InputsFolder {
    /// The folder `inputs` in the project, because neither the user nor the project has set another
    /// one.
    #[default]
    Default,
    /// A folder that the user has set. It may be anywhere.
    OfUser(String),
    /// A folder within the project that the project has set.
    OfProject(String),
    /// A folder outside of the project that the project has set, while the user has set none. It is
    /// not used, because a cloned project must not write outside of itself.
    Refused(String),
}

impl InputsFolder {
    /// The path of the folder. `root` is the project's root, and `home` the user's home folder,
    /// which replaces `~`.
    pub fn path(&self, root: &Path, home: Option<&Path>) -> PathBuf {
        match self {
            Self::Default | Self::Refused(_) => named_folder(root, home, "inputs"),
            Self::OfUser(text) | Self::OfProject(text) => named_folder(root, home, text),
        }
    }

    /// The reason why the folder that the project has set is refused. `None` if it is not refused.
    pub fn refusal(&self) -> Option<String> {
        let Self::Refused(folder) = self else {
            return None;
        };
        Some(format!(
            "the inputs cannot be in {folder}, which is outside of the project: to allow that, \
             set it for yourself with `aoc config inputs {}`, or AOC_INPUTS",
            shell_word(folder)
        ))
    }
}

/// The folder that a setting names. The setting is a path from the project's root, an absolute
/// path, or a path that begins with `~`.
fn named_folder(root: &Path, home: Option<&Path>, setting: &str) -> PathBuf {
    let path = Path::new(setting);
    let folder = match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => root.join(path),
    };
    without_dots(&folder)
}

/// True if the folder that a setting names is outside of the project, or if a link in its path
/// leads out of it.
pub fn is_outside_project(root: &Path, home: Option<&Path>, setting: &str) -> bool {
    let folder = named_folder(root, home, setting);
    if !folder.starts_with(root) {
        return true;
    }
    let real_root = root.canonicalize().unwrap_or_default();
    let existing = folder.ancestors().find_map(|part| part.canonicalize().ok());
    existing.is_none_or(|real| !real.starts_with(real_root))
}
