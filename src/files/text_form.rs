//! The byte order mark and the line ends of a text, which editors and git may change.

/// The character that some editors write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text without the byte order mark.
pub fn without_bom(text: &str) -> &str {
    text.trim_start_matches(BYTE_ORDER_MARK)
}

/// The text with the line ends of Unix.
pub fn unix_lines(text: &str) -> String {
    // Most texts have them already, and one byte is found much sooner than two.
    if text.contains('\r') {
        text.replace("\r\n", "\n")
    } else {
        text.to_owned()
    }
}

/// True if two texts differ at most in the line ends and in whitespace at the end. Whitespace at
/// the beginning counts, because it may be a part of an input.
pub fn is_same_text(one: &str, other: &str) -> bool {
    one.trim_end().lines().eq(other.trim_end().lines())
}

/// Gives a new text the byte order mark of the old text, and the line ends that most lines of the
/// old text have. `toml_edit` keeps neither.
pub fn in_form_of(old: &str, mut new: String) -> String {
    let windows_lines = old.matches("\r\n").count();
    let lines = old.matches('\n').count();
    if windows_lines > lines / 2 {
        new = unix_lines(&new).replace('\n', "\r\n");
    }
    if old.starts_with(BYTE_ORDER_MARK) && !new.is_empty() {
        new.insert(0, BYTE_ORDER_MARK);
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_text_has_the_form_of_the_old_one() {
        for (old, expected) in [
            ("", "1\n2\n"),
            ("a\nb\n", "1\n2\n"),
            ("a\r\nb\r\n", "1\r\n2\r\n"),
            ("\u{feff}a\r\n", "\u{feff}1\r\n2\r\n"),
            // Another editor has added a line.
            ("a\nb\nc\r\n", "1\n2\n"),
            ("a\r\nb\r\nc\n", "1\r\n2\r\n"),
        ] {
            assert_eq!(in_form_of(old, "1\n2\n".to_owned()), expected, "{old:?}");
        }
        assert_eq!(in_form_of("\u{feff}a\n", String::new()), "");
    }
}
