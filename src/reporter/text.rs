//! Text: how wide it is, cutting it, and making foreign text harmless.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns `text` takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// `text` in at most `columns` columns, its end replaced with an ellipsis where
/// that takes cutting.
pub(super) fn cut_end(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return text.into();
    }
    let mut kept = fitting(text.chars(), columns);
    kept.truncate(kept.trim_end().len());
    (kept + "…").into()
}

/// `text` in at most `columns` columns, its start replaced with an ellipsis
/// where that takes cutting: of a path, the end tells most.
pub(super) fn cut_start(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return text.into();
    }
    let kept: String = fitting(text.chars().rev(), columns).chars().rev().collect();
    ("…".to_owned() + &kept).into()
}

/// As many of `chars` as fit in `columns` with an ellipsis beside them.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> String {
    let mut room = columns.saturating_sub(1);
    chars
        .take_while(|c| {
            let width = c.width().unwrap_or(0);
            let fits = width <= room;
            room = room.saturating_sub(width);
            fits
        })
        .collect()
}

/// `text` with the characters escaped that a terminal would obey: control
/// characters, and those that turn the direction of writing around.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_obeyed(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped.into()
}

/// Whether a terminal would do something other than to show it.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A message of possibly many lines in one, harmless.
pub(super) fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    escape(&lines.join("; ")).into_owned()
}

/// `1 day`, `2 days`.
pub(super) fn plural(n: usize, noun: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cuts_only_what_does_not_fit() {
        assert_eq!(cut_end("Crab Combat", 11), "Crab Combat");
        assert_eq!(cut_end("Crab Combat", 10), "Crab Comb…");
        assert_eq!(cut_end("Crab Combat", 6), "Crab…");
        assert_eq!(cut_start("inputs/day22.txt", 11), "…/day22.txt");
        assert_eq!(cut_end("カニの戦い", 6), "カニ…");
    }

    #[test]
    fn escapes_what_a_terminal_obeys() {
        assert_eq!(escape("33400"), "33400");
        assert_eq!(escape("a\u{1b}[2Jb\tc\u{7}"), "a\\u{1b}[2Jb\\tc\\u{7}");
        assert_eq!(escape("\u{9b}31m\u{202e}x"), "\\u{9b}31m\\u{202e}x");
        assert_eq!(escape("µ ✓ 蟹"), "µ ✓ 蟹");
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

    proptest! {
        #[test]
        fn what_is_cut_fits(text in "\\PC{0,40}", columns in 1_usize..50) {
            prop_assert!(width(&cut_end(&text, columns)) <= columns);
            prop_assert!(width(&cut_start(&text, columns)) <= columns);
        }

        #[test]
        fn what_is_escaped_stays_so(text in any::<String>()) {
            let escaped = escape(&text);
            prop_assert!(!escaped.chars().any(char::is_control));
            prop_assert_eq!(escape(&escaped), escaped.clone());
        }
    }
}
