//! What cargo looks at beside the sources: configuration, toolchains,
//! environment.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::config::ChildEnv;

/// The files outside of the packages that a build in `root` depends on, whether
/// they are there or not.
pub fn files(root: &Path, environment: &ChildEnv) -> Vec<PathBuf> {
    let mut files = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    for folder in root.ancestors() {
        files.extend(configuration(&folder.join(".cargo")));
        files.push(folder.join("rust-toolchain"));
        files.push(folder.join("rust-toolchain.toml"));
    }
    if let Some(home) = environment.cargo_home() {
        files.extend(configuration(&home));
    }
    if let Some(home) = environment.rustup_home() {
        let toolchains = home.join("toolchains");
        files.push(home.join("settings.toml"));
        for toolchain in fs::read_dir(&toolchains).into_iter().flatten().flatten() {
            let lib = toolchain.path().join("lib/rustlib");
            files.push(lib.join("multirust-channel-manifest.toml"));
        }
        files.push(toolchains);
    }
    files.extend(programs(environment).into_iter().flatten());
    files.sort();
    files.dedup();
    files
}

fn configuration(folder: &Path) -> [PathBuf; 2] {
    [folder.join("config"), folder.join("config.toml")]
}

/// Which cargo and which rustc are on `PATH`.
pub fn programs(environment: &ChildEnv) -> [Option<PathBuf>; 2] {
    [environment.cargo(), environment.program("rustc")]
}

/// What the environment says to cargo and rustc, and to what is compiled: the
/// variables `further`. As a hash, for there may be secrets among them.
pub fn fingerprint(environment: &ChildEnv, further: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Whether they are said or are the default, as rustup says them to all that
    // it starts.
    (environment.cargo_home(), environment.rustup_home()).hash(&mut hasher);
    for (name, value) in environment.variables() {
        let name = name.to_string_lossy();
        if is_relevant(&name) || further.iter().any(|other| *other == name) {
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
    // What only changes how cargo looks, talks or finds what is locked; and the
    // homes, which count in another way.
    const NOT: [&str; 13] = [
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
    NAMES.contains(&name) || (starts(&PREFIXES) && !starts(&NOT) && !name.ends_with("TOKEN"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> ChildEnv {
        ChildEnv::new(variables.iter().map(|&(n, v)| (n.into(), v.into())), None)
    }

    #[test]
    fn only_what_matters_is_in_the_fingerprint() {
        let base = [("HOME", "/h"), ("RUSTFLAGS", "-O")];
        let print = |more: &[(&str, &str)], further: &[&str]| {
            let further: Vec<String> = further.iter().map(|&name| name.to_owned()).collect();
            fingerprint(&environment(&[&base, more].concat()), &further)
        };
        let plain = print(&[], &[]);
        for same in [
            "CARGO_TERM_COLOR",
            "RUST_BACKTRACE",
            "CARGO_BUILD_JOBS",
            "PWD",
            "MINE",
        ] {
            assert_eq!(print(&[(same, "x")], &[]), plain, "{same}");
        }
        for other in [
            "CARGO_ENCODED_RUSTFLAGS",
            "RUSTC_WRAPPER",
            "CC",
            "RUSTUP_TOOLCHAIN",
        ] {
            assert_ne!(print(&[(other, "x")], &[]), plain, "{other}");
        }
        let homes = [("CARGO_HOME", "/h/.cargo"), ("RUSTUP_HOME", "/h/.rustup")];
        if cfg!(unix) {
            assert_eq!(print(&homes, &[]), plain, "the defaults, said");
        }
        assert_ne!(print(&[("CARGO_HOME", "/other")], &[]), plain);
        assert_ne!(print(&[("MINE", "x")], &["MINE"]), plain);
        let no_flags = environment(&[("HOME", "/h")]);
        assert_ne!(fingerprint(&no_flags, &[]), plain);
    }

    #[test]
    fn looks_for_configuration_in_every_folder_above() {
        let environment = environment(&[("CARGO_HOME", "/c"), ("RUSTUP_HOME", "/none")]);
        let files = files(Path::new("/a/b"), &environment);
        for file in [
            "/a/b/Cargo.lock",
            "/a/b/.cargo/config.toml",
            "/a/.cargo/config",
            "/.cargo/config.toml",
            "/c/config.toml",
            "/a/rust-toolchain.toml",
            "/none/settings.toml",
        ] {
            assert!(files.contains(&PathBuf::from(file)), "{file}");
        }
    }
}
