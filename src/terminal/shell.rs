//! Words of command lines that are shown for the user to type.

use std::borrow::Cow;

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
    use super::*;

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
