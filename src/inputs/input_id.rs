//! Which input of a puzzle is meant, and the names of inputs and accounts.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::Serialize;

use crate::error::{CliError, Result};
use crate::files::check_name;

/// The name of an account or of a named input. It becomes part of file names: `session.NAME`,
/// `day22.NAME.txt`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InputName(String);

impl FromStr for InputName {
    type Err = CliError;

    fn from_str(name: &str) -> Result<Self> {
        check_name("an account or an input", name, "-_")?;
        Ok(Self(name.to_owned()))
    }
}

impl Display for InputName {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.pad(&self.0)
    }
}

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

/// The option for an account in the command lines that messages show. Empty for the default
/// account.
pub fn account_option(account: Option<&InputName>) -> String {
    account.map_or(String::new(), |name| format!(" --account {name}"))
}
