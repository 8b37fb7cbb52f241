//! Words for the user: foreign text made harmless, spans of time.

use std::fmt::Write;
use std::time::Duration;

/// The longest foreign text that is shown.
const MAX_SHOWN: usize = 160;

/// Text from the server as one harmless line: control characters, which could
/// move the cursor or recolour the terminal, and the marks that turn the
/// direction of writing are written as escapes; what is too long is cut.
pub fn clean(text: &str) -> String {
    let mut shown = String::new();
    for (count, c) in text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .enumerate()
    {
        if count == MAX_SHOWN {
            shown.push('…');
            break;
        }
        if c.is_control() || turns_direction(c) {
            let _ = write!(shown, "{}", c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A span of time in its two largest units: `3d 4h`, `4h 12m`, `2m 5s`, `12s`.
/// A started second counts, so that nobody comes too early.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    if days > 0 {
        format!("{days}d {hours}h")
    } else if hours > 0 {
        format!("{hours}h {minutes}m")
    } else if minutes > 0 {
        format!("{minutes}m {seconds}s")
    } else {
        format!("{seconds}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_the_server_do_not_reach_the_terminal() {
        assert_eq!(
            clean("\u{1b}[31mred\u{7} \r\n \u{202e}turned\u{9b}"),
            r"\u{1b}[31mred\u{7} \u{202e}turned\u{9b}"
        );
        assert_eq!(clean(&"ä".repeat(500)).chars().count(), MAX_SHOWN + 1);
    }

    #[test]
    fn a_span_has_two_units() {
        for (milliseconds, text) in [
            (0, "0s"),
            (1, "1s"),
            (59_001, "1m 0s"),
            (3_599_000, "59m 59s"),
            (15_120_000, "4h 12m"),
            (273_600_000, "3d 4h"),
        ] {
            assert_eq!(span(Duration::from_millis(milliseconds)), text);
        }
    }
}
