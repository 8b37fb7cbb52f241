//! The endpoint `/YEAR/day/DAY`: the puzzle's page.

use super::super::clock::ServerClock;
use super::super::connection::Site;
use super::super::error::SiteError;
use super::super::html::{is_of_the_site, missing_end};
use super::super::notice::Listener;
use super::super::refusal::{not_logged_in, refusal, unexpected_page};
use super::super::reply::Reply;
use super::super::session::Session;
use super::document::PuzzlePage;
use crate::puzzle::Puzzle;
use crate::terminal::sanitize;

/// The complete page of the puzzle that was asked for, as a user who is logged
/// in sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// As the site sent it.
    pub html: String,
    /// What it says.
    pub page: PuzzlePage,
}

impl Site {
    /// The puzzle's page as the session's user sees it.
    pub fn page(
        &self,
        puzzle: Puzzle,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Page, SiteError> {
        let reply = self
            .transport
            .get(&puzzle.page_path(), Some(session), listener)?;
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
    let page = PuzzlePage::parse(&html);
    if !is_of_the_site(page.title.as_deref()) {
        return Err(unexpected_page(&html, "a puzzle page", session));
    }
    let title = page.title.clone().unwrap_or_default();
    if !page.is_titled(puzzle) {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if let Some(what) = missing_end(&html) {
        return Err(SiteError::Incomplete { what });
    }
    let Some(first) = page.parts.first() else {
        return Err(SiteError::Incomplete {
            what: "the puzzle's text",
        });
    };
    if !first
        .heading
        .starts_with(&format!("--- Day {}: ", puzzle.day))
    {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if page.logged_out {
        return Err(not_logged_in(session));
    }
    Ok(Page { html, page })
}

impl PuzzlePage {
    /// Whether the title is that of the puzzle's page.
    pub fn is_titled(&self, puzzle: Puzzle) -> bool {
        let title = format!("Day {} - Advent of Code {}", puzzle.day, puzzle.year);
        self.title.as_ref() == Some(&title)
    }

    /// The name of the puzzle, from a heading such as
    /// `--- Day 22: Crab Combat ---`, if this is its page. It is made safe to
    /// show.
    pub fn name(&self, puzzle: Puzzle) -> Option<String> {
        let heading = &self
            .parts
            .first()
            .filter(|_| self.is_titled(puzzle))?
            .heading;
        let heading = heading.trim_matches(['-', ' ']);
        let name = heading.strip_prefix(&format!("Day {}: ", puzzle.day))?;
        let name = sanitize(name.trim()).into_owned();
        (!name.is_empty()).then_some(name)
    }
}
