//! What several phases take together.

use super::bench_row::percent;
use crate::bench::BenchResult;

/// The sum of headlines, with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sum {
    pub(super) ns: f64,
    /// The square of half its interval: those of independent measurements add
    /// up.
    variance: f64,
    /// Whether one of them has no interval.
    unknown: bool,
}

impl Sum {
    /// Of the primaries.
    pub(super) fn of(results: &[BenchResult]) -> Self {
        let primaries = results.iter().filter(|result| result.alternative.is_none());
        let mut sum = Self::default();
        for figures in primaries.filter_map(BenchResult::figures) {
            sum.ns += figures.p10_ns;
            match figures.spread() {
                Some(share) => sum.variance += (share * figures.p10_ns).powi(2),
                None => sum.unknown = true,
            }
        }
        sum
    }

    pub(super) fn add(&mut self, other: Self) {
        self.ns += other.ns;
        self.variance += other.variance;
        self.unknown |= other.unknown;
    }

    /// `±0.4%`; empty if it is not known.
    pub(super) fn spread(self) -> String {
        if self.unknown || self.ns <= 0.0 {
            String::new()
        } else {
            format!("±{}%", percent(self.variance.sqrt() / self.ns))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_independent_phases_add_up_by_their_squares() {
        let sum = |ns, half: f64| Sum {
            ns,
            variance: half.powi(2),
            unknown: false,
        };
        let mut all = sum(100.0, 3.0);
        all.add(sum(900.0, 4.0));
        assert_eq!(all.spread(), "±0.5%");
        all.add(Sum {
            unknown: true,
            ..Sum::default()
        });
        assert_eq!(all.spread(), "");
        assert_eq!(Sum::default().spread(), "");
    }
}
