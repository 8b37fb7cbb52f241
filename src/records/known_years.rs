//! The stars of years, as the site showed them and as the last day of an event proves them.

use std::collections::BTreeMap;

use aoc_solution::Part;

use super::known_stars::KnownStars;
use super::replies::StoredReplies;
use super::stored_day::StoredDay;
use crate::inputs::Store;
use crate::puzzle::{Puzzle, Year};
use crate::site::{UserStars, YearStars};

pub struct KnownYears<'a> {
    /// The stars as the site showed them.
    pub shown: UserStars,
    /// The files of the project. `None` outside of a project.
    store: Option<&'a Store>,
    /// Whether all stars of a year are known to be won.
    complete_years: BTreeMap<Year, bool>,
}

impl<'a> KnownYears<'a> {
    pub fn new(store: Option<&'a Store>, replies: StoredReplies) -> Self {
        Self {
            shown: replies.stars(),
            store,
            complete_years: BTreeMap::new(),
        }
    }

    /// The known stars of a day. `stored` has the parts that the day's own files show as solved.
    pub fn stars_of(&mut self, puzzle: Puzzle, stored: [bool; 2]) -> KnownStars {
        KnownStars {
            stored,
            on_site: self.shown.of_day(puzzle),
            is_year_complete: self.is_complete(puzzle.year),
        }
    }

    /// True if the site has shown all stars of the year or its last star, or if the files of its
    /// last day show the last star. These files may be of another account, so a later list of stars
    /// refutes them.
    fn is_complete(&mut self, year: Year) -> bool {
        if let Some(is_complete) = self.complete_years.get(&year) {
            return *is_complete;
        }
        let last = year.puzzles().last().expect("an event has days");
        let shown = self.shown.of_year(year);
        let listed_at = shown.and_then(|shown| shown.shown_at);
        let is_complete = shown.is_some_and(YearStars::is_complete)
            || self.shown.of_day(last) == Some(2)
            || self.store.is_some_and(|store| {
                // If the file of answers cannot be read, the last day reports it.
                let recorded = store.answers(last, None).unwrap_or_default();
                let known = StoredDay::new(store, last).known_answers(recorded);
                let is_refuted =
                    listed_at.is_some() && known.recorded.time_of_star(Part::Two) <= listed_at;
                known.solved()[Part::Two.index()] && !is_refuted
            });
        self.complete_years.insert(year, is_complete);
        is_complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_without_stars_in_a_damaged_file_is_not_complete() {
        for (stars, of, is_complete) in [(24, 24, true), (23, 24, false), (0, 0, false)] {
            let text = format!(r#"{{"years":[{{"year":2025,"stars":{stars},"of":{of}}}]}}"#);
            let mut years = KnownYears {
                shown: serde_json::from_str(&text).unwrap(),
                store: None,
                complete_years: BTreeMap::new(),
            };
            assert_eq!(years.is_complete(Year::of(2025)), is_complete, "{text}");
        }
    }
}
