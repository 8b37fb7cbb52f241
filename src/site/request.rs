//! What is asked of the site.

use super::session::Session;
use crate::puzzle::Puzzle;

/// A shorter text may stand on a page by chance.
const SHORTEST_SECRET: usize = 8;

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Endpoint {
    /// A page that is not of a puzzle.
    #[default]
    OtherPage,
    Leaderboard,
    PuzzlePage(Puzzle),
    Input(Puzzle),
    Answer(Puzzle),
}

impl Endpoint {
    pub fn puzzle(self) -> Option<Puzzle> {
        match self {
            Self::PuzzlePage(puzzle) | Self::Input(puzzle) | Self::Answer(puzzle) => Some(puzzle),
            Self::OtherPage | Self::Leaderboard => None,
        }
    }

    /// Whether the reply must not be a web page.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Input(_) | Self::Leaderboard)
    }
}

/// A request for a page or a file of the site.
#[derive(Default)]
pub struct SiteRequest<'a> {
    /// What the site has at the path, such as `event of 2020`; empty for a puzzle.
    pub what: String,
    pub path: String,
    /// The key of a leaderboard, which is never shown.
    pub view_key: Option<&'a str>,
    /// The body of a POST, which is never repeated; `None` for a GET.
    pub form: Option<String>,
    pub endpoint: Endpoint,
    /// `None` if no cookie is sent.
    pub session: Option<&'a Session>,
}

impl<'a> SiteRequest<'a> {
    pub fn page(puzzle: Puzzle, session: Option<&'a Session>) -> Self {
        Self {
            path: puzzle.page_path(),
            endpoint: Endpoint::PuzzlePage(puzzle),
            session,
            ..Self::default()
        }
    }

    pub fn input(puzzle: Puzzle, session: &'a Session) -> Self {
        Self {
            path: puzzle.page_path() + "/input",
            endpoint: Endpoint::Input(puzzle),
            session: Some(session),
            ..Self::default()
        }
    }

    pub fn answer(puzzle: Puzzle, form: String, session: &'a Session) -> Self {
        Self {
            path: puzzle.page_path() + "/answer",
            endpoint: Endpoint::Answer(puzzle),
            form: Some(form),
            session: Some(session),
            ..Self::default()
        }
    }

    /// Removes the request's secrets from a text of the site, which may quote them.
    pub fn redact(&self, text: &str) -> String {
        let token = self.session.map(|session| session.token.secret());
        let mut text = text.to_owned();
        for secret in [token, self.view_key].into_iter().flatten() {
            if secret.len() >= SHORTEST_SECRET {
                text = text.replace(secret, "…");
            }
        }
        text
    }
}
