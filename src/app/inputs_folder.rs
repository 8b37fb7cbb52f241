//! The folder of a project's inputs, which the user or the project may name in a setting, and the
//! reasons to write nothing to it.

use std::iter;
use std::path::{Path, PathBuf};

use crate::config::Settings;
use crate::files::{entries, without_dots};
use crate::project::{Project, is_repository};
use crate::terminal::shell_word;

/// The folder by who named it.
#[derive(Clone, Copy)]
pub enum InputsFolder<'a> {
    /// It is `inputs`, as no setting names another.
    Default,
    OfUser(&'a str),
    /// The project names a folder within itself.
    OfProject(&'a str),
    /// It is `inputs`, as the project alone names a folder, and that is outside of it. Only the
    /// user may name such a folder, because a cloned project must not write anywhere else.
    Refused(&'a str),
}

impl<'a> InputsFolder<'a> {
    pub fn of(project: &Project, home: Option<&Path>, settings: &'a Settings) -> Self {
        let own = settings.user_inputs.as_deref();
        match (settings.inputs.as_deref(), own) {
            (None, _) => Self::Default,
            (Some(inputs), Some(own)) if inputs == own => Self::OfUser(own),
            (Some(inputs), _) if !is_outside(project, home, inputs) => Self::OfProject(inputs),
            (Some(_), Some(own)) => Self::OfUser(own),
            (Some(inputs), None) => Self::Refused(inputs),
        }
    }

    pub fn path(self, project: &Project, home: Option<&Path>) -> PathBuf {
        let setting = match self {
            Self::Default | Self::Refused(_) => "inputs",
            Self::OfUser(setting) | Self::OfProject(setting) => setting,
        };
        setting_folder(project, home, setting)
    }

    /// The reason why nothing may be written to the folder, whose path is given.
    pub fn why_read_only(
        self,
        project: &Project,
        path: &Path,
        settings: &Settings,
    ) -> Option<String> {
        if project.is_submodule(path) && !is_repository(path) {
            return Some(format!(
                "the inputs are in the submodule {}, which is not checked out: run `git \
                 submodule update --init`",
                path.display()
            ));
        }
        match self {
            Self::Refused(refused) => Some(format!(
                "the inputs cannot be in {refused}, which is outside of the project: to allow \
                 that, set it for yourself with `aoc config inputs {}`, or AOC_INPUTS",
                shell_word(refused)
            )),
            Self::OfUser(_) | Self::OfProject(_) if !path.is_dir() => Some(format!(
                "the inputs cannot be in {}, which is not a folder: create it, or correct {}",
                path.display(),
                settings.name_of("inputs")
            )),
            Self::OfUser(_) => None,
            Self::Default | Self::OfProject(_) => link_error(project, path),
        }
    }
}

/// The folder that a setting names: a path from the project's root, an absolute path, or one that
/// begins with `~`.
fn setting_folder(project: &Project, home: Option<&Path>, setting: &str) -> PathBuf {
    let path = Path::new(setting);
    let folder = match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => project.root().join(path),
    };
    without_dots(&folder)
}

/// True if the folder that a setting names is outside of the project, or a link in its path leads
/// out of it.
pub fn is_outside(project: &Project, home: Option<&Path>, setting: &str) -> bool {
    let folder = setting_folder(project, home, setting);
    let root = project.root();
    if !folder.starts_with(root) {
        return true;
    }
    let real_root = root.canonicalize().unwrap_or_default();
    let existing = folder.ancestors().find_map(|part| part.canonicalize().ok());
    existing.is_none_or(|real| !real.starts_with(real_root))
}

/// The error of a link in the folder of the inputs, or in its path, that leads out of the project.
fn link_error(project: &Project, folder: &Path) -> Option<String> {
    iter::once(folder.to_owned())
        .chain(entries(folder).map(|entry| entry.path()))
        .filter(|folder| folder.is_dir())
        .find_map(|folder| {
            let error = project.check_links(&folder).err()?;
            Some(error.to_string())
        })
}
