//! How checked examples are shown: in a line before a puzzle's input, and what
//! failed in lines of its own.
//!
//! ```text
//!   ✓ examples  2 of 2 matched
//!   ✗ examples  1 of 2 matched
//!       example 2 part 1  wrong: expected 127, got 126
//! ```

use std::collections::BTreeSet;

use super::columns::is_narrow;
use super::difference::difference;
use super::head::phase_name;
use super::not_run::puzzle_names;
use super::status::{message_line, status_style, status_symbol, status_word};
use crate::puzzle::Puzzle;
use crate::runner::{PhaseResult, PuzzleResult, Status};
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, DIM, GOOD, PLAIN, STRONG};
use crate::terminal::width;
use crate::terminal::{one_line, plural};

/// The columns of `part 1`; alternatives take more.
const LABEL: usize = 6;

/// How the examples before an input went; with what failed.
pub(super) fn checked_examples(
    terminal: Terminal,
    names: usize,
    examples: &[PuzzleResult],
) -> String {
    let mut line = Line::new(terminal, 6);
    line.gap(2);
    if terminal.is_terminal() {
        line.left(verdict_style(examples), verdict_symbol(examples), 2);
    }
    line.left(PLAIN, "examples", names).gap(2);
    line.words(verdict_style(examples), &verdict(examples));
    let mut lines = line.end();
    let unlike = examples
        .iter()
        .filter(|example| example.is_failure() || is_unverified(example));
    for example in unlike {
        let place = if is_narrow(terminal) {
            example_name(example)
        } else {
            example_place(example)
        };
        lines += &failures(terminal, &format!("{place} "), example);
    }
    lines
}

/// `2 of 2 matched`; examples of parts that are not written yet did not match.
pub(super) fn verdict(examples: &[PuzzleResult]) -> String {
    let count = |wanted: fn(&PuzzleResult) -> bool| {
        examples.iter().filter(|example| wanted(example)).count()
    };
    let unsolved = count(is_unsolved);
    if unsolved > 0 && unsolved == examples.len() {
        return "unsolved".to_owned();
    }
    let mut verdict = vec![format!(
        "{} of {} matched",
        count(is_matched),
        examples.len()
    )];
    for (others, word) in [(count(is_unverified), "unverified"), (unsolved, "unsolved")] {
        if others > 0 {
            verdict.push(format!("{others} {word}"));
        }
    }
    verdict.join(", ")
}

fn verdict_style(examples: &[PuzzleResult]) -> anstyle::Style {
    if examples.iter().any(PuzzleResult::is_failure) {
        BAD
    } else if examples.iter().all(is_matched) {
        GOOD
    } else {
        DIM
    }
}

fn verdict_symbol(examples: &[PuzzleResult]) -> &'static str {
    let failed = examples.iter().find(|example| example.is_failure());
    status_symbol(match failed {
        Some(failed) => failed.status,
        None if examples.iter().all(is_unsolved) => Status::Unsolved,
        None => Status::Matched,
    })
}

/// Whether all answers that there are agree, and there is one.
pub(super) fn is_matched(example: &PuzzleResult) -> bool {
    !example.is_failure() && has(example, Status::Matched) && !has(example, Status::Unverified)
}

/// Whether an answer can be neither right nor wrong: it has letters that are not
/// known.
pub(super) fn is_unverified(example: &PuzzleResult) -> bool {
    !example.is_failure() && has(example, Status::Unverified)
}

/// Whether its answers are known, but no part gives one yet.
pub(super) fn is_unsolved(example: &PuzzleResult) -> bool {
    let undecided = is_matched(example) || is_unverified(example);
    !example.is_failure() && !undecided && example.phases.len() > 1
}

fn has(example: &PuzzleResult, status: Status) -> bool {
    example.phases.iter().any(|phase| phase.status == status)
}

/// `example 2`
pub(super) fn example_name(example: &PuzzleResult) -> String {
    match &example.header.name {
        Some(name) => format!("example {name}"),
        None => "example".to_owned(),
    }
}

/// `example 2 (inputs/year2020/day22.examples.toml)`
pub(super) fn example_place(example: &PuzzleResult) -> String {
    let name = example_name(example);
    match &example.header.input {
        Some(file) => one_line(&format!("{name} ({})", file.display())),
        None => name,
    }
}

/// A line for each phase that failed or cannot be verified, with what differs
/// below it.
pub(super) fn failures(terminal: Terminal, prefix: &str, example: &PuzzleResult) -> String {
    let failed = example.phases.iter();
    let failed =
        failed.filter(|phase| phase.status.is_failure() || phase.status == Status::Unverified);
    let failed: Vec<_> = failed
        .map(|phase| (format!("{prefix}{}", phase_label(phase)), phase))
        .collect();
    let labels = failed.iter().map(|(label, _)| width(label));
    let column = labels.fold(LABEL, usize::max);
    let mut lines = String::new();
    for (label, phase) in failed {
        lines += &failure(terminal, &label, column, phase);
    }
    if let Some(message) = &example.message {
        let mut line = Line::new(terminal, 8);
        line.gap(6).cell(PLAIN, prefix.trim_end()).gap(2);
        let word = format!("{}:", status_word(example.status));
        line.tagged(status_style(example.status), &word, &message_line(message));
        lines += &line.end();
    }
    lines
}

fn failure(terminal: Terminal, label: &str, column: usize, phase: &PhaseResult) -> String {
    let mut line = Line::new(terminal, 8);
    line.gap(6).left(PLAIN, label, column).gap(2);
    let style = status_style(phase.status);
    let word = format!("{}:", status_word(phase.status));
    if let (true, Some(expected), Some(got)) =
        (phase.status.is_failure(), &phase.expected, &phase.answer)
    {
        let room = terminal.width.map(|width| width.saturating_sub(8));
        let difference = difference(expected, got, room);
        line.tagged(style, &word, &difference.line);
        for below in &difference.below {
            line.below(STRONG, below);
        }
    } else {
        let message = phase.message.as_deref().unwrap_or_default();
        line.tagged(style, &word, &message_line(message));
    }
    line.end()
}

/// `2 days without examples: 2020/7,9`; empty if there are none.
pub(super) fn without_examples(terminal: Terminal, puzzles: &BTreeSet<Puzzle>) -> String {
    if puzzles.is_empty() {
        return String::new();
    }
    let mut line = Line::new(terminal, 2);
    let days = plural(puzzles.len(), "day");
    line.cell(DIM, &format!("{days} without examples:"))
        .gap(1)
        .words(DIM, &puzzle_names(puzzles).join(", "));
    line.end()
}

/// `part 2 textbook`
pub(super) fn phase_label(phase: &PhaseResult) -> String {
    let name = phase_name(phase.phase);
    match &phase.alternative {
        Some(alternative) => one_line(&format!("{name} {alternative}")),
        None => name.to_owned(),
    }
}
