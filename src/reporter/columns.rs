//! The columns that the tables of `run` and `bench` have in common.

use crate::terminal::screen::Terminal;

/// `part 1`, and some more for alternatives.
pub(super) const NAME: usize = 10;
/// A time: `59.9 s` to `123 ms`; longer ones push the rest.
pub(super) const TIME: usize = 8;

/// Whether the terminal is too narrow for columns.
pub(super) fn is_narrow(terminal: Terminal) -> bool {
    terminal.width.is_some_and(|width| width < 56)
}
