//! Years, days and puzzles, the event calendar, and the selectors that name puzzles.

mod calendar;
mod facts;
mod list;
mod names;
#[cfg(test)]
mod properties;
mod resolve;
mod selector;
mod titles;

pub use calendar::{
    DAYS, Day, LAST_KNOWN_EVENT, MAX_START_WAIT, NEXT_EVENT_LEAD, Puzzle, Year, add_shown_days,
    built_in_day_count, day_count, day_count_hint, due, is_day_count_known, locked_puzzles,
    may_be_last_star, newest_event, next_unlock, next_unlock_hint, no_such_day_message, other_part,
    parts_in_calendar, parts_with_answer, possible_day_counts, today, unlock,
};
pub use facts::{ImpliedYear, PuzzleScope, SelectionFacts};
pub use list::{ByMessage, lists_by_year, puzzle_list};
pub use names::{ModuleName, day_of_name, meant_day_number, parse_day_name, words};
pub use resolve::Resolved;
pub use selector::{
    DaySpan, SELECTOR_WORDS, Selector, Span, contradicting_year_error, is_address, is_path,
    is_selector, looks_like_selector, parse_selectors, year_of_address,
};
