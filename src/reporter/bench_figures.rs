//! What the table and the documents of `bench` have in common: the days of a
//! report and what they take together, and the words for functions, ratios and
//! doubts.

use std::collections::BTreeMap;

use aoc_solution::protocol::Phase;

use super::head::{input_name, phase_name};
use super::status::status_word;
use crate::bench::{BenchReport, BenchResult, RatioTo, RatioVerdict, Statistics, Warning};
use crate::puzzle::Puzzle;
use crate::runner::{PuzzleHeader, SourceKind};
use crate::terminal::{one_line, plural, ratio, time};

/// A puzzle and one of its inputs.
#[derive(Clone, Copy)]
pub(super) struct DayRow<'a> {
    pub(super) header: &'a PuzzleHeader,
    pub(super) results: &'a [BenchResult],
    /// Of the primaries.
    pub(super) sum: Sum,
}

impl<'a> DayRow<'a> {
    /// The rows of a report, in the order of the calendar.
    pub(super) fn all(report: &'a BenchReport) -> Vec<Self> {
        let row = |results: &'a [BenchResult]| Self {
            header: &results[0].header,
            results,
            sum: Sum::of(results),
        };
        let puzzles = report.results.chunk_by(|a, b| a.header == b.header);
        let mut rows: Vec<Self> = puzzles.map(row).collect();
        rows.sort_by_key(Self::puzzle);
        rows
    }

    pub(super) const fn puzzle(&self) -> Puzzle {
        self.header.puzzle()
    }

    /// The primary of a phase.
    pub(super) fn phase(&self, phase: Phase) -> Option<&'a BenchResult> {
        let primary = |it: &&BenchResult| it.phase == Some(phase) && it.alternative.is_none();
        self.results.iter().find(primary)
    }

    /// The title, and the input if it needs a name.
    pub(super) fn name(&self) -> String {
        with_input(&one_line(&self.header.title), self.header)
    }

    /// The primaries that the sum is without, or the puzzle itself.
    pub(super) fn missing(&self) -> impl Iterator<Item = &'a BenchResult> {
        let primaries = self.results.iter().filter(|it| it.alternative.is_none());
        primaries.filter(|result| result.measured.is_none())
    }

    /// What all phases take: a sum without one that failed is less than that.
    pub(super) fn total(&self) -> String {
        match self.missing().next() {
            _ if self.sum.ns <= 0.0 => "–".to_owned(),
            Some(_) => format!("> {}", time(self.sum.ns)),
            None => time(self.sum.ns),
        }
    }
}

/// `2 days`, `2 days, 4 inputs`
pub(super) fn day_count(rows: &[DayRow<'_>]) -> String {
    let days = rows.chunk_by(|a, b| a.puzzle() == b.puzzle()).count();
    let inputs = if rows.len() > days {
        format!(", {}", plural(rows.len(), "input"))
    } else {
        String::new()
    };
    plural(days, "day") + &inputs
}

/// The sum of headlines, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sum {
    pub(super) ns: f64,
    /// The square of half its interval: those of independent measurements add up.
    /// `None` if one of them has no interval.
    variance: Option<f64>,
}

impl Sum {
    fn of(results: &[BenchResult]) -> Self {
        let primaries = results.iter().filter(|result| result.alternative.is_none());
        let figures = primaries.filter_map(|it| it.measured.as_ref());
        Self::all(figures.map(|figures| Self {
            ns: figures.p10_ns,
            variance: figures.spread().map(|it| (it * figures.p10_ns).powi(2)),
        }))
    }

    pub(super) fn of_rows(rows: &[DayRow<'_>]) -> Self {
        Self::all(rows.iter().map(|row| row.sum))
    }

    fn all(sums: impl Iterator<Item = Self>) -> Self {
        let nothing = Self {
            ns: 0.0,
            variance: Some(0.0),
        };
        sums.fold(nothing, |a, b| Self {
            ns: a.ns + b.ns,
            variance: a.variance.zip(b.variance).map(|(a, b)| a + b),
        })
    }

    /// `±0.4%`; empty if it is not known.
    pub(super) fn spread(self) -> String {
        let variance = self.variance.filter(|_| self.ns > 0.0);
        percent(variance.map(|variance| variance.sqrt() / self.ns))
    }
}

/// `±0.4%`, `±12%`: two digits; empty if it is not known.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| {
        let percent = share * 100.0;
        let places = usize::from(percent < 9.95);
        format!("±{percent:.places$}%")
    })
}

/// `±0.4%`: how far the interval of a headline reaches.
pub(super) fn spread(figures: &Statistics) -> String {
    percent(figures.spread())
}

/// The headline, or what stands in its place.
pub(super) fn headline(result: Option<&BenchResult>) -> String {
    let Some(result) = result else {
        return "–".to_owned();
    };
    let word = || status_word(result.status).to_owned();
    result
        .measured
        .as_ref()
        .map_or_else(word, |figures| time(figures.p10_ns))
}

/// `part 2`, `part 2 textbook`
pub(super) fn function_name(result: &BenchResult) -> String {
    let phase = result.phase.map(phase_name).unwrap_or_default();
    match &result.alternative {
        Some(alternative) => format!("{phase} {}", one_line(alternative)),
        None => phase.to_owned(),
    }
}

/// `2020/7 part 2 textbook`, `2020/7 part 2 (bob)`
pub(super) fn full_name(result: &BenchResult) -> String {
    let name = format!("{} {}", result.header.puzzle(), function_name(result));
    with_input(name.trim_end(), &result.header)
}

/// A name, and that of the input if it needs one: a generated one by its seed.
fn with_input(name: &str, header: &PuzzleHeader) -> String {
    let input = match (header.source, &header.name) {
        (SourceKind::Generated, Some(name)) => Some(name.clone()),
        _ => input_name(header),
    };
    match input {
        Some(input) => format!("{name} ({})", one_line(&input)),
        None => name.to_owned(),
    }
}

/// `12.3x slower [12.1, 12.5]`, turned around where it is faster; with the name of
/// the other side, unless that is the primary.
pub(super) fn ratio_words(to: &RatioTo) -> String {
    let other = |word: &str| match &*to.of {
        "own" => String::new(),
        name => format!(" {word} {}", one_line(name)),
    };
    let turned = |value: f64| match to.verdict {
        RatioVerdict::Faster => 1.0 / value,
        RatioVerdict::Slower | RatioVerdict::Same => value,
    };
    let shown = ratio(turned(to.ratio));
    let text = match to.verdict {
        RatioVerdict::Slower => format!("{shown} slower{}", other("than")),
        RatioVerdict::Faster => format!("{shown} faster{}", other("than")),
        RatioVerdict::Same => format!("no difference shown{} ({shown})", other("against")),
    };
    let Some(ends) = to.ci95 else { return text };
    let mut ends = ends.map(turned);
    ends.sort_unstable_by(f64::total_cmp);
    let [low, high] = ends.map(|end| ratio(end).trim_end_matches('x').trim_end().to_owned());
    format!("{text} [{low}, {high}]")
}

/// What is to be said of all figures, each thing once.
pub fn bench_notes(report: &BenchReport) -> Vec<String> {
    let mut doubts: BTreeMap<Warning, Vec<String>> = BTreeMap::new();
    for result in &report.results {
        for &doubt in &result.warnings {
            doubts.entry(doubt).or_default().push(full_name(result));
        }
    }
    let measured = report.figures().count();
    let doubts = doubts.into_iter();
    let notes = doubts.map(|(doubt, names)| format!("{}: {doubt}", list(&names, measured)));
    let load = report
        .load
        .filter(|load| measured > 0 && load.is_disturbing());
    let disturbed = load.map(|load| {
        format!(
            "other programs kept {:.1} processors busy meanwhile, so these times may be too long: \
             measure again when they are done",
            load.others
        )
    });
    notes.chain(disturbed).collect()
}

/// `2020/1 part 1, 2020/2 parse and 12 more`, or that these are all that were
/// `measured`.
fn list(names: &[String], measured: usize) -> String {
    const NAMED: usize = 6;
    let count = names.len();
    if count > 1 && count == measured {
        "all phases".to_owned()
    } else if count > NAMED + 1 {
        format!("{} and {} more", names[..NAMED].join(", "), count - NAMED)
    } else {
        names.join(", ")
    }
}
