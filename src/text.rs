//! Text for people: figures with units, and text from outside made safe to show.
//! Messages of every room use it, so it imports nothing.

mod figures;
mod sanitize;

pub use figures::{bytes, count, digits, elapsed, plural, ratio, running, span, time};
pub use sanitize::{excerpt, one_line, sanitize};
