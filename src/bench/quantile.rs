//! Quantiles of samples, and the median's interval.

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
    // In logarithms, since 2^-n underflows from some thousand samples on.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
    fn few_values_leave_none_out() {
        for n in 1..6 {
            assert_eq!(interval_rank(n), 0);
        }
    }

    proptest! {
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
