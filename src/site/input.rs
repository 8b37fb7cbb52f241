//! The endpoint `/YEAR/day/DAY/input`. Inputs can look like almost anything, so
//! a reply is refused only for what no input has ever contained.

use super::client::Site;
use super::error::SiteError;
use super::html::is_html;
use super::notice::{Listener, Notice};
use super::refusal::{Phrase, not_logged_in, phrase, unexpected_page};
use super::reply::not_text;
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
        let reply = self.get(&path, Some(session), u32::MAX, listener)?;
        if reply.status != 200 {
            return Err(self.refusal(&reply, puzzle, session));
        }
        let content_type = reply.content_type.clone();
        let text = reply.into_text()?;
        if text.trim_matches(['\u{feff}', '\0']).trim().is_empty() {
            let message = "the site sent an empty input; nothing was stored: try again later";
            return Err(SiteError::unexpected(message));
        }
        if let Some(at) = text.find('\0') {
            return Err(not_text(at));
        }
        if is_html(&text, content_type.as_deref()) {
            return Err(unexpected_page(&text, "puzzle input", session));
        }
        match phrase(&text) {
            Some(Phrase::LogIn) => return Err(not_logged_in(session)),
            Some(Phrase::Locked) => return Err(self.locked(puzzle)),
            None => {}
        }
        if !text.ends_with('\n') {
            listener(&Notice::NoFinalNewline { puzzle });
        }
        Ok(text.into_bytes())
    }
}
