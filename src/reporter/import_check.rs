//! What `aoc import` says of the imported days once they were built and run.
//!
//! ```text
//! checked: 25 of 25 days build, 19 of 20 examples and 12 of 12 answers agree
//!   2020/9 example 2 part 1  wrong: got 127, expected 62
//! ```

use std::collections::BTreeSet;

use serde::Serialize;

use super::head::{input_name, phase_label};
use super::status::{message_line, status_style, status_word};
use super::summary::{full_name, puzzle_names};
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{JobFailure, PhaseResult, PuzzleResult, Status};
use crate::terminal::OutputError;
use crate::terminal::console::Console;
use crate::terminal::layout::Line;
use crate::terminal::plural;
use crate::terminal::style::{BAD, GOOD, STRONG};

/// What became of the imported days.
#[derive(Debug, Serialize)]
pub struct ImportCheck {
    pub days: usize,
    /// How many of these compile.
    pub built: usize,
    pub examples: Agreement,
    /// Answers to inputs.
    pub answers: Agreement,
    /// How many answers there is nothing to compare with.
    pub unverified: usize,
    pub problems: Vec<Problem>,
}

/// How many known answers are given again.
#[derive(Debug, Default, Serialize)]
pub struct Agreement {
    pub agree: usize,
    pub differ: usize,
}

/// Something that is not as it was.
#[derive(Debug, Serialize)]
pub struct Problem {
    pub year: Year,
    pub day: Day,
    /// Such as `2020/9 example 2 part 1`.
    pub name: String,
    /// `None` if the day does not compile.
    pub status: Option<Status>,
    pub message: String,
}

impl ImportCheck {
    pub fn new(days: usize) -> Self {
        Self {
            days,
            built: 0,
            examples: Agreement::default(),
            answers: Agreement::default(),
            unverified: 0,
            problems: Vec::new(),
        }
    }

    /// A day does not compile.
    pub fn add_unbuilt(&mut self, puzzle: Puzzle, why: &str) {
        self.problem(puzzle, puzzle.to_string(), None, why);
    }

    /// A day did not run.
    pub fn add_failure(&mut self, failure: &JobFailure) {
        let why = failure.to_string();
        let puzzle = failure.puzzle;
        self.problem(puzzle, puzzle.to_string(), Some(Status::Error), &why);
    }

    /// The examples of a day ran.
    pub fn add_examples(&mut self, puzzle: Puzzle, examples: &[PuzzleResult]) {
        for example in examples {
            self.example(puzzle, example);
        }
    }

    /// A day ran with an input.
    pub fn add(&mut self, result: &PuzzleResult) {
        let puzzle = result.header.puzzle();
        self.add_examples(puzzle, &result.examples);
        for phase in &result.phases {
            match phase.status {
                Status::Accepted => self.answers.agree += 1,
                Status::Unverified => self.unverified += 1,
                status if status.is_failure() => {
                    self.answers.differ += usize::from(phase.expected.is_some());
                    let name = full_name(&result.header, phase);
                    self.problem(puzzle, name, Some(status), &difference(phase));
                }
                _ => {}
            }
        }
        if let Some(message) = &result.message {
            self.problem(puzzle, puzzle.to_string(), Some(result.status), message);
        }
    }

    fn example(&mut self, puzzle: Puzzle, example: &PuzzleResult) {
        self.examples.agree += usize::from(
            example.phases.iter().any(|it| it.status == Status::Matched) && !example.is_failure(),
        );
        self.examples.differ += usize::from(example.is_failure());
        let prefix = format!(
            "{puzzle} {}",
            input_name(&example.header).unwrap_or_default()
        );
        let failed = |phase: &&PhaseResult| phase.status.is_failure();
        for phase in example.phases.iter().filter(failed) {
            let name = format!("{prefix} {}", phase_label(phase));
            self.problem(puzzle, name, Some(phase.status), &difference(phase));
        }
        if let Some(message) = &example.message {
            self.problem(puzzle, prefix, Some(example.status), message);
        }
    }

    fn problem(&mut self, puzzle: Puzzle, name: String, status: Option<Status>, message: &str) {
        self.problems.push(Problem {
            year: puzzle.year,
            day: puzzle.day,
            name,
            status,
            message: message.to_owned(),
        });
    }

    /// Puts the problems in the order of the puzzles.
    pub fn sort(&mut self) {
        self.problems
            .sort_by_key(|problem| (problem.year, problem.day));
    }

    pub const fn is_good(&self) -> bool {
        self.problems.is_empty()
    }

    /// Whether a day stopped at arithmetic that overflows.
    pub fn overflows(&self) -> bool {
        let mut panics = self.problems.iter();
        panics.any(|it| it.status == Some(Status::Panic) && it.message.ends_with("with overflow"))
    }

    /// `25 of 25 days build, 19 of 20 examples and 12 of 12 answers agree`
    fn words(&self) -> String {
        let mut words = format!("{} of {} build", self.built, plural(self.days, "day"));
        let known = [(&self.examples, "example"), (&self.answers, "answer")];
        let known = known
            .iter()
            .filter_map(|(agreement, word)| agreement.words(word));
        let known: Vec<String> = known.collect();
        if !known.is_empty() {
            words = format!("{words}, {} agree", known.join(" and "));
        }
        words
    }
}

impl Agreement {
    fn words(&self, word: &str) -> Option<String> {
        let all = self.agree + self.differ;
        (all > 0).then(|| format!("{} of {}", self.agree, plural(all, word)))
    }
}

/// Shows the sum, and what is not as it was.
pub fn import_checked(console: &mut Console, check: &ImportCheck) -> Result<(), OutputError> {
    let terminal = console.stdout;
    let mut line = Line::new(terminal, 4);
    let style = if check.is_good() { GOOD } else { BAD };
    line.tagged(style, "checked:", &check.words());
    let mut lines = line.end();
    for (name, problem) in named(&check.problems) {
        let mut line = Line::new(terminal, 6);
        let (style, word) = match problem.status {
            Some(status) => (status_style(status), status_word(status)),
            None => (BAD, "does not compile"),
        };
        line.gap(2).words(STRONG, &name).gap(2).tagged(
            style,
            &format!("{word}:"),
            &message_line(&problem.message),
        );
        lines.push_str(&line.end());
    }
    console.print(&lines)
}

/// The problems with their names. What keeps several days from being built is
/// told once.
fn named(problems: &[Problem]) -> Vec<(String, &Problem)> {
    let mut shown: Vec<(String, &Problem)> = Vec::new();
    for problem in problems {
        let same = |other: &&Problem| {
            (other.status, &other.message) == (problem.status, &problem.message)
                && problem.status.is_none()
        };
        if shown.iter().any(|(_, other)| same(other)) {
            continue;
        }
        let days = problems.iter().filter(same);
        let days: BTreeSet<Puzzle> = days.map(|it| it.year.day(it.day)).collect();
        let name = if days.is_empty() {
            problem.name.clone()
        } else {
            puzzle_names(&days).join(", ")
        };
        shown.push((name, problem));
    }
    shown
}

/// `got 33401, expected 33400`, or why there is no answer.
fn difference(phase: &PhaseResult) -> String {
    let message = phase.message.as_deref().unwrap_or_default();
    match &phase.answer {
        Some(answer) if phase.status == Status::Wrong => format!("got {answer}, {message}"),
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_names_only_what_there_is() {
        let mut check = ImportCheck::new(2);
        check.built = 1;
        check.add_unbuilt(Year(2020).day(Day(9)), "days/year2020/day09.rs:1:1: no");
        check.add_unbuilt(Year(2019).day(Day(9)), "x");
        check.sort();
        assert_eq!(check.problems[0].name, "2019/9");
        assert_eq!(check.words(), "1 of 2 days build");
        check.add_unbuilt(Year(2020).day(Day(8)), "x");
        let names: Vec<String> = named(&check.problems).into_iter().map(|it| it.0).collect();
        assert_eq!(names, ["2019/9, 2020/8", "2020/9"]);
        check.answers.agree = 1;
        assert_eq!(check.words(), "1 of 2 days build, 1 of 1 answer agree");
        check.examples.agree = 2;
        check.examples.differ = 1;
        let words = "1 of 2 days build, 2 of 3 examples and 1 of 1 answer agree";
        assert_eq!(check.words(), words);
    }
}
