//! The byte order mark and the line ends of a text, which editors and git may change.

/// The character with which some editors begin a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text without the byte order mark.
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches(BYTE_ORDER_MARK)
}

/// The text with the line ends of Unix.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Gives a text the byte order mark and the line ends of the old text, which `toml_edit` does not
/// keep.
pub fn in_form_of(old: &str, mut new: String) -> String {
    if old.contains("\r\n") {
        new = unix_lines(&new).replace('\n', "\r\n");
    }
    if old.starts_with(BYTE_ORDER_MARK) && !new.is_empty() {
        new.insert(0, BYTE_ORDER_MARK);
    }
    new
}
