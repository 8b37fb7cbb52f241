//! Makes text from outside (the site, a solution, a file name) safe to show, and words safe to
//! type. [`Line`](super::Line), [`Cell`](super::table::Cell) and
//! [`Terminal::paint`](super::Terminal::paint) sanitize their text, so screens do not need to. Text
//! that is stored or returned is sanitized where it is read. The writers of documents sanitize
//! their text themselves.

use std::fmt::{Display, Write as _};
use std::path::{MAIN_SEPARATOR, Path};

/// Escapes the characters for which [`is_control`] is true.
pub fn sanitize(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if is_control(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Escapes the characters for which [`is_control`] is true in a JSON document. The document keeps
/// its meaning, and the line ends between its values.
pub fn sanitize_json(document: &str) -> String {
    let mut escaped = String::with_capacity(document.len());
    for c in document.chars() {
        if c == '\n' || !is_control(c) {
            escaped.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}

/// True for characters that a terminal acts on or does not show: control characters, invisible
/// characters (soft hyphens, zero widths, joiners, fillers, annotations, tags), and characters that
/// change the direction of writing.
pub fn is_control(c: char) -> bool {
    match c {
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// Replaces the user's home folder, as [`with_home_as_tilde`] does.
#[expect(
    clippy::disallowed_methods,
    reason = "an error may be shown before there is an environment"
)]
pub fn with_tilde(text: impl Display) -> String {
    let text = text.to_string();
    match dirs::home_dir() {
        Some(home) => with_home_as_tilde(&text, &home),
        None => text,
    }
}

/// Writes `~` for the home folder at the beginning of paths. A quoted path does not change, because
/// a shell takes a quoted `~` literally.
fn with_home_as_tilde(text: &str, home: &Path) -> String {
    if home.parent().is_none() || !home.is_absolute() {
        return text.to_owned();
    }
    let home = home.join("").to_string_lossy().into_owned();
    let mut shown = String::new();
    let mut rest = text;
    let mut quote = None;
    while let Some(c) = rest.chars().next() {
        let before = shown.chars().next_back();
        let begins_word = before.is_none_or(|before| " \t\n([`,".contains(before));
        if quote.is_none() && begins_word && rest.starts_with(&home) {
            shown.push('~');
            shown.push(MAIN_SEPARATOR);
            rest = &rest[home.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if quote == Some(c) {
            quote = None;
        } else if quote.is_none() && begins_word && matches!(c, '\'' | '"') && rest.contains(c) {
            quote = Some(c);
        }
        shown.push(c);
    }
    shown
}

/// Removes the read-only keys of leaderboards from links.
pub fn without_view_key(text: &str) -> String {
    const KEY: &str = "view_key=";
    let mut parts = text.split(KEY);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        let end = rest.find(['`', '\'', '&', ' ', '\n']).unwrap_or(rest.len());
        shown = shown + KEY + "…" + &rest[end..];
    }
    shown
}

/// Text for Markdown: no character is markup, and the text is safe to show.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for c in sanitize(text).chars() {
        if "\\`*_~[]<>&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Inline code in Markdown, between as many backticks as it needs.
pub fn inline_code(code: &str) -> String {
    let code = one_line(code);
    let fence = "`".repeat(longest_backtick_run(&code) + 1);
    let is_beside_one = code.starts_with('`') || code.ends_with('`');
    let blank = if is_beside_one { " " } else { "" };
    format!("{fence}{blank}{code}{blank}{fence}")
}

/// The length of the longest run of backticks.
pub fn longest_backtick_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Text as a part of a line: sanitized, with semicolons between its lines.
pub fn one_line(text: &str) -> String {
    if !text.contains('\n') {
        return sanitize(text);
    }
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    sanitize(&lines.join("; "))
}

/// A line that programs may read: a path, an address, a value. It never wraps, and keeps its
/// symbols on every terminal.
pub fn plain_line(text: impl Display) -> String {
    sanitize(&text.to_string()) + "\n"
}

/// A word for a POSIX shell, quoted if necessary.
pub fn shell_word(word: &str) -> String {
    // Shells on Windows take the backslashes of a path literally.
    let safe = if cfg!(windows) {
        "/._-:,=+\\"
    } else {
        "/._-:,=+"
    };
    let is_safe = word
        .chars()
        .all(|c| c.is_alphanumeric() || safe.contains(c));
    if is_safe && !word.is_empty() {
        return word.to_owned();
    }
    let quoted = word.replace('\'', r"'\''");
    format!("'{quoted}'")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn code_is_between_other_backticks_than_its_own() {
        for (code, expected) in [("a", "`a`"), ("`a", "`` `a ``"), ("a``", "``` a`` ```")] {
            assert_eq!(inline_code(code), expected);
        }
    }

    #[test]
    fn a_tilde_stands_only_at_the_beginning_of_a_path_and_never_within_quotes() {
        for (home, text, shown) in [
            ("/root", "/root/a: no such file", "~/a: no such file"),
            ("/root/", "see /root/a (/root/b)", "see ~/a (~/b)"),
            ("/root", "run `cat /root/a`", "run `cat ~/a`"),
            ("/root", "/tmp/root/y", "/tmp/root/y"),
            (
                "/root",
                "x/root/y, file:///root/z",
                "x/root/y, file:///root/z",
            ),
            ("/root", "/rootless/a /root", "/rootless/a /root"),
            (
                "/root",
                "chmod 600 '/root/my a'; cat /root/b",
                "chmod 600 '/root/my a'; cat ~/b",
            ),
            ("/root", "\"in /root/a\" /root/b", "\"in /root/a\" ~/b"),
            ("/root", "the site's /root/a", "the site's ~/a"),
            ("/root", "'tis /root/a", "'tis ~/a"),
            (
                "/",
                "no solution for 2015/1: /a",
                "no solution for 2015/1: /a",
            ),
            ("", "a/b /c", "a/b /c"),
            ("me", "me/a", "me/a"),
            ("/home/µ", "µ /home/µ/a", "µ ~/a"),
        ] {
            assert_eq!(with_home_as_tilde(text, Path::new(home)), shown, "{home}");
        }
    }

    #[test]
    fn control_characters_are_escaped_in_text_and_in_json() {
        assert_eq!(sanitize("µ ✓ 蟹"), "µ ✓ 蟹");
        assert_eq!(sanitize("a\u{1b}[2Jb\tc\u{7}"), "a\\u{1b}[2Jb\\tc\\u{7}");
        let ranges = "\u{7f}\u{9f} \u{ad}\u{ad} \u{61c}\u{61c} \u{180e}\u{180e} \u{200b}\u{200f} \
                      \u{202a}\u{202e} \u{2060}\u{206f} \u{feff}\u{feff} \u{fff9}\u{fffb} \
                      \u{e0000}\u{e0fff}";
        let ranges = ranges.split_ascii_whitespace().map(|ends| {
            let mut ends = ends.chars();
            ends.next().unwrap()..=ends.next().unwrap()
        });
        for c in ranges.flatten() {
            let text = format!("a{c}b");
            let escaped = format!("a\\u{{{:x}}}b", c as u32);
            assert_eq!(sanitize(&text), escaped);
            assert_eq!(one_line(&text), escaped);
            let json = serde_json::to_string(&text).unwrap();
            assert!(sanitize_json(&json).is_ascii(), "{json}");
        }
    }

    #[test]
    fn messages_are_one_line() {
        let panic = "assertion `left == right` failed\n  left: 1\n right: 2\n";
        let line = "assertion `left == right` failed; left: 1; right: 2";
        assert_eq!(one_line(panic), line);
        assert_eq!(one_line("a\r\n\r\n\u{1b}b"), "a; \\u{1b}b");
    }

    proptest! {
        #[test]
        fn json_means_the_same(text in "\\PC*|[a\n\u{7f}-\u{9f}\u{202e}\u{1b}]{0,9}") {
            let document = serde_json::to_string_pretty(&[&text]).expect("JSON");
            let escaped = sanitize_json(&document);
            prop_assert!(!escaped.chars().any(|c| is_control(c) && c != '\n'));
            let read: Vec<String> = serde_json::from_str(&escaped).expect("JSON");
            prop_assert_eq!(read, [text]);
        }
    }

    #[test]
    fn words_are_quoted_if_a_shell_would_change_them() {
        for word in ["/home/me/.config/aoc", "--day=1,3"] {
            assert_eq!(shell_word(word), word);
        }
        for word in ["my inputs", "a;b", "*/25", ""] {
            assert_eq!(shell_word(word), format!("'{word}'"));
        }
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(r"a\b") == r"a\b", cfg!(windows));
    }
}
