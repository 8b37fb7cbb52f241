//! The titles of past puzzles, which are built into the program, so that they need no page and no
//! request.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::calendar::{Day, Puzzle, Year};

/// The puzzles, one on each line: year, day and title, separated by tabs.
const TABLE: &str = include_str!("titles.tsv");

impl Puzzle {
    /// The title, if this program knows it.
    pub fn title(self) -> Option<&'static str> {
        static TITLES: OnceLock<BTreeMap<Puzzle, &str>> = OnceLock::new();
        let titles = TITLES.get_or_init(|| TABLE.lines().filter_map(entry).collect());
        titles.get(&self).copied()
    }
}

fn entry(line: &str) -> Option<(Puzzle, &str)> {
    let (year, after) = line.split_once('\t')?;
    let (day, title) = after.split_once('\t')?;
    Some((Year::parse(year)?.day(Day::parse(day)?), title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::calendar::LAST_KNOWN_EVENT;

    #[test]
    fn each_puzzle_of_2015_to_2025_has_a_title() {
        assert!(LAST_KNOWN_EVENT >= Year::of(2025));
        let puzzles = Year::of(2015)
            .through(LAST_KNOWN_EVENT)
            .flat_map(Year::puzzles);
        let mut count = 0;
        for puzzle in puzzles {
            let title = puzzle.title().expect("a title");
            assert!(!title.is_empty() && title == title.trim(), "{puzzle}");
            count += 1;
        }
        assert_eq!([count, TABLE.lines().count()], [262, 262]);
        for (puzzle, title) in [
            (Year::of(2015).day(Day::of(1)), Some("Not Quite Lisp")),
            (Year::of(2020).day(Day::of(22)), Some("Crab Combat")),
            (Year::of(2025).day(Day::of(12)), Some("Christmas Tree Farm")),
            (Year::of(2026).day(Day::of(1)), None),
        ] {
            assert_eq!(puzzle.title(), title, "{puzzle}");
        }
    }
}
