//! A row of the table that `bench` shows.

use super::bench_bars::{Bars, LEAST};
use super::columns::{NAME, TIME, is_narrow};
use super::head::phase_name;
use super::scale::Scale;
use super::status::{message_line, status_style, status_word};
use crate::bench::{BenchResult, RatioTo, Verdict};
use crate::runner::Status;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, BAR, DIM, GOOD, PLAIN, STRONG};
use crate::terminal::width;
use crate::terminal::{bytes, count, one_line, ratio, time};

/// How wide the columns are that depend on what stands in them.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Columns {
    name: usize,
    /// Most memory is left out first where there is no room for bars.
    peak: bool,
    bars: Option<Bars>,
    narrow: bool,
}

/// Between two groups of columns.
const GAP: usize = 2;
const SPREAD: usize = 6;
const ALLOCS: usize = 6;
const PEAK: usize = 9;

impl Columns {
    /// Those for `results`, with bars on this scale.
    pub(super) fn of(terminal: Terminal, results: &[BenchResult], scale: Scale) -> Self {
        let names = results
            .iter()
            .filter_map(|result| result.alternative.as_deref())
            .map(|name| width(name) + 2);
        let narrow = is_narrow(terminal);
        let mut columns = Self {
            name: names.clone().fold(NAME, usize::max),
            peak: true,
            bars: None,
            narrow,
        };
        // A pipe has room for all names, and no bars.
        let Some(room) = terminal.width else {
            return columns;
        };
        let left = |used: usize| room.saturating_sub(used + GAP);
        let mut used = 2 + 1 + TIME + 1 + SPREAD;
        if !narrow {
            used += 1 + TIME + GAP + ALLOCS;
            columns.peak = left(used + NAME + 1 + PEAK) >= LEAST;
            used += if columns.peak { 1 + PEAK } else { 0 };
        }
        // A longer name stands on a line of its own.
        let longest = left(used).saturating_sub(LEAST);
        columns.name = names.filter(|name| *name <= longest).fold(NAME, usize::max);
        used += columns.name;
        // A ratio stands behind the bars if both have room, else below.
        let ratio = results.iter().map(end_width).max().unwrap_or_default();
        let beside = left(used + ratio);
        let beside = if beside >= LEAST { beside } else { left(used) };
        columns.bars = Bars::of(scale, beside);
        columns
    }
}

/// What the columns hold.
pub(super) fn heading(terminal: Terminal, columns: Columns) -> String {
    if columns.narrow {
        return String::new();
    }
    let mut line = Line::new(terminal, 2);
    line.gap(2 + columns.name);
    line.gap(1).right(DIM, "p10", TIME).gap(1 + SPREAD);
    line.gap(1).right(DIM, "median", TIME);
    line.gap(2).right(DIM, "allocs", ALLOCS);
    if columns.peak {
        line.gap(1).right(DIM, "peak", PEAK);
    }
    if let Some(bars) = columns.bars {
        line.gap(GAP).cell(DIM, &bars.axis());
    }
    line.end()
}

/// A phase of a puzzle.
pub(super) fn row(terminal: Terminal, columns: Columns, result: &BenchResult) -> String {
    let moved_in = result.alternative.is_some() && !columns.narrow;
    let indent = if moved_in { 6 } else { 4 };
    let mut line = Line::new(terminal, indent);
    let mut above = String::new();
    line.gap(2);
    if let Some(name) = &result.alternative {
        let name = one_line(name);
        if width(&name) + 2 > columns.name {
            // The figures stay in their columns, below it.
            let mut name_line = Line::new(terminal, indent);
            name_line.gap(4).words(PLAIN, &name);
            above = name_line.end();
            line.gap(columns.name);
        } else {
            line.gap(2).left(PLAIN, &name, columns.name - 2);
        }
    } else {
        let name = result.phase.map(phase_name).unwrap_or_default();
        line.left(PLAIN, name, columns.name);
    }
    let Some(measured) = &result.measured else {
        unmeasured(&mut line, result);
        return above + &line.end();
    };
    let spread = measured.figures.spread();
    let spread = spread.map_or_else(String::new, |share| format!("±{}%", percent(share)));
    let median = time(measured.figures.median_ns);
    line.gap(1)
        .right(STRONG, &time(measured.figures.p10_ns), TIME);
    line.gap(1).left(DIM, &spread, SPREAD);
    let bar = columns
        .bars
        .map(|bars| (bars.bar(measured.figures.p10_ns), bars.width()));
    if let (Some((bar, width)), true) = (&bar, columns.narrow) {
        line.gap(GAP).left(BAR, bar, *width);
    }
    if columns.narrow {
        line.gap(1).cell(PLAIN, &format!("median {median}"));
    } else {
        line.gap(1).right(PLAIN, &median, TIME);
    }
    let allocations = result
        .allocations
        .map(|all| (count(all.count), bytes(all.peak)));
    match (allocations, columns.narrow) {
        (Some((count, peak)), true) => {
            line.gap(2).cell(DIM, &format!("{count} allocs,"));
            line.gap(1).cell(DIM, &format!("peak {peak}"));
        }
        (Some((count, peak)), false) => {
            line.gap(GAP).right(PLAIN, &count, ALLOCS);
            if columns.peak {
                line.gap(1).right(PLAIN, &peak, PEAK);
            }
        }
        (None, true) => {}
        (None, false) => {
            line.gap(GAP + ALLOCS + if columns.peak { 1 + PEAK } else { 0 });
        }
    }
    if let (Some((bar, width)), false) = (&bar, columns.narrow) {
        line.gap(GAP).left(BAR, bar, *width);
    }
    if let Some(ratio) = &result.ratio {
        line.gap(2);
        write_ratio(&mut line, ratio);
    }
    // Of an alternative, that is beside what it changed from.
    if result.regressed && result.alternative.is_none() {
        line.gap(2).cell(BAD, TOO_MUCH);
    }
    above + &line.end()
}

/// Beside what became slower by more than is allowed.
pub(super) const TOO_MUCH: &str = "too much";

/// How many columns stand behind a row's bar, with the gap before them.
fn end_width(result: &BenchResult) -> usize {
    let mut columns = 0;
    if let Some(ratio) = &result.ratio {
        let (text, interval) = ratio_words(ratio);
        columns += GAP + width(&text) + 1 + width(&interval);
    }
    if result.regressed && result.alternative.is_none() {
        columns += GAP + width(TOO_MUCH);
    }
    columns
}

/// Why there are no figures.
fn unmeasured(line: &mut Line, result: &BenchResult) {
    let style = status_style(result.status);
    let word = match result.status {
        Status::Ok => "not measured",
        status => status_word(status),
    };
    line.gap(2);
    match &result.message {
        Some(message) => line.tagged(style, &format!("{word}:"), &message_line(message)),
        None => line.cell(style, word),
    };
}

/// `12.3x slower [12.1, 12.5]`.
pub(super) fn write_ratio(line: &mut Line, to: &RatioTo) {
    let plain_bad = BAD.effects(anstyle::Effects::new());
    let style = match to.verdict {
        Verdict::Slower => plain_bad,
        Verdict::Faster => GOOD,
        Verdict::Same => PLAIN,
    };
    let (text, interval) = ratio_words(to);
    line.keep(width(&text) + 1 + width(&interval));
    line.cell(style, &text).gap(1).cell(DIM, &interval);
}

/// `12.3x slower` and `[12.1, 12.5]`, turned around where it is faster.
pub(super) fn ratio_words(to: &RatioTo) -> (String, String) {
    let text = match to.verdict {
        Verdict::Slower => format!("{} slower", ratio(to.ratio)),
        Verdict::Faster => format!("{} faster", ratio(1.0 / to.ratio)),
        Verdict::Same => format!("no difference shown ({})", ratio(to.ratio)),
    };
    let interval = to.ci95.map(|[low, high]| match to.verdict {
        Verdict::Faster => [1.0 / high, 1.0 / low],
        Verdict::Slower | Verdict::Same => [low, high],
    });
    let interval = interval.map_or_else(String::new, |[low, high]| {
        format!("[{}, {}]", factor(low), factor(high))
    });
    (text, interval)
}

/// `12.3`, `1.6 million`: a ratio without its unit.
fn factor(value: f64) -> String {
    ratio(value).trim_end_matches('x').trim_end().to_owned()
}

/// `0.4`, `12`: two digits.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let places = usize::from(percent < 9.95);
    format!("{percent:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_have_two_digits() {
        assert_eq!(percent(0.0), "0.0");
        assert_eq!(percent(0.004), "0.4");
        assert_eq!(percent(0.123), "12");
    }

    #[test]
    fn ratios_say_which_is_faster() {
        let text = |ratio, ci95, verdict| {
            let mut line = Line::new(Terminal::PLAIN, 0);
            let to = RatioTo {
                of: "own".into(),
                ratio,
                ci95,
                pairs: 30,
                verdict,
            };
            write_ratio(&mut line, &to);
            line.end()
        };
        let (slower, faster, same) = (Verdict::Slower, Verdict::Faster, Verdict::Same);
        let shown = text(12.3, Some([12.1, 12.5]), slower);
        assert_eq!(shown, "12.3x slower [12.1, 12.5]\n");
        let shown = text(0.5, Some([0.4, 0.625]), faster);
        assert_eq!(shown, "2.00x faster [1.60, 2.50]\n");
        let shown = text(1.01, Some([0.99, 1.03]), same);
        assert_eq!(shown, "no difference shown (1.01x) [0.99, 1.03]\n");
        assert_eq!(text(300.0, None, slower), "300x slower\n");
        let shown = text(1_556_227.0, Some([1_540_000.0, 1_560_000.0]), slower);
        assert_eq!(shown, "1.6 million x slower [1.5 million, 1.6 million]\n");
    }
}
