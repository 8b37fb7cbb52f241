//! Which cargo and compiler builds use.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::config::ChildEnv;

/// A tool that does not say its version within this time does not work.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often one looks whether it has ended.
const LOOK: Duration = Duration::from_millis(5);

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
    let mut child = command
        .arg("--version")
        // Rustup would download the toolchain that a project names.
        .env("RUSTUP_AUTO_INSTALL", "0")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    // A few lines fit into the pipes.
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < PATIENCE => thread::sleep(LOOK),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("it does not end".to_owned());
            }
            Err(error) => return Err(error.to_string()),
        }
    };
    if status.success() {
        first_line(child.stdout.take()).ok_or_else(|| "it does not say its version".to_owned())
    } else {
        Err(first_line(child.stderr.take()).unwrap_or_else(|| status.to_string()))
    }
}

fn first_line(pipe: Option<impl Read>) -> Option<String> {
    let mut text = Vec::new();
    pipe?.take(64 * 1024).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn asks_the_tools_on_the_path() {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;

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
        let environment = ChildEnv::new(variables, None);
        let [found, broken] = toolchain(temp.path(), &environment);
        assert_eq!(found.path, Some(cargo));
        assert_eq!(found.version.unwrap(), "cargo 1.2.3 0");
        assert_eq!(broken.path, Some(rustc));
        assert_eq!(broken.version.unwrap_err(), "broken");
        let [none, _] = toolchain(temp.path(), &ChildEnv::new([], None));
        assert_eq!(none.path, None);
    }
}
