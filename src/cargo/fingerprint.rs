//! The fingerprint of a built program: content hashes of everything that it was made
//! from.
//!
//! If nothing differs, the program is fresh and cargo is not started. If something
//! differs or is not understood, cargo decides. Contents are compared and not times:
//! files may be restored with their old times, be saved twice within one tick of the
//! clock, or be links that now lead elsewhere.
//!
//! The hash is xxh3 and not the FNV-1a of stored files, because every run hashes all
//! sources: the 266 kB of 2020/22 take 0.01 ms instead of 0.7 ms of a run's 4.5 ms.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use toml::Value;
use walkdir::{DirEntry, WalkDir};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::config::ChildEnv;
use crate::files::read_text_file;

/// Hashes of the contents of files, and of the names in folders; `None` for a missing
/// file or folder.
pub type Contents = BTreeMap<PathBuf, Option<u64>>;

/// Larger files are not treated as sources.
const LARGE: u64 = 16 << 20;

#[derive(Debug, Serialize, Deserialize)]
pub struct Fingerprint {
    /// A hash of everything that is not a file. It is hashed because the environment
    /// may contain secrets.
    pub settings: u64,
    /// Environment variables that sources and build scripts read.
    pub variables: BTreeSet<String>,
    /// The files that the program was made from, and files whose absence matters. They
    /// are a list, because sorting the paths takes longer than reading them.
    pub files: Vec<(PathBuf, Option<u64>)>,
    pub executable: PathBuf,
    /// The program's [`file_state`]. Only `aoc` writes the file, so its content is not
    /// hashed.
    pub program: Option<(u64, u128)>,
}

impl Fingerprint {
    /// Reads a fingerprint; `None` if it is missing or not understood.
    pub fn load(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// True if the files are unchanged.
    pub fn has_same_files(&self) -> bool {
        let mut files = self.files.iter();
        self.program.is_some()
            && file_state(&self.executable) == self.program
            && files.all(|(path, hash)| content_hash(path) == *hash)
    }
}

/// A hash of a file's content, or of the names in a folder; `None` if it does not exist
/// or cannot be read.
pub fn content_hash(path: &Path) -> Option<u64> {
    let metadata = fs::metadata(path).ok()?;
    if metadata.is_dir() {
        let names = fs::read_dir(path).ok()?.flatten();
        let mut names: BTreeSet<OsString> = names.map(|entry| entry.file_name()).collect();
        names.retain(|name| !is_hidden(name));
        return Some(hash(&names));
    }
    // Opening a pipe would block.
    if !metadata.is_file() {
        return None;
    }
    Some(xxh3_64(&fs::read(path).ok()?))
}

pub fn content_hashes(paths: BTreeSet<PathBuf>) -> Contents {
    let hashes: Vec<_> = paths.iter().map(|path| content_hash(path)).collect();
    paths.into_iter().zip(hashes).collect()
}

pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Xxh3Default::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Adds a folder and everything below it except `skipped`, hidden files and very large
/// ones. With `links`, links to folders are followed.
pub fn files_below(folder: &Path, skipped: &Path, links: bool, files: &mut BTreeSet<PathBuf>) {
    let walk = WalkDir::new(folder).follow_links(links).into_iter();
    let is_wanted = |entry: &DirEntry| {
        entry.depth() == 0 || !is_hidden(entry.file_name()) && entry.path() != skipped
    };
    for entry in walk.filter_entry(is_wanted).flatten() {
        let metadata = entry.metadata();
        if metadata.is_ok_and(|it| it.len() <= LARGE) {
            files.insert(entry.into_path());
        }
    }
}

/// Files beside the sources that a build depends on, whether they exist or not:
/// configuration, toolchain files, the lock file, manifests. `root` is the workspace.
pub fn further_files(
    root: &Path,
    environment: &ChildEnv,
    packages: &BTreeSet<PathBuf>,
) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::from([root.join("Cargo.lock")]);
    let folders = root.ancestors().map(|folder| folder.join(".cargo"));
    for folder in folders.chain(environment.home_of("cargo")) {
        for name in ["config", "config.toml"] {
            add_with_includes(&folder.join(name), &mut files);
        }
    }
    for folder in root.ancestors() {
        files.extend(["rust-toolchain", "rust-toolchain.toml"].map(|name| folder.join(name)));
    }
    for folder in packages.iter().map(PathBuf::as_path).chain([root]) {
        // The manifest, the one that it inherits from, and a build script that may be
        // added.
        files.extend(folder.ancestors().map(|above| above.join("Cargo.toml")));
        files.insert(folder.join("build.rs"));
    }
    files
}

/// Adds the files that a cargo configuration includes: `include` is a path, or a list
/// of paths and of tables with a `path`, relative to the file.
fn add_with_includes(file: &Path, files: &mut BTreeSet<PathBuf>) {
    if !files.insert(file.to_path_buf()) {
        return;
    }
    let text = read_text_file(file).unwrap_or_default();
    // If it cannot be parsed, cargo reports the error.
    let config: toml::Table = text.parse().unwrap_or_default();
    let included = match config.get("include") {
        Some(Value::Array(list)) => list.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    };
    for item in included {
        let path = item.get("path").unwrap_or(&item);
        if let (Some(path), Some(folder)) = (path.as_str(), file.parent()) {
            add_with_includes(&folder.join(path), files);
        }
    }
}

/// A hash of the toolchain and of the variables that cargo, rustc and linkers read,
/// including those in `further`.
pub fn environment_hash(environment: &ChildEnv, further: &BTreeSet<String>) -> u64 {
    let relevant = environment.variables.iter().filter(|(name, _)| {
        let name = name.to_string_lossy();
        is_relevant(&name) || further.contains(&*name)
    });
    // The homes are hashed whether they are set or defaults, because rustup sets them for
    // every program that it starts.
    let homes = (environment.home_of("cargo"), environment.home_of("rustup"));
    let relevant: Vec<_> = relevant.collect();
    hash(&(homes, relevant, toolchain_state(environment)))
}

/// True if a variable may change the result of a build.
fn is_relevant(name: &str) -> bool {
    const NAMES: &str = "AR CC CFLAGS CPATH CXX CXXFLAGS LD LDFLAGS LD_LIBRARY_PATH LIBRARY_PATH \
                         MACOSX_DEPLOYMENT_TARGET PKG_CONFIG_PATH SDKROOT SOURCE_DATE_EPOCH \
                         ZERO_AR_DATE";
    const PREFIXES: [&str; 3] = ["CARGO", "RUST", "__CARGO"];
    // These variables only change how cargo prints or downloads; the homes are hashed
    // separately.
    const EXCEPTIONS: &str = "CARGO_ALIAS_ CARGO_BUILD_JOBS CARGO_CACHE_ CARGO_HOME CARGO_HTTP_ \
                              CARGO_LOG CARGO_NET_ CARGO_TERM_ RUST_BACKTRACE RUST_LIB_BACKTRACE \
                              RUST_LOG RUST_MIN_STACK RUSTUP_HOME";
    let is_exception = || EXCEPTIONS.split(' ').any(|prefix| name.starts_with(prefix));
    let is_of_cargo = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    is_of_cargo && !is_exception() && !name.ends_with("TOKEN")
        || NAMES.split(' ').any(|other| name == other)
}

/// The sizes and times of the programs on `PATH` and of rustup's files, which are large
/// and edited by nobody.
fn toolchain_state(environment: &ChildEnv) -> Vec<(PathBuf, Option<(u64, u128)>)> {
    let programs = ["cargo", "rustc"].map(|name| environment.program(name));
    let mut files: Vec<PathBuf> = programs.into_iter().flatten().collect();
    if let Some(home) = environment.home_of("rustup") {
        let toolchains = home.join("toolchains");
        let entries = fs::read_dir(&toolchains).into_iter().flatten().flatten();
        let manifest = "lib/rustlib/multirust-channel-manifest.toml";
        files.extend(entries.map(|toolchain| toolchain.path().join(manifest)));
        files.extend([home.join("settings.toml"), toolchains]);
        files.sort();
    }
    let states: Vec<_> = files.iter().map(|file| file_state(file)).collect();
    files.into_iter().zip(states).collect()
}

/// The size of a file and the time of its last change in nanoseconds since 1970; `None`
/// if it does not exist.
pub fn file_state(file: &Path) -> Option<(u64, u128)> {
    let metadata = fs::metadata(file).ok()?;
    let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some((metadata.len(), since.as_nanos()))
}
