//! Takes the versions of libraries that the Cargo.lock of an imported repository has.

use std::fs::remove_file;

use crate::app::{Launcher, OnInterrupt};
use crate::cargo;
use crate::error::{Result, file_error};
use crate::files::{if_exists, read_text_file, write_source};
use crate::import::{LockedLibrary, versions_taken, with_versions};
use crate::project::Project;

/// What became of the versions.
pub enum Versions {
    /// The project has the versions that it had before.
    Unchanged,
    /// The project has so many of them now.
    Taken(usize),
    /// They do not go with those that the project has, or cargo could not look; the reason.
    Left(String),
}

/// Writes the versions into the Cargo.lock of the project where it has none of its own, as long
/// as cargo finds versions for all that is needed then; otherwise it stays as it was.
pub fn take_locked(
    launcher: &Launcher,
    project: &Project,
    libraries: &[LockedLibrary],
) -> Result<Versions> {
    let path = project.root().join("Cargo.lock");
    let before = if_exists(&path, read_text_file(&path))?;
    let Some(with_all) = with_versions(before.as_deref(), libraries) else {
        return Ok(Versions::Unchanged);
    };
    write_source(&path, &with_all)?;
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let chosen = cargo::choose_versions(&launcher.quiet_build(project, &[]));
    drop(armed);
    if let Ok(None) = chosen {
        let after = read_text_file(&path).map_err(file_error)?;
        return Ok(match versions_taken(libraries, before.as_deref(), &after) {
            0 => Versions::Unchanged,
            count => Versions::Taken(count),
        });
    }
    match before {
        Some(before) => write_source(&path, before)?,
        None => remove_file(&path).map_err(file_error)?,
    }
    let why = chosen?.map(|failure| failure.message);
    Ok(Versions::Left(why.unwrap_or_default()))
}
