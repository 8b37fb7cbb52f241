//! The fingerprint of a built program: everything that it was made from.
//!
//! If all of it is as it was, the program is fresh and cargo is not started.
//! Whatever is different or not understood is left to cargo.

mod config_files;
mod dep_info;
mod environment;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::snapshot::{Snapshot, content};
use super::stamps;
use crate::config::ChildEnv;
pub use config_files::find as config_files;
pub use dep_info::{crate_sources, program_sources, script_output, variables};
pub use environment::hash as environment_hash;

/// A file of another format, or of another version of aoc, is none.
const FORMAT: &str = concat!("aoc-fingerprint/1 ", env!("CARGO_PKG_VERSION"));

/// What a program is to be built with.
#[derive(Clone, Copy, Debug)]
pub struct BuildInputs<'a> {
    /// The folder that cargo runs in.
    pub root: &'a Path,
    /// Those arguments of cargo that concern all programs.
    pub arguments: &'a [String],
    /// The text of the generated program of a day; empty for a year, whose
    /// program is one of the files.
    pub main: &'a str,
    pub environment: &'a ChildEnv,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    format: String,
    root: PathBuf,
    arguments: Vec<String>,
    main: String,
    /// Environment variables that the sources and build scripts read.
    variables: BTreeSet<String>,
    /// A hash, since there may be secrets among the values.
    environment: u64,
    /// The contents of files; `None` for one that did not exist.
    files: BTreeMap<PathBuf, Option<u64>>,
    /// Sizes and times of large files, which are not edited by hand.
    states: BTreeMap<PathBuf, Option<State>>,
    executable: PathBuf,
}

/// Size, and nanoseconds since 1970 at the last change.
type State = (u64, u128);

impl Fingerprint {
    /// The fingerprint of a program that was built from `files`.
    pub fn new(
        inputs: &BuildInputs<'_>,
        executable: PathBuf,
        files: BTreeMap<PathBuf, Option<u64>>,
        variables: BTreeSet<String>,
    ) -> Self {
        let mut fingerprint = Self {
            format: FORMAT.to_owned(),
            root: inputs.root.to_path_buf(),
            arguments: inputs.arguments.to_vec(),
            main: inputs.main.to_owned(),
            environment: environment::hash(inputs.environment, &variables),
            variables,
            files,
            states: BTreeMap::new(),
            executable,
        };
        fingerprint.states = fingerprint.states(inputs.environment);
        fingerprint
    }

    /// Reads a fingerprint; `None` if there is none or not one of this version.
    pub fn load(path: &Path) -> Option<Self> {
        let fingerprint: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        (fingerprint.format == FORMAT).then_some(fingerprint)
    }

    pub fn save(&self, path: &Path) -> io::Result<()> {
        stamps::write(path, self)
    }

    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The files that the program was made from, or whose absence mattered.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.keys()
    }

    /// The same program, for a command that wanted `main`.
    pub fn in_place_of(&self, main: &str) -> Self {
        let main = main.to_owned();
        Self {
            main,
            ..self.clone()
        }
    }

    /// Whether a build would make the same program now.
    pub fn is_fresh(&self, inputs: &BuildInputs<'_>) -> bool {
        let environment = inputs.environment;
        self.root == inputs.root
            && self.arguments == inputs.arguments
            && self.main == inputs.main
            && self.environment == environment::hash(environment, &self.variables)
            && self.states == self.states(environment)
            && self.files.iter().all(|(path, hash)| content(path) == *hash)
    }

    fn states(&self, environment: &ChildEnv) -> BTreeMap<PathBuf, Option<State>> {
        let mut files = environment::toolchain_files(environment);
        files.push(self.executable.clone());
        let states = files.into_iter().map(|file| {
            let state = state(&file);
            (file, state)
        });
        states.collect()
    }
}

/// The files beside the sources that a build in `root` of packages in these
/// folders depends on, whether they exist or not: configuration, toolchain
/// files, manifests.
pub fn further_files(
    root: &Path,
    environment: &ChildEnv,
    packages: &BTreeSet<PathBuf>,
) -> BTreeSet<PathBuf> {
    let mut files = config_files(root, environment);
    files.insert(root.join("Cargo.lock"));
    for folder in packages.iter().map(PathBuf::as_path).chain([root]) {
        // Its manifest, the one that it inherits from, and a build script that
        // is added.
        files.extend(folder.ancestors().map(|above| above.join("Cargo.toml")));
        files.insert(folder.join("build.rs"));
    }
    files
}

/// The hash of several files.
pub fn combined(files: &BTreeSet<PathBuf>, snapshot: &mut Snapshot) -> u64 {
    let mut hasher = DefaultHasher::new();
    for file in files {
        (file, snapshot.look(file)).hash(&mut hasher);
    }
    hasher.finish()
}

fn state(file: &Path) -> Option<State> {
    let metadata = fs::metadata(file).ok()?;
    let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some((metadata.len(), since.as_nanos()))
}

#[cfg(test)]
mod tests;
