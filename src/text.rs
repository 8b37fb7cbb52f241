//! Text for people: figures with units, text from outside made safe to show, and
//! words of command lines to type.
//! Messages of every room use it, so it imports nothing.

mod figures;
mod path;
mod rust;
mod sanitize;
mod shell;

pub use figures::{bytes, count, digits, elapsed, plural, ratio, running, span, time};
pub use path::without_dots;
pub use rust::{Token, TokenKind, rust_tokens};
pub use sanitize::{excerpt, one_line, sanitize, sanitize_json};
pub use shell::shell_word;
