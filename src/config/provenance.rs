//! Who said a setting.

use std::fmt;

/// A source of settings, the strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// The command line.
    Flag,
    /// `AOC_...`.
    Environment,
    /// The project's Cargo.toml.
    Project,
    /// The user's config.toml.
    User,
    /// Nobody.
    #[default]
    Default,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Flag => "flag",
            Self::Environment => "environment",
            Self::Project => "project",
            Self::User => "user config",
            Self::Default => "default",
        })
    }
}

/// Who said each setting, for `doctor`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenances {
    /// Of the year.
    pub year: Provenance,
    /// Of the contact.
    pub contact: Provenance,
    /// Of the site's origin.
    pub base_url: Provenance,
    /// Of the spacing.
    pub spacing: Provenance,
}
