//! Carrying out a plan. Whatever came into being in between is not replaced.

use std::fs;
use std::io;

use super::error::ImportError;
use super::manifest::add_lines;
use super::plan::{NewFile, Plan, Role};
use super::setting::Setting;
use super::target::leads_out;
use crate::files;
use crate::files::{Locks, Readers, read_text_file};
use crate::project::Project;
use crate::site::SessionFile;

/// Writes what is planned. The plan loses what could not be written because it
/// exists by now.
pub fn apply(plan: &mut Plan, setting: &Setting<'_>, locks: &Locks) -> Result<(), ImportError> {
    let Setting {
        project,
        store,
        places,
        ..
    } = *setting;
    for new in &plan.sessions {
        let file = SessionFile::new(places, new.account.as_ref(), locks.clone())?;
        file.write_unproven(&new.session.token)?;
    }
    for new in &plan.inputs {
        let _lock = store.lock(new.puzzle, new.name.as_ref(), || {});
        if !store.has_input(new.puzzle, new.name.as_ref())? {
            store.write_input(new.puzzle, new.name.as_ref(), &new.bytes)?;
        }
    }
    for new in &plan.answers {
        store.edit_answers(new.puzzle, new.name.as_ref(), |answers| {
            if answers.accepted(new.part).is_none() {
                answers.accept(new.part, &new.answer);
            }
        })?;
    }
    let mut skipped = Vec::new();
    // Cargo passes over the folder of a year that has no manifest yet.
    let (manifests, others): (Vec<&NewFile>, Vec<&NewFile>) = plan
        .files
        .iter()
        .partition(|file| file.role == Role::Manifest);
    for file in others.into_iter().chain(manifests) {
        if let Some(why) = write(project, file)? {
            skipped.push((file.path.clone(), why));
        }
    }
    plan.files
        .retain(|file| skipped.iter().all(|(path, _)| *path != file.path));
    for (path, why) in skipped {
        plan.skip(path, None, why);
    }
    for new in &plan.dependencies {
        let path = project.root().join(&new.manifest);
        let failed = |source| ImportError::Write {
            path: path.clone(),
            source,
        };
        let old = read_text_file(&path).map_err(failed)?;
        let lines = new.lines.iter().cloned().collect();
        let text = add_lines(&old, "dependencies", &lines);
        files::replace(&path, text, Readers::Usual).map_err(failed)?;
    }
    Ok(())
}

/// Writes a file; returns why it is left out.
fn write(project: &Project, file: &NewFile) -> Result<Option<&'static str>, ImportError> {
    let path = project.root().join(&file.path);
    let failed = |source| ImportError::Write {
        path: path.clone(),
        source,
    };
    if leads_out(project.root(), &path) {
        return Ok(Some(
            "it would be outside the project, through a symbolic link",
        ));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    if let Some(template) = &file.replaces {
        if read_text_file(&path).is_ok_and(|old| old == *template) {
            files::replace(&path, &file.text, Readers::Usual).map_err(failed)?;
            return Ok(None);
        }
        if path.symlink_metadata().is_ok() {
            return Ok(Some("it was edited meanwhile"));
        }
    }
    match files::create(&path, &file.text, Readers::Usual) {
        Ok(()) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Some("it exists")),
        Err(error) => Err(failed(error)),
    }
}
