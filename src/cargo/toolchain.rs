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
