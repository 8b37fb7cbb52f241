//! The names of further inputs.

use std::fmt;
use std::str::FromStr;

use super::error::StoreError;

/// The longest name: a file's name has little more than 200 bytes everywhere.
const MAX: usize = 64;

/// The name of a further input of a puzzle. It becomes part of a file's name,
/// so it is letters, digits, `-` and `_` and nothing that a path could mean.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputName(String);

impl FromStr for InputName {
    type Err = StoreError;

    fn from_str(name: &str) -> Result<Self, StoreError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let good = name.len() <= MAX
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(plain);
        if good {
            Ok(Self(name.to_owned()))
        } else {
            Err(StoreError::Name {
                name: name.chars().take(MAX).collect(),
                max: MAX,
            })
        }
    }
}

impl fmt::Display for InputName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
