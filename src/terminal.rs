//! What screens are made of: colours, widths, lines of cells, paragraphs, the
//! pager, keys, the moving line, figures with units, and text from outside made
//! safe to show.

pub mod ask;
pub mod console;
pub mod figures;
pub mod json;
pub mod keys;
pub mod layout;
pub mod message;
pub mod output;
pub mod pace;
pub mod pager;
pub mod paragraph;
pub mod sanitize;
pub mod screen;
pub mod secret;
pub mod shell;
pub mod status_row;
pub mod style;
pub mod terminal_mode;
pub mod verbosity;
pub mod width;

pub use ask::ask;
pub use console::Console;
pub use figures::{bytes, count, elapsed, plural, ratio, running, span, time};
pub use json::json;
pub use keys::{Key, Keys};
pub use message::{error, note, warning};
pub use output::raw;
pub use pace::Pace;
pub use pager::{Pager, pager_is_open};
pub use sanitize::{excerpt, one_line, sanitize, sanitize_json};
pub use screen::{ColorChoice, Terminal, Terminals};
pub use secret::read_secret;
pub use shell::shell_word;
pub use status_row::{end_progress, erase_echo};
pub use terminal_mode::close as restore_terminal;
pub use verbosity::Verbosity;
