//! What is said of several puzzles together: the last line that counts, puzzles
//! that could not run for the same reason, notes that are the same for many.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use aoc_solution::Part;

use super::head::{input_name, phase_label};
use super::status::{message_line, status_count, status_style};
use crate::puzzle::{Puzzle, Year};
use crate::runner::{
    JobFailure, PhaseResult, PuzzleHeader, PuzzleResult, RunEvent, SourceKind, Status,
};
use crate::terminal::Console;
use crate::terminal::Terminal;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, PLAIN, STRONG};
use crate::terminal::{one_line, plural, time};

/// Counts results as they come. Two inputs of a puzzle, or two examples, are
/// one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    results: usize,
    examples: usize,
    days: BTreeSet<Puzzle>,
    parts: BTreeSet<(Puzzle, Part)>,
    /// The phases that gave an answer or failed to.
    answers: usize,
    /// The number of answers and failures of each kind.
    statuses: BTreeMap<Status, usize>,
    /// The names of what failed.
    failed: Vec<String>,
    /// The examples before inputs that failed.
    failed_examples: usize,
    not_run: BTreeSet<Puzzle>,
    without_example: BTreeSet<Puzzle>,
}

impl Tally {
    /// A puzzle has run with one of its inputs or examples.
    pub(super) fn add(&mut self, result: &PuzzleResult) {
        let puzzle = result.header.puzzle();
        self.results += 1;
        if result.has_no_example() {
            self.without_example.insert(puzzle);
            return;
        }
        self.days.insert(puzzle);
        self.examples += usize::from(result.header.source == SourceKind::Example);
        for example in result.examples.iter().filter(|it| it.is_failure()) {
            self.failed_examples += 1;
            let name = input_name(&example.header).unwrap_or_default();
            self.failed.push(format!("{puzzle} {name}"));
        }
        for phase in &result.phases {
            if let Some(part) = phase.phase.part() {
                self.parts.insert((puzzle, part));
                self.answers += 1;
            }
            if phase.status != Status::Ok {
                *self.statuses.entry(phase.status).or_default() += 1;
            }
            if phase.status.is_failure() {
                self.failed.push(full_name(&result.header, phase));
            }
        }
        if result.message.is_some() {
            // Something beside the phases failed.
            *self.statuses.entry(result.status).or_default() += 1;
            self.failed.push(puzzle.to_string());
        }
    }

    /// A puzzle could not run.
    pub(super) fn add_failure(&mut self, puzzle: Puzzle) {
        self.results += 1;
        self.days.insert(puzzle);
        self.not_run.insert(puzzle);
    }

    pub(super) const fn results(&self) -> usize {
        self.results
    }

    pub(super) fn has_run(&self) -> bool {
        self.not_run.len() < self.days.len()
    }

    /// The status that stands for all of them: the worst.
    pub(super) fn worst(&self) -> Status {
        let last = self.statuses.last_key_value();
        let worst = last.map_or(Status::Ok, |(status, _)| *status);
        if worst.is_failure() || self.not_run.is_empty() && self.failed_examples == 0 {
            worst
        } else {
            Status::Error
        }
    }

    /// `25 days, 50 parts in 3.1 s: 49 accepted, 1 wrong: 2020/7 part 2`
    pub(super) fn line(&self, terminal: Terminal, elapsed: Duration) -> String {
        let mut line = Line::new(terminal, 2);
        let mut names = self.failed.clone();
        names.extend(puzzle_names(&self.not_run));
        self.write(&mut line, Some(elapsed), !names.is_empty());
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
        line.end()
    }

    /// Writes the counts: `25 days, 50 parts: 49 accepted, 1 wrong`, and a colon if
    /// something follows.
    pub(super) fn write(&self, line: &mut Line, elapsed: Option<Duration>, goes_on: bool) {
        let of_status =
            |(&status, &n): (&Status, &usize)| (status_style(status), status_count(status, n));
        let mut counts: Vec<_> = self.statuses.iter().map(of_status).collect();
        if self.failed_examples > 0 {
            let examples = plural(self.failed_examples, "example");
            counts.push((BAD, format!("{examples} failed")));
        }
        if !self.not_run.is_empty() {
            let days = plural(self.not_run.len(), "day");
            counts.push((BAD, format!("{days} not run")));
        }
        if self.has_run() {
            let colon = if counts.is_empty() { "" } else { ":" };
            match elapsed {
                Some(elapsed) => {
                    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
                    let elapsed = time(elapsed.as_nanos() as f64);
                    line.cell(STRONG, &self.what());
                    line.gap(1).cell(PLAIN, &format!("in {elapsed}{colon}"));
                }
                None => drop(line.cell(PLAIN, &(self.what() + colon))),
            }
            line.gap(1);
        }
        let last = counts.len().saturating_sub(1);
        for (index, (style, text)) in counts.into_iter().enumerate() {
            let end = match index {
                index if index < last => ",",
                _ if goes_on => ":",
                _ => "",
            };
            line.gap(usize::from(index > 0)).cell(style, &(text + end));
        }
    }

    /// `25 days, 50 parts, 70 answers`
    fn what(&self) -> String {
        let mut counts = vec![plural(self.days.len(), "day")];
        let others = self.not_run.len() + self.without_example.len();
        if self.examples > 0 && self.examples + others == self.results {
            counts.push(plural(self.examples, "example"));
        } else if !self.parts.is_empty() {
            counts.push(plural(self.parts.len(), "part"));
        }
        if self.answers > self.parts.len() {
            counts.push(plural(self.answers, "answer"));
        }
        counts.join(", ")
    }

    /// `2 days without examples: 2020/7,9`; empty if there are none.
    pub(super) fn without_example(&self, terminal: Terminal) -> String {
        without(terminal, "examples", &self.without_example)
    }
}

/// The most names of failures that a line has.
const NAMED: usize = 20;

/// `2 days without examples: 2020/7,9`; empty if there are none.
pub fn without(terminal: Terminal, what: &str, puzzles: &BTreeSet<Puzzle>) -> String {
    if puzzles.is_empty() {
        return String::new();
    }
    let (days, names) = (
        plural(puzzles.len(), "day"),
        puzzle_names(puzzles).join(", "),
    );
    let mut line = Line::new(terminal, 2);
    line.words(DIM, &format!("{days} without {what}: {names}"));
    line.end()
}

/// `2020/7 part 2`, `2020/7 part 2 textbook`, `2020/7 part 2 (example 1)`
pub fn full_name(header: &PuzzleHeader, phase: &PhaseResult) -> String {
    let name = format!("{} {}", header.puzzle(), phase_label(phase));
    one_line(&match input_name(header) {
        Some(input) => format!("{name} ({input})"),
        None => name,
    })
}

/// Puzzles that could not run, collected as long as they have the same reason:
/// what keeps one day from compiling often keeps the others of its year.
#[derive(Debug, Default)]
pub(super) struct NotRun {
    puzzles: BTreeSet<Puzzle>,
    reason: String,
}

impl NotRun {
    /// Adds a failure. Returns the lines of those before it, if they had another
    /// reason.
    pub(super) fn add(&mut self, terminal: Terminal, failure: &JobFailure) -> Option<String> {
        let reason = failure.to_string();
        // The puzzle's name stands before it.
        let name = format!("{}: ", failure.puzzle);
        let reason = reason.strip_prefix(&name).unwrap_or(&reason).to_owned();
        let lines = if self.reason == reason {
            None
        } else {
            self.take(terminal)
        };
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
        let mut line = Line::new(terminal, 4);
        line.words(STRONG, &puzzle_names(&puzzles).join(", "))
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
    let mut years: BTreeMap<Year, Vec<(u8, u8)>> = BTreeMap::new();
    for puzzle in puzzles {
        let ranges = years.entry(puzzle.year).or_default();
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == puzzle.day.0 => *last += 1,
            _ => ranges.push((puzzle.day.0, puzzle.day.0)),
        }
    }
    let range = |(first, last): (u8, u8)| match last {
        last if last == first => first.to_string(),
        last => format!("{first}-{last}"),
    };
    let name = |(year, ranges): (Year, Vec<(u8, u8)>)| {
        let days: Vec<String> = ranges.into_iter().map(range).collect();
        format!("{year}/{}", days.join(","))
    };
    years.into_iter().map(name).collect()
}

/// Notes and warnings that are the same for many puzzles: the first is shown as
/// it is, the others as a list of puzzles at the end.
#[derive(Debug, Default)]
pub(super) struct Repeated {
    /// The puzzle of the job whose events come.
    puzzle: Option<Puzzle>,
    /// By `is_warning` and the text without the puzzle's name: the puzzle that had it
    /// first, and those that had it too.
    texts: BTreeMap<(bool, String), (Puzzle, BTreeSet<Puzzle>)>,
}

impl Repeated {
    /// Shows the note or warning that the event is, unless it is the same as that
    /// of another puzzle.
    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        match event {
            RunEvent::JobStarted(puzzle) => self.puzzle = Some(*puzzle),
            RunEvent::Note(text) if self.is_new(false, text) => console.note(text),
            RunEvent::Warning(text) if self.is_new(true, text) => console.warning(text),
            _ => {}
        }
    }

    /// Says which puzzles the texts are about that were shown for another one.
    pub(super) fn finish(&mut self, console: &mut Console) {
        for ((is_warning, _), (first, mut others)) in std::mem::take(&mut self.texts) {
            // It may have had it twice.
            others.remove(&first);
            let text = format!("{}: as {first}", puzzle_list(others.iter().copied()));
            match is_warning {
                _ if others.is_empty() => {}
                true => console.warning(&text),
                false => console.note(&text),
            }
        }
    }

    /// The text is compared without the puzzle's name that it begins with.
    fn is_new(&mut self, is_warning: bool, text: &str) -> bool {
        let Some(puzzle) = self.puzzle else {
            return true;
        };
        let Some(rest) = text.strip_prefix(&format!("{puzzle}: ")) else {
            return true;
        };
        let key = (is_warning, rest.to_owned());
        match self.texts.get_mut(&key) {
            Some((_, others)) => {
                others.insert(puzzle);
                false
            }
            None => self.texts.insert(key, (puzzle, BTreeSet::new())).is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;
    use crate::terminal::Verbosity;
    use crate::terminal::console::tests::Screen;

    #[test]
    fn names_are_selectors() {
        let list = |puzzles: &[(u16, u8)]| {
            puzzle_list(puzzles.iter().map(|&(year, day)| Year(year).day(Day(day))))
        };
        assert_eq!(list(&[]), "");
        assert_eq!(list(&[(2020, 7)]), "2020/7");
        assert_eq!(list(&[(2021, 1), (2020, 25)]), "2020/25, 2021/1");
        let days = [
            (2020, 1),
            (2020, 2),
            (2020, 3),
            (2020, 25),
            (2021, 1),
            (2021, 4),
        ];
        assert_eq!(list(&days), "2020/1-3,25, 2021/1,4");
    }

    #[test]
    fn of_notes_that_are_the_same_the_first_is_shown() {
        let screen = Screen::default();
        let mut console = screen.console(Terminal::PLAIN, Verbosity::Normal);
        let mut repeated = Repeated::default();
        for (day, text) in [
            (1, "no input"),
            (2, "no input"),
            (3, "no example"),
            (5, "no input"),
        ] {
            let puzzle = Year(2020).day(Day(day));
            for event in [
                RunEvent::JobStarted(puzzle),
                RunEvent::Note(format!("{puzzle}: {text}")),
            ] {
                repeated.event(&mut console, &event);
            }
        }
        repeated.finish(&mut console);
        insta::assert_snapshot!(screen.text(), @"
        note: 2020/1: no input
        note: 2020/3: no example
        note: 2020/2,5: as 2020/1
        ");
    }
}
