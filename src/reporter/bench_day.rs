//! A day of a year in the table of `bench`: one line with its phases.
//!
//! ```text
//! 2020                       parse    part 1    part 2       all        log scale
//!  22 Crab Combat          45.1 ns    702 ns   2.81 ms   2.81 ms ±0.4%  █████▌
//! ```

use aoc_solution::protocol::Phase;

use super::bench_row::bar;
use super::bench_sum::Sum;
use super::columns::TIME;
use super::head::{input_name, phase_name};
use super::layout::Line;
use super::status::{message_line, status_style, status_word};
use super::style::{BAR, DIM, PLAIN, STRONG};
use super::terminal::Terminal;
use super::text::cut_end;
use crate::bench::{BenchResult, BenchedPuzzle};
use crate::puzzle::Year;
use crate::runner::Status;
use crate::text::{one_line, time};

/// The columns that depend on the terminal.
#[derive(Clone, Copy)]
pub(super) struct DayColumns {
    title: usize,
    phases: bool,
    bars: bool,
}

const DAY: usize = 3;
const SPREAD: usize = 6;
const BARS: usize = 10;

impl DayColumns {
    pub(super) fn of(terminal: Terminal) -> Self {
        let room = terminal.width.unwrap_or(100);
        let all = TIME + 1 + SPREAD;
        let phases = DAY + 1 + 16 + 3 * (2 + TIME) + 2 + all <= room;
        let phase_columns = if phases { 3 * (2 + TIME) } else { 0 };
        let used = DAY + 1 + phase_columns + 2 + all;
        let bars = terminal.width.is_some() && used + 16 + 2 + BARS <= room;
        let used = if bars { used + 2 + BARS } else { used };
        Self {
            title: room.saturating_sub(used).clamp(8, 32),
            phases,
            bars,
        }
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
    line.gap(2).right(DIM, "all", TIME).gap(1 + SPREAD);
    if columns.bars {
        line.gap(2).cell(DIM, "log scale");
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
    let mut title = one_line(&header.title);
    if let Some(input) = input_name(header) {
        title = format!("{title} ({})", one_line(&input));
    }
    line.left(PLAIN, &cut_end(&title, columns.title), columns.title);
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
    let all = Sum::of(results);
    if all.ns > 0.0 {
        line.gap(2).right(STRONG, &time(all.ns), TIME);
        line.gap(1).left(DIM, &all.spread(), SPREAD);
        if columns.bars {
            line.gap(2).left(BAR, &bar(all.ns), BARS);
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
