//! All colours in one place. They are the terminal's own sixteen, so they fit the user's theme.

use anstyle::{AnsiColor, Style};

pub const PLAIN: Style = Style::new();
/// Answers, figures and headings.
pub const STRONG: Style = Style::new().bold();
/// Details.
pub const DIM: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Warnings.
pub const WARNING: Style = AnsiColor::Yellow.on_default();
/// Gold stars, and a day or a year with all its stars.
pub const GOLD: Style = AnsiColor::Yellow.on_default();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Code within text.
pub const CODE: Style = AnsiColor::Cyan.on_default();
pub const BAR: Style = AnsiColor::Cyan.on_default();

/// The style of `stars` out of `all`.
pub fn star_style(stars: u32, all: u32) -> Style {
    match stars {
        0 => DIM,
        _ if stars >= all => GOLD,
        _ => PLAIN,
    }
}

/// The stars of a day as `**` or `*`, or a dot if it has none.
pub fn star_marks(stars: u8) -> &'static str {
    match stars {
        0 => "·",
        1 => "*",
        _ => "**",
    }
}
