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
    let (repository, folder) = project
        .root()
        .ancestors()
        .zip(revision.root().ancestors())
        .take_while(|(_, there)| there.starts_with(&checkouts) && *there != checkouts)
        .last()?;
    let checkout = Checkout { repository, folder };
    let configs = config_files(revision.root(), environment)
        .into_iter()
        .filter(|(file, table)| {
            checkout.is_outside(file)
                && file.is_file()
                && build_settings(read_table(&checkout.path_of(file)))
                    != build_settings(table.clone())
        })
        .map(|(file, _)| file);
    let toolchain = toolchain_files(revision.root())
        .find(|file| file.is_file())
        .filter(|file| checkout.is_outside(file));
    let git = project.git()?;
    let home = environment.home_of("cargo").map(|home| real_path(&home));
    configs.chain(toolchain).find(|file| {
        let is_of_machine = file.parent() == home.as_deref() || git.ignores(file);
        !is_of_machine || checkout.path_of(file).exists()
    })
}

/// The checkout of another revision inside the project's repository.
struct Checkout<'a> {
    repository: &'a Path,
    folder: &'a Path,
}

impl Checkout<'_> {
    /// True if a file is in the repository, but not in the checkout.
    fn is_outside(&self, file: &Path) -> bool {
        file.starts_with(self.repository) && !file.starts_with(self.folder)
    }

    /// The path in the checkout of a file of the repository.
    fn path_of(&self, file: &Path) -> PathBuf {
        self.folder
            .join(file.strip_prefix(self.repository).unwrap_or(file))
    }
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
