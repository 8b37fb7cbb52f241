//! Describes the requests to the site: their endpoints, their credentials, and the kinds of their
//! replies. `client.rs` sends them.

use super::error::{SiteError, SiteErrorKind};
use super::session::Session;
use crate::config::ViewKey;
use crate::files::text_digest;
use crate::puzzle::Puzzle;

/// The shortest secret that is redacted wherever it occurs in a text of the site. A shorter one,
/// such as `star`, may be part of a word by chance, so it is redacted only as a whole word. No
/// known view key is shorter.
///
/// `Token::is_in` requires a longer token, because there a match by chance would remove one of the
/// user's variables.
const SHORTEST_SECRET: usize = 8;

/// The page with the account of the session's user.
pub const SETTINGS_PAGE: &str = "/settings";

/// The page or file of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A page with data of the user. Messages use the name, such as `event of 2020`.
    OwnPage {
        name: String,
    },
    /// A leaderboard. Messages use the name.
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

    pub fn reply_kind(&self) -> ReplyKind {
        match self {
            Self::OwnPage { .. } | Self::PuzzlePage(_) | Self::Answer(_) => ReplyKind::WebPage,
            Self::Leaderboard { .. } => ReplyKind::Json,
            Self::Input(_) => ReplyKind::PlainText,
        }
    }
}

/// The kind of text that an endpoint sends.
#[derive(Clone, Copy, PartialEq)]
pub enum ReplyKind {
    WebPage,
    Json,
    /// Plain text. A reply with a content type that excludes text is refused.
    PlainText,
}

/// The secret that authorizes a request. It is never shown.
#[derive(Clone, Copy)]
pub enum Credentials<'a> {
    Session(&'a Session),
    /// The read-only key of a leaderboard.
    ViewKey(&'a ViewKey),
}

impl<'a> Credentials<'a> {
    /// The text of the token or key. It is never shown.
    fn secret(self) -> &'a str {
        match self {
            Self::Session(session) => session.token.secret(),
            Self::ViewKey(key) => key.secret(),
        }
    }

    /// A number that identifies credentials in the user's own cache. A short view key could be
    /// guessed from it.
    pub fn digest(self) -> u64 {
        text_digest(self.secret())
    }
}

/// A request for a page or a file of the site.
pub struct SiteRequest<'a> {
    pub endpoint: Endpoint,
    pub path: String,
    /// The credentials. `None` for a public page.
    pub credentials: Option<Credentials<'a>>,
    /// The body of a POST. `None` for a GET.
    pub body: Option<String>,
    /// Called just before the request is sent, and not while the request still waits for its turn.
    pub on_send: Option<&'a dyn Fn()>,
}

impl<'a> SiteRequest<'a> {
    fn get(endpoint: Endpoint, path: String, credentials: Option<Credentials<'a>>) -> Self {
        Self {
            endpoint,
            path,
            credentials,
            body: None,
            on_send: None,
        }
    }

    /// The request for a page with data of the session's user. Messages use `name`.
    pub fn own_page(name: &str, path: &str, session: &'a Session) -> Self {
        let name = name.to_owned();
        let session = Some(Credentials::Session(session));
        Self::get(Endpoint::OwnPage { name }, path.to_owned(), session)
    }

    /// The request for a leaderboard. Messages use `name`.
    pub fn leaderboard(name: &str, path: String, credentials: Credentials<'a>) -> Self {
        let name = name.to_owned();
        Self::get(Endpoint::Leaderboard { name }, path, Some(credentials))
    }

    pub fn page(puzzle: Puzzle, session: Option<&'a Session>) -> Self {
        let session = session.map(Credentials::Session);
        Self::get(Endpoint::PuzzlePage(puzzle), puzzle.page_path(), session)
    }

    pub fn input(puzzle: Puzzle, session: &'a Session) -> Self {
        let path = puzzle.page_path() + "/input";
        let session = Some(Credentials::Session(session));
        Self::get(Endpoint::Input(puzzle), path, session)
    }

    pub fn answer(puzzle: Puzzle, body: String, session: &'a Session) -> Self {
        Self {
            endpoint: Endpoint::Answer(puzzle),
            path: puzzle.page_path() + "/answer",
            credentials: Some(Credentials::Session(session)),
            body: Some(body),
            on_send: None,
        }
    }

    #[must_use]
    pub fn with_on_send(self, on_send: &'a dyn Fn()) -> Self {
        Self {
            on_send: Some(on_send),
            ..self
        }
    }

    /// This request without credentials.
    pub fn anonymous(&self) -> Self {
        Self::get(self.endpoint.clone(), self.path.clone(), None)
    }

    /// The session of the request. Its cookie is sent.
    pub fn session(&self) -> Option<&'a Session> {
        match self.credentials {
            Some(Credentials::Session(session)) => Some(session),
            _ => None,
        }
    }

    pub fn view_key(&self) -> Option<&'a str> {
        match self.credentials {
            Some(Credentials::ViewKey(key)) => Some(key.secret()),
            _ => None,
        }
    }

    /// The error for a reply that refuses the credentials. A leaderboard is also refused to users
    /// who are not members. The site does not say why, so the hint names the possible reasons.
    pub fn refusal_error(&self) -> SiteError {
        let (Endpoint::Leaderboard { name }, Some(credentials)) =
            (&self.endpoint, self.credentials)
        else {
            return self.ended_session_error();
        };
        let hint = match credentials {
            Credentials::Session(session) => format!(
                "either its ID is wrong, or the session from {session} has expired, or its user \
                 is not a member"
            ),
            Credentials::ViewKey(_) => {
                "the view key does not belong to it; its owner can see the key".to_owned()
            }
        };
        let message = format!("the site does not show {name}");
        SiteError::new(SiteErrorKind::NoAccess, message).with_hint(hint)
    }

    /// The error for a session that the site does not accept.
    pub fn ended_session_error(&self) -> SiteError {
        let Some(session) = self.session() else {
            return SiteError::session_refused("the site asks for a session")
                .with_hint("run `aoc login`");
        };
        let message = format!(
            "the site does not accept the session from {session}: it has expired or is wrong"
        );
        SiteError::session_refused(message).with_hint(session.place.remedy())
    }

    /// Removes the secrets of the request from a text of the site. The site may quote them.
    pub fn redact(&self, text: &str) -> String {
        let Some(secret) = self.credentials.map(Credentials::secret) else {
            return text.to_owned();
        };
        if secret.len() >= SHORTEST_SECRET {
            // The site may write a hexadecimal secret in the other case.
            let lower = text.to_ascii_lowercase();
            let mut redacted = String::new();
            let mut end = 0;
            for (start, found) in lower.match_indices(&secret.to_ascii_lowercase()) {
                redacted += &text[end..start];
                redacted += "…";
                end = start + found.len();
            }
            return redacted + &text[end..];
        }
        let mut redacted = String::new();
        for piece in text.split_inclusive(is_between_words) {
            let word = piece.trim_end_matches(is_between_words);
            redacted += if word == secret { "…" } else { word };
            redacted += &piece[word.len()..];
        }
        redacted
    }
}

/// True for a character that no secret contains.
fn is_between_words(c: char) -> bool {
    !(c.is_alphanumeric() || "-_".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_secret_is_redacted_as_a_whole_word() {
        let [short, known] = ["abc", "1a2b3c4d"].map(|key| ViewKey::parse(key).expect("a key"));
        for (key, text, shown) in [
            (&short, "key abc", "key …"),
            (&short, "abc: (abc), abc\n", "…: (…), …\n"),
            (&short, "?view_key=abc&a=b", "?view_key=…&a=b"),
            (&short, "abcd äabc a-abc ab", "abcd äabc a-abc ab"),
            (&known, "x1a2b3c4dx", "x…x"),
            (&known, "É 1A2B3C4D\u{1e9e}1a2B3c4D", "É …\u{1e9e}…"),
        ] {
            let credentials = Credentials::ViewKey(key);
            let request = SiteRequest::leaderboard("", String::new(), credentials);
            assert_eq!(request.redact(text), shown, "{text}");
        }
    }
}
