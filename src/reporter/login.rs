//! The results of `aoc login` and `aoc logout`.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::{OutputError, raw};

/// A user of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct User {
    pub id: u64,
    pub name: Option<String>,
    /// The account at another site that it is linked to.
    pub link: Option<String>,
}

impl User {
    /// `alice (user 12345, github.com/alice)`
    pub(super) fn words(&self) -> String {
        let id = self.id;
        let anonymous = format!("(anonymous user #{id})");
        let link = self.link.as_ref().map(|link| format!(", {link}"));
        let link = link.unwrap_or_default();
        let words = match &self.name {
            Some(name) if *name != anonymous => format!("{name} (user {id}{link})"),
            _ => format!("{anonymous}{link}"),
        };
        sanitize(&words).into_owned()
    }
}

/// What `aoc login --json` prints.
#[derive(Debug, Serialize)]
pub struct LoginResult {
    schema: &'static str,
    /// `None` for the default account.
    pub account: Option<String>,
    /// `None` if the session was not proved.
    pub user: Option<User>,
    pub file: PathBuf,
    /// The end of the token.
    pub token: String,
    /// The place whose session is used instead of the stored one.
    pub hidden_by: Option<String>,
}

impl LoginResult {
    /// A session that was not proved.
    pub const fn new(account: Option<String>, file: PathBuf, token: String) -> Self {
        Self {
            schema: "aoc-login/1",
            account,
            user: None,
            file,
            token,
            hidden_by: None,
        }
    }
}

/// What `aoc logout --json` prints.
#[derive(Debug, Serialize)]
pub struct LogoutResult {
    schema: &'static str,
    /// `None` for the default account.
    pub account: Option<String>,
    pub file: PathBuf,
    /// Whether there was one.
    pub removed: bool,
    pub elsewhere: Vec<Elsewhere>,
}

/// Another place that has a session.
#[derive(Debug, Serialize)]
pub struct Elsewhere {
    pub place: String,
    /// Whether it is a file, and not an environment variable.
    #[serde(skip)]
    pub is_file: bool,
    /// `None` for the default account.
    pub account: Option<String>,
    /// The end of the token; `None` if it is not one.
    pub token: Option<String>,
}

impl LogoutResult {
    pub const fn new(account: Option<String>, file: PathBuf, removed: bool) -> Self {
        Self {
            schema: "aoc-logout/1",
            account,
            file,
            removed,
            elsewhere: Vec::new(),
        }
    }
}

/// Writes who is logged in, and where the session is.
pub fn logged_in(
    out: &mut dyn Write,
    terminal: Terminal,
    result: &LoginResult,
) -> Result<(), OutputError> {
    let file = result.file.display().to_string();
    let token = match &*result.token {
        "" => String::new(),
        token => format!(" {token}"),
    };
    let token = terminal.plain(&token);
    let stored = format!("session{token} stored in {}", sanitize(&file));
    let line = match &result.user {
        Some(user) => format!("logged in as {}; {stored}\n", user.words()),
        None => format!("{stored}; not proved, because of --offline\n"),
    };
    raw(out, line.as_bytes())
}

/// Writes what was removed.
pub fn logged_out(out: &mut dyn Write, result: &LogoutResult) -> Result<(), OutputError> {
    let file = result.file.display().to_string();
    let file = sanitize(&file);
    let line = if result.removed {
        format!("logged out: {file} removed\n")
    } else {
        format!("not logged in: there is no {file}\n")
    };
    raw(out, line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_have_a_name_and_a_number() {
        let user = |name: Option<&str>, link: Option<&str>| User {
            id: 12345,
            name: name.map(str::to_owned),
            link: link.map(str::to_owned),
        };
        for (user, words) in [
            (user(Some("alice"), None), "alice (user 12345)"),
            (
                user(Some("alice"), Some("github.com/alice")),
                "alice (user 12345, github.com/alice)",
            ),
            (user(None, None), "(anonymous user #12345)"),
            (
                user(Some("(anonymous user #12345)"), Some("reddit.com/u/a")),
                "(anonymous user #12345), reddit.com/u/a",
            ),
            (user(Some("\u{1b}[2J"), None), r"\u{1b}[2J (user 12345)"),
        ] {
            assert_eq!(user.words(), words);
        }
    }
}
