//! The known answers of a plan's days, and the days whose old program may tell more.

use super::old_program::DayToCompare;
use crate::import::Import;
use crate::import::compare::{FactsByPuzzle, KnownFacts, Proof};
use crate::import::plan::Plan;
use crate::puzzle::parts_in_calendar;

/// The answers that are known for a plan's days before any code runs: recorded answers, and answers
/// that the code asserts for the input. Also the days for which the old program may know answers:
/// days with an input and with unknown answers. A day occurs twice if each part has its own program.
pub fn known_facts(import: &Import, plan: &Plan) -> (FactsByPuzzle, Vec<DayToCompare>) {
    let store = import.request.store;
    let mut all = FactsByPuzzle::new();
    let mut days = Vec::new();
    for (&puzzle, copied) in &plan.copied {
        let day = import.day(puzzle, copied);
        let mut known = KnownFacts::default();
        let input = plan.input_of(store, puzzle);
        if let Some(input) = &input {
            known.answers = day.assertions.answers_to(input, day.candidates());
            known.asserted = day.assertions.answers_to_unknown_texts(day.candidates());
        }
        known.answers.extend(plan.answers_of(store, puzzle));
        let is_open = known.answers.len() < parts_in_calendar(puzzle).len();
        if is_open && let Some(input) = input {
            // If two files have a part each, the program of each answers only its part.
            let proves = if day.is_joined() {
                Proof::Confirms
            } else {
                Proof::Refutes
            };
            let programs = if day.is_joined() && day.is_crate {
                day.files.values().collect()
            } else {
                vec![&day.file]
            };
            days.extend(programs.into_iter().map(|file| DayToCompare {
                puzzle,
                file: file.clone(),
                proves,
                input: input.clone(),
            }));
        }
        all.insert(puzzle, known);
    }
    (all, days)
}
