//! The results of a report that belong together, with their sums.

use aoc_solution::protocol::Phase;

use super::results::{BenchReport, BenchResult};
use crate::runner::PuzzleHeader;

/// The results that one row sums up: those of a puzzle with one of its inputs, of a year, or of
/// all years.
pub struct BenchGroup<'a> {
    /// The header of the first result.
    pub header: &'a PuzzleHeader,
    pub results: &'a [BenchResult],
    /// The sum of the primaries' headlines.
    pub ns: f64,
    /// Half the width of the sum's interval, relative to the sum. `None` if the interval of a
    /// primary is not known.
    pub spread: Option<f64>,
}

impl<'a> BenchGroup<'a> {
    fn new(results: &'a [BenchResult]) -> Self {
        let mut ns = 0.0;
        let mut variance = Some(0.0_f64);
        for result in primaries(results) {
            if let Some(figures) = &result.measured {
                ns += figures.p10_ns;
                // The squares of independent intervals add up.
                variance = variance
                    .zip(figures.spread())
                    .map(|(sum, spread)| sum + (spread * figures.p10_ns).powi(2));
            }
        }
        Self {
            header: &results[0].header,
            results,
            ns,
            spread: variance
                .map(|variance| variance.sqrt() / ns)
                .filter(|spread| spread.is_finite()),
        }
    }

    /// The puzzles of a report, with each of their inputs.
    pub fn days(report: &'a BenchReport) -> Vec<Self> {
        report
            .results
            .chunk_by(|one, next| one.header == next.header)
            .map(Self::new)
            .collect()
    }

    /// Each year with its name; if there are several, also the sum of all.
    pub fn totals(report: &'a BenchReport) -> Vec<(String, Self)> {
        let mut totals = Vec::new();
        let years = report
            .results
            .chunk_by(|one, next| one.header.puzzle.year == next.header.puzzle.year);
        for results in years {
            let total = Self::new(results);
            totals.push((total.header.puzzle.year.to_string(), total));
        }
        if totals.len() > 1 {
            totals.push(("all".to_owned(), Self::new(&report.results)));
        }
        totals
    }

    /// The result of a phase's primary; `None` if the phase was not run.
    pub fn phase(&self, phase: Phase) -> Option<&'a BenchResult> {
        primaries(self.results).find(|result| result.phase == Some(phase))
    }

    /// The primaries that have no figures and are therefore missing in the sum. A puzzle that could
    /// not be measured at all has exactly one.
    pub fn missing(&self) -> impl Iterator<Item = &'a BenchResult> {
        primaries(self.results).filter(|result| result.measured.is_none())
    }
}

fn primaries(results: &[BenchResult]) -> impl Iterator<Item = &BenchResult> {
    results.iter().filter(|result| result.alternative.is_none())
}
