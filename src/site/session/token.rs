//! The session token.

use std::fmt;

/// The longest known token has 128 characters; a longer text is another file.
const MAX: usize = 4096;

/// The value of the site's `session` cookie. `Debug` and `Display` hide it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Reads a token as people paste it: with white space around it, a byte order
    /// mark, quotes, or the cookie's name before it.
    ///
    /// The rest must be hexadecimal, so it cannot inject a header. The error says
    /// what is wrong and never quotes the text.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut token = text;
        loop {
            let before = token.len();
            token = token.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            token = unquoted(token);
            token = without_prefix(token, "cookie:");
            token = without_prefix(token, "session=");
            if token.len() == before {
                break;
            }
        }
        if token.is_empty() {
            Err("it is empty")
        } else if token.contains([' ', '\t', '\r', '\n']) {
            Err("it contains white space")
        } else if !token.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Err("it contains characters other than 0-9 and a-f")
        } else if token.len() > MAX {
            Err("it is too long")
        } else {
            Ok(Self(token.to_owned()))
        }
    }

    /// The text, for the `Cookie` header only.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The last four characters, by which people can tell two tokens apart; empty
    /// for a token so short that they would give it away.
    pub fn tail(&self) -> &str {
        match self.0.len() {
            ..32 => "",
            length => &self.0[length - 4..],
        }
    }

    /// The same for people: `…1f2e`, or nothing.
    pub fn shown(&self) -> String {
        match self.tail() {
            "" => String::new(),
            tail => format!("…{tail}"),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

fn unquoted(text: &str) -> &str {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text)
}

fn without_prefix<'a>(text: &'a str, prefix: &str) -> &'a str {
    match text.split_at_checked(prefix.len()) {
        Some((head, rest)) if head.eq_ignore_ascii_case(prefix) => rest,
        _ => text,
    }
}
