//! Names of puzzles: years, days, selectors and the event calendar.

mod calendar;
mod names;
mod resolve;
mod selector;

pub use calendar::{
    Day, Puzzle, Year, built_in_days, days, is_last_star, know_days, newest_unlocked, next_unlock,
    running, today, unlock,
};
pub use names::{day_at, day_in, day_name, misnamed, words, year_of};
pub use resolve::{ResolveContext, Wanted};
pub use selector::{is_like_selector, is_path, nearest, parse_selectors};
