//! A row of the table that `bench` shows.

use super::columns::{NAME, TIME, is_narrow};
use super::head::phase_name;
use super::layout::Line;
use super::status::{message_line, status_style, status_word};
use super::style::{BAD, BAR, DIM, GOOD, PLAIN, STRONG};
use super::terminal::Terminal;
use super::text::width;
use crate::bench::{BenchResult, RatioTo, Verdict};
use crate::runner::Status;
use crate::text::{bytes, count, one_line, ratio, time};

/// How wide the columns are that depend on what stands in them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    name: usize,
    bars: bool,
    narrow: bool,
}

const SPREAD: usize = 6;
const ALLOCS: usize = 6;
const PEAK: usize = 9;

impl Columns {
    /// Those for `results`.
    pub(super) fn of(terminal: Terminal, results: &[BenchResult]) -> Self {
        let names = results
            .iter()
            .filter_map(|result| result.alternative.as_deref())
            .map(|name| width(name) + 2);
        Self {
            name: names.fold(NAME, usize::max),
            bars: terminal.width.is_some_and(|width| width >= 72),
            narrow: is_narrow(terminal),
        }
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
    line.gap(1).right(DIM, "peak", PEAK);
    if columns.bars {
        line.gap(2).cell(DIM, "log scale");
    }
    line.end()
}

/// A phase of a puzzle.
pub(super) fn row(terminal: Terminal, columns: Columns, result: &BenchResult) -> String {
    let moved_in = result.alternative.is_some() && !columns.narrow;
    let indent = if moved_in { 6 } else { 4 };
    let mut line = Line::new(terminal, indent);
    line.gap(2);
    if let Some(name) = &result.alternative {
        line.gap(2).left(PLAIN, &one_line(name), columns.name - 2);
    } else {
        let name = result.phase.map(phase_name).unwrap_or_default();
        line.left(PLAIN, name, columns.name);
    }
    let Some(measured) = &result.measured else {
        unmeasured(&mut line, result);
        return line.end();
    };
    let spread = measured.figures.spread();
    let spread = spread.map_or_else(String::new, |share| format!("±{}%", percent(share)));
    let median = time(measured.figures.median_ns);
    line.gap(1)
        .right(STRONG, &time(measured.figures.p10_ns), TIME);
    line.gap(1).left(DIM, &spread, SPREAD);
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
            line.gap(2).right(PLAIN, &count, ALLOCS);
            line.gap(1).right(PLAIN, &peak, PEAK);
        }
        (None, true) => {}
        (None, false) => {
            line.gap(3 + ALLOCS + PEAK);
        }
    }
    if columns.bars {
        line.gap(2)
            .left(BAR, &bar(measured.figures.p10_ns), DECADES);
    }
    if let Some(ratio) = &result.ratio {
        line.gap(2);
        write_ratio(&mut line, ratio);
    }
    // Of an alternative, that is beside what it changed from.
    if result.regressed && result.alternative.is_none() {
        line.gap(2).cell(BAD, TOO_MUCH);
    }
    line.end()
}

/// Beside what became slower by more than is allowed.
pub(super) const TOO_MUCH: &str = "too much";

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

/// A bar's length: a block for each power of ten from 10 ns to 10 s.
const DECADES: usize = 9;

/// The bar of a time, on a logarithmic scale that is the same for all puzzles:
/// in a year where one day takes a second and most take microseconds, a scale
/// of time itself would show that one day and nothing else, and it would not be
/// known before the last day is measured.
pub(super) fn bar(ns: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few eighths"
    )]
    let eighths = ((ns.max(1.0) / 10.0).log10().clamp(0.0, DECADES as f64) * 8.0).round() as usize;
    // What was measured is never nothing.
    let eighths = eighths.max(1);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_a_power_of_ten() {
        assert_eq!(bar(0.3), "▏");
        assert_eq!(bar(100.0), "█");
        assert_eq!(bar(316.3), "█▌");
        assert_eq!(bar(1e6), "█████");
        assert_eq!(bar(1e12), "█████████");
    }

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
