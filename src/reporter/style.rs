//! All the colours, in one place: the terminal's own sixteen, which fit the
//! user's theme.

use anstyle::{AnsiColor, Style};

pub(super) const PLAIN: Style = Style::new();
/// Answers, figures and headings.
pub(super) const STRONG: Style = Style::new().bold();
/// Details.
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// Warnings.
pub(super) const DOUBT: Style = AnsiColor::Yellow.on_default();
/// All stars of a day or a year.
pub(super) const GOLD: Style = AnsiColor::Yellow.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Code within text.
pub(super) const CODE: Style = AnsiColor::Cyan.on_default();
/// Gold stars.
pub(super) const STAR: Style = AnsiColor::Yellow.on_default();
pub(super) const BAR: Style = AnsiColor::Cyan.on_default();
