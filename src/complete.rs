//! What shells offer when the user types Tab: commands and flags from the command
//! line's definition, and days, years, inputs, alternatives, accounts, baselines,
//! branches and features from the files that are here.
//!
//! The script of `aoc completions` has the shell start `aoc` at each Tab, with
//! [`VARIABLE`] set. That makes no request, builds nothing and writes nothing but
//! the words that are offered; what it cannot find out is not offered.

mod definition;
mod line;
mod names;
mod request;
mod script;
mod selectors;

pub use request::{VARIABLE, answer, words};
pub use script::script;
