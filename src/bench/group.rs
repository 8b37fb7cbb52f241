//! Groups of results that share a row of the report, and their sums.

use aoc_solution::protocol::Phase;

use super::results::{BenchReport, BenchResult};
use crate::runner::PuzzleHeader;

/// The results of one row: a puzzle with one of its inputs, a year, or all years.
pub struct BenchGroup<'a> {
    /// The header of the first result.
    pub header: &'a PuzzleHeader,
    pub results: &'a [BenchResult],
    /// The sum of all primaries of the group.
    pub sum: PrimarySum<'a>,
}

/// The sum of the headlines of some primaries.
pub struct PrimarySum<'a> {
    /// The sum of the headlines. 0 if nothing was measured.
    pub ns: f64,
    /// Half the width of the sum's interval, relative to the sum. `None` if any of the intervals is
    /// unknown.
    pub spread: Option<f64>,
    /// The primaries without figures, which the sum does not include. A puzzle or an input that
    /// could not be measured at all has exactly one.
    pub missing: Vec<&'a BenchResult>,
}

impl<'a> PrimarySum<'a> {
    fn of(primaries: impl Iterator<Item = &'a BenchResult>) -> Self {
        let mut ns = 0.0;
        let mut variance = Some(0.0_f64);
        let mut missing = Vec::new();
        for result in primaries {
            let Some(figures) = &result.measured else {
                missing.push(result);
                continue;
            };
            ns += figures.p10_ns;
            // The intervals are independent, so their squares add up.
            variance = variance
                .zip(figures.spread())
                .map(|(sum, spread)| sum + (spread * figures.p10_ns).powi(2));
        }
        Self {
            ns,
            spread: variance
                .map(|variance| variance.sqrt() / ns)
                .filter(|spread| spread.is_finite()),
            missing,
        }
    }
}

impl<'a> BenchGroup<'a> {
    fn new(results: &'a [BenchResult]) -> Self {
        Self {
            header: &results[0].header,
            results,
            sum: PrimarySum::of(primaries(results)),
        }
    }

    /// The groups of the puzzles of a report, one for each input of a puzzle.
    pub fn days(report: &'a BenchReport) -> Vec<Self> {
        report
            .results
            .chunk_by(|one, next| one.header == next.header)
            .map(Self::new)
            .collect()
    }

    /// The group of each year, with its name. If there are several years, the group of all years
    /// comes last.
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

    /// False if the puzzle or the input could not be measured at all.
    pub fn has_phases(&self) -> bool {
        self.results[0].phase.is_some()
    }

    /// The result of a phase's primary. `None` if the phase was not run.
    pub fn phase(&self, phase: Phase) -> Option<&'a BenchResult> {
        primaries(self.results).find(|result| result.phase == Some(phase))
    }

    /// The sum of a phase over all days of the group.
    pub fn phase_sum(&self, phase: Phase) -> PrimarySum<'a> {
        let of_phase = primaries(self.results).filter(|result| result.phase == Some(phase));
        PrimarySum::of(of_phase)
    }
}

fn primaries(results: &[BenchResult]) -> impl Iterator<Item = &BenchResult> {
    results.iter().filter(|result| result.alternative.is_none())
}
