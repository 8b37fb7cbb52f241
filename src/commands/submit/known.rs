//! What is known about a puzzle without asking the site: the answers on the disk,
//! and the cached page.

use aoc_solution::Part;

use crate::inputs::{Answers, Guess, Store, StoreError, Verdict};
use crate::puzzle::{Puzzle, has_part2};
use crate::site::PuzzlePage;

pub struct Known {
    pub puzzle: Puzzle,
    pub answers: Answers,
    page: PuzzlePage,
}

/// That a part is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// `None` for the last star of an event, which has no answer.
    pub answer: Option<String>,
}

impl Known {
    pub fn load(store: &Store, puzzle: Puzzle) -> Result<Self, StoreError> {
        // A page that cannot be read is downloaded again when it is needed.
        let page = store.page(puzzle).unwrap_or_default();
        let page = page.map(|html| PuzzlePage::parse(&html));
        let page = page.filter(|page| page.is_titled(puzzle));
        Ok(Self {
            puzzle,
            answers: store.answers(puzzle, None)?,
            page: page.unwrap_or_default(),
        })
    }

    /// Whether the part is solved. The site's page counts before what people
    /// have recorded.
    pub fn accepted(&self, part: Part) -> Option<Accepted> {
        let right = |guess: &&Guess| guess.part == part && guess.verdict == Verdict::Right;
        let is_last = is_last_star(self.puzzle, part);
        let answer = self.page.answer(part).map(str::to_owned);
        let answer = answer
            .or_else(|| self.answers.accepted(part).map(str::to_owned))
            .or_else(|| self.answers.guesses.iter().find(right).map(answer_of))
            .filter(|_| !is_last);
        let is_right = self.answers.guesses.iter().any(|guess| right(&guess));
        let solved = answer.is_some() || self.page.has_solved(part) || is_last && is_right;
        solved.then_some(Accepted { answer })
    }

    /// The first part that is not solved; part 2 if both are.
    pub fn next_part(&self) -> Part {
        match self.accepted(Part::One) {
            None => Part::One,
            Some(_) => Part::Two,
        }
    }
}

fn answer_of(guess: &Guess) -> String {
    guess.answer.clone()
}

/// Whether the part is the second one of its event's last day, which has neither
/// an input nor an answer: its star is for those who have all others.
pub fn is_last_star(puzzle: Puzzle, part: Part) -> bool {
    part == Part::Two && !has_part2(puzzle)
}
