//! The check before another revision is built. It is needed because cargo and rustup also read the
//! configuration files around the checkout of the revision.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::config_files::config_files;
use super::configuration::toolchain_files;
use crate::config::ChildEnv;
use crate::files::{read_table, real_path};
use crate::project::Project;

/// The sections of a configuration file that do not change the result of a build.
const IRRELEVANT_SECTIONS: &[&str] = &[
    "alias",
    "cache",
    "cargo-new",
    "credential-alias",
    "doc",
    "future-incompat-report",
    "http",
    "install",
    "net",
    "registries",
    "registry",
    "term",
];

/// Finds a configuration file of the project that would change the build of another revision. The
/// revision is built in a checkout inside the project, where cargo and rustup also read the
/// project's configuration files. Returns the first such file that could change the build and
/// differs from the same file in the checkout. Files that git ignores, and files in `CARGO_HOME`,
/// belong to the machine and do not count, unless the checkout has the same file: cargo would then
/// merge both.
pub fn mixed_configuration(
    project: &Project,
    revision: &Project,
    environment: &ChildEnv,
) -> Option<PathBuf> {
    let checkouts = real_path(&project.revisions_dir());
    let is_inside = |folder: &Path| folder.starts_with(&checkouts) && folder != checkouts;
    let folders = project.root().ancestors().zip(revision.root().ancestors());
    let (repository, checkout) = folders.take_while(|(_, there)| is_inside(there)).last()?;
    let is_of_project = |file: &Path| file.starts_with(repository) && !file.starts_with(checkout);
    let in_checkout = |file: &Path| checkout.join(file.strip_prefix(repository).unwrap_or(file));
    let differs = |file: &Path, table: &Table| {
        let there = read_table(&in_checkout(file));
        build_settings(there) != build_settings(table.clone())
    };
    let configs = config_files(revision.root(), environment)
        .into_iter()
        .filter(|(file, table)| is_of_project(file) && file.is_file() && differs(file, table))
        .map(|(file, _)| file);
    let toolchain = toolchain_files(revision.root())
        .find(|file| file.is_file())
        .filter(|file| is_of_project(file));
    let git = project.git()?;
    let home = environment.home_of("cargo").map(|home| real_path(&home));
    let is_of_machine = |file: &Path| {
        let is_local = file.parent() == home.as_deref() || git.ignores(file);
        is_local && !in_checkout(file).exists()
    };
    configs.chain(toolchain).find(|file| !is_of_machine(file))
}

/// The settings of a configuration file that may change the result of a build.
fn build_settings(mut table: Table) -> Table {
    if let Some(build) = table.get_mut("build").and_then(Value::as_table_mut) {
        build.remove("jobs");
        if build.is_empty() {
            table.remove("build");
        }
    }
    table.retain(|section, _| !IRRELEVANT_SECTIONS.contains(&section));
    table
}
