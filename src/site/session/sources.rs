//! The places where a token may be, and which of them counts.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::SessionError;
use super::token::Token;
use crate::inputs::InputName;

/// More than this is no session file.
const MAX_FILE: u64 = 64 * 1024;

/// What the search looks at, handed in. It cannot be printed: the environment
/// may hold the token.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// The environment.
    pub environment: &'a BTreeMap<String, String>,
    /// `aoc` in the user's configuration folder.
    pub config_dir: Option<&'a Path>,
    /// The home folder.
    pub home: Option<&'a Path>,
}

/// A token and where it is from.
#[derive(Clone, Debug)]
pub struct Session {
    /// The token.
    pub token: Token,
    /// Where it is from.
    pub source: Source,
    /// What its owner should know.
    pub warnings: Vec<Warning>,
}

/// Where a token is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// An environment variable.
    Variable(&'static str),
    /// A file.
    File(PathBuf),
}

/// Something that is not right and no reason to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Others than the owner can read the file.
    OthersCanRead(PathBuf),
    /// The account has no session file, so the environment's is used.
    NotTheAccountsOwn {
        /// The account.
        account: InputName,
        /// What is used.
        source: Source,
    },
}

impl Session {
    /// The first of these that is there: `AOC_SESSION`,
    /// `ADVENT_OF_CODE_SESSION`, the configuration folder's `session`, then
    /// where other tools keep it: `~/.config/aocd/token`,
    /// `~/.adventofcode.session`, `~/.config/adventofcode.session`.
    ///
    /// One that is there and of no use is an error: passing over it could mean
    /// to fetch with another account than the one meant.
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

    /// An account's: the configuration folder's `session.NAME`, else
    /// `AOC_SESSION`, and never the file of the default account.
    pub fn find_account(places: Places<'_>, account: &InputName) -> Result<Self, SessionError> {
        let own = places
            .config_dir
            .map(|dir| dir.join(format!("session.{account}")));
        if let Some(file) = own.clone()
            && let Some(session) = from_file(file, Taken::All)?
        {
            return Ok(session);
        }
        let Some(mut session) = variable(places, "AOC_SESSION")? else {
            return Err(SessionError::MissingAccount {
                account: account.to_string(),
                file: own,
            });
        };
        session.warnings.push(Warning::NotTheAccountsOwn {
            account: account.clone(),
            source: session.source.clone(),
        });
        Ok(session)
    }
}

/// How much of a file is the token.
#[derive(Clone, Copy)]
enum Taken {
    All,
    FirstWord,
}

fn files(places: Places<'_>, own: Option<&Path>) -> Vec<(PathBuf, Taken)> {
    // `~/.config` is where other tools put theirs on every system; the user's
    // configuration folder may be another.
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
    places
        .environment
        .get(name)
        // Set to nothing is how a shell unsets it for one command.
        .filter(|value| !value.is_empty())
        .map(|value| session(value, Source::Variable(name), Vec::new()))
        .transpose()
}

fn from_file(path: PathBuf, taken: Taken) -> Result<Option<Session>, SessionError> {
    let text = match read(&path) {
        Ok(text) => text,
        Err(error) if absent(&error) => return Ok(None),
        Err(error) => {
            return Err(SessionError::Unreadable {
                path,
                why: error.to_string(),
            });
        }
    };
    let text = match taken {
        Taken::All => text.as_str(),
        Taken::FirstWord => text.split_whitespace().next().unwrap_or_default(),
    };
    let warnings = if others_can_read(&path) {
        vec![Warning::OthersCanRead(path.clone())]
    } else {
        Vec::new()
    };
    session(text, Source::File(path), warnings).map(Some)
}

fn session(text: &str, source: Source, warnings: Vec<Warning>) -> Result<Session, SessionError> {
    match Token::parse(text) {
        Ok(token) => Ok(Session {
            token,
            source,
            warnings,
        }),
        Err(why) => Err(SessionError::Unusable { from: source, why }),
    }
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_FILE).read_to_string(&mut text)?;
    Ok(text)
}

fn absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

#[cfg(unix)]
fn others_can_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

/// Other systems keep a user's files from the others by the folder.
#[cfg(not(unix))]
fn others_can_read(_path: &Path) -> bool {
    false
}

/// Enough to know which one it is: `AOC_SESSION (…1f2e)`.
impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.token.tail() {
            "" => self.source.fmt(f),
            tail => write!(f, "{} (…{tail})", self.source),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OthersCanRead(path) => write!(
                f,
                "others can read your session in {0}; `chmod 600 {0}` keeps it yours",
                path.display()
            ),
            Self::NotTheAccountsOwn { account, source } => write!(
                f,
                "the account '{account}' has no session file of its own, taking the one from \
                 {source}"
            ),
        }
    }
}
