//! Every place where a token may be, with what is there: for `aoc doctor`, and
//! for commands that must know what else there is.

use std::fs;
use std::time::SystemTime;

use super::error::SessionError;
use super::place::Place;
use super::places::{Candidate, Places};
use super::token::Token;
use crate::files;
use crate::inputs::InputName;

/// A place, and what is there.
#[derive(Debug)]
pub struct Surveyed {
    pub place: Place,
    /// `None` for the default account.
    pub account: Option<InputName>,
    /// `None` if there is nothing; an error if it is not a token.
    pub token: Result<Option<Token>, SessionError>,
    /// When the file was written.
    pub modified: Option<SystemTime>,
    /// Who may do what with the file; see [`files::mode`].
    pub mode: Option<u32>,
}

impl Surveyed {
    /// Whether there is something, be it a token or not.
    pub const fn exists(&self) -> bool {
        !matches!(self.token, Ok(None))
    }
}

/// The places of the default account, the strongest first: the first that
/// exists is the one that is used. Then those of the named accounts.
pub fn survey(places: Places<'_>) -> Vec<Surveyed> {
    let default = places
        .candidates()
        .into_iter()
        .map(|candidate| look(places, candidate));
    let accounts = places
        .accounts()
        .into_iter()
        .filter_map(|account| Some(look(places, places.candidate_of_account(&account)?)));
    default.chain(accounts).collect()
}

fn look(places: Places<'_>, candidate: Candidate) -> Surveyed {
    let metadata = match &candidate.place {
        Place::File(path) => fs::metadata(path).ok(),
        _ => None,
    };
    Surveyed {
        token: candidate.read(places),
        place: candidate.place,
        account: candidate.account,
        modified: metadata
            .as_ref()
            .and_then(|metadata| metadata.modified().ok()),
        mode: metadata.as_ref().and_then(files::mode),
    }
}
