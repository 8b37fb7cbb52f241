//! A day of a year in the table of `bench`: one line with its phases.
//!
//! ```text
//! 2020               parse    part 1    part 2       all          |0     |1 ms  |2 ms
//!  22 Crab Combat  45.1 ns    702 ns   2.81 ms   2.81 ms ±0.4%   ███████████████████
//! ```

use aoc_solution::protocol::Phase;

use super::bench_bars::{Bars, LEAST};
use super::bench_sum::Sum;
use super::columns::TIME;
use super::head::{input_name, phase_name};
use super::scale::Scale;
use super::status::{message_line, status_style, status_word};
use crate::bench::{BenchResult, BenchedPuzzle};
use crate::puzzle::Year;
use crate::runner::Status;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAR, DIM, PLAIN, STRONG};
use crate::terminal::{cut_end, width};
use crate::terminal::{one_line, time};

/// The columns that depend on the terminal, and on the days.
#[derive(Clone, Copy)]
pub(super) struct DayColumns {
    title: usize,
    phases: bool,
    spread: bool,
    bars: Option<Bars>,
}

const DAY: usize = 3;
const SPREAD: usize = 6;
/// What a title has at least, what it has beside the phases, and at most.
const TITLE: usize = 8;
const TITLE_BESIDE_PHASES: usize = 16;
const LONG_TITLE: usize = 32;
/// Titles are cut so that bars have this much.
const BARS: usize = 10;

impl DayColumns {
    /// For these days, with bars for `puzzles` on the scale that all of them have.
    pub(super) fn of(terminal: Terminal, puzzles: &[&BenchedPuzzle]) -> Self {
        let longest = puzzles.iter().map(|puzzle| width(&title(puzzle))).max();
        let longest = longest.unwrap_or_default().clamp(TITLE, LONG_TITLE);
        let fixed = DAY + 1 + 2 + TIME;
        let phases = 3 * (2 + TIME);
        // A pipe has all columns and no bars.
        let Some(room) = terminal.width else {
            return Self {
                title: longest,
                phases: true,
                spread: true,
                bars: None,
            };
        };
        let spread = room >= fixed + TITLE + 1 + SPREAD;
        let fixed = if spread { fixed + 1 + SPREAD } else { fixed };
        let has_phases = room >= fixed + TITLE_BESIDE_PHASES + phases + 2 + LEAST;
        let fixed = if has_phases { fixed + phases } else { fixed };
        let left = room.saturating_sub(fixed);
        // Without room for both, the title has it.
        let title = if left >= TITLE + 2 + LEAST {
            longest.min((left - 2).saturating_sub(BARS).max(TITLE))
        } else {
            longest.min(left).max(TITLE)
        };
        let sums: Vec<f64> = puzzles.iter().map(|puzzle| all(puzzle).ns).collect();
        Self {
            title,
            phases: has_phases,
            spread,
            bars: Bars::of(Scale::of(&sums, &[]), left.saturating_sub(title + 2)),
        }
    }
}

/// What its phases take together.
fn all(puzzle: &BenchedPuzzle) -> Sum {
    Sum::of(&puzzle.results)
}

/// The title, and the input if it needs a name.
fn title(puzzle: &BenchedPuzzle) -> String {
    let title = one_line(&puzzle.header.title);
    match input_name(&puzzle.header) {
        Some(input) => format!("{title} ({})", one_line(&input)),
        None => title,
    }
}

/// What the columns hold, for the days of a year.
pub(super) fn day_heading(terminal: Terminal, columns: DayColumns, year: Year) -> String {
    let mut line = Line::new(terminal, 0);
    line.left(STRONG, &year.to_string(), DAY + 1 + columns.title);
    if columns.phases {
        for phase in Phase::ALL {
            line.gap(2).right(DIM, phase_name(phase), TIME);
        }
    }
    line.gap(2).right(DIM, "all", TIME);
    if let Some(bars) = columns.bars {
        line.gap(1 + SPREAD + 2).cell(DIM, &bars.axis());
    }
    line.end()
}

/// A day and one of its inputs: the primary of each phase. Failures are told
/// below.
pub(super) fn day_line(terminal: Terminal, columns: DayColumns, puzzle: &BenchedPuzzle) -> String {
    let BenchedPuzzle {
        header, results, ..
    } = puzzle;
    let primary = |phase: Phase| {
        let mut results = results.iter();
        results.find(|result| result.phase == Some(phase) && result.alternative.is_none())
    };
    let mut line = Line::new(terminal, DAY + 1);
    line.right(STRONG, &header.day.to_string(), DAY).gap(1);
    line.left(
        PLAIN,
        &cut_end(&title(puzzle), columns.title),
        columns.title,
    );
    if columns.phases {
        for phase in Phase::ALL {
            let result = primary(phase);
            let (style, text) = match result.map(|result| (result, result.figures())) {
                None => (DIM, "–".to_owned()),
                Some((_, Some(figures))) => (PLAIN, time(figures.p10_ns)),
                Some((result, None)) => word(result),
            };
            line.gap(2).right(style, &text, TIME);
        }
    }
    let all = all(puzzle);
    if all.ns > 0.0 {
        line.gap(2).right(STRONG, &time(all.ns), TIME);
        if columns.spread {
            line.gap(1).left(DIM, &all.spread(), SPREAD);
        }
        if let Some(bars) = columns.bars {
            line.gap(2).cell(BAR, &bars.bar(all.ns));
        }
    } else {
        line.gap(2).right(DIM, "–", TIME);
    }
    let mut lines = line.end();
    for result in results.iter().filter(|result| result.status.is_failure()) {
        let mut line = Line::new(terminal, DAY + 3);
        line.gap(DAY + 1);
        if let Some(phase) = result.phase {
            line.cell(PLAIN, phase_name(phase)).gap(2);
        }
        let (style, word) = word(result);
        let message = result.message.as_deref().unwrap_or_default();
        line.tagged(style, &format!("{word}:"), &message_line(message));
        lines.push_str(&line.end());
    }
    lines
}

/// What stands in place of a time.
fn word(result: &BenchResult) -> (anstyle::Style, String) {
    let word = match result.status {
        Status::Ok => "–",
        status => status_word(status),
    };
    (status_style(result.status), word.to_owned())
}
