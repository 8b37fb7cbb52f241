//! Runs the program of an imported folder, the "old program", on the inputs of its days, so that
//! its answers can be compared.
//!
//! The program may do anything: fetch, submit, or read the home folder. So it is built and run in a
//! copy of its folder below `target`, with an empty home folder and only the environment variables
//! that a build needs. `cargo fetch` may download its libraries. That call runs outside of the
//! copy, so that no configuration in the copy makes cargo run code of the copy. After that, cargo
//! builds the program offline. Network requests of the program itself are not prevented. Cargo also
//! applies the user's own configurations to the build, so nothing is built if one of them sets a
//! variable with a secret. Each run has limits of time, memory and output, and ends together with
//! all processes that it has started.
//!
//! `copy` copies the folder. `package` builds the programs of a package, and runs the `attempts`
//! for each day. `own_outputs` keeps the outputs that are about one day each, and `failures` has
//! the reasons why a day has none.

mod attempts;
mod copy;
mod failures;
mod own_outputs;
mod package;

use std::collections::BTreeMap;
use std::fs::{create_dir_all, remove_dir_all};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use self::copy::ProgramCopy;
use self::package::OldPackage;
use super::foreign_program::shadow_dot_env;
use crate::cargo::config_files;
use crate::config::ChildEnv;
use crate::error::{CliError, Result};
use crate::files::real_path;
use crate::import::Import;
use crate::import::compare::{ProgramOutput, Proof};
use crate::import::folder::secrets::secret_in_configuration;
use crate::puzzle::{ByMessage, Puzzle};
use crate::runner::Launcher;

/// The folder of the copy, relative to the project's root.
pub const FOLDER: &str = "target/aoc-old";

/// The days without an output, by the reason.
pub type Failures = ByMessage<String>;

/// A day of the imported folder.
pub struct DayToCompare {
    pub puzzle: Puzzle,
    /// The source in the old repository.
    pub file: String,
    /// What an output of the source's program proves.
    pub proves: Proof,
    /// The input on which the copied day runs.
    pub input: String,
}

/// The result of the old programs of a folder.
pub enum OldRun {
    /// Nothing ran, for this reason.
    NotRun(String),
    /// Days without an output of their own are only in the failures. A day has two outputs if each
    /// part has its own program.
    Ended(Vec<(Puzzle, ProgramOutput)>, Failures),
}

/// Runs the old programs of a folder for `days`. Says at each step what it does, for a progress
/// line.
pub fn run(
    launcher: &Launcher,
    import: &Import,
    days: &[DayToCompare],
    say: &mut dyn FnMut(&str),
) -> Result<OldRun> {
    let work_dir = import.request.project.root().join(FOLDER);
    create_dir_all(&work_dir).map_err(|error| CliError::cannot_write(&work_dir, error))?;
    // `target` may be a link. Cargo prints paths without links.
    let work_dir = real_path(&work_dir);
    if let Some((file, name)) = secret_for_builds(&launcher.environment, &work_dir) {
        return Ok(OldRun::NotRun(format!(
            "its build would get `{name}` from {}: remove the variable there to run it",
            file.display()
        )));
    }
    create_empty_home(&work_dir)?;
    shadow_dot_env(&work_dir)?;
    // The copy contains inputs, so it is removed whenever this function ends. The copy always has
    // the same name, so that cargo does not build everything again.
    let copy = Builder::new()
        .prefix("copy")
        .rand_bytes(0)
        .tempdir_in(&work_dir)
        .map_err(|error| CliError::cannot_write(&work_dir.join("copy"), error))?;
    say("copying the old program");
    let copied = ProgramCopy::copy(&import.repository, copy.path());
    launcher.cancel.check()?;
    let folder = match copied {
        Ok(folder) => folder,
        Err(error) => return Ok(OldRun::NotRun(error.to_string())),
    };
    let (packages, mut failures) = days_by_package(&folder, days);
    let mut outputs = Vec::new();
    for (package_folder, days) in packages {
        let mut package = OldPackage::new(launcher, &work_dir, &folder, package_folder);
        outputs.extend(package.outputs(&days, &mut failures, say)?);
    }
    Ok(OldRun::Ended(outputs, failures))
}

/// The days that can run, by package. The other days become failures, with the reason.
fn days_by_package<'d>(
    folder: &'d ProgramCopy,
    days: &'d [DayToCompare],
) -> (BTreeMap<&'d str, Vec<&'d DayToCompare>>, Failures) {
    let mut packages = BTreeMap::<&str, Vec<&DayToCompare>>::new();
    let mut failures = Failures::default();
    for day in days {
        let why = match folder.package(&day.file) {
            Some(package) if folder.has_input(day) => {
                packages.entry(package).or_default().push(day);
                continue;
            }
            Some(_) => "was not run: its input differs from this project's, or may not be copied",
            None => "was not built: it has no Cargo.toml",
        };
        failures.add(why.to_owned(), day.puzzle);
    }
    (packages, failures)
}

/// Creates the empty home folder, after removing the folders that an earlier call has left.
fn create_empty_home(work_dir: &Path) -> Result<()> {
    for folder in ["copy", "home"] {
        // The folder may not exist yet. If an existing folder cannot be removed, the copy fails.
        let _ = remove_dir_all(work_dir.join(folder));
    }
    let home = work_dir.join("home");
    create_dir_all(&home).map_err(|error| CliError::cannot_write(&home, error))
}

/// Finds a configuration file of cargo that sets a variable with a secret for builds in `folder`.
/// Returns the file and the name of the variable.
fn secret_for_builds(environment: &ChildEnv, folder: &Path) -> Option<(PathBuf, String)> {
    config_files(folder, environment)
        .into_iter()
        .find_map(|(file, configuration)| {
            let name = secret_in_configuration(&configuration)?.to_owned();
            Some((file, name))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn a_configuration_of_the_user_with_a_token_is_found() {
        let temp = tempfile::tempdir().unwrap();
        let cargo_home = temp.path().join("cargo");
        let environment = ChildEnv::new([("CARGO_HOME".into(), cargo_home.clone().into())]);
        let project = temp.path().join("a/project");
        let found = || secret_for_builds(&environment, &project.join(FOLDER));
        write(
            temp.path(),
            "a/.cargo/config",
            "[env]\nAOC_YEAR = \"2020\"\n",
        );
        let included = "include = 'more.toml'\n[build]\njobs = 2\n";
        write(temp.path(), "cargo/config.toml", included);
        assert_eq!(found(), None);
        for file in [
            "cargo/more.toml",
            "cargo/config.toml",
            "a/.cargo/config",
            "a/project/.cargo/config.toml",
        ] {
            let text = "[env]\nAOC_SESSION = { value = \"1\", force = true }\n";
            write(temp.path(), file, text);
            let expected = (temp.path().join(file), "AOC_SESSION".to_owned());
            assert_eq!(found(), Some(expected));
        }
    }
}
