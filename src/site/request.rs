//! Requests: what is asked for, and the errors that depend on it.

use super::error::SiteError;
use super::html::{is_logged_out, is_site_title, title};
use super::markup::Html;
use super::session::Session;
use crate::puzzle::Puzzle;

/// The advice if something between this computer and the site has answered.
pub const LOGIN_PAGE: &str = "is a login page of the network in the way?";

/// A request for a page or a file of the site.
pub struct SiteRequest<'a> {
    pub path: String,
    /// Never shown, because it may contain a key.
    pub query: String,
    /// The body of a POST, which is never repeated; `None` for a GET.
    pub form: Option<String>,
    /// The name of the expected reply in messages.
    pub what: String,
    pub puzzle: Option<Puzzle>,
    /// True if the reply must not be a web page.
    pub is_text: bool,
    /// `None` if no cookie is sent.
    pub session: Option<&'a Session>,
}

impl<'a> SiteRequest<'a> {
    /// A request for a page.
    pub fn new(path: String, what: &str, session: Option<&'a Session>) -> Self {
        Self {
            path,
            query: String::new(),
            form: None,
            what: what.to_owned(),
            puzzle: None,
            is_text: false,
            session,
        }
    }

    /// A request for the page of a puzzle, or for what is below it.
    pub fn of_puzzle(
        puzzle: Puzzle,
        below: &str,
        what: &str,
        session: Option<&'a Session>,
    ) -> Self {
        Self {
            puzzle: Some(puzzle),
            ..Self::new(puzzle.page_path() + below, what, session)
        }
    }

    /// The error if the site does not show it to the session's user.
    pub fn refused(&self) -> SiteError {
        match self.session {
            Some(session) => session.refused(),
            None => SiteError::session("the site asks for a session"),
        }
    }

    /// The error if the site has no such page.
    pub fn not_found(&self) -> SiteError {
        let what = match self.puzzle {
            Some(_) => "such puzzle",
            None => &self.what,
        };
        SiteError::locked(format!("the site has no {what} (404)"))
            .with_hint("see https://adventofcode.com/events")
    }

    /// The error for an unexpected web page.
    pub fn other_page(&self, page: &Html) -> SiteError {
        let title = title(page);
        if let Some(session) = self.session
            && is_site_title(&title)
            && is_logged_out(page)
        {
            return session.refused();
        }
        let mut message = format!("expected {}, got a web page", self.what);
        if !title.is_empty() {
            message += &format!(" titled '{title}'");
        }
        SiteError::unexpected(message).with_hint(LOGIN_PAGE)
    }
}
