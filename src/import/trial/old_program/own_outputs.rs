//! The outputs of the old program that are about one day each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::attempts::{Attempt, CommandForm};
use crate::import::compare::{ProgramOutput, Proof, sections, values_in};
use crate::puzzle::Puzzle;

/// The output of an attempt for a day, which may also be about other days.
#[derive(Debug)]
pub struct OldOutput {
    pub attempt: Attempt,
    pub text: String,
    pub proves: Proof,
}

impl OldOutput {
    /// The program and the values in its output. Days for which the program prints the same have
    /// the same key.
    fn key(&self) -> (&Path, Vec<String>) {
        (&self.attempt.executable, values_or_words(&self.text))
    }
}

pub fn has_several_years(puzzles: &BTreeSet<Puzzle>) -> bool {
    let first = puzzles.first().map(|puzzle| puzzle.year);
    puzzles.iter().any(|puzzle| Some(puzzle.year) != first)
}

/// The outputs that are about their own days, which are the days for which the program ran.
/// `puzzles` are all puzzles of the package. If an output names days, only the sections about its
/// own day are kept. An output that does not name a day is about its own day, unless the program
/// runs all days, or ignores its arguments and prints the same for another day. `None` for an output
/// that is not about its day.
pub fn own_outputs(
    outputs: &[(Puzzle, OldOutput)],
    puzzles: &BTreeSet<Puzzle>,
) -> Vec<Option<ProgramOutput>> {
    let mut days = BTreeMap::<(&Path, Vec<String>), BTreeSet<Puzzle>>::new();
    for (puzzle, output) in outputs {
        days.entry(output.key()).or_default().insert(*puzzle);
    }
    let mut own = Vec::new();
    for (puzzle, output) in outputs {
        let form = output.attempt.form;
        let runs_several_days = form == CommandForm::AllDays && puzzles.len() > 1;
        let is_about_own_day = !runs_several_days && days[&output.key()].len() == 1;
        let sections = match form {
            // The output of a day's own program is about that day, whatever day it names.
            CommandForm::OwnProgram | CommandForm::OwnProgramWithInput => Vec::new(),
            CommandForm::WithNumbers(_) | CommandForm::AllDays => sections(&output.text),
        };
        let text = if sections.is_empty() {
            is_about_own_day.then(|| output.text.clone())
        } else {
            let is_year_clear = is_about_own_day || !has_several_years(puzzles);
            sections
                .into_iter()
                .filter(|section| section.day == puzzle.day)
                .filter(|section| match section.year {
                    Some(year) => year == puzzle.year,
                    None => is_year_clear,
                })
                .map(|section| section.text)
                .reduce(|before, section| before + &section)
        };
        let proves = output.proves;
        own.push(text.map(|text| ProgramOutput { text, proves }));
    }
    own
}

/// The numbers in an output that may be answers, or else its words.
fn values_or_words(text: &str) -> Vec<String> {
    let values = values_in(text);
    if values.is_empty() {
        return text.split_whitespace().map(str::to_owned).collect();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of a call of this form.
    fn printed(text: &str, form: CommandForm) -> OldOutput {
        OldOutput {
            attempt: Attempt {
                executable: "old".into(),
                arguments: Vec::new(),
                form,
                folder: "".into(),
            },
            text: text.to_owned(),
            proves: Proof::Refutes,
        }
    }

    /// Whether these outputs of the first three days can refute an answer.
    fn can_refute(texts: [&str; 3]) -> [bool; 3] {
        let days = [1, 2, 3].map(|day| Puzzle::of(2020, day));
        let outputs = texts.map(|text| printed(text, CommandForm::WithNumbers("%DAY%")));
        let outputs: Vec<_> = days.into_iter().zip(outputs).collect();
        let own = own_outputs(&outputs, &BTreeSet::from(days));
        [0, 1, 2].map(|index| {
            own[index]
                .as_ref()
                .is_some_and(|output| output.proves == Proof::Refutes)
        })
    }

    #[test]
    fn an_output_that_names_days_is_cut_to_each_of_them() {
        let all = "== Day 1 ==\nPart 1: 4\nPart 2: 4\n\n== Day 2 ==\nPart 1: 2\nPart 2: 3\n";
        let with_years = "2020 day 1: 4 4\n2021 day 1: 2 3\n";
        let numbers = CommandForm::WithNumbers("%DAY%");
        let first = Some("Part 1: 4\nPart 2: 4\n\n");
        for (texts, form, puzzles, expected) in [
            (
                [all, all],
                CommandForm::AllDays,
                [1, 2],
                [first, Some("Part 1: 2\nPart 2: 3\n")],
            ),
            ([all, all], numbers, [1, 3], [first, None]),
            // The days have the same answers.
            (
                ["Day 1: 7 8\n", "Day 2: 7 8\n"],
                numbers,
                [1, 2],
                [Some(": 7 8\n"); 2],
            ),
            // The program ignores its argument.
            (["Day 9: 7 8\n", "Day 9: 7 8\n"], numbers, [1, 2], [None; 2]),
            (["7 8\n", "7 8\n"], numbers, [1, 2], [None; 2]),
            (["7 8\n", "7 9\n"], CommandForm::AllDays, [1, 2], [None; 2]),
            (
                ["7 8\n", "7 9\n"],
                numbers,
                [1, 2],
                [Some("7 8\n"), Some("7 9\n")],
            ),
            // The program of a day prints about that day, even if the output still names the day
            // that the program was copied from.
            (
                ["Day 9\n7 8\n", "2\n"],
                CommandForm::OwnProgram,
                [1, 2],
                [Some("Day 9\n7 8\n"), Some("2\n")],
            ),
            (
                [with_years, with_years],
                CommandForm::AllDays,
                [1, 2],
                [Some(": 4 4\n"), None],
            ),
        ] {
            let days = puzzles.map(|day| Puzzle::of(2020, day));
            let outputs = texts.map(|text| printed(text, form));
            let outputs: Vec<_> = days.into_iter().zip(outputs).collect();
            let own = own_outputs(&outputs, &BTreeSet::from(days));
            let own = own.iter().map(|output| Some(&*output.as_ref()?.text));
            assert!(own.eq(expected), "{texts:?} {form:?}");
        }
    }

    #[test]
    fn a_section_without_a_year_is_of_the_only_year_or_of_a_call_with_the_year() {
        let days = [2020, 2021].map(|year| Puzzle::of(year, 1));
        let with_year = CommandForm::WithNumbers("%YEAR% %DAY%");
        for (texts, form, expected) in [
            (["Day 1: 7 8\n", "Day 1: 7 9\n"], with_year, true),
            (["Day 1: 7 8\n", "Day 1: 7 8\n"], with_year, false),
            (["Day 1: 7 8\nDay 1: 7 9\n"; 2], CommandForm::AllDays, false),
        ] {
            let outputs = texts.map(|text| printed(text, form));
            let outputs: Vec<_> = days.into_iter().zip(outputs).collect();
            let own = own_outputs(&outputs, &BTreeSet::from(days));
            assert_eq!(own.iter().all(Option::is_some), expected, "{texts:?}");
        }
    }

    #[test]
    fn what_is_printed_for_several_days_is_of_none_alone() {
        let can_refute = can_refute([
            "Part 1: 5 (12 ms)",
            "Part 1: 5 (14 ms)",
            "Part 1: 7 (12 ms)",
        ]);
        assert_eq!(can_refute, [false, false, true]);
    }

    #[test]
    fn words_for_several_days_are_repeated_only_if_they_are_the_same() {
        let can_refute = can_refute(["Part 1: ab,cd\n", "Part 1: ef,gh\n", "Part 1: ab,cd\n"]);
        assert_eq!(can_refute, [false, true, false]);
    }
}
