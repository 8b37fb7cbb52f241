//! What is solved, as far as is known without asking the site: from the recorded answers and
//! from the stored page, which shows the stars that were won on another computer.

use aoc_solution::Part;

use crate::inputs::{Answers, Store};
use crate::puzzle::Puzzle;
use crate::site::PuzzlePage;

/// The stored page of a puzzle; an empty one if it shows another input than the stored one, and
/// so what another account has solved.
pub fn own_page(store: &Store, puzzle: Puzzle) -> PuzzlePage {
    let page = PuzzlePage::stored(store, puzzle);
    if store.is_other_input(puzzle, page.input()) {
        return PuzzlePage::default();
    }
    page
}

/// True if a part is known to be solved.
pub fn is_solved(puzzle: Puzzle, part: Part, answers: &Answers, page: &PuzzlePage) -> bool {
    answers.has_star(puzzle, part) || page.has_solved(part)
}

/// The number of parts that are known to be solved.
pub fn known_stars(store: &Store, puzzle: Puzzle, answers: &Answers) -> u8 {
    let recorded = answers.stars(puzzle);
    // Most pages need not be read.
    if recorded == 2 || !store.has_page(puzzle) {
        return recorded;
    }
    let page = own_page(store, puzzle);
    Part::BOTH
        .map(|part| u8::from(is_solved(puzzle, part, answers, &page)))
        .iter()
        .sum()
}
