//! The endpoint `/YEAR/day/DAY/input`. Inputs can look like almost anything, so
//! a reply is refused only for what no input has ever contained.

use super::clock::ServerClock;
use super::connection::Site;
use super::error::SiteError;
use super::html::is_html;
use super::notice::{Listener, Notice};
use super::refusal::{Phrase, locked, not_logged_in, phrase, refusal, unexpected_page};
use super::reply::Reply;
use super::session::Session;
use crate::puzzle::Puzzle;

impl Site {
    /// The input of the session's user, byte for byte.
    pub fn input(
        &self,
        puzzle: Puzzle,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Vec<u8>, SiteError> {
        let path = puzzle.page_path() + "/input";
        let reply = self.transport.get(&path, Some(session), listener)?;
        let input = validate(reply, puzzle, session, self.transport.clock())?;
        if !input.ends_with(b"\n") {
            listener(&Notice::NoFinalNewline { puzzle });
        }
        Ok(input)
    }
}

/// The reply's bytes, if they are an input.
fn validate(
    reply: Reply,
    puzzle: Puzzle,
    session: &Session,
    clock: &ServerClock,
) -> Result<Vec<u8>, SiteError> {
    if reply.status != 200 {
        return Err(refusal(&reply, puzzle, session, clock));
    }
    let text = match str::from_utf8(&reply.body) {
        Ok(text) => text,
        Err(error) => {
            return Err(SiteError::NotText {
                at: error.valid_up_to(),
            });
        }
    };
    if text.trim_matches(['\u{feff}', '\0']).trim().is_empty() {
        return Err(SiteError::Empty);
    }
    if let Some(at) = text.find('\0') {
        return Err(SiteError::NotText { at });
    }
    if is_html(text, reply.content_type.as_deref()) {
        return Err(unexpected_page(text, "puzzle input", session));
    }
    match phrase(text) {
        Some(Phrase::LogIn) => Err(not_logged_in(session)),
        Some(Phrase::Locked) => Err(locked(puzzle, clock)),
        None => Ok(reply.body),
    }
}
