//! How much is shown.

/// How much is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// The results alone.
    Quiet,
    /// What one wants to know.
    #[default]
    Normal,
    /// And what one may want to know.
    Verbose,
}
