//! The beginning of a text, for error messages.

/// The beginning of a text, for an error message that shows it between backticks: at most 40
/// characters, then `...` if the text is longer. Control characters are escaped, so a terminal does
/// not obey them.
///
/// ```
/// use aoc_solution::excerpt;
///
/// assert_eq!(excerpt("two\t\"2\""), "two\\t\"2\"");
/// assert_eq!(excerpt(&"9".repeat(50)), "9".repeat(40) + "...");
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LENGTH: usize = 40;
    let mut shown = String::new();
    for (place, symbol) in text.chars().enumerate() {
        if place == LENGTH {
            return shown + "...";
        }
        match symbol {
            // Between backticks, quotes need no escapes.
            '"' | '\'' => shown.push(symbol),
            _ => shown.extend(symbol.escape_debug()),
        }
    }
    shown
}
