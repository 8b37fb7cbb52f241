//! The lengths of bars, on one scale of times.

/// From its low end to its high end, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    pub(super) is_logarithmic: bool,
}

/// On a scale that begins at zero, what is this many times shorter than the longest
/// can hardly be seen.
const VISIBLE: f64 = 30.0;

/// Where a logarithmic scale begins, as a share of what is shortest on it: a bar that
/// ended there would have no length.
const SHORTEST: f64 = 0.4;

/// Nothing shorter is told apart: it is less than a turn of a loop.
const LEAST_NS: f64 = 0.1;

impl Scale {
    /// It is logarithmic if the bars of a scale of time itself would not all be seen.
    pub(super) fn of(times: &[f64]) -> Self {
        let times = times.iter().copied();
        let times = times.filter(|ns| ns.is_finite() && *ns > 0.0);
        let high = times.clone().fold(LEAST_NS, f64::max);
        let low = times.fold(high, f64::min).max(LEAST_NS);
        Self {
            low: low * SHORTEST,
            high,
            is_logarithmic: high / low > VISIBLE,
        }
    }

    /// The length of a bar, of which the longest has 1.
    pub(super) fn share(self, ns: f64) -> f64 {
        let share = if self.is_logarithmic {
            (ns.max(self.low) / self.low).log10() / (self.high / self.low).log10()
        } else {
            ns / self.high
        };
        share.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_many_sizes_are_on_a_logarithmic_scale() {
        let even = Scale::of(&[1.7e6, 0.4e6]);
        assert!(!even.is_logarithmic && (even.share(0.85e6) - 0.5).abs() < 1e-9);
        let wide = Scale::of(&[2e3, 45.0, 34e6, 0.0, f64::NAN]);
        assert!(wide.is_logarithmic && wide.share(45.0) > 0.05);
        assert!((wide.share(34e6) - 1.0).abs() < 1e-9 && wide.share(0.0).abs() < 1e-9);
        for times in [&[][..], &[0.0], &[f64::NAN]] {
            assert!(Scale::of(times).share(1.0).is_finite());
        }
    }
}
