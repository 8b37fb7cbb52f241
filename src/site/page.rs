//! The endpoint `/YEAR/day/DAY`: the puzzle's page.

use super::clock::ServerClock;
use super::connection::Site;
use super::document::PuzzlePage;
use super::error::SiteError;
use super::html::{is_of_the_site, missing_end};
use super::notice::Listener;
use super::refusal::{not_logged_in, refusal, unexpected_page};
use super::reply::{Reply, page_text};
use super::session::Session;
use crate::puzzle::Puzzle;

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
    let html = page_text(reply)?;
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
    let what = "the puzzle's text";
    let first = page.parts.first().ok_or(SiteError::Incomplete { what })?;
    let day = format!("--- Day {}: ", puzzle.day);
    if !first.heading.starts_with(&day) {
        return Err(SiteError::WrongPage { puzzle, title });
    }
    if page.logged_out {
        return Err(not_logged_in(session));
    }
    Ok(Page { html, page })
}
