//! A puzzle that is well, in one line: answers, time, what is not verified, and
//! the title where there is room.
//!
//! ```text
//! ✓ 2020/22  33400           33745            2.81 ms  Crab Combat
//! · 2020/23  67384529        149245887792    312 ms  unverified  Crab Cups
//! ```

use std::collections::BTreeMap;

use anstyle::Style;
use aoc_solution::Part;

use super::columns::{TIME, is_narrow};
use super::head::{input_name, phase_name};
use super::status::{status_style, status_symbol, status_word};
use super::tally::Tally;
use crate::puzzle::Year;
use crate::runner::{PhaseResult, PuzzleResult, Status};
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{cut_end, width};
use crate::terminal::{elapsed, one_line, sanitize};

/// The columns of an answer; most are no longer.
const ANSWER: usize = 15;
/// `2020/22`
const PUZZLE: usize = 7;
/// With fewer columns a title says nothing.
const TITLE: usize = 8;

/// The line of a puzzle with one of its inputs.
pub(super) fn run_line(terminal: Terminal, result: &PuzzleResult) -> String {
    let narrow = is_narrow(terminal);
    let columns = |columns: usize| if narrow { 0 } else { columns };
    let parts: BTreeMap<Part, &PhaseResult> = primaries(result)
        .filter_map(|phase| Some((phase.phase.part()?, phase)))
        .collect();

    let mut line = begin(terminal, status_of(&parts));
    line.left(STRONG, &result.header.puzzle().to_string(), PUZZLE);
    let mut pictures = Vec::new();
    for part in Part::BOTH {
        line.gap(2);
        let phase = parts.get(&part);
        let answer = phase.and_then(|phase| phase.answer.as_deref());
        let (style, text) = match (phase, answer.map(str::trim_end)) {
            (_, Some(picture)) if picture.contains('\n') => {
                pictures.push(picture);
                (DIM, "below".into())
            }
            (_, Some(answer)) => (STRONG, sanitize(answer)),
            (Some(_), None) => (DIM, "–".into()),
            (None, None) => (DIM, "".into()),
        };
        line.left(style, &text, columns(ANSWER));
    }
    let times = primaries(result).filter_map(|phase| phase.ns);
    let ns = times.fold(0, u64::saturating_add);
    let gap = if narrow { 2 } else { 1 };
    line.gap(gap).right(PLAIN, &elapsed(ns), columns(TIME));
    for (style, text) in verdict(terminal, &parts) {
        line.gap(2).cell(style, &text);
    }
    if let Some(name) = input_name(&result.header) {
        line.gap(2).cell(PLAIN, &one_line(&name));
    }
    let room = terminal.width.unwrap_or(usize::MAX);
    let room = room.saturating_sub(line.column() + 2);
    let title = one_line(&result.header.title);
    if !narrow && (room >= TITLE || width(&title) <= room) {
        line.gap(2).cell(DIM, &cut_end(&title, room));
    }
    for row in pictures.into_iter().flat_map(str::lines) {
        line.below(STRONG, &sanitize(row));
    }
    line.end()
}

/// The line of a year: `✓ 2020  25 days, 50 parts: 50 accepted`.
pub(super) fn year_line(terminal: Terminal, year: Year, tally: &Tally) -> String {
    let mut line = begin(terminal, tally.worst());
    line.cell(STRONG, &year.to_string()).gap(2);
    tally.summary(&mut line);
    line.end()
}

/// The symbol, on terminals.
fn begin(terminal: Terminal, status: Status) -> Line {
    let mut line = Line::new(terminal, 4);
    if terminal.is_terminal() {
        line.left(status_style(status), status_symbol(status), 2);
    }
    line
}

/// The phases without those of alternatives, unless one ran in place of the
/// primary.
fn primaries(result: &PuzzleResult) -> impl Iterator<Item = &PhaseResult> {
    let has_primary = |phase: &PhaseResult| {
        let mut all = result.phases.iter();
        all.any(|it| it.phase == phase.phase && it.alternative.is_none())
    };
    let phases = result.phases.iter();
    phases.filter(move |phase| phase.alternative.is_none() || !has_primary(phase))
}

/// What stands for all parts: what is not verified, else what is.
fn status_of(parts: &BTreeMap<Part, &PhaseResult>) -> Status {
    let has = |status| parts.values().any(|phase| phase.status == status);
    let order = [Status::Unverified, Status::Accepted, Status::Matched];
    let found = order.into_iter().find(|status| has(*status));
    found.unwrap_or(Status::Unsolved)
}

/// What is to be said of the parts: one word if it is true for all, and nothing
/// on terminals if all is verified.
fn verdict(terminal: Terminal, parts: &BTreeMap<Part, &PhaseResult>) -> Vec<(Style, String)> {
    let shown = |status| (status_style(status), status_word(status).to_owned());
    let statuses: Vec<Status> = parts.values().map(|phase| phase.status).collect();
    let is_good = |status: Status| matches!(status, Status::Accepted | Status::Matched);
    match statuses.as_slice() {
        all if all.iter().copied().all(is_good) && terminal.is_terminal() => Vec::new(),
        [] => Vec::new(),
        [first, rest @ ..] if rest.iter().all(|status| status == first) => vec![shown(*first)],
        _ => {
            let others = parts.values().filter(|phase| !is_good(phase.status));
            let named = others.map(|phase| {
                let (style, word) = shown(phase.status);
                (style, format!("{} {word}", phase_name(phase.phase)))
            });
            named.collect()
        }
    }
}
