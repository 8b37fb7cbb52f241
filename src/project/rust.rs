//! Reading Rust source without compiling it: where its words, literals and
//! comments begin and end.
//!
//! A parser would refuse a file that is still being written, and takes longer
//! to build than the rest of the room that needs this.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier, a keyword or a number.
    Word,
    /// One character.
    Punctuation,
    /// A string of any kind, with its prefix and quotes.
    Text,
    /// A character or a byte.
    Character,
    /// With its quote.
    Lifetime,
}

/// A piece of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
}

impl Token<'_> {
    /// Where it ends, in bytes.
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The tokens of `source`, without its comments.
pub fn rust_tokens(source: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &source[at..];
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                at += blank;
                continue;
            }
            let (kind, length) = next(rest)?;
            let start = at;
            at += length;
            if let Some(kind) = kind {
                let text = &source[start..at];
                return Some(Token { kind, text, start });
            }
        }
    })
}

/// What `text` begins with, and its length; the kind of a comment is `None`.
fn next(text: &str) -> Option<(Option<TokenKind>, usize)> {
    if text.starts_with("//") {
        return Some((None, text.find('\n').unwrap_or(text.len())));
    }
    if text.starts_with("/*") {
        return Some((None, block_comment(text)));
    }
    let prefix = usize::from(text.starts_with(['b', 'c']));
    let literal = &text[prefix..];
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", &raw[..hashes]);
            let start = prefix + 1 + hashes + 1;
            let end = text[start..].find(&close);
            let end = end.map_or(text.len(), |end| start + end + close.len());
            return Some((Some(TokenKind::Text), end));
        }
    }
    let first = text.chars().next()?;
    Some(match literal.chars().next() {
        Some('"') => (Some(TokenKind::Text), prefix + quoted(literal, '"')),
        Some('\'') => {
            let (kind, length) = character(literal);
            (Some(kind), prefix + length)
        }
        _ if is_word(first) => (Some(TokenKind::Word), word_length(text)),
        _ => (Some(TokenKind::Punctuation), first.len_utf8()),
    })
}

/// Whether words consist of it.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a literal between quotes, in which `\` takes the next
/// character with it.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == quote {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// `'a'` is a character and `'a` is a lifetime.
fn character(text: &str) -> (TokenKind, usize) {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), _) => (TokenKind::Character, quoted(text, '\'')),
        (Some(_), Some((at, '\''))) => (TokenKind::Character, at + 1),
        _ => (TokenKind::Lifetime, 1 + word_length(&text[1..])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_has_its_kind_and_place() {
        let source = "fn f<'a>() { b'x' + r#\"\"\"# + 1_u8 } // end\n/* /* */ */ \"a\\\"\"";
        let kinds: Vec<_> = rust_tokens(source)
            .filter(|token| token.kind != TokenKind::Punctuation)
            .map(|token| (token.kind, token.text))
            .collect();
        assert_eq!(
            kinds,
            [
                (TokenKind::Word, "fn"),
                (TokenKind::Word, "f"),
                (TokenKind::Lifetime, "'a"),
                (TokenKind::Character, "b'x'"),
                (TokenKind::Text, "r#\"\"\"#"),
                (TokenKind::Word, "1_u8"),
                (TokenKind::Text, "\"a\\\"\""),
            ]
        );
        assert!(rust_tokens(source).all(|token| source[token.start..].starts_with(token.text)));
    }
}
