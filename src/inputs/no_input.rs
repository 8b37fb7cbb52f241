//! Finds texts that other programs store in place of an input: a sentence of the site, which is the
//! reply to a request without a session, a web page, or both sides of a merge.

use super::input_text::line_of_conflict;
use crate::files::without_bom;
use crate::terminal::with_single_blanks;

/// The possible beginnings of a web page.
const PAGE_BEGINNINGS: &[&str] = &[
    "<!doctype",
    "<html",
    "<head",
    "<body",
    "<title",
    "<meta",
    "<script",
    "<?xml",
    "<!--",
    "<center>",
    "<h1",
];

/// The reason why the site sends a sentence instead of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputRefusal {
    /// The puzzle is still locked.
    TooEarly,
    /// There is no session, or the site does not accept it.
    LogIn,
}

impl InputRefusal {
    const ALL: [Self; 2] = [Self::TooEarly, Self::LogIn];

    fn sentence(self) -> &'static str {
        match self {
            Self::TooEarly => "Please don't repeatedly request this endpoint before it unlocks!",
            Self::LogIn => "Puzzle inputs differ by user. Please log in",
        }
    }

    /// The refusal whose sentence begins this text. The text has one line. `None` for other texts:
    /// an input may begin with such a sentence, but it has several lines.
    pub fn of(text: &str) -> Option<Self> {
        if text.trim().contains('\n') {
            return None;
        }
        let line = with_single_blanks(text);
        Self::ALL
            .into_iter()
            .find(|refusal| line.starts_with(refusal.sentence()))
    }
}

/// The reason why a stored text is certainly not an input. `None` if it may be one.
pub fn why_no_input(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if text.is_empty() {
        Some("it is empty")
    } else if InputRefusal::of(text).is_some() || begins_as_web_page(text) {
        Some("it is a message of the site and not an input")
    } else if line_of_conflict(text).is_some() {
        Some("git has left a conflict in it")
    } else {
        None
    }
}

/// True if a text begins as web pages do.
pub fn begins_as_web_page(text: &str) -> bool {
    let text = without_bom(text).trim_start();
    PAGE_BEGINNINGS.iter().any(|beginning| {
        let start = text.get(..beginning.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(beginning))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_in_place_of_an_input_stands_alone() {
        let [too_early, log_in] = InputRefusal::ALL.map(InputRefusal::sentence);
        for (text, sentence) in [
            (too_early.to_owned(), Some(InputRefusal::TooEarly)),
            (format!(" {log_in} via"), Some(InputRefusal::LogIn)),
            (format!("{log_in}.\n"), Some(InputRefusal::LogIn)),
            (format!("{too_early}\n1\n"), None),
            ("1".to_owned(), None),
        ] {
            assert_eq!(InputRefusal::of(&text), sentence, "{text}");
        }
    }

    /// Inputs may begin with `<`, too.
    #[test]
    fn a_page_of_a_proxy_is_no_input() {
        for (text, is_page) in [
            (" <!DOCTYPE html>\n", true),
            ("<!-- proxy --><html>\n", true),
            ("<CENTER><h1>502 Bad Gateway</h1>\n", true),
            ("<h1>502 Bad Gateway</h1>\n", true),
            ("<x=-1, y=0, z=2>\n<x=2, y=-10, z=-7>\n", false),
            ("<>><\n", false),
        ] {
            assert_eq!(why_no_input(text).is_some(), is_page, "{text}");
        }
    }
}
