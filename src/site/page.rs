//! The endpoint `/YEAR/day/DAY`: the puzzle's page.

use super::client::Site;
use super::document::PuzzlePage;
use super::error::SiteError;
use super::html::{is_of_the_site, missing_end};
use super::notice::Listener;
use super::refusal::{not_logged_in, unexpected_page};
use super::session::Session;
use crate::puzzle::Puzzle;

/// The complete page of the puzzle that was asked for, as a user who is logged
/// in sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// As the site sent it.
    pub html: String,
    /// Its content.
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
        let path = puzzle.page_path();
        let reply = self.get(&path, Some(session), u32::MAX, listener)?;
        if reply.status != 200 {
            return Err(self.refusal(&reply, puzzle, session));
        }
        let html = reply.into_text()?;
        if html.trim().is_empty() {
            return Err(SiteError::incomplete("everything"));
        }
        let page = PuzzlePage::parse(&html);
        let title = page.title.as_deref();
        if !is_of_the_site(title) {
            return Err(unexpected_page(&html, "a puzzle page", session));
        }
        let heading = page.parts.first().map(|part| part.heading.as_str());
        let of_day = |heading: &str| heading.starts_with(&format!("--- Day {}: ", puzzle.day));
        if !page.is_titled(puzzle) {
            Err(wrong_page(puzzle, title))
        } else if let Some(what) = missing_end(&html) {
            Err(SiteError::incomplete(what))
        } else if heading.is_none() {
            Err(SiteError::incomplete("the puzzle's text"))
        } else if !heading.is_some_and(of_day) {
            Err(wrong_page(puzzle, title))
        } else if page.logged_out {
            Err(not_logged_in(session))
        } else {
            Ok(Page { html, page })
        }
    }
}

fn wrong_page(puzzle: Puzzle, title: Option<&str>) -> SiteError {
    let title = title.unwrap_or_default();
    SiteError::unexpected(format!(
        "expected the page of {puzzle}, got '{title}'; nothing was stored: try again later"
    ))
}
