//! What the table and the documents of `bench` have in common: the days of a
//! report and what they take together, and the words for functions, ratios and
//! doubts.

use std::collections::BTreeMap;

use aoc_solution::protocol::Phase;

use super::head::{input_name, phase_name};
use super::status::status_word;
use crate::bench::{BenchReport, BenchResult, RatioTo, RatioVerdict, Warning};
use crate::runner::PuzzleHeader;
use crate::terminal::{one_line, plural, ratio, time};

/// Results that stand in one row: those of a puzzle and one of its inputs, of a year
/// or of all years.
#[derive(Clone, Copy)]
pub(super) struct BenchGroup<'a> {
    /// Of the first result.
    pub(super) header: &'a PuzzleHeader,
    pub(super) results: &'a [BenchResult],
    /// The sum of the headlines of primaries.
    pub(super) ns: f64,
    /// How far its interval reaches, relative to it; `None` if that is not known.
    pub(super) spread: Option<f64>,
}

impl<'a> BenchGroup<'a> {
    fn new(results: &'a [BenchResult]) -> Self {
        let (mut ns, mut variance) = (0.0, Some(0.0));
        for figures in primaries(results).filter_map(|it| it.measured.as_ref()) {
            ns += figures.p10_ns;
            // The squares of independent intervals add up.
            let reach = figures.spread().map(|it| (it * figures.p10_ns).powi(2));
            variance = variance.zip(reach).map(|(sum, reach)| sum + reach);
        }
        let variance = variance.filter(|_| ns > 0.0);
        Self {
            header: &results[0].header,
            results,
            ns,
            spread: variance.map(|variance| variance.sqrt() / ns),
        }
    }

    /// The puzzles of a report with each of their inputs.
    pub(super) fn days(report: &'a BenchReport) -> Vec<Self> {
        let days = report.results.chunk_by(|a, b| a.header == b.header);
        days.map(Self::new).collect()
    }

    pub(super) fn years(report: &'a BenchReport) -> Vec<Self> {
        let results = &report.results;
        let years = results.chunk_by(|a, b| a.header.year == b.header.year);
        years.map(Self::new).collect()
    }

    /// Each year, and all of them if there are several, with their names.
    pub(super) fn totals(report: &'a BenchReport) -> Vec<(String, Self)> {
        let years = Self::years(report).into_iter();
        let named = years.map(|year| (year.header.year.to_string(), year));
        let mut totals: Vec<(String, Self)> = named.collect();
        if totals.len() > 1 {
            totals.push(("all".to_owned(), Self::new(&report.results)));
        }
        totals
    }

    /// The primary of a phase of a day.
    pub(super) fn phase(&self, phase: Phase) -> Option<&'a BenchResult> {
        primaries(self.results).find(|it| it.phase == Some(phase))
    }

    /// The title of a day, and the input if it needs a name.
    pub(super) fn name(&self) -> String {
        with_input(&one_line(&self.header.title), self.header)
    }

    /// The primaries that the sum is without, or the puzzle itself.
    pub(super) fn missing(&self) -> impl Iterator<Item = &'a BenchResult> {
        primaries(self.results).filter(|result| result.measured.is_none())
    }

    /// What all phases take: a sum without one that failed is less than that.
    pub(super) fn total(&self) -> String {
        match self.missing().next() {
            _ if self.ns <= 0.0 => "–".to_owned(),
            Some(_) => format!("> {}", time(self.ns)),
            None => time(self.ns),
        }
    }

    /// `2 days`, `2 days, 4 inputs`
    pub(super) fn count(&self) -> String {
        let inputs = self.results.chunk_by(|a, b| a.header == b.header);
        let (inputs, days) = (inputs.count(), self.results);
        let days = days.chunk_by(|a, b| a.header.puzzle() == b.header.puzzle());
        let days = days.count();
        let count = plural(days, "day");
        if inputs > days {
            format!("{count}, {}", plural(inputs, "input"))
        } else {
            count
        }
    }
}

fn primaries(results: &[BenchResult]) -> impl Iterator<Item = &BenchResult> {
    results.iter().filter(|result| result.alternative.is_none())
}

/// `±0.4%`, `±12%`: how far an interval reaches, in two digits; empty if that is
/// not known.
pub(super) fn spread(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| {
        let percent = share * 100.0;
        let places = usize::from(percent < 9.95);
        format!("±{percent:.places$}%")
    })
}

/// The headline, or what stands in its place.
pub(super) fn headline(result: Option<&BenchResult>) -> String {
    match result.map(|it| (it.measured.as_ref(), it.status)) {
        None => "–".to_owned(),
        Some((Some(figures), _)) => time(figures.p10_ns),
        Some((None, status)) => status_word(status).to_owned(),
    }
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

/// A name, and that of the input if it needs one.
fn with_input(name: &str, header: &PuzzleHeader) -> String {
    match input_name(header) {
        Some(input) => format!("{name} ({})", one_line(&input)),
        None => name.to_owned(),
    }
}

/// `12.3x slower [12.1, 12.5]`, turned around where it is faster; with the name of
/// the other side, unless there is no other than the primary, and `too much` for
/// what regressed.
pub(super) fn ratio_words(result: &BenchResult, to: &RatioTo) -> String {
    let other = match &*to.of {
        "own" if result.change.is_none() => String::new(),
        "own" => result.phase.map(phase_name).unwrap_or_default().to_owned(),
        name => one_line(name),
    };
    let is_faster = to.verdict == RatioVerdict::Faster;
    let turned = |value: f64| ratio(if is_faster { 1.0 / value } else { value });
    let shown = turned(to.ratio);
    let (word, before) = match to.verdict {
        RatioVerdict::Slower => (format!("{shown} slower"), " than "),
        RatioVerdict::Faster => (format!("{shown} faster"), " than "),
        RatioVerdict::Same => (format!("no difference shown ({shown})"), " against "),
    };
    let before = if other.is_empty() { "" } else { before };
    let ends = to.ci95.map_or_else(String::new, |[low, high]| {
        let ends = if is_faster { [high, low] } else { [low, high] };
        let ends = ends.map(|end| turned(end).trim_end_matches('x').trim_end().to_owned());
        format!(" [{}]", ends.join(", "))
    });
    let is_too_much = result.regressed && result.change.as_ref() == Some(to);
    let end = if is_too_much { "  too much" } else { "" };
    format!("{word}{before}{other}{ends}{end}")
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
    let notes = doubts.into_iter();
    let notes = notes.map(|(doubt, names)| format!("{}: {doubt}", list(&names, measured)));
    let load = report.load.filter(|it| measured > 0 && it.is_disturbing());
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
    match names.len() {
        count if count > 1 && count == measured => "all phases".to_owned(),
        count if count > NAMED + 1 => {
            format!("{} and {} more", names[..NAMED].join(", "), count - NAMED)
        }
        _ => names.join(", "),
    }
}
