//! What a puzzle is called: years, days, selectors and the event calendar.

mod calendar;
mod error;
mod id;
mod misnamed;
mod path;
mod resolve;
mod selection;
mod selector;

pub use calendar::{days, has_part2, newest_unlocked, next_unlock, running, today, unlock};
pub use error::SelectorError;
pub use id::{Day, EVERY_YEAR, Puzzle, Year};
pub use misnamed::{Misnamed, day_name};
pub use path::{is_every_year, is_path};
pub use resolve::{DefaultYear, ResolveContext, Resolved};
pub use selection::Selection;
