//! The machine that measures, as far as it tells.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use super::results::Host;
use crate::config::ChildEnv;

/// What the figures were measured on.
pub fn host(environment: &ChildEnv, root: &Path, profile: &str) -> Host {
    Host {
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        cpu: processor(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        rustc: compiler(environment, root),
        aoc: env!("CARGO_PKG_VERSION").to_owned(),
        profile: profile.to_owned(),
    }
}

/// The processor's name, where Linux tells it.
fn processor() -> Option<String> {
    let facts = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = facts.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim().to_owned())
}

/// The compiler that the project is built with.
fn compiler(environment: &ChildEnv, root: &Path) -> Option<String> {
    let variables = environment.variables().iter();
    let output = Command::new("rustc")
        .arg("--version")
        .current_dir(root)
        .env_clear()
        .envs(variables.map(|(name, value)| (name, value)))
        .output()
        .ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    Some(version.trim().to_owned()).filter(|version| !version.is_empty())
}
