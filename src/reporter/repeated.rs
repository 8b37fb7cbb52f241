//! Notes and warnings that are the same for many puzzles: the first is shown as
//! it is, the others as a list of puzzles at the end.

use std::collections::{BTreeMap, BTreeSet};

use super::not_run::puzzle_names;
use crate::puzzle::Puzzle;

#[derive(Debug, Default)]
pub(super) struct Repeated {
    /// The texts without the puzzle's name, the puzzle that had each first, and
    /// those that had it too.
    texts: BTreeMap<String, (Puzzle, BTreeSet<Puzzle>)>,
}

impl Repeated {
    /// Whether the text, which begins with the puzzle's name, is to be shown: it
    /// is new but for the name.
    pub(super) fn is_new(&mut self, puzzle: Puzzle, text: &str) -> bool {
        let Some(rest) = text.strip_prefix(&format!("{puzzle}: ")) else {
            return true;
        };
        if let Some((_, others)) = self.texts.get_mut(rest) {
            others.insert(puzzle);
            return false;
        }
        let first = (puzzle, BTreeSet::new());
        self.texts.insert(rest.to_owned(), first);
        true
    }

    /// One line for each text that was not shown: `2020/2-25: as 2020/1`.
    pub(super) fn take(&mut self) -> Vec<String> {
        let texts = std::mem::take(&mut self.texts).into_values();
        let repeated = texts.filter(|(_, others)| !others.is_empty());
        let line = |(first, others): (Puzzle, BTreeSet<Puzzle>)| {
            format!("{}: as {first}", puzzle_names(&others).join(", "))
        };
        repeated.map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn only_the_first_of_many_is_shown() {
        let mut repeated = Repeated::default();
        let mut is_new = |day, text: &str| {
            let puzzle = Year(2020).day(Day(day));
            repeated.is_new(puzzle, &format!("{puzzle}: {text}"))
        };
        assert!(is_new(1, "no input"));
        assert!(!is_new(2, "no input"));
        assert!(is_new(3, "no such input"));
        assert!(!is_new(5, "no input"));
        assert!(repeated.is_new(Year(2020).day(Day(1)), "no input"));
        assert_eq!(repeated.take(), ["2020/2,5: as 2020/1"]);
        assert_eq!(repeated.take(), [""; 0]);
    }
}
