//! What is asked of the site.

use aoc_solution::protocol::text_digest;

use super::session::Session;
use crate::config::ViewKey;
use crate::puzzle::Puzzle;

/// A shorter text may stand on a page by chance.
const SHORTEST_SECRET: usize = 8;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A page with data of the user, by its name in messages, such as `event of 2020`.
    OwnPage {
        name: String,
    },
    /// A leaderboard, by its name in messages.
    Leaderboard {
        name: String,
    },
    PuzzlePage(Puzzle),
    Input(Puzzle),
    Answer(Puzzle),
}

impl Endpoint {
    pub fn puzzle(&self) -> Option<Puzzle> {
        match self {
            Self::PuzzlePage(puzzle) | Self::Input(puzzle) | Self::Answer(puzzle) => Some(*puzzle),
            Self::OwnPage { .. } | Self::Leaderboard { .. } => None,
        }
    }

    /// Whether the reply must not be a web page.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Input(_) | Self::Leaderboard { .. })
    }
}

/// By what the site decides on a request. None of it is ever shown.
#[derive(Clone, Copy)]
pub enum Credentials<'a> {
    Session(&'a Session),
    /// The read-only key of a leaderboard.
    ViewKey(&'a ViewKey),
}

impl Credentials<'_> {
    /// A number by which they are recognised, and from which they cannot be found out.
    pub fn digest(self) -> u64 {
        match self {
            Self::Session(session) => session.token.digest(),
            Self::ViewKey(ViewKey(key)) => text_digest(key),
        }
    }
}

/// A request for a page or a file of the site.
pub struct SiteRequest<'a> {
    pub endpoint: Endpoint,
    pub path: String,
    /// `None` for a page that everyone sees.
    pub credentials: Option<Credentials<'a>>,
    /// The body of a POST, which is never repeated; `None` for a GET.
    pub body: Option<String>,
    pub retries: Retries,
}

/// How often a GET is sent whose failure is the server's.
#[derive(Clone, Copy, PartialEq)]
pub enum Retries {
    /// A few times within seconds, as the kind of the failure says.
    Few,
    /// Once, because the caller waits for the server.
    ByCaller,
}

impl<'a> SiteRequest<'a> {
    pub fn page(puzzle: Puzzle, session: Option<&'a Session>, retries: Retries) -> Self {
        Self {
            endpoint: Endpoint::PuzzlePage(puzzle),
            path: puzzle.page_path(),
            credentials: session.map(Credentials::Session),
            body: None,
            retries,
        }
    }

    pub fn input(puzzle: Puzzle, session: &'a Session, retries: Retries) -> Self {
        Self {
            endpoint: Endpoint::Input(puzzle),
            path: puzzle.page_path() + "/input",
            credentials: Some(Credentials::Session(session)),
            body: None,
            retries,
        }
    }

    pub fn answer(puzzle: Puzzle, body: String, session: &'a Session) -> Self {
        Self {
            endpoint: Endpoint::Answer(puzzle),
            path: puzzle.page_path() + "/answer",
            credentials: Some(Credentials::Session(session)),
            body: Some(body),
            retries: Retries::ByCaller,
        }
    }

    /// The session whose cookie is sent.
    pub fn session(&self) -> Option<&'a Session> {
        match self.credentials {
            Some(Credentials::Session(session)) => Some(session),
            _ => None,
        }
    }

    pub fn view_key(&self) -> Option<&'a str> {
        match self.credentials {
            Some(Credentials::ViewKey(key)) => Some(&key.0),
            _ => None,
        }
    }

    /// Removes the request's secrets from a text of the site, which may quote them.
    pub fn redact(&self, text: &str) -> String {
        let secret = match self.credentials {
            Some(Credentials::Session(session)) => session.token.secret(),
            Some(Credentials::ViewKey(key)) => &key.0,
            None => return text.to_owned(),
        };
        if secret.len() < SHORTEST_SECRET {
            return text.to_owned();
        }
        text.replace(secret, "…")
    }
}
