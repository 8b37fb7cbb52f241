//! The endpoints of a puzzle: `/YEAR/day/DAY`, its page, and the input below it. An
//! input can look like almost anything, so a reply is refused only for content that no
//! input has ever had.

use super::client::Site;
use super::error::{SiteError, Told};
use super::html::{is_of_the_site, missing_end};
use super::markup::parse;
use super::page::PuzzlePage;
use super::reply::Asked;
use super::session::Session;
use crate::puzzle::Puzzle;

impl Site {
    /// The input of the session's user, unchanged.
    pub fn input(&self, puzzle: Puzzle, session: &Session) -> Result<Vec<u8>, SiteError> {
        let asked = Asked {
            is_text: true,
            ..Asked::of_puzzle("puzzle input", (puzzle, "/input"), Some(session))
        };
        let text = self.get(&asked)?;
        if !text.ends_with('\n') {
            let warning = format!(
                "{puzzle}: the input does not end with a newline, so it may be incomplete; `aoc \
                 fetch {puzzle} --force` downloads it again"
            );
            (self.tell)(Told::Warning, &warning);
        }
        Ok(text.into_bytes())
    }

    /// The complete page of the puzzle, for the session's user, and its content.
    /// Without a session, the page that everyone sees, with its first part.
    pub fn page(
        &self,
        puzzle: Puzzle,
        session: Option<&Session>,
    ) -> Result<(String, PuzzlePage), SiteError> {
        let asked = Asked::of_puzzle("puzzle page", (puzzle, ""), session);
        let html = self.get(&asked)?;
        let page = PuzzlePage::parse(&html);
        if !is_of_the_site(&page.title) {
            return Err(asked.other_page(&parse(&html)));
        }
        let of_day = format!("--- Day {}: ", puzzle.day);
        let first = page.parts.first();
        if !page.is_titled(puzzle) || first.is_some_and(|part| !part.heading.starts_with(&of_day)) {
            return Err(SiteError::unexpected(format!(
                "expected the page of {puzzle}, got '{}'; nothing was stored: try again later",
                page.title
            )));
        }
        match (missing_end(&html), first, session) {
            (Some(what), ..) => Err(SiteError::incomplete(what)),
            (_, None, _) => Err(SiteError::incomplete("the puzzle's text")),
            (.., Some(session)) if page.logged_out => Err(session.refused()),
            _ => Ok((html, page)),
        }
    }
}
