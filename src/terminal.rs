//! What screens are made of: colours, widths, lines of cells, paragraphs, the
//! pager, keys, the moving line, figures with units, and text from outside made
//! safe to show.

pub mod console;
pub mod figures;
pub mod keys;
pub mod layout;
pub mod pager;
pub mod paragraph;
pub mod sanitize;
pub mod screen;
pub mod status_row;
pub mod style;
mod terminal_mode;

pub use console::{Console, Document, OutputError, ask, error, json, note, raw, warning};
pub use figures::{bytes, count, elapsed, plural, ratio, running, span, time};
pub use keys::{Key, Keys};
pub use layout::{cut_end, cut_start, width};
pub use pager::{Pager, pager_is_open};
pub use sanitize::{escape_markdown, excerpt, one_line, sanitize, shell_word};
pub use screen::{ColorChoice, Terminal, Terminals, Verbosity};
pub use status_row::{Pace, end_progress, erase_echo, left_of};
pub use terminal_mode::{close as restore_terminal, read_secret};
