//! Keeps messages short that a solution may make as long as it likes.

use std::fmt::{self, Display, Write};

/// The longest message that is passed on whole.
const MESSAGE_BYTES: usize = 16 << 10;

/// The message, cut off with a note where it is too long.
pub(crate) fn message(message: &dyn Display) -> String {
    let mut beginning = Beginning::default();
    // Fails only if the message itself cannot be written.
    let _ = write!(beginning, "{message}");
    let Beginning { mut text, bytes } = beginning;
    if bytes > text.len() {
        let _ = write!(text, "… (cut off: {bytes} bytes in all)");
    }
    text
}

/// Keeps the beginning of what is written to it, and counts the rest.
#[derive(Default)]
struct Beginning {
    text: String,
    bytes: usize,
}

impl Write for Beginning {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        // Nothing follows what was cut off.
        if self.bytes == self.text.len() {
            let room = MESSAGE_BYTES - self.text.len();
            self.text.push_str(&more[..more.floor_char_boundary(room)]);
        }
        self.bytes += more.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_is_short() {
        assert_eq!(message(&""), "");
        assert_eq!(message(&"line 3\nline 4"), "line 3\nline 4");
        let longest = "x".repeat(MESSAGE_BYTES);
        assert_eq!(message(&longest), longest);
    }

    #[test]
    fn cuts_between_characters() {
        let long = format!("x{}", "é".repeat(5 << 20));
        let cut = message(&long);
        let kept = "é".repeat(MESSAGE_BYTES / 2 - 1);
        assert_eq!(cut, format!("x{kept}… (cut off: 10485761 bytes in all)"));
    }

    #[test]
    fn drops_what_follows_the_cut() {
        let cut = message(&format_args!("{}é{}", "x".repeat(MESSAGE_BYTES - 1), "y"));
        assert!(cut.ends_with("xx… (cut off: 16386 bytes in all)"), "{cut}");
    }
}
