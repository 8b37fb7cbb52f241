//! The names of named inputs.

use std::fmt;
use std::str::FromStr;

use super::error::StoreError;

/// The longest name in bytes: some file systems allow only some 140.
const MAX: usize = 64;

/// The name of a named input of a puzzle. It becomes part of a file name, so
/// it consists of letters, digits, `-` and `_` only, and cannot form a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
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
