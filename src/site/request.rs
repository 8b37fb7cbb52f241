//! What is asked of the site.

use super::session::Session;
use crate::puzzle::Puzzle;

/// A shorter text may stand on a page by chance.
const SHORTEST_SECRET: usize = 8;

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
    pub puzzle: Option<Puzzle>,
    /// True if the reply must not be a web page.
    pub is_text: bool,
    /// `None` if no cookie is sent.
    pub session: Option<&'a Session>,
}

impl<'a> SiteRequest<'a> {
    /// A request for the page of a puzzle, or for what is below it.
    pub fn of_puzzle(puzzle: Puzzle, below: &str, session: Option<&'a Session>) -> Self {
        Self {
            path: puzzle.page_path() + below,
            puzzle: Some(puzzle),
            session,
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
