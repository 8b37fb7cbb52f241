//! Text from outside (the site, a solution, a file name) made safe to show, and
//! words made safe to type.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Escapes the characters that a terminal acts on instead of showing: control
/// characters, invisible ones, and those that change the direction of writing.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_control(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped.into()
}

/// Escapes the same characters within a JSON document, which means the same
/// then. Line ends stay, which stand between its values.
pub fn sanitize_json(document: String) -> String {
    let is_escaped = |c: char| is_control(c) && c != '\n';
    if !document.contains(is_escaped) {
        return document;
    }
    let mut escaped = String::with_capacity(document.len() + 16);
    for c in document.chars() {
        if is_escaped(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// The one set of characters that are escaped: control characters, invisible ones
/// (soft hyphens, zero widths, joiners, fillers, annotations, tags), and those that
/// change the direction of writing.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text for Markdown in which nothing is a mark, and safe to show.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in sanitize(text).chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '~' | '[' | ']' | '<' | '>' | '&'
        ) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Joins the lines of a message with semicolons, and sanitizes it.
pub fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    sanitize(&lines.join("; ")).into_owned()
}

/// The beginning of a text on one line, sanitized: at most `max` characters
/// before the sanitizing, and an ellipsis if there is more.
pub fn excerpt(text: &str, max: usize) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        // More is not shown, and is not looked at: it may be megabytes.
        if words.len() > max.saturating_mul(4) {
            break;
        }
    }
    let end = words.char_indices().nth(max).map(|(at, _)| at);
    let mut shown = sanitize(&words[..end.unwrap_or(words.len())]).into_owned();
    if end.is_some() {
        shown.push('…');
    }
    shown
}

/// A word for a POSIX shell, quoted where it must be.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let plain = |c: char| {
        // Paths of Windows, whose shells take a backslash as it is.
        c.is_alphanumeric() || "/._-:,=+".contains(c) || (cfg!(windows) && c == '\\')
    };
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''")).into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes_what_a_terminal_acts_on() {
        assert_eq!(sanitize("33400"), "33400");
        assert_eq!(sanitize("a\u{1b}[2Jb\tc\u{7}"), "a\\u{1b}[2Jb\\tc\\u{7}");
        assert_eq!(sanitize("\u{9b}31m\u{202e}x"), "\\u{9b}31m\\u{202e}x");
        assert_eq!(sanitize("µ ✓ 蟹"), "µ ✓ 蟹");
        for c in "\u{ad}\u{61c}\u{180e}\u{200b}\u{202e}\u{206f}\u{fff9}\u{e0041}".chars() {
            assert_eq!(sanitize(&c.to_string()), format!("\\u{{{:x}}}", c as u32));
        }
    }

    #[test]
    fn messages_come_in_one_line() {
        let panic = "assertion `left == right` failed\n  left: 1\n right: 2\n";
        assert_eq!(
            one_line(panic),
            "assertion `left == right` failed; left: 1; right: 2"
        );
        assert_eq!(one_line("a\r\n\r\n\u{1b}b"), "a; \\u{1b}b");
    }

    #[test]
    fn excerpts_are_short_and_on_one_line() {
        assert_eq!(
            excerpt("\u{1b}[31mred\u{7} \r\n \u{202e}turned\u{9b}", 160),
            r"\u{1b}[31mred\u{7} \u{202e}turned\u{9b}"
        );
        assert_eq!(excerpt(&"ä".repeat(500), 160).chars().count(), 161);
        assert_eq!(excerpt("", 5), "");
    }

    proptest! {
        #[test]
        fn json_means_the_same(text in "\\PC*|[a\n\u{7f}-\u{9f}\u{202e}\u{1b}]{0,9}") {
            let document = serde_json::to_string_pretty(&[&text]).expect("JSON");
            let escaped = sanitize_json(document);
            prop_assert!(!escaped.chars().any(|c| is_control(c) && c != '\n'));
            let read: Vec<String> = serde_json::from_str(&escaped).expect("JSON");
            prop_assert_eq!(read, [text]);
        }
    }

    #[test]
    fn quotes_what_a_shell_would_read_otherwise() {
        for (word, shown) in [
            (
                "/home/me/.config/aoc/session",
                "/home/me/.config/aoc/session",
            ),
            ("my inputs", "'my inputs'"),
            ("it's", r"'it'\''s'"),
            ("a;b", "'a;b'"),
            #[cfg(not(windows))]
            (r"a\b", r"'a\b'"),
            #[cfg(windows)]
            (r"C:\a\b", r"C:\a\b"),
            ("--day=1,3", "--day=1,3"),
            ("*/25", "'*/25'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(word), shown);
        }
    }
}
