//! Notes and warnings that are the same for many puzzles: the first is shown as
//! it is, the others as a list of puzzles at the end.

use std::collections::{BTreeMap, BTreeSet};

use super::not_run::puzzle_names;
use crate::puzzle::Puzzle;
use crate::runner::RunEvent;
use crate::terminal::console::Console;

#[derive(Debug, Default)]
pub(super) struct Repeated {
    /// The puzzle of the job whose events come.
    puzzle: Option<Puzzle>,
    notes: Texts,
    warnings: Texts,
}

impl Repeated {
    /// Shows the note or warning that the event is, unless it is the same as that
    /// of another puzzle.
    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        match event {
            RunEvent::JobStarted(puzzle) => self.puzzle = Some(*puzzle),
            RunEvent::Note(text) if self.notes.is_new(self.puzzle, text) => console.note(text),
            RunEvent::Warning(text) if self.warnings.is_new(self.puzzle, text) => {
                console.warning(text);
            }
            _ => {}
        }
    }

    /// Says which puzzles the texts are about that were shown for another one.
    pub(super) fn finish(&mut self, console: &mut Console) {
        for text in self.notes.take() {
            console.note(&text);
        }
        for text in self.warnings.take() {
            console.warning(&text);
        }
    }
}

/// The texts without the puzzle's name, the puzzle that had each first, and
/// those that had it too.
#[derive(Debug, Default)]
struct Texts(BTreeMap<String, (Puzzle, BTreeSet<Puzzle>)>);

impl Texts {
    /// Whether the text, which may begin with the puzzle's name, is to be shown:
    /// it is new but for the name.
    fn is_new(&mut self, puzzle: Option<Puzzle>, text: &str) -> bool {
        let of_puzzle = |puzzle: Puzzle| {
            let rest = text.strip_prefix(&format!("{puzzle}: "))?;
            Some((puzzle, rest))
        };
        let Some((puzzle, rest)) = puzzle.and_then(of_puzzle) else {
            return true;
        };
        if let Some((_, others)) = self.0.get_mut(rest) {
            others.insert(puzzle);
            return false;
        }
        let first = (puzzle, BTreeSet::new());
        self.0.insert(rest.to_owned(), first);
        true
    }

    /// One line for each text that was not shown: `2020/2-25: as 2020/1`.
    fn take(&mut self) -> Vec<String> {
        let texts = std::mem::take(&mut self.0).into_values();
        let line = |(first, mut others): (Puzzle, BTreeSet<Puzzle>)| {
            // It may have had it twice.
            others.remove(&first);
            let names = puzzle_names(&others).join(", ");
            (!others.is_empty()).then(|| format!("{names}: as {first}"))
        };
        texts.filter_map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn only_the_first_of_many_is_shown() {
        let mut texts = Texts::default();
        let mut is_new = |day, text: &str| {
            let puzzle = Year(2020).day(Day(day));
            texts.is_new(Some(puzzle), &format!("{puzzle}: {text}"))
        };
        assert!(is_new(1, "no input"));
        assert!(!is_new(2, "no input"));
        assert!(is_new(3, "no such input"));
        assert!(!is_new(3, "no such input"));
        assert!(!is_new(5, "no input"));
        assert!(texts.is_new(Some(Year(2020).day(Day(1))), "no input"));
        assert!(texts.is_new(None, "2020/1: no input"));
        assert_eq!(texts.take(), ["2020/2,5: as 2020/1"]);
        assert_eq!(texts.take(), [""; 0]);
    }
}
