//! The known answers of a plan's days, and the days whose old program may tell more.

use std::collections::{BTreeMap, BTreeSet};

use super::old_program::DayToCompare;
use crate::import::Import;
use crate::import::compare::{FactsByPuzzle, KnownFacts, Proof};
use crate::import::plan::Plan;
use crate::puzzle::parts_in_calendar;

impl Import<'_> {
    /// The answers that are known for a plan's days before any code runs: recorded answers, and
    /// answers that the code asserts for the input.
    pub fn known_facts(&self, plan: &Plan) -> FactsByPuzzle {
        let mut all = FactsByPuzzle::new();
        for (&puzzle, copied) in &plan.copied {
            let store = self.request.store;
            let mut answers = BTreeMap::new();
            let mut asserted = BTreeSet::new();
            if let Some(input) = plan.input_of(store, puzzle) {
                let day = self.day(puzzle, copied);
                answers = day.assertions.answers_to(&input, day.candidates());
                asserted = day.assertions.answers_to_unknown_texts(day.candidates());
            }
            answers.extend(plan.answers_of(store, puzzle));
            let known = KnownFacts {
                answers,
                asserted,
                ..KnownFacts::default()
            };
            all.insert(puzzle, known);
        }
        all
    }

    /// The days of a plan for which the old program may know answers: days with an input and with
    /// unknown answers.
    pub fn days_to_compare(&self, plan: &Plan, known: &FactsByPuzzle) -> Vec<DayToCompare> {
        let mut days = Vec::new();
        for (&puzzle, copied) in &plan.copied {
            let is_open = known
                .get(&puzzle)
                .is_some_and(|known| known.answers.len() < parts_in_calendar(puzzle).len());
            if is_open && let Some(input) = plan.input_of(self.request.store, puzzle) {
                let day = self.day(puzzle, copied);
                days.push(DayToCompare {
                    puzzle,
                    file: day.file.clone(),
                    // If another file has part 2, the program of this file answers only part 1.
                    proves: if day.part2.is_some() {
                        Proof::Confirms
                    } else {
                        Proof::Refutes
                    },
                    input,
                });
            }
        }
        days
    }
}
