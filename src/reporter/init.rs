//! What `aoc init` did.

use std::io;

use serde::Serialize;

use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, STRONG};
use crate::terminal::{OutputError, raw};

/// What `init --json` prints: schema `aoc-init/1`. The paths are relative to the
/// current folder, where they are below it.
#[derive(Debug, Serialize)]
pub struct InitResults {
    pub schema: &'static str,
    /// The files that were created.
    pub files: Vec<String>,
    /// Files that have other contents than `init` would write, and stay.
    pub kept: Vec<String>,
    /// Files that were added to, with consent.
    pub changed: Vec<String>,
    /// The library's files, with `--update`.
    pub updated: Vec<String>,
    pub removed: Vec<String>,
    /// Only with `--update`.
    pub library: Option<InitVersions>,
    /// `None` with `--update`.
    pub git: Option<InitGit>,
}

#[derive(Debug, Serialize)]
pub struct InitVersions {
    pub from: Option<String>,
    pub to: String,
}

/// Whether the folder is in a repository of git.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InitGit {
    Created,
    /// It was one before.
    Exists,
    /// Git is not installed, or failed.
    Missing,
}

impl Default for InitResults {
    fn default() -> Self {
        Self {
            schema: "aoc-init/1",
            files: Vec::new(),
            kept: Vec::new(),
            changed: Vec::new(),
            updated: Vec::new(),
            removed: Vec::new(),
            library: None,
            git: None,
        }
    }
}

/// Writes the commands to type next to stderr, each with what it does.
pub fn next_steps(stderr: Terminal, steps: &[(String, String)]) -> Result<(), OutputError> {
    let widest = steps
        .iter()
        .map(|(command, _)| command.chars().count())
        .max();
    let width = widest.unwrap_or(0);
    let lines = steps.iter().map(|(command, purpose)| {
        let gap = " ".repeat(width - command.chars().count());
        let command = stderr.paint(STRONG, command);
        let comment = stderr.paint(DIM, format!("# {purpose}"));
        format!("  {command}{gap}  {comment}")
    });
    let heading = std::iter::once("next:".to_owned());
    let text = heading.chain(lines).collect::<Vec<_>>().join("\n") + "\n";
    raw(&mut stderr.writer(io::stderr()), text.as_bytes())
}
