//! The axis of a chart of times.

/// From the axis' low end to its high end, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    /// The time between two ticks; `None` on a logarithmic axis.
    step: Option<f64>,
}

/// On an axis that begins at zero, what is this many times shorter than the
/// longest can hardly be seen.
const VISIBLE: f64 = 30.0;

/// Where a logarithmic axis begins, at most, as a share of what is shortest on it: a
/// bar that ended at the axis' low end would have no length.
const SHORTEST: f64 = 0.6;

/// Nothing shorter is told apart on an axis: it is less than a turn of a loop.
const LEAST_NS: f64 = 0.1;

/// What rounding makes of a factor of one.
const CLOSE: f64 = 1.001;

impl Scale {
    /// For bars of these lengths. It is logarithmic if the bars of a scale of time
    /// itself would not all be seen.
    pub(super) fn of(bars: &[f64]) -> Self {
        let bars = bars.iter().copied();
        let bars = bars.filter(|ns| ns.is_finite() && *ns > 0.0);
        let longest = bars.clone().fold(LEAST_NS, f64::max);
        let shortest = bars.fold(longest, f64::min);
        if longest / shortest > VISIBLE {
            return Self {
                low: round_down(shortest.max(LEAST_NS) * SHORTEST),
                high: round_up(longest, &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]),
                step: None,
            };
        }
        let step = round_up(longest / 5.0, &[1.0, 2.0, 5.0]);
        Self {
            low: 0.0,
            high: (longest / step / CLOSE).ceil() * step,
            step: Some(step),
        }
    }

    pub(super) const fn is_logarithmic(self) -> bool {
        self.step.is_none()
    }

    /// Where a time is, from 0 to 1.
    pub(super) fn share(self, ns: f64) -> f64 {
        let share = if self.is_logarithmic() {
            (ns.max(self.low) / self.low).log10() / (self.high / self.low).log10()
        } else {
            ns / self.high
        };
        share.clamp(0.0, 1.0)
    }

    /// The times to name on the axis, and their names.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        let times: Vec<f64> = if let Some(step) = self.step {
            let times = (0..=5).map(|n| f64::from(n) * step);
            times.filter(|ns| *ns <= self.high * CLOSE).collect()
        } else {
            let decades = self.powers(&[1.0]);
            if decades.len() < 3 {
                self.powers(&[1.0, 2.0, 5.0])
            } else {
                decades
            }
        };
        times.into_iter().map(|ns| (ns, name(ns))).collect()
    }

    /// The times on a logarithmic axis that are one of `digits` times a power of
    /// ten.
    fn powers(self, digits: &[f64]) -> Vec<f64> {
        let first = power_of_ten(self.low);
        let powers = (0..=20).map(|n| first * 10_f64.powi(n));
        let times = powers.flat_map(|power| digits.iter().map(move |digit| digit * power));
        let on_axis = self.low / CLOSE..=self.high * CLOSE;
        times.filter(|ns| on_axis.contains(ns)).collect()
    }
}

/// The power of ten that is not greater.
fn power_of_ten(value: f64) -> f64 {
    10_f64.powf((value * CLOSE).log10().floor())
}

/// The next greater value that is one of `digits` times a power of ten.
fn round_up(value: f64, digits: &[f64]) -> f64 {
    let power = power_of_ten(value);
    let mut digits = digits.iter();
    let digit = digits.find(|digit| value <= **digit * power * CLOSE);
    digit.unwrap_or(&10.0) * power
}

/// The next smaller value that is 1, 2 or 5 times a power of ten.
fn round_down(value: f64) -> f64 {
    let power = power_of_ten(value);
    let mut digits = [5.0, 2.0].into_iter();
    digits
        .find(|digit| value >= digit * power / CLOSE)
        .unwrap_or(1.0)
        * power
}

/// `100 µs`, `0`, `0.2 s`: a time that has a digit or two.
fn name(ns: f64) -> String {
    if ns <= 0.0 {
        return "0".to_owned();
    }
    let units = [("s", 1e9), ("ms", 1e6), ("µs", 1e3)];
    let unit = units.into_iter().find(|(_, scale)| ns >= scale / CLOSE);
    let (name, scale) = unit.unwrap_or(("ns", 1.0));
    format!("{} {name}", (ns / scale * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn alike_times_are_on_a_scale_of_time() {
        let scale = Scale::of(&[1.7e6, 0.4e6]);
        assert!(!scale.is_logarithmic());
        assert_eq!(names(scale), ["0", "500 µs", "1 ms", "1.5 ms", "2 ms"]);
        assert!((scale.share(0.5e6) - 0.25).abs() < 1e-9);
        assert!((scale.share(9e9) - 1.0).abs() < 1e-9);
        for (longest, expected) in [
            (0.9e9, "0, 200 ms, 400 ms, 600 ms, 800 ms, 1 s"),
            (2.62e3, "0, 1 µs, 2 µs, 3 µs"),
            (50e9, "0, 10 s, 20 s, 30 s, 40 s, 50 s"),
            (350e9, "0, 100 s, 200 s, 300 s, 400 s"),
        ] {
            assert_eq!(names(Scale::of(&[longest])).join(", "), expected);
        }
    }

    #[test]
    fn times_of_many_sizes_are_on_a_logarithmic_one() {
        let scale = Scale::of(&[2e3, 45.0, 34e6, 0.0, f64::NAN]);
        assert!(scale.is_logarithmic());
        let expected = ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms"];
        assert_eq!(names(scale), expected);
        assert!(scale.share(34e6) < 1.0 && scale.share(34e6) > 0.9);
        assert!(scale.share(0.0).abs() < 1e-9);
        assert!(scale.share(45.0) > 0.0);
    }

    #[test]
    fn nothing_is_measured_or_all_is_zero() {
        for times in [&[][..], &[0.0], &[f64::NAN]] {
            let scale = Scale::of(times);
            assert!(scale.share(1.0).is_finite() && !scale.ticks().is_empty());
        }
    }
}
