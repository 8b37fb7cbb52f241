//! What is said of several puzzles together: the last line that counts, puzzles
//! that could not run for the same reason, notes that are the same for many.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anstyle::Style;

use super::head::{input_name, phase_label};
use super::status::{message_line, status_count, status_style};
use crate::puzzle::Puzzle;
use crate::runner::{JobFailure, PhaseResult, PuzzleHeader, PuzzleResult, RunEvent, Status};
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, PLAIN, STRONG};
use crate::terminal::{Console, Terminal, one_line, plural, time};

/// Counts results as they come. Two inputs of a puzzle, or two examples, are
/// one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The inputs and examples that ran.
    pub(super) ran: usize,
    days: BTreeSet<Puzzle>,
    /// The phases that gave an answer or failed to.
    answers: usize,
    /// The number of answers and failures of each kind.
    statuses: BTreeMap<Status, usize>,
    /// The names of what failed.
    failed: Vec<String>,
    /// The reasons why puzzles could not run: what keeps one day from compiling often
    /// keeps the others of its year.
    not_run: Vec<(String, BTreeSet<Puzzle>)>,
    pub(super) without_example: BTreeSet<Puzzle>,
}

/// The most names of failures that a line has.
const NAMED: usize = 20;

impl Tally {
    /// A puzzle has run with one of its inputs or examples.
    pub(super) fn add(&mut self, result: &PuzzleResult) {
        let puzzle = result.header.puzzle();
        if result.has_no_example() {
            self.without_example.insert(puzzle);
            return;
        }
        self.ran += 1;
        self.days.insert(puzzle);
        self.count(result, true);
        for example in &result.examples {
            self.count(example, false);
        }
    }

    /// Counts the answers of a result, or its failures alone.
    fn count(&mut self, result: &PuzzleResult, all: bool) {
        let header = &result.header;
        for phase in &result.phases {
            let failed = phase.status.is_failure();
            if (all || failed) && phase.status != Status::Ok {
                *self.statuses.entry(phase.status).or_default() += 1;
                self.answers += usize::from(phase.phase.part().is_some());
            }
            if failed {
                self.failed.push(full_name(header, phase));
            }
        }
        if result.message.is_some() {
            // Something beside the phases failed.
            *self.statuses.entry(result.status).or_default() += 1;
            let name = input_name(header).unwrap_or_default();
            let name = format!("{} {name}", header.puzzle());
            self.failed.push(name.trim_end().to_owned());
        }
    }

    /// A puzzle could not run.
    pub(super) fn add_failure(&mut self, failure: &JobFailure) {
        self.days.insert(failure.puzzle);
        let reason = failure.to_string();
        // The puzzle's name stands before it.
        let name = format!("{}: ", failure.puzzle);
        let reason = reason.strip_prefix(&name).unwrap_or(&reason);
        match self.not_run.iter_mut().find(|(other, _)| other == reason) {
            Some((_, puzzles)) => drop(puzzles.insert(failure.puzzle)),
            None => self
                .not_run
                .push((reason.to_owned(), [failure.puzzle].into())),
        }
    }

    fn not_run(&self) -> BTreeSet<Puzzle> {
        let puzzles = self.not_run.iter().flat_map(|(_, puzzles)| puzzles);
        puzzles.copied().collect()
    }

    pub(super) fn results(&self) -> usize {
        self.ran + self.not_run().len() + self.without_example.len()
    }

    /// The status that stands for all of them: the worst.
    pub(super) fn worst(&self) -> Status {
        let not_run = self.not_run.first().map(|_| Status::Error);
        let statuses = self.statuses.keys().copied().chain(not_run);
        statuses.max().unwrap_or(Status::Ok)
    }

    /// Ends a line with the counts: `25 days, 50 answers: 49 accepted, 1 wrong`. With
    /// the time that all took, it is the last line, which names what failed.
    pub(super) fn end(&self, mut line: Line, elapsed: Option<Duration>) -> String {
        let mut what = Vec::new();
        if self.ran > 0 {
            #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
            let time = elapsed.map(|it| format!(" in {}", time(it.as_nanos() as f64)));
            let days = plural(self.days.len(), "day");
            let answers = plural(self.answers, "answer");
            let time = time.unwrap_or_default();
            what.push((PLAIN, format!("{days}, {answers}{time}")));
        }
        let count =
            |(status, n): (&Status, &usize)| (status_style(*status), status_count(*status, *n));
        let mut counts: Vec<(Style, String)> = self.statuses.iter().map(count).collect();
        let not_run = self.not_run();
        if !not_run.is_empty() {
            counts.push((BAD, format!("{} not run", plural(not_run.len(), "day"))));
        }
        let mut names = self.failed.clone();
        names.extend(puzzle_names(&not_run));
        if names.len() > NAMED {
            let more = format!("and {} more", names.len() - NAMED);
            names.splice(NAMED.., [more]);
        }
        names.retain(|_| elapsed.is_some());
        let names = names.into_iter().map(|name| (PLAIN, name)).collect();
        let mut groups = vec![what, counts, names];
        groups.retain(|group| !group.is_empty());
        while !groups.is_empty() {
            let group = groups.remove(0);
            let end = if groups.is_empty() { "" } else { ":" };
            let last = group.len() - 1;
            for (index, (style, text)) in group.into_iter().enumerate() {
                let end = if index < last { "," } else { end };
                line.cell(style, &(text + end)).gap(1);
            }
        }
        line.end()
    }

    /// A line for each reason why puzzles could not run.
    pub(super) fn not_run_lines(&self, terminal: Terminal) -> Vec<String> {
        let of_reason = self.not_run.iter();
        let lines = of_reason.map(|(reason, puzzles)| not_run_line(terminal, puzzles, reason));
        lines.collect()
    }
}

/// Why some puzzles could not run.
pub(super) fn not_run_line(terminal: Terminal, puzzles: &BTreeSet<Puzzle>, reason: &str) -> String {
    let mut line = Line::new(terminal, 4);
    line.words(STRONG, &puzzle_names(puzzles).join(", "))
        .gap(2)
        .tagged(BAD, "error:", &message_line(reason));
    line.end()
}

/// `2 days without examples: 2020/7,9`; empty if there are none.
pub fn without(terminal: Terminal, what: &str, puzzles: &BTreeSet<Puzzle>) -> String {
    if puzzles.is_empty() {
        return String::new();
    }
    let days = plural(puzzles.len(), "day");
    let names = puzzle_names(puzzles).join(", ");
    let mut line = Line::new(terminal, 2);
    line.words(DIM, &format!("{days} without {what}: {names}"));
    line.end()
}

/// `2020/7 part 2`, `2020/7 part 2 textbook`, `2020/7 part 2 (example 1)`
pub fn full_name(header: &PuzzleHeader, phase: &PhaseResult) -> String {
    let input = input_name(header).map(|input| format!(" ({input})"));
    let input = input.unwrap_or_default();
    one_line(&format!(
        "{} {}{input}",
        header.puzzle(),
        phase_label(phase)
    ))
}

/// The puzzles in a message: `2020/1-5,22, 2021/3`.
pub fn puzzle_list(puzzles: impl IntoIterator<Item = Puzzle>) -> String {
    puzzle_names(&puzzles.into_iter().collect()).join(", ")
}

/// The puzzles as selectors, one for each year: `2020/1-5,22`.
fn puzzle_names(puzzles: &BTreeSet<Puzzle>) -> Vec<String> {
    let puzzles: Vec<Puzzle> = puzzles.iter().copied().collect();
    let years = puzzles.chunk_by(|one, next| one.year == next.year);
    let name = |year: &[Puzzle]| {
        let ranges = year.chunk_by(|one, next| one.day.0 + 1 == next.day.0);
        let range = |days: &[Puzzle]| match days {
            [first, .., last] => format!("{}-{}", first.day.0, last.day.0),
            days => days[0].day.0.to_string(),
        };
        let ranges: Vec<String> = ranges.map(range).collect();
        format!("{}/{}", year[0].year, ranges.join(","))
    };
    years.map(name).collect()
}

/// Notes and warnings that are the same for many puzzles: the first is shown as
/// it is, the others as a list of puzzles at the end.
#[derive(Debug, Default)]
pub(super) struct Repeated {
    /// The puzzle of the job whose events come.
    puzzle: Option<Puzzle>,
    /// The puzzles by `is_warning` and the text without the puzzle's name.
    texts: BTreeMap<(bool, String), Vec<Puzzle>>,
}

impl Repeated {
    /// Shows the note or warning that the event is, unless it is the same as that
    /// of another puzzle.
    pub(super) fn event(&mut self, console: &mut Console, event: &RunEvent) {
        let (is_warning, text) = match event {
            RunEvent::JobStarted(puzzle) => return self.puzzle = Some(*puzzle),
            RunEvent::Note(text) => (false, text),
            RunEvent::Warning(text) => (true, text),
            _ => return,
        };
        if let Some(puzzle) = self.puzzle
            && let Some(rest) = text.strip_prefix(&format!("{puzzle}: "))
        {
            let puzzles = self.texts.entry((is_warning, rest.to_owned())).or_default();
            puzzles.push(puzzle);
            if puzzles.len() > 1 {
                return;
            }
        }
        console.tell(is_warning, text);
    }

    /// Says which puzzles the texts are about that were shown for another one.
    pub(super) fn finish(&mut self, console: &mut Console) {
        for ((is_warning, _), puzzles) in std::mem::take(&mut self.texts) {
            let others = puzzles.iter().copied().filter(|other| *other != puzzles[0]);
            let others = puzzle_list(others);
            if !others.is_empty() {
                console.tell(is_warning, &format!("{others}: as {}", puzzles[0]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::terminal::Verbosity;
    use crate::terminal::console::Screen;

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
