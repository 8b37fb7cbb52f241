//! A session is a token, together with the place where it was found. Only this file finds, reads
//! and stores sessions.

mod token;
mod tools;

use std::fmt::{self, Display, Formatter};
use std::fs::remove_file;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use self::token::Token;
pub use self::token::may_hold_token;
pub use self::tools::{AOCD, TOOLS, Tool, files_of_tools};
use super::error::{SiteError, SiteErrorKind, SiteResult};
use crate::config::{Environment, no_config_dir_error};
use crate::error::{CliError, Exit, Result};
use crate::files::{
    Lock, Locks, MAX_SETTINGS, Readers, entries, is_missing, is_open_to_others, probe_folder,
    read_regular_file, remove_leftovers, replace,
};
use crate::inputs::{InputName, account_option};
use crate::terminal::shell_word;

/// The variables that may contain the session of the default account, in the order of their
/// priority.
const VARIABLES: [&str; 2] = ["AOC_SESSION", "ADVENT_OF_CODE_SESSION"];

/// The place where a session token was found.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionPlace {
    /// An environment variable.
    Variable(&'static str),
    /// The file of an account in the configuration folder. The default account has no name.
    Own {
        account: Option<InputName>,
        file: PathBuf,
    },
    /// A file of another tool.
    Tool { tool: &'static Tool, file: PathBuf },
    /// The input of `aoc login`: the terminal, standard input or a file.
    Given(String),
}

impl SessionPlace {
    /// The file of an account. `None` if there is no configuration folder.
    fn own(environment: &Environment, account: Option<&InputName>) -> Option<Self> {
        Some(Self::Own {
            account: account.cloned(),
            file: session_file(environment, account)?,
        })
    }

    fn file(&self) -> Option<&Path> {
        match self {
            Self::Own { file, .. } | Self::Tool { file, .. } => Some(file),
            Self::Variable(_) | Self::Given(_) => None,
        }
    }

    /// The account whose session is at this place. `None` for the default account.
    pub fn account(&self) -> Option<&InputName> {
        match self {
            Self::Own { account, .. } => account.as_ref(),
            Self::Variable(_) | Self::Tool { .. } | Self::Given(_) => None,
        }
    }

    /// The advice if the session at this place is not valid.
    pub fn remedy(&self) -> String {
        match self {
            Self::Own { account, .. } => {
                format!("run `aoc login{}`", account_option(account.as_ref()))
            }
            // The variable would have priority over the session that `aoc login` stores.
            Self::Variable(name) => format!("set {name} again, or unset it and run `aoc login`"),
            Self::Tool { .. } => "run `aoc login`".to_owned(),
            Self::Given(_) => {
                "log in at adventofcode.com and copy the `session` cookie again".to_owned()
            }
        }
    }
}

impl Serialize for SessionPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Display for SessionPlace {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Own { file, .. } | Self::Tool { file, .. } => file.display().fmt(f),
            Self::Variable(name) => f.write_str(name),
            Self::Given(name) => f.write_str(name),
        }
    }
}

/// Removes the variables that may contain a session from `environment`. Returns the names of the
/// variables that were set.
pub fn forget_variables(environment: &mut Environment) -> Vec<&'static str> {
    let mut names = Vec::from(VARIABLES);
    names.retain(|name| environment.variable(name).is_some());
    for name in &names {
        environment.remove(name);
    }
    names
}

/// The file with an account's session in the configuration folder: `session` for the default
/// account and `session.NAME` for others.
pub fn session_file(environment: &Environment, account: Option<&InputName>) -> Option<PathBuf> {
    let name = match account {
        Some(account) => format!("session.{account}"),
        None => "session".to_owned(),
    };
    Some(environment.config_dir.as_ref()?.join(name))
}

/// A token with the place where it was found.
#[derive(Debug)]
pub struct Session {
    pub token: Token,
    pub place: SessionPlace,
}

impl Session {
    /// Parses the text found at a place.
    pub fn new(text: &[u8], place: SessionPlace) -> SiteResult<Self> {
        let read = String::from_utf8_lossy(text);
        let text = match &place {
            SessionPlace::Tool { tool, .. } if tool.allows_comment => {
                read.split_whitespace().next().unwrap_or_default()
            }
            _ => read.trim(),
        };
        let remedy = place.remedy();
        match Token::parse(text) {
            Ok(token) => Ok(Self { token, place }),
            Err(why) => Err(SiteError::no_session(format!(
                "the session from {place} cannot be used: {why}"
            ))
            .with_hint(format!(
                "it must be the value of the `session` cookie and nothing else; {remedy}"
            ))),
        }
    }

    /// Reads the session at a place. `None` if there is no session.
    pub fn read(environment: &Environment, place: SessionPlace) -> SiteResult<Option<Self>> {
        let text = match &place {
            // An empty variable counts as unset, because users empty a variable to disable it for
            // one command.
            SessionPlace::Variable(name) => match environment.variable(name) {
                Some(value) => value.as_encoded_bytes().to_vec(),
                None => return Ok(None),
            },
            SessionPlace::Own { file, .. } | SessionPlace::Tool { file, .. } => {
                match read_regular_file(file, MAX_SETTINGS) {
                    Ok(text) => text,
                    Err(error) if is_missing(&error) => return Ok(None),
                    Err(error) => {
                        let message = format!("the session in {place} cannot be read: {error}");
                        let error = SiteError::new(SiteErrorKind::Local(Exit::Files), message);
                        let advice = "make it a file that you can read, or remove it";
                        return Err(error.with_hint(advice));
                    }
                }
            }
            SessionPlace::Given(_) => return Ok(None),
        };
        Self::new(&text, place).map(Some)
    }

    /// Finds the session of an account at the first place that exists.
    ///
    /// Fails if this place has no valid token, because the next place may belong to another
    /// account.
    pub fn find(environment: &Environment, account: Option<&InputName>) -> SiteResult<Self> {
        if let Some(found) = found_sessions(environment, account).next() {
            return found.session;
        }
        Err(SiteError::no_session(match account {
            None => "no session; log in at adventofcode.com, copy the value of the `session` \
                     cookie and run `aoc login`"
                .to_owned(),
            Some(account) => format!(
                "no session for the account `{account}`: run `aoc login --account {account}`"
            ),
        }))
    }

    /// The warning if other users can read the file.
    pub fn permission_warning(&self) -> Option<String> {
        let path = self.place.file()?;
        if !is_open_to_others(path) {
            return None;
        }
        let file = shell_word(&path.display().to_string());
        Some(format!(
            "other users can read the session in {file}; run `chmod 600 {file}`"
        ))
    }

    /// The number of whole days since the file was written. `None` for a variable.
    pub fn age_in_days(&self, now: DateTime<Utc>) -> Option<i64> {
        let file = self.place.file()?.metadata().ok()?;
        let written = file.modified().ok()?;
        Some((now - DateTime::from(written)).num_days())
    }
}

/// Writes the place and enough of the token to recognise it, such as `AOC_SESSION (…1f2e)`. A short
/// token has only the place.
impl Display for Session {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.token.tail() {
            "" => write!(f, "{}", self.place),
            _ => write!(f, "{} ({})", self.place, self.token.shown()),
        }
    }
}

/// An existing place, with its session.
pub struct FoundSession {
    pub place: SessionPlace,
    /// The session. An error if the text is not a token.
    pub session: SiteResult<Session>,
}

/// Reads all existing places of an account, in the order of their priority. Commands use the first
/// one.
///
/// The default account has `AOC_SESSION`, `ADVENT_OF_CODE_SESSION`, the file `session` in the
/// configuration folder, and the files of other tools. A named account has only its own file,
/// because every other place may belong to another account.
pub fn found_sessions(
    environment: &Environment,
    account: Option<&InputName>,
) -> impl Iterator<Item = FoundSession> {
    let mut places = Vec::new();
    if account.is_none() {
        places.extend(VARIABLES.map(SessionPlace::Variable));
    }
    places.extend(SessionPlace::own(environment, account));
    if account.is_none() {
        for (tool, file) in files_of_tools(environment) {
            places.push(SessionPlace::Tool { tool, file });
        }
    }
    places.into_iter().filter_map(move |place| {
        let session = Session::read(environment, place.clone()).transpose()?;
        Some(FoundSession { place, session })
    })
}

/// The named accounts with a session file, sorted.
pub fn named_accounts(environment: &Environment) -> Vec<InputName> {
    let mut accounts = Vec::new();
    let Some(folder) = &environment.config_dir else {
        return accounts;
    };
    for entry in entries(folder) {
        if let Some(name) = entry.file_name().to_str()
            && let Some(account) = name.strip_prefix("session.")
            && let Ok(account) = account.parse()
        {
            accounts.push(account);
        }
    }
    accounts.sort();
    accounts
}

/// Locks the file of an account's session against changes by other processes. Removes the temporary
/// files of killed processes, because they contain tokens.
fn lock_session(
    environment: &Environment,
    account: Option<&InputName>,
) -> Result<(PathBuf, Option<Lock>)> {
    let Some(path) = session_file(environment, account) else {
        return Err(no_config_dir_error("a session"));
    };
    let cache_dir = environment.cache_dir.clone();
    let folder = path.parent().unwrap_or(&path);
    let lock = Locks { cache_dir }.sessions(folder);
    remove_leftovers(&path);
    Ok((path, lock))
}

/// Fails if the session of an account cannot be stored. Call this before the user types a token and
/// before a request.
pub fn probe_session(environment: &Environment, account: Option<&InputName>) -> Result<()> {
    let (path, _lock) = lock_session(environment, account)?;
    if path.is_dir() {
        return Err(CliError::cannot_write(
            &path,
            io::ErrorKind::IsADirectory.into(),
        ));
    }
    probe_folder(path.parent().unwrap_or(&path))
}

/// True if the account has another stored session, which may still be valid.
pub fn has_other_session(
    environment: &Environment,
    account: Option<&InputName>,
    token: &Token,
) -> bool {
    let place = SessionPlace::own(environment, account);
    let stored = place.map(|place| Session::read(environment, place));
    matches!(stored, Some(Ok(Some(stored))) if stored.token != *token)
}

/// Stores a token that the site has accepted, and returns its file.
pub fn store_accepted_session(
    environment: &Environment,
    account: Option<&InputName>,
    token: &Token,
) -> Result<PathBuf> {
    let (path, _lock) = lock_session(environment, account)?;
    write_token(&path, token)?;
    Ok(path)
}

/// Stores a token that the site was not asked about, and returns its file. Such a token never
/// replaces another one.
pub fn store_unchecked_session(
    environment: &Environment,
    account: Option<&InputName>,
    token: &Token,
) -> Result<PathBuf> {
    let (path, _lock) = lock_session(environment, account)?;
    if has_other_session(environment, account, token) {
        let option = account_option(account);
        let message = format!(
            "{} has another session, which is only replaced by one that the site has accepted: \
             leave out --offline, or run `aoc logout{option}` first",
            path.display()
        );
        return Err(CliError::new(Exit::Refused, message));
    }
    write_token(&path, token)?;
    Ok(path)
}

/// Writes the file of a session, which only its owner can read.
fn write_token(path: &Path, token: &Token) -> Result<()> {
    let line = format!("{}\n", token.secret());
    replace(path, line, Readers::OwnerAlways)
}

/// The result of removing a session.
pub struct RemovedSession {
    pub path: PathBuf,
    /// True if there was a session.
    pub existed: bool,
}

/// Removes the file of a session, whatever it contains.
pub fn remove_session(
    environment: &Environment,
    account: Option<&InputName>,
) -> Result<RemovedSession> {
    let (path, _lock) = lock_session(environment, account)?;
    let existed = match remove_file(&path) {
        Ok(()) => true,
        Err(error) if is_missing(&error) => false,
        Err(error) => return Err(CliError::cannot_write(&path, error)),
    };
    Ok(RemovedSession { path, existed })
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;
    use crate::testing::{environment, with_slashes, write};

    const HEX: &str = "53616c7465645f5f0123456789abcdef";

    #[test]
    fn every_place_of_an_account_is_found_in_order() {
        let home = tempdir().expect("a folder");
        write(home.path(), "aoc/session", HEX.replace("cdef", "0001"));
        write(home.path(), "aoc/session.work", "junk");
        write(home.path(), "aoc/session.not a name", HEX);
        write(home.path(), ".config/aocd/token", format!("{HEX} more"));
        write(home.path(), ".config/cargo-aoc/credentials.toml", HEX);
        // On Windows, the folder of cargo-aoc is inside the folder of its author.
        let of_windows = "gobanos/cargo-aoc/config/credentials.toml";
        write(home.path(), of_windows, HEX.replace("cdef", "0003"));
        write(
            home.path(),
            ".config/adventofcode.session",
            HEX.replace("cdef", "0004"),
        );
        write(
            home.path(),
            ".adventofcode.session",
            HEX.replace("cdef", "0005"),
        );
        let environment = environment(home.path(), &[("ADVENT_OF_CODE_SESSION", "")]);
        let accounts = named_accounts(&environment);
        let names: Vec<String> = accounts.iter().map(ToString::to_string).collect();
        let own = [
            "aoc/session 0001",
            ".config/aocd/token cdef",
            ".config/adventofcode.session 0004",
            ".config/cargo-aoc/credentials.toml cdef",
            "gobanos/cargo-aoc/config/credentials.toml 0003",
            ".adventofcode.session 0005",
        ];
        assert_eq!(names, ["work"]);
        for (account, expected) in [
            (None, &own[..]),
            (Some(&accounts[0]), &["aoc/session.work error"]),
        ] {
            let mut shown = Vec::new();
            for FoundSession { place, session } in found_sessions(&environment, account) {
                let token = match &session {
                    Ok(session) => session.token.tail(),
                    Err(_) => "error",
                };
                shown.push(with_slashes(&format!("{place} {token}")));
            }
            let expected = expected.iter().map(|name| home.path().join(name));
            let expected: Vec<String> = expected
                .map(|path| with_slashes(&path.display().to_string()))
                .collect();
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn the_strongest_place_counts_even_if_it_is_unusable() {
        let home = tempdir().expect("a folder");
        let find = |variables: &[(&str, &str)], account: Option<&str>| {
            let account: Option<InputName> = account.map(|name| name.parse().expect("a name"));
            Session::find(&environment(home.path(), variables), account.as_ref())
        };
        let missing = find(&[], None).expect_err("nothing");
        assert!(missing.message().starts_with("no session; log in"));
        write(home.path(), ".adventofcode.session", HEX);
        write(home.path(), "aoc/session.work", HEX.replace("cdef", "0002"));
        for (account, tail) in [(None, "cdef"), (Some("work"), "0002")] {
            assert_eq!(find(&[], account).expect("a session").token.tail(), tail);
        }
        let other = find(&[("AOC_SESSION", HEX)], Some("other")).expect_err("none");
        assert!(other.to_string().contains("aoc login --account other"));
        let junk = find(&[("AOC_SESSION", "junk")], None).expect_err("unusable");
        let junk = junk.to_string();
        assert!(junk.contains("AOC_SESSION cannot be used") && !junk.contains("junk"));
        assert!(junk.ends_with("set AOC_SESSION again, or unset it and run `aoc login`"));
    }

    #[test]
    fn a_place_that_cannot_be_read_or_removed_is_an_error_and_not_an_empty_place() {
        let home = tempdir().expect("a folder");
        write(home.path(), "aoc/session/file", HEX);
        let environment = environment(home.path(), &[]);
        let unreadable = Session::find(&environment, None).expect_err("a folder");
        assert!(
            unreadable.message().contains(" cannot be read: "),
            "{unreadable}"
        );
        let advice = "make it a file that you can read, or remove it";
        assert_eq!(unreadable.error.hint.as_deref(), Some(advice));
        assert_eq!(unreadable.kind, SiteErrorKind::Local(Exit::Files));
        assert!(remove_session(&environment, None).is_err());
    }

    #[test]
    fn what_a_killed_login_left_goes_with_the_next_change() {
        let home = tempdir().expect("a folder");
        let token = Token::parse(HEX).expect("a token");
        for is_login in [true, false] {
            write(home.path(), "aoc/.tmp-session-Ab12Cd", HEX);
            let others = [".tmp-session.work-Ab12Cd", ".tmpAb12Cd", "config.toml"];
            for other in others {
                write(home.path(), &format!("aoc/{other}"), "");
            }
            let environment = environment(home.path(), &[]);
            if is_login {
                store_accepted_session(&environment, None, &token).expect("written");
            } else {
                let removed = remove_session(&environment, None).expect("removed");
                assert!(removed.existed);
                let again = remove_session(&environment, None).expect("nothing there");
                assert!(!again.existed);
            }
            let folder = std::fs::read_dir(home.path().join("aoc")).expect("a folder");
            let names = folder.map(|entry| entry.expect("an entry").file_name());
            let mut names: Vec<_> = names.collect();
            names.sort();
            let session = is_login.then_some("session");
            let expected: Vec<&str> = others.into_iter().chain(session).collect();
            assert_eq!(names, expected);
        }
    }

    /// The folder itself is locked, which is not possible on Windows.
    #[cfg(unix)]
    #[test]
    fn a_session_is_locked_without_a_cache_folder_too() {
        use std::fs::File;

        let home = tempdir().expect("a folder");
        let environment = Environment {
            cache_dir: None,
            ..environment(home.path(), &[])
        };
        let (path, lock) = lock_session(&environment, None).expect("a place");
        let folder = File::open(path.parent().expect("a folder")).expect("a folder");
        folder.try_lock().expect_err("it is held");
        drop(lock);
        folder.try_lock().expect("the lock");
    }
}
