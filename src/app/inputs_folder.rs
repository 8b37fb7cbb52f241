//! The folder of a project's inputs, which the user or the project may name in a setting, and the
//! reasons to write nothing to it.

use std::iter;
use std::path::{Path, PathBuf};

use crate::config::{Settings, inputs_folder};
use crate::files::entries;
use crate::project::{Project, is_repository};

/// The folder by who named it.
#[derive(Clone, Copy)]
pub enum InputsFolder<'a> {
    /// It is `inputs`, as no setting names another.
    Default,
    OfUser(&'a str),
    /// The project names a folder within itself.
    OfProject(&'a str),
}

impl<'a> InputsFolder<'a> {
    pub fn of(settings: &'a Settings) -> Self {
        match &settings.inputs {
            None => Self::Default,
            Some(inputs) if settings.user_inputs.as_ref() == Some(inputs) => Self::OfUser(inputs),
            Some(inputs) => Self::OfProject(inputs),
        }
    }

    pub fn path(self, project: &Project, home: Option<&Path>) -> PathBuf {
        let setting = match self {
            Self::Default => "inputs",
            Self::OfUser(setting) | Self::OfProject(setting) => setting,
        };
        inputs_folder(project.root(), home, setting)
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
        if let Some(why) = settings.inputs_refusal() {
            return Some(why);
        }
        match self {
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
