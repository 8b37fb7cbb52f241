//! Which input of a puzzle is meant.

use super::store::InputName;

/// One of the inputs that are stored for a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum InputId {
    /// The user's input.
    Own,
    /// A named input: the user has saved it, or it was downloaded for the account of this name.
    Named(InputName),
}

impl InputId {
    /// The input that `--input NAME` or `--account NAME` means. Without a name, the user's input.
    pub fn of(name: Option<&InputName>) -> Self {
        name.cloned().map_or(Self::Own, Self::Named)
    }
}
