//! A file of the old repository that is a day: its puzzle, its kind, and how it is called if nothing
//! is compiled.

use aoc_solution::Part;

use super::candidates::{Basis, Candidate, PartFunction, first_by_names};
use super::day_decision::{PartNotCalled, TakenWiring, WhyNotCalled};
use super::wiring::Wiring;
use crate::puzzle::{Puzzle, part_count};

/// A file that is a day, or looks like one.
#[derive(Clone, Debug)]
pub struct DayFile {
    pub file: String,
    /// The file with part 2, if `file` has only part 1. Then the source of `file` has a module for
    /// each part.
    pub part2: Option<String>,
    pub kind: DayKind,
    /// A note that the user's expressions are not used, because none applies to the day.
    pub unused_expressions: Option<String>,
    /// A note that some of its possible calls are not tried, because there are too many.
    pub untried_calls: Option<String>,
    /// The functions that are named for the parts.
    pub part_functions: Vec<PartFunction>,
    /// True if it is the root of a crate, and not a module.
    pub is_crate: bool,
    /// The folder of its own modules.
    pub module_folder: String,
    pub puzzle: Puzzle,
}

/// Whether a file has a whole day, and whether its functions have to be called.
#[derive(Clone, Debug)]
pub enum DayKind {
    /// It has only one part of a day, whatever its functions are. `None` if its name does not say
    /// which part.
    OnePart(Option<Part>),
    /// It is a day of `aoc` already.
    OfAoc,
    /// Its functions have to be called: by one of these candidates, preferred ones first.
    ToCall(Vec<Candidate>),
}

impl DayFile {
    /// The candidates for its call, preferred ones first. Empty if nothing can or has to be called.
    pub fn candidates(&self) -> &[Candidate] {
        match &self.kind {
            DayKind::ToCall(candidates) => candidates,
            DayKind::OnePart(_) | DayKind::OfAoc => &[],
        }
    }

    /// True if it cannot be copied without a trial: neither the user nor names say how it is called,
    /// and it is not a day of `aoc`.
    pub fn needs_trial(&self) -> bool {
        match &self.kind {
            DayKind::OnePart(_) => true,
            DayKind::OfAoc => false,
            DayKind::ToCall(candidates) => candidates.iter().all(Candidate::is_guess),
        }
    }

    /// The order among the files of a puzzle: first those that need no trial, then those that have
    /// any candidates.
    pub fn rank(&self) -> (bool, bool) {
        (self.needs_trial(), self.candidates().is_empty())
    }

    /// The wiring of the day if nothing is compiled. `None` if neither the user nor names say it.
    pub fn wiring_by_names(&self) -> Option<TakenWiring> {
        let candidates = self.candidates();
        let wiring = first_by_names(candidates)?;
        let not_called = match &candidates.first()?.basis {
            Basis::User { not_called } => not_called.clone(),
            Basis::Names | Basis::Guess => {
                let function = unanswered(&self.part_functions, self.puzzle, &wiring);
                function.map(|function| self.not_called(function))
            }
        };
        Some(TakenWiring {
            wiring,
            not_called,
            unused_expressions: self.unused_expressions.clone(),
            is_uncompared: false,
        })
    }

    /// The part for which a function is named that is not called, if nothing is compiled.
    fn not_called(&self, function: &PartFunction) -> PartNotCalled {
        let mut candidates = self.candidates().iter();
        let has_candidates = candidates.any(|candidate| candidate.wiring.answers(function.part));
        function.not_called(|function| {
            if has_candidates {
                WhyNotCalled::NotCompiled { function }
            } else {
                WhyNotCalled::TakesMore { function }
            }
        })
    }
}

/// The function that is named for a part of the puzzle which the wiring does not answer.
pub fn unanswered<'f>(
    functions: &'f [PartFunction],
    puzzle: Puzzle,
    wiring: &Wiring,
) -> Option<&'f PartFunction> {
    let parts = part_count(puzzle);
    functions
        .iter()
        .find(|function| function.part.index() < parts && !wiring.answers(function.part))
}
