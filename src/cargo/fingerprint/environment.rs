//! The part of the environment that builds depend on.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use crate::config::ChildEnv;

/// A hash of the variables that cargo, rustc and linkers read, and of those in
/// `further`.
pub fn hash(environment: &ChildEnv, further: &BTreeSet<String>) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The same whether they are set or are the default: rustup sets them for
    // all that it starts.
    (environment.cargo_home(), environment.rustup_home()).hash(&mut hasher);
    for (name, value) in environment.variables() {
        let name = name.to_string_lossy();
        if is_relevant(&name) || further.contains(&*name) {
            (name, value).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Whether a variable may change what is built.
fn is_relevant(name: &str) -> bool {
    const NAMES: [&str; 15] = [
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
    const PREFIXES: [&str; 3] = ["CARGO", "RUST", "__CARGO"];
    // These only change how cargo looks, talks or downloads; the homes count
    // in another way.
    const EXCEPTIONS: [&str; 13] = [
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
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    NAMES.contains(&name) || (starts(&PREFIXES) && !starts(&EXCEPTIONS) && !name.ends_with("TOKEN"))
}

/// The programs on `PATH` and what rustup installed.
pub fn toolchain_files(environment: &ChildEnv) -> Vec<PathBuf> {
    let programs = [environment.cargo(), environment.program("rustc")];
    let mut files: Vec<PathBuf> = programs.into_iter().flatten().collect();
    if let Some(home) = environment.rustup_home() {
        let toolchains = home.join("toolchains");
        files.push(home.join("settings.toml"));
        for toolchain in fs::read_dir(&toolchains).into_iter().flatten().flatten() {
            let lib = toolchain.path().join("lib/rustlib");
            files.push(lib.join("multirust-channel-manifest.toml"));
        }
        files.push(toolchains);
    }
    files
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn environment(variables: &[(&str, &str)]) -> ChildEnv {
        ChildEnv::new(variables.iter().map(|&(n, v)| (n.into(), v.into())), None)
    }

    #[test]
    fn only_what_matters_counts() {
        let base = [("HOME", "/h"), ("RUSTFLAGS", "-O")];
        let hash_of = |more: &[(&str, &str)], further: &[&str]| {
            let further = further.iter().map(|&name| name.to_owned()).collect();
            hash(&environment(&[&base, more].concat()), &further)
        };
        let plain = hash_of(&[], &[]);
        for same in [
            "CARGO_TERM_COLOR",
            "RUST_BACKTRACE",
            "CARGO_BUILD_JOBS",
            "PWD",
            "MINE",
        ] {
            assert_eq!(hash_of(&[(same, "x")], &[]), plain, "{same}");
        }
        for other in [
            "CARGO_ENCODED_RUSTFLAGS",
            "RUSTC_WRAPPER",
            "CC",
            "RUSTUP_TOOLCHAIN",
        ] {
            assert_ne!(hash_of(&[(other, "x")], &[]), plain, "{other}");
        }
        let homes = [("CARGO_HOME", "/h/.cargo"), ("RUSTUP_HOME", "/h/.rustup")];
        if cfg!(unix) {
            assert_eq!(hash_of(&homes, &[]), plain, "the defaults, set");
        }
        assert_ne!(hash_of(&[("CARGO_HOME", "/other")], &[]), plain);
        assert_ne!(hash_of(&[("MINE", "x")], &["MINE"]), plain);
        let no_flags = environment(&[("HOME", "/h")]);
        assert_ne!(hash(&no_flags, &BTreeSet::new()), plain);
    }

    #[test]
    fn the_toolchain_is_what_rustup_says() {
        let temp = tempfile::tempdir().unwrap();
        let stable = temp.path().join("toolchains/stable");
        fs::create_dir_all(&stable).unwrap();
        let home = temp.path().to_str().unwrap();
        let files = toolchain_files(&environment(&[("RUSTUP_HOME", home)]));
        let manifest = Path::new("lib/rustlib/multirust-channel-manifest.toml");
        assert_eq!(
            files,
            [
                temp.path().join("settings.toml"),
                stable.join(manifest),
                temp.path().join("toolchains")
            ]
        );
    }
}
