//! The bars in the tables of `bench`, on one scale for all lines of a report, and
//! the times on that scale above them:
//!
//! ```text
//! |100 ns   |1 µs   |10 µs   |100 µs
//! ████████████████▍
//! ```

use super::scale::Scale;
use crate::terminal::width;

/// The column of bars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bars {
    scale: Scale,
    /// How many columns of the terminal it has.
    width: usize,
}

/// With fewer columns, bars tell too little.
pub(super) const LEAST: usize = 8;
/// With more, they tell no more.
const MOST: usize = 60;

impl Bars {
    /// In the columns that are left; `None` where they are too few.
    pub(super) fn of(scale: Scale, left: usize) -> Option<Self> {
        let width = left.min(MOST);
        (width >= LEAST).then_some(Self { scale, width })
    }

    /// The names of as many times as there is room for, at equal distances, each
    /// behind a line at its place.
    pub(super) fn axis(self) -> String {
        let ticks = self.scale.ticks();
        let steps = (1..ticks.len()).filter_map(|step| self.names(ticks.iter().step_by(step)));
        let axis = steps.into_iter().next();
        axis.unwrap_or_else(|| {
            let kind = if self.scale.is_logarithmic() {
                "log"
            } else {
                "|0"
            };
            kind.to_owned()
        })
    }

    /// Two names or more; `None` if there is no room for them. What would reach
    /// beyond the longest bars is left out.
    fn names<'a>(self, ticks: impl Iterator<Item = &'a (f64, String)>) -> Option<String> {
        let mut axis = String::new();
        let mut count = 0;
        for (ns, name) in ticks {
            let at = self.eighths(*ns) / 8;
            if at + 1 + width(name) > self.width {
                break;
            }
            axis.extend(std::iter::repeat_n(' ', at.checked_sub(width(&axis))?));
            axis.push('|');
            axis.push_str(name);
            count += 1;
        }
        (count > 1).then_some(axis)
    }

    pub(super) fn bar(self, ns: f64) -> String {
        const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        // What was measured is never nothing.
        let eighths = self.eighths(ns).max(1);
        "█".repeat(eighths / 8) + PARTS[eighths % 8]
    }

    pub(super) const fn width(self) -> usize {
        self.width
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of some columns"
    )]
    fn eighths(self, ns: f64) -> usize {
        (self.scale.share(ns) * (self.width * 8) as f64).round() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(times: &[f64], columns: usize) -> Bars {
        Bars::of(Scale::of(times, &[]), columns).unwrap()
    }

    #[test]
    fn alike_times_have_bars_of_that_length() {
        let bars = bars(&[2e6, 0.5e6], 40);
        assert_eq!(bars.axis(), "|0        |500 µs   |1 ms     |1.5 ms");
        assert_eq!(width(&bars.bar(2e6)), 40);
        assert_eq!(bars.bar(0.5e6), "██████████");
        assert_eq!(bars.bar(0.525e6), "██████████▌");
        assert_eq!(bars.bar(1.0), "▏");
    }

    #[test]
    fn times_of_many_sizes_have_bars_on_a_logarithmic_scale() {
        let bars = bars(&[100.0, 1e6], 43);
        assert_eq!(bars.axis(), "   |100 ns   |1 µs     |10 µs    |100 µs");
        // A factor of ten is the same distance everywhere.
        let length = |ns| bars.eighths(ns);
        assert!((length(1e4) - length(1e3)).abs_diff(length(1e6) - length(1e5)) <= 1);
    }

    #[test]
    fn a_narrow_column_names_few_times_at_equal_distances() {
        let axis = |columns| bars(&[1e3, 100e6], columns).axis();
        assert_eq!(axis(40), "  |1 µs  |10 µs  |100 µs|1 ms   |10 ms");
        assert_eq!(axis(24), " |1 µs    |100 µs");
        assert_eq!(axis(LEAST), "log");
    }

    #[test]
    fn a_column_has_room_or_is_not_there() {
        let scale = Scale::of(&[100.0, 1e9], &[]);
        assert_eq!(Bars::of(scale, LEAST - 1), None);
        assert_eq!(Bars::of(scale, LEAST).unwrap().axis(), "log");
        assert_eq!(Bars::of(scale, 500).unwrap().width(), MOST);
        for columns in LEAST..=MOST {
            let bars = Bars::of(scale, columns).unwrap();
            assert!(width(&bars.axis()) <= columns && width(&bars.bar(1e12)) == columns);
        }
    }
}
