//! The endpoints `/YEAR/day/DAY`, the puzzle's page, and `/YEAR/day/DAY/input`. An input
//! can look like almost anything, so a reply is refused only for content that no input
//! has ever had.

use super::client::Site;
use super::error::{Severity, SiteError, SiteResult};
use super::html::{is_site_title, missing_end};
use super::markup::parse;
use super::page::PuzzlePage;
use super::request::{Endpoint, SiteRequest};
use super::session::Session;
use crate::puzzle::Puzzle;

impl Site {
    /// Downloads the input of the session's user, unchanged.
    pub fn input(&self, puzzle: Puzzle, session: &Session) -> SiteResult<Vec<u8>> {
        let request = SiteRequest::new(Endpoint::Input(puzzle), Some(session));
        let text = self.get(request)?;
        if !text.ends_with('\n') {
            let warning = format!(
                "{puzzle}: the input does not end with a newline, so it may be incomplete; `aoc \
                 fetch {puzzle} --force` downloads it again"
            );
            (self.log)(Severity::Warning, &warning);
        }
        Ok(text.into_bytes())
    }

    /// Downloads the puzzle's page, as HTML and parsed. Without a session it is the page
    /// that everyone sees, with the first part only.
    pub fn page(
        &self,
        puzzle: Puzzle,
        session: Option<&Session>,
    ) -> SiteResult<(String, PuzzlePage)> {
        let request = SiteRequest::new(Endpoint::Page(puzzle), session);
        let html = self.get(request)?;
        let page = PuzzlePage::parse(&html);
        if !is_site_title(&page.title) {
            return Err(request.other_page(&parse(&html)));
        }
        let first = page.parts.first();
        let heading = format!("--- Day {}: ", puzzle.day);
        let is_other = first.is_some_and(|part| !part.heading.starts_with(&heading));
        if is_other || !page.is_titled(puzzle) {
            let message = format!("expected the page of {puzzle}, got '{}'", page.title);
            return Err(SiteError::not_stored(message));
        }
        if let Some(missing) = missing_end(&html) {
            return Err(SiteError::incomplete(missing));
        }
        if first.is_none() {
            return Err(SiteError::incomplete("the puzzle's text"));
        }
        match session {
            Some(session) if page.logged_out => Err(self.refused(session)),
            _ => Ok((html, page)),
        }
    }
}
