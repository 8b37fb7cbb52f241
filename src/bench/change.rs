//! A ratio of times, and what it says.

use serde::{Deserialize, Serialize};

use super::statistics::{Samples, Statistics, ratio};

/// How many times longer it takes than something else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatioTo {
    /// What it is compared with: `own` for the primary, else the name of a
    /// baseline or of a revision.
    pub of: String,
    /// The ratio of times: above 1, this one is slower.
    pub ratio: f64,
    /// Its 95% interval; null if too little was measured for one.
    pub ci95: Option<[f64; 2]>,
    /// How many pairs of turns it comes from; 0 if the two were measured at
    /// different times.
    pub pairs: usize,
    pub verdict: RatioVerdict,
}

/// What a ratio says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatioVerdict {
    Faster,
    Slower,
    /// No difference is shown.
    Same,
}

/// A smaller difference is not shown, however often it was measured: the place
/// that the linker gives the code makes that much.
const LEAST: f64 = 0.01;
/// Nor is one of less time, which is about what a turn of the loop around the
/// calls takes: that place decides whether it takes five cycles or six.
const LEAST_NS: f64 = 1.0;

impl RatioTo {
    /// Compares samples that were taken in turn; `None` if there are none.
    pub fn of_samples(of: &str, function: &Samples, base: &Samples) -> Option<Self> {
        let ns = Statistics::of(function)?.p10_ns;
        let (ratio, ci95, pairs) = ratio(function, base)?;
        let to = Self::new(of, ratio, ci95, ns);
        Some(Self { pairs, ..to })
    }

    /// Figures that were measured at different times: the ratio of the
    /// headlines. `None` if one of them is zero.
    ///
    /// The intervals of both are those of a further measurement, so that each
    /// has the variance of both once; the ratio's is the mean of their squares.
    pub fn of_figures(of: &str, now: &Statistics, then: &Statistics) -> Option<Self> {
        let ratio = now.p10_ns / then.p10_ns;
        if !(ratio.is_finite() && ratio > 0.0) {
            return None;
        }
        let interval = now.spread().zip(then.spread()).map(|(now, then)| {
            let reach = f64::midpoint(now.powi(2), then.powi(2)).sqrt();
            [ratio / (1.0 + reach), ratio * (1.0 + reach)]
        });
        Some(Self::new(of, ratio, interval, now.p10_ns))
    }

    /// `ns` is what the slower or faster one takes.
    fn new(of: &str, ratio: f64, ci95: Option<[f64; 2]>, ns: f64) -> Self {
        let verdict = match ci95 {
            _ if (ns - ns / ratio).abs() < LEAST_NS => RatioVerdict::Same,
            Some([low, _]) if low > 1.0 && ratio >= 1.0 + LEAST => RatioVerdict::Slower,
            Some([_, high]) if high < 1.0 && ratio <= 1.0 - LEAST => RatioVerdict::Faster,
            // Without an interval only what nobody doubts.
            None if ratio >= 2.0 => RatioVerdict::Slower,
            None if ratio <= 0.5 => RatioVerdict::Faster,
            _ => RatioVerdict::Same,
        };
        Self {
            of: of.to_owned(),
            ratio,
            ci95,
            pairs: 0,
            verdict,
        }
    }

    /// Whether it is shown to be slower by more than `share`: the whole interval
    /// is beyond it.
    pub fn is_slower_by(&self, share: f64) -> bool {
        let least = self.ci95.map_or(self.ratio, |[low, _]| low);
        self.verdict == RatioVerdict::Slower && least > 1.0 + share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(p10_ns: f64, reach: f64) -> Statistics {
        Statistics {
            p10_ns,
            p10_ci95_ns: Some([p10_ns * (1.0 - reach), p10_ns * (1.0 + reach)]),
            ..Statistics::default()
        }
    }

    #[test]
    fn a_verdict_needs_an_interval_without_one_and_a_nanosecond() {
        use RatioVerdict::{Faster, Same, Slower};
        for (ratio, ci95, ns, verdict) in [
            (1.2, Some([1.1, 1.3]), 1e3, Slower),
            (0.8, Some([0.7, 0.9]), 1e3, Faster),
            (1.2, Some([0.9, 1.5]), 1e3, Same),
            (0.8, Some([0.5, 1.1]), 1e3, Same),
            // So little is the linker's doing.
            (1.005, Some([1.004, 1.006]), 1e3, Same),
            (0.995, Some([0.994, 0.996]), 1e3, Same),
            (1.2, Some([1.2, 1.2]), 2.0, Same),
            (0.5, Some([0.5, 0.5]), 0.9, Same),
            (1.2, Some([1.2, 1.2]), 8.0, Slower),
            // Only a factor of two.
            (1.9, None, 1e3, Same),
            (2.1, None, 1e3, Slower),
            (0.4, None, 1e3, Faster),
        ] {
            let to = RatioTo::new("own", ratio, ci95, ns);
            assert_eq!(to.verdict, verdict, "{ratio} {ci95:?}");
        }
    }

    #[test]
    fn figures_of_two_times_compare() {
        let then = figures(100.0, 0.03);
        let change = RatioTo::of_figures("main", &figures(110.0, 0.04), &then).unwrap();
        assert!((change.ratio - 1.1).abs() < 1e-9);
        let [low, high] = change.ci95.unwrap();
        assert!((high / change.ratio - 1.035_355).abs() < 1e-6);
        assert!((change.ratio / low - 1.035_355).abs() < 1e-6);
        assert_eq!(change.verdict, RatioVerdict::Slower);
        assert!(change.is_slower_by(0.05) && !change.is_slower_by(0.2));
        let none = RatioTo::of_figures("main", &figures(110.0, 0.04), &figures(0.0, 0.0));
        assert_eq!(none, None);
    }
}
