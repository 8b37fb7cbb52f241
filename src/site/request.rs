//! Requests: what the site can be asked for, and the errors that depend on it.

use super::error::SiteError;
use super::html::{is_logged_out, is_site_title, title};
use super::markup::Html;
use super::session::Session;
use crate::puzzle::{Puzzle, Year};

/// The advice if something between this computer and the site has answered.
pub const LOGIN_PAGE: &str = "is a login page of the network in the way?";

/// A page or a file of the site.
#[derive(Clone, Copy, Debug)]
pub enum Endpoint<'a> {
    Page(Puzzle),
    Input(Puzzle),
    Answer(Puzzle),
    Calendar(Year),
    Events,
    OwnTimes(Year),
    Settings,
    Leaderboard {
        year: Year,
        id: u64,
        view_key: Option<&'a str>,
    },
}

impl Endpoint<'_> {
    /// The path without a query, which may contain a key.
    pub fn path(self) -> String {
        match self {
            Self::Page(puzzle) => puzzle.page_path(),
            Self::Input(puzzle) => puzzle.page_path() + "/input",
            Self::Answer(puzzle) => puzzle.page_path() + "/answer",
            Self::Calendar(year) => format!("/{year}"),
            Self::Events => "/events".to_owned(),
            Self::OwnTimes(year) => format!("/{year}/leaderboard/self"),
            Self::Settings => "/settings".to_owned(),
            Self::Leaderboard { year, id, .. } => {
                format!("/{year}/leaderboard/private/view/{id}.json")
            }
        }
    }

    pub fn path_and_query(self) -> String {
        match self {
            Self::Leaderboard {
                view_key: Some(key),
                ..
            } => format!("{}?view_key={key}", self.path()),
            _ => self.path(),
        }
    }

    /// The name of the expected reply in messages.
    pub fn name(self) -> String {
        match self {
            Self::Page(_) => "puzzle page".to_owned(),
            Self::Input(_) => "puzzle input".to_owned(),
            Self::Answer(_) => "verdict".to_owned(),
            Self::Calendar(year) => format!("event of {year}"),
            Self::Events => "list of events".to_owned(),
            Self::OwnTimes(year) => format!("table of your times in {year}"),
            Self::Settings => "settings page".to_owned(),
            Self::Leaderboard { .. } => "leaderboard".to_owned(),
        }
    }

    pub const fn puzzle(self) -> Option<Puzzle> {
        match self {
            Self::Page(puzzle) | Self::Input(puzzle) | Self::Answer(puzzle) => Some(puzzle),
            _ => None,
        }
    }

    /// True if the reply must not be a web page.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Input(_) | Self::Leaderboard { .. })
    }
}

#[derive(Clone, Copy, Debug)]
pub struct SiteRequest<'a> {
    pub endpoint: Endpoint<'a>,
    /// `None` if no cookie is sent.
    pub session: Option<&'a Session>,
}

impl<'a> SiteRequest<'a> {
    pub const fn new(endpoint: Endpoint<'a>, session: Option<&'a Session>) -> Self {
        Self { endpoint, session }
    }

    /// The error if the site does not show it to the session's user.
    pub fn refused(self) -> SiteError {
        let Endpoint::Leaderboard { year, id, .. } = self.endpoint else {
            return match self.session {
                Some(session) => session.refused(),
                None => SiteError::session("the site asks for a session"),
            };
        };
        let message = format!("the site does not show leaderboard {id} of {year}");
        match self.session {
            // The site does not say why.
            Some(session) => SiteError::session(format!(
                "{message}: either its ID is wrong, or the session from {session} has expired, \
                 or its user is not a member"
            )),
            None => SiteError::session(format!("{message}: the view key does not belong to it"))
                .with_hint("its owner can see the key"),
        }
    }

    /// The error if the site has no such page.
    pub fn not_found(self) -> SiteError {
        let mut what = match self.endpoint.puzzle() {
            Some(_) => "such puzzle".to_owned(),
            None => self.endpoint.name(),
        };
        let mut hint = "see https://adventofcode.com/events".to_owned();
        if let Endpoint::Leaderboard { year, id, .. } = self.endpoint {
            what = format!("leaderboard {id} of {year}");
            let address = format!("https://adventofcode.com/{year}/leaderboard/private");
            hint = format!("the IDs of yours are at {address}");
        }
        SiteError::locked(format!("the site has no {what} (404)")).with_hint(hint)
    }

    /// The error for an unexpected web page.
    pub fn other_page(self, page: &Html) -> SiteError {
        let title = title(page);
        if let Some(session) = self.session
            && is_site_title(&title)
            && is_logged_out(page)
        {
            return session.refused();
        }
        let mut message = format!("expected {}, got a web page", self.endpoint.name());
        if !title.is_empty() {
            message += &format!(" titled '{title}'");
        }
        SiteError::unexpected(message).with_hint(LOGIN_PAGE)
    }
}
