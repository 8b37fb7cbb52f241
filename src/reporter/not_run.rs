//! Puzzles that could not run, with their reason told once: what keeps one day
//! from compiling often keeps the others of its year, or other years.

use std::collections::BTreeSet;

use super::status::message_line;
use crate::puzzle::{Puzzle, Year};
use crate::runner::JobFailure;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, PLAIN, STRONG};

/// Collects puzzles as long as they have the same reason.
#[derive(Debug, Default)]
pub(super) struct NotRun {
    puzzles: BTreeSet<Puzzle>,
    reason: String,
    /// The column at which lines begin.
    indent: usize,
}

impl NotRun {
    pub(super) fn indented(indent: usize) -> Self {
        Self {
            indent,
            ..Self::default()
        }
    }

    /// Adds a failure. Returns the lines of those before it, if they had another
    /// reason.
    pub(super) fn add(&mut self, terminal: Terminal, failure: &JobFailure) -> Option<String> {
        let reason = failure.to_string();
        // The puzzle's name stands before it.
        let name = format!("{}: ", failure.puzzle);
        let reason = reason.strip_prefix(&name).unwrap_or(&reason).to_owned();
        let lines = (self.reason != reason)
            .then(|| self.take(terminal))
            .flatten();
        self.reason = reason;
        self.puzzles.insert(failure.puzzle);
        lines
    }

    /// The lines of all that was added.
    pub(super) fn take(&mut self, terminal: Terminal) -> Option<String> {
        let puzzles = std::mem::take(&mut self.puzzles);
        if puzzles.is_empty() {
            return None;
        }
        let mut line = Line::new(terminal, self.indent + 4);
        line.gap(self.indent)
            .words(STRONG, &puzzle_names(&puzzles).join(", "))
            .gap(2)
            .tagged(BAD, "error:", &message_line(&self.reason));
        Some(line.end())
    }
}

/// The puzzles in a message: `2020/1-5,22, 2021/3`.
pub fn puzzle_list(puzzles: impl IntoIterator<Item = Puzzle>) -> String {
    puzzle_names(&puzzles.into_iter().collect()).join(", ")
}

/// The puzzles as selectors, one for each year: `2020/1-5,22`.
pub(super) fn puzzle_names(puzzles: &BTreeSet<Puzzle>) -> Vec<String> {
    let mut names: Vec<(Year, String)> = Vec::new();
    let mut rest = puzzles.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        let follows =
            |last: Puzzle, next: &Puzzle| next.year == last.year && next.day.0 == last.day.0 + 1;
        while let Some(next) = rest.next_if(|next| follows(last, next)) {
            last = next;
        }
        let days = if first == last {
            first.day.to_string()
        } else {
            format!("{}-{}", first.day, last.day)
        };
        match names.last_mut() {
            Some((year, name)) if *year == first.year => {
                name.push(',');
                name.push_str(&days);
            }
            _ => names.push((first.year, format!("{}/{days}", first.year))),
        }
    }
    names.into_iter().map(|(_, name)| name).collect()
}

/// The most names of failures that a line has.
const NAMED: usize = 20;

/// Adds the first names of failures to a line, and how many more there are.
pub(super) fn write_names(line: &mut Line, mut names: Vec<String>) {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    let last = names.len().saturating_sub(1);
    for (index, name) in names.iter().enumerate() {
        let comma = if index < last { "," } else { "" };
        line.gap(1).cell(PLAIN, &format!("{name}{comma}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;

    #[test]
    fn names_are_selectors() {
        let names = |puzzles: &[(u16, u8)]| {
            let puzzles = puzzles.iter().map(|&(year, day)| Year(year).day(Day(day)));
            puzzle_names(&puzzles.collect()).join(" ")
        };
        assert_eq!(names(&[]), "");
        assert_eq!(names(&[(2020, 7)]), "2020/7");
        assert_eq!(
            names(&[
                (2020, 1),
                (2020, 2),
                (2020, 3),
                (2020, 25),
                (2021, 1),
                (2021, 4)
            ]),
            "2020/1-3,25 2021/1,4"
        );
        assert_eq!(names(&[(2020, 25), (2021, 1)]), "2020/25 2021/1");
        let list = [Year(2021).day(Day(1)), Year(2020).day(Day(25))];
        assert_eq!(puzzle_list(list), "2020/25, 2021/1");
    }
}
