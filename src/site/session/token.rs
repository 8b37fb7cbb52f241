//! The session token. It is never shown.

use std::fmt::{self, Formatter};

use crate::files::text_digest;

/// The lengths of the site's tokens in characters, older and current.
const LENGTHS: [usize; 2] = [96, 128];

/// The longest text that may be a token. The longest known token has 128 characters, so a longer
/// text is some other file.
const MAX_TOKEN: usize = 4096;

/// True if a text contains a run of hexadecimal digits that is as long as a token. A run without
/// letters does not count, because it may be part of an input.
pub fn may_hold_token(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_hexdigit()).any(|digits| {
        LENGTHS.contains(&digits.len()) && digits.contains(|c: char| c.is_ascii_alphabetic())
    })
}

/// The value of the site's `session` cookie. `Debug` hides it, and there is no `Display`.
#[derive(Clone, PartialEq)]
pub struct Token(String);

impl Token {
    /// Parses a pasted token. Removes surrounding white space, a byte order mark, quotes, the
    /// prefixes `Cookie:` and `session=`, as in the TOML of cargo-aoc, and the other cookies of a
    /// header.
    ///
    /// The rest must be hexadecimal, so it cannot inject a header. The error never quotes the text.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut cookies = text.split(';');
        let mut token = cookies.find(|cookie| is_session(cookie)).unwrap_or(text);
        loop {
            token = token.trim_matches(is_padding);
            let (name, rest) = token.split_once([':', '=']).unwrap_or_default();
            match &*name.trim_end().to_ascii_lowercase() {
                "cookie" | "session" => token = rest,
                _ => break,
            }
        }
        if token.is_empty() {
            Err("it is empty")
        } else if !token.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Err("it contains characters other than 0-9 and a-f")
        } else if token.len() > MAX_TOKEN {
            Err("it is too long")
        } else {
            Ok(Self(token.to_owned()))
        }
    }

    /// The text of the token, for the `Cookie` header, for the session's file, and for redacting
    /// texts. It is never shown.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// True if the text contains the token. Always false for a short token, which may be in a text
    /// by chance.
    pub fn is_in(&self, text: &str) -> bool {
        !self.tail().is_empty() && text.contains(&self.0)
    }

    /// A number that identifies the token without revealing it.
    pub fn digest(&self) -> u64 {
        text_digest(&self.0)
    }

    /// The last four characters, which distinguish tokens. Empty for a short token, because they
    /// would reveal too much of it.
    pub fn tail(&self) -> &str {
        match self.0.len() {
            ..32 => "",
            length => &self.0[length - 4..],
        }
    }

    /// The end of the token for messages, such as `…1f2e`.
    pub fn shown(&self) -> String {
        format!("…{}", self.tail())
    }
}

/// True for `session=…`, also with `Cookie:` before it.
fn is_session(cookie: &str) -> bool {
    let (name, _) = cookie.split_once('=').unwrap_or_default();
    let name = name.rsplit(':').next().unwrap_or_default();
    name.trim_matches(is_padding)
        .eq_ignore_ascii_case("session")
}

fn is_padding(c: char) -> bool {
    c.is_whitespace() || "\u{feff}\"'".contains(c)
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::session::{Session, SessionPlace};

    const HEX: &str = "53616c7465645f5f0123456789abcdef";

    #[test]
    fn a_token_is_read_as_people_paste_it_and_never_printed() {
        let token = Token::parse(HEX).expect("a token");
        for pasted in [
            format!(" {HEX}\r\n"),
            format!("\u{feff}\"{HEX}\""),
            format!("session={HEX}"),
            format!("session = \"{HEX}\""),
            format!("Cookie: 'session={HEX}'"),
            format!("Cookie: _ga=GA1.2.3; session={HEX}; theme=dark"),
            format!("session={HEX}; _ga=GA1.2.3"),
        ] {
            assert_eq!(Token::parse(&pasted), Ok(token.clone()), "{pasted}");
        }
        for junk in [
            "",
            "\u{feff}",
            "ab cd",
            "ab\ncd",
            "ab; cd",
            "xyz",
            "=ab",
            "_ga=ab; theme=cd",
        ] {
            Token::parse(junk).expect_err(junk);
        }
        Token::parse(&"a".repeat(MAX_TOKEN)).expect("a long token");
        Token::parse(&"a".repeat(MAX_TOKEN + 1)).expect_err("a file of something else");
        assert_eq!(format!("{token:?} {}", token.tail()), "<redacted> cdef");
        assert_eq!(Token::parse("abcd").expect("a token").tail(), "");
        let place = SessionPlace::Variable("AOC_SESSION");
        let session = Session::new(HEX.as_bytes(), place).expect("a session");
        assert_eq!(session.to_string(), "AOC_SESSION (…cdef)");
        assert!(!format!("{session:?}").contains("0123"));
        let place = SessionPlace::Variable("AOC_SESSION");
        let short = Session::new(b"abcd", place).expect("a session");
        assert_eq!(short.to_string(), "AOC_SESSION");
    }

    /// A short token may be in any text.
    #[test]
    fn a_token_is_found_in_texts_unless_it_is_short() {
        let token = |text: &str| Token::parse(text).expect("a token");
        for (token, text, is_in) in [
            (token(HEX), format!("-----{HEX}."), true),
            (token(HEX), HEX[1..].to_owned(), false),
            (token("abcd"), "abcd".to_owned(), false),
        ] {
            assert_eq!(token.is_in(&text), is_in, "{text}");
        }
    }
}
