//! What samples say: one function from batches to figures.
//!
//! - **10th percentile**, the headline. Whatever else runs on the machine makes
//!   a call slower and never faster, so the low end of the samples is the
//!   function and the high end is the machine; the minimum itself is one lucky
//!   sample and repeats worse. Quantiles are interpolated linearly between
//!   order statistics: definition 7 of Hyndman and Fan, "Sample Quantiles in
//!   Statistical Packages", The American Statistician 50 (1996), which is the
//!   default of R and NumPy.
//! - **Median with its 95% interval**, between two order statistics that the
//!   binomial distribution gives (Conover, "Practical Nonparametric
//!   Statistics", section 3.2): exact for any number of samples, whatever their
//!   distribution. It takes the samples for independent; neighbours in time are
//!   not quite, so that the interval is of this run and not of the next.
//! - **MAD**, the median distance from the median, not scaled to resemble a
//!   standard deviation: nothing here is normally distributed.
//! - **Outliers** by Tukey's inner fences ("Exploratory Data Analysis", 1977):
//!   beyond the quartiles by more than 1.5 times the distance between them.
//!   They are counted, never thrown away.

/// The figures of one function's samples; times are of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The 10th percentile.
    pub p10_ns: f64,
    /// The median.
    pub median_ns: f64,
    /// The median's 95% interval. Fewer than 6 samples have none: it is then
    /// the whole range and covers less.
    pub ci95_ns: [f64; 2],
    /// The fastest.
    pub min_ns: f64,
    /// The median distance from the median.
    pub mad_ns: f64,
    /// How many batches were timed.
    pub samples: usize,
    /// How many calls that were.
    pub iterations: u64,
    /// How many samples lie beyond Tukey's inner fences.
    pub outliers: usize,
}

impl Statistics {
    /// The figures of `batches`, the nanoseconds that each of them took for its
    /// `calls` calls; `None` if there are none.
    pub fn of(batches: &[u64], calls: u64) -> Option<Self> {
        let calls = calls.max(1);
        let times = sorted(batches.iter().map(|&ns| per_call(ns, calls)).collect());
        let (&min_ns, _) = times.split_first()?;
        let median_ns = quantile(&times, 0.5);
        let deviations = sorted(times.iter().map(|ns| (ns - median_ns).abs()).collect());
        Some(Self {
            p10_ns: quantile(&times, 0.1),
            median_ns,
            ci95_ns: median_interval(&times),
            min_ns,
            mad_ns: quantile(&deviations, 0.5),
            samples: times.len(),
            iterations: calls.saturating_mul(times.len() as u64),
            outliers: outliers(&times),
        })
    }
}

/// A call's share of a batch.
#[expect(
    clippy::cast_precision_loss,
    reason = "a batch of 2^53 ns takes 104 days"
)]
pub(super) fn per_call(batch_ns: u64, calls: u64) -> f64 {
    batch_ns as f64 / calls as f64
}

/// The values in rising order.
pub(super) fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The quantile `q` of values in rising order, of which there is at least one:
/// definition 7 of Hyndman and Fan.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a position in a slice"
)]
pub(super) fn quantile(sorted: &[f64], q: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = last as f64 * q;
    let below = (position.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let fraction = position - below as f64;
    // Between equals this is exactly the two of them, whatever the fraction.
    sorted[below] + (sorted[above] - sorted[below]) * fraction
}

/// The median's 95% interval among values in rising order, of which there is at
/// least one; of fewer than 6, all their range.
pub(super) fn median_interval(sorted: &[f64]) -> [f64; 2] {
    let rank = interval_rank(sorted.len());
    [sorted[rank], sorted[sorted.len() - 1 - rank]]
}

/// How many values to leave out at either end for the median to lie among the
/// rest with a probability of at least 95%: the largest `k` for which at most
/// `k` of `n` fair coins fall on heads with a probability of at most 2.5%.
#[expect(
    clippy::cast_precision_loss,
    reason = "far fewer samples than 2^53 are ever taken"
)]
fn interval_rank(n: usize) -> usize {
    // In logarithms, since 2^-n is no number from some thousand samples on.
    let mut log_probability = -(n as f64) * std::f64::consts::LN_2;
    let mut at_most = 0.0;
    for k in 0..n {
        at_most += log_probability.exp();
        if at_most > 0.025 {
            return k.saturating_sub(1);
        }
        log_probability += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    0
}

/// How many of the values in rising order lie beyond Tukey's inner fences.
fn outliers(sorted: &[f64]) -> usize {
    let (q1, q3) = (quantile(sorted, 0.25), quantile(sorted, 0.75));
    let reach = 1.5 * (q3 - q1);
    let beyond = |&ns: &f64| ns < q1 - reach || ns > q3 + reach;
    sorted.iter().copied().filter(beyond).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(batches: &[u64]) -> Statistics {
        Statistics::of(batches, 1).expect("there are samples")
    }

    #[track_caller]
    fn assert_close(left: f64, right: f64) {
        let scale = left.abs().max(right.abs()).max(1.0);
        assert!(
            (left - right).abs() <= 1e-9 * scale,
            "{left} is not {right}"
        );
    }

    #[test]
    fn nothing_has_no_figures() {
        assert_eq!(Statistics::of(&[], 1), None);
    }

    #[test]
    fn known_values() {
        // R: quantile(1:10, c(.1, .5)), mad(1:10, constant = 1)
        let figures = of(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        assert_close(figures.p10_ns, 1.9);
        assert_close(figures.median_ns, 5.5);
        assert_close(figures.mad_ns, 2.5);
        assert_close(figures.min_ns, 1.0);
        assert_eq!(figures.ci95_ns, [2.0, 9.0]);
        assert_eq!((figures.samples, figures.iterations), (10, 10));
        assert_eq!(figures.outliers, 0);
    }

    /// The ranks that tables of the median's interval give, counted from 1.
    #[test]
    fn the_intervals_ranks_are_the_tables() {
        for (n, rank) in [(6, 1), (8, 1), (9, 2), (10, 2), (15, 4), (20, 6), (30, 10)] {
            assert_eq!(interval_rank(n) + 1, rank, "{n}");
        }
        assert_eq!(interval_rank(100) + 1, 40);
        // Normal approximation: n/2 - 1.96 sqrt(n)/2.
        assert!((4900..=4903).contains(&interval_rank(10_000)));
    }

    #[test]
    fn few_samples_have_their_range_for_an_interval() {
        for n in 1..6 {
            assert_eq!(interval_rank(n), 0);
        }
        assert_eq!(of(&[3, 1, 2]).ci95_ns, [1.0, 3.0]);
    }

    #[test]
    fn outliers_are_beyond_the_fences() {
        // Quartiles 4 and 8, so the fences stand at -2 and 14.
        let mut batches = vec![2, 3, 4, 5, 6, 7, 8, 9, 14];
        assert_eq!(of(&batches).outliers, 0);
        *batches.last_mut().expect("it has a last") = 15;
        assert_eq!(of(&batches).outliers, 1);
    }

    #[test]
    fn a_call_is_a_share_of_its_batch() {
        let figures = Statistics::of(&[1000, 3000, 2000], 100).expect("there are samples");
        assert_close(figures.median_ns, 20.0);
        assert_eq!(figures.iterations, 300);
    }

    fn samples() -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(1_u64..1_000_000_000, 1..200)
    }

    proptest! {
        #[test]
        fn order_does_not_matter(batches in samples().prop_shuffle(), other in any::<u64>()) {
            let mut turned = batches.clone();
            turned.rotate_left(usize::try_from(other % 200).unwrap() % batches.len());
            turned.reverse();
            prop_assert_eq!(of(&batches), of(&turned));
        }

        #[test]
        fn figures_stand_in_order(batches in samples()) {
            let figures = of(&batches);
            prop_assert!(figures.min_ns <= figures.p10_ns);
            prop_assert!(figures.p10_ns <= figures.median_ns);
            prop_assert!(figures.ci95_ns[0] <= figures.median_ns);
            prop_assert!(figures.median_ns <= figures.ci95_ns[1]);
            prop_assert!(figures.outliers <= figures.samples / 2);
        }

        #[test]
        fn a_slower_machine_scales_every_time(batches in samples(), factor in 2_u64..1000) {
            let scaled: Vec<u64> = batches.iter().map(|ns| ns * factor).collect();
            let (one, other) = (of(&batches), of(&scaled));
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let factor = factor as f64;
            assert_close(one.p10_ns * factor, other.p10_ns);
            assert_close(one.median_ns * factor, other.median_ns);
            assert_close(one.ci95_ns[0] * factor, other.ci95_ns[0]);
            assert_close(one.ci95_ns[1] * factor, other.ci95_ns[1]);
            assert_close(one.mad_ns * factor, other.mad_ns);
        }

        #[test]
        fn constant_samples_have_no_spread(ns in 1_u64..1_000_000_000, n in 1_usize..500) {
            let figures = of(&vec![ns; n]);
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let time = ns as f64;
            prop_assert_eq!(figures.p10_ns, time);
            prop_assert_eq!(figures.median_ns, time);
            prop_assert_eq!(figures.ci95_ns, [time, time]);
            prop_assert_eq!((figures.mad_ns, figures.outliers), (0.0, 0));
        }

        /// By counting: the interval covers, and one rank more would not.
        #[test]
        fn the_interval_is_the_narrowest_that_covers(n in 6_usize..60) {
            let mut row = vec![1.0_f64];
            for _ in 0..n {
                let mut next = vec![1.0; row.len() + 1];
                for k in 1..row.len() {
                    next[k] = row[k - 1] + row[k];
                }
                row = next;
            }
            let all: f64 = row.iter().sum();
            let rank = interval_rank(n);
            prop_assert!(row[..=rank].iter().sum::<f64>() / all <= 0.025);
            prop_assert!(row[..=rank + 1].iter().sum::<f64>() / all > 0.025);
        }
    }
}
