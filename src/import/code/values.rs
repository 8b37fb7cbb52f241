//! Values that are written in a test: texts and expected answers.

use std::ops::Range;

use super::source::Source;
use crate::project::TokenKind;

/// The text of an expected answer: a number, a text, or one of these in `Some`
/// or `Ok`. `constant` has the values of constants.
pub fn answer<'a>(
    source: &Source<'a>,
    value: Range<usize>,
    constant: &dyn Fn(&str) -> Option<Range<usize>>,
) -> Option<String> {
    let value = without_wrapping(source, value);
    let (is_negative, value) = match source.word(value.start) {
        "-" => (true, value.start + 1..value.end),
        _ => (false, value),
    };
    let token = source.tokens.get(value.start)?;
    if value.len() == 1 {
        return match token.kind {
            TokenKind::Text if !is_negative => unquoted(token.text),
            TokenKind::Character if !is_negative => unquoted_character(token.text),
            TokenKind::Word => number(token.text)
                .map(|number| {
                    if is_negative {
                        format!("-{number}")
                    } else {
                        number
                    }
                })
                .or_else(|| answer(source, constant(token.text)?, &|_| None)),
            _ => None,
        };
    }
    None
}

/// The literal of an example's text as it is written, if there is one.
pub fn text<'a>(
    source: &Source<'a>,
    value: Range<usize>,
    constant: &dyn Fn(&str) -> Option<Range<usize>>,
) -> Option<&'a str> {
    let value = without_wrapping(source, value);
    if value.len() != 1 {
        return None;
    }
    let token = source.tokens.get(value.start)?;
    match token.kind {
        // Bytes of ASCII are the same text.
        TokenKind::Text if token.text.starts_with('b') => {
            let is_same = token.text.is_ascii() && !token.text.contains("\\x");
            is_same.then(|| &token.text[1..])
        }
        TokenKind::Text if !token.text.starts_with('c') => Some(token.text),
        TokenKind::Word => text(source, constant(token.text)?, &|_| None),
        _ => None,
    }
}

/// Without `Some(...)`, `Ok(...)`, `&`, brackets, and calls that change nothing.
fn without_wrapping(source: &Source<'_>, mut value: Range<usize>) -> Range<usize> {
    loop {
        let before = value.clone();
        if source.word(value.start) == "&" {
            value.start += 1;
        }
        if matches!(source.word(value.start), "Some" | "Ok" | "(")
            || source.matches(value.start, &["String", ":", ":", "from", "("])
        {
            let open = value.clone().find(|&index| source.word(index) == "(");
            if let Some(open) = open.filter(|&open| source.close(open) + 1 == value.end) {
                value = source.inside(open);
            }
        }
        let method = value.end.saturating_sub(4);
        let is_call = method > value.start
            && source.word(method) == "."
            && source.matches(method + 2, &["(", ")"])
            && matches!(
                source.word(method + 1),
                "to_string"
                    | "to_owned"
                    | "into"
                    | "as_str"
                    | "as_bytes"
                    | "as_ref"
                    | "unwrap"
                    | "clone"
            );
        if is_call {
            value.end = method;
        }
        if value == before {
            return value;
        }
    }
}

/// The digits of a literal such as `1_000_u64`.
fn number(literal: &str) -> Option<String> {
    let digits = literal.replace('_', "");
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let is_integer = !digits.is_empty()
        && (suffix.is_empty() || suffix.starts_with(['u', 'i']) && suffix.len() > 1);
    is_integer.then(|| match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    })
}

/// What a string literal says.
pub fn unquoted(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let text = raw.get(hashes + 1..raw.len().checked_sub(hashes + 1)?)?;
        return Some(text.to_owned());
    }
    unescaped(literal.strip_prefix('"')?.strip_suffix('"')?)
}

fn unquoted_character(literal: &str) -> Option<String> {
    unescaped(literal.strip_prefix('\'')?.strip_suffix('\'')?)
}

fn unescaped(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = rest[at + 1..].chars().next()?;
        rest = &rest[at + 1 + escape.len_utf8()..];
        match escape {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            '0' => out.push('\0'),
            '\\' | '"' | '\'' => out.push(escape),
            '\n' => rest = rest.trim_start(),
            'x' => {
                let code = u32::from_str_radix(rest.get(..2)?, 16).ok()?;
                out.push(char::from_u32(code)?);
                rest = &rest[2..];
            }
            'u' => {
                let (code, after) = rest.strip_prefix('{')?.split_once('}')?;
                out.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                rest = after;
            }
            _ => return None,
        }
    }
    out.push_str(rest);
    Some(out)
}

/// A text as a literal, raw if it has several lines.
pub fn quoted(text: &str) -> String {
    if !text.contains('\n') || text.contains('\r') {
        return format!("{text:?}");
    }
    let mut hashes = String::new();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{text}\"{hashes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_would_be_typed() {
        for (value, expected) in [
            ("123", Some("123")),
            ("-1_000_i64", Some("-1000")),
            ("0", Some("0")),
            ("Some(42)", Some("42")),
            ("Some(\"a\\nb\".to_string())", Some("a\nb")),
            ("Ok(Some(7))", Some("7")),
            ("String::from(\"CMZ\")", Some("CMZ")),
            ("\"a \\\n   b\"", Some("a b")),
            ("r#\"a\"b\"#", Some("a\"b")),
            ("'x'", Some("x")),
            ("EXPECTED", Some("9")),
            ("OTHER", None),
            ("None", None),
            ("1.5", None),
            ("0x1F", None),
            ("1 + 2", None),
            ("", None),
        ] {
            let text = format!("9 {value}");
            let source = Source::new(&text);
            let constant = |name: &str| (name == "EXPECTED").then_some(0..1);
            let range = 1..source.tokens.len();
            assert_eq!(
                answer(&source, range, &constant).as_deref(),
                expected,
                "{value}"
            );
        }
    }

    #[test]
    fn a_quoted_text_is_read_back() {
        for text in [
            "a", "a\nb\n", "a\"\n", "a\"#\nb", "\\\n", "a\r\nb", "\u{1b}",
        ] {
            assert_eq!(unquoted(&quoted(text)).as_deref(), Some(text), "{text:?}");
        }
    }
}
