//! `--only`: the asked days of a year without their neighbours, for a day that
//! does not compile stops its year.
//!
//! It takes a package of its own below `target/`, a shadow of the year's: the
//! same dependencies, lints, profiles and locked versions, and a `main.rs` with
//! those days, whose modules stay where they are. It is built into the same
//! target folder, so that libraries from a registry are compiled once.

mod manifest;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::error::{BuildError, BuildFailure};
use super::unit::Unit;
use crate::inputs::{self, Readers};
use crate::project::{Project, shadow_main};

/// Writes the shadow package of a unit, leaving alone what is right.
pub fn write(project: &Project, unit: &Unit) -> Result<Result<(), BuildFailure>, BuildError> {
    let Some(shadow) = &unit.shadow else {
        return Ok(Ok(()));
    };
    let year = project.year_dir(unit.year);
    let main = project.main_rs(unit.year);
    let text = fs::read_to_string(&main).unwrap_or_default();
    let days: BTreeSet<_> = unit.days.iter().copied().collect();
    let Some(program) = shadow_main(&text, &year, &days) else {
        return Ok(Err(BuildFailure::new(format!(
            "{} has a registry that aoc does not know: build without --only",
            project.shown(&main).display()
        ))));
    };
    let text = fs::read_to_string(year.join("Cargo.toml")).unwrap_or_default();
    let package: toml::Table = match text.parse() {
        Ok(package) => package,
        Err(error) => {
            let error: toml::de::Error = error;
            return Ok(Err(BuildFailure::new(format!(
                "{} is not TOML: {}",
                project.shown(&year.join("Cargo.toml")).display(),
                error.message()
            ))));
        }
    };
    let manifest = manifest::shadow(project, &year, &package, &unit.name);

    let at = |path: &Path| {
        let path = path.to_path_buf();
        move |source| BuildError::Write { path, source }
    };
    fs::create_dir_all(shadow).map_err(at(shadow))?;
    for (name, text) in [("main.rs", program), ("Cargo.toml", manifest.to_string())] {
        let path = shadow.join(name);
        update(&path, &text).map_err(at(&path))?;
    }
    // Cargo takes out of it what the shadow does not need.
    if let Ok(lock) = fs::read_to_string(project.root().join("Cargo.lock")) {
        let path = shadow.join("Cargo.lock");
        inputs::replace(&path, &lock, Readers::Usual).map_err(at(&path))?;
    }
    Ok(Ok(()))
}

fn update(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    inputs::replace(path, text, Readers::Usual)
}
