//! The reasons why nothing may be written to the folder of a project's inputs.

use std::iter;
use std::path::Path;

use crate::config::{INPUTS, InputsFolder, Settings};
use crate::files::entries;
use crate::project::Project;

/// The reason why nothing may be written to this folder of the inputs. `None` if files may be
/// written.
pub fn why_read_only(project: &Project, folder: &Path, settings: &Settings) -> Option<String> {
    if project.lacks_submodule(folder) {
        return Some(format!(
            "the inputs are in the submodule {}, which is not checked out: run `git submodule \
             update --init`",
            folder.display()
        ));
    }
    match &settings.inputs {
        InputsFolder::Refused(_) => settings.inputs.refusal(),
        InputsFolder::OfUser(_) | InputsFolder::OfProject(_) if !folder.is_dir() => Some(format!(
            "the inputs cannot be in {}, which is not a folder: create it, or correct {}",
            folder.display(),
            settings.name_of(INPUTS)
        )),
        InputsFolder::OfUser(_) => None,
        InputsFolder::Default if folder.exists() && !folder.is_dir() => Some(format!(
            "the inputs cannot be in {}, which is not a folder: rename it",
            folder.display()
        )),
        InputsFolder::Default | InputsFolder::OfProject(_) => link_error(project, folder),
    }
}

/// The error if a link in the folder of the inputs, or in the path of the folder, leads out of the
/// project.
fn link_error(project: &Project, folder: &Path) -> Option<String> {
    iter::once(folder.to_owned())
        .chain(entries(folder).map(|entry| entry.path()))
        .filter(|folder| folder.is_dir())
        .find_map(|folder| {
            let error = project.check_links(&folder).err()?;
            Some(error.to_string())
        })
}
