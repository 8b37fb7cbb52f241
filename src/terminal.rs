//! The building blocks of screens: colours, widths, lines of cells, tables, paragraphs, the pager,
//! keys, the progress line, and figures with units. They also make text from outside safe to show.

mod clipboard;
mod console;
mod features;
mod figures;
mod keys;
mod line;
mod link;
mod pager;
mod sanitize;
mod screen;
pub mod style;
pub mod table;
pub mod tty;
mod user_program;

pub use clipboard::copy_sequence;
#[cfg(test)]
pub use console::Screen;
pub use console::{
    Consent, Console, MessageKind, ResultList, can_ask, confirm, is_stdout_closed,
    note_closed_stdout, print_error, write_error, write_raw,
};
pub use figures::{
    DASH, LOWER_BOUND, LocalOffset, bytes, computed_time, count, digits, measured_time, plural,
    shown_day_and_time, shown_minute, span, span_of, span_or_dash,
};
pub use keys::Keys;
pub use line::{
    Line, cut_end, excerpt, legend, linked_row, row, text_line, width, with_single_blanks,
};
pub use link::Link;
pub use pager::show_paged;
pub use sanitize::{
    escape_markdown, inline_code, is_control, longest_backtick_run, one_line, plain_line, sanitize,
    sanitize_json, shell_word, with_tilde, without_view_key,
};
pub use screen::{Terminal, Verbosity};
pub use user_program::{command_words, is_not_started, user_command};
