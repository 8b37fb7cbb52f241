//! What a command is handed from outside: environment, folders, clock. Nothing
//! below reads them for itself.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Context as _;
use chrono::{DateTime, Utc};

use super::args::Global;

/// The surroundings of one run of `aoc`. They cannot be printed: the environment
/// may hold the token.
#[derive(Clone)]
pub struct Context {
    /// The environment variables.
    pub variables: Vec<(OsString, OsString)>,
    /// Those of them that are Unicode.
    pub environment: BTreeMap<String, String>,
    /// Where one stands.
    pub current_dir: PathBuf,
    /// The home folder, if there is one.
    pub home: Option<PathBuf>,
    /// `aoc` in the user's configuration folder.
    pub config_dir: Option<PathBuf>,
    /// `aoc` in the user's cache folder.
    pub cache_dir: Option<PathBuf>,
    /// The clock.
    pub now: fn() -> DateTime<Utc>,
    /// `--json`.
    pub json: bool,
    /// `--offline`.
    pub offline: bool,
    /// `--quiet`.
    pub quiet: bool,
    /// How often `--verbose`.
    pub verbose: u8,
}

impl Context {
    /// The surroundings of this process.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the clock and the home folder, to hand them on"
    )]
    pub fn of_process(global: &Global) -> anyhow::Result<Self> {
        Ok(Self {
            environment: Self::unicode_variables(),
            variables: env::vars_os().collect(),
            current_dir: env::current_dir()
                .context("the folder you are in is not there any more: go to another")?,
            home: dirs::home_dir(),
            config_dir: dirs::config_dir().map(|dir| dir.join("aoc")),
            cache_dir: dirs::cache_dir().map(|dir| dir.join("aoc")),
            now: Utc::now,
            json: global.json,
            offline: global.offline,
            quiet: global.quiet,
            verbose: global.verbose,
        })
    }

    /// The environment variables of this process that are Unicode.
    pub fn unicode_variables() -> BTreeMap<String, String> {
        env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect()
    }

    /// An environment variable that is set and not empty.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.environment
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }
}
