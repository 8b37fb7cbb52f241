//! What a build depends on besides its sources: cargo's configuration, the toolchain and
//! the environment.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::fingerprint::{FileIdentity, hash};
use crate::config::ChildEnv;
use crate::files::read_text_file;

/// The compiler in the folder of a toolchain.
const RUSTC: &str = if cfg!(windows) {
    "bin/rustc.exe"
} else {
    "bin/rustc"
};

/// The variables that name compilers, or programs that start them.
const COMPILER_VARIABLES: &[&str] = &[
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_BUILD_RUSTC",
    "CARGO_BUILD_RUSTC_WRAPPER",
    "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER",
];

/// Further variables that may change the result of a build.
const RELEVANT: &[&str] = &[
    "AR",
    "CC",
    "CFLAGS",
    "CPATH",
    "CXX",
    "CXXFLAGS",
    "LD",
    "LDFLAGS",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "MACOSX_DEPLOYMENT_TARGET",
    "PKG_CONFIG_PATH",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
    "ZERO_AR_DATE",
];

/// The beginnings of variables that may change the result of a build.
const RELEVANT_PREFIXES: &[&str] = &["CARGO", "RUST", "__CARGO"];

/// The beginnings of variables that only change how cargo prints or downloads, and of the
/// homes, which are hashed separately.
const IRRELEVANT_PREFIXES: &[&str] = &[
    "CARGO_ALIAS_",
    "CARGO_BUILD_JOBS",
    "CARGO_CACHE_",
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_LOG",
    "CARGO_NET_",
    "CARGO_TERM_",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "RUST_LOG",
    "RUST_MIN_STACK",
    "RUSTUP_HOME",
];

/// The files that configure cargo and rustup for a workspace, whether they exist or not,
/// and the compilers that they name.
#[derive(Default)]
pub struct Configuration {
    pub files: BTreeSet<PathBuf>,
    pub compilers: BTreeSet<PathBuf>,
}

impl Configuration {
    pub fn read(root: &Path, environment: &ChildEnv) -> Self {
        let mut configuration = Self::default();
        for folder in root.ancestors() {
            configuration.add_cargo(&folder.join(".cargo/config"), environment);
            configuration.add_cargo(&folder.join(".cargo/config.toml"), environment);
            configuration.add_toolchain(&folder.join("rust-toolchain"));
            configuration.add_toolchain(&folder.join("rust-toolchain.toml"));
        }
        if let Some(home) = environment.home_of("cargo") {
            configuration.add_cargo(&home.join("config"), environment);
            configuration.add_cargo(&home.join("config.toml"), environment);
        }
        configuration
    }

    /// Adds a configuration file of cargo, and the files that it includes: `include` is a
    /// path, or a list of paths and of tables with a `path`, relative to the file.
    fn add_cargo(&mut self, file: &Path, environment: &ChildEnv) {
        if !self.files.insert(file.to_path_buf()) {
            return;
        }
        let config = read_table(file);
        let Some(folder) = file.parent() else {
            return;
        };
        if let Some(build) = config.get("build") {
            // Paths are relative to the folder with `.cargo`.
            let base = folder.parent().unwrap_or(folder);
            for key in ["rustc", "rustc-wrapper", "rustc-workspace-wrapper"] {
                if let Some(program) = build.get(key).and_then(Value::as_str) {
                    let program = find_program(program.as_ref(), base, environment);
                    self.compilers.extend(program);
                }
            }
        }
        let included = match config.get("include") {
            Some(Value::Array(list)) => list.clone(),
            Some(one) => vec![one.clone()],
            None => Vec::new(),
        };
        for item in included {
            let path = item.get("path").unwrap_or(&item);
            if let Some(path) = path.as_str() {
                self.add_cargo(&folder.join(path), environment);
            }
        }
    }

    /// Adds a toolchain file of rustup, which may name the folder of a toolchain.
    fn add_toolchain(&mut self, file: &Path) {
        let table = read_table(file);
        let toolchain = table.get("toolchain").and_then(|table| table.get("path"));
        if let Some(path) = toolchain.and_then(Value::as_str) {
            let folder = file.with_file_name(path);
            self.compilers.insert(folder.join(RUSTC));
        }
        self.files.insert(file.to_path_buf());
    }
}

/// The files beside the sources that a build depends on, whether they exist or not:
/// configuration, toolchain files, the lock file, manifests. `root` is the workspace.
pub fn further_files(
    root: &Path,
    configuration: Configuration,
    packages: &BTreeSet<PathBuf>,
) -> BTreeSet<PathBuf> {
    let mut files = configuration.files;
    files.insert(root.join("Cargo.lock"));
    for folder in packages.iter().map(PathBuf::as_path).chain([root]) {
        // The manifest, the one that it inherits from, and a build script that may be
        // added.
        files.extend(folder.ancestors().map(|above| above.join("Cargo.toml")));
        files.insert(folder.join("build.rs"));
    }
    files
}

/// The contents of a TOML file; empty if it cannot be read, which cargo reports.
fn read_table(file: &Path) -> Table {
    let text = read_text_file(file).unwrap_or_default();
    text.parse().unwrap_or_default()
}

/// The file of a program that is given by its path or by its name on `PATH`.
fn find_program(program: &OsStr, folder: &Path, environment: &ChildEnv) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return Some(folder.join(path));
    }
    environment.program(program.to_str()?)
}

/// A hash of the toolchain and of the variables that cargo, rustc and linkers read,
/// including those in `further`. The compilers are those that configuration files name.
pub fn environment_hash(
    root: &Path,
    environment: &ChildEnv,
    further: &BTreeSet<String>,
    compilers: &BTreeSet<PathBuf>,
) -> u64 {
    let mut relevant = Vec::new();
    for (name, value) in environment.variables.iter() {
        let text = name.to_string_lossy();
        if is_relevant(&text) || further.contains(&*text) {
            relevant.push((name, value));
        }
    }
    // The homes are hashed whether they are set or defaults, because rustup sets them for
    // every program that it starts.
    let homes = [environment.home_of("cargo"), environment.home_of("rustup")];
    hash(&(
        homes,
        relevant,
        toolchain_state(root, environment, compilers),
    ))
}

/// True if a variable may change the result of a build.
fn is_relevant(name: &str) -> bool {
    if RELEVANT.contains(&name) {
        return true;
    }
    begins_with(name, RELEVANT_PREFIXES)
        && !begins_with(name, IRRELEVANT_PREFIXES)
        && !name.ends_with("TOKEN")
}

fn begins_with(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// The states of the compilers and of rustup's files, which are large and edited by
/// nobody. A compiler that is replaced has another state.
fn toolchain_state(
    root: &Path,
    environment: &ChildEnv,
    compilers: &BTreeSet<PathBuf>,
) -> Vec<(PathBuf, Option<FileIdentity>)> {
    let mut files = compilers.clone();
    files.extend(environment.program("cargo"));
    files.extend(environment.program("rustc"));
    for variable in COMPILER_VARIABLES {
        if let Some(program) = environment.get(variable) {
            files.extend(find_program(program, root, environment));
        }
    }
    // It may be the folder of a toolchain; a name leads to no file here.
    if let Some(toolchain) = environment.get("RUSTUP_TOOLCHAIN") {
        files.insert(root.join(toolchain).join(RUSTC));
    }
    if let Some(home) = environment.home_of("rustup") {
        let toolchains = home.join("toolchains");
        for toolchain in fs::read_dir(&toolchains).into_iter().flatten().flatten() {
            let folder = toolchain.path();
            files.insert(folder.join("lib/rustlib/multirust-channel-manifest.toml"));
            // A linked toolchain has no such manifest, and may be built anew.
            files.insert(folder.join(RUSTC));
        }
        files.insert(home.join("settings.toml"));
        files.insert(toolchains);
    }
    let mut states = Vec::new();
    for file in files {
        let state = FileIdentity::of(&file);
        states.push((file, state));
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn compilers_are_found_in_the_configuration() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("project");
        let environment = ChildEnv::new([("PATH".into(), temp.path().into())]);
        write(temp.path(), "wrap", "");
        let config = "include = 'more.toml'\n[build]\nrustc-wrapper = 'wrap'\n";
        write(&root, ".cargo/config.toml", config);
        write(
            &root,
            ".cargo/more.toml",
            "[build]\nrustc = 'tools/rustc'\n",
        );
        write(
            &root,
            "rust-toolchain.toml",
            "[toolchain]\npath = 'linked'\n",
        );
        let found = Configuration::read(&root, &environment).compilers;
        let expected = [
            root.join("linked/bin/rustc"),
            root.join("tools/rustc"),
            temp.path().join("wrap"),
        ];
        assert_eq!(found, expected.into());
    }

    #[cfg(unix)]
    #[test]
    fn a_compiler_that_is_replaced_is_noticed() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        write(temp.path(), "linked/bin/rustc", "1");
        write(temp.path(), "bin/wrap", "1");
        write(temp.path(), "own/rustc", "1");
        write(temp.path(), "chosen/bin/rustc", "1");
        write(temp.path(), "configured", "1");
        fs::create_dir_all(path("rustup/toolchains")).unwrap();
        std::os::unix::fs::symlink(path("linked"), path("rustup/toolchains/mine")).unwrap();
        let variables = [
            ("PATH", path("bin")),
            ("RUSTUP_HOME", path("rustup")),
            ("RUSTC_WRAPPER", "wrap".into()),
            ("RUSTC", path("own/rustc")),
            ("RUSTUP_TOOLCHAIN", path("chosen")),
        ];
        let variables = variables.map(|(name, value)| (name.into(), value.into()));
        let environment = ChildEnv::new(variables);
        let compilers = BTreeSet::from([path("configured")]);
        let hash = || environment_hash(temp.path(), &environment, &BTreeSet::new(), &compilers);
        for compiler in [
            "linked/bin/rustc",
            "bin/wrap",
            "own/rustc",
            "chosen/bin/rustc",
            "configured",
        ] {
            let before = hash();
            assert_eq!(hash(), before);
            // The size and maybe the time are the same.
            write(temp.path(), "new", "2");
            fs::rename(path("new"), path(compiler)).unwrap();
            assert_ne!(hash(), before, "{compiler}");
        }
    }

    #[test]
    fn variables_that_only_change_the_output_do_not_count() {
        for name in ["RUSTFLAGS", "CARGO_PROFILE_AOC_LTO", "CC", "RUSTC"] {
            assert!(is_relevant(name), "{name}");
        }
        for name in ["CARGO_TERM_COLOR", "RUST_LOG", "CARGO_X_TOKEN", "CCC", "C"] {
            assert!(!is_relevant(name), "{name}");
        }
    }
}
