//! The places where a token may be.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::SessionError;
use super::place::Place;
use super::token::Token;
use crate::files;
use crate::inputs::InputName;

/// A larger file is not a session file.
pub const MAX_FILE: u64 = 64 * 1024;

const VARIABLES: [&str; 2] = ["AOC_SESSION", "ADVENT_OF_CODE_SESSION"];

/// Where to look. It has no `Debug`: the environment may contain the token.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// The environment.
    pub variables: &'a [(OsString, OsString)],
    /// `aoc` in the user's configuration folder.
    pub config_dir: Option<&'a Path>,
    pub home: Option<&'a Path>,
}

/// A place where a token may be, and how to read it.
pub struct Candidate {
    pub place: Place,
    /// `None` for the default account.
    pub account: Option<InputName>,
    taken: Taken,
}

/// How much of a text is the token.
#[derive(Clone, Copy)]
enum Taken {
    All,
    FirstWord,
}

impl<'a> Places<'a> {
    /// The places of the default account's token, the strongest first:
    /// `AOC_SESSION`, `ADVENT_OF_CODE_SESSION`, the configuration folder's
    /// `session`, then the files of other tools: `~/.config/aocd/token`,
    /// `~/.adventofcode.session`, `~/.config/adventofcode.session`.
    pub fn candidates(self) -> Vec<Candidate> {
        // Other tools use `~/.config` on every system, even where the user's
        // configuration folder is another.
        let mut config_dirs: Vec<PathBuf> = Vec::new();
        config_dirs.extend(self.config_dir.and_then(Path::parent).map(Path::to_owned));
        config_dirs.extend(self.home.map(|home| home.join(".config")));
        config_dirs.dedup();

        let candidate = |place, taken| Candidate {
            place,
            account: None,
            taken,
        };
        let all = |path| candidate(Place::File(path), Taken::All);
        let first_word = |path| candidate(Place::File(path), Taken::FirstWord);
        let variable = |name| candidate(Place::Variable(name), Taken::All);
        let mut candidates: Vec<Candidate> = VARIABLES.into_iter().map(variable).collect();
        candidates.extend(self.session_file(None).map(all));
        candidates.extend(
            config_dirs
                .iter()
                .map(|dir| first_word(dir.join("aocd").join("token"))),
        );
        candidates.extend(
            self.home
                .map(|home| all(home.join(".adventofcode.session"))),
        );
        candidates.extend(
            config_dirs
                .iter()
                .map(|dir| all(dir.join("adventofcode.session"))),
        );
        candidates
    }

    /// The one place of a named account's token: every other one may belong to
    /// another account.
    pub fn candidate_of_account(self, account: &InputName) -> Option<Candidate> {
        Some(Candidate {
            place: Place::File(self.session_file(Some(account))?),
            account: Some(account.clone()),
            taken: Taken::All,
        })
    }

    /// The file of an account's session: `session`, or `session.NAME`, in the
    /// configuration folder.
    pub fn session_file(self, account: Option<&InputName>) -> Option<PathBuf> {
        let dir = self.config_dir?;
        Some(match account {
            None => dir.join("session"),
            Some(account) => dir.join(format!("session.{account}")),
        })
    }

    /// The named accounts that have a session file, sorted.
    pub fn accounts(self) -> Vec<InputName> {
        let entries = self.config_dir.and_then(|dir| fs::read_dir(dir).ok());
        let mut accounts: Vec<InputName> = entries
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name();
                name.to_str()?.strip_prefix("session.")?.parse().ok()
            })
            .collect();
        accounts.sort();
        accounts
    }

    fn variable(self, name: &str) -> Option<&'a OsStr> {
        self.variables
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_os_str())
            // People set a variable to nothing to unset it for one command.
            .filter(|value| !value.is_empty())
    }
}

impl Candidate {
    /// The token; `None` if the place does not exist.
    pub fn read(&self, places: Places<'_>) -> Result<Option<Token>, SessionError> {
        let unusable = |why| SessionError::Unusable {
            place: self.place.clone(),
            why,
            remedy: self.place.remedy(self.account.as_ref()),
        };
        let text = match &self.place {
            Place::Variable(name) => match places.variable(name) {
                None => return Ok(None),
                Some(value) => value.to_str().map(str::to_owned),
            },
            Place::File(path) => match files::read_regular_file(path, MAX_FILE) {
                Ok(bytes) => String::from_utf8(bytes).ok(),
                Err(error) if is_missing(&error) => return Ok(None),
                Err(source) => {
                    let path = path.clone();
                    return Err(SessionError::Unreadable { path, source });
                }
            },
            Place::Terminal | Place::Stdin | Place::Given(_) => return Ok(None),
        };
        let text = text.ok_or_else(|| unusable("it is not text"))?;
        let text = match self.taken {
            Taken::All => &text,
            Taken::FirstWord => text.split_whitespace().next().unwrap_or_default(),
        };
        Token::parse(text).map(Some).map_err(unusable)
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
