//! Which cargo and compiler builds use.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::config::ChildEnv;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    pub name: &'static str,
    /// `None` if there is none.
    pub path: Option<PathBuf>,
    /// What it says of itself, such as `cargo 1.91.0 (…)`, or why it says
    /// nothing.
    pub version: Result<String, String>,
}

/// Cargo and rustc, as builds in `folder` find them. Nothing is installed.
pub fn toolchain(folder: &Path, environment: &ChildEnv) -> [Tool; 2] {
    let set = environment.get("RUSTC").map(PathBuf::from);
    let rustc = set.or_else(|| environment.program("rustc"));
    [("cargo", environment.cargo()), ("rustc", rustc)].map(|(name, path)| Tool {
        name,
        version: match &path {
            Some(path) => version(path, folder, environment),
            None => Err("it is not on PATH".to_owned()),
        },
        path,
    })
}

fn version(program: &Path, folder: &Path, environment: &ChildEnv) -> Result<String, String> {
    let mut command = Command::new(program);
    environment.apply_to(&mut command);
    command
        .arg("--version")
        // Rustup would download the toolchain that a project names.
        .env("RUSTUP_AUTO_INSTALL", "0")
        .current_dir(folder)
        .stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    let good = output.status.success();
    let text = if good { output.stdout } else { output.stderr };
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines().map(str::trim);
    match lines.find(|line| !line.is_empty()) {
        Some(line) if good => Ok(line.to_owned()),
        Some(line) => Err(line.to_owned()),
        None => Err(format!("it does not say its version: {}", output.status)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn asks_the_tools_on_the_path() {
        let temp = tempfile::tempdir().unwrap();
        let write = |name: &str, script: &str| {
            let file = temp.path().join(name);
            fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            file
        };
        let cargo = write(
            "cargo",
            "echo \"cargo 1.2.3 $RUSTUP_AUTO_INSTALL $AOC_SESSION\"",
        );
        let rustc = write("rustc", "echo >&2; echo broken >&2; exit 1");
        let variables = [
            ("PATH", temp.path().as_os_str()),
            ("AOC_SESSION", "x".as_ref()),
        ];
        let variables = variables.map(|(name, value)| (name.into(), value.to_owned()));
        let environment = ChildEnv::new(variables);
        let [found, broken] = toolchain(temp.path(), &environment);
        assert_eq!(found.path, Some(cargo));
        assert_eq!(found.version.unwrap(), "cargo 1.2.3 0");
        assert_eq!(broken.path, Some(rustc));
        assert_eq!(broken.version.unwrap_err(), "broken");
        let [none, _] = toolchain(temp.path(), &ChildEnv::new([]));
        assert_eq!(none.path, None);
    }
}
