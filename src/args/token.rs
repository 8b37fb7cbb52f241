//! Session tokens on the command line: they are refused, as other users can see
//! it in the list of processes and the shell stores it in its history.

use std::ffi::OsString;

use crate::error::{Exit, HasExit};

/// The beginning of the tokens of today, which no other argument has.
const BEGINNING: &str = "53616c7465645f5f";

/// The shortest token that is known has 96 characters.
const SHORT: usize = 40;

/// The message does not quote the token.
#[derive(Debug, thiserror::Error)]
#[error(
    "a session token does not belong on a command line, where other users can see it and your \
     shell keeps it: run `aoc login` and paste it there"
)]
pub struct TokenArgument;

impl HasExit for TokenArgument {
    fn exit(&self) -> Exit {
        Exit::Usage
    }
}

/// An error if a token is among the arguments: before anything is done that
/// could show one.
pub fn refuse_tokens(arguments: impl Iterator<Item = OsString>) -> Result<(), TokenArgument> {
    let is_token = |argument: OsString| {
        let argument = argument.to_string_lossy().to_ascii_lowercase();
        argument.contains(BEGINNING) && longest_hex(&argument) > SHORT
    };
    if arguments.skip(1).any(is_token) {
        Err(TokenArgument)
    } else {
        Ok(())
    }
}

/// Whether an argument that should be a file or a name may be a token.
pub fn looks_like_token(argument: &str) -> bool {
    longest_hex(argument) > SHORT
}

fn longest_hex(text: &str) -> usize {
    let runs = text.split(|c: char| !c.is_ascii_hexdigit());
    runs.map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(arguments: &[&str]) -> bool {
        let arguments = ["aoc"].iter().chain(arguments).map(OsString::from);
        refuse_tokens(arguments).is_err()
    }

    #[test]
    fn only_tokens_are_refused() {
        let token = format!("{BEGINNING}{}", "0123456789abcdef".repeat(3));
        for argument in [
            token.clone(),
            token.to_uppercase(),
            format!("--token={token}"),
            format!("session={token}"),
            format!("Cookie: session=\"{token}\""),
        ] {
            assert!(refused(&["login", &argument]), "{argument}");
        }
        for argument in [
            BEGINNING,
            "d41d8cd98f00b204e9800998ecf8427e",
            "2020/22",
            &"1".repeat(200),
        ] {
            assert!(!refused(&["accept", "22", argument]), "{argument}");
        }
        assert!(looks_like_token(&"a1".repeat(48)));
        assert!(!looks_like_token("session.txt"));
    }
}
