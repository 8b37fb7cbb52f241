//! What is said of several puzzles together: the last lines, which count, and the names
//! of puzzles and of what failed.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;
use std::time::Duration;

use anstyle::Style;

use super::head::{input_name, phase_label};
use super::status::{begin, message_line, status_count, status_style};
use crate::puzzle::{Puzzle, Year};
use crate::runner::{JobFailure, JobResult, PhaseResult, PuzzleHeader, PuzzleResult, Status};
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, PLAIN, STRONG};
use crate::terminal::{Terminal, one_line, plural, time};

/// Results to count. Two inputs of a puzzle, or two examples, are one puzzle.
pub(super) struct Tally<'a> {
    /// The inputs and examples that ran.
    pub(super) ran: Vec<&'a PuzzleResult>,
    pub(super) not_run: Vec<&'a JobFailure>,
}

/// The most names of failures that a line has.
const NAMED: usize = 20;

impl<'a> Tally<'a> {
    /// If `is_test`, each example is a result.
    pub(super) fn new(results: &'a [JobResult<Vec<PuzzleResult>>], is_test: bool) -> Self {
        let ran = results.iter().flatten().flatten();
        let ran = ran.flat_map(|result| match &result.examples[..] {
            examples @ [_, ..] if is_test => examples,
            _ => slice::from_ref(result),
        });
        Self {
            ran: ran.filter(|it| !it.has_no_example()).collect(),
            not_run: results.iter().filter_map(|it| it.as_ref().err()).collect(),
        }
    }

    /// A line for each year in which something ran: `2020  25 days, 50 answers: 50
    /// accepted`.
    pub(super) fn year_lines(&self, terminal: Terminal, only_failed: bool) -> String {
        let years: BTreeSet<Year> = self.ran.iter().map(|it| it.header.year).collect();
        let line = |year: Year| {
            let (mut ran, mut not_run) = (self.ran.clone(), self.not_run.clone());
            ran.retain(|it| it.header.year == year);
            not_run.retain(|it| it.puzzle.year == year);
            let failed = not_run.first().map(|_| Status::Error);
            let statuses = ran.iter().flat_map(|result| {
                let phases = result.phases.iter().map(|phase| phase.status);
                let examples = result.examples.iter().map(|example| example.status);
                phases.chain(examples).chain([result.status])
            });
            let worst = statuses.chain(failed).max()?;
            let mut line = begin(terminal, 0, worst);
            line.cell(STRONG, &year.to_string()).gap(2);
            let of_year = Tally { ran, not_run };
            (worst.is_failure() || !only_failed).then(|| of_year.end(line, None))
        };
        years.into_iter().filter_map(line).collect()
    }

    /// Ends a line with the counts: `25 days, 50 answers: 49 accepted, 1 wrong`. With
    /// the time that all took, it is the last line, which names what failed.
    pub(super) fn end(&self, mut line: Line, elapsed: Option<Duration>) -> String {
        let not_run: BTreeSet<Puzzle> = self.not_run.iter().map(|it| it.puzzle).collect();
        let mut days = not_run.clone();
        let mut statuses = BTreeMap::<Status, usize>::new();
        let (mut answers, mut names) = (0, Vec::new());
        for result in &self.ran {
            let puzzle = result.header.puzzle();
            days.insert(puzzle);
            // Of its examples the failures count.
            let examples = result.examples.iter().map(|it| (it, false));
            for (result, all) in [(*result, true)].into_iter().chain(examples) {
                for phase in &result.phases {
                    let failed = phase.status.is_failure();
                    if phase.status != Status::Ok && (all || failed) {
                        *statuses.entry(phase.status).or_default() += 1;
                        answers += usize::from(phase.phase.part().is_some());
                    }
                    names.extend(failed.then(|| (PLAIN, full_name(&result.header, phase))));
                }
                if result.message.is_some() {
                    // Something beside the phases failed.
                    *statuses.entry(result.status).or_default() += 1;
                    let name = input_name(&result.header).unwrap_or_default();
                    names.push((PLAIN, format!("{puzzle} {name}").trim_end().to_owned()));
                }
            }
        }
        let mut what = Vec::new();
        if !self.ran.is_empty() {
            #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
            let time = elapsed.map(|it| format!(" in {}", time(it.as_nanos() as f64)));
            let (days, answers) = (plural(days.len(), "day"), plural(answers, "answer"));
            what.push((
                PLAIN,
                format!("{days}, {answers}{}", time.unwrap_or_default()),
            ));
        }
        let counts = statuses.into_iter();
        let mut counts: Vec<_> = counts
            .map(|(status, n)| (status_style(status), status_count(status, n)))
            .collect();
        if !not_run.is_empty() {
            counts.push((BAD, format!("{} not run", plural(not_run.len(), "day"))));
        }
        names.extend(puzzle_names(&not_run).into_iter().map(|it| (PLAIN, it)));
        if names.len() > NAMED {
            let more = format!("and {} more", names.len() - NAMED);
            names.splice(NAMED.., [(PLAIN, more)]);
        }
        names.retain(|_| elapsed.is_some());
        let mut cells: Vec<(Style, String)> = Vec::new();
        for group in [what, counts, names] {
            let ended = group.into_iter().map(|(style, text)| (style, text + ","));
            cells.extend(ended);
            if let Some((_, last)) = cells.last_mut() {
                last.pop();
                last.push(':');
            }
        }
        if let Some((_, last)) = cells.last_mut() {
            last.pop();
        }
        for (style, text) in cells {
            line.cell(style, &text).gap(1);
        }
        line.end()
    }
}

/// A line for each reason why puzzles could not run: what keeps one day from compiling
/// often keeps the others of its year.
pub(super) fn not_run(
    terminal: Terminal,
    failures: impl IntoIterator<Item = (Puzzle, String)>,
) -> String {
    let mut reasons: Vec<(String, BTreeSet<Puzzle>)> = Vec::new();
    for (puzzle, reason) in failures {
        let reason = reason.trim_start_matches(&format!("{puzzle}: "));
        match reasons.iter_mut().find(|(other, _)| other == reason) {
            Some((_, puzzles)) => drop(puzzles.insert(puzzle)),
            None => reasons.push((reason.to_owned(), [puzzle].into())),
        }
    }
    let line = |(reason, puzzles): (String, BTreeSet<Puzzle>)| {
        Line::new(terminal, 4)
            .words(STRONG, &puzzle_names(&puzzles).join(", "))
            .gap(2)
            .tagged(BAD, "error:", &message_line(&reason))
            .end()
    };
    reasons.into_iter().map(line).collect()
}

/// `2 days without examples: 2020/7,9`; empty if there are none.
pub fn without(terminal: Terminal, what: &str, puzzles: &BTreeSet<Puzzle>) -> String {
    if puzzles.is_empty() {
        return String::new();
    }
    let days = plural(puzzles.len(), "day");
    let names = puzzle_names(puzzles).join(", ");
    let words = format!("{days} without {what}: {names}");
    Line::new(terminal, 2).words(DIM, &words).end()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;

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
}
