//! The places where a token may be, and which of them counts.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::error::SessionError;
use super::place::Place;
use super::token::Token;
use crate::inputs::{self, InputName};

/// A larger file is not a session file.
const MAX_FILE: u64 = 64 * 1024;

/// Where to look. It has no `Debug`: the environment may contain the token.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// The environment.
    pub variables: &'a [(OsString, OsString)],
    /// `aoc` in the user's configuration folder.
    pub config_dir: Option<&'a Path>,
    pub home: Option<&'a Path>,
}

/// A token and the place where it was found.
#[derive(Clone, Debug)]
pub struct Session {
    pub token: Token,
    pub place: Place,
    /// Whether other users can read the file.
    pub is_exposed: bool,
}

impl Session {
    /// The first of these that exists: `AOC_SESSION`, `ADVENT_OF_CODE_SESSION`,
    /// the configuration folder's `session`, then the files of other tools:
    /// `~/.config/aocd/token`, `~/.adventofcode.session`,
    /// `~/.config/adventofcode.session`.
    ///
    /// One that exists and is unusable is an error: if it were passed over, the
    /// next one could belong to another account.
    pub fn find(places: Places<'_>) -> Result<Self, SessionError> {
        for name in ["AOC_SESSION", "ADVENT_OF_CODE_SESSION"] {
            if let Some(session) = variable(places, name)? {
                return Ok(session);
            }
        }
        let own = places.config_dir.map(|dir| dir.join("session"));
        for (file, taken) in files(places, own.as_deref()) {
            if let Some(session) = from_file(file, taken)? {
                return Ok(session);
            }
        }
        Err(SessionError::Missing { file: own })
    }

    /// The session of a named account: the configuration folder's
    /// `session.NAME` and nothing else, as every other one may belong to another
    /// account.
    pub fn find_account(places: Places<'_>, account: &InputName) -> Result<Self, SessionError> {
        let file = places
            .config_dir
            .map(|dir| dir.join(format!("session.{account}")));
        let session = match &file {
            Some(file) => from_file(file.clone(), Taken::All)?,
            None => None,
        };
        session.ok_or_else(|| SessionError::MissingAccount {
            account: account.to_string(),
            file,
        })
    }

    /// What the user should do about the place of the session.
    pub fn warning(&self) -> Option<String> {
        self.is_exposed.then(|| {
            let place = &self.place;
            format!("other users can read the session in {place}; run `chmod 600 {place}`")
        })
    }
}

/// How much of a file is the token.
#[derive(Clone, Copy)]
enum Taken {
    All,
    FirstWord,
}

fn files(places: Places<'_>, own: Option<&Path>) -> Vec<(PathBuf, Taken)> {
    // Other tools use `~/.config` on every system, even where the user's
    // configuration folder is another.
    let mut config_dirs: Vec<PathBuf> = Vec::new();
    config_dirs.extend(places.config_dir.and_then(Path::parent).map(Path::to_owned));
    config_dirs.extend(places.home.map(|home| home.join(".config")));
    config_dirs.dedup();

    let mut files = Vec::new();
    files.extend(own.map(|file| (file.to_owned(), Taken::All)));
    files.extend(
        config_dirs
            .iter()
            .map(|dir| (dir.join("aocd").join("token"), Taken::FirstWord)),
    );
    files.extend(
        places
            .home
            .map(|home| (home.join(".adventofcode.session"), Taken::All)),
    );
    files.extend(
        config_dirs
            .iter()
            .map(|dir| (dir.join("adventofcode.session"), Taken::All)),
    );
    files
}

fn variable(places: Places<'_>, name: &'static str) -> Result<Option<Session>, SessionError> {
    let value = places
        .variables
        .iter()
        .find(|(other, _)| other == name)
        .map(|(_, value)| value)
        // People set a variable to nothing to unset it for one command.
        .filter(|value| !value.is_empty());
    let Some(value) = value else {
        return Ok(None);
    };
    let place = Place::Variable(name);
    match value.to_str() {
        Some(text) => session(text, place, false).map(Some),
        None => Err(SessionError::Unusable {
            place,
            why: NOT_TEXT,
        }),
    }
}

const NOT_TEXT: &str = "it is not text";

fn from_file(path: PathBuf, taken: Taken) -> Result<Option<Session>, SessionError> {
    let bytes = match inputs::read_regular_file(&path, MAX_FILE) {
        Ok(bytes) => bytes,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(source) => return Err(SessionError::Unreadable { path, source }),
    };
    let is_exposed = inputs::others_can_read(&path);
    let place = Place::File(path);
    let Ok(text) = str::from_utf8(&bytes) else {
        return Err(SessionError::Unusable {
            place,
            why: NOT_TEXT,
        });
    };
    let text = match taken {
        Taken::All => text,
        Taken::FirstWord => text.split_whitespace().next().unwrap_or_default(),
    };
    session(text, place, is_exposed).map(Some)
}

fn session(text: &str, place: Place, is_exposed: bool) -> Result<Session, SessionError> {
    match Token::parse(text) {
        Ok(token) => Ok(Session {
            token,
            place,
            is_exposed,
        }),
        Err(why) => Err(SessionError::Unusable { place, why }),
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// The place, and enough of the token to recognise it: `AOC_SESSION (…1f2e)`.
impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.token.tail() {
            "" => self.place.fmt(f),
            tail => write!(f, "{} (…{tail})", self.place),
        }
    }
}
