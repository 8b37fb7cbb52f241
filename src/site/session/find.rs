//! The session that counts.

use std::fmt;

use super::error::SessionError;
use super::place::Place;
use super::places::{Candidate, Places};
use super::token::Token;
use crate::files;
use crate::inputs::InputName;
use crate::terminal::shell_word;

/// A token and the place where it was found.
#[derive(Clone, Debug)]
pub struct Session {
    pub token: Token,
    pub place: Place,
    /// `None` for the default account.
    pub account: Option<InputName>,
    /// Whether other users can read the file.
    pub is_exposed: bool,
}

impl Session {
    /// A token that `aoc login` was given as `text`.
    pub fn given(text: &str, place: Place) -> Result<Self, SessionError> {
        match Token::parse(text) {
            Ok(token) => Ok(Self {
                token,
                place,
                account: None,
                is_exposed: false,
            }),
            Err(why) => Err(SessionError::Unusable {
                remedy: place.remedy(None),
                place,
                why,
            }),
        }
    }

    /// The first that exists of [`Places::candidates`].
    ///
    /// One that exists and is unusable is an error: if it were passed over, the
    /// next one could belong to another account.
    pub fn find(places: Places<'_>) -> Result<Self, SessionError> {
        for candidate in places.candidates() {
            if let Some(token) = candidate.read(places)? {
                return Ok(Self::found(token, candidate));
            }
        }
        Err(SessionError::Missing)
    }

    /// The session of a named account.
    pub fn find_account(places: Places<'_>, account: &InputName) -> Result<Self, SessionError> {
        if let Some(candidate) = places.candidate_of_account(account)
            && let Some(token) = candidate.read(places)?
        {
            return Ok(Self::found(token, candidate));
        }
        Err(SessionError::MissingAccount {
            account: account.to_string(),
        })
    }

    fn found(token: Token, candidate: Candidate) -> Self {
        let Candidate { place, account, .. } = candidate;
        let is_exposed = matches!(&place, Place::File(path) if files::others_can_read(path));
        Self {
            token,
            place,
            account,
            is_exposed,
        }
    }

    /// What the user should do about the place of the session.
    pub fn warning(&self) -> Option<String> {
        self.is_exposed.then(|| {
            let place = self.place.to_string();
            let word = shell_word(&place);
            format!("other users can read the session in {place}; run `chmod 600 {word}`")
        })
    }

    /// What the user should do if the site does not accept it.
    pub fn remedy(&self) -> String {
        self.place.remedy(self.account.as_ref())
    }
}

/// The place, and enough of the token to recognise it: `AOC_SESSION (…1f2e)`.
impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.token.shown() {
            "" => self.place.fmt(f),
            shown => write!(f, "{} ({shown})", self.place),
        }
    }
}
