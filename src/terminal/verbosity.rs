//! How much is shown.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// `-q`: results and failures.
    Quiet,
    #[default]
    Normal,
    /// `-v`: requests and other details as well.
    Verbose,
}
