//! The file that `aoc login` writes and `aoc logout` removes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::SessionError;
use super::places::{MAX_FILE, Places};
use super::token::Token;
use crate::files;
use crate::files::{Lock, Locks, Readers, TEMPORARY_PREFIX};
use crate::inputs::InputName;

/// An account's session file. One process at a time changes it.
#[derive(Debug)]
pub struct SessionFile {
    path: PathBuf,
    locks: Locks,
}

impl SessionFile {
    /// The file of an account; `None` is the default one. It need not exist.
    pub fn new(
        places: Places<'_>,
        account: Option<&InputName>,
        locks: Locks,
    ) -> Result<Self, SessionError> {
        let path = places.session_file(account);
        let path = path.ok_or(SessionError::NoFolder)?;
        Ok(Self { path, locks })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Fails where a write would fail, as far as that can be known.
    pub fn probe(&self) -> Result<(), SessionError> {
        if self.path.is_dir() {
            return Err(SessionError::NotStored {
                path: self.path.clone(),
                source: io::Error::from(io::ErrorKind::IsADirectory),
            });
        }
        let dir = self.path.parent().unwrap_or(Path::new("."));
        files::probe_for(dir).map_err(|(path, source)| SessionError::NotStored { path, source })
    }

    /// Stores a token that the site has accepted, readable by its owner alone.
    /// The file is whole or as it was before.
    pub fn write(&self, token: &Token) -> Result<(), SessionError> {
        let _lock = self.lock();
        self.replace(token)
    }

    /// Stores a token that was not proved: never in place of another one.
    pub fn write_unproven(&self, token: &Token) -> Result<(), SessionError> {
        let _lock = self.lock();
        let stored = text(&self.path).and_then(|text| Token::parse(&text).ok());
        if stored.is_some_and(|stored| stored != *token) {
            return Err(SessionError::Unproven {
                path: self.path.clone(),
            });
        }
        self.replace(token)
    }

    /// Removes the file, whatever is in it. Whether there was one.
    pub fn remove(&self) -> Result<bool, SessionError> {
        let _lock = self.lock();
        self.remove_leftovers();
        match fs::remove_file(&self.path) {
            Ok(()) => Ok(true),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(false)
            }
            Err(source) => Err(SessionError::NotRemoved {
                path: self.path.clone(),
                source,
            }),
        }
    }

    fn lock(&self) -> Lock {
        // All accounts have one lock, as leftovers do not say whose they are.
        self.locks
            .acquire(&self.path.with_file_name("session"), || {})
    }

    fn replace(&self, token: &Token) -> Result<(), SessionError> {
        self.remove_leftovers();
        let line = format!("{}\n", token.secret());
        files::replace(&self.path, line, Readers::OwnerAlways).map_err(|source| {
            SessionError::NotStored {
                path: self.path.clone(),
                source,
            }
        })
    }

    /// Removes the tokens that a killed `aoc login` left in temporary files.
    fn remove_leftovers(&self) {
        let entries = self.path.parent().and_then(|dir| fs::read_dir(dir).ok());
        for entry in entries.into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_string_lossy().starts_with(TEMPORARY_PREFIX)
                && text(&entry.path()).is_some_and(|text| Token::parse(&text).is_ok())
            {
                // One that stays is readable by its owner alone.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn text(path: &Path) -> Option<String> {
    let bytes = files::read_regular_file(path, MAX_FILE).ok()?;
    String::from_utf8(bytes).ok()
}
