//! The checks that keep session tokens off the command line.

use std::ffi::OsString;

use crate::error::{CliError, Result, usage_error};

/// The beginning of today's session tokens. No other argument begins like this.
const TOKEN_PREFIX: &str = "53616c7465645f5f";

/// More hexadecimal digits in a row than this look like a token. The shortest known token has 96.
/// On the command line as a whole, the prefix is required, too, because a revision may be as long.
const MAX_HEX: usize = 40;

/// The error for a token on the command line. It does not show the token.
pub fn token_argument_error() -> CliError {
    usage_error(
        "a session token does not belong on a command line, where other users can see it \
                   and your shell keeps it: run `aoc login` and paste it there",
    )
}

/// Fails if an argument is a session token. Call this first, because any later message could show
/// the token.
pub fn refuse_tokens(arguments: &[OsString]) -> Result<()> {
    for argument in arguments.iter().skip(1) {
        let argument = argument.to_string_lossy().to_ascii_lowercase();
        let has_prefix = argument.contains(TOKEN_PREFIX);
        if has_prefix && longest_hex(&argument) > MAX_HEX {
            return Err(token_argument_error());
        }
    }
    Ok(())
}

/// True if an argument that should be a file or a name may be a session token, or the beginning of
/// one.
pub fn looks_like_token(argument: &str) -> bool {
    longest_hex(argument) > MAX_HEX || argument.contains(&TOKEN_PREFIX[..8])
}

fn longest_hex(text: &str) -> usize {
    text.split(|c: char| !c.is_ascii_hexdigit())
        .map(str::len)
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_are_refused() {
        let token = format!("{TOKEN_PREFIX}{}", "0123456789abcdef".repeat(3));
        let (upper, digits) = (token.to_uppercase(), "1".repeat(200));
        let option = format!("--token={token}");
        let cookie = format!("Cookie: session=\"{token}\"");
        for (argument, is_token) in [
            (&*token, true),
            (&upper, true),
            (&option, true),
            (&cookie, true),
            (TOKEN_PREFIX, false),
            ("d41d8cd98f00b204e9800998ecf8427e", false),
            (&digits, false),
        ] {
            let arguments = ["aoc", "accept", argument].map(OsString::from);
            assert_eq!(refuse_tokens(&arguments).is_err(), is_token, "{argument}");
        }
        assert!(looks_like_token(&"a1".repeat(48)) && !looks_like_token("session.txt"));
        assert!(looks_like_token(&token[..12]));
    }
}
