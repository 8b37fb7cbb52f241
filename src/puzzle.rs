//! What a puzzle is called: years, days, selectors and the event calendar.

mod calendar;
mod id;
mod names;
mod resolve;
mod selector;

pub use calendar::{days, has_part2, newest_unlocked, next_unlock, running, today, unlock};
pub use id::{Day, Puzzle, Year};
pub use names::{day_name, misnamed};
pub use resolve::{ResolveContext, Wanted};
pub use selector::{Selection, SelectorError, is_path};
