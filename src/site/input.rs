//! Whether a reply is a puzzle's input. Inputs can look like almost anything,
//! so a reply is refused only for what no input has ever been.

use super::backoff;
use super::clock::ServerClock;
use super::error::SiteError;
use super::page;
use super::reply::Reply;
use super::session::Session;
use super::unlock::locked;
use crate::puzzle::Puzzle;
use crate::text::excerpt;

/// What the site says in place of an input without a session.
const LOG_IN: &str = "Puzzle inputs differ by user. Please log in";

/// What it says before the unlock.
const LOCKED: &str = "Please don't repeatedly request this endpoint before it unlocks!";

/// The reply's bytes, if they are an input.
pub fn validate(
    reply: Reply,
    puzzle: Puzzle,
    session: &Session,
    clock: &ServerClock,
) -> Result<Vec<u8>, SiteError> {
    if reply.status != 200 {
        return Err(refusal(&reply, puzzle, session, clock));
    }
    let text = match str::from_utf8(&reply.body) {
        Ok(text) => text,
        Err(error) => {
            return Err(SiteError::NotText {
                at: error.valid_up_to(),
            });
        }
    };
    if text.trim_matches(['\u{feff}', '\0']).trim().is_empty() {
        return Err(SiteError::Empty);
    }
    if let Some(at) = text.find('\0') {
        return Err(SiteError::NotText { at });
    }
    if is_html(text, reply.content_type.as_deref()) {
        return Err(page::not_ours(text, "a puzzle's input", session));
    }
    match phrase(text) {
        Some(Phrase::LogIn) => Err(not_logged_in(session)),
        Some(Phrase::Locked) => Err(locked(puzzle, clock)),
        None => Ok(reply.body),
    }
}

/// What a reply means that is not a success.
pub fn refusal(reply: &Reply, puzzle: Puzzle, session: &Session, clock: &ServerClock) -> SiteError {
    let text = String::from_utf8_lossy(&reply.body);
    match (phrase(&text), reply.status) {
        (Some(Phrase::Locked), _) => locked(puzzle, clock),
        (Some(Phrase::LogIn), _) | (_, 401) => not_logged_in(session),
        (_, 403) => SiteError::Forbidden,
        (_, 404) => SiteError::NoSuchPuzzle,
        (_, 429) => SiteError::TooManyRequests {
            wait: reply.retry_after.unwrap_or(backoff::UNSAID),
        },
        (_, status @ 300..=399) => match &reply.location {
            // Who is not logged in is sent to log in, or back to the puzzle.
            Some(location)
                if location
                    .own_path
                    .as_deref()
                    .is_some_and(|path| to_log_in(path, puzzle)) =>
            {
                not_logged_in(session)
            }
            Some(location) => SiteError::Redirected {
                to: location.shown.clone(),
            },
            None => status_of(status, &text),
        },
        (_, status) => status_of(status, &text),
    }
}

/// The session is there and no good.
pub fn not_logged_in(session: &Session) -> SiteError {
    SiteError::NotLoggedIn {
        session: session.to_string(),
    }
}

fn status_of(status: u16, text: &str) -> SiteError {
    let said = if is_html(text, None) {
        page::title(text).unwrap_or_default()
    } else {
        excerpt(text, 160)
    };
    let said = if said.is_empty() {
        said
    } else {
        format!(" ('{said}')")
    };
    SiteError::Status { status, said }
}

fn to_log_in(path: &str, puzzle: Puzzle) -> bool {
    path.ends_with("/auth/login") || path == format!("/{}/day/{}", puzzle.year, puzzle.day)
}

enum Phrase {
    LogIn,
    Locked,
}

/// One of the two sentences that stand for an input, and nothing else: an
/// input that merely has such a line is an input.
fn phrase(text: &str) -> Option<Phrase> {
    let text = text.trim();
    if text.contains('\n') || text.len() > 1000 {
        return None;
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.starts_with(LOG_IN) {
        Some(Phrase::LogIn)
    } else if text.starts_with(LOCKED) {
        Some(Phrase::Locked)
    } else {
        None
    }
}

/// Whether this is a web page: it begins like one, or is called one and has
/// markup. A `<` alone is no sign: 2022/17 has inputs that begin with it.
fn is_html(text: &str, content_type: Option<&str>) -> bool {
    let head: String = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .chars()
        .take(2000)
        .collect::<String>()
        .to_ascii_lowercase();
    let begins = [
        "<!doctype",
        "<html",
        "<head",
        "<body",
        "<title",
        "<meta",
        "<script",
        "<?xml",
    ]
    .iter()
    .any(|tag| head.starts_with(tag));
    let called =
        content_type.is_some_and(|kind| kind.starts_with("text/html") || kind.contains("xhtml"));
    begins
        || called
            && ["</", "<br", "<p>", "<!--", "<meta", "<h1"]
                .iter()
                .any(|tag| head.contains(tag))
}
