//! The scale of the bars of `bench`, in its table and on its card, and of the ratios on its page.

/// On a linear scale, a bar is hardly visible if it is this many times shorter than the longest
/// bar.
const MAX_LINEAR_RATIO: f64 = 30.0;
/// The low end of a logarithmic scale, relative to the shortest time. It is below 1, because the
/// shortest time needs a visible bar.
const LOW_END: f64 = 0.4;
/// The shortest time on the scale. Shorter times get the same bar, because they are shorter than
/// one iteration of a loop.
const MIN_NS: f64 = 0.1;

/// A scale of times in nanoseconds, from its low end to its high end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    Linear {
        high: f64,
    },
    /// A logarithmic scale, used if a linear scale would make some bars invisible.
    Logarithmic {
        low: f64,
        high: f64,
    },
}

impl Scale {
    /// A scale whose high end is the longest time. Unknown times are ignored.
    pub fn of(times: impl IntoIterator<Item = f64>) -> Self {
        let mut low = f64::INFINITY;
        let mut high = MIN_NS;
        for ns in measurable(times) {
            low = low.min(ns);
            high = high.max(ns);
        }
        if high / low > MAX_LINEAR_RATIO {
            Self::Logarithmic {
                low: low * LOW_END,
                high,
            }
        } else {
            Self::Linear { high }
        }
    }

    /// Lowers the low end of a logarithmic scale, so that the bars of these shorter times also
    /// differ. A linear scale does not change, because it begins at zero.
    pub fn down_to(self, times: impl IntoIterator<Item = f64>) -> Self {
        match self {
            Self::Linear { .. } => self,
            Self::Logarithmic { low, high } => Self::Logarithmic {
                low: measurable(times).map(|ns| ns * LOW_END).fold(low, f64::min),
                high,
            },
        }
    }

    pub fn is_logarithmic(self) -> bool {
        matches!(self, Self::Logarithmic { .. })
    }

    /// The length of a bar relative to the longest bar.
    pub fn share(self, ns: f64) -> f64 {
        let share = match self {
            Self::Linear { high } => ns / high,
            Self::Logarithmic { low, high } => (ns.max(low) / low).ln() / (high / low).ln(),
        };
        share.clamp(0.0, 1.0)
    }

    /// A bar in eighths of a column. A known time always has a visible bar.
    pub fn bar(self, ns: f64, columns: usize) -> String {
        const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        if ns.is_nan() || ns <= 0.0 {
            return String::new();
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 8 times `columns`")]
        #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
        let eighths = ((self.share(ns) * (columns * 8) as f64).round() as usize).max(1);
        "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
    }

    /// At most `most` round times on the scale, above zero.
    pub fn ticks(self, most: u8) -> Vec<f64> {
        let most = f64::from(most);
        match self {
            Self::Linear { high } => {
                let power = 10_f64.powf((high / most).log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0]
                    .map(|step| step * power)
                    .into_iter()
                    .find(|step| high / step <= most)
                    .unwrap_or(high);
                whole_numbers(1.0, high / step).map(|n| n * step).collect()
            }
            Self::Logarithmic { low, high } => {
                let first = low.log10().ceil();
                let last = high.log10().floor();
                let step = ((last - first + 1.0) / most).ceil().max(1.0);
                whole_numbers(0.0, (last - first) / step)
                    .map(|n| 10_f64.powf(first + n * step))
                    .collect()
            }
        }
    }
}

/// The known times. Times below the smallest time of a scale become that time.
fn measurable(times: impl IntoIterator<Item = f64>) -> impl Iterator<Item = f64> {
    times
        .into_iter()
        .filter(|ns| ns.is_finite() && *ns > 0.0)
        .map(|ns| ns.max(MIN_NS))
}

/// The whole numbers in this range.
fn whole_numbers(first: f64, last: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), |n| Some(n + 1.0)).take_while(move |n| *n <= last + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_many_sizes_are_on_a_logarithmic_scale() {
        let even = Scale::of([1.7e6, 0.4e6]);
        assert!(!even.is_logarithmic() && (even.share(0.85e6) - 0.5).abs() < 1e-9);
        assert!(!Scale::of([30.0, 1.0]).is_logarithmic());
        assert!(Scale::of([30.1, 1.0]).is_logarithmic());
        let wide = Scale::of([2e3, 45.0, 34e6, 0.0, f64::NAN]);
        assert!(wide.is_logarithmic() && wide.share(45.0) > 0.05);
        assert!((wide.share(34e6) - 1.0).abs() < 1e-9 && wide.share(0.0).abs() < 1e-9);
        for times in [&[][..], &[0.0], &[f64::NAN]] {
            assert!(Scale::of(times.iter().copied()).share(1.0).is_finite());
        }
    }

    #[test]
    fn a_logarithmic_scale_begins_below_shorter_times() {
        let marks = [45.0, 0.0, f64::NAN];
        let wide = Scale::of([1e3, 1e6]).down_to(marks);
        assert_eq!(
            wide,
            Scale::Logarithmic {
                low: 18.0,
                high: 1e6
            }
        );
        let even = Scale::of([1e6, 2e6]);
        assert_eq!(even.down_to(marks), even);
    }

    #[test]
    fn bars_of_times_that_differ_are_different() {
        let scale = Scale::of([26.0, 4.86e6]);
        let bars = [26.0, 497.0, 9_580.0, 4.86e6].map(|ns| scale.bar(ns, 8));
        assert_eq!(bars, ["▌", "██▍", "████▏", "████████"]);
        let scale = Scale::of([1.0, 2.0]);
        let bars = [0.0, f64::NAN, 0.001, 1.0, 1.1, 2.0].map(|ns| scale.bar(ns, 4));
        assert_eq!(bars, ["", "", "▏", "██", "██▎", "████"]);
    }

    #[test]
    fn ticks_are_few_and_round() {
        for (times, ticks) in [
            (&[45.0, 34e6][..], &[100.0, 1e4, 1e6][..]),
            (&[900.0, 40e3], &[1e3, 1e4]),
            (&[7e6, 3e6], &[2e6, 4e6, 6e6]),
            (&[1e6], &[0.5e6, 1e6]),
            (&[], &[0.05, 0.1]),
        ] {
            let all = Scale::of(times.iter().copied()).ticks(4);
            assert_eq!(all.len(), ticks.len(), "{times:?}: {all:?}");
            for (tick, expected) in all.iter().zip(ticks) {
                assert!((tick / expected - 1.0).abs() < 1e-9, "{times:?}: {all:?}");
            }
        }
    }
}
