//! The tables of ratios on the page, with their scale.

use serde::Serialize;

use super::{Tick, shown_function};
use crate::bench::{BenchReport, BenchResult, Ratio, RatioVerdict};
use crate::reporter::bench_figures::{ratio_interval, verdict_words};
use crate::reporter::scale::Scale;
use crate::terminal::{digits, plural};

/// A table of ratios.
#[derive(Serialize)]
pub struct Comparisons {
    pub heading: String,
    ticks: Vec<Tick>,
    /// The text of the line about folded rows. A row is folded if it shows no difference.
    folded: String,
    /// True if the folded rows are shown at first.
    is_open: bool,
    pub rows: Vec<RatioRow>,
}

#[derive(Serialize)]
pub struct RatioRow {
    name: String,
    /// The ratio to sort by.
    ratio: f64,
    verdict: RatioVerdict,
    words: String,
    interval: String,
    /// True if the function has become slower than `--fail-on` allows.
    has_regressed: bool,
    is_folded: bool,
    /// The position of the ratio on the scale.
    share: f64,
    /// The positions of both ends of the ratio's interval.
    ends: [f64; 2],
}

/// A function with its ratio to another time.
struct ComparedRow<'a> {
    result: &'a BenchResult,
    ratio: &'a Ratio,
    has_regressed: bool,
}

impl Comparisons {
    /// The comparisons with a baseline or another revision.
    pub fn with_base(report: &BenchReport) -> Self {
        let changes: Vec<ComparedRow> = report
            .results
            .iter()
            .filter_map(|result| {
                Some(ComparedRow {
                    result,
                    ratio: result.change.as_ref()?,
                    has_regressed: result.regressed,
                })
            })
            .collect();
        let heading = match changes.first() {
            Some(first) => format!("Against {}", first.ratio.of),
            None => String::new(),
        };
        Self::of(heading, changes)
    }

    /// The comparisons of alternatives with their primary solutions.
    pub fn with_primaries(report: &BenchReport) -> Self {
        let ratios = report
            .results
            .iter()
            .filter(|result| result.alternative.is_some())
            .filter_map(|result| {
                Some(ComparedRow {
                    result,
                    ratio: result.ratio.as_ref()?,
                    has_regressed: false,
                })
            })
            .collect();
        Self::of("Alternatives".to_owned(), ratios)
    }

    pub fn count(&self, verdict: RatioVerdict) -> usize {
        let rows = self.rows.iter();
        rows.filter(|row| row.verdict == verdict).count()
    }

    /// The table of these ratios. The largest differences come first.
    fn of(heading: String, mut ratios: Vec<ComparedRow>) -> Self {
        /// If no row shows a difference, at most this number of rows is shown at first.
        const MAX_OPEN: usize = 12;
        let [low, high] = scale_ends(&ratios);
        let scale = Scale::Logarithmic { low, high };
        ratios.sort_by(|one, other| difference(other.ratio).total_cmp(&difference(one.ratio)));
        let rows: Vec<RatioRow> = ratios
            .into_iter()
            .map(|compared| ratio_row(&compared, scale))
            .collect();
        let folded = rows.iter().filter(|row| row.is_folded).count();
        Self {
            heading,
            ticks: ticks([low, high], scale),
            folded: format!("{}: no difference shown", plural(folded, "function")),
            is_open: folded == rows.len() && folded <= MAX_OPEN,
            rows,
        }
    }
}

fn ratio_row(compared: &ComparedRow, scale: Scale) -> RatioRow {
    let ComparedRow { result, ratio, .. } = compared;
    RatioRow {
        name: format!("{} {}", result.header.puzzle, shown_function(result)),
        ratio: ratio.value,
        verdict: ratio.verdict,
        words: verdict_words(ratio),
        interval: ratio_interval(ratio),
        has_regressed: compared.has_regressed,
        is_folded: ratio.verdict == RatioVerdict::Same,
        share: scale.share(ratio.value),
        ends: ratio.range().map(|end| scale.share(end)),
    }
}

/// The distance of a ratio from 1. 0 if the ratio shows no difference.
fn difference(ratio: &Ratio) -> f64 {
    match ratio.verdict {
        RatioVerdict::Same => 0.0,
        _ => ratio.value.ln().abs(),
    }
}

/// The ends of a scale for the intervals of these ratios. The scale also includes 1.
fn scale_ends(ratios: &[ComparedRow]) -> [f64; 2] {
    /// The smallest factor between 1 and each end.
    const LEAST: f64 = 1.02;
    let mut low = 1.0 / LEAST;
    let mut high = LEAST;
    for end in ratios.iter().flat_map(|compared| compared.ratio.range()) {
        if end.is_finite() && end > 0.0 {
            low = low.min(end);
            high = high.max(end);
        }
    }
    [low, high]
}

/// A tick at the ratio 1, and a tick at each end of the scale that is far enough from it.
fn ticks([low, high]: [f64; 2], scale: Scale) -> Vec<Tick> {
    /// The smallest distance between two labels.
    const ROOM: f64 = 0.3;
    let share = scale.share(1.0);
    let mut ticks = vec![Tick {
        share,
        label: "same".to_owned(),
    }];
    if share > ROOM {
        ticks.push(Tick {
            share: 0.0,
            label: format!("{}x faster", digits(1.0 / low)),
        });
    }
    if share < 1.0 - ROOM {
        ticks.push(Tick {
            share: 1.0,
            label: format!("{}x slower", digits(high)),
        });
    }
    ticks
}
