//! What `run` shows: a puzzle's head when it begins, each phase as it ends.
//!
//! ```text
//! 2020/22 Crab Combat  inputs/year2020/day22.txt
//!     parse       1.31 µs
//!   ✓ part 1       702 ns  33400             accepted
//!   · part 2      2.81 ms  33745             unverified
//!   ✓   textbook  34.5 ms  33745             matched
//! ```

use std::io::Write;

use anstyle::Style;

use super::head::{Head, phase_name};
use super::layout::Line;
use super::output::OutputError;
use super::style::{BAD, DIM, GOOD, PLAIN, STRONG};
use super::tally::Tally;
use super::terminal::Terminal;
use super::text::width;
use super::verbosity::Verbosity;
use crate::runner::{PhaseResult, Status};
use crate::text::elapsed;
use crate::text::{one_line, sanitize};

/// Writes what comes of running puzzles, as it comes.
///
/// Nothing may stand in the way on the terminal when it writes: drop the
/// [`Spinner`](super::Spinner) first.
pub struct RunReport<W> {
    out: W,
    terminal: Terminal,
    verbosity: Verbosity,
    /// The columns of phases' names.
    names: usize,
    /// Whether a puzzle was written already.
    begun: bool,
    tally: Tally,
}

/// The columns of a time: `59.9 s` to `123 ms`; longer ones push the rest.
const TIME: usize = 8;
/// The columns of an answer, for verdicts to stand below each other; most are
/// no longer.
const ANSWER: usize = 16;
/// The columns of `part 1`, and some more for alternatives.
const NAME: usize = 10;

impl<W: Write> RunReport<W> {
    /// A report to `out`, which `terminal` describes.
    pub fn new(out: W, terminal: Terminal, verbosity: Verbosity) -> Self {
        Self {
            out,
            terminal,
            verbosity,
            names: NAME,
            begun: false,
            tally: Tally::default(),
        }
    }

    /// A blank line, below what somebody else wrote.
    pub fn gap(&mut self) -> Result<(), OutputError> {
        self.out.write_all(b"\n")?;
        Ok(self.out.flush()?)
    }

    /// A puzzle begins, which will run `alternatives` too.
    pub fn puzzle_started<'a>(
        &mut self,
        head: &Head,
        alternatives: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), OutputError> {
        let names = alternatives.into_iter().map(|name| width(name) + 2);
        let least = if is_narrow(self.terminal) { 6 } else { NAME };
        self.names = names.fold(least, usize::max);
        self.tally.puzzle();
        if self.begun {
            self.out.write_all(b"\n")?;
        }
        self.begun = true;
        self.out.write_all(head.line(self.terminal).as_bytes())?;
        Ok(self.out.flush()?)
    }

    /// A phase of it has ended.
    pub fn phase_finished(&mut self, phase: &PhaseResult) -> Result<(), OutputError> {
        self.tally.phase(phase);
        let lines = phase_lines(self.terminal, self.names, phase);
        self.out.write_all(lines.as_bytes())?;
        Ok(self.out.flush()?)
    }

    /// All puzzles have run: what came of several, together.
    pub fn summary(&mut self) -> Result<(), OutputError> {
        if self.verbosity == Verbosity::Quiet {
            return Ok(self.out.flush()?);
        }
        let several = self.tally.puzzles() > 1;
        let mut lines = String::new();
        if several {
            lines.push('\n');
            lines.push_str(&self.tally.line(self.terminal));
        }
        if several || self.verbosity == Verbosity::Verbose {
            let mut line = Line::new(self.terminal, 2);
            line.words(DIM, "times of the checked build; `aoc bench` measures");
            lines.push_str(&line.end());
        }
        self.out.write_all(lines.as_bytes())?;
        Ok(self.out.flush()?)
    }
}

/// Whether there is no room for columns.
pub(super) fn is_narrow(terminal: Terminal) -> bool {
    terminal.width.is_some_and(|width| width < 56)
}

/// What is left free of names on the left: a symbol's place on terminals.
const fn margin(terminal: Terminal) -> usize {
    if terminal.is_terminal() { 4 } else { 2 }
}

/// A phase in its lines.
fn phase_lines(terminal: Terminal, names: usize, phase: &PhaseResult) -> String {
    let (symbol, style) = look(phase.status);
    let mut line = Line::new(terminal, margin(terminal) + 2);
    line.gap(2);
    if terminal.is_terminal() {
        line.left(style, symbol, 2);
    }
    match &phase.alternative {
        Some(name) => line.gap(2).left(PLAIN, &one_line(name), names - 2),
        None => line.left(PLAIN, phase_name(phase.phase), names),
    };
    let time = phase.ns.filter(|_| phase.status != Status::Unsolved);
    let time = time.map(elapsed).unwrap_or_default();
    line.gap(1).right(PLAIN, &time, TIME).gap(2);

    let answer = escape_lines(phase.answer.as_deref().unwrap_or_default());
    let picture = answer.len() > 1;
    let columns = if is_narrow(terminal) { 0 } else { ANSWER };
    match answer.first() {
        Some(answer) if !picture => line.left(STRONG, answer, columns).gap(2),
        // A message takes the answer's place, if there is none.
        _ if phase.message.is_some() => &mut line,
        _ if columns > 0 => line.gap(columns + 2),
        _ => &mut line,
    };
    let word = status_word(phase.status);
    match &phase.message {
        Some(message) if word.is_empty() => line.words(PLAIN, &one_line(message)),
        Some(message) => line.tagged(style, &format!("{word}:"), &one_line(message)),
        None => line.cell(style, word),
    };
    if picture {
        for row in &answer {
            line.below(STRONG, row);
        }
    }
    line.end()
}

/// The lines of an answer, harmless. None for one that is empty.
fn escape_lines(answer: &str) -> Vec<String> {
    let mut lines: Vec<String> = answer
        .lines()
        .map(|row| sanitize(row).into_owned())
        .collect();
    let used = lines.iter().rposition(|row| !row.is_empty());
    lines.truncate(used.map_or(0, |last| last + 1));
    lines
}

/// What a status is called.
pub(super) const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Ok => "",
        Status::Accepted => "accepted",
        Status::Matched => "matched",
        Status::Unverified => "unverified",
        Status::Unsolved => "unsolved",
        Status::Wrong => "wrong",
        Status::Error => "error",
        Status::Panic => "panic",
        Status::Crash => "crash",
        Status::Timeout => "timeout",
        Status::Memory => "memory",
    }
}

/// The symbol and the style of a status.
pub(super) const fn look(status: Status) -> (&'static str, Style) {
    match status {
        Status::Ok => ("", PLAIN),
        Status::Accepted | Status::Matched => ("✓", GOOD),
        Status::Unverified => ("·", PLAIN),
        Status::Unsolved => ("–", DIM),
        Status::Wrong
        | Status::Error
        | Status::Panic
        | Status::Crash
        | Status::Timeout
        | Status::Memory => ("✗", BAD),
    }
}

#[cfg(test)]
mod tests;
