//! The colours, all in one place: the terminal's own sixteen, so that they fit
//! whatever theme it has.

use anstyle::{AnsiColor, Style};

/// As it is.
pub(super) const PLAIN: Style = Style::new();
/// What one looks for.
pub(super) const STRONG: Style = Style::new().bold();
/// What one may overlook.
pub(super) const DIM: Style = Style::new().dimmed();
/// Right.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// To be looked at.
pub(super) const DOUBT: Style = AnsiColor::Yellow.on_default();
/// Wrong.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Bars.
pub(super) const BAR: Style = AnsiColor::Cyan.on_default();
