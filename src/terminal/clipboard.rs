//! The clipboard of the terminal, which may be on another computer.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The escape sequence (OSC 52) that asks the terminal to copy a text. Many terminals ignore it.
pub fn copy_sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", STANDARD.encode(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_copied_as_base64() {
        assert_eq!(copy_sequence("2026/1 **"), "\x1b]52;c;MjAyNi8xICoq\x07");
    }
}
