//! Which source a setting came from.

use std::fmt;

/// A source of settings, the strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// A variable such as `AOC_YEAR`.
    Environment,
    /// `[workspace.metadata.aoc]` in the project's Cargo.toml.
    Project,
    /// The user's config.toml.
    User,
    #[default]
    Default,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Environment => "environment",
            Self::Project => "project",
            Self::User => "user config",
            Self::Default => "default",
        })
    }
}

/// The source of each setting, for `doctor`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenances {
    pub year: Provenance,
    pub contact: Provenance,
    pub base_url: Provenance,
    pub spacing: Provenance,
    pub timeout: Provenance,
    pub leaderboard: Provenance,
    pub inputs: Provenance,
}
