//! What a puzzle is called: years, days, selectors and the event calendar.

mod calendar;
mod id;
mod names;
mod resolve;
mod selection;
mod selector;

pub use calendar::{days, has_part2, newest_unlocked, next_unlock, running, today, unlock};
pub use id::{Day, Puzzle, Year};
pub use names::{Misnamed, day_name, is_path};
pub use resolve::{DefaultYear, ResolveContext, Wanted};
pub use selection::Selection;
pub use selector::SelectorError;
