//! The endpoint `/YEAR/day/DAY`: the puzzle's page.

use super::clock::ServerClock;
use super::connection::Site;
use super::error::SiteError;
use super::html::{is_logged_out, main, parts, title};
use super::notice::Listener;
use super::refusal::{not_logged_in, refusal, unexpected_page};
use super::reply::Reply;
use super::session::Session;
use crate::puzzle::Puzzle;

/// The complete page of the puzzle that was asked for, as a user who is logged
/// in sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub html: String,
}

impl Page {
    /// How many parts of the puzzle it shows.
    pub fn parts(&self) -> usize {
        parts(&self.html)
    }
}

impl Site {
    /// The puzzle's page as the session's user sees it.
    pub fn page(
        &self,
        puzzle: Puzzle,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Page, SiteError> {
        let path = format!("/{}/day/{}", puzzle.year, puzzle.day);
        let reply = self.transport.get(&path, Some(session), listener)?;
        validate(reply, puzzle, session, self.transport.clock())
    }
}

/// The reply as a page, if it is the one that was asked for.
fn validate(
    reply: Reply,
    puzzle: Puzzle,
    session: &Session,
    clock: &ServerClock,
) -> Result<Page, SiteError> {
    if reply.status != 200 {
        return Err(refusal(&reply, puzzle, session, clock));
    }
    let html = String::from_utf8(reply.body).map_err(|error| SiteError::NotText {
        at: error.utf8_error().valid_up_to(),
    })?;
    if html.trim().is_empty() {
        return Err(SiteError::Incomplete { what: "everything" });
    }
    let title = title(&html).unwrap_or_default();
    if !title.contains("Advent of Code") {
        return Err(unexpected_page(&html, "a puzzle page", session));
    }
    if title != format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year) {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if !html.contains("</html>") {
        return Err(SiteError::Incomplete { what: "its end" });
    }
    let Some(main) = main(&html) else {
        return Err(SiteError::Incomplete {
            what: "its main part",
        });
    };
    if !main.contains("<article") || !main.contains("</article>") {
        return Err(SiteError::Incomplete {
            what: "the puzzle's text",
        });
    }
    let heading = format!("--- Day {}: ", puzzle.day);
    if !main.contains(&heading) {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if is_logged_out(&html) {
        return Err(not_logged_in(session));
    }
    Ok(Page { html })
}
