//! The axis of a chart of times.

/// From the axis' low end to its high end, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

/// On an axis that begins at zero, what is this many times shorter than the
/// longest can hardly be seen.
const VISIBLE: f64 = 30.0;

/// Nothing shorter is told apart on an axis: it is less than a turn of a loop.
const LEAST_NS: f64 = 0.1;

impl Scale {
    /// For bars of these lengths, with marks of shorter times on them. It is
    /// logarithmic if the bars of a scale of time itself would not all be seen.
    pub(super) fn of(bars: &[f64], marks: &[f64]) -> Self {
        let positive = |times: &[f64]| -> Vec<f64> {
            let times = times.iter().copied();
            times.filter(|ns| ns.is_finite() && *ns > 0.0).collect()
        };
        let (bars, marks) = (positive(bars), positive(marks));
        let longest = bars.iter().copied().fold(LEAST_NS, f64::max);
        let shortest = bars.iter().copied().fold(longest, f64::min);
        if longest / shortest <= VISIBLE {
            return Self {
                low: 0.0,
                high: round_up(longest),
                logarithmic: false,
            };
        }
        let least = marks.into_iter().fold(shortest, f64::min).max(LEAST_NS);
        // A bar that ended at the axis' low end would have no length.
        let low = 10_f64.powf((least * 0.8).log10().floor());
        Self {
            low,
            high: round_up(longest),
            logarithmic: true,
        }
    }

    pub(super) const fn is_logarithmic(self) -> bool {
        self.logarithmic
    }

    /// Where a time is, from 0 to 1.
    pub(super) fn share(self, ns: f64) -> f64 {
        let share = if self.logarithmic {
            (ns.max(self.low) / self.low).log10() / (self.high / self.low).log10()
        } else {
            ns / self.high
        };
        share.clamp(0.0, 1.0)
    }

    /// The times to name on the axis, and their names.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        let times: Vec<f64> = if self.logarithmic {
            let mut decades = vec![self.low];
            while let Some(next) = decades.last().map(|last| last * 10.0)
                && next <= self.high * 1.001
            {
                decades.push(next);
            }
            decades
        } else {
            let steps = if begins_with_two(self.high) { 4 } else { 5 };
            (0..=steps)
                .map(|step| self.high * f64::from(step) / f64::from(steps))
                .collect()
        };
        times.into_iter().map(|ns| (ns, name(ns))).collect()
    }
}

/// 1, 2 or 5 times a power of ten.
fn round_up(ns: f64) -> f64 {
    let power = 10_f64.powf(ns.log10().floor());
    let digit = ns / power;
    let rounded = [1.0, 2.0, 5.0].into_iter().find(|&it| digit <= it);
    rounded.unwrap_or(10.0) * power
}

fn begins_with_two(ns: f64) -> bool {
    let digit = ns / 10_f64.powf((ns * 1.001).log10().floor());
    (1.5..2.5).contains(&digit)
}

/// `100 µs`, `0`, `0.2 s`: a time that has a digit or two.
fn name(ns: f64) -> String {
    if ns <= 0.0 {
        return "0".to_owned();
    }
    let units = [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1.0)];
    let unit = units.into_iter().find(|(_, scale)| ns >= scale * 0.999);
    let (unit, scale) = unit.unwrap_or(("ns", 1.0));
    format!("{} {unit}", (ns / scale * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn alike_times_are_on_a_scale_of_time() {
        let scale = Scale::of(&[1.7e6, 0.4e6], &[3.0]);
        assert!(!scale.is_logarithmic());
        assert_eq!(names(scale), ["0", "500 µs", "1 ms", "1.5 ms", "2 ms"]);
        assert!((scale.share(0.5e6) - 0.25).abs() < 1e-9);
        assert!((scale.share(9e9) - 1.0).abs() < 1e-9);
        let scale = Scale::of(&[0.9e9], &[]);
        assert_eq!(
            names(scale),
            ["0", "200 ms", "400 ms", "600 ms", "800 ms", "1 s"]
        );
    }

    #[test]
    fn times_of_many_sizes_are_on_a_logarithmic_one() {
        let scale = Scale::of(&[2e3, 34e6], &[45.0, 0.0, f64::NAN]);
        assert!(scale.is_logarithmic());
        let expected = [
            "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms",
        ];
        assert_eq!(names(scale), expected);
        assert!(scale.share(34e6) < 1.0 && scale.share(34e6) > 0.9);
        assert!(scale.share(0.0).abs() < 1e-9);
        assert!(scale.share(45.0) > 0.0);
    }

    #[test]
    fn nothing_is_measured_or_all_is_zero() {
        for times in [&[][..], &[0.0], &[f64::NAN]] {
            let scale = Scale::of(times, times);
            assert!(scale.share(1.0).is_finite() && !scale.ticks().is_empty());
        }
    }
}
