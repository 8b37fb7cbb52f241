//! Everything that affects a build besides the sources: the configuration of cargo, the compilers
//! and the environment.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::config_files::config_files;
use crate::config::ChildEnv;
use crate::files::{FileIdentity, entries, read_table, value_hash};

/// The path of the compiler in the folder of a toolchain.
const RUSTC_PATH: &str = if cfg!(windows) {
    "bin/rustc.exe"
} else {
    "bin/rustc"
};

/// The files in a folder that choose the toolchain.
pub const TOOLCHAIN_FILES: [&str; 2] = ["rust-toolchain", "rust-toolchain.toml"];

/// The prefixes of variables that may change the result of a build.
const RELEVANT_PREFIXES: &[&str] = &[
    "AR",
    "CARGO",
    "CC",
    "CFLAGS",
    "CPATH",
    "CXX",
    "LD",
    "LIBRARY_PATH",
    "MACOSX_DEPLOYMENT_TARGET",
    "PKG_CONFIG",
    "RUST",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
    "ZERO_AR_DATE",
    "__CARGO",
];

/// The prefixes of variables that do not change the result of a build. Some only change the output
/// or the downloads of cargo. The homes of cargo and rustup are hashed separately.
const IRRELEVANT_PREFIXES: &[&str] = &[
    "CARGO_BUILD_JOBS",
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_LOG",
    "CARGO_NET_",
    "CARGO_TERM_",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "RUSTUP_HOME",
];

/// The files and programs that a build depends on besides its sources.
#[derive(Default)]
pub struct Configuration {
    /// Configuration files of cargo, toolchain files of rustup, the lock file and manifests. Some
    /// of them may not exist.
    pub files: BTreeSet<PathBuf>,
    /// The names and paths of compilers, compiler wrappers and toolchain folders.
    compilers: BTreeSet<PathBuf>,
}

impl Configuration {
    /// Finds the configuration that all packages of the workspace in `root` share.
    pub fn read(root: &Path, environment: &ChildEnv) -> Self {
        let mut configuration = Self::default();
        for (file, table) in config_files(root, environment) {
            configuration.add(file, &table);
        }
        for file in toolchain_files(root) {
            let table = read_table(&file);
            configuration.add(file, &table);
        }
        configuration.files.insert(root.join("Cargo.lock"));
        configuration.files.extend(manifests(root));
        configuration
    }

    /// Adds a file of cargo or rustup with this content, its compilers and its toolchains.
    fn add(&mut self, file: PathBuf, table: &Table) {
        for section in ["build", "toolchain"] {
            for name in table
                .get(section)
                .and_then(Value::as_table)
                .into_iter()
                .flat_map(Table::values)
                .filter_map(Value::as_str)
            {
                self.compilers.insert(name.into());
                // Cargo's paths are relative to the folder that contains `.cargo`.
                for base in file.ancestors().skip(1).take(2) {
                    self.compilers.insert(base.join(name));
                }
            }
        }
        self.files.insert(file);
    }
}

/// The files that may choose the toolchain in a folder. Rustup uses the first that exists.
pub fn toolchain_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folder
        .ancestors()
        .flat_map(|folder| TOOLCHAIN_FILES.map(|name| folder.join(name)))
}

/// The manifest of the package in a folder, the manifests from which it may inherit, and the build
/// script, which may be added later.
pub fn manifests(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![folder.join("build.rs")];
    for folder in folder.ancestors() {
        files.push(folder.join("Cargo.toml"));
    }
    files
}

/// A hash of everything that may change the result of a build, except for files of the project:
///
/// - the environment variables that cargo, rustc and linkers read, and the variables in `further`
/// - the compilers that these variables or cargo's configuration name, or that rustup provides
/// - the home folders of cargo and rustup
pub fn environment_hash(root: &Path, environment: &ChildEnv, further: &BTreeSet<String>) -> u64 {
    let mut variables = Vec::new();
    let mut names = Configuration::read(root, environment).compilers;
    names.extend(["cargo".into(), "rustc".into()]);
    for (name, value) in environment.variables.iter() {
        let text = name.to_string_lossy();
        if is_relevant(&text) || further.contains(&*text) {
            variables.push((name, value));
            names.insert(PathBuf::from(value));
        }
    }
    // The homes are always hashed, because rustup sets their variables for every program that it
    // starts.
    let homes = ["cargo", "rustup"].map(|tool| environment.home_of(tool));
    for home in homes.iter().flatten() {
        names.insert(home.join("settings.toml"));
        for toolchain in entries(&home.join("toolchains")) {
            names.insert(toolchain.path());
        }
    }
    // Compilers are large and never edited, so the identities of their files are compared, and not
    // their contents.
    let mut compilers = Vec::new();
    for name in names {
        let path = root.join(&name);
        let mut files = vec![path.join(RUSTC_PATH), path];
        if name.components().count() == 1 {
            files.extend(environment.program(&name.to_string_lossy()));
        }
        for file in files {
            if file.is_file() {
                compilers.push((FileIdentity::of(&file), file));
            }
        }
    }
    value_hash(&(homes, variables, compilers))
}

/// True if a variable may change the result of a build.
fn is_relevant(name: &str) -> bool {
    begins_with(name, RELEVANT_PREFIXES)
        && !begins_with(name, IRRELEVANT_PREFIXES)
        && !name.ends_with("TOKEN")
}

fn begins_with(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_compiler_that_is_replaced_is_noticed() {
        use crate::testing::{make_executable, write};
        use std::fs;

        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        let compilers = [
            "linked/bin/rustc",
            "bin/wrap",
            "own/rustc",
            "chosen/bin/rustc",
            "bin/of-configuration",
            "project/tools/rustc",
            "project/pinned/bin/rustc",
        ];
        let write_program = |name: &str, text: &str| {
            write(temp.path(), name, text);
            make_executable(&path(name));
        };
        for compiler in compilers {
            write_program(compiler, "1");
        }
        let config = "include = 'more.toml'\n[build]\nrustc-wrapper = 'of-configuration'\n";
        write(temp.path(), "project/.cargo/config.toml", config);
        let more = "[build]\nrustc = 'tools/rustc'\n";
        write(temp.path(), "project/.cargo/more.toml", more);
        let pinned = "[toolchain]\npath = 'pinned'\n";
        write(temp.path(), "project/rust-toolchain.toml", pinned);
        fs::create_dir_all(path("rustup/toolchains")).unwrap();
        std::os::unix::fs::symlink(path("linked"), path("rustup/toolchains/mine")).unwrap();
        let folders = std::env::join_paths([path("first"), path("bin")]).unwrap();
        let variables = [
            ("PATH", PathBuf::from(folders)),
            ("RUSTUP_HOME", path("rustup")),
            ("RUSTC_WRAPPER", "wrap".into()),
            ("RUSTC", path("own/rustc")),
            ("RUSTUP_TOOLCHAIN", path("chosen")),
        ];
        let variables = variables.map(|(name, value)| (name.into(), value.into()));
        let environment = ChildEnv::new(variables);
        let hash = || environment_hash(&path("project"), &environment, &BTreeSet::new());
        for compiler in compilers {
            let before = hash();
            assert_eq!(hash(), before);
            // The size is the same, and the time may be the same, too.
            write_program("new", "2");
            fs::rename(path("new"), path(compiler)).unwrap();
            assert_ne!(hash(), before, "{compiler}");
        }
        // Another compiler becomes the first on `PATH`.
        let before = hash();
        write_program("first/of-configuration", "2");
        assert_ne!(hash(), before);
    }

    #[test]
    fn variables_that_only_change_the_output_do_not_count() {
        for name in ["RUSTFLAGS", "CARGO_PROFILE_AOC_LTO", "CC", "RUSTC"] {
            assert!(is_relevant(name), "{name}");
        }
        for name in ["CARGO_TERM_COLOR", "RUST_LOG", "CARGO_X_TOKEN", "C"] {
            assert!(!is_relevant(name), "{name}");
        }
    }
}
