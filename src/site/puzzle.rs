//! The endpoint `/YEAR/day/DAY` with the page of a puzzle, and the endpoint `/YEAR/day/DAY/input`.
//! An input can look like almost anything, so only content that no input has ever had is refused.

use super::client::SiteClient;
use super::error::SiteResult;
use super::request::SiteRequest;
use super::retry::Retries;
use super::session::Session;
use super::validate::{WebPage, validate_puzzle_page};
use crate::pages::PuzzlePage;
use crate::puzzle::Puzzle;
use crate::terminal::MessageKind;

/// The page of a puzzle as the site has just sent it, as HTML and parsed.
pub struct DownloadedPage {
    pub text: String,
    pub page: PuzzlePage,
}

impl SiteClient {
    /// Downloads the input of the session's user without any change.
    pub fn input(&self, puzzle: Puzzle, session: &Session, retries: Retries) -> SiteResult<String> {
        let request = SiteRequest::input(puzzle, session);
        let text = self.get(&request, retries, Ok)?;
        if !text.ends_with('\n') {
            let warning = format!(
                "{puzzle}: the input does not end with a newline, so it may be incomplete; `aoc \
                 fetch {puzzle} --force` downloads it again"
            );
            (self.log)(MessageKind::Warning, &warning);
        }
        Ok(text)
    }

    /// Downloads the puzzle's page. Without a session this is the public page, which has only part
    /// 1.
    pub fn page(
        &self,
        puzzle: Puzzle,
        session: Option<&Session>,
        retries: Retries,
    ) -> SiteResult<DownloadedPage> {
        let request = SiteRequest::page(puzzle, session);
        self.get(&request, retries, |text| {
            let WebPage { text, html } = WebPage::parse(text, &request)?;
            let page = PuzzlePage::new(&html);
            validate_puzzle_page(&page, puzzle, &request)?;
            Ok(DownloadedPage { text, page })
        })
    }
}
