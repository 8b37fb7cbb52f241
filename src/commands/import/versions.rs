//! Takes versions of libraries from the Cargo.lock of an imported repository.

use std::fs::remove_file;

use crate::app::OnInterrupt;
use crate::cargo;
use crate::error::{CliError, Result};
use crate::files::{if_exists, read_text_file, write_source};
use crate::import::{LockedLibrary, versions_taken, with_versions};
use crate::project::Project;
use crate::runner::Launcher;

/// The result of taking versions into the project's Cargo.lock.
pub enum VersionsOutcome {
    /// The project has the same versions as before.
    Unchanged,
    /// The number of versions that the project has taken.
    Taken(usize),
    /// The project has taken no versions: they conflict with its own versions, or cargo could not
    /// check this.
    Rejected { is_offline: bool, why: String },
}

/// Adds the versions to the Cargo.lock of the project, and keeps the versions that the project
/// already has. Restores the file if cargo then cannot find versions for all dependencies.
pub fn take_locked_versions(
    launcher: &Launcher,
    project: &Project,
    libraries: &[LockedLibrary],
) -> Result<VersionsOutcome> {
    let path = project.root().join("Cargo.lock");
    let before = if_exists(&path, read_text_file(&path))?;
    let Some(with_all) = with_versions(before.as_deref(), libraries) else {
        return Ok(VersionsOutcome::Unchanged);
    };
    write_source(&path, &with_all)?;
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let chosen = cargo::choose_versions(&launcher.quiet_build(project, &[]));
    drop(armed);
    if let Ok(None) = chosen {
        let after = read_text_file(&path).map_err(|error| CliError::cannot_read(&path, error))?;
        return Ok(match versions_taken(libraries, before.as_deref(), &after) {
            0 => VersionsOutcome::Unchanged,
            count => VersionsOutcome::Taken(count),
        });
    }
    match before {
        Some(before) => write_source(&path, before)?,
        None => remove_file(&path).map_err(|error| CliError::cannot_write(&path, error))?,
    }
    let why = chosen?.map(|error| error.to_string());
    Ok(VersionsOutcome::Rejected {
        is_offline: launcher.is_offline,
        why: why.unwrap_or_default(),
    })
}
