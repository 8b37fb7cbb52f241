//! What a puzzle is called: years, days, selectors and the event calendar.

mod calendar;
mod error;
mod id;
mod resolve;
mod selection;
mod selector;

pub use calendar::{days, newest_unlocked, unlock};
pub use error::SelectorError;
pub use id::{Day, Puzzle, Year};
pub use resolve::ResolveContext;
pub use selection::Selection;
